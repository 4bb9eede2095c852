import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { api } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { setAccount } from '../../session/session.ts'
import { Unsaved } from '../../ui/frame/leave-question.tsx'
import { toast } from '../../ui/toast.ts'
import { ErrorLine } from '../error-line.tsx'
import { settingWords } from './setting.words.ts'

/** As the server takes it. */
const NAME_LONGEST = 100

/** The user name to look at and the name to change. */
export function SettingProfile({ account }: { account: Account }) {
  const t = useWords(settingWords)
  const [form] = Form.useForm<{ name: string }>()
  const typed = Form.useWatch('name', form) ?? account.name
  const rename = useMutation(write(api.user.updateInfo))

  const save = async ({ name: given }: { name: string }) => {
    const name = given.trim()
    await rename.mutateAsync({ name })
    setAccount({ ...account, name })
    form.setFieldValue('name', name)
    toast(t.modified)
  }
  return (
    <Form
      form={form}
      name="profile"
      className="personal-form"
      layout="vertical"
      requiredMark={false}
      initialValues={{ name: account.name }}
      onFinish={(fields) => void save(fields).catch(() => {})}
    >
      <Form.Item label={t.username} htmlFor="profile_username" extra={t.usernameHelp}>
        <Input id="profile_username" value={account.username} readOnly variant="filled" autoComplete="username" />
      </Form.Item>
      <Form.Item label={t.name} name="name" extra={t.nameHelp}>
        <Input maxLength={NAME_LONGEST} autoComplete="name" />
      </Form.Item>
      <ErrorLine text={rename.error?.message ?? ''} />
      <Button type="primary" htmlType="submit" loading={rename.isPending} disabled={typed.trim() === account.name}>
        {t.save}
      </Button>
      <Unsaved when={typed.trim() !== account.name && !rename.isPending} />
    </Form>
  )
}
