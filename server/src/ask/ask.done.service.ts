import type { ItemHead } from '../access/access.store.ts'
import { rightsOfEach } from '../access/people.ts'
import type { Services } from '../context.ts'
import { hasAlready, type Wants } from './ask.rules.ts'

interface Waiting {
  ask_id: number
  uid: number
  wants: Wants
  /** Of the page; null for the item. */
  page_cat_id: number | null
}

/** The requests of people who have what they asked for, or whose account is disabled or gone. */
export async function doneAmong(services: Pick<Services, 'store'>, item: ItemHead, rows: Waiting[]): Promise<Set<number>> {
  const uids = rows.map(({ uid }) => uid)
  const each = new Map(await rightsOfEach(services, item, uids))
  const isDone = ({ uid, wants, page_cat_id }: Waiting) => {
    const rights = each.get(uid)
    return !rights || hasAlready(rights, wants, page_cat_id ?? undefined)
  }
  return new Set(rows.filter(isDone).map(({ ask_id }) => ask_id))
}
