import './lock.css'
import { useState } from 'react'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { lockWords } from '../editor.words.ts'
import type { LockState } from './lock.ts'

interface Props {
  state: Extract<LockState, { kind: 'foreign' }>
  /** Path of the page, to read it meanwhile. */
  page: string
  /** Tries to take the lock; resolves to false if another user still holds it. */
  onEdit: () => Promise<boolean>
}

/** Names the user who holds the lock. The dialog stays until the user decides, and reports when the page is free. */
export function EditorLocked({ state, page, onEdit }: Props) {
  const t = useWords(lockWords)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const holder = state.holder || t.someone
  const back = () => navigate(page, { replace: true })
  const edit = async () => {
    setBusy(true)
    if (await onEdit()) return
    setTries((count) => count + 1)
    setBusy(false)
  }
  return (
    <Dialog
      title={state.free ? t.freeTitle : t.busyTitle(holder)}
      onClose={back}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={back}>
            {t.back}
          </button>
          <button type="button" className="btn primary" disabled={busy} onClick={() => void edit()}>
            {state.free ? t.edit : t.again}
          </button>
        </>
      }
    >
      <div className="lock-text" role="status">
        {state.free ? (
          <p>{t.freeText(holder)}</p>
        ) : (
          <>
            {tries > 0 && <p key={tries}>{t.stillBusy(holder)}</p>}
            <p>{t.busyText}</p>
            <p>{t.busyLater}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
