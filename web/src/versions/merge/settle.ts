import type { RefObject } from 'react'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.tsx'
import type { PendingNavigation } from '../../writing/leave.tsx'
import type { Content, Saver } from '../../writing/saver.ts'
import type { SaveResult } from '../../writing/saving.ts'
import type { Theirs } from './merge.ts'
import { mergeWords } from './merge.words.ts'

interface Options {
  content: { read: () => Content; write: (content: Content) => void; markSaved: (content: Content) => void }
  saver: Saver
  version: RefObject<string>
  keepDraft: () => void
  save: (over?: string) => Promise<SaveResult>
  closeConflict: () => void
  wayOut: RefObject<PendingNavigation | undefined>
}

/** The ways out of a conflict. A way out of the editor that waited for the save is gone on with, or not. */
export function useConflictResolution({ content, saver, version, keepDraft, save, closeConflict, wayOut }: Options) {
  const t = useWords(mergeWords)
  const standOn = (theirs: Theirs) => {
    saver.standOn(theirs.version, theirs.content)
    version.current = theirs.version
  }
  const saveAgain = async (over?: string) => {
    const saved = await save(over)
    if (saved === 'all') wayOut.current?.go()
    else if (saved === 'not') wayOut.current?.stay()
  }
  return {
    onKeep() {
      closeConflict()
      wayOut.current?.stay()
    },
    onOver(over: string) {
      closeConflict()
      void saveAgain(over)
    },
    /** From here on the text stands on their version: if the save fails, the next one goes on from there. */
    onMerged(merged: Content, theirs: Theirs) {
      closeConflict()
      content.write(merged)
      standOn(theirs)
      void saveAgain()
    },
    /** The own text stays as a draft on this computer until something else is saved. */
    onTake(theirs: Theirs) {
      const mine = content.read()
      const before = saver.origin()
      const differs = mine.text !== theirs.content.text
      if (differs) keepDraft()
      closeConflict()
      content.write(theirs.content)
      standOn(theirs)
      content.markSaved(theirs.content)
      const back = () => {
        content.write(mine)
        saver.standOn(before.version, before.content)
        version.current = before.version
      }
      if (differs) toast(t.taken, 'ok', { detail: t.takenDetail, action: { text: t.undo, run: back } })
      wayOut.current?.go()
    },
  }
}
