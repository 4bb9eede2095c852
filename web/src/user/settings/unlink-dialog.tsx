import { useMutation } from '@tanstack/react-query'
import { Form } from 'antd'
import { api } from '../../lib/api.ts'
import { write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.ts'
import { outsideWords } from '../link/outside.words.ts'
import { PasswordInput } from '../password-input.tsx'
import { SettingDialog } from './dialog.tsx'
import { settingWords } from './setting.words.ts'

/** The password of this site shows that a way in remains. */
export function UnlinkDialog({ identity_id, onClose }: { identity_id: string; onClose: () => void }) {
  const t = useWords(outsideWords)
  const own = useWords(settingWords)
  const unlink = useMutation(write(api.user.unlink))
  const send = async ({ password }: { password: string }) => {
    await unlink.mutateAsync({ identity_id, password })
    toast(t.unlinked)
  }
  return (
    <SettingDialog name="unlink" title={t.unlinkTitle} action={t.unlinkDo} onSend={send} onClose={onClose}>
      <p>{t.unlinkText}</p>
      <Form.Item label={own.ownPassword} name="password" rules={[{ required: true, message: own.ownPasswordMissing }]}>
        <PasswordInput size="middle" autoComplete="current-password" />
      </Form.Item>
    </SettingDialog>
  )
}
