import './admin.css'
import { useQuery } from '@tanstack/react-query'
import {
  Bot,
  CircleArrowUp,
  FolderInput,
  Gauge,
  Library,
  LogIn,
  Megaphone,
  Paperclip,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Users,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { Redirect } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { UnavailableScreen } from '../ui/frame/not-found-screen.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { SectionFrame } from '../ui/frame/section-frame.tsx'
import { uiWords } from '../ui/ui.words.ts'
import { adminWords } from './admin.words.ts'
import { Files } from './files/files.tsx'
import { Items } from './items/items.tsx'
import { Log } from './log/log.tsx'
import { LoginSettings } from './login/settings.tsx'
import { Messages } from './messages/messages.tsx'
import { Overview } from './overview/overview.tsx'
import { Programs } from './programs/programs.tsx'
import { SiteSettings } from './settings/settings.tsx'
import { Showdoc } from './showdoc/showdoc.tsx'
import { SignInSettings } from './sign-in/settings.tsx'
import { findUpdate, Update } from './update/update.tsx'
import { UserList } from './users/users.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

/** The sections of the console in groups; the first one has no title. */
const groups = [
  [undefined, [['overview', Gauge]]],
  [
    'people',
    [
      ['users', Users],
      ['signIn', ShieldCheck],
      ['login', LogIn],
      ['programs', Bot],
    ],
  ],
  [
    'content',
    [
      ['items', Library],
      ['attachments', Paperclip],
    ],
  ],
  [
    'site',
    [
      ['settings', SlidersHorizontal],
      ['messages', Megaphone],
      ['webhooks', Webhook],
    ],
  ],
  [
    'system',
    [
      ['log', ScrollText],
      ['showdoc', FolderInput],
      ['update', CircleArrowUp],
    ],
  ],
] as const

type SectionName = (typeof groups)[number][1][number][0]

/** The section named in the address; an unknown name selects the first. */
const sectionOf = (given: string | null): SectionName =>
  groups.flatMap<SectionName>(([, sections]) => sections.map(([name]) => name)).find((name) => name === given) ?? 'overview'

/** The console with the navigation of its sections. */
function AdminFrame({ section, children }: { section: SectionName; children: ReactNode }) {
  const t = useWords(adminWords)
  const { product } = useWords(uiWords)
  const { version } = useBoot()
  /* The update section shows the error of this query. */
  const { data } = useQuery(findUpdate())
  const newer = data?.new_version
  const isShown = (name: SectionName) => name !== 'update' || Boolean(newer) || section === 'update'
  return (
    <SectionFrame
      label={t.parts}
      back={{ to: paths.items(), text: t.back }}
      title={t.title}
      groups={groups.map(([title, sections]) => ({
        ...(title && { title: t[title] }),
        sections: sections
          .map(([name, icon]) => ({ name, to: paths.admin(name), text: t[name], icon }))
          .filter(({ name }) => isShown(name))
          .map((one) => (one.name === 'update' && newer ? { ...one, end: <span className="tag info">{newer}</span> } : one)),
      }))}
      current={section}
      foot={
        <Link className="frame-foot" to={paths.admin('update')} title={t.version}>
          {product} {version}
        </Link>
      }
    >
      {children}
    </SectionFrame>
  )
}

const parts: Record<SectionName, () => React.ReactNode> = {
  overview: Overview,
  users: UserList,
  items: Items,
  attachments: Files,
  signIn: SignInSettings,
  login: LoginSettings,
  programs: Programs,
  settings: SiteSettings,
  messages: Messages,
  webhooks: Webhooks,
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

  if (!account) return <Redirect to={paths.login(here.pathname + here.search)} />
  if (account.groupid !== '1')
    return (
      <UnavailableScreen title={t.title} heading={t.refused} to={paths.items()} linkText={t.toItems}>
        {t.refusedText}
      </UnavailableScreen>
    )
  return (
    <Screen title={`${t[section]} - ${t.title}`} bare>
      <AdminFrame section={section}>
        <Part key={section} />
      </AdminFrame>
    </Screen>
  )
}
