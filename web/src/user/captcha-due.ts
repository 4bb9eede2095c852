import { useEffect, useState } from 'react'
import type { ApiError } from '../lib/api.ts'
import type { FormState } from '../ui/forms/form.tsx'
import { usePicture } from './captcha-field.tsx'

/** The captcha of a form with a password that asks for it only when it is due, after a wrong captcha or one wrong password too many. */
export function useCaptchaWhenDue(form: FormState<{ username: string; password: string; v_code: string }>) {
  const picture = usePicture()
  const [withCode, setWithCode] = useState(false)
  // The server wanted the characters before this form could know: nothing the person did was wrong.
  const [justDue, setJustDue] = useState(false)

  const [refused, setRefused] = useState<{ error: ApiError['error'] }>()
  // After the field is there.
  useEffect(() => {
    if (refused?.error === 'captchaWrong') form.focus('v_code')
    else if (refused) form.focus('password', { select: true })
  }, [refused])

  const onRefused = ({ error }: ApiError) => {
    const isNeeded = error === 'captchaWrong' || error === 'wrongLoginOften'
    setJustDue(error === 'captchaWrong' && !withCode)
    if (isNeeded) setWithCode(true)
    if (isNeeded || withCode) {
      picture.renew()
      form.set({ v_code: '' })
    }
    setRefused({ error })
  }
  const isFromNow = (error: ApiError | null) => error?.error === 'wrongLoginOften'
  return { picture, withCode, justDue, isFromNow, onRefused }
}
