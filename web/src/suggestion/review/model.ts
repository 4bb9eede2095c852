import { diffLines, linesOf } from '@sheaf/compare/lines'
import { conflictsIn, mergedLines, mergeLines, mergeValue } from '@sheaf/compare/merge'
import type { Answer } from '@sheaf/contract/client'
import { useMemo, useState } from 'react'
import type { Content } from '../../writing/saver.ts'
import { changesOf, resultOf } from './changes.ts'

export type SuggestionInfo = Answer<'suggestion', 'info'>

/** Whether the proposer can change it. A suggestion of a program is replaced by that program only. */
export const isContinuable = ({ is_own, state, via, current }: SuggestionInfo) =>
  is_own && state === 'open' && via === '' && current?.is_del !== '1'

const unix = (text: string) => text.replace(/\r\n?/g, '\n')

interface Text {
  title: string
  text: string
}

/** Three states of a page merged; `conflicts` counts places that both sides changed, the title included. */
export function mergedTexts(base: Text, proposed: Text, present: Text): Text & { conflicts: number } {
  const title = mergeValue(base.title, proposed.title, present.title)
  const inTitle = title.conflict ? 1 : 0
  if (base.text === present.text) return { title: title.value, text: proposed.text, conflicts: inTitle }
  const regions = mergeLines(linesOf(base.text), linesOf(proposed.text), linesOf(present.text))
  return { title: title.value, text: mergedLines(regions)?.join('\n') ?? proposed.text, conflicts: conflictsIn(regions) + inTitle }
}

/** The suggestion merged with the page now. */
export function mergedWith(info: SuggestionInfo): Text & { conflicts: number } {
  const { current, base_title, page_title } = info
  const proposed = { title: page_title, text: unix(info.page_content) }
  if (!current) return { ...proposed, conflicts: 0 }
  const base = { title: base_title, text: unix(info.base_content) }
  return mergedTexts(base, proposed, { title: current.page_title, text: unix(current.page_content) })
}

/** Both texts of the merge view, in which conflicts are settled. */
export function sourcesOf(info: SuggestionInfo) {
  const { base_title: title, base_content, current } = info
  const version = current?.version ?? '0'
  return {
    mine: { title: info.page_title, text: unix(info.page_content), cat_id: info.cat_id },
    sources: {
      base: { title, text: unix(base_content), cat_id: info.cat_id },
      theirs: {
        version,
        author_username: current?.author_username ?? '',
        author_name: current?.author_name ?? '',
        addtime: current?.addtime ?? '0',
        content: { title: current?.page_title ?? '', text: unix(current?.page_content ?? ''), cat_id: info.cat_id },
      },
    },
  }
}

/** What the reviewer sees and decides: the difference from the page now, the changes left out, and settled conflicts. */
export function useReview(info: SuggestionInfo) {
  const [settled, setSettled] = useState<Content>()
  // Counts the settlements: their text has no number of its own.
  const [settlement, setSettlement] = useState(0)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const merged = useMemo(() => mergedWith(info), [info])
  const isClosed = info.state !== 'open'
  // A decided suggestion is shown as it was made.
  const from = isClosed ? unix(info.base_content) : unix(info.current?.page_content ?? '')
  const fromTitle = isClosed ? info.base_title : (info.current?.page_title ?? '')
  const conflicts = settled || isClosed ? 0 : merged.conflicts
  const text = settled?.text ?? (isClosed ? unix(info.page_content) : merged.text)
  const title = settled?.title ?? (isClosed ? info.page_title : merged.title)
  const diff = useMemo(() => diffLines(from, text), [from, text])
  const changes = useMemo(() => changesOf(diff.rows), [diff])
  const before = [info.suggestion_id, info.revision, info.state, info.current?.version].join(' ')
  const isNothing = !isClosed && from === text && fromTitle === title
  return {
    /** Identify the texts, which are long: a version and a revision never change, and the rest is what the reviewer chose. */
    keys: { before, after: [before, settlement, ...[...leftOut].sort((a, b) => a - b)].join(' ') },
    diff,
    changes,
    conflicts,
    titles: { from: fromTitle, to: title },
    leftOut,
    isNothing,
    isSettled: settled !== undefined,
    settle(content: Content | undefined) {
      setSettled(content)
      setSettlement((count) => count + 1)
      setLeftOut(new Set())
    },
    toggle(number: number) {
      const next = new Set(leftOut)
      if (!next.delete(number)) next.add(number)
      setLeftOut(next)
    },
    /** The text of the page after accepting. */
    result: () => resultOf(diff, leftOut),
    /** The fields of an acceptance: the text only if it is not the merged suggestion. */
    fields: () => (settled || leftOut.size > 0 ? { page_title: title, page_content: resultOf(diff, leftOut) } : {}),
  }
}

export type Review = ReturnType<typeof useReview>
