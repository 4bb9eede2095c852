import type { InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../lib/api.ts'
import { usePicture } from './captcha-field.tsx'

const CAPTCHA_WRONG = 10206
const CAPTCHA_FROM_NOW = 10210

/** The captcha of a form that asks for it only when it is due, after 10206 or 10210; `clear` empties its field. */
export function useCaptchaWhenDue(clear: () => void) {
  const picture = usePicture()
  const password = useRef<InputRef>(null)
  const code = useRef<InputRef>(null)
  const [withCode, setWithCode] = useState(false)
  // The server wanted the characters before this form could know: nothing the person did was wrong.
  const [justDue, setJustDue] = useState(false)

  const [refused, setRefused] = useState<{ number: number }>()
  // After the field is there.
  useEffect(() => {
    if (refused?.number === CAPTCHA_WRONG) code.current?.focus()
    else if (refused) password.current?.focus({ cursor: 'all' })
  }, [refused])

  const onRefused = ({ code: number }: ApiError) => {
    const isNeeded = number === CAPTCHA_WRONG || number === CAPTCHA_FROM_NOW
    setJustDue(number === CAPTCHA_WRONG && !withCode)
    if (isNeeded) setWithCode(true)
    if (isNeeded || withCode) {
      picture.renew()
      clear()
    }
    setRefused({ number })
  }
  const isFromNow = (error: ApiError | null) => error?.code === CAPTCHA_FROM_NOW
  return { picture, password, code, withCode, justDue, isFromNow, onRefused }
}
