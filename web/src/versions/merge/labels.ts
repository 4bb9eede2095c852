import { useMemo } from 'react'
import { useWords } from '../../lib/words.ts'
import { mergeWords } from './merge.words.ts'
import type { MergeLabels } from './widgets.ts'

/** Words that name the other writer, or the other window where both are the same person. */
export function useMergeLabels(author: string, own: boolean, places: number): MergeLabels {
  const t = useWords(mergeWords)
  return useMemo(
    () => ({
      mine: own ? t.mineOwn : t.mine,
      theirs: own ? t.theirsOwn : author,
      takeMine: own ? t.takeHere : t.takeMine,
      takeTheirs: own ? t.takeElsewhere : t.takeTheirs,
      takeBoth: t.takeBoth,
      removed: own ? t.removedOwn : t.removed(author),
      nothing: t.nothing,
      again: t.again,
      conflict: (number) => t.conflict(number, places),
      chosen: { mine: t.chosenMine, theirs: t.chosenTheirs, both: t.chosenBoth },
      unchanged: t.unchanged,
      more: t.more,
    }),
    [t, author, own, places],
  )
}
