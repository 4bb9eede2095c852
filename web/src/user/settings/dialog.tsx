import { Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { ErrorLine } from '../error-line.tsx'

interface Props<Fields> {
  /** The form's name; its fields are named after it in the document. */
  name: string
  title: string
  /** The verb on the button. */
  action: string
  /** The dialog closes when this is done; a refusal stays in it in its own words. */
  onSend: (fields: Fields) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Fields in a dialog. */
export function SettingDialog<Fields>({ name, title, action, onSend, onClose, children }: Props<Fields>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  const send = async (fields: Fields) => {
    if (busy) return
    setBusy(true)
    setError('')
    try {
      await onSend(fields)
      onClose()
    } catch (problem) {
      setError((problem as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose} actions={<FormFoot action={action} disabled={busy} form={name} onClose={onClose} />}>
      <Form name={name} className="personal-form" layout="vertical" requiredMark={false} onFinish={send}>
        {children}
        <ErrorLine text={error} />
      </Form>
    </Dialog>
  )
}
