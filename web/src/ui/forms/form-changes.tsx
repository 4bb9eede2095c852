import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { Unsaved } from '../frame/leave-question.tsx'

/** A form's values as text to compare: an empty field is one that was never filled in. */
const textOf = (values: unknown) => JSON.stringify(values, (_name, value: unknown) => (value === '' || value === null ? undefined : value))

/** Whether the form around holds something else than when it opened or, at `savedAt`, was last saved. */
export function useFormChanges(savedAt = 0) {
  const form = Form.useFormInstance()
  Form.useWatch((values) => textOf(values), { form, preserve: true })
  const [before, setBefore] = useState<string>()
  useEffect(() => setBefore(textOf(form.getFieldsValue(true))), [form, savedAt])
  return before !== undefined && textOf(form.getFieldsValue(true)) !== before
}

/** Guards the form it stands in. */
export function UnsavedForm({ isBusy = false, isLostByTab = false }: { isBusy?: boolean; isLostByTab?: boolean }) {
  return <Unsaved when={useFormChanges() && !isBusy} isLostByTab={isLostByTab} />
}
