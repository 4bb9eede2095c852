import { useState } from 'react'
import { addressOf } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { FieldFrame, Input } from '../ui/forms/field.tsx'
import { filled, useFormField } from '../ui/forms/form.tsx'
import { entranceWords } from './entrance.words.ts'

/** The address of a picture; each is good for one try, so another one is asked for after every failure. */
export function usePicture() {
  const [turn, setTurn] = useState(() => Math.random())
  return { address: `${addressOf('common/verify')}?x=${turn}`, renew: () => setTurn(Math.random()) }
}

interface Props {
  picture: ReturnType<typeof usePicture>
  /** Says why it is asked for where nobody could see it coming. */
  isJustDue?: boolean
}

/** The characters a person reads from a picture; pressing the picture gives another one. */
export function CaptchaField({ picture, isJustDue = false }: Props) {
  const t = useWords(entranceWords)
  const { value, wrong, control, set } = useFormField('v_code', { check: filled(t.codeMissing) })
  return (
    <FieldFrame label={t.code} wrong={wrong} help={isJustDue && <span role="status">{t.codeDue}</span>}>
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
