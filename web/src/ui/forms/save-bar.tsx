import './save-bar.css'
import { useEffect, useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { Unsaved } from '../frame/leave-question.tsx'
import { uiWords } from '../ui.words.ts'
import { useFormContext } from './form.tsx'

/** Whether the values of the surrounding form differ from the initial or, after `savedAt`, the saved values. */
function useFormChanges(savedAt = 0) {
  const now = JSON.stringify(useFormContext().values)
  const [saved, setSaved] = useState(now)
  useEffect(() => setSaved(now), [savedAt])
  return now !== saved
}

/** Guards the surrounding form. */
export function UnsavedForm({ isBusy = false, isLostByTab = false }: { isBusy?: boolean; isLostByTab?: boolean }) {
  return <Unsaved when={useFormChanges() && !isBusy} isLostByTab={isLostByTab} />
}

interface Props {
  /** Time of the last save. */
  savedAt: number
  isBusy: boolean
  /** The label of the button, and its label while saving. */
  save: string
  saving: string
  /** Switching tabs of the same screen unmounts the form. */
  isLostByTab?: boolean
}

/** The footer of a long form: visible after a change, with a prompt when the user leaves with unsaved changes. */
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
