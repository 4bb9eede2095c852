import { Form, Input, type InputRef } from 'antd'
import { type Ref, useState } from 'react'
import { addressOf } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { entranceWords } from './entrance.words.ts'

/** The address of a picture; each is good for one try, so another one is asked for after every failure. */
export function usePicture() {
  const [turn, setTurn] = useState(() => Math.random())
  return { address: `${addressOf('common/verify')}?x=${turn}`, renew: () => setTurn(Math.random()) }
}

interface Props {
  picture: ReturnType<typeof usePicture>
  inputRef: Ref<InputRef>
  /** Says why it is asked for where nobody could see it coming. */
  isJustDue?: boolean
}

/** The characters a person reads from a picture; pressing the picture gives another one. */
export function CaptchaField({ picture, inputRef, isJustDue }: Props) {
  const t = useWords(entranceWords)
  return (
    <Form.Item label={t.code} htmlFor="v_code" required {...(isJustDue && { extra: <span role="status">{t.codeDue}</span> })}>
      <div className="captcha">
        <Form.Item name="v_code" noStyle rules={[{ required: true, whitespace: true, message: t.codeMissing }]}>
          <Input ref={inputRef} id="v_code" size="large" autoComplete="off" autoCapitalize="off" spellCheck={false} maxLength={16} />
        </Form.Item>
        <button type="button" className="captcha-picture" aria-label={t.newPicture} data-tip={t.newPicture} onClick={picture.renew}>
          <img src={picture.address} alt={t.codePicture} width={126} height={42} />
        </button>
      </div>
    </Form.Item>
  )
}
