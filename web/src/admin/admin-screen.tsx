import './admin.css'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeft,
  CircleArrowUp,
  FolderInput,
  Gauge,
  Library,
  LogIn,
  Megaphone,
  Paperclip,
  ScrollText,
  SlidersHorizontal,
  Users,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { UnavailableScreen } from '../ui/frame/not-found-screen.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { uiWords } from '../ui/ui.words.ts'
import { adminWords } from './admin.words.ts'
import { Files } from './files/files.tsx'
import { Items } from './items/items.tsx'
import { Log } from './log/log.tsx'
import { LoginSettings } from './login/settings.tsx'
import { Messages } from './messages/messages.tsx'
import { Overview } from './overview/overview.tsx'
import { SiteSettings } from './settings/settings.tsx'
import { Showdoc } from './showdoc/showdoc.tsx'
import { findUpdate, Update } from './update/update.tsx'
import { UserList } from './users/users.tsx'

const sections = [
  ['overview', Gauge],
  ['users', Users],
  ['items', Library],
  ['attachments', Paperclip],
  ['login', LogIn],
  ['settings', SlidersHorizontal],
  ['messages', Megaphone],
  ['log', ScrollText],
  ['showdoc', FolderInput],
  ['update', CircleArrowUp],
] as const

type Section = (typeof sections)[number][0]

/** The section named in the address; an unknown name selects the first. */
const sectionOf = (given: string | null): Section => sections.find(([name]) => name === given)?.[0] ?? 'overview'

/** The sections of the console: a side menu, on phones a row of tabs. */
function AdminNav({ section }: { section: Section }) {
  const t = useWords(adminWords)
  const { product } = useWords(uiWords)
  const { version } = useBoot()
  /* The update section shows the error of this query. */
  const { data } = useQuery(findUpdate())
  const newer = data?.new_version
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    /* On phones the row of tabs is wider than the screen. */
    nav.current?.querySelector(`[href$="section=${section}"]`)?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
  }, [section])
  return (
    <nav ref={nav} className="side-nav adm-nav" aria-label={t.parts}>
      <Link className="adm-back" to={paths.items()}>
        <ArrowLeft className="i" aria-hidden="true" />
        {t.back}
      </Link>
      {sections
        .filter(([name]) => name !== 'update' || newer || section === 'update')
        .map(([name, Icon]) => (
          <Link key={name} to={paths.admin(name)} aria-current={name === section ? 'page' : undefined}>
            <Icon className="i" aria-hidden="true" />
            {t[name]}
            {name === 'update' && newer && (
              <>
                {/* Screen readers must read the version as a separate word. */ ' '}
                <span className="tag info">{newer}</span>
              </>
            )}
          </Link>
        ))}
      <Link className="adm-version" to={paths.admin('update')} title={t.version}>
        {product} {version}
      </Link>
    </nav>
  )
}

const parts: Record<Section, () => React.ReactNode> = {
  overview: Overview,
  users: UserList,
  items: Items,
  attachments: Files,
  login: LoginSettings,
  settings: SiteSettings,
  messages: Messages,
  log: Log,
  showdoc: Showdoc,
  update: Update,
}

/** /admin/index?section= */
export function AdminScreen() {
  const t = useWords(adminWords)
  const account = useAccount()
  const here = useLocation()
  const [address] = useSearchParams()
  const section = sectionOf(address.get('section'))
  const Part = parts[section]

  if (!account) return <Navigate to={paths.login(here.pathname + here.search)} replace />
  if (account.groupid !== '1')
    return (
      <UnavailableScreen title={t.title} heading={t.refused} to={paths.items()} linkText={t.toItems}>
        {t.refusedText}
      </UnavailableScreen>
    )
  return (
    <Screen title={`${t[section]} - ${t.title}`} bare>
      <div className="adm">
        <AdminNav section={section} />
        <main id="content" className="adm-part">
          <Part key={section} />
        </main>
      </div>
    </Screen>
  )
}
