import { covers, type Scope } from '../access/access.ts'
import type { Grant } from '../context.ts'
import type { ChangePlace } from './change.store.ts'

/** What the reader can see and edit in an item now. */
export interface Sight {
  visits: Scope
  edits: Scope
}

const isSuggestion = ({ type }: ChangePlace) => type.startsWith('suggestion.')

/** The page has left the item of the change. */
export const isElsewhere = ({ page_id, page_item, item_id }: ChangePlace) => page_id > 0 && page_item !== null && page_item !== item_id

/** The catalog that decides: where the page is now, or where the change was. */
const placeOf = (change: ChangePlace) => (isElsewhere(change) ? change.cat_id : (change.page_cat ?? change.cat_id))

export const needsEdits = (change: ChangePlace) => isSuggestion(change) || change.page_del !== 0

/** Whether the reader sees that something changed. Suggestions of others are for editors. */
export function isVisible(change: ChangePlace, { visits, edits }: Sight, me: number | undefined, grant: Grant | undefined): boolean {
  const place = placeOf(change)
  const isReader = change.type === 'item.archived' ? visits !== 'none' : covers(visits, place)
  if (!isSuggestion(change)) return isReader
  const isOwn = me !== undefined && change.uid === me && (!grant || change.via === grant.name)
  return grant ? isReader && isOwn : covers(edits, place) || (isReader && isOwn)
}

/**
 * Whether the reader sees the title and the meaning too. What is deleted shows them only to its editors, and a page in another item only
 * to those who can read it there.
 */
export function isNamed(change: ChangePlace, { edits }: Sight, elsewhere: Sight | undefined, isCatalogThere: boolean): boolean {
  if (isElsewhere(change)) return change.page_del === 0 && elsewhere !== undefined && covers(elsewhere.visits, change.page_cat ?? 0)
  if (change.page_id > 0)
    return change.page_del === 0 || covers(edits, change.page_cat ?? 0) || (change.page_cat === null && edits === 'all')
  if (!change.type.startsWith('catalog.')) return true
  if (change.type === 'catalog.deleted') return covers(edits, change.cat_id)
  return isCatalogThere || edits === 'all'
}
