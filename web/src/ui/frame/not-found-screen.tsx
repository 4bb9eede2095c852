import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { Empty } from '../placeholder.tsx'
import { uiWords } from '../ui.words.ts'
import { Screen } from './screen.tsx'

interface Props {
  /** Title of the window. */
  title: string
  heading: string
  children: ReactNode
  /** Target of the link. */
  to: string
  linkText: string
}

/** A screen without content: the reason, and a link. */
export const UnavailableScreen = ({ title, heading, children, to, linkText }: Props) => (
  <Screen title={title}>
    <div className="calm">
      <Empty
        heading
        title={heading}
        actions={
          <Link className="btn" to={to}>
            {linkText}
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
    <UnavailableScreen
      title={t.notFoundTitle}
      heading={t.notFoundTitle}
      to={account ? paths.items() : paths.home()}
      linkText={account ? t.toItems : t.toHome}
    >
      {t.notFoundText}
    </UnavailableScreen>
  )
}
