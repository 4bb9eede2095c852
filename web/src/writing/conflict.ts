import type { RefObject } from 'react'
import { useWords } from '../lib/words.ts'
import { toast } from '../ui/toast.tsx'
import { conflictWords } from './editor.words.ts'
import type { PendingNavigation } from './leave.tsx'
import type { Content, NewerVersion, Saver } from './saver.ts'
import type { SaveResult } from './saving.ts'

interface Options {
  content: { read: () => Content; write: (content: Content) => void; markSaved: (content: Content) => void }
  saver: Saver
  keepDraft: () => void
  save: (over?: string) => Promise<SaveResult>
  closeConflict: () => void
  pendingNavigation: RefObject<PendingNavigation | undefined>
}

/** The resolutions of a conflict. A navigation that waits for the save is continued or cancelled. */
export function useConflictResolution({ content, saver, keepDraft, save, closeConflict, pendingNavigation }: Options) {
  const t = useWords(conflictWords)
  const saveAgain = async (over?: string) => {
    const saved = await save(over)
    if (saved === 'all') pendingNavigation.current?.go()
    else if (saved === 'not') pendingNavigation.current?.stay()
  }
  return {
    onKeep() {
      closeConflict()
      pendingNavigation.current?.stay()
    },
    onOver(over: string) {
      closeConflict()
      void saveAgain(over)
    },
    /** The text is now based on their version: if this save fails, the next one uses the same base. */
    onMerged(merged: Content, theirs: NewerVersion) {
      closeConflict()
      content.write(merged)
      saver.rebase(theirs.version, theirs.content)
      void saveAgain()
    },
    /** The local text stays as a draft on this computer until the next save. */
    onTake(theirs: NewerVersion) {
      const mine = content.read()
      const previous = saver.origin()
      const differs = mine.text !== theirs.content.text
      if (differs) keepDraft()
      closeConflict()
      content.write(theirs.content)
      saver.rebase(theirs.version, theirs.content)
      content.markSaved(theirs.content)
      const undo = () => {
        content.write(mine)
        saver.rebase(previous.version, previous.content)
      }
      if (differs) toast(t.taken, 'ok', { detail: t.takenDetail, action: { text: t.undo, run: undo } })
      pendingNavigation.current?.go()
    },
  }
}
