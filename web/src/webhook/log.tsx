import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { longDate, shortDate } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Pager } from '../ui/pager.tsx'
import { Bone, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import { toast } from '../ui/toast.tsx'
import { problemText } from './kind.tsx'
import type { Delivery, Webhook } from './rows.ts'
import { webhookWords } from './webhook.words.ts'

const ROWS = 20
const POLL_MS = 5000

/** The state of a delivery: a sign and a word. */
function State({ delivery: { state, status, tries } }: { delivery: Delivery }) {
  const t = useWords(webhookWords)
  const isTried = state === 'waiting' && tries !== '0'
  const looks = {
    done: ['ok', CircleCheck, t.delivered],
    failed: ['bad', CircleX, t.gaveUp],
    dropped: ['bad', CircleX, t.dropped],
  } as const
  const [look, Icon, text] =
    state === 'waiting' ? (['wait', Clock, t.waiting] as const) : (looks[state as keyof typeof looks] ?? (['wait', Clock, state] as const))
  return (
    <span className={`hook-state ${look}`}>
      <Icon className="i" aria-hidden="true" />
      {text}
      {isTried && status !== '0' && ` (${status})`}
    </span>
  )
}

/** What was sent, what came back, and the attempts. */
function DeliveryDialog({ id, onResend, onClose }: { id: string; onResend: () => void; onClose: () => void }) {
  const t = useWords(webhookWords)
  const language = useLanguage()
  const found = useQuery(read(api.webhook.delivery, { id }))
  const one = found.data
  return (
    <Dialog
      title={one ? `${one.type} · ${one.title}` : t.log}
      wide
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={onClose}>
            {t.close}
          </button>
          <button type="button" className="btn primary" disabled={!one} onClick={onResend}>
            {t.resend}
          </button>
        </>
      }
    >
      {one ? (
        <>
          <ul className="hook-attempts" aria-label={t.attempts}>
            {one.attempts.map(({ time, status, ms, problem }, at) => (
              <li key={`${time}${at + 1}`}>
                <span className="muted">{longDate(Number(time), language)}</span>{' '}
                {t.attempt(problem === '' ? t.pStatus(status) : problemText(t, { problem, status, said: one.said }), t.ms(ms))}
              </li>
            ))}
            {one.state === 'waiting' && Number(one.next_time) > 0 && (
              <li className="wait">{t.nextAttempt(longDate(Number(one.next_time), language))}</li>
            )}
          </ul>
          <div className="hook-two">
            <div>
              <h3>{t.sent}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
              <pre className="scroll" tabIndex={0}>
                {one.sent || t.pSealed}
              </pre>
            </div>
            <div>
              <h3>{t.answer}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
              <pre className="scroll" tabIndex={0}>
                {one.said || one.answer || t.answerNone}
              </pre>
              <p className="help">{t.answerHelp}</p>
            </div>
          </div>
        </>
      ) : found.isError ? (
        <ErrorNote title={t.deliveryFailed} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton>
          <Bone width={260} height={14} />
          <Bone height={240} />
        </Skeleton>
      )}
    </Dialog>
  )
}

const filters = ['', 'failed', 'waiting'] as const

/** The deliveries of a webhook, newest first. It is read again while something waits. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const language = useLanguage()
  const [state, setState] = useState<(typeof filters)[number]>('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<string | null>(null)
  const { webhook_id } = webhook
  const log = useQuery({
    ...read(api.webhook.deliveries, { webhook_id, state, page: String(page), count: String(ROWS) }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data && data.waiting !== '0' ? POLL_MS : false),
  })
  const test = useSend(api.webhook.test, {
    failed: true,
    onDone: (outcome) => (outcome.problem === '' ? toast(t.arrived(outcome.ms)) : toast(t.notArrived(problemText(t, outcome)), 'bad')),
  })
  const resend = useSend(api.webhook.resend, { failed: true, done: t.resent, onDone: () => setOpen(null) })
  const again = (id: string) => void resend.send({ id }).catch(() => {})
  const texts = { '': t.logAll, failed: t.logFailed, waiting: t.logWaiting }
  const counts = { '': '', failed: log.data?.failed ?? '', waiting: log.data?.waiting ?? '' }
  const columns: Column<Delivery>[] = [
    { head: t.state, cell: (delivery) => <State delivery={delivery} />, width: 148 },
    {
      head: t.subject,
      isName: true,
      look: 'cut',
      cell: ({ id, title }) => (
        <button type="button" className="link" onClick={() => setOpen(id)}>
          {title || t.open}
        </button>
      ),
    },
    { head: t.event, cell: ({ type }) => <code>{type}</code>, width: 176 },
    { head: t.when, cell: ({ addtime }) => shortDate(Number(addtime), language), width: 128, look: 'muted' },
    { head: t.took, cell: ({ ms, tries }) => (tries === '0' ? '' : t.ms(ms)), width: 88, isNumber: true, look: 'muted', from: 1200 },
    {
      head: t.tries,
      cell: ({ tries }) => tries,
      phone: ({ tries }) => tries !== '0' && t.tryCount(Number(tries)),
      width: 88,
      isNumber: true,
      look: 'muted',
      from: 1200,
    },
  ]
  const rows = log.data?.list ?? []
  return (
    <section className="hook-log">
      <div className="hook-log-head">
        <h2>{t.log}</h2>
        <span className="muted">{webhook.name}</span>
        <span className="grow" />
        <fieldset className="seg" aria-label={t.logShown}>
          {filters.map((filter) => (
            <button
              key={filter}
              type="button"
              className={filter === state ? 'on' : undefined}
              aria-pressed={filter === state}
              onClick={() => {
                setState(filter)
                setPage(1)
              }}
            >
              {texts[filter]} {Number(counts[filter]) > 0 && <span className="num">{counts[filter]}</span>}
            </button>
          ))}
        </fieldset>
        <button type="button" className="btn" disabled={test.busy} onClick={() => void test.send({ webhook_id }).catch(() => {})}>
          <Send className="i" aria-hidden="true" />
          {t.test}
        </button>
      </div>
      {log.error && !log.data ? (
        <ErrorNote title={t.logError} error={log.error} onRetry={() => void log.refetch()} />
      ) : !log.data ? (
        <TableWaiting rows={4} />
      ) : rows.length === 0 ? (
        <p className="muted">{state === '' ? t.logEmpty : t.logNone}</p>
      ) : (
        <>
          <Table
            name={t.log}
            look="hook-table with-menu"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            actions={{
              head: t.actions,
              width: 56,
              cell: ({ id, title }) => (
                <IconButton name={`${t.resend}: ${title}`} disabled={resend.busy} onClick={() => again(id)}>
                  <RotateCw className="i" aria-hidden="true" />
                </IconButton>
              ),
            }}
          />
          <Pager page={page} size={ROWS} total={Number(log.data.total)} onPage={setPage} />
        </>
      )}
      <p className="help">{t.logKept}</p>
      {open && <DeliveryDialog id={open} onResend={() => again(open)} onClose={() => setOpen(null)} />}
    </section>
  )
}
