import type { WatchKind } from '@sheaf/contract'
import type { ChangeRow } from '../../change/change.store.ts'
import type { Kind } from '../../notice/notice.words.ts'

/** Something that happened at a place and that people who watch it are informed of. */
export interface Happening {
  kind: Kind
  group: 'watched' | 'feedback'
  /** News of the same key join one entry of a person. */
  key: string
  item_id: number
  /** 0 for the item as a whole. */
  page_id: number
  cat_id: number
  thread_id: number
  change_id: number
  comment_id: number
  /** Who did it; 0 for an account that is not of this site. */
  uid: number
  by: string
  via: string
  at: number
  /** Whether it concerns only those who watch comments, too. */
  isTalk: boolean
}

type News = Pick<
  ChangeRow,
  'type' | 'item_id' | 'page_id' | 'cat_id' | 'change_id' | 'uid' | 'username' | 'name' | 'via' | 'until_time' | 'batch_id'
>

const ofPages: Record<string, Kind> = {
  'page.created': 'watchedCreated',
  'page.changed': 'watchedChanged',
  'page.moved': 'watchedMoved',
  'page.deleted': 'watchedGone',
  'page.recovered': 'watchedCreated',
}
const ofItems = new Set(['catalog.created', 'catalog.renamed', 'catalog.moved', 'catalog.deleted', 'item.imported'])

/** More pages of one action than this are one entry about the item. */
const SEPARATE_MAX = 3

const actionOf = (change: News) =>
  change.batch_id ? `batch ${change.batch_id}` : [change.item_id, change.uid, change.via, change.until_time].join()

/**
 * The news of announced changes. Suggestions are no news here: those who decide get a notice. An action on many pages is one piece of
 * news, and what a page has left an item is news of the item alone, because its readers may not read the page any more.
 */
export function happeningsOf(changes: ChangeRow[]): Happening[] {
  const wanted = changes.filter(({ is_minor, type }) => is_minor === 0 && (type in ofPages || ofItems.has(type)))
  const byAction = Map.groupBy(wanted, actionOf)
  return wanted.flatMap((change): Happening[] => {
    const { type, item_id, page_id, cat_id, change_id, uid, username, name, via, until_time: at, meaning = [] } = change
    const together = byAction.get(actionOf(change)) ?? []
    const isLeft = meaning.some(({ kind }) => kind === 'left')
    const isMany = together.length > SEPARATE_MAX || ofItems.has(type) || isLeft
    // The first change represents the whole action.
    if (isMany && together.length > SEPARATE_MAX && together[0] !== change) return []
    const common = { group: 'watched' as const, item_id, thread_id: 0, change_id, comment_id: 0, uid: uid ?? 0, by: name || username }
    const rest = { via, at, isTalk: false }
    return isMany
      ? [{ ...common, ...rest, kind: 'watchedMany', key: `item:${item_id}`, page_id: 0, cat_id: type.startsWith('catalog.') ? cat_id : 0 }]
      : [{ ...common, ...rest, kind: ofPages[type] ?? 'watchedChanged', key: `page:${page_id}`, page_id, cat_id }]
  })
}

interface Event {
  kind: 'comment.created' | 'comment.resolved' | 'feedback.note'
  item_id: number
  page_id: number
  thread_id: number
  comment_id: number
  uid: number
  username: string
  via: string
  addtime: number
}

const ofEvents = {
  'comment.created': ['watchedComment', 'watched'],
  'comment.resolved': ['watchedResolved', 'watched'],
  'feedback.note': ['feedbackNotes', 'feedback'],
} as const

export const happeningOf = (event: Event, cat_id: number, name: string): Happening => {
  const [kind, group] = ofEvents[event.kind]
  const { item_id, page_id, thread_id, comment_id, uid, username, via, addtime: at } = event
  const key = group === 'feedback' ? `feedback:${page_id}` : `thread:${thread_id}`
  return {
    kind,
    group,
    key,
    item_id,
    page_id,
    cat_id,
    thread_id,
    change_id: 0,
    comment_id: event.kind === 'comment.created' ? comment_id : 0,
    uid,
    by: name || username,
    via,
    at,
    isTalk: group === 'watched',
  }
}

/** The place that decides who watches it. */
export const placeKindOf = ({ thread_id, page_id, cat_id }: Happening): WatchKind =>
  thread_id > 0 ? 'thread' : page_id > 0 ? 'page' : cat_id > 0 ? 'catalog' : 'item'
