import type { Answer } from '@sheaf/contract/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../lib/api.ts'
import { stored } from '../lib/stored.ts'

export type Part = Answer<'change', 'getList'>
export type Change = Part['list'][number]

/** The kinds that the filter offers, with the types of changes that they stand for. */
export const kinds = {
  changed: ['page.changed'],
  created: ['page.created'],
  moved: ['page.moved', 'catalog.moved'],
  deleted: ['page.deleted', 'page.recovered', 'catalog.deleted'],
  catalogs: ['catalog.created', 'catalog.renamed', 'catalog.moved', 'catalog.deleted'],
  imports: ['item.imported'],
  suggestions: ['suggestion.opened', 'suggestion.accepted', 'suggestion.declined', 'suggestion.withdrawn'],
} as const
export type Kind = keyof typeof kinds
export const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text)

interface Filter {
  item_id: string
  page_id: string
  kind: Kind | ''
  username: string
  since: number
  language: string
}

const ROWS = '50'
/** Milliseconds after which a meaning that was not found yet is asked for again. */
const PENDING_MS = 3000

/** The changes of an item by parts, the newest first. */
export function useChanges({ item_id, page_id, kind, username, since, language }: Filter) {
  const input = {
    item_id,
    page_id,
    username,
    language,
    types: kind ? JSON.stringify(kinds[kind]) : '',
    since: since ? String(since) : '',
    count: ROWS,
  }
  return useInfiniteQuery({
    queryKey: ['change', 'getList', input],
    queryFn: ({ pageParam }) => api.change.getList({ ...input, before: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '0' ? undefined : next),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.length === 1 && state.data.pages[0]?.list.some(({ is_pending }) => is_pending === 1) ? PENDING_MS : false,
  })
}

/**
 * When this browser last showed the changes of the item, in Unix seconds; 0 for the first time. The visit itself counts from the next one
 * on.
 */
export function useLastVisit(item_id: string): number {
  const key = `changes-seen ${item_id}`
  const [last] = useState(() => Number(stored.read(key)) || 0)
  useEffect(() => void stored.write(key, String(Math.floor(Date.now() / 1000))), [key])
  return last
}

/** Changes that were made together and follow each other, such as pages moved at once; any other change is alone. */
export function together(changes: Change[]): Change[][] {
  const groups: Change[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && change.batch_id !== '0' && directionOf(change) === directionOf(last[0] as Change)) last.push(change)
    else groups.push([change])
  }
  return groups
}

/** What was done with many pages: a catalog that was recovered is created again. */
export const actionOf = ({ type, meaning }: Change) =>
  type === 'catalog.created' && !meaning.some(({ kind }) => kind === 'copied') ? 'recovered' : type.replace(/^.*\./, '')

/** Of which action a change is, and whether it left the item, arrived or stayed. An undo goes the other way. */
const directionOf = (change: Change) =>
  [change.batch_id, change.until_time, actionOf(change), change.meaning.find(({ kind }) => WAYS.includes(kind))?.kind].join(' ')

const WAYS = ['place', 'left', 'arrived']

/** The changes by days of the browser, in their order. */
export function byDays(changes: Change[]): { day: number; changes: Change[] }[] {
  const days = Map.groupBy(changes, ({ until_time }) => new Date(Number(until_time) * 1000).setHours(0, 0, 0, 0))
  return [...days].map(([day, rows]) => ({ day, changes: rows }))
}
