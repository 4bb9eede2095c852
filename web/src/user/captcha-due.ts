import { useEffect, useState } from 'react'
import type { ApiError } from '../lib/api.ts'
import type { FormState } from '../ui/forms/form.tsx'
import { usePicture } from './captcha-field.tsx'

/** The captcha of a password form. It appears only when the server requires it: after too many wrong passwords or a wrong captcha. */
export function useCaptchaWhenDue(form: FormState<{ username: string; password: string; v_code: string }>) {
  const picture = usePicture()
  const [withCode, setWithCode] = useState(false)
  // The server required a captcha that the form did not show yet, so the user made no mistake.
  const [justDue, setJustDue] = useState(false)

  const [refused, setRefused] = useState<{ error: ApiError['error'] }>()
  // Runs after the captcha field is rendered.
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
