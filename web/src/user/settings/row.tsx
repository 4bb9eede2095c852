import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Stands beside the title. */
  tag?: ReactNode
  /** Stands at the row's end: what can be done. */
  end: ReactNode
  children: ReactNode
}

/** One thing with what there is to say about it, and the button for it at the end. */
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
