import { Link, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { uiWords } from '../ui.words.ts'

/** The places of the product in the bar and in the phone's menu. */
export const places = [
  ['items', paths.items()],
  ['teams', paths.teams()],
  ['attachments', paths.attachments()],
] as const

export function ScreenNav() {
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
