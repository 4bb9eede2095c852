import './recycle.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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
}

function RecycleTable({ list, onView, onRecover }: Props) {
  const t = useWords(recycleWords)
  const language = useLanguage()
  const found = useFoundRows(list, (row) => `${row.page_title} ${row.del_by_username} ${row.del_by_name}`, ROWS_PER_PAGE)
  const columns: Column<Deleted>[] = [
    { head: t.page, cell: (row) => <DeletedTitle title={row.page_title} onView={onView && (() => onView(row))} />, isName: true },
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
  const actions = (row: Deleted) => (
    <button
      type="button"
      className="btn small"
      aria-label={t.recoverOf(row.page_title)}
      aria-haspopup="dialog"
      onClick={() => onRecover(row)}
    >
      {t.recover}
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
        keyOf={({ id }) => id}
        actions={{ head: t.actions, cell: actions, width: 72 }}
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
  const [recovered, setRecovered] = useState<Deleted | null>(null)
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
            <span className="grow">{t.recovered(recovered.page_title)}</span>
            <Link ref={link} to={paths.page(item, recovered.page_id)}>
              {t.open}
            </Link>
          </p>
        )}
      </div>
      <Listing list={bin} waiting={<TableWaiting height={45} />} failed={t.listFailed} empty={<Empty title={t.empty}>{t.emptyText}</Empty>}>
        {(list) => (
          <RecycleTable list={list} onView={READABLE.includes(item.item_type) ? setViewing : undefined} onRecover={setRecovering} />
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
            setRecovered(recovering)
          }}
          onClose={() => setRecovering(null)}
        >
          {t.recoverText(item.item_name)}
        </ConfirmDialog>
      )}
    </section>
  )
}
