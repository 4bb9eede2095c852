import { NOTE_MAX } from '@sheaf/contract/limits'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoteField } from '../../ui/forms/field.tsx'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { useSend } from '../../ui/send.ts'
import { reviewWords, suggestionWords } from '../suggestion.words.ts'
import type { SuggestionInfo } from './model.ts'

interface Props {
  info: SuggestionInfo
  onClose: () => void
}

/** The note begins with what was written on the screen. */
export function DeclineDialog({ info: { suggestion_id, revision, name }, note: initial, onClose }: Props & { note: string }) {
  const t = useWords(reviewWords)
  const { cancel } = useWords(suggestionWords)
  const [note, setNote] = useState(initial)
  const { send, busy, error } = useSend(api.suggestion.decline, { done: t.doneDecline, onDone: onClose })
  const decline = () => void send({ suggestion_id, revision, note })
  return (
    <Dialog
      title={t.declineTitle}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {cancel}
          </button>
          <button type="button" className="btn danger" disabled={busy} onClick={decline}>
            {t.declineDo}
          </button>
        </>
      }
    >
      <p>{t.declineText(name)}</p>
      <NoteField label={t.declineNote} maxLength={NOTE_MAX} value={note} onValue={setNote} autofocus />
      <FieldError>{error?.message ?? ''}</FieldError>
    </Dialog>
  )
}

export function WithdrawDialog({ info: { suggestion_id }, onClose }: Props) {
  const t = useWords(reviewWords)
  const { send } = useSend(api.suggestion.withdraw, { done: t.doneWithdraw })
  return (
    <ConfirmDialog title={t.withdrawTitle} action={t.withdrawDo} onConfirm={() => send({ suggestion_id })} onClose={onClose}>
      {t.withdrawText}
    </ConfirmDialog>
  )
}
