import type { Answer } from '@sheaf/contract/client'
import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, useRef } from 'react'
import { useWords } from '../../lib/words.ts'
import { readingWords } from '../reading.words.ts'
import { ArticleBody } from './body.tsx'
import { ArticleHead } from './head.tsx'

export type View = Answer<'page', 'view'>

/** Headings that are worth a table of contents; one alone is none. */
export const tocOf = (view: View | undefined) => {
  const headings = view?.headings.filter(({ level }) => level >= 2 && level <= 4) ?? []
  return headings.length > 1 ? headings : []
}

const startsWithTitle = ({ headings: [first], page_title, html }: View) =>
  first?.level === 1 && first.text.trim() === page_title.trim() && /^\s*<h1[\s>]/.test(html)

function Crumbs({ names }: { names: string[] }) {
  const t = useWords(readingWords)
  return (
    <nav className="crumbs" aria-label={t.path}>
      {names.map((name, at) => (
        <Fragment key={at}>
          {at > 0 && <ChevronRight className="i" aria-hidden="true" />}
          <span className="cut">{name}</span>
        </Fragment>
      ))}
    </nav>
  )
}

interface Props {
  view: View
  path?: string[]
  searched?: string
  title: RefObject<HTMLHeadingElement | null>
  onToc?: (() => void) | undefined
  bare?: boolean
  children?: ReactNode
}

export function Article({ view, path = [], searched = '', title, onToc, bare = false, children }: Props) {
  const t = useWords(readingWords)
  const root = useRef<HTMLDivElement>(null)
  return (
    <article className="mid-in">
      {path.length > 0 && <Crumbs names={path} />}
      <ArticleHead view={view} title={title} onToc={tocOf(view).length ? onToc : undefined} bare={bare} />
      {view.plain && view.editable && (
        <p className="art-plain" role="note">
          {t.plain}
        </p>
      )}
      <ArticleBody html={view.html} needs={view.needs} titled={startsWithTitle(view)} searched={searched} root={root} />
      {children}
    </article>
  )
}
