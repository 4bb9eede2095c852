import { OAUTH_REDIRECTS_MAX, TOKEN_NAME_MAX } from '@sheaf/contract/limits'
import { Copy } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { copyText } from '../../lib/copy.ts'
import { useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, required, useForm } from '../../ui/forms/form.tsx'
import { FormSwitch, FormText, FormTextArea } from '../../ui/forms/form-fields.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { adminWords } from '../admin.words.ts'
import type { Client } from '../list.tsx'
import { programsWords } from './programs.words.ts'

export interface Saved {
  name: string
  client_id: string
  client_secret: string
}

/** Characters of the field with all addresses. */
const ADDRESSES_MAX = 5000
const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

interface Props {
  /** null: a new one. */
  client: Client | null
  onSaved: (saved: Saved) => void
  onClose: () => void
}

/** Enters a client by hand, for a program that cannot register itself. */
export function ClientDialog({ client, onSaved, onClose }: Props) {
  const t = useWords(programsWords)
  const ui = useWords(adminWords)
  const form = useForm({
    name: client?.name ?? '',
    addresses: client?.redirect_uris.join('\n') ?? '',
    has_secret: client?.has_secret ?? '0',
  })
  const save = useSend(api.adminAgent.saveClient, {
    ...(client && { done: ui.saved }),
    onDone: (saved) => {
      if (!client || saved.client_secret !== '') onSaved(saved)
      onClose()
    },
  })
  const submit = ({ name, addresses, has_secret }: typeof form.values) =>
    void save.send({
      client_id: client?.client_id,
      name,
      redirect_uris: JSON.stringify(linesIn(addresses)),
      has_secret,
    })
  const checkAddresses = (text: string) => {
    const count = linesIn(text).length
    if (count === 0) return t.addressesMissing
    return count > OAUTH_REDIRECTS_MAX ? t.addressesMany(OAUTH_REDIRECTS_MAX) : undefined
  }
  return (
    <Dialog
      title={client ? t.changeTitle(client.name) : t.addTitle}
      onClose={onClose}
      actions={<FormActions action={ui.save} disabled={save.busy} form="client-form" onClose={onClose} />}
    >
      <p>{t.addText}</p>
      <Form form={form} id="client-form" className="adm-client" onSubmit={submit}>
        <FormText name="name" label={t.name} maxLength={TOKEN_NAME_MAX} check={required(t.nameMissing)} autoFocus />
        <FormTextArea name="addresses" label={t.addresses} help={t.addressesHelp} maxLength={ADDRESSES_MAX} check={checkAddresses} />
        <FormSwitch name="has_secret" label={t.secret} help={t.secretHelp} />
        <FieldError>{save.error?.message}</FieldError>
      </Form>
    </Dialog>
  )
}

/** The credentials of a client, once. */
export function MadeClient({ made, onDone }: { made: Saved; onDone: () => void }) {
  const t = useWords(programsWords)
  return (
    <section className="adm-made" role="status">
      <b>{t.ready(made.name)}</b>
      <p>{made.client_secret ? t.readySecret : t.readyOpen}</p>
      <dl>
        <Value name="client_id" value={made.client_id} />
        {made.client_secret && <Value name="client_secret" value={made.client_secret} />}
      </dl>
      <button type="button" className="btn" onClick={onDone}>
        {t.done}
      </button>
    </section>
  )
}

function Value({ name, value }: { name: string; value: string }) {
  const t = useWords(programsWords)
  const copy = async () => ((await copyText(value)) ? toast(t.copied) : toast(t.notCopied, 'bad'))
  return (
    <>
      <dt>{name}</dt>
      <dd className="row">
        <span className="mono">{value}</span>
        <IconButton className="small" name={t.copy(name)} onClick={() => void copy()}>
          <Copy className="i" aria-hidden="true" />
        </IconButton>
      </dd>
    </>
  )
}
