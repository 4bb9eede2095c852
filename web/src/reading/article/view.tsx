import type { Answer } from '@sheaf/contract/client'
import type { Language } from '@sheaf/contract/errors'
import { ArrowLeft, ArrowRight, ChevronRight, List, Paperclip } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { useLanguage, useWords } from '../../lib/words.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { Skeleton } from '../../ui/placeholder.tsx'
import { Popover } from '../../ui/popover.tsx'
import { readingWords } from '../reading.words.ts'
import { ArticleBody } from './body.tsx'

const AttachmentList = lazyPart(() => import('./attachment-list.tsx').then((m) => m.AttachmentList))

/** "3 attachments"; the list is fetched when it is opened. */
function ArticleAttachments({ page_id, count }: { page_id: string; count: number }) {
  const t = useWords(readingWords)
  return (
    <Popover
      label={t.attachmentsTitle}
      align="start"
      className="files"
      button={(opener) => (
        <button type="button" {...opener}>
          <Paperclip className="i" aria-hidden="true" />
          {t.attachments(count)}
        </button>
      )}
    >
      <Suspense fallback={<Skeleton lines={count} />}>
        <AttachmentList page_id={page_id} />
      </Suspense>
    </Popover>
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number) => String(n).padStart(2, '0')

/** "18 Nov 2026, 16:40" / "2026-11-18 16:40". Without Intl: making its formatter takes longer than drawing the whole article. */
export function whenSaved(seconds: number, language: Language) {
  const at = new Date(seconds * 1000)
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (language === 'zh') return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock}`
  return `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}, ${clock}`
}

type PageView = Answer<'page', 'view'>

/* One of the six pigments for a name, always the same. */
const pigment = (name: string) => [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6

function Author({ name }: { name: string }) {
  return (
    <span className="row">
      <span className={`ava c${pigment(name) + 1}`} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      {name}
    </span>
  )
}

interface HeadProps {
  view: PageView
  title: RefObject<HTMLHeadingElement | null>
  /** Opens the table of contents where it does not stand beside the text. */
  onToc: (() => void) | undefined
  /** The title and no more: a shared page tells nothing of who and when. */
  bare: boolean
}

function ArticleHead({ view, title, onToc, bare }: HeadProps) {
  const t = useWords(readingWords)
  const language = useLanguage()
  const attachments = Number(view.attachment_count)
  return (
    <header className="art-head">
      <h1 ref={title} tabIndex={-1}>
        {view.page_title}
      </h1>
      {!bare && (
        <div className="meta">
          {view.author_username && <Author name={view.author_username} />}
          {Number(view.addtime) > 0 && <span suppressHydrationWarning>{t.updated(whenSaved(Number(view.addtime), language))}</span>}
          {attachments > 0 && <ArticleAttachments page_id={view.page_id} count={attachments} />}
          {onToc && (
            <button type="button" className="tocbtn" onClick={onToc}>
              <List className="i" aria-hidden="true" />
              {t.onThisPage}
            </button>
          )}
        </div>
      )}
    </header>
  )
}

interface AdjacentProps {
  view: View
  hrefOf: (page_id: string) => string
  onNear: (page_id: string) => void
}

/** Previous and next page at the foot of the text. */
export function AdjacentPages({ view: { previous, next }, hrefOf, onNear }: AdjacentProps) {
  const t = useWords(readingWords)
  if (!previous && !next) return null
  const near = (page_id: string) => ({ onPointerEnter: () => onNear(page_id), onFocus: () => onNear(page_id) })
  return (
    <nav className="pn" aria-label={t.around}>
      {previous ? (
        <Link to={hrefOf(previous.page_id)} {...near(previous.page_id)}>
          <span>
            <ArrowLeft className="i" aria-hidden="true" />
            {t.previous}
          </span>
          <b>{previous.page_title}</b>
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link to={hrefOf(next.page_id)} className="nx" {...near(next.page_id)}>
          <span>
            {t.next}
            <ArrowRight className="i" aria-hidden="true" />
          </span>
          <b>{next.page_title}</b>
        </Link>
      )}
    </nav>
  )
}

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
