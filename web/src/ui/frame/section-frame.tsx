import './section-frame.css'
import { ArrowLeft, ChevronDown, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { MAIN_ID } from './main-id.ts'

interface Section {
  name: string
  to: string
  text: string
  icon: LucideIcon
  end?: ReactNode
}

interface Props {
  /** Accessible name of the navigation. */
  label: string
  back: { to: string; text: string }
  /** What the sections belong to. */
  title: string
  /** Named in a narrow window instead of the title, where the link back is hidden. */
  place?: string | undefined
  groups: { title?: string; sections: Section[] }[]
  current: string
  /** Below the sections. */
  foot?: ReactNode
  children: ReactNode
}

/** A screen of many sections: their navigation in groups at the left, in a narrow window as a list that opens above the section. */
export function SectionFrame({ label, back, title, place, groups, current, foot, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => setOpen(false), [current])
  /* In a wide window the button is hidden, and the link keeps the focus. */
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) close()
  }
  const name = groups.flatMap(({ sections }) => sections).find((section) => section.name === current)?.text
  return (
    <div className="frame">
      <nav className="frame-nav" aria-label={label} onKeyDown={closeOnEscape}>
        <button
          ref={opener}
          type="button"
          className="frame-opener"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="muted cut">{place ?? title}</span> <span className="grow">{name}</span>
          <ChevronDown className="i" aria-hidden="true" />
        </button>
        <div id={id} className={isOpen ? 'frame-list open' : 'frame-list'}>
          <Link className="frame-back" to={back.to}>
            <ArrowLeft className="i" aria-hidden="true" />
            <span className="cut">{back.text}</span>
          </Link>
          <p className="frame-title cut">{title}</p>
          {groups.map((group) => (
            <Group key={group.sections[0]?.name} {...group} current={current} onChoose={close} />
          ))}
          {foot}
        </div>
      </nav>
      <main id={MAIN_ID} className="frame-part">
        {children}
      </main>
    </div>
  )
}

function Group({ title, sections, current, onChoose }: Props['groups'][number] & { current: string; onChoose: () => void }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-labelledby={title && id}>
      {title && <b id={id}>{title}</b>}
      {sections.map(({ name, to, text, icon: Icon, end }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined} onClick={onChoose}>
          <Icon className="i" aria-hidden="true" />
          <span className="cut">{text}</span>
          {end && (
            <>
              {/* Screen readers must read the tag as a separate word. */ ' '}
              {end}
            </>
          )}
        </Link>
      ))}
    </div>
  )
}
