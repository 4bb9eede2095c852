import type { Answer } from '@sheaf/contract/client'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { api, isError, isOwnPasswordError } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { longDate, siteDay } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useSwitchAccount } from '../../session/session.ts'
import { useOwnProof } from '../../ui/confirm/own-proof.ts'
import { Form, requiredUntrimmed, useForm } from '../../ui/forms/form.tsx'
import { FormPassword, FormSelect } from '../../ui/forms/form-fields.tsx'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { Logo } from '../../ui/frame/top-bar.tsx'
import { Avatar } from '../../ui/person.tsx'
import { useSend } from '../../ui/send.ts'
import { tokenWords } from '../token.words.ts'
import { Items, Scope } from '../token-scope.tsx'
import { Vouched } from '../vouched.tsx'
import { consentWords } from './consent.words.ts'

const LEVELS = ['1', '2', '3', '4'] as const
const EVERYTHING = '4'
/** Few programs ask for the highest level, so it is not shown to say that it was not asked for. */
const USUAL_LEVEL_MAX = 3
const DAYS = [30, 90, 180, 365]
const USUAL_DAYS = 90
/** A click that was meant for another window must not give access. */
const ARMED_AFTER_MS = 500

/** Whether the screen was visible for a moment. */
function useArmed() {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const begin = () => {
      clearTimeout(timer)
      setArmed(false)
      timer = setTimeout(() => setArmed(true), ARMED_AFTER_MS)
    }
    const onVisible = () => document.visibilityState === 'visible' && begin()
    begin()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])
  return isArmed
}

interface Props {
  query: string
  request: Answer<'oauth', 'request'>
  account: Account
  onDone: (isAllowed: boolean, redirect: string) => void
}

/** What the program asks for, and what the user gives it. */
export function ConsentForm({ query, request, account, onDone }: Props) {
  const t = useWords(consentWords)
  const token = useWords(tokenWords)
  const isArmed = useArmed()
  const daysMax = Number(request.days_max)
  const days = [...DAYS.filter((one) => one < daysMax), ...(DAYS.includes(daysMax) || daysMax < Math.max(...DAYS) ? [daysMax] : [])]
  const form = useForm({
    level: request.level,
    is_limited: '0',
    days: String(Math.min(USUAL_DAYS, daysMax)),
    password: '',
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isNoneChosen, setNoneChosen] = useState(false)
  const { level, is_limited } = form.values
  const { hasField, confirmed, dialog } = useOwnProof(level === EVERYTHING)
  const decide = useSend(api.oauth.decide, {
    onDone: ({ redirect }, { allow }) => onDone(allow === '1', redirect),
    onFailed: (error) => {
      if (isOwnPasswordError(error)) form.focus('password', { select: true })
    },
  })
  const allow = () => {
    const isMissing = is_limited === '1' && chosen.size === 0
    setNoneChosen(isMissing)
    if (isMissing) return
    const item_ids = JSON.stringify(is_limited === '1' ? [...chosen].map(Number) : [])
    // A refusal is shown as `problem`.
    confirmed(() => decide.send({ query, allow: '1', ...form.values, password: hasField ? form.values.password : '', item_ids })).catch(
      () => {},
    )
  }
  const problem = isError(decide.error, 'requestWrong') ? t.overText : (decide.error?.message ?? '')
  return (
    <>
      <Head request={request} account={account} />
      <Form form={form} onSubmit={allow}>
        <Levels asked={Number(request.level)} value={level} onChange={(next) => form.set({ level: next })} />
        <Scope isFixed={false}>
          {is_limited === '1' && (
            <>
              <Items chosen={chosen} onChange={setChosen} />
              <FieldError>{isNoneChosen && chosen.size === 0 ? token.pickNone : undefined}</FieldError>
            </>
          )}
        </Scope>
        <FormSelect name="days" label={t.until}>
          {days.map((one) => (
            <option key={one} value={one}>
              {token.dayCount(one)}
            </option>
          ))}
        </FormSelect>
        {hasField && (
          <FormPassword
            name="password"
            label={token.password}
            check={requiredUntrimmed(token.passwordMissing)}
            autoComplete="current-password"
          />
        )}
        <FieldError>{problem}</FieldError>
        <div className="consent-acts">
          <button type="button" className="btn" disabled={!isArmed || decide.busy} onClick={() => void decide.send({ query, allow: '0' })}>
            {t.refuse}
          </button>
          <button type="submit" className="btn primary" disabled={!isArmed || decide.busy}>
            {t.allow}
          </button>
        </div>
      </Form>
      {dialog}
    </>
  )
}

const isOnThisComputer = (address: string) => /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?=[:/?]|$)/.test(address)

/** Who asks, as whom it would act, and where the answer goes. */
function Head({ request, account }: Pick<Props, 'request' | 'account'>) {
  const t = useWords(consentWords)
  const language = useLanguage()
  const here = useLocation()
  const { client_id, client_name, kind, redirect_uri, connected_time, connected_level } = request
  const levels: Record<string, string> = { 1: t.level1, 2: t.level2, 3: t.level3, 4: t.level4 }
  const switchAccount = useSwitchAccount()
  const day = siteDay(longDate(Number(connected_time), language), language)
  const connected = kind === 'registered' ? t.connected : t.connectedToo
  return (
    <>
      <div className="consent-pair" aria-hidden="true">
        <span className="c3">{Array.from(client_name)[0]?.toUpperCase()}</span>
        <i />
        <span className="c1">
          <Logo />
        </span>
      </div>
      <h1>{t.wants(client_name)}</h1>
      <div className="consent-as">
        <Avatar {...account} />
        <span className="cut">
          {account.name || account.username} {account.name && <span className="muted">{account.username}</span>}
        </span>
        <button type="button" className="btn quiet small" onClick={() => void switchAccount(here.pathname + here.search)}>
          {t.other}
        </button>
      </div>
      <dl className="consent-facts">
        <dt>{t.who}</dt>
        <dd>
          <Vouched kind={kind} client_id={client_id} otherwise={<span className="tag warn">{t.named}</span>} />
        </dd>
        <dt>{t.back}</dt>
        <dd>
          <bdi className="mono">{redirect_uri}</bdi> {isOnThisComputer(redirect_uri) && <span className="muted">{t.onThisComputer}</span>}
        </dd>
      </dl>
      {connected_time !== '0' && <p className="line-note info">{connected(day, levels[connected_level] ?? connected_level)}</p>}
    </>
  )
}

interface LevelsProps {
  asked: number
  value: string
  onChange: (level: string) => void
}

/** The levels up to the one that the program asks for. */
function Levels({ asked, value, onChange }: LevelsProps) {
  const t = useWords(consentWords)
  const texts: Record<string, [string, string]> = {
    1: [t.level1, t.level1Text],
    2: [t.level2, t.level2Text],
    3: [t.level3, t.level3Text],
    4: [t.level4, t.level4Text],
  }
  return (
    <fieldset className="field">
      <legend className="label">{t.may}</legend>
      {LEVELS.filter((level) => Number(level) <= Math.max(asked, USUAL_LEVEL_MAX)).map((level) => {
        const [name, help] = texts[level] ?? ['', '']
        const isOffered = Number(level) <= asked
        return (
          <label key={level} className="choice consent-level">
            <input
              type="radio"
              name="level"
              value={level}
              checked={value === level}
              disabled={!isOffered}
              onChange={() => onChange(level)}
            />
            <span>
              <b>
                {name} {Number(level) === asked && <span className="tag">{t.asked}</span>}
              </b>
              <small>{isOffered ? help : t.notAsked}</small>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
