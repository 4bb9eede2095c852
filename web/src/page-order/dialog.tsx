import './page-order.css'
import type { Answer } from '@sheaf/contract/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { memo, type ReactNode, useEffect, useId, useState } from 'react'
import { api, read, withoutLoginRedirect } from '../lib/api.ts'
import { useWords } from '../lib/words.ts'
import { editableCatalogs } from '../tree/item-tree.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Grip, useSortable } from '../ui/drag/sortable.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { Select } from '../ui/forms/select.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { pageSortWords } from './page-order.words.ts'

type SortedPage = Answer<'catalog', 'getPagesBycat'>[number]

const idOf = (page: SortedPage) => page.page_id
const nameOf = (page: SortedPage) => page.page_title

interface ListProps {
  label: string
  pages: SortedPage[]
  here?: string
  onOrder: (pages: SortedPage[]) => void
}

function PageSortList({ label, pages, here, onOrder }: ListProps) {
  const movable = pages.length > 1
  const { props, list, region, helpId } = useSortable({ entries: pages, idOf, nameOf, disabled: !movable, onOrder })
  useEffect(() => void list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' }), [list])
  return (
    <>
      <ol className="ps-list scroll" aria-label={label} {...props}>
        {pages.map((page, at) => (
          <Row key={page.page_id} page={page} place={at + 1} isHere={page.page_id === here} helpId={movable ? helpId : undefined} />
        ))}
      </ol>
      {region}
    </>
  )
}

interface RowProps {
  page: SortedPage
  place: number
  isHere: boolean
  /** undefined: the row cannot be moved. */
  helpId: string | undefined
}

const Row = memo(function Row({ page, place, isHere, helpId }: RowProps) {
  const t = useWords(pageSortWords)
  return (
    <li className="ps-row" aria-current={isHere || undefined} data-sort={page.page_id}>
      {helpId && <Grip name={page.page_title} helpId={helpId} />}
      <span className="ps-number" aria-hidden="true">
        {place}
      </span>
      <span className="grow cut">{page.page_title}</span>
      {isHere && <span className="tag">{t.here}</span>}
    </li>
  )
})

interface Props {
  item: Pick<Answer<'item', 'info'>, 'item_id' | 'edit_cats'>
  /** The catalog shown first; '0' for the top level. */
  cat_id: string
  /** The page from which the dialog was opened; it is marked. */
  page_id?: string
  note?: ReactNode
  onClose: () => void
}

const numbered = (pages: SortedPage[]) => JSON.stringify(Object.fromEntries(pages.map((page, at) => [page.page_id, at + 1])))

/** Sorts the pages of one catalog by dragging; each drop numbers the pages from 1 and saves. */
export function PageSortDialog({ item: { item_id, edit_cats }, cat_id, page_id, note, onClose }: Props) {
  const t = useWords(pageSortWords)
  const field = useId()
  const queries = useQueryClient()
  const [place, setPlace] = useState(cat_id)
  const catalogs = useQuery(read(api.catalog.catListName, withoutLoginRedirect({ item_id })))
  const pagesQuery = read(api.catalog.getPagesBycat, withoutLoginRedirect({ item_id, cat_id: place }))
  const pages = useQuery({ ...pagesQuery, staleTime: 0 })
  const known = place === '0' || catalogs.data?.some((catalog) => catalog.cat_id === place)
  const save = useMutation({
    scope: { id: `page order ${item_id}` },
    mutationFn: (order: SortedPage[]) => api.page.sort(withoutLoginRedirect({ item_id, pages: numbered(order) })),
    onError: () => queries.invalidateQueries({ queryKey: pagesQuery.queryKey }),
  })
  const order = (next: SortedPage[]) => {
    void queries.cancelQueries({ queryKey: pagesQuery.queryKey })
    queries.setQueryData(pagesQuery.queryKey, next)
    save.mutate(next)
  }

  const { isIdle, isPending } = save
  useEffect(() => {
    if (isIdle || isPending) return
    // The tree and the previous/next links refresh when sorting is finished, not behind the dialog at each move.
    return () => {
      for (const queryRoot of ['item', 'page']) void queries.invalidateQueries({ queryKey: [queryRoot] })
    }
  }, [isIdle, isPending, queries])

  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <>
          <span className="ps-state" role="status">
            {isPending ? t.saving : save.isSuccess ? t.saved : pages.data ? t.count(pages.data.length) : ''}
          </span>
          <button type="button" className="btn primary" onClick={onClose}>
            {t.close}
          </button>
        </>
      }
    >
      <p className="ps-tip">{t.tip}</p>
      {note}
      <div className="field">
        <label htmlFor={`${field}catalog`}>{t.catalog}</label>
        <Select
          id={`${field}catalog`}
          value={place}
          onChange={(next) => {
            save.reset()
            setPlace(next)
          }}
          data-autofocus
        >
          {edit_cats === null && <option value="0">{t.root}</option>}
          {!known && <option value={place}>…</option>}
          {editableCatalogs(catalogs.data ?? [], edit_cats).map((catalog) => (
            <option key={catalog.cat_id} value={catalog.cat_id}>
              {catalog.cat_name}
            </option>
          ))}
        </Select>
        {catalogs.error && <FieldError>{`${t.catalogsFailed}: ${catalogs.error.message}`}</FieldError>}
      </div>
      {save.error && (
        <div className="help err ps-failed" role="alert">
          <CircleAlert className="i" aria-hidden="true" />
          {t.failed(save.error.message)}
        </div>
      )}
      {pages.data ? (
        pages.data.length ? (
          <PageSortList key={place} label={t.pages} pages={pages.data} {...(page_id ? { here: page_id } : {})} onOrder={order} />
        ) : (
          <Empty title={t.none}>{t.noneText}</Empty>
        )
      ) : pages.error ? (
        <ErrorNote title={t.pagesFailed} error={pages.error} onRetry={() => void pages.refetch()} />
      ) : (
        <div className="ps-wait">
          <Skeleton>
            {[72, 54, 86, 60].map((width) => (
              <Bone key={width} width={`${width}%`} height={14} />
            ))}
          </Skeleton>
        </div>
      )}
    </Dialog>
  )
}
