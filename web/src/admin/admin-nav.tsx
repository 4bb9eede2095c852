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
import { Link } from 'react-router'
import { useBoot } from '../lib/boot.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { uiWords } from '../ui/ui.words.ts'
import { adminWords } from './admin.words.ts'
import { findUpdate } from './update/find-update.ts'

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

export type Section = (typeof sections)[number][0]

/** The section an address names; an unknown one is the first. */
export const sectionOf = (given: string | null): Section => sections.find(([name]) => name === given)?.[0] ?? 'overview'

/** The parts of the console: a side menu, on phones a strip of tabs. */
export function AdminNav({ section }: { section: Section }) {
  const t = useWords(adminWords)
  const { product } = useWords(uiWords)
  const { version } = useBoot()
  /* What cannot be found out now is said where somebody looks for it. */
  const { data } = useQuery(findUpdate())
  const newer = data?.new_version
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    /* On a phone the strip is wider than the screen. */
    nav.current?.querySelector(`[href$="section=${section}"]`)?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' })
  }, [section])
  return (
    <nav ref={nav} className="adm-nav" aria-label={t.parts}>
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
                {/* Said as a word of its own. */ ' '}
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
