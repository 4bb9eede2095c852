import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { api, read } from '../../lib/api.ts'
import { refreshAfter } from '../../lib/changes.ts'
import { whenIdle } from '../../lib/document/idle.ts'
import { useLanguage } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'

/* Structural sharing compares thousands of menu entries, which costs more than rendering the few visible ones. */
const noSharing = { structuralSharing: false }

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
export function usePage(page_id: string | undefined, isWanted = true) {
  const language = useLanguage()
  const query = useQuery({
    ...read(api.page.view, { page_id: page_id ?? '', language }),
    ...noSharing,
    enabled: isWanted && page_id !== undefined,
  })
  const waiting = isWanted && page_id !== undefined && query.isFetching && !query.data
  return { view: query.data, waiting, error: query.data ? null : query.error, retry: () => void query.refetch() }
}

/** What a schema does not have: it is no page of its own. */
const NO_PAGE = {
  ...{ author_username: '', author_name: '', addtime: '0', created: '0', version: '0', attachment_count: '0', unique_key: '' },
  ...{ deletable: false, editable: false, suggestable: false, suggestions: '0', sources: [], has_console: false },
  ...{ truth_state: '', previous: null, next: null },
} as const

/** The view of a named schema, on the introduction page of its source; in the form of a page. */
export function useSchema(page_id: string | undefined, name: string) {
  const language = useLanguage()
  const isWanted = page_id !== undefined && name !== ''
  const query = useQuery({
    ...read(api.source.schema, { page_id: page_id ?? '', name, language }),
    ...noSharing,
    enabled: isWanted,
  })
  const { data } = query
  const view = useMemo(() => data && { ...NO_PAGE, ...data, sources: [], page_title: data.name }, [data])
  const above = data && { page_id: data.page_id, page_title: data.page_title }
  const waiting = isWanted && query.isFetching && !data
  return { view, above, waiting, error: data ? null : query.error, retry: () => void query.refetch() }
}

/** Fetches a page that the reader is about to open. */
export function usePrefetch() {
  const queries = useQueryClient()
  const language = useLanguage()
  return useCallback((page_id: string) => void queries.prefetchQuery(read(api.page.view, { page_id, language })), [queries, language])
}
