import { useState } from 'react'
import { api } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { useSend } from '../ui/send.ts'
import { StewardField } from './fields.tsx'
import { reviewSetWords } from './review.words.ts'

interface Props {
  item_id: string
  page_ids: string[]
  /** "“Refund rules”", or "3 pages". */
  name: string
  onClose: () => void
  onDone?: () => void
}

/** Asks a person to be responsible for own pages. */
export function HandOnDialog({ item_id, page_ids, name, onClose, onDone }: Props) {
  const t = useWords(reviewSetWords)
  const [person, setPerson] = useState({ key: '', name: '' })
  const send = useSend(api.review.handOn, {
    done: t.handedOn(person.name),
    onDone: () => {
      onDone?.()
      onClose()
    },
  })
  const submit = () => {
    if (person.key) void send.send({ item_id, page_ids: JSON.stringify(page_ids), uid: person.key.slice(1) })
  }
  const [first] = page_ids
  return (
    <Dialog
      title={t.handOnTitle(name)}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={t.handOnDo} disabled={send.busy || !person.key} onClose={onClose} />}
    >
      <p>{t.handOnText}</p>
      <StewardField
        where={{ item_id, ...(first && { page_id: first }) }}
        label={t.person}
        value={person.key}
        onlyPeople
        empty={t.findPerson}
        onChange={(key, chosen) => setPerson({ key, name: chosen })}
        onClear={() => setPerson({ key: '', name: '' })}
      />
      <FieldError>{send.error?.message}</FieldError>
    </Dialog>
  )
}
