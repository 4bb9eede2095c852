import './recycle.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../lib/api.ts'
import { siteTime } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { Doer } from '../ui/person.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { useFoundRows } from '../ui/table/found-rows.tsx'
import { Listing } from '../ui/table/listing.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
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

export type Deleted = Answer<'recycle', 'getList'>[number]

/** A row of the table: a page, or the pages that were deleted together. `isInside`: a page of the group above it. */
interface Entry {
  key: string
  first: Deleted
  group?: Deleted[]
  isInside?: boolean
}

/** The entries in the order of the list; pages that were deleted together are one, and below it its pages while it is open. */
function entriesOf(list: Deleted[], opened: ReadonlySet<string>): Entry[] {
  const groups = Map.groupBy(list, (row) => (row.batch_id === '0' ? `p${row.id}` : `b${row.batch_id}`))
  return [...groups].flatMap(([key, rows]): Entry[] => {
    const first = rows[0] as Deleted
    if (rows.length === 1) return [{ key, first }]
    const inside = opened.has(key) ? rows.map((row) => ({ key: `p${row.id}`, first: row, isInside: true })) : []
    return [{ key, first, group: rows }, ...inside]
  })
}

const searched = (row: Deleted) => `${row.page_title} ${row.del_by_username} ${row.del_by_name}`

/** Fewer remaining days are highlighted. */
const EXPIRY_WARNING_DAYS = 4

/** Longer lists get a search field. */
const SEARCH_MIN_ROWS = 8
/** A deleted catalog can leave thousands of rows. */
const ROWS_PER_PAGE = 20

interface Props {
  list: Deleted[]
  onView: ((deleted: Deleted) => void) | undefined
  onRecover: (deleted: Deleted) => void
  onRecoverAll: (group: Deleted[]) => void
}

function RecycleTable({ list, onView, onRecover, onRecoverAll }: Props) {
  const t = useWords(recycleWords)
  const language = useLanguage()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const entries = useMemo(() => entriesOf(list, opened), [list, opened])
  const found = useFoundRows(entries, ({ first, group = [first] }) => group.map(searched).join(' '), ROWS_PER_PAGE)
  const turn = (key: string) => setOpened(new Set(opened.has(key) ? [...opened].filter((one) => one !== key) : [...opened, key]))
  const columns: Column<Entry>[] = [
    {
      head: t.page,
      cell: ({ key, first, group }) =>
        group ? (
          <button type="button" className="bin-group" aria-expanded={opened.has(key)} onClick={() => turn(key)}>
            <ChevronRight className="i" aria-hidden="true" />
            {t.count(group.length)}
          </button>
        ) : (
          <DeletedTitle title={first.page_title} onView={onView && (() => onView(first))} />
        ),
      look: ({ isInside }) => (isInside ? 'bin-inside' : ''),
      isName: true,
    },
    {
      head: t.deletedBy,
      cell: ({ first: row }) => <Doer name={row.del_by_name} username={row.del_by_username} />,
      phone: ({ first: row }) => (
        <Doer name={row.del_by_name} username={row.del_by_username}>
          {t.by(row.del_by_name)}
        </Doer>
      ),
      width: 118,
    },
    { head: t.deleted, cell: ({ first: row }) => siteTime(row.del_time, language), width: 146, look: 'bin-when muted' },
    {
      head: t.left,
      cell: ({ first: row }) => t.days(Number(row.days_left)),
      width: 112,
      look: ({ first: row }) => (Number(row.days_left) < EXPIRY_WARNING_DAYS ? 'bin-left soon' : 'bin-left muted'),
    },
  ]
  const actions = ({ first: row, group }: Entry) => (
    <button
      type="button"
      className="btn small"
      aria-label={group ? t.recoverAllOf(group.length) : t.recoverOf(row.page_title)}
      aria-haspopup="dialog"
      onClick={() => (group ? onRecoverAll(group) : onRecover(row))}
    >
      {group ? t.recoverAll : t.recover}
    </button>
  )
  return (
    <>
      <div className="bin-head">
        <h2>{t.count(list.length)}</h2>
        {list.length >= SEARCH_MIN_ROWS && found.field(t.find)}
      </div>
      <Table
        name={t.title}
        look="bin-table"
        columns={columns}
        rows={found.rows}
        keyOf={({ key }) => key}
        actions={{ head: t.actions, cell: actions, width: 104 }}
      />
      {found.isNone && <p className="rows-none">{t.noMatch}</p>}
      {found.pager}
    </>
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
  const { item_id } = item
  const bin = useQuery({ ...read(api.recycle.getList, { item_id }), staleTime: 0 })
  const recover = useSend(api.recycle.recover, { onFailed: () => void bin.refetch() })
  const [viewing, setViewing] = useState<Deleted | null>(null)
  const [recovering, setRecovering] = useState<Deleted | null>(null)
  const undo = useSend(api.tree.undo, { onFailed: () => void bin.refetch() })
  const [group, setGroup] = useState<Deleted[] | null>(null)
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
      <Listing list={bin} waiting={<TableWaiting height={45} />} failed={t.listFailed} empty={<Empty title={t.empty}>{t.emptyText}</Empty>}>
        {(list) => (
          <RecycleTable
            list={list}
            onView={READABLE.includes(item.item_type) ? setViewing : undefined}
            onRecover={setRecovering}
            onRecoverAll={setGroup}
          />
        )}
      </Listing>
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
          title={t.recoverAllTitle(group.length)}
          action={t.recoverAll}
          onConfirm={async () => {
            await undo.send({ batch_id: group[0]?.batch_id ?? '' })
            setGroup(null)
            setRecovered({ text: t.recoveredAll(group.length), link: t.openItem, to: paths.item(item) })
          }}
          onClose={() => setGroup(null)}
        >
          {t.recoverAllText}
        </ConfirmDialog>
      )}
    </section>
  )
}
