import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Empty } from '../placeholder.tsx'
import { uiWords } from '../ui.words.ts'
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

export function NotFoundScreen() {
  const t = useWords(uiWords)
  const account = useAccount()
  return (
    <Refused
      title={t.notFoundTitle}
      heading={t.notFoundTitle}
      to={account ? paths.items() : paths.home()}
      way={account ? t.toItems : t.toHome}
    >
      {t.notFoundText}
    </Refused>
  )
}
