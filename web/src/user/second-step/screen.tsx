import { Fragment, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api, isError } from '../../lib/api.ts'
import { Redirect } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { hasPasskeys } from '../../ui/confirm/ceremony.ts'
import { CodeInput } from '../../ui/confirm/code-input.tsx'
import { usePasskey } from '../../ui/confirm/use-passkey.ts'
import { Field } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/form.tsx'
import { AuthLayout } from '../entrance.tsx'
import { authWords } from '../entrance.words.ts'
import { ErrorLine } from '../error-line.tsx'
import { useDestination, useSignIn } from '../sign-in.ts'
import { secondStepWords } from './second-step.words.ts'

const TRUST_DAYS_MAX = 90

/** Days that the server offered with the first step. The server decides again what it accepts. */
function useTrustDays(): number {
  const days = Number(useSearchParams()[0].get('trust_days'))
  return Number.isInteger(days) && days > 0 && days <= TRUST_DAYS_MAX ? days : 0
}

type Method = 'passkey' | 'totp' | 'recovery'

/** What the server accepts for this sign-in and this browser can give. */
function useMethods(): Method[] {
  const named = useSearchParams()[0].get('methods')?.split(',') ?? ['totp', 'recovery']
  const methods = (['passkey', 'totp', 'recovery'] as const).filter((one) => named.includes(one) && (one !== 'passkey' || hasPasskeys()))
  return methods.length > 0 ? methods : ['recovery']
}

/** /user/secondStep: the second step of a sign-in that has begun with a password, the directory or a provider. */
export function SecondStepScreen() {
  const t = useWords(secondStepWords)
  const account = useAccount()
  const { redirect, destination } = useDestination()
  const [isOver, setOver] = useState(false)
  if (account) return <Redirect to={destination} />
  if (isOver)
    return (
      <AuthLayout title={t.overTitle} lead={t.over}>
        <Link className="btn primary large wide" to={paths.login(redirect)}>
          {t.back}
        </Link>
      </AuthLayout>
    )
  return <StepForm onOver={() => setOver(true)} />
}

function StepForm({ onOver }: { onOver: () => void }) {
  const t = useWords(secondStepWords)
  const { signIn } = useWords(authWords)
  const { redirect } = useDestination()
  const trustDays = useTrustDays()
  const methods = useMethods()
  const [method, setMethod] = useState(methods[0] as Method)
  const isRecovery = method === 'recovery'
  const passkey = usePasskey()
  const [code, setCode] = useState('')
  const [trusts, setTrusts] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector<HTMLElement>(method === 'passkey' ? 'button' : 'input')?.focus()
  const { enter, busy, error, forget } = useSignIn(
    async (entered: string) => {
      const trust = trusts ? '1' : '0'
      if (method !== 'passkey') return api.user.secondStep({ code: entered.trim(), trust })
      return api.user.secondStep({ code: '', passkey: await passkey.ask('step'), trust })
    },
    (refusal) => {
      if (isError(refusal, 'secondStepOver')) return onOver()
      if (method === 'totp') setCode('')
      focus()
    },
  )
  // The field of another method is a new one.
  useEffect(focus, [method])

  const change = (next: string) => {
    setCode(next)
    setMissing(false)
    if (next) forget()
  }
  const send = (entered: string) => {
    const isEmpty = method !== 'passkey' && !entered.trim()
    setMissing(isEmpty)
    if (isEmpty) focus()
    else enter(entered)
  }
  const swap = (next: Method) => {
    setMethod(next)
    setCode('')
    setMissing(false)
    forget()
  }
  const missing = isRecovery ? t.recoveryMissing : t.codeMissing
  const wrong = isError(error, 'secondStepWrong') ? error?.message : isMissing ? missing : undefined
  return (
    <AuthLayout title={t.title} lead={{ passkey: t.leadPasskey, totp: t.lead, recovery: t.leadRecovery }[method]}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(code)
        }}
      >
        {method === 'recovery' && (
          <Field
            label={t.recovery}
            name="recovery-code"
            autoCapitalize="characters"
            maxLength={40}
            value={code}
            wrong={wrong}
            onChange={(event) => change(event.target.value)}
          />
        )}
        {method === 'totp' && <CodeInput label={t.code} value={code} wrong={wrong} onChange={change} onComplete={send} />}
        {trustDays > 0 && (
          <div className="field">
            <div className="radios stacked">
              <label className="check">
                <input type="checkbox" checked={trusts} onChange={(event) => setTrusts(event.target.checked)} />
                <span>
                  {t.trust(trustDays)}
                  <span className="help">{t.trustHelp}</span>
                </span>
              </label>
            </div>
          </div>
        )}
        <ErrorLine text={error && !wrong ? error.message : ''} />
        <SubmitButton busy={busy} wide>
          {method === 'passkey' ? t.passkey : signIn}
        </SubmitButton>
      </form>
      <p className="help aside">
        {methods
          .filter((one) => one !== method)
          .map((one) => (
            <Fragment key={one}>
              <button type="button" onClick={() => swap(one)}>
                {{ passkey: t.usePasskey, totp: t.useCode, recovery: t.useRecovery }[one]}
              </button>
              {' · '}
            </Fragment>
          ))}
        <Link to={paths.login(redirect)}>{t.back}</Link>
      </p>
    </AuthLayout>
  )
}
