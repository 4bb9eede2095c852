import { USERNAME } from '@sheaf/contract/limits'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useEntering } from '../entering.ts'
import { entranceWords } from '../entrance.words.ts'
import { ErrorLine } from '../error-line.tsx'
import { outsideWords } from './outside.words.ts'

/** Another account, under a name that is free; it is signed in to by the outside login alone. */
export function LinkNew({ name }: { name: string }) {
  const t = useWords(outsideWords)
  const own = useWords(entranceWords)
  const [isOpen, setOpen] = useState(false)
  const { enter, busy, error } = useEntering(
    ({ username }: { username: string }) => api.user.joinNewcomer({ username: username.trim() }),
    () => {},
  )
  if (!isOpen)
    return (
      <button type="button" className="btn l wide" onClick={() => setOpen(true)}>
        {t.new}
      </button>
    )
  return (
    <Form name="new" layout="vertical" requiredMark={false} initialValues={{ username: name }} onFinish={enter}>
      <Form.Item
        label={t.newName}
        name="username"
        extra={own.usernameHelp}
        validateTrigger="onBlur"
        rules={[
          { required: true, whitespace: true, message: own.usernameMissing },
          { transform: (value: string) => value?.trim(), pattern: USERNAME, message: own.usernameInvalid },
        ]}
      >
        <Input size="large" autoComplete="username" autoCapitalize="off" spellCheck={false} autoFocus />
      </Form.Item>
      <ErrorLine text={error?.message ?? ''} />
      <Button size="large" htmlType="submit" block loading={busy}>
        {t.newDo}
      </Button>
    </Form>
  )
}
