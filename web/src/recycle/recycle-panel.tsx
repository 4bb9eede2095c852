import './recycle.css'
import type { Answer } from '@sheaf/contract/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read, write } from '../lib/api.ts'
import { siteTime } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Pager } from '../ui/pager.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { Table } from '../ui/table.tsx'
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
          <p>{t.savedBy(page.data.author_username || t.someone, siteTime(page.data.addtime, language))}</p>
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

interface RecycleRowProps {
  deleted: Deleted
  /** undefined if the page has no readable text. */
  onView: (() => void) | undefined
  onRecover: () => void
}

function RecycleRow({ deleted, onView, onRecover }: RecycleRowProps) {
  const t = useWords(recycleWords)
  const language = useLanguage()
  const { page_title, del_by_username, del_time, days_left } = deleted
  const days = Number(days_left)
  return (
    <tr>
      <th scope="row">
        {onView ? (
          <button type="button" className="bin-look" aria-label={t.look(page_title)} aria-haspopup="dialog" onClick={onView}>
            {page_title}
          </button>
        ) : (
          page_title
        )}
      </th>
      <td className="bin-who">
        <span className="hide-s">{del_by_username}</span>
        <span className="only-s">{t.by(del_by_username)}</span>
      </td>
      <td className="bin-when muted">{siteTime(del_time, language)}</td>
      <td className={days < EXPIRY_WARNING_DAYS ? 'bin-left soon' : 'bin-left muted'}>{t.days(days)}</td>
      <td className="end">
        <button type="button" className="btn s" aria-label={t.recoverOf(page_title)} aria-haspopup="dialog" onClick={onRecover}>
          {t.recover}
        </button>
      </td>
    </tr>
  )
}

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
  const [find, setFind] = useState('')
  const [page, setPage] = useState(1)
  const wanted = find.trim().toLowerCase()
  const found = wanted ? list.filter((row) => `${row.page_title} ${row.del_by_username}`.toLowerCase().includes(wanted)) : list
  const at = Math.min(page, Math.max(1, Math.ceil(found.length / ROWS_PER_PAGE)))
  return (
    <>
      <div className="bin-head">
        <h2>{t.count(list.length)}</h2>
        {list.length >= SEARCH_MIN_ROWS && (
          <label className="search">
            <Search className="i" aria-hidden="true" />
            <input
              type="search"
              aria-label={t.find}
              placeholder={t.find}
              value={find}
              onChange={(event) => {
                setFind(event.target.value)
                setPage(1)
              }}
            />
          </label>
        )}
      </div>
      <Table name={t.title} look="bin-table" columns={[t.page, t.deletedBy, t.deleted, t.left]} actions={t.actions}>
        {found.slice((at - 1) * ROWS_PER_PAGE, at * ROWS_PER_PAGE).map((row) => (
          <RecycleRow key={row.id} deleted={row} onView={onView && (() => onView(row))} onRecover={() => onRecover(row)} />
        ))}
      </Table>
      {found.length === 0 && <p className="bin-none muted">{t.noMatch}</p>}
      {found.length > ROWS_PER_PAGE && <Pager page={at} size={ROWS_PER_PAGE} total={found.length} onPage={setPage} />}
    </>
  )
}

/** Item types whose pages are Markdown; the content of other types is not readable as text. */
const READABLE = ['0', '1', '2']

/** The deleted pages of an item, with restore. */
export function RecyclePanel({ item }: { item: Pick<Answer<'item', 'detail'>, 'item_id' | 'item_name' | 'item_domain' | 'item_type'> }) {
  const t = useWords(recycleWords)
  const { item_id } = item
  const bin = useQuery({ ...read(api.recycle.getList, { item_id }), staleTime: 0 })
  const recover = useMutation({ ...write(api.recycle.recover, 'item', 'page', 'catalog'), onError: () => void bin.refetch() })
  const [viewing, setViewing] = useState<Deleted | null>(null)
  const [recovering, setRecovering] = useState<Deleted | null>(null)
  const [recovered, setRecovered] = useState<Deleted | null>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (recovered) link.current?.focus()
  }, [recovered])
  return (
    <section className="bin">
      <h1>{t.title}</h1>
      <p className="setting-sub">{t.sub}</p>
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
      {bin.data?.length ? (
        <RecycleTable list={bin.data} onView={READABLE.includes(item.item_type) ? setViewing : undefined} onRecover={setRecovering} />
      ) : bin.data ? (
        <Empty title={t.empty}>{t.emptyText}</Empty>
      ) : bin.isError ? (
        <ErrorNote title={t.listFailed} error={bin.error} onRetry={() => void bin.refetch()} />
      ) : (
        <Skeleton>
          {[48, 34, 56, 40].map((width) => (
            <div key={width} className="bin-bones">
              <Bone width={`${width}%`} height={13} />
            </div>
          ))}
        </Skeleton>
      )}
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
            await recover.mutateAsync({ item_id, page_id: recovering.page_id })
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
