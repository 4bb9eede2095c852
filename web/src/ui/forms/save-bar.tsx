import './save-bar.css'
import { useEffect, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Unsaved } from '../frame/leave-question.tsx'
import { uiWords } from '../ui.words.ts'
import { useFormContext } from './form.tsx'

/** Whether the form around holds something else than when it opened or, at `savedAt`, was last saved. */
function useFormChanges(savedAt = 0) {
  const now = JSON.stringify(useFormContext().values)
  const [before, setBefore] = useState(now)
  useEffect(() => setBefore(now), [savedAt])
  return now !== before
}

/** Guards the form it stands in. */
export function UnsavedForm({ isBusy = false, isLostByTab = false }: { isBusy?: boolean; isLostByTab?: boolean }) {
  return <Unsaved when={useFormChanges() && !isBusy} isLostByTab={isLostByTab} />
}

interface Props {
  /** When it was last saved. */
  savedAt: number
  isBusy: boolean
  /** The verb on the button, and what it says meanwhile. */
  save: string
  saving: string
  /** Another tab of the same screen takes the form away. */
  isLostByTab?: boolean
}

/** The foot of a long form: within reach as soon as something changed, and asked about when one leaves. */
export function SaveBar({ savedAt, isBusy, save, saving, isLostByTab = false }: Props) {
  const t = useWords(uiWords)
  const isChanged = useFormChanges(savedAt)
  return (
    <div className={isChanged ? 'save-bar on' : 'save-bar'}>
      <button type="submit" className="btn primary" disabled={isBusy}>
        {isBusy ? saving : save}
      </button>
      {isChanged && !isBusy && <span className="muted">{t.unsaved}</span>}
      <Unsaved when={isChanged && !isBusy} isLostByTab={isLostByTab} />
    </div>
  )
}
