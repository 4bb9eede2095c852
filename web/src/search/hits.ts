import type { Answer } from '@sheaf/contract/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import type { CurrentItem } from './here.ts'

type Hits = Answer<'search', 'all'>
export type Place = Answer<'search', 'pages'>[number]
export type Marked = Hits['pages'][number]['snippet']

export interface Row {
  key: string
  kind: 'item' | 'page' | 'heading' | 'recent' | 'changed'
  title: Marked
  /** A second line. */
  below?: Marked
  /** The location of the hit, shown at the end of the row. */
  end: string
  method: string
  isPrivate: boolean
  path: string
  anchor: string
}

type SectionName = 'items' | 'pages' | 'headings' | 'inThisItem' | 'otherPages' | 'recent' | 'changed'
export interface Section {
  name: SectionName
  rows: Row[]
}

export const plain = (text: string): Marked => ({ text, marks: [] })
export const none = { method: '', isPrivate: false, anchor: '' }

export const whereOf = ({ item_name, path }: Pick<Place, 'item_name' | 'path'>, withItem: boolean) =>
  [...(withItem ? [item_name] : []), ...path].join(' / ')

const pageRow = (hit: Hits['pages'][number], withItem: boolean): Row => ({
  ...none,
  key: `page ${hit.page_id}`,
  kind: 'page',
  title: hit.page_title,
  below: hit.snippet,
  end: whereOf(hit, withItem),
  method: hit.method,
  path: paths.page(hit, hit.page_id),
})

const headingRow = (hit: Hits['headings'][number], withItem: boolean): Row => ({
  ...none,
  key: `heading ${hit.page_id} ${hit.anchor}`,
  kind: 'heading',
  title: hit.heading,
  below: plain(hit.page_title),
  end: whereOf(hit, withItem),
  path: paths.page(hit, hit.page_id),
  anchor: hit.anchor,
})

const itemRow = (hit: Hits['items'][number]): Row => ({
  ...none,
  key: `item ${hit.item_id}`,
  kind: 'item',
  title: hit.item_name,
  end: '',
  isPrivate: hit.is_private === 1,
  path: paths.item(hit),
})

export const filled = (sections: Section[]) => sections.filter((section) => section.rows.length > 0)

/** Whether something belongs to the item with this id or short name. */
export const isOf = (item: string | undefined, { item_id, item_domain }: { item_id: string; item_domain: string }) =>
  item !== undefined && (item_id === item || (item_domain !== '' && item_domain.toLowerCase() === item.toLowerCase()))

/** The hits in one item. */
const sectionsOfItem = ({ pages, headings }: Hits) =>
  filled([
    { name: 'pages', rows: pages.map((hit) => pageRow(hit, false)) },
    { name: 'headings', rows: headings.map((hit) => headingRow(hit, false)) },
  ])

/** The hits of all items; those of the current item come first. */
function sectionsOfAll({ items, pages, headings }: Hits, here: string | undefined): Section[] {
  const own = pages.filter((hit) => isOf(here, hit))
  return filled([
    { name: 'inThisItem', rows: own.map((hit) => pageRow(hit, false)) },
    { name: 'items', rows: items.map(itemRow) },
    { name: own.length ? 'otherPages' : 'pages', rows: pages.filter((hit) => !isOf(here, hit)).map((hit) => pageRow(hit, true)) },
    { name: 'headings', rows: headings.map((hit) => headingRow(hit, true)) },
  ])
}

/** The row selected by keyboard or pointer: the first one, until another is chosen. */
export function useSelection(sections: Section[], keyword: string) {
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections])
  const [at, setAt] = useState(0)
  const base = useId()
  const listed = useRef(rows)
  /* Another list starts at the top. A list that only grows keeps the chosen row. */
  useEffect(() => {
    const before = listed.current
    listed.current = rows
    setAt((at) => (before[at]?.key === rows[at]?.key ? at : 0))
  }, [rows])
  useEffect(() => setAt(0), [keyword])
  const row: Row | undefined = rows[Math.min(at, rows.length - 1)]
  const idOf = (row: Row) => `${base}${row.key.replace(/[^\w-]/g, '_')}`
  const go = (to: number) => {
    if (rows.length === 0) return
    const next = (to + rows.length) % rows.length
    setAt(next)
    const target = rows[next]
    if (target) document.getElementById(idOf(target))?.scrollIntoView?.({ block: 'nearest' })
  }
  return {
    row,
    count: rows.length,
    idOf,
    list: `${base}list`,
    down: () => go(at + 1),
    up: () => go(at - 1),
    start: () => go(0),
    end: () => go(rows.length - 1),
    page: (by: number) => go(Math.max(0, Math.min(rows.length - 1, at + by))),
    choose: (row: Row) => setAt(Math.max(0, rows.indexOf(row))),
  }
}

export type Selection = ReturnType<typeof useSelection>

export type Scope = 'here' | 'all'

/** Keys typed within this time cause a single request. */
const SEARCH_DEBOUNCE_MS = 120

/** Debounces the typed text. `now` applies it immediately. */
export function useDebouncedText(text: string) {
  const [debounced, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), text === '' ? 0 : SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return { rested: debounced, now: () => setRested(text) }
}

/** The hits for a keyword. Results of an earlier keyword are marked as `outdated`. */
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
    return inItem === undefined ? sectionsOfAll(data, here?.item) : sectionsOfItem(data)
  }, [data, keyword, inItem, here?.item])
  return {
    sections,
    /** The words of the hits, if nothing has those of the keyword; otherwise ''. */
    instead: (!query.isPlaceholderData && sections.length > 0 && data?.instead) || '',
    /** The sections belong to an earlier keyword. */
    outdated: query.isPlaceholderData,
    waiting: keyword !== '' && query.isFetching && (!data || query.isPlaceholderData),
    error: keyword !== '' && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  }
}
