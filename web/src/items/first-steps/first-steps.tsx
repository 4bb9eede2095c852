import './first-steps.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Check, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { useBoot } from '../../lib/boot.ts'
import { longDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { useExample } from '../first.tsx'
import { firstStepsWords } from './first-steps.words.ts'

type Step = Answer<'adminOverview', 'firstSteps'>[number]

/** The first steps of the site, for administrators; empty when nothing is left, and for other users. */
export function useFirstSteps() {
  const isAdministrator = useAccount()?.groupid === '1'
  const { data, isPending } = useQuery({ ...read(api.adminOverview.firstSteps, {}), enabled: isAdministrator, staleTime: 0 })
  return { steps: data ?? [], isPending: isAdministrator && isPending }
}

/** What is true once a step is done. */
function useFact({ step, state, fact }: Step) {
  const t = useWords(firstStepsWords)
  const language = useLanguage()
  if (state === 'skipped') return t.skipped
  if (fact === '') return t.byHand
  return {
    address: fact,
    register: fact === '1' ? t.registerOpen : t.registerClosed,
    mail: t.mailDone,
    backup: step === 'backup' && t.backupDone(longDate(Number(fact), language)),
    item: t.itemDone,
  }[step]
}

interface MarkProps {
  onMark: (step: Step['step'], state: Step['state']) => void
}

/** The ways to a first item. */
function ItemActions() {
  const t = useWords(firstStepsWords)
  const { add, isStarted, error } = useExample()
  return (
    <>
      <div className="step-more">
        <button type="button" className="btn primary small" disabled={isStarted} onClick={add}>
          {isStarted ? t.adding : t.example}
        </button>
        <Link className="btn small" to={paths.addItem()}>
          {t.newItem}
        </Link>
        <Link className="btn small" to={paths.addItem('import')}>
          {t.import}
        </Link>
        <Link className="btn small" to={paths.admin('showdoc')}>
          {t.showdoc}
        </Link>
      </div>
      {error && (
        <p className="step-more line-note bad" role="alert">
          {error.message}
        </p>
      )}
    </>
  )
}

/** An open step: what to do, and the place where it is done. */
function OpenStep({ step, onMark }: { step: Step['step'] } & MarkProps) {
  const t = useWords(firstStepsWords)
  const { site } = useBoot()
  const link = (text: string) => (
    <Link className="btn small" to={paths.admin('settings')}>
      {text}
    </Link>
  )
  const mark = (text: string) => (
    <button type="button" className="btn small" onClick={() => onMark(step, 'done')}>
      {text}
    </button>
  )
  const parts: Record<Step['step'], { text: string; code?: string; actions?: ReactNode; more?: ReactNode }> = {
    address: { text: t.addressText, code: `PUBLIC_URL=${site}` },
    register: {
      text: t.registerOpenText,
      actions: (
        <>
          {link(t.settings)}
          {mark(t.keep)}
        </>
      ),
    },
    mail: { text: t.mailText, code: 'SMTP_URL=smtp://user:password@mail.example.com:587' },
    backup: { text: t.backupText, code: 'npx --no-install sheaf backup /var/backups/sheaf', actions: mark(t.done) },
    item: { text: t.itemText, more: <ItemActions /> },
  }
  const { text, code, actions, more } = parts[step]
  return (
    <>
      <div>
        <h3>{t[step]}</h3>
        <p>{text}</p>
        {code && <code>{code}</code>}
      </div>
      <div className="step-acts">
        {actions}
        <button type="button" className="btn quiet small" aria-label={`${t.skip}: ${t[step]}`} onClick={() => onMark(step, 'skipped')}>
          {t.skip}
        </button>
      </div>
      {more}
    </>
  )
}

function ClosedStep({ step, onMark }: { step: Step } & MarkProps) {
  const t = useWords(firstStepsWords)
  const fact = useFact(step)
  return (
    <>
      <div className="step-line">
        <h3>{t[step.step]}</h3>
        <p className="cut">{fact}</p>
      </div>
      {step.state === 'skipped' && (
        <div className="step-acts">
          <button
            type="button"
            className="btn quiet small"
            aria-label={`${t.reopen}: ${t[step.step]}`}
            onClick={() => onMark(step.step, 'open')}
          >
            {t.reopen}
          </button>
        </div>
      )}
    </>
  )
}

/** One line that leads to the first steps while some are open, for pages with other contents. */
export function FirstStepsLine({ steps }: { steps: Step[] }) {
  const t = useWords(firstStepsWords)
  const done = steps.filter(({ state }) => state !== 'open').length
  if (steps.length === 0) return null
  return (
    <p className="card steps-line">
      <b>{t.title}</b>
      <span className="count">{t.count(steps.length - done)}</span>
      <Link to={paths.admin()}>{t.continue}</Link>
    </p>
  )
}

/** What a new site still needs, each with the place where it is done; until all is done or skipped, or the list is closed. */
export function FirstSteps({ steps }: { steps: Step[] }) {
  const t = useWords(firstStepsWords)
  const mark = useSend(api.adminOverview.markStep, { failed: t.failed })
  const close = useSend(api.adminOverview.markStep, { failed: t.failed })
  const reopen = useSend(api.adminOverview.markStep, { failed: t.failed })
  const done = steps.filter(({ state }) => state !== 'open').length
  const onMark: MarkProps['onMark'] = (step, state) => void mark.send({ step, state })
  async function onClose() {
    // The list is gone by then, so the toast is the only place to bring it back.
    const undo = { text: t.undo, run: () => void reopen.send({ step: 'all', state: 'open' }) }
    await close.send({ step: 'all', state: 'done' }).then(
      () => toast(t.closed, 'ok', { action: undo, durationMs: 8000 }),
      () => {},
    )
  }
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <div className="steps-head">
        <h2 id="first-steps">{t.title}</h2>
        <span className="count">{t.count(steps.length - done)}</span>
        <IconButton name={t.close} onClick={() => void onClose()}>
          <X className="i" aria-hidden="true" />
        </IconButton>
      </div>
      <p>{t.text}</p>
      <div className="steps-bar" aria-hidden="true">
        <i style={{ width: `${(done / steps.length) * 100}%` }} />
      </div>
      <ol>
        {steps.map((step, at) => (
          <li key={step.step} className={`step ${step.state}`}>
            <span className="tick" aria-hidden="true">
              {step.state === 'done' ? <Check className="i" /> : step.state === 'skipped' ? <Minus className="i" /> : at + 1}
            </span>
            {step.state === 'open' ? <OpenStep step={step.step} onMark={onMark} /> : <ClosedStep step={step} onMark={onMark} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
