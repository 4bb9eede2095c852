import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { uiWords } from '../ui.words.ts'
import { BurgerMenu } from './burger-menu.tsx'
import { Logo } from './logo.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { LanguageButton, ThemeButton } from './preference-buttons.tsx'
import { ScreenNav } from './screen-nav.tsx'
import { SearchButton } from './search-button.tsx'
import { UserMenu } from './user-menu.tsx'

interface Props {
  /** The document's title; the heading is the screen's own. */
  title: string
  /** Stands in the bar before the language: a search, for instance. */
  tools?: ReactNode
  /** The screen brings its own <main>. */
  bare?: boolean
  children: ReactNode
}

/** The shell of the screens outside the reading view: the bar of the product and the content under it. */
export function Screen({ title, tools, bare = false, children }: Props) {
  const t = useWords(uiWords)
  const account = useAccount()
  const here = useLocation()
  return (
    <>
      <title>{`${title} - ${t.product}`}</title>
      <a className="btn skip" href="#content">
        {t.skip}
      </a>
      <header className="top app">
        <Link className="brand" to={account ? paths.items() : paths.home()}>
          <Logo />
          {t.product}
        </Link>
        {account && <ScreenNav />}
        <span className="grow" />
        {account && <SearchButton />}
        {tools}
        <span className="wide row">
          <LanguageButton />
          <ThemeButton />
        </span>
        {account ? (
          <>
            <NoticeBell account={account} />
            <span className="sep" />
            <UserMenu account={account} />
          </>
        ) : (
          <Link className="btn" to={paths.login(here.pathname + here.search)}>
            {t.signIn}
          </Link>
        )}
        <BurgerMenu account={account} />
      </header>
      {bare ? children : <main id="content">{children}</main>}
    </>
  )
}
