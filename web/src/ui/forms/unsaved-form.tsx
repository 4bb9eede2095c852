import { useState } from 'react'
import { Unsaved } from '../frame/leave-question.tsx'
import { useFormContext } from './form.tsx'

/** Guards the surrounding form while its values differ from the initial ones. */
export function UnsavedForm({ isBusy = false, isLostByTab = false }: { isBusy?: boolean; isLostByTab?: boolean }) {
  const now = JSON.stringify(useFormContext().values)
  const [initial] = useState(now)
  return <Unsaved when={now !== initial && !isBusy} isLostByTab={isLostByTab} />
}
