import { Languages, Menu as Lines } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Account } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { chooseLanguage } from '../../lib/preferences.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuHead, MenuItem, MenuRule } from '../menu.tsx'
import { uiWords } from '../ui.words.ts'
import { NoticeBell } from './notice-bell.tsx'
import { LanguageButton, Logo, SearchButton, ThemeButton, ThemeItems, useOtherLanguage } from './top-bar.tsx'
import { UserItems, UserMenu } from './user-menu.tsx'

/** The places of the product in the bar and in the phone's menu. */
const places = [
  ['items', paths.items()],
  ['teams', paths.teams()],
  ['attachments', paths.attachments()],
] as const

function ScreenNav() {
  const t = useWords(uiWords)
  const { pathname } = useLocation()
  const room = pathname.split('/')[1]
  return (
    <nav className="nav" aria-label={t.mainNavigation}>
      {places.map(([name, path]) => (
        <Link key={name} to={path} aria-current={path.split('/')[1] === room ? 'page' : undefined}>
          {t[name]}
        </Link>
      ))}
    </nav>
  )
}

/** The whole bar as one menu, on phones. */
function BurgerMenu({ account }: { account: Account | null }) {
  const t = useWords(uiWords)
  const other = useOtherLanguage()
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
        places.map(([name, path]) => (
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
      <MenuItem icon={<Languages className="i" aria-hidden="true" />} onSelect={() => chooseLanguage(other)}>
        <span lang={other}>{t.otherLanguage}</span>
      </MenuItem>
    </Menu>
  )
}

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
