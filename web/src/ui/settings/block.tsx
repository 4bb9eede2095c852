import './settings.css'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { SwitchRow } from '../forms/form-fields.tsx'
import { uiWords } from '../ui.words.ts'

interface Props {
  title: string
  /** One sentence that explains the settings. */
  about?: ReactNode
  /** An address that ends with #name opens the screen at this block. */
  name?: string
  children: ReactNode
}

/** Settings that belong together: title and explanation at the left, the fields at the right; in a narrow window below each other. */
export function Block({ title, about, name, children }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  const isNamed = name !== undefined && hash === `#${name}`
  useEffect(() => {
    if (!isNamed) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [isNamed])
  return (
    <section className="block" aria-labelledby={id}>
      <div>
        <h2 id={id} ref={heading} tabIndex={isNamed ? -1 : undefined}>
          {title}
        </h2>
        {about && <p className="block-about">{about}</p>}
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
