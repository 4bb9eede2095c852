import './consent.css'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useBoot } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { MAIN_ID } from '../../ui/frame/main-id.ts'
import { LanguageButton, Logo, ThemeButton } from '../../ui/frame/top-bar.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { consentWords } from './consent.words.ts'

/** A screen with a single card: it leads nowhere else, so that the user looks at the request. */
export function ConsentFrame({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  const t = useWords(uiWords)
  const { site } = useBoot()
  return (
    <div className="consent">
      <title>{`${title} - ${t.product}`}</title>
      <header className="top">
        <Link className="brand" to={paths.items()}>
          <Logo />
          {t.product}
        </Link>
        <span className="muted cut grow">{site.replace(/^https?:\/\//, '')}</span>
        <LanguageButton />
        <ThemeButton />
      </header>
      <main id={MAIN_ID}>
        <div className="consent-card">{children}</div>
        {foot && <p className="consent-foot">{foot}</p>}
      </main>
    </div>
  )
}

interface ProblemProps {
  title: string
  text: string
  /** More about the request. */
  children?: ReactNode
  action?: ReactNode
}

/** A request that cannot be answered. The browser stays here. */
export function ConsentProblem({ title, text, children, action }: ProblemProps) {
  const t = useWords(consentWords)
  return (
    <div role="alert">
      <h1 className="consent-bad">
        <CircleAlert className="i" aria-hidden="true" />
        <span>{title}</span>
      </h1>
      <p className="consent-text">{text}</p>
      {children}
      <div className="consent-acts">
        {action}
        <Link className="btn" to={paths.items()}>
          {t.toItems}
        </Link>
      </div>
    </div>
  )
}
