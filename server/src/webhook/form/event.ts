import type { Meaning } from '@sheaf/markdown/meaning'
import type { Config } from '../../runtime/config.ts'

/** What an event says, as it was when the change was made. It is stored once and worded for each webhook. */
export interface EventBody {
  /** Unix seconds. */
  at: number
  /** A change that goes on for some minutes is sent again with the same number; 0 for a test. */
  change: number
  item: { id: number; name: string; domain: string } | null
  page: { id: number; title: string; path: string[]; version: number; version_before: number; history: number; is_there: boolean } | null
  catalog: { id: number; name: string } | null
  by: { name: string; via: string } | null
  suggestion: number
  meaning: Meaning[]
}

export interface OutgoingEvent {
  event_id: string
  type: string
  title: string
  body: EventBody
}

/** The addresses of the site. Absolute ones need PUBLIC_URL: the host of a request is not trusted (W25). */
export interface Links {
  item: (item: { id: number; domain: string }) => string
  page: (item: { id: number; domain: string }, page_id: number) => string
  changes: (item_id: number) => string
  compare: (page_id: number, history_id: number) => string
  suggestion: (id: number) => string
  isAbsolute: boolean
}

export function linksOf({ PUBLIC_URL, BASE_PATH }: Pick<Config, 'PUBLIC_URL' | 'BASE_PATH'>): Links {
  const base = PUBLIC_URL ?? BASE_PATH
  const item = ({ id, domain }: { id: number; domain: string }) => `${base}/${domain || id}`
  return {
    item,
    page: (of, page_id) => `${item(of)}/${page_id}`,
    changes: (item_id) => `${base}/item/changes/${item_id}`,
    compare: (page_id, history_id) => `${base}/page/diff/${page_id}/${history_id}`,
    suggestion: (id) => `${base}/page/suggestion/${id}`,
    isAbsolute: PUBLIC_URL !== undefined,
  }
}
