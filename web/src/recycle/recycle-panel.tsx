import './recycle.css'
import type { Answer } from '@sheaf/contract/client'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { siteTime } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Doer } from '../ui/person.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { PagedList, useListAddress } from '../ui/table/paged-list.tsx'
import { type Column, Table } from '../ui/table/table.tsx'
import { uiWords } from '../ui/ui.words.ts'
import { recycleWords } from './recycle.words.ts'

/** Enough text to recognise the page. */
const PREVIEW_MAX_CHARS = 20_000

interface DeletedPageProps {
  deleted: Deleted
  onRecover: () => void
  onClose: () => void
}

/** Shows the source text of a deleted page. It is not rendered, because its pictures are unavailable while the page is deleted. */
function DeletedPageDialog({ deleted: { item_id, page_id, page_title }, onRecover, onClose }: DeletedPageProps) {
  const t = useWords(recycleWords)
  const language = useLanguage()
  const page = useQuery(read(api.recycle.info, { item_id, page_id }))
  const text = page.data?.page_content ?? ''
  return (
    <Dialog
      title={page_title}
      wide
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" data-autofocus onClick={onClose}>
            {t.close}
          </button>
          <button type="button" className="btn primary" disabled={!page.data} onClick={onRecover}>
            {t.recover}
          </button>
        </>
      }
    >
      {page.data ? (
        <>
          <p>{t.savedBy(page.data.author_name || t.someone, siteTime(page.data.addtime, language))}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <section className="bin-text scroll" tabIndex={0} aria-label={t.text}>
            {text.slice(0, PREVIEW_MAX_CHARS) || t.noText}
          </section>
          {text.length > PREVIEW_MAX_CHARS && <p className="bin-cut">{t.cut}</p>}
        </>
      ) : page.isError ? (
        <ErrorNote title={t.textFailed} error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <Skeleton>
          <Bone width={220} height={14} />
          <Bone height={220} />
        </Skeleton>
      )}
    </Dialog>
  )
}

type Row = Answer<'recycle', 'entries'>['list'][number]
export type Deleted = Omit<Row, 'pages'>

/** A row of the table: a page, or the pages that were deleted together. `isInside`: a page of the group above it. */
type Entry = Row & { isInside?: boolean }

const isGroup = ({ pages }: Entry) => Number(pages) > 1

/** Fewer remaining days are highlighted. */
const EXPIRY_WARNING_DAYS = 4

/** Longer lists get a search field. */
const SEARCH_MIN_ROWS = 8
const ROWS_PER_PAGE = 20
/** Of the pages that were deleted together. */
const ROWS_INSIDE = 50
const ROW_HEIGHT = 45

/** The pages of the group that is open, in parts: a deleted catalog can leave thousands. */
function useInside(item_id: string, batch_id: string) {
  const { data, ...more } = useInfiniteQuery({
    queryKey: ['recycle', 'entries', item_id, batch_id],
    queryFn: ({ pageParam }) => api.recycle.entries({ item_id, batch_id, page: String(pageParam), count: String(ROWS_INSIDE) }),
    enabled: batch_id !== '',
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * ROWS_INSIDE < Number(total) ? pages.length + 1 : undefined),
    staleTime: 0,
  })
  return { rows: data?.pages.flatMap(({ list }) => list) ?? [], ...more }
}

interface Props {
  item_id: string
  list: Row[]
  onView: ((deleted: Deleted) => void) | undefined
  onRecover: (deleted: Deleted) => void
  onRecoverAll: (group: Row) => void
}

function RecycleTable({ item_id, list, onView, onRecover, onRecoverAll }: Props) {
  const t = useWords(recycleWords)
  const language = useLanguage()
  const [opened, setOpened] = useState('')
  const inside = useInside(item_id, opened)
  const isOpen = ({ batch_id, isInside }: Entry) => batch_id === opened && !isInside
  const rows = list.flatMap((row): Entry[] =>
    isGroup(row) && isOpen(row) ? [row, ...inside.rows.map((one) => ({ ...one, isInside: true }))] : [row],
  )
  const lastInside = inside.rows.at(-1)?.id
  const columns: Column<Entry>[] = [
    {
      head: t.page,
      cell: (row) =>
        isGroup(row) ? (
          <button
            type="button"
            className="bin-group"
            aria-expanded={isOpen(row)}
            onClick={() => setOpened(isOpen(row) ? '' : row.batch_id)}
          >
            <ChevronRight className="i" aria-hidden="true" />
            {t.count(Number(row.pages))}
          </button>
        ) : (
          <DeletedTitle title={row.page_title} onView={onView && (() => onView(row))} />
        ),
      look: ({ isInside }) => (isInside ? 'bin-inside' : ''),
      isName: true,
    },
    {
      head: t.deletedBy,
      cell: (row) => <Doer name={row.del_by_name} username={row.del_by_username} />,
      phone: (row) => (
        <Doer name={row.del_by_name} username={row.del_by_username}>
          {t.by(row.del_by_name)}
        </Doer>
      ),
      width: 118,
    },
    { head: t.deleted, cell: (row) => siteTime(row.del_time, language), width: 146, look: 'bin-when muted' },
    {
      head: t.left,
      cell: (row) => t.days(Number(row.days_left)),
      width: 112,
      look: (row) => (Number(row.days_left) < EXPIRY_WARNING_DAYS ? 'bin-left soon' : 'bin-left muted'),
    },
  ]
  const actions = (row: Entry) => (
    <button
      type="button"
      className="btn small"
      aria-label={isGroup(row) ? t.recoverAllOf(Number(row.pages)) : t.recoverOf(row.page_title)}
      aria-haspopup="dialog"
      onClick={() => (isGroup(row) ? onRecoverAll(row) : onRecover(row))}
    >
      {isGroup(row) ? t.recoverAll : t.recover}
    </button>
  )
  const retry = () => void (inside.isFetchNextPageError ? inside.fetchNextPage() : inside.refetch())
  const below = (row: Entry) => {
    if (isGroup(row) && isOpen(row) && inside.error) return <ErrorNote title={t.failed} error={inside.error} onRetry={retry} />
    if (isGroup(row) && isOpen(row) && inside.isPending)
      return (
        <Skeleton>
          <Bone width="40%" />
        </Skeleton>
      )
    if (row.id !== lastInside || !row.isInside || !inside.hasNextPage) return undefined
    return (
      <button type="button" className="btn small" disabled={inside.isFetchingNextPage} onClick={() => void inside.fetchNextPage()}>
        {t.more}
      </button>
    )
  }
  return (
    <Table
      name={t.title}
      look="bin-table"
      columns={columns}
      rows={rows}
      keyOf={(row) => (isGroup(row) ? `b${row.batch_id}` : `p${row.id}`)}
      below={below}
      actions={{ head: t.actions, cell: actions, width: 104 }}
    />
  )
}

/** The title, which opens the text if it is readable. */
function DeletedTitle({ title, onView }: { title: string; onView: (() => void) | undefined }) {
  const t = useWords(recycleWords)
  if (!onView) return title
  return (
    <button type="button" className="bin-look" aria-label={t.look(title)} aria-haspopup="dialog" onClick={onView}>
      {title}
    </button>
  )
}

/** Item types whose pages are Markdown; the content of other types is not readable as text. */
const READABLE = ['0', '1', '2']

/** The deleted pages of an item, with restore. */
export function RecyclePanel({ item }: { item: Pick<Answer<'item', 'detail'>, 'item_id' | 'item_name' | 'item_domain' | 'item_type'> }) {
  const t = useWords(recycleWords)
  const ui = useWords(uiWords)
  const { item_id } = item
  const place = useListAddress(['find'], [ROWS_PER_PAGE])
  const find = place.filter.find
  const input = { item_id, find, page: String(place.page), count: String(place.size) }
  const bin = useQuery({ ...read(api.recycle.entries, input), staleTime: 0, placeholderData: keepPreviousData })
  const data = bin.data && { rows: bin.data.list, total: Number(bin.data.total) }
  const pages = Number(bin.data?.pages ?? 0)
  const recover = useSend(api.recycle.recover, { onFailed: () => void bin.refetch() })
  const [viewing, setViewing] = useState<Deleted | null>(null)
  const [recovering, setRecovering] = useState<Deleted | null>(null)
  const undo = useSend(api.tree.undo, { onFailed: () => void bin.refetch() })
  const [group, setGroup] = useState<Row | null>(null)
  const [recovered, setRecovered] = useState<{ text: string; link: string; to: string } | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (recovered) link.current?.focus()
  }, [recovered])
  return (
    <section className="bin">
      <PageHead title={t.title} about={t.sub} />
      <div role="status">
        {recovered && (
          <p className="line-note info bin-back">
            <span className="grow">{recovered.text}</span>
            <Link ref={link} to={recovered.to}>
              {recovered.link}
            </Link>
          </p>
        )}
      </div>
      {(pages > 0 || find !== '') && (
        <div className="bin-head">
          <h2>{t.count(pages)}</h2>
          {(pages >= SEARCH_MIN_ROWS || find !== '') && (
            <SearchField label={t.find} clear={ui.clear} value={find} onFind={(text) => place.find({ find: text })} />
          )}
        </div>
      )}
      <PagedList
        query={{ ...bin, data }}
        place={place}
        words={t}
        rowHeight={ROW_HEIGHT}
        none={<Empty title={t.empty}>{t.emptyText}</Empty>}
      >
        {(list) => (
          <RecycleTable
            item_id={item_id}
            list={list}
            onView={READABLE.includes(item.item_type) ? setViewing : undefined}
            onRecover={setRecovering}
            onRecoverAll={setGroup}
          />
        )}
      </PagedList>
      {viewing && (
        <DeletedPageDialog
          deleted={viewing}
          onClose={() => setViewing(null)}
          onRecover={() => {
            setRecovering(viewing)
            setViewing(null)
          }}
        />
      )}
      {recovering && (
        <ConfirmDialog
          title={t.recoverTitle(recovering.page_title)}
          action={t.recoverDo}
          onConfirm={async () => {
            await recover.send({ item_id, page_id: recovering.page_id })
            setRecovering(null)
            setRecovered({ text: t.recovered(recovering.page_title), link: t.open, to: paths.page(item, recovering.page_id) })
          }}
          onClose={() => setRecovering(null)}
        >
          {t.recoverText(item.item_name)}
        </ConfirmDialog>
      )}
      {group && (
        <ConfirmDialog
          title={t.recoverAllTitle(Number(group.pages))}
          action={t.recoverAll}
          onConfirm={async () => {
            await undo.send({ batch_id: group.batch_id })
            setGroup(null)
            setRecovered({ text: t.recoveredAll(Number(group.pages)), link: t.openItem, to: paths.item(item) })
          }}
          onClose={() => setGroup(null)}
        >
          {t.recoverAllText}
        </ConfirmDialog>
      )}
    </section>
  )
}
