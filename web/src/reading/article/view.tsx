import type { Answer } from '@sheaf/contract/client'
import type { Language } from '@sheaf/contract/errors'
import { dateText } from '@sheaf/contract/languages'
import { ArrowLeft, ArrowRight, ChevronRight, List, Paperclip } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, Suspense, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ReviewBadge } from '../../review/badge.tsx'
import { TruthBadge } from '../../truth/badge.tsx'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { Avatar, Doer } from '../../ui/person.tsx'
import { Skeleton } from '../../ui/placeholder.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Breakable } from '../../ui/text/breakable.tsx'
import { readingWords } from '../reading.words.ts'
import { ArticleBody } from './body.tsx'
import { Watch, type WatchNames } from './watch.tsx'

const AttachmentList = lazyPart(() => import('./attachment-list.tsx').then((m) => m.AttachmentList))

/** The button with the number of attachments. The list loads when the button opens it. */
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

/* Only for editors of pages that show a part of a source. */
const FieldWords = lazyPart(() => import('../field-words/field-words.tsx').then((m) => m.FieldWords))

/* Only for pages whose operation readers can send. */
const TryIt = lazyPart(() => import('../../console/try-it.tsx').then((m) => m.TryIt))

const never = () => () => {}
/** False on the server and while the page of the server becomes active. */
export const useIsActive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Formats Unix seconds as "18 Nov 2026, 16:40" or "2026-11-18 16:40". No Intl: its formatter costs more than rendering the article. */
export function formatSavedAt(seconds: number, language: Language) {
  const at = new Date(seconds * 1000)
  const clock = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
  return dateText('moment', { year: at.getFullYear(), month: at.getMonth() + 1, day: at.getDate(), clock }, language)
}

type PageView = Answer<'page', 'view'>

function Author({ name, username }: { name: string; username: string }) {
  return (
    <span className="row">
      <Avatar {...{ name, username }} />
      <Doer {...{ name, username }} />
    </span>
  )
}

interface HeadProps {
  view: PageView
  title: RefObject<HTMLHeadingElement | null>
  /** Opens the table of contents in windows that do not show it next to the text. */
  onToc: (() => void) | undefined
  isSchema: boolean
  /** The key of a single-page link: it shows neither author nor date. */
  unique_key: string | undefined
  watch: WatchNames | undefined
}

function ArticleHead({ view, title, onToc, unique_key, isSchema, watch }: HeadProps) {
  const t = useWords(readingWords)
  const language = useLanguage()
  const attachments = Number(view.attachment_count)
  const suggestions = Number(view.suggestions)
  // One mark: the mark of the review is enough for a page whose sources have not changed.
  const hasTruth = view.truth_state && !(view.review && ['due', 'fresh'].includes(view.truth_state))
  const badge = (hasTruth || view.review) && (
    <>
      {hasTruth && <TruthBadge page={view} unique_key={unique_key} />}
      <ReviewBadge key={view.page_id} view={view} isPlain={unique_key !== undefined} />
    </>
  )
  return (
    <header className="art-head">
      <h1 ref={title} tabIndex={-1}>
        <Breakable>{view.page_title}</Breakable>
      </h1>
      {unique_key !== undefined ? (
        badge && <div className="meta">{badge}</div>
      ) : (
        <div className="meta">
          {isSchema && <span className="tag">{t.schema}</span>}
          {view.author_username && <Author name={view.author_name} username={view.author_username} />}
          {Number(view.addtime) > 0 && <span suppressHydrationWarning>{t.updated(formatSavedAt(Number(view.addtime), language))}</span>}
          {badge}
          {suggestions > 0 && (
            <Link className="tag info" to={paths.suggestions(view.item_id, { page_id: view.page_id })}>
              {t.suggestions(suggestions)}
            </Link>
          )}
          {attachments > 0 && <ArticleAttachments page_id={view.page_id} count={attachments} />}
          {watch && <Watch key={view.page_id} view={view} names={watch} />}
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
  /** Where a page is, as one line; '' if it is not known. */
  placeOf: (page_id: string) => string
  hrefOf: (page_id: string) => string
  onNear: (page_id: string) => void
}

/** Links to the previous and next page below the text. Equal titles are followed by the places of their pages. */
export function AdjacentPages({ view: { page_title, previous, next }, placeOf, hrefOf, onNear }: AdjacentProps) {
  const t = useWords(readingWords)
  if (!previous && !next) return null
  const titles = [page_title, previous?.page_title, next?.page_title]
  const linkOf = ({ page_id }: Sibling) => ({
    to: hrefOf(page_id),
    onPointerEnter: () => onNear(page_id),
    onFocus: () => onNear(page_id),
  })
  const nameOf = ({ page_id, page_title: title }: Sibling) => {
    const place = titles.filter((one) => one === title).length > 1 ? placeOf(page_id) : ''
    return (
      <>
        <b>
          <Breakable>{title}</Breakable>
        </b>
        {place && <small>{place}</small>}
      </>
    )
  }
  return (
    <nav className="pn" aria-label={t.around}>
      {previous ? (
        <Link {...linkOf(previous)}>
          <span>
            <ArrowLeft className="i" aria-hidden="true" />
            {t.previous}
          </span>
          {nameOf(previous)}
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link className="nx" {...linkOf(next)}>
          <span>
            {t.next}
            <ArrowRight className="i" aria-hidden="true" />
          </span>
          {nameOf(next)}
        </Link>
      )}
    </nav>
  )
}

export type View = Answer<'page', 'view'>
type Sibling = NonNullable<View['next']>

/** The headings for the table of contents: levels 2 to 4, empty if there are fewer than two. */
export const tocHeadings = (view: View | undefined) => {
  const headings = view?.headings.filter(({ level }) => level >= 2 && level <= 4) ?? []
  return headings.length > 1 ? headings : []
}

const startsWithTitle = ({ headings: [first], page_title, html }: View) =>
  first?.level === 1 && first.text.trim() === page_title.trim() && /^\s*<h1[\s>]/.test(html)

/** A page that was opened by a link to it alone names no item. */
const scopeOf = ({ item_id, page_id }: View) => (item_id === '0' ? `page-${page_id}` : item_id)

interface Above {
  to: string
  title: string
}

function Crumbs({ names, above }: { names: string[]; above: Above | undefined }) {
  const t = useWords(readingWords)
  return (
    <nav className="crumbs" aria-label={t.path}>
      {names.map((name, at) => (
        <Fragment key={at}>
          {at > 0 && <ChevronRight className="i" aria-hidden="true" />}
          <span className="cut">{name}</span>
        </Fragment>
      ))}
      {above && (
        <>
          {names.length > 0 && <ChevronRight className="i" aria-hidden="true" />}
          <Link className="cut" to={above.to}>
            {above.title}
          </Link>
        </>
      )}
    </nav>
  )
}

interface Props {
  view: View
  path?: string[]
  searched?: string
  title: RefObject<HTMLHeadingElement | null>
  onToc?: (() => void) | undefined
  unique_key?: string | undefined
  /** The page that a schema is shown on. */
  above?: Above | undefined
  /** Without it, the page cannot be watched here. */
  watch?: WatchNames | undefined
  children?: ReactNode
}

export function Article({ view, path = [], searched = '', title, onToc, unique_key, above, watch, children }: Props) {
  const t = useWords(readingWords)
  const root = useRef<HTMLDivElement>(null)
  const isActive = useIsActive()
  const schema = view.editable && view.sources.find((source) => source.schema !== '')?.schema
  return (
    <article className="mid-in">
      {(path.length > 0 || above) && <Crumbs names={path} above={above} />}
      <ArticleHead
        view={view}
        title={title}
        onToc={tocHeadings(view).length ? onToc : undefined}
        unique_key={unique_key}
        watch={watch}
        isSchema={above !== undefined}
      />
      {view.plain && view.editable && (
        <p className="art-plain" role="note">
          {t.plain}
        </p>
      )}
      {schema && (
        <p className="art-schema" role="note">
          {t.wordsOfSchema(schema)}
        </p>
      )}
      <ArticleBody
        html={view.html}
        needs={view.needs}
        titled={startsWithTitle(view)}
        searched={searched}
        scope={scopeOf(view)}
        root={root}
      />
      {isActive && view.editable && view.sources.length > 0 && (
        <Suspense>
          <FieldWords page_id={view.page_id} version={view.version} html={view.html} root={root} />
        </Suspense>
      )}
      {isActive && view.has_console && (
        <Suspense>
          <TryIt view={view} root={root} />
        </Suspense>
      )}
      {children}
    </article>
  )
}
