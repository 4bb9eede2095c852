import { Archive, FileInput, Plus } from 'lucide-react'
import { type RefObject, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { isLocked, isMissing } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { firstPage, type Info, pathTo } from '../../tree/item-tree.ts'
import { lazyPart } from '../../ui/frame/lazy-part.tsx'
import { Empty, ErrorNote } from '../../ui/placeholder.tsx'
import { AdjacentPages, Article, useIsActive, type View } from '../article/view.tsx'
import { readingWords } from '../reading.words.ts'
import type { usePage } from './data.ts'
import { PageSkeleton, PasswordRedirect } from './locked.tsx'

const ImportDialog = lazyPart(() => import('../../items/add/import-dialog.tsx').then((m) => m.ImportDialog))

/* Only in items that ask their readers. */
const PageFeedback = lazyPart(() => import('../../feedback/ask/ask.tsx').then((m) => m.PageFeedback))

interface Props {
  item: string
  info: Info
  wanted: string | undefined
  page: ReturnType<typeof usePage>
  /** The named schema that is shown on this page; '' for the page itself. */
  schema: string
  /** The introduction, of the schema. */
  above: { page_id: string; page_title: string } | undefined
  path: string[] | undefined
  found: string
  title: RefObject<HTMLHeadingElement | null>
  newPage: string | undefined
  hrefOf: (page_id: string) => string
  onNear: (page_id: string) => void
  onToc: () => void
}

/** The page, or a short explanation why no page is shown. */
export function PageContent({ item, info, wanted, page, schema, above, path = [], found, title, newPage, hrefOf, onNear, onToc }: Props) {
  const t = useWords(readingWords)
  const { view, error, retry } = page
  if (wanted === undefined) return <NoPages info={info} newPage={newPage} />
  if (error) {
    if (isLocked(error) && info.owner_name) return <OutsidePage item={item} info={info} page_id={wanted} hrefOf={hrefOf} />
    if (isLocked(error)) return <PasswordRedirect item={item} page_id={wanted} />
    if (isMissing(error) && schema) return <NoSuchSchema to={hrefOf(wanted)} />
    return isMissing(error) ? (
      <NoSuchPage first={firstPage(info.menu)} hrefOf={hrefOf} />
    ) : (
      <ErrorNote title={t.pageFailed} error={error} onRetry={retry} />
    )
  }
  if (!view) return <PageSkeleton crumbs={path.length > 0 || schema !== ''} />
  const placeOf = (page_id: string) => {
    const catalogs = pathTo(info.menu, page_id)
    if (!catalogs) return ''
    const name = catalogs.map((catalog) => catalog.cat_name).join(' / ') || info.item_name
    const { pages } = catalogs.at(-1) ?? info.menu
    const title = pages.find((one) => one.page_id === page_id)?.page_title
    const equal = pages.filter((one) => one.page_title === title)
    if (equal.length < 2) return name
    return `${name} · ${t.sameTitle(equal.findIndex((one) => one.page_id === page_id) + 1, equal.length)}`
  }
  return (
    <>
      {info.is_archived === '1' && (
        <div className="mid-in archived">
          <Archive className="i" aria-hidden="true" />
          {t.archived}
        </div>
      )}
      <Article
        view={view}
        path={path}
        searched={found}
        title={title}
        onToc={onToc}
        watch={schema ? undefined : { item: info.item_name, catalog: path.at(-1) ?? '', manages: info.item_manage }}
        above={schema && above ? { to: hrefOf(above.page_id), title: above.page_title } : undefined}
      >
        {info.allow_feedback && !schema && <Foot view={view} />}
        {info.item_type !== '2' && <AdjacentPages view={view} placeOf={placeOf} hrefOf={hrefOf} onNear={onNear} />}
      </Article>
    </>
  )
}

/** The question whether the page was helpful. The server renders nothing of it. */
function Foot({ view }: { view: View }) {
  if (!useIsActive()) return null
  return (
    <Suspense fallback={<div className="fb-place" />}>
      <PageFeedback key={view.page_id} page_id={view.page_id} version={view.version} />
    </Suspense>
  )
}

function NoPages({ info, newPage }: { info: Info; newPage: string | undefined }) {
  const t = useWords(readingWords)
  const [importing, setImporting] = useState(false)
  if (!newPage && !(info.item_edit && info.item_type === '2'))
    return (
      <Empty heading title={info.is_archived === '1' ? t.emptyArchived : t.emptyTitle}>
        {info.is_archived === '1' ? t.archived : t.emptyReader}
      </Empty>
    )
  return (
    <>
      <Empty
        heading
        title={t.emptyTitle}
        actions={
          <>
            <Link className="btn primary" to={newPage ?? paths.edit(info.item_id, 0)}>
              <Plus className="i" aria-hidden="true" />
              {t.firstPage}
            </Link>
            {newPage && (
              <button type="button" className="btn" onClick={() => setImporting(true)}>
                <FileInput className="i" aria-hidden="true" />
                {t.import}
              </button>
            )}
          </>
        }
      >
        {newPage ? t.emptyEditor : t.emptySingle}
      </Empty>
      {importing && (
        <Suspense>
          <ImportDialog info={info} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}

/** For a member with access to some catalogs of a private item, at a page outside these catalogs. */
function OutsidePage({ item, info, page_id, hrefOf }: { item: string; info: Info; page_id: string } & Pick<Props, 'hrefOf'>) {
  const t = useWords(readingWords)
  const first = firstPage(info.menu)
  return (
    <Empty
      heading
      title={t.outside}
      actions={
        <>
          {first && (
            <Link className="btn primary" to={hrefOf(first)}>
              {t.toFirst}
            </Link>
          )}
          <Link className="btn" to={paths.itemPassword(item, page_id, hrefOf(page_id))}>
            {t.visitPassword}
          </Link>
        </>
      }
    >
      {t.outsideText(
        info.menu.catalogs.map((catalog) => catalog.cat_name),
        info.owner_name,
      )}
    </Empty>
  )
}

function NoSuchSchema({ to }: { to: string }) {
  const t = useWords(readingWords)
  return (
    <Empty
      broken
      heading
      title={t.schemaMissing}
      actions={
        <Link className="btn" to={to}>
          {t.toIntroduction}
        </Link>
      }
    >
      {t.schemaMissingText}
    </Empty>
  )
}

function NoSuchPage({ first, hrefOf }: { first: string | undefined; hrefOf: (page_id: string) => string }) {
  const t = useWords(readingWords)
  return (
    <Empty
      broken
      heading
      title={t.pageMissing}
      actions={
        first && (
          <Link className="btn" to={hrefOf(first)}>
            {t.toFirst}
          </Link>
        )
      }
    >
      {t.pageMissingText}
    </Empty>
  )
}
