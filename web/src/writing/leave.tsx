import { type RefObject, useEffect, useState } from 'react'
import { useBlocker } from '../lib/navigation/provider.tsx'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { editorWords } from './editor.words.ts'
import type { SaveResult } from './saving.ts'

/** Carried in the history entry when a new page gets its address, so that the screen stays as it is. */
export interface EditorHistoryState {
  editor?: string
}

/** A navigation that waits for a save: continue or cancel it. */
export interface PendingNavigation {
  go: () => void
  stay: () => void
}

interface Props {
  dirty: boolean
  /** A history entry with this session key is the same screen under its new address, not a leave. */
  session: string
  onSave: () => Promise<SaveResult>
  /** Set while a conflict dialog is open; its resolution continues or cancels the navigation. */
  pendingNavigation: RefObject<PendingNavigation | undefined>
}

/** Asks for confirmation before the user leaves unsaved text by a link or by closing the window. */
export function EditorLeave({ dirty, session, onSave, pendingNavigation }: Props) {
  const t = useWords(editorWords)
  const blocker = useBlocker(({ nextLocation }) => dirty && (nextLocation.state as EditorHistoryState | null)?.editor !== session)

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])

  const [leaving, setLeaving] = useState(false)
  if (blocker.state !== 'blocked' || leaving) return null
  const end = (what: 'proceed' | 'reset') => () => {
    pendingNavigation.current = undefined
    setLeaving(false)
    blocker[what]()
  }
  const saveAndLeave = async () => {
    setLeaving(true)
    const [go, stay] = [end('proceed'), end('reset')]
    const saved = await onSave()
    if (saved === 'all') go()
    else if (saved === 'conflict') pendingNavigation.current = { go, stay }
    else stay()
  }
  return (
    <Dialog
      title={t.leaveTitle}
      onClose={() => blocker.reset()}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={() => blocker.reset()}>
            {t.stay}
          </button>
          <button type="button" className="btn" onClick={() => blocker.proceed()}>
            {t.leave}
          </button>
          <button type="button" className="btn primary" onClick={() => void saveAndLeave()}>
            {t.saveAndLeave}
          </button>
        </>
      }
    >
      <p>{t.leaveText}</p>
    </Dialog>
  )
}
