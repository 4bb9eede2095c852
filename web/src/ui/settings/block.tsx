import './settings.css'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useWords } from '../../lib/words.ts'
import { SwitchRow } from '../forms/form-fields.tsx'
import { uiWords } from '../ui.words.ts'

interface Props {
  title: string
  /** One sentence that explains the settings. */
  about?: ReactNode
  children: ReactNode
}

/** Settings that belong together: title and explanation at the left, the fields at the right; in a narrow window below each other. */
export function Block({ title, about, children }: Props) {
  const id = useId()
  return (
    <section className="block" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {about && <p>{about}</p>}
      </div>
      <div className="block-fields">{children}</div>
    </section>
  )
}

/** "Saved", with a check mark. */
export const SavedMark = ({ children }: { children: string }) => (
  <span className="saved-mark">
    <Check className="i" aria-hidden="true" />
    {children}
  </span>
)

interface SwitchProps {
  label: string
  help: string
  on: boolean
  saved: boolean
  onChange: (on: boolean) => void
}

/** A switch that is saved as soon as it is changed, and shows it. */
export function SavedSwitch({ saved, ...row }: SwitchProps) {
  const t = useWords(uiWords)
  return (
    <div className="saved-switch">
      <SwitchRow {...row} />
      <span role="status">{saved && <SavedMark>{t.saved}</SavedMark>}</span>
    </div>
  )
}
