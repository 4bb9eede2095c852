import { Link, useLocation } from 'react-router'
import type { Account } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { uiWords } from './ui.words.ts'

/** The places of the product in the bar and in the phone's menu; the administration only for administrators. */
export function placesFor(account: Account) {
  const places = [
    ['items', paths.items()],
    ['teams', paths.teams()],
    ['attachments', paths.attachments()],
  ] as ['items' | 'teams' | 'attachments' | 'admin', string][]
  if (account.groupid === '1') places.push(['admin', paths.admin()])
  return places
}

export function ScreenNav({ account }: { account: Account }) {
  const t = useWords(uiWords)
  const { pathname } = useLocation()
  const room = pathname.split('/')[1]
  return (
    <nav className="nav" aria-label={t.mainNavigation}>
      {placesFor(account).map(([name, path]) => (
        <Link key={name} to={path} aria-current={path.split('/')[1] === room ? 'page' : undefined}>
          {t[name]}
        </Link>
      ))}
    </nav>
  )
}
