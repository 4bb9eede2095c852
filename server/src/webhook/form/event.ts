import type { Meaning } from '@sheaf/markdown/meaning'
import type { Config } from '../../runtime/config.ts'

/** The content of an event, as it was when the change was made. It is stored once and worded for each webhook. */
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
  /** A comment, a note of a reader or a request for access; 0 for a thread that was resolved. Older events have none. */
  about?: { kind: 'comment' | 'note' | 'ask'; id: number; thread: number }
  /** Its text: read when the event is sent, and never stored with it (S145). */
  words?: string
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
  thread: (item: { id: number; domain: string }, page_id: number, thread_id: number) => string
  feedback: (item_id: number) => string
  asks: (item_id: number) => string
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
    thread: (of, page_id, thread_id) => `${item(of)}/${page_id}?thread=${thread_id}`,
    feedback: (item_id) => `${base}/item/feedback/${item_id}`,
    asks: (item_id) => `${base}/item/setting/${item_id}?tab=members`,
    isAbsolute: PUBLIC_URL !== undefined,
  }
}

/** Where a comment, a note or a request is read; "" for other events. */
export function urlOfAbout({ item, page, about }: EventBody, links: Links): string {
  if (!about || !item) return ''
  if (about.kind === 'ask') return links.asks(item.id)
  return about.kind === 'note' ? links.feedback(item.id) : page ? links.thread(item, page.id, about.thread) : ''
}
