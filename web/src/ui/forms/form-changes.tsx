import { useEffect, useState } from 'react'
import { Unsaved } from '../frame/leave-question.tsx'
import { useFormContext } from './form.tsx'

/** Whether the form around holds something else than when it opened or, at `savedAt`, was last saved. */
export function useFormChanges(savedAt = 0) {
  const now = JSON.stringify(useFormContext().values)
  const [before, setBefore] = useState(now)
  useEffect(() => setBefore(now), [savedAt])
  return now !== before
}

/** Guards the form it stands in. */
export function UnsavedForm({ isBusy = false, isLostByTab = false }: { isBusy?: boolean; isLostByTab?: boolean }) {
  return <Unsaved when={useFormChanges() && !isBusy} isLostByTab={isLostByTab} />
}
