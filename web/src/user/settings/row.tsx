import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useForm } from '../../ui/forms/form.tsx'
import { FormActions } from '../../ui/forms/form-foot.tsx'
import { useSend } from '../../ui/send.ts'
import { ErrorLine } from '../error-line.tsx'

interface SettingDialogProps<Fields extends Record<string, string>> {
  /** The form's id in the document. */
  name: string
  title: string
  /** The verb on the button. */
  action: string
  initial: Fields
  /** The dialog closes when this resolves; it shows the message of a rejection. */
  onSend: (fields: Fields) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog. */
export function SettingDialog<Fields extends Record<string, string>>(props: SettingDialogProps<Fields>) {
  const { name, title, action, initial, onSend, onClose, children } = props
  const form = useForm(initial)
  const { send, busy, error } = useSend(onSend, { onDone: onClose })
  return (
    <Dialog title={title} onClose={onClose} actions={<FormActions action={action} disabled={busy} form={name} onClose={onClose} />}>
      <Form form={form} id={name} className="personal-form" onSubmit={send}>
        {children}
        <ErrorLine text={error?.message ?? ''} />
      </Form>
    </Dialog>
  )
}

interface Props {
  title: string
  /** Shown next to the title. */
  tag?: ReactNode
  /** Shown at the end of the row: usually the button. */
  end: ReactNode
  children: ReactNode
}

/** One setting with its explanation and its button. */
export const SettingRow = ({ title, tag, end, children }: Props) => (
  <div className="personal-row">
    <div className="personal-what">
      <h3>
        {title}
        {tag}
      </h3>
      {children}
    </div>
    {end}
  </div>
)
