import type { Answer } from '@sheaf/contract/client'
import { type ReactNode, useState } from 'react'
import { api, isError } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useConfirmed } from '../../ui/confirm/confirmed.tsx'
import { usePasskey } from '../../ui/confirm/use-passkey.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { securityWords } from './security.words.ts'
import { toastRefusal } from './setup.tsx'

export const NAME_MAX_CHARS = 60
type Begun = Answer<'secondStep', 'beginPasskey'>

interface Adding {
  /** Asks the person to confirm if necessary, then opens the dialog. */
  begin: () => void
  busy: boolean
  dialogs: ReactNode
}

/** Adding a passkey: confirmation, name, the question of the browser, and the recovery codes that come with a first method. */
export function useAddPasskey({ isFirst, onDone }: { isFirst: boolean; onDone?: () => void }): Adding {
  const t = useWords(securityWords)
  const passkey = usePasskey()
  const [confirmed, question] = useConfirmed()
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const beginning = useSend(() => confirmed(() => api.secondStep.beginPasskey({})), { onDone: setBegun, onFailed: toastRefusal })
  const finish = () => {
    setCodes([])
    toast(t.passkeyAdded)
    onDone?.()
  }
  const add = async (name: string) => {
    const answer = await passkey.make(begun as Begun)
    const made = await confirmed(() => api.secondStep.addPasskey({ answer, name }))
    setBegun(undefined)
    if (made.codes.length > 0) setCodes(made.codes)
    else finish()
  }
  const begin = () => void beginning.send(undefined)
  const dialogs = (
    <>
      {begun && <AddDialog key={begun.challenge} isFirst={isFirst} onAdd={add} onAgain={begin} onClose={() => setBegun(undefined)} />}
      {codes.length > 0 && <CodesDialog codes={codes} onClose={finish} />}
      {question}
    </>
  )
  return { begin, busy: beginning.busy, dialogs }
}

interface Props {
  isFirst: boolean
  onAdd: (name: string) => Promise<void>
  onAgain: () => void
  onClose: () => void
}

function AddDialog({ isFirst, onAdd, onAgain, onClose }: Props) {
  const t = useWords(securityWords)
  const [name, setName] = useState('')
  const adding = useSend(onAdd, { changes: api.secondStep.addPasskey })
  // A challenge that was answered, or is too old, is replaced by a new one.
  const isOver = isError(adding.error, 'passkeyNotBegun', 'passkeyWrong', 'passkeyTaken')
  return (
    <Dialog
      title={t.addTitle}
      onClose={onClose}
      onSubmit={isOver ? onAgain : () => void adding.send(name)}
      actions={<FormActions action={isOver ? t.startAgain : t.addDo} disabled={adding.busy} onClose={onClose} />}
    >
      <p>{t.addText}</p>
      {isFirst && <p>{t.addFirst}</p>}
      <Field
        label={t.passkeyName}
        help={t.passkeyNameHelp}
        optional
        name="passkey-name"
        autoComplete="off"
        maxLength={NAME_MAX_CHARS}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <FieldError>{adding.error?.message}</FieldError>
    </Dialog>
  )
}
