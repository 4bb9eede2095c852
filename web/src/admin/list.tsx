import type { Answer } from '@sheaf/contract/client'
import { type ReactNode, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useWords } from '../lib/words.ts'
import { SearchField } from '../ui/forms/search-field.tsx'
import { Select } from '../ui/forms/select.tsx'
import { Pager } from '../ui/pager.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { adminWords } from './admin.words.ts'

/** Page sizes: the default of SPEC 9 and two larger ones. */
const SIZES = [7, 20, 50]

/** Keeps filters, page and page size of a list in the address, so that reload and the back button restore them. */
export function useListParams<const Name extends string>(names: readonly Name[]) {
  const [address, setAddress] = useSearchParams()
  const filter = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ''])) as Record<Name, string>
  const page = Math.max(1, Number.parseInt(address.get('page') ?? '1', 10) || 1)
  const given = Number(address.get('count'))
  const size = SIZES.includes(given) ? given : (SIZES[0] as number)

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
    resize: (count: number) => go({ count: count === SIZES[0] ? '' : String(count), page: '' }, true),
  }
}

/** Row types of the console's lists. */
export type AdminFile = Answer<'attachment', 'getAllList'>['list'][number]
export type Item = Answer<'adminItem', 'getList'>['items'][number]
export type Entry = Answer<'adminLog', 'getList'>['list'][number]
export type SiteFigures = Answer<'adminOverview', 'info'>
export type User = Answer<'adminUser', 'getList'>['users'][number]

interface FindFieldProps {
  label: string
  value: string
  onFind: (text: string) => void
}

/** The search field of a list of the console. */
export const FindField = (props: FindFieldProps) => <SearchField clear={useWords(adminWords).clear} className="adm-find" {...props} />

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
  /** Shown when the unfiltered list is empty. */
  none: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** A list in one of its states: loading, failed, nothing found, empty, or a page of rows with a pager. */
export function ListPart<Row>({ query, place, none, children }: Props<Row>) {
  const t = useWords(adminWords)
  const { page, size, turn } = place
  const { data } = query
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / size))
  const beyond = data !== undefined && !query.isPlaceholderData && page > last
  // The last row of the last page was deleted.
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
