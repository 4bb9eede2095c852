import type { Unowned } from '../content/review/leave.store.ts'
import type { Db } from '../db/schema.ts'
import { notify, SHEAF } from './notice.store.ts'

/** Informs the owner of each item that pages have no one responsible since a person or a team has left. */
export async function notifyUnowned(db: Db, unowned: Unowned[], name: string, at: number) {
  for (const { item_id, pages } of unowned) {
    if (pages === 0) continue
    const found = db.selectFrom('item').select(['item_name', 'uid']).where('item_id', '=', item_id).where('is_del', '=', 0)
    const item = await found.executeTakeFirst()
    const about = { item: item?.item_name ?? '', pages, note: name }
    if (item) await notify(db, SHEAF, { uids: [item.uid], kind: 'stewardGone', about, item_id }, at)
  }
}
