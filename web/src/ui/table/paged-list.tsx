import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Pager } from '../pager.tsx'
import { Empty, ErrorNote } from '../placeholder.tsx'
import { TableWaiting } from './table.tsx'

/** Keeps filters, page and page size of a list in the address, so that reload and the back button restore them. */
export function useListAddress<const Name extends string>(names: readonly Name[], sizes: readonly [number, ...number[]]) {
  const [address, setAddress] = useSearchParams()
  const filter = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ''])) as Record<Name, string>
  const page = Math.max(1, Number.parseInt(address.get('page') ?? '1', 10) || 1)
  const given = Number(address.get('count'))
  const size = sizes.includes(given) ? given : sizes[0]

  const go = (change: Record<string, string>, replace: boolean) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name)
        return next
      },
      { replace },
    )
  return {
    filter,
    page,
    size,
    filtered: names.some((name) => filter[name] !== ''),
    /** A changed filter starts at the first page. */
    find: (change: Partial<Record<Name, string>>) => go({ ...(change as Record<string, string>), page: '' }, true),
    showAll: () => go({ ...Object.fromEntries(names.map((name) => [name, ''])), page: '' }, true),
    turn: (to: number, replace = false) => go({ page: to > 1 ? String(to) : '' }, replace),
    resize: (count: number) => go({ count: count === sizes[0] ? '' : String(count), page: '' }, true),
  }
}

interface Query<Row> {
  data: { rows: Row[]; total: number } | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface Props<Row> {
  query: Query<Row>
  place: Pick<ReturnType<typeof useListAddress>, 'page' | 'size' | 'filtered' | 'turn' | 'showAll'>
  words: { failed: string; noneFound: string; noneFoundText: string; showAll: string }
  /** Height of a row in pixels, with its border. */
  rowHeight: number
  /** Shown when the unfiltered list is empty. */
  none: ReactNode
  /** Shown next to the pager; null if there is nothing to show yet. */
  foot?: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A list of which the server sends one page, in one of its states: loading, failed, nothing found, empty, or rows with a pager. */
export function PagedList<Row>({ query, place, words, rowHeight, none, foot, children }: Props<Row>) {
  const { page, size, turn } = place
  const { data } = query
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / size))
  const beyond = data !== undefined && !query.isPlaceholderData && page > last
  // The last row of the last page was deleted, in this window or another one.
  useEffect(() => {
    if (beyond) turn(last, true)
  })
  if (query.error && !data) return <ErrorNote title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
  if (!data || beyond) return <TableWaiting rows={size} height={rowHeight} />
  if (data.rows.length === 0)
    return place.filtered ? (
      <Empty
        title={words.noneFound}
        actions={
          <button type="button" className="btn" onClick={place.showAll}>
            {words.showAll}
          </button>
        }
      >
        {words.noneFoundText}
      </Empty>
    ) : (
      none
    )
  const pager = <Pager page={page} size={size} total={data.total} onPage={turn} />
  return (
    <div className={query.isPlaceholderData ? 'rows-old' : undefined}>
      {children(data.rows)}
      {foot !== undefined ? (
        <div className="rows-foot">
          {pager}
          {foot}
        </div>
      ) : (
        pager
      )}
    </div>
  )
}
