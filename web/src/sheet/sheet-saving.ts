import type { Answer } from '@sheaf/contract/client'
import { CONTENT_CHARS_MAX } from '@sheaf/contract/limits'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { useDrafts } from '../writing/drafts.ts'
import { type Content, contentOf, createSaver, type Outcome } from '../writing/saver.ts'
import { type SavedOutcome, type SaveResult, useSaving } from '../writing/saving.ts'
import { sheetEditWords } from './sheet-edit.words.ts'
import type { SheetState } from './sheet-work.ts'

interface SheetSavingOptions {
  item_id: string
  page: Answer<'page', 'info'>
  work: SheetState
  onSaved: () => void
}

/** Saving, drafts and what a newer version means for them: as for a page of text, with the book in the place of the text. */
export function useSheetSaving({ item_id, page, work, onSaved: tell }: SheetSavingOptions) {
  const t = useWords(sheetEditWords)
  const account = useAccount()
  const { read, markSaved, replace, isDirty, settle } = work
  const [start] = useState(() => contentOf(page))
  const version = useRef(page.version)
  const [saver] = useState(() => createSaver(item_id, { page_id: page.page_id, version: page.version, content: start }))

  const content = useMemo(
    () => ({
      read: (): Content => ({ ...start, text: read() }),
      write: ({ text }: Content) => replace(text),
      markSaved: ({ text }: Content) => markSaved(text),
    }),
    [start, read, replace, markSaved],
  )
  const drafts = useDrafts({
    place: { uid: account?.uid ?? '', item_id, page_id: page.page_id },
    loaded: start,
    version: useCallback(() => version.current, []),
    read: content.read,
    isDirty,
  })
  const guarded = useMemo(
    () => ({
      async save(now: Content, over?: string): Promise<Outcome> {
        if (now.text.length <= CONTENT_CHARS_MAX) return saver.save(now, over)
        return { kind: 'refused', message: t.tooLarge((now.text.length / 1024 / 1024).toFixed(1)) }
      },
    }),
    [saver, t],
  )
  const onSaved = useCallback(
    (outcome: SavedOutcome) => {
      version.current = outcome.version
      markSaved(outcome.content.text)
      drafts.clear()
      tell()
    },
    [markSaved, drafts.clear, tell],
  )
  const same = useCallback(() => !isDirty(), [isDirty])
  const { state, save: saveText, conflict, closeConflict } = useSaving({ saver: guarded, content: content.read, same, onSaved })
  const save = useCallback(
    (over?: string): Promise<SaveResult> => {
      settle()
      return saveText(over)
    },
    [settle, saveText],
  )
  const restoreDraft = () => {
    const { offer } = drafts
    if (!offer) return
    replace(offer.text)
    if (offer.version) {
      saver.standOn(offer.version)
      version.current = offer.version
    }
    drafts.settle()
  }
  return { state, save, conflict, closeConflict, drafts, saver, version, content, restoreDraft }
}
