import { Menu as Lines } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Account } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuHead, MenuItem, MenuRule } from '../menu.tsx'
import { uiWords } from '../ui.words.ts'
import { MAIN_ID } from './main-id.ts'
import { NoticeBell } from './notice-bell.tsx'
import { LanguageButton, LanguageItems, Logo, SearchButton, ThemeButton, ThemeItems } from './top-bar.tsx'
import { UserItems, UserMenu } from './user-menu.tsx'

/** Main navigation in the bar and in the phone's menu. */
const destinations = [
  ['items', paths.items()],
  ['teams', paths.teams()],
  ['reviews', paths.review()],
  ['attachments', paths.attachments()],
] as const

function ScreenNav() {
  const t = useWords(uiWords)
  const { pathname } = useLocation()
  const [, first] = pathname.split('/')
  const section = first === 'catalog' || first === 'page' ? 'item' : first
  return (
    <nav className="nav" aria-label={t.mainNavigation}>
      {destinations.map(([name, path]) => (
        <Link key={name} to={path} aria-current={path.split('/')[1] === section ? 'page' : undefined}>
          {t[name]}
        </Link>
      ))}
    </nav>
  )
}

/** All entries of the bar in one menu, for phones. */
function BurgerMenu({ account }: { account: Account | null }) {
  const t = useWords(uiWords)
  return (
    <Menu
      label={t.menu}
      button={(opener) => (
        <IconButton className="burger" name={t.menu} {...opener}>
          <Lines className="i" aria-hidden="true" />
        </IconButton>
      )}
    >
      {account &&
        destinations.map(([name, path]) => (
          <MenuItem key={name} to={path}>
            {t[name]}
          </MenuItem>
        ))}
      {account && <MenuRule />}
      {account && <UserItems account={account} />}
      {account && <MenuRule />}
      <MenuHead>{t.theme}</MenuHead>
      <ThemeItems />
      <MenuRule />
      <LanguageItems />
    </Menu>
  )
}

interface Props {
  /** Title of the document; the screen renders its own heading. */
  title: string
  /** Shown in the bar before the language: for example a search. */
  tools?: ReactNode
  /** The screen renders its own <main>. */
  bare?: boolean
  children: ReactNode
}

/** The layout of screens outside the reading view: the top bar and the content below. */
export function Screen({ title, tools, bare = false, children }: Props) {
  const t = useWords(uiWords)
  const account = useAccount()
  const here = useLocation()
  return (
    <>
      <title>{`${title} - ${t.product}`}</title>
      <a className="btn skip" href={`#${MAIN_ID}`}>
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
      {bare ? children : <main id={MAIN_ID}>{children}</main>}
    </>
  )
}
