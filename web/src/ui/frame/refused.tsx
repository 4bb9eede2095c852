import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Empty } from '../empty.tsx'
import { Screen } from './screen.tsx'

interface Props {
  /** Of the window. */
  title: string
  heading: string
  children: ReactNode
  /** The way out. */
  to: string
  way: string
}

/** A screen of which there is nothing to show here: why, and where to go. */
export const Refused = ({ title, heading, children, to, way }: Props) => (
  <Screen title={title}>
    <div className="calm">
      <Empty
        heading
        title={heading}
        actions={
          <Link className="btn" to={to}>
            {way}
          </Link>
        }
      >
        {children}
      </Empty>
    </div>
  </Screen>
)
