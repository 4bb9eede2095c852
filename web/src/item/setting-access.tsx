import { PASSWORD_MAX } from '@sheaf/contract/limits'
import { Form, Input } from 'antd'
import { Eye, EyeOff, Globe, Lock } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import { addItemWords } from './add-item.words.ts'
import { Choices } from './add-item-choices.tsx'
import { settingWords } from './setting-screen.words.ts'

export interface SettingAccessFields {
  access: 'open' | 'private'
  password?: string
}

/** What item/update is sent: nothing keeps the present password, an empty one opens the item (W13). */
export const visitPasswordOf = ({ access, password }: SettingAccessFields) => (access === 'open' ? '' : password || undefined)

/** Open or private; of a private item the password may stay as it is. */
export function SettingAccess({ isPrivate: wasPrivate }: { isPrivate: boolean }) {
  const t = useWords(settingWords)
  const words = useWords(addItemWords)
  const isPrivate = Form.useWatch('access') === 'private'
  return (
    <>
      <Form.Item name="access" label={words.access} required>
        <Choices
          label={words.access}
          choices={[
            { value: 'open', name: words.open, help: words.openHelp, icon: Globe },
            { value: 'private', name: words.closed, help: words.closedHelp, icon: Lock },
          ]}
        />
      </Form.Item>
      {isPrivate && (
        <Form.Item
          name="password"
          label={words.password}
          required
          extra={wasPrivate ? t.keepPassword : words.passwordHelp}
          rules={[{ required: !wasPrivate, whitespace: true, message: words.passwordMissing }]}
          validateTrigger="onSubmit"
        >
          <Input.Password
            maxLength={PASSWORD_MAX}
            autoComplete="new-password"
            {...(wasPrivate && { placeholder: t.keptPassword })}
            iconRender={(shown) => (shown ? <EyeOff className="i" aria-hidden="true" /> : <Eye className="i" aria-hidden="true" />)}
          />
        </Form.Item>
      )}
    </>
  )
}
