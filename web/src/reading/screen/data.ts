import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { api, read } from '../../lib/api.ts'
import { useLanguage } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'

/* Comparing thousands of menu entries to keep old objects costs more than drawing the few that are seen. */
const lean = { structuralSharing: false }

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 1200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}

/** The item of this address. A large one first comes with a part of its menu; `complete` fetches the rest at once. */
export function useItem(item: string) {
  const query = useQuery({ ...read(api.item.info, { item_id: item, default_page_id: '' }), ...lean })
  const { refetch } = query
  const info = query.data as Info | undefined
  const partial = info?.partial === true
  const complete = useCallback(() => {
    if (partial) void refetch({ cancelRefetch: false })
  }, [partial, refetch])
  useEffect(() => (partial ? whenIdle(complete) : undefined), [partial, complete])
  return { info, partial, complete, error: info ? null : query.error, retry: () => void refetch() }
}

/** The page as it is read. Until it is here there is none: never the one before under the new address. */
export function usePage(page_id: string | undefined) {
  const language = useLanguage()
  const query = useQuery({
    ...read(api.page.view, { page_id: page_id ?? '', language }),
    ...lean,
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
