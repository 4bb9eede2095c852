import { Fragment, useState } from 'react'
import { api } from '../lib/api.ts'
import { longDate, shortDate, siteDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { MenuItem } from '../ui/menu.tsx'
import { useSend } from '../ui/send.ts'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { toast } from '../ui/toast.tsx'
import { WebhookForm } from './form.tsx'
import { KindSign, problemText } from './kind.tsx'
import { groupsOf, kindOf, type Outcome, type Webhook } from './rows.ts'
import { SecretDialog } from './secret.tsx'
import { webhookWords } from './webhook.words.ts'

const BARS = 12

/** The newest deliveries as bars, oldest first. */
function Bars({ recent }: Pick<Webhook, 'recent'>) {
  const t = useWords(webhookWords)
  const empty = Array.from({ length: Math.max(0, BARS - recent.length) }, (_, at) => `empty${at}`)
  const of = (state: string) => recent.filter((one) => one === state).length
  const label = `${t.recent}: ${t.delivered} ${of('done')}, ${t.gaveUp} ${of('failed') + of('dropped')}, ${t.waiting} ${of('waiting')}`
  return (
    <span className="hook-bars" role="img" aria-label={label}>
      {empty.map((key) => (
        <i key={key} />
      ))}
      {recent.map((state, at) => (
        <i key={`${state}${BARS - recent.length + at}`} className={state} />
      ))}
    </span>
  )
}

/** What is wrong with a webhook, and what to do. */
function Trouble({ webhook, onEdit, onSwitchOn }: { webhook: Webhook; onEdit: () => void; onSwitchOn: () => void }) {
  const t = useWords(webhookWords)
  const { is_readable, state, problem, said, host } = webhook
  const fix = (text: string, action: string, onFix: () => void) => (
    <div className="hook-trouble" role="note">
      <span>{text}</span>
      <button type="button" className="link" onClick={onFix}>
        {action}
      </button>
    </div>
  )
  if (is_readable === '0') return fix(t.sealedText, t.enterAddress, onEdit)
  if (state === 'off') return fix(t.offText, t.switchOn, onSwitchOn)
  if (problem === 'signature') return fix(t.signatureText(host, said), t.enterSecret, onEdit)
  if (problem === 'forbidden') return fix(t.forbiddenText(host), t.enterAddress, onEdit)
  if (problem === 'address') return fix(t.addressText(host, said), t.enterAddress, onEdit)
  return null
}

/** State marks next to the name. */
export function StateTag({ webhook }: { webhook: Pick<Webhook, 'is_on' | 'state' | 'failing_since'> }) {
  const t = useWords(webhookWords)
  const language = useLanguage()
  if (webhook.is_on === '0') return <span className="tag">{t.paused}</span>
  if (webhook.state === 'off') return <span className="tag bad">{t.off}</span>
  if (webhook.state === 'failing')
    return <span className="tag bad">{t.failingSince(siteDay(longDate(Number(webhook.failing_since), language), language))}</span>
  return null
}

/** What it gets, from where, and what did not arrive. */
function About({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const { kind, host, hint, item_id, cat_id, cat_name, waiting, dropped, events } = webhook
  const parts = groupsOf(events).map((group) => t[group])
  return (
    <span className="hook-about">
      {kind !== 'json' && <span>{t[kindOf(webhook)]}</span>}
      <span className="mono">
        {host} {hint && `…${hint}`}
      </span>
      <span>
        {parts.map((part, at) => (
          <Fragment key={part}>
            {at > 0 && ' '}
            <span className="hook-part">{at < parts.length - 1 ? `${part} ·` : part}</span>
          </Fragment>
        ))}
      </span>
      {item_id !== '0' && <span>{cat_id === '0' ? t.allChanges : t.below(cat_name)}</span>}
      {waiting !== '0' && <span>{t.waitingCount(Number(waiting))}</span>}
      {dropped !== '0' && <span>{t.droppedCount(Number(dropped))}</span>}
    </span>
  )
}

type Open = 'edit' | 'secret' | 'rotate' | 'remove' | null

interface RowProps {
  webhook: Webhook
  isShown: boolean
  onShow: () => void
}

function Row({ webhook, isShown, onShow }: RowProps) {
  const t = useWords(webhookWords)
  const language = useLanguage()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const { webhook_id, name, kind, is_on, state, next_time, last_time, item_id } = webhook
  const test = useSend(api.webhook.test, { failed: true, onDone: (outcome) => toastOutcome(outcome) })
  const save = useSend(api.webhook.save, { failed: true })
  const remove = useSend(api.webhook.delete, { done: t.removed })
  const toastOutcome = (outcome: Outcome) =>
    outcome.problem === '' ? toast(t.arrived(outcome.ms)) : toast(t.notArrived(problemText(t, outcome)), 'bad')
  const switchTo = (on: boolean) => {
    const { cat_id, language: its } = webhook
    const events = JSON.stringify(webhook.events)
    void save
      .send({ webhook_id, item_id, name, kind, events, cat_id, language: its, is_on: on ? '1' : '0' })
      .then(() => toast(on ? t.nowOn : t.nowPaused))
      .catch(() => {})
  }
  const when =
    is_on === '1' && state === 'failing' && next_time !== '0'
      ? t.nextTry(shortDate(Number(next_time), language))
      : last_time === '0'
        ? t.never
        : shortDate(Number(last_time), language)
  return (
    <li className={isShown ? 'hook on' : 'hook'}>
      <KindSign kind={kindOf(webhook)} />
      <div className="hook-text">
        <button type="button" className="hook-name" aria-pressed={isShown} onClick={onShow}>
          {name}
        </button>
        <StateTag webhook={webhook} />
        <About webhook={webhook} />
      </div>
      <div className="hook-when">
        <Bars recent={webhook.recent} />
        <span className="muted">{when}</span>
      </div>
      <RowMenu name={name}>
        <MenuItem onSelect={() => setOpen('edit')}>{t.edit}</MenuItem>
        <MenuItem onSelect={() => void test.send({ webhook_id }).catch(() => {})}>{t.test}</MenuItem>
        <MenuItem onSelect={() => switchTo(is_on === '0' || state === 'off')}>
          {is_on === '0' || state === 'off' ? t.resume : t.pause}
        </MenuItem>
        {kind === 'json' && <MenuItem onSelect={() => setOpen('secret')}>{t.secret}</MenuItem>}
        {kind === 'json' && <MenuItem onSelect={() => setOpen('rotate')}>{t.rotate}</MenuItem>}
        <MenuItem bad onSelect={() => setOpen('remove')}>
          {t.remove}
        </MenuItem>
      </RowMenu>
      <Trouble webhook={webhook} onEdit={() => setOpen('edit')} onSwitchOn={() => switchTo(true)} />
      {open === 'edit' && <WebhookForm item_id={item_id} webhook={webhook} onSaved={() => {}} onClose={close} />}
      {(open === 'secret' || open === 'rotate') && <SecretDialog webhook={webhook} isNew={open === 'rotate'} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog title={t.removeTitle(name)} action={t.removeDo} danger onConfirm={() => remove.send({ webhook_id })} onClose={close}>
          {t.removeText}
        </ConfirmDialog>
      )}
    </li>
  )
}

interface Props {
  webhooks: Webhook[]
  shown: string
  onShow: (webhook_id: string) => void
}

/** The webhooks; the chosen one has its log below. */
export function WebhookList({ webhooks, shown, onShow }: Props) {
  const t = useWords(webhookWords)
  return (
    <ul className="hooks" aria-label={t.webhooks}>
      {webhooks.map((webhook) => (
        <Row key={webhook.webhook_id} webhook={webhook} isShown={webhook.webhook_id === shown} onShow={() => onShow(webhook.webhook_id)} />
      ))}
    </ul>
  )
}
