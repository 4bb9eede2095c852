import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { listOf } from './groups.tsx'
import { type Tile, worthSearching } from './item-search.ts'

type Page = Answer<'item', 'searchMine'>['pages'][number]

export interface TextSearch {
  /** What the texts are searched for, '' while nothing is. */
  keyword: string
  /** The items that hold something, in the order of the list, each with its pages, the best first. */
  found: { item: Tile; pages: Page[] }[]
  isBusy: boolean
  /** More pages hold the text than the server lists. */
  hasMore: boolean
  error: Error | null
  retry: () => void
}

const SEARCH_DEBOUNCE_MS = 250

/** The pages of these items that hold the text, by one request once typing pauses. */
export function useSearchInside(items: Tile[], group: string, text: string): TextSearch {
  const wanted = worthSearching(text.trim()) ? text.trim() : ''
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(wanted), wanted ? SEARCH_DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [wanted])

  const isAsked = wanted !== '' && keyword === wanted
  const query = useQuery({ ...read(api.item.searchMine, { keyword, ...listOf(group) }), enabled: isAsked })
  const pages = isAsked ? query.data?.pages : undefined
  const found = useMemo(
    () =>
      items
        .map((item) => ({ item, pages: (pages ?? []).filter((page) => page.item_id === item.item_id) }))
        .filter((one) => one.pages.length > 0),
    [items, pages],
  )
  return {
    keyword: wanted,
    found,
    isBusy: wanted !== '' && (!isAsked || query.isFetching),
    hasMore: isAsked && query.data?.has_more === true,
    error: isAsked && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}
