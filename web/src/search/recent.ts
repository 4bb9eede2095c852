import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { recentPages } from '../lib/search-state.ts'
import { useAccount } from '../session/session.ts'
import type { CurrentItem } from './here.ts'
import { filled, isOf, none, type Place, plain, type Row, type Scope, type Section, whereOf } from './hits.ts'

type Change = Answer<'change', 'getList'>['list'][number]

/** Pages that are offered before anything is typed. */
const OFFERED = 8
/** A page that is saved often has several changes. */
const CHANGES = 24
/** After these changes there is something new to read. */
const TYPES = ['page.created', 'page.changed', 'page.recovered']

const rowOf = (kind: 'recent' | 'changed', page: Place): Row => ({
  ...none,
  key: `${kind} ${page.page_id}`,
  kind,
  title: plain(page.page_title),
  end: whereOf(page, true),
  method: page.method,
  path: paths.page(page, page.page_id),
})

function changedPages(changes: Change[], item: string | undefined, known: Set<string>): string[] {
  const ids = changes.filter((change) => change.is_there && (item === undefined || isOf(item, change))).map(({ page_id }) => page_id)
  return [...new Set(ids)].filter((id) => !known.has(id)).slice(0, OFFERED)
}

/** The present titles of pages, of those that the reader can still read. */
const placesOf = (page_ids: string[], wanted: boolean) => ({
  ...read(api.search.pages, { page_ids: JSON.stringify(page_ids) }),
  enabled: wanted && page_ids.length > 0,
})

/** The pages read last, without the current page. Pages that changed last, in the scope of the search, fill the list when they arrive. */
export function useRecent(scope: Scope, here: CurrentItem | undefined, wanted: boolean) {
  const account = useAccount()
  const item = scope === 'here' ? here?.item : undefined
  const page_ids = useMemo(
    () =>
      recentPages(account?.uid)
        .filter((id) => id !== here?.page_id)
        .slice(0, OFFERED),
    [account, here],
  )
  const pages = useQuery(placesOf(page_ids, wanted))
  const isShort = account !== null && (pages.data ?? page_ids).length < OFFERED
  const changes = useQuery({
    // By a short name, the changes of the item are those among the changes of all items.
    ...read(api.change.getList, {
      types: JSON.stringify(TYPES),
      count: `${CHANGES}`,
      ...(item && /^\d+$/.test(item) && { item_id: item }),
    }),
    enabled: wanted && isShort,
  })
  const changed_ids = useMemo(
    () => (isShort ? changedPages(changes.data?.list ?? [], item, new Set([...page_ids, here?.page_id ?? ''])) : []),
    [isShort, changes.data, item, page_ids, here],
  )
  const changed = useQuery(placesOf(changed_ids, wanted))
  const sections = useMemo<Section[]>(() => {
    if (pages.isLoading) return []
    const recent = (pages.data ?? []).map((page) => rowOf('recent', page))
    return filled([
      { name: 'recent', rows: recent },
      { name: 'changed', rows: (changed.data ?? []).slice(0, OFFERED - recent.length).map((page) => rowOf('changed', page)) },
    ])
  }, [pages.isLoading, pages.data, changed.data])
  const waiting = pages.isLoading || changes.isLoading || changed.isLoading
  return { sections, waiting: wanted && waiting && sections.length === 0 }
}
