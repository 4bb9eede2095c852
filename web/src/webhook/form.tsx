import { languages } from '@sheaf/contract/languages'
import { SIGNED_BOTS, WEBHOOK_KINDS, WEBHOOK_NAME_MAX, WEBHOOK_URL_MAX, type WebhookKind } from '@sheaf/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, isError, read } from '../lib/api.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, requiredUntrimmed, useForm } from '../ui/forms/form.tsx'
import { FormPassword, FormSelect, FormText } from '../ui/forms/form-fields.tsx'
import { FieldError, FormActions } from '../ui/forms/form-foot.tsx'
import { useSend } from '../ui/send.ts'
import { KindSign } from './kind.tsx'
import { type EventGroup, eventGroups, groupNames, groupsOf, kindOf, type SavedWebhook, type Webhook } from './rows.ts'
import { webhookWords } from './webhook.words.ts'

/** Refusals of the address, which are shown at its field. */
const isAddress = (error: Error) => isError(error, 'outboundAddress', 'outboundForbidden')

type Fields = { name: string; url: string; secret: string; cat_id: string; language: string }

interface Props {
  /** '0' for the site. */
  item_id: string
  /** The webhook to change. */
  webhook?: Webhook
  onSaved: (saved: SavedWebhook) => void
  onClose: () => void
}

/** The fields of a webhook, in a dialog. Its address is never shown again, so an empty one keeps it. */
export function WebhookForm({ item_id, webhook, onSaved, onClose }: Props) {
  const t = useWords(webhookWords)
  const language = useLanguage()
  const [kind, setKind] = useState<WebhookKind>(webhook ? kindOf(webhook) : 'json')
  const [groups, setGroups] = useState<ReadonlySet<EventGroup>>(
    () => new Set(webhook ? groupsOf(webhook.events) : ['changed', 'added', 'gone', 'opened']),
  )
  const [isNoneChosen, setNoneChosen] = useState(false)
  const form = useForm<Fields>({
    name: webhook?.name ?? '',
    url: '',
    secret: '',
    cat_id: webhook?.cat_id ?? '0',
    language: webhook?.language ?? language,
  })
  const save = useSend(api.webhook.save, {
    done: t.saved,
    onDone: (saved) => {
      onSaved(saved)
      onClose()
    },
    onFailed: (error) => {
      if (!isAddress(error)) return
      form.refuse({ url: error.message })
      form.focus('url')
    },
  })
  const submit = () => {
    setNoneChosen(groups.size === 0)
    if (groups.size === 0) return
    const events = JSON.stringify(groupNames.filter((group) => groups.has(group)).flatMap((group) => [...eventGroups[group]]))
    void save.send({ ...form.values, webhook_id: webhook?.webhook_id ?? '', item_id, kind, events, is_on: webhook?.is_on ?? '1' })
  }
  const helps: Record<WebhookKind, string> = {
    json: t.urlHelp,
    wecom: t.wecomHelp,
    dingtalk: t.dingtalkHelp,
    feishu: t.feishuHelp,
    slack: t.slackHelp,
  }
  return (
    <Dialog
      title={webhook ? t.editTitle(webhook.name) : t.newTitle}
      onClose={onClose}
      actions={<FormActions action={t.save} disabled={save.busy} form="webhook-form" onClose={onClose} />}
    >
      <Form form={form} id="webhook-form" onSubmit={submit}>
        {!webhook && <Kinds kind={kind} onChange={setKind} />}
        <FormText name="name" label={t.name} maxLength={WEBHOOK_NAME_MAX} check={requiredUntrimmed(t.nameMissing)} autoFocus />
        <FormText
          name="url"
          label={kind === 'json' ? t.url : t.botUrl}
          help={webhook ? t.urlKeptHelp(webhook.host) : helps[kind]}
          maxLength={WEBHOOK_URL_MAX}
          placeholder={webhook ? t.urlKept : 'https://'}
          autoComplete="off"
          spellCheck={false}
          {...(webhook ? {} : { check: requiredUntrimmed(t.urlMissing) })}
        />
        {SIGNED_BOTS.includes(kind) && (
          <FormPassword
            name="secret"
            label={t.botSecret}
            optional
            help={webhook?.has_secret === '1' ? t.botSecretKept : t.botSecretHelp}
            autoComplete="off"
          />
        )}
        <Events chosen={groups} onChange={setGroups} />
        <FieldError>{isNoneChosen && groups.size === 0 ? t.eventsMissing : undefined}</FieldError>
        <div className="hook-pair">
          {item_id !== '0' && <Catalogs item_id={item_id} />}
          <FormSelect name="language" label={t.language}>
            {Object.entries(languages).map(([code, { name }]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </FormSelect>
        </div>
        {kind !== 'json' && <Preview />}
        <FieldError>{save.error && !isAddress(save.error) ? save.error.message : undefined}</FieldError>
      </Form>
    </Dialog>
  )
}

function Kinds({ kind, onChange }: { kind: WebhookKind; onChange: (kind: WebhookKind) => void }) {
  const t = useWords(webhookWords)
  const name = useId()
  return (
    <fieldset className="hook-kinds">
      <legend>{t.kind}</legend>
      {WEBHOOK_KINDS.map((one) => (
        <label key={one} className={one === kind ? 'on' : undefined}>
          <input type="radio" name={name} checked={one === kind} onChange={() => onChange(one)} />
          <KindSign kind={one} />
          {t[one]}
        </label>
      ))}
    </fieldset>
  )
}

function Events({ chosen, onChange }: { chosen: ReadonlySet<EventGroup>; onChange: (chosen: ReadonlySet<EventGroup>) => void }) {
  const t = useWords(webhookWords)
  const toggle = (group: EventGroup) => {
    const next = new Set(chosen)
    if (!next.delete(group)) next.add(group)
    onChange(next)
  }
  return (
    <fieldset className="hook-events">
      <legend>{t.events}</legend>
      {groupNames.map((group) => (
        <label key={group} className="check">
          <input type="checkbox" checked={chosen.has(group)} onChange={() => toggle(group)} />
          {t[group]}
        </label>
      ))}
    </fieldset>
  )
}

function Catalogs({ item_id }: { item_id: string }) {
  const t = useWords(webhookWords)
  const catalogs = useQuery(read(api.catalog.catListName, { item_id }))
  return (
    <FormSelect name="cat_id" label={t.only}>
      <option value="0">{t.whole}</option>
      {catalogs.data?.map(({ cat_id, cat_name }) => (
        <option key={cat_id} value={cat_id}>
          {cat_name}
        </option>
      ))}
    </FormSelect>
  )
}

/** How a message looks in a chat. */
function Preview() {
  const t = useWords(webhookWords)
  return (
    <div className="hook-preview">
      <div className="label">{t.preview}</div>
      <div className="hook-bubble">
        <p>
          <b>{t.previewPage}</b> · {t.previewItem}
        </p>
        <blockquote>{t.previewText}</blockquote>
        <p className="muted">{t.previewBy}</p>
      </div>
    </div>
  )
}
