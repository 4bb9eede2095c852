import type { Answer } from '@sheaf/contract/client'
import { FEEDBACK_NOTE_MAX, FEEDBACK_REASONS } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ApiError, addressOf, api, isError } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { FieldFrame, Input, NoteField } from '../../ui/forms/field.tsx'
import { askWords } from './ask.words.ts'

/** What the server knows of the reader's answer. */
export type FeedbackInfo = Answer<'feedback', 'info'>

interface Given {
  reasons?: string[]
  note?: string
  captcha_id?: string
  captcha?: string
  website?: string
}

interface Props {
  info: FeedbackInfo
  busy: boolean
  error: ApiError | null
  /** Rejects when the server refuses. */
  onSend: (given: Given) => Promise<void>
}

/** Reasons and a note, which the reader can leave out. */
export function Details({ info, busy, error, onSend }: Props) {
  const t = useWords(askWords)
  const account = useAccount()
  const [reasons, setReasons] = useState<string[]>(info.reasons)
  const [note, setNote] = useState('')
  const [website, setWebsite] = useState('')
  const [solution, setSolution] = useState('')
  const needsCaptcha = (info.captcha || isError(error, 'captchaWrong')) && note.trim() !== ''
  const picture = useCaptcha(needsCaptcha)
  const isUnhelpful = info.feedback_type === '2'
  const isEmpty = note.trim() === '' && (!isUnhelpful || reasons.join() === info.reasons.join())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || busy) return
    const more = needsCaptcha ? { captcha_id: picture.captcha_id, captcha: solution } : {}
    onSend({ website, ...(isUnhelpful && { reasons }), ...(note.trim() && { note, ...more }) }).catch(() => {
      setSolution('')
      picture.renew()
    })
  }
  return (
    <form className="fb-details" onSubmit={submit}>
      {isUnhelpful && (
        <fieldset className="fb-reasons">
          <legend>{t.reasons}</legend>
          {FEEDBACK_REASONS.map((reason) => (
            <label key={reason} className={reasons.includes(reason) ? 'chip on' : 'chip'}>
              <input
                type="checkbox"
                checked={reasons.includes(reason)}
                onChange={({ target }) => setReasons((now) => (target.checked ? [...now, reason] : now.filter((one) => one !== reason)))}
              />
              {t[reason]}
            </label>
          ))}
        </fieldset>
      )}
      <NoteField
        label={t.note}
        help={account ? t.noteHelpNamed : t.noteHelp}
        maxLength={FEEDBACK_NOTE_MAX}
        value={note}
        onValue={setNote}
      />
      {/* People do not see this field; simple programs fill it in. */}
      <div className="fb-website" aria-hidden="true">
        <label>
          {t.website}
          <input name="website" tabIndex={-1} autoComplete="off" value={website} onChange={(event) => setWebsite(event.target.value)} />
        </label>
      </div>
      {needsCaptcha && (
        <FieldFrame label={t.captcha} help={t.captchaHelp} wrong={isError(error, 'captchaWrong') && error ? error.message : undefined}>
          {(props) => (
            <div className="fb-captcha">
              <Input
                {...props}
                value={solution}
                onChange={(event) => setSolution(event.target.value)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={16}
                required
              />
              <button type="button" aria-label={t.newPicture} data-tip={t.newPicture} onClick={picture.renew}>
                {picture.address && <img src={picture.address} alt={t.picture} width={126} height={42} />}
              </button>
            </div>
          )}
        </FieldFrame>
      )}
      <div className="fb-send">
        <button type="submit" className="btn small primary" aria-busy={busy} disabled={isEmpty}>
          {t.send}
        </button>
        {error && !isError(error, 'captchaWrong') && <span className="fb-quiet">{t.kept}</span>}
      </div>
    </form>
  )
}

/** A captcha that needs no session, so that a reader gets no cookie. A picture is valid for one attempt. */
function useCaptcha(enabled: boolean) {
  const [nonce, setNonce] = useState(0)
  const drawn = useQuery({
    queryKey: ['feedback', 'captcha', nonce],
    queryFn: () => api.common.createCaptcha({}),
    enabled,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const captcha_id = drawn.data?.captcha_id ?? '0'
  return {
    captcha_id,
    address: drawn.data ? `${addressOf('common/showCaptcha')}?captcha_id=${captcha_id}` : '',
    renew: () => setNonce((now) => now + 1),
  }
}
