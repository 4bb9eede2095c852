import { useEffect, useState } from 'react'
import type { ApiError } from '../lib/api.ts'
import type { FormState } from '../ui/forms/form.tsx'
import { usePicture } from './captcha-field.tsx'

const CAPTCHA_WRONG = 10206
const CAPTCHA_FROM_NOW = 10210

/** The captcha of a form with a password that asks for it only when it is due, after 10206 or 10210. */
export function useCaptchaWhenDue(form: FormState<{ username: string; password: string; v_code: string }>) {
  const picture = usePicture()
  const [withCode, setWithCode] = useState(false)
  // The server wanted the characters before this form could know: nothing the person did was wrong.
  const [justDue, setJustDue] = useState(false)

  const [refused, setRefused] = useState<{ number: number }>()
  // After the field is there.
  useEffect(() => {
    if (refused?.number === CAPTCHA_WRONG) form.focus('v_code')
    else if (refused) form.focus('password', { select: true })
  }, [refused])

  const onRefused = ({ code: number }: ApiError) => {
    const isNeeded = number === CAPTCHA_WRONG || number === CAPTCHA_FROM_NOW
    setJustDue(number === CAPTCHA_WRONG && !withCode)
    if (isNeeded) setWithCode(true)
    if (isNeeded || withCode) {
      picture.renew()
      form.set({ v_code: '' })
    }
    setRefused({ number })
  }
  const isFromNow = (error: ApiError | null) => error?.code === CAPTCHA_FROM_NOW
  return { picture, withCode, justDue, isFromNow, onRefused }
}
