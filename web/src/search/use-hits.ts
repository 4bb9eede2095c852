import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { recentPages } from '../lib/recent.ts'
import { useAccount } from '../session/session.ts'
import type { CurrentItem } from './here.ts'
import { recentRow, type Section, sectionsHere, sectionsOfAll } from './palette-rows.ts'

export type Scope = 'here' | 'all'

/** Letters that follow one another so quickly are one question. */
const SEARCH_DEBOUNCE_MS = 120
const RECENT = 8

/** What was typed, after a moment of rest; `now` does not wait for it. */
export function useDebouncedText(text: string, isComposing: boolean) {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (isComposing) return
    const timer = setTimeout(() => setRested(text), text === '' ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, isComposing])
  return { rested, now: () => setRested(text) }
}

/** The hits for a keyword; an answer that a newer question has overtaken is never shown as its own. */
export function useHits(scope: Scope, here: CurrentItem | undefined, keyword: string) {
  const inItem = scope === 'here' ? here?.item : undefined
  const query = useQuery({
    ...(inItem === undefined ? read(api.search.all, { keyword }) : read(api.search.item, { item_id: inItem, keyword })),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
    structuralSharing: false,
  })
  const { data } = query
  const sections = useMemo<Section[]>(() => {
    if (!data || keyword === '') return []
    return inItem === undefined ? sectionsOfAll(data, here?.item) : sectionsHere(data)
  }, [data, keyword, inItem, here?.item])
  return {
    sections,
    /** The sections answer an earlier question. */
    outdated: query.isPlaceholderData,
    waiting: keyword !== '' && query.isFetching && (!data || query.isPlaceholderData),
    error: keyword !== '' && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** What was read last, without the page that is on the screen. */
export function useRecent(here: CurrentItem | undefined, wanted: boolean) {
  const account = useAccount()
  const page_ids = useMemo(
    () =>
      recentPages(account?.uid)
        .filter((id) => id !== here?.page_id)
        .slice(0, RECENT),
    [account, here],
  )
  const query = useQuery({ ...read(api.search.pages, { page_ids: JSON.stringify(page_ids) }), enabled: wanted && page_ids.length > 0 })
  const sections = useMemo<Section[]>(() => (query.data?.length ? [{ name: 'recent', rows: query.data.map(recentRow) }] : []), [query.data])
  return { sections, waiting: wanted && page_ids.length > 0 && query.isPending }
}
