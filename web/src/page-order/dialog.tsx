import './page-order.css'
import type { Answer } from '@sheaf/contract/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { api, withoutLoginRedirect } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { writtenOf } from '../tree/rights.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Select } from '../ui/forms/select.tsx'
import { FieldError } from '../ui/forms/wrong.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { PageSortList, type SortedPage } from './list.tsx'
import { pageSortWords } from './page-order.words.ts'

interface Props {
  item: Pick<Answer<'item', 'info'>, 'item_id' | 'edit_cats'>
  /** The catalog that is shown first; '0' for the root. */
  cat_id: string
  /** The page one comes from is marked. */
  page_id?: string
  note?: ReactNode
  onClose: () => void
}

const numbered = (pages: SortedPage[]) => JSON.stringify(Object.fromEntries(pages.map((page, at) => [page.page_id, at + 1])))

/** The pages of one catalog, put into another order by dragging: the end of each drag numbers them from 1 and saves. */
export function PageSortDialog({ item: { item_id, edit_cats }, cat_id, page_id, note, onClose }: Props) {
  const t = useWords(pageSortWords)
  const field = useId()
  const queries = useQueryClient()
  const [place, setPlace] = useState(cat_id)
  const catalogs = useQuery(read(api.catalog.catListName, withoutLoginRedirect({ item_id })))
  const given = read(api.catalog.getPagesBycat, withoutLoginRedirect({ item_id, cat_id: place }))
  const pages = useQuery({ ...given, staleTime: 0 })
  const known = place === '0' || catalogs.data?.some((catalog) => catalog.cat_id === place)
  const save = useMutation({
    scope: { id: `page order ${item_id}` },
    mutationFn: (order: SortedPage[]) => api.page.sort(withoutLoginRedirect({ item_id, pages: numbered(order) })),
    onError: () => queries.invalidateQueries({ queryKey: given.queryKey }),
  })
  const order = (next: SortedPage[]) => {
    void queries.cancelQueries({ queryKey: given.queryKey })
    queries.setQueryData(given.queryKey, next)
    save.mutate(next)
  }

  const { isIdle, isPending } = save
  useEffect(() => {
    if (isIdle || isPending) return
    // The tree and the pages before and after are drawn anew when one has finished, not under the dialog at each move.
    return () => {
      for (const room of ['item', 'page']) void queries.invalidateQueries({ queryKey: [room] })
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
          {writtenOf(catalogs.data ?? [], edit_cats).map((catalog) => (
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
