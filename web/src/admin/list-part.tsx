import { type ReactNode, useEffect } from 'react'
import { useWords } from '../lib/words.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Select } from '../ui/forms/select.tsx'
import { Bone, Skeleton } from '../ui/frame/skeleton.tsx'
import { Pager } from '../ui/pager.tsx'
import { adminWords } from './admin.words.ts'
import { SIZES } from './admin-place.ts'

interface Query<Row> {
  data: { rows: Row[]; total: number } | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface ListParams {
  page: number
  size: number
  filtered: boolean
  turn: (page: number, replace?: boolean) => void
  resize: (size: number) => void
  showAll: () => void
}

interface Props<Row> {
  query: Query<Row>
  place: ListParams
  /** Where there is nothing at all, filtered or not. */
  none: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A long list under its filters: waiting, failed, nothing found, nothing there, or a page of rows and the way to the rest. */
export function ListPart<Row>({ query, place, none, children }: Props<Row>) {
  const t = useWords(adminWords)
  const { page, size, turn } = place
  const { data } = query
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / size))
  const beyond = data !== undefined && !query.isPlaceholderData && page > last
  // The last row of the last page is gone.
  useEffect(() => {
    if (beyond) turn(last, true)
  })
  if (query.error && !data) return <ErrorNote title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
  if (!data || beyond) return <ListWaiting rows={size} />
  if (data.rows.length === 0)
    return place.filtered ? (
      <Empty
        title={t.noneFound}
        actions={
          <button type="button" className="btn" onClick={place.showAll}>
            {t.showAll}
          </button>
        }
      >
        {t.noneFoundText}
      </Empty>
    ) : (
      none
    )
  return (
    <div className={query.isPlaceholderData ? 'adm-old' : undefined}>
      {children(data.rows)}
      <div className="adm-pager">
        <Pager page={page} size={size} total={data.total} onPage={turn} />
        {data.total > (SIZES[0] as number) && (
          <Select className="adm-choice" aria-label={t.rows} value={String(size)} onChange={(count) => place.resize(Number(count))}>
            {SIZES.map((count) => (
              <option key={count} value={count}>
                {t.rowsShown(count)}
              </option>
            ))}
          </Select>
        )}
      </div>
    </div>
  )
}

const ListWaiting = ({ rows }: { rows: number }) => (
  <Skeleton>
    <div className="adm-wait">
      {Array.from({ length: Math.min(rows, 10) }, (_, at) => (
        <div key={`${at + 1}`}>
          <Bone width={`${[34, 48, 28, 40][at % 4]}%`} height={13} />
        </div>
      ))}
    </div>
  </Skeleton>
)
