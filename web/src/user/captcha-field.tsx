import { useState } from 'react'
import { addressOf } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { FieldFrame, Input } from '../ui/forms/field.tsx'
import { required, useFormField } from '../ui/forms/form.tsx'
import { authWords } from './entrance.words.ts'

/** The address of a captcha picture. A picture is valid for one attempt; call `renew` after every failure. */
export function useCaptchaPicture() {
  const [nonce, setNonce] = useState(() => Math.random())
  return { address: `${addressOf('common/verify')}?x=${nonce}`, renew: () => setNonce(Math.random()) }
}

interface Props {
  picture: ReturnType<typeof useCaptchaPicture>
  /** Explains why the captcha is required when the form did not show it before. */
  isUnexpected?: boolean
}

/** The field for the characters in the picture; pressing the picture loads another one. */
export function CaptchaField({ picture, isUnexpected = false }: Props) {
  const t = useWords(authWords)
  const { value, wrong, control, set } = useFormField('v_code', { check: required(t.codeMissing) })
  return (
    <FieldFrame label={t.code} wrong={wrong} help={isUnexpected && <span role="status">{t.codeDue}</span>}>
      {(props) => (
        <div className="captcha">
          <Input
            {...props}
            name="v_code"
            inputRef={control}
            value={value}
            onChange={(event) => set(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={16}
          />
          <button type="button" className="captcha-picture" aria-label={t.newPicture} data-tip={t.newPicture} onClick={picture.renew}>
            <img src={picture.address} alt={t.codePicture} width={126} height={42} />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
