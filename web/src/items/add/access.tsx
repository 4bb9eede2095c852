import { PASSWORD_MAX } from '@sheaf/contract/limits'
import { Form, Input } from 'antd'
import { Eye, EyeOff, Globe, Lock } from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import { addItemWords } from './add-item.words.ts'
import { Choices } from './choices.tsx'

export interface AccessFields {
  access: 'open' | 'private'
  password?: string
}

/** An open item is sent without the password that may still stand in the field (SPEC 4). */
export const passwordOf = ({ access, password }: AccessFields) => (access === 'private' ? (password ?? '') : '')

/** Open to everybody or private with a visit password, which may stay as it is where there is one: `kept` says so. */
export function AccessChoice({ kept }: { kept?: { help: string; placeholder: string } | undefined }) {
  const t = useWords(addItemWords)
  const isPrivate = Form.useWatch('access') === 'private'
  return (
    <>
      <Form.Item name="access" label={t.access} required>
        <Choices
          label={t.access}
          choices={[
            { value: 'open', name: t.open, help: t.openHelp, icon: Globe },
            { value: 'private', name: t.closed, help: t.closedHelp, icon: Lock },
          ]}
        />
      </Form.Item>
      {isPrivate && (
        <Form.Item
          name="password"
          label={t.password}
          required
          extra={kept?.help ?? t.passwordHelp}
          rules={[{ required: !kept, whitespace: true, message: t.passwordMissing }]}
          validateTrigger="onSubmit"
        >
          <Input.Password
            maxLength={PASSWORD_MAX}
            autoComplete="new-password"
            {...(kept && { placeholder: kept.placeholder })}
            iconRender={(shown) => (shown ? <EyeOff className="i" aria-hidden="true" /> : <Eye className="i" aria-hidden="true" />)}
          />
        </Form.Item>
      )}
    </>
  )
}
