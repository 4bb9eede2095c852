import './admin.css'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { Refused } from '../ui/frame/refused.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { adminWords } from './admin.words.ts'
import { AdminNav, type Section, sectionOf } from './admin-nav.tsx'
import { Files } from './files/files.tsx'
import { Items } from './items/items.tsx'
import { Log } from './log/log.tsx'
import { LoginSettings } from './login/settings.tsx'
import { Messages } from './messages/messages.tsx'
import { Overview } from './overview/overview.tsx'
import { SiteSettings } from './settings/settings.tsx'
import { Showdoc } from './showdoc/showdoc.tsx'
import { Update } from './update/update.tsx'
import { UserList } from './users/users.tsx'

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
      <Refused title={t.title} heading={t.refused} to={paths.items()} way={t.toItems}>
        {t.refusedText}
      </Refused>
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
