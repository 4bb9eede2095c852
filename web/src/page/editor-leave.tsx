import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { editorWords } from './editor.words.ts'
import type { Kept } from './editor-load.ts'

interface Props {
  dirty: boolean
  /** The history entry with this session is the same screen under its new address. */
  session: string
  onSave: () => Promise<boolean>
}

/** Asks before unsaved text is left behind, by a link as well as by closing the window. */
export function EditorLeave({ dirty, session, onSave }: Props) {
  const t = useWords(editorWords)
  const blocker = useBlocker(({ nextLocation }) => dirty && (nextLocation.state as Kept | null)?.editor !== session)

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])

  if (blocker.state !== 'blocked') return null
  const saveAndLeave = async () => {
    if (await onSave()) blocker.proceed()
    else blocker.reset()
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
