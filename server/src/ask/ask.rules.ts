import { Refusal } from '@sheaf/contract'
import { covers, type Rights } from '../access/access.ts'

const DAY = 86_400
/** How long a request is open, how long a declined person waits before the next one, and how long decided ones are kept. */
export const OPEN_SECONDS = 30 * DAY
export const PAUSE_SECONDS = 14 * DAY
export const DECIDED_SECONDS = 180 * DAY

export type Wants = 'read' | 'edit'

export function mustBeWants(wants: string): Wants {
  if (wants !== 'read' && wants !== 'edit') throw new Refusal('badInput', { field: 'wants' })
  return wants
}

const NAME = /^[a-z0-9_-]{1,100}$/

/** What a person asked for, in their own words: a page by its number, or an item by its number or domain. */
export type Subject = { page_id: number } | { item: string }

/**
 * A request is stored under what was asked for, and not under what was found: whether two addresses belong to one item, or to none,
 * shows in no answer (S155).
 */
export function subjectOf(item_id: string, page_id: number): string {
  const item = item_id.trim().toLowerCase()
  if ((item === '' || item === '0') && page_id > 0) return `p${page_id}`
  if (!NAME.test(item) || item === '0') throw new Refusal('badInput', { field: 'item_id' })
  return `i${item}`
}

export const readSubject = (subject: string): Subject =>
  subject.startsWith('p') ? { page_id: Number(subject.slice(1)) } : { item: subject.slice(1) }

/** Whether a person with these rights has what they asked for. `cat_id` of the page, undefined for the item. */
export function hasAlready({ visits, edits }: Rights, wants: Wants, cat_id: number | undefined): boolean {
  const scope = wants === 'edit' ? edits : visits
  return cat_id === undefined ? (wants === 'edit' ? scope === 'all' : scope !== 'none') : covers(scope, cat_id)
}
