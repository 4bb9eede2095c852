import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { api, read } from '../../lib/api.ts'
import { refreshAfter } from '../../lib/changes.ts'
import { useLanguage } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'

/* Structural sharing compares thousands of menu entries, which costs more than rendering the few visible ones. */
const noSharing = { structuralSharing: false }

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 1200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}

/** The item of this address. A large item first has a part of its menu; `complete` fetches the rest immediately. */
export function useItem(item: string) {
  const query = useQuery({ ...read(api.item.info, { item_id: item, default_page_id: '' }), ...noSharing })
  const { refetch } = query
  const info = query.data as Info | undefined
  const partial = info?.partial === true
  const complete = useCallback(() => {
    if (partial) void refetch({ cancelRefetch: false })
  }, [partial, refetch])
  useEffect(() => (partial ? whenIdle(complete) : undefined), [partial, complete])
  return { info, partial, complete, error: info ? null : query.error, retry: () => void refetch() }
}

/** Records the visit of a signed-in user, which ends the mark of unread changes in My items. */
export function useVisit(info: Info | undefined) {
  const queries = useQueryClient()
  const item_id = info?.is_login ? info.item_id : undefined
  useEffect(() => {
    if (item_id === undefined) return
    const refresh = () => refreshAfter(queries, api.item.visit, { item_id })
    // A visit that is not recorded leaves a mark, and nothing else.
    return whenIdle(() => void api.item.visit({ item_id }).then(refresh, () => {}))
  }, [item_id, queries])
}

/** The page for reading. `view` is undefined while it loads, so the previous page never appears under the new address. */
export function usePage(page_id: string | undefined) {
  const language = useLanguage()
  const query = useQuery({
    ...read(api.page.view, { page_id: page_id ?? '', language }),
    ...noSharing,
    enabled: page_id !== undefined,
  })
  const waiting = page_id !== undefined && query.isFetching && !query.data
  return { view: query.data, waiting, error: query.data ? null : query.error, retry: () => void query.refetch() }
}

/** Fetches a page that the reader is about to open. */
export function usePrefetch() {
  const queries = useQueryClient()
  const language = useLanguage()
  return useCallback((page_id: string) => void queries.prefetchQuery(read(api.page.view, { page_id, language })), [queries, language])
}
