import './password.css'
import { Eye, EyeOff, Lock } from 'lucide-react'
import { type FormEvent, type Ref, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { ClosedFor } from '../../ask/closed.tsx'
import { addressOf, api, isError } from '../../lib/api.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths, safeRedirect } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { FieldError } from '../../ui/forms/form-foot.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSend } from '../../ui/send.ts'
import { itemPasswordWords } from './password.words.ts'

/** The captcha field. A click on the picture loads another one. A new `key` also loads a new picture. */
function CaptchaField({ ref, wrong }: { ref: Ref<HTMLInputElement>; wrong: string }) {
  const t = useWords(itemPasswordWords)
  const [stamp, setStamp] = useState(Date.now)
  return (
    <div className="field">
      <label htmlFor="visit-code">{t.code}</label>
      <div className="code-row">
        <input
          ref={ref}
          id="visit-code"
          className={wrong ? 'input large err' : 'input large'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={10}
          aria-invalid={wrong !== ''}
          aria-describedby={wrong ? 'code-wrong' : undefined}
        />
        <button type="button" aria-label={t.renew} data-tip={t.renew} onClick={() => setStamp((old) => Math.max(Date.now(), old + 1))}>
          <img src={`${addressOf('common/verify')}?t=${stamp}`} alt={t.picture} />
        </button>
      </div>
      <FieldError id="code-wrong">{wrong}</FieldError>
    </div>
  )
}

const isCaptchaWrong = (error: unknown) => isError(error, 'captchaWrong')
/** After these errors the form requires the captcha (SPEC 8). */
const isCaptchaRequired = (error: unknown) => isError(error, 'captchaWrong', 'wrongVisitPasswordOften')

/** /item/password/{item_id}?page_id&redirect: the visit password of a private item, or with item_id 0 of a page's item. */
export function ItemPasswordScreen() {
  const t = useWords(itemPasswordWords)
  const account = useAccount()
  const navigate = useNavigate()
  const { item_id = '0' } = useParams()
  const [address] = useSearchParams()
  const page_id = address.get('page_id') ?? '0'
  const back = safeRedirect(address.get('redirect'), item_id === '0' ? paths.pageById(page_id) : paths.item({ item_id }))

  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [needsCaptcha, setNeedsCaptcha] = useState(false)
  // The server required the captcha before this screen showed it, so the typed text is not wrong.
  const [captchaJustRequired, setCaptchaJustRequired] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const [missing, setMissing] = useState<'password' | 'code' | null>(null)

  const enter = useSend(api.item.pwd, {
    onDone: () => navigate(back, { replace: true }),
    onFailed: (error) => {
      setAttempts((n) => n + 1)
      setCaptchaJustRequired(isCaptchaWrong(error) && !needsCaptcha)
      if (isCaptchaRequired(error)) setNeedsCaptcha(true)
      setTimeout(() => {
        const field = isCaptchaWrong(error) ? code.current : password.current
        field?.focus()
        field?.select()
      })
    },
  })
  const busy = enter.busy || enter.isDone
  const codeIsWrong = isCaptchaWrong(enter.error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const values = { password: password.current?.value ?? '', v_code: code.current?.value.trim() ?? '' }
    const missingField = !values.password ? 'password' : needsCaptcha && !values.v_code ? 'code' : null
    setMissing(missingField)
    enter.reset()
    if (missingField) (missingField === 'code' ? code : password).current?.focus()
    else void enter.send({ item_id, page_id, ...values })
  }
  const wrong = missing === 'password' ? t.passwordMissing : codeIsWrong || missing ? '' : (enter.error?.message ?? '')
  return (
    <Screen title={t.title}>
      <div className="visit">
        <form onSubmit={submit} noValidate>
          <Lock className="i" aria-hidden="true" />
          <h1>{t.title}</h1>
          <p>{item_id === '0' ? t.pageText : t.itemText}</p>
          <div className="field">
            <label htmlFor="visit-password">{t.password}</label>
            <div className={wrong ? 'input large err' : 'input large'}>
              <input
                ref={password}
                id="visit-password"
                type={shown ? 'text' : 'password'}
                autoComplete="current-password"
                // biome-ignore lint/a11y/noAutofocus: the whole screen is this one field
                autoFocus
                aria-invalid={wrong !== ''}
                aria-describedby={wrong ? 'visit-wrong' : undefined}
              />
              <IconButton className="small" name={shown ? t.hide : t.show} onClick={() => setShown(!shown)}>
                {shown ? <EyeOff className="i" aria-hidden="true" /> : <Eye className="i" aria-hidden="true" />}
              </IconButton>
            </div>
            <FieldError id="visit-wrong">{wrong}</FieldError>
          </div>
          {needsCaptcha && (
            <CaptchaField
              key={attempts}
              ref={code}
              wrong={missing === 'code' ? t.codeMissing : codeIsWrong && !captchaJustRequired ? (enter.error?.message ?? '') : ''}
            />
          )}
          <button type="submit" className="btn primary large wide" disabled={busy}>
            {busy ? t.opening : t.open}
          </button>
          {!account && (
            <div className="other">
              {t.member} <Link to={paths.login(back)}>{t.login}</Link>
            </div>
          )}
        </form>
        {account && <ClosedFor account={account} place={{ item_id, page_id }} back={back} items={t.items} />}
      </div>
    </Screen>
  )
}
