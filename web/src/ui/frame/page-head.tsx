import './page-head.css'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Breakable } from '../text/breakable.tsx'

interface Props {
  back?: { to: string; text: string }
  /** The heading, or its skeleton. */
  title: ReactNode
  /** A sentence or a count. */
  about?: ReactNode
  /** The primary button. */
  action?: ReactNode
}

/** The head of a screen: a link back, the title with one sentence, and the primary button at the right. */
export const PageHead = ({ back, title, about, action }: Props) => (
  <div className="page-head">
    {back && (
      <Link className="back" to={back.to}>
        <ArrowLeft className="i" aria-hidden="true" />
        <span className="cut">{back.text}</span>
      </Link>
    )}
    <div className="grow">
      {typeof title === 'string' ? (
        <h1>
          <Breakable>{title}</Breakable>
        </h1>
      ) : (
        title
      )}
      {about && <p>{about}</p>}
    </div>
    {action && <div className="row">{action}</div>}
  </div>
)
