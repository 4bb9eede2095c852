import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { recentPages } from '../lib/search-state.ts'
import { useAccount } from '../session/session.ts'
import type { CurrentItem } from './here.ts'
import { filled, none, type Place, plain, type Row, type Section, whereOf } from './hits.ts'

type Change = Answer<'change', 'getList'>['list'][number]

/** Pages that are offered before anything is typed. */
const OFFERED = 8
/** A page that is saved often has several changes. */
const CHANGES = 24

const rowOf = (kind: 'recent' | 'changed', page: Omit<Place, 'method'> & { method?: string }): Row => ({
  ...none,
  key: `${kind} ${page.page_id}`,
  kind,
  title: plain(page.page_title),
  end: whereOf(page, true),
  method: page.method ?? '',
  path: paths.page(page, page.page_id),
})

function changedRows(changes: Change[], known: Set<string>, count: number): Row[] {
  const pages = new Map<string, Change>()
  for (const change of changes)
    if (change.is_there && change.page_id !== '0' && !known.has(change.page_id) && !pages.has(change.page_id))
      pages.set(change.page_id, change)
  return [...pages.values()].slice(0, count).map((change) => rowOf('changed', { ...change, page_title: change.title }))
}

/** The pages read last, without the current page. Pages of the user's items that changed last fill the list. */
export function useRecent(here: CurrentItem | undefined, wanted: boolean) {
  const account = useAccount()
  const page_ids = useMemo(
    () =>
      recentPages(account?.uid)
        .filter((id) => id !== here?.page_id)
        .slice(0, OFFERED),
    [account, here],
  )
  const pages = useQuery({ ...read(api.search.pages, { page_ids: JSON.stringify(page_ids) }), enabled: wanted && page_ids.length > 0 })
  const isShort = account !== null && page_ids.length < OFFERED
  const changes = useQuery({ ...read(api.change.getList, { count: `${CHANGES}` }), enabled: wanted && isShort })
  const waiting = pages.isLoading || changes.isLoading
  const sections = useMemo<Section[]>(() => {
    if (waiting) return []
    const recent = (pages.data ?? []).map((page) => rowOf('recent', page))
    const known = new Set([...page_ids, here?.page_id ?? ''])
    const changed = isShort ? changedRows(changes.data?.list ?? [], known, OFFERED - recent.length) : []
    return filled([
      { name: 'recent', rows: recent },
      { name: 'changed', rows: changed },
    ])
  }, [waiting, pages.data, changes.data, isShort, page_ids, here])
  return { sections, waiting: wanted && waiting }
}
