import { useEffect, useState } from 'react'
import type { ApiError } from '../lib/api.ts'
import type { FormState } from '../ui/forms/form.tsx'
import { useCaptchaPicture } from './captcha-field.tsx'

/** The captcha of a password form. It appears only when the server requires it: after too many wrong passwords or a wrong captcha. */
export function useCaptchaWhenDue(form: FormState<{ username: string; password: string; v_code: string }>) {
  const picture = useCaptchaPicture()
  const [isRequired, setWithCode] = useState(false)
  // The server required a captcha that the form did not show yet, so the user made no mistake.
  const [isUnexpected, setJustDue] = useState(false)

  const [refused, setRefused] = useState<{ error: ApiError['error'] }>()
  // Runs after the captcha field is rendered.
  useEffect(() => {
    if (refused?.error === 'captchaWrong') form.focus('v_code')
    else if (refused) form.focus('password', { select: true })
  }, [refused])

  const onRefused = ({ error }: ApiError) => {
    const isNeeded = error === 'captchaWrong' || error === 'wrongLoginOften'
    setJustDue(error === 'captchaWrong' && !isRequired)
    if (isNeeded) setWithCode(true)
    if (isNeeded || isRequired) {
      picture.renew()
      form.set({ v_code: '' })
    }
    setRefused({ error })
  }
  const isNewlyRequired = (error: ApiError | null) => error?.error === 'wrongLoginOften'
  return { picture, withCode: isRequired, justDue: isUnexpected, isFromNow: isNewlyRequired, onRefused }
}
