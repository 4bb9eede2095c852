import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useKeptFocus } from '../../ui/kept-focus.ts'

interface Props {
  icon: LucideIcon
  title: string
  /** Next to the title. */
  tag?: ReactNode
  /** Buttons at the end of the row. */
  end?: ReactNode
  children: ReactNode
}

/** One method, session or account with its state and its buttons. */
export const SecurityRow = ({ icon: Icon, title, tag, end, children }: Props) => (
  <div className="secure-row">
    <span className="secure-sign">
      <Icon className="i" aria-hidden="true" />
    </span>
    <div className="secure-what">
      <h3>
        {title} {tag}
      </h3>
      {children}
    </div>
    {end && <div className="secure-end">{end}</div>}
  </div>
)

interface SectionProps {
  title: string
  /** What the section is for. */
  about?: string
  /** A number after the title. */
  count?: number | undefined
  end?: ReactNode
  children: ReactNode
}

export function SecuritySection({ title, about, count, end, children }: SectionProps) {
  const root = useRef<HTMLElement>(null)
  return (
    <section className="secure-part" aria-label={title} ref={root} {...useKeptFocus(root)}>
      <div className="secure-head">
        <h2>
          {title} {count !== undefined && <span className="muted">{count}</span>}
        </h2>
        {end}
      </div>
      {about && <p className="help secure-about">{about}</p>}
      <div className="secure-rows">{children}</div>
    </section>
  )
}
