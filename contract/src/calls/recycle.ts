import * as z from 'zod'
import { read, write } from '../call.ts'
import { date, digits, id, nothing } from '../fields.ts'

const RecycleRow = z.object({
  id: digits,
  item_id: digits,
  page_id: digits,
  page_title: z.string(),
  del_by_uid: digits,
  del_by_username: z.string(),
  del_time: date,
  /** Until the page is cleared, as the server counts its days. */
  days_left: digits,
})

/** The deleted pages of an item, for those who manage it. */
export const recycle = {
  /** Newest first. */
  getList: read('user', { item_id: id }, z.array(RecycleRow)),
  /** Ours: what a page in the bin says, before it is taken out. */
  info: read(
    'user',
    { item_id: id, page_id: id },
    z.object({ page_id: digits, page_title: z.string(), page_content: z.string(), author_username: z.string(), addtime: date }),
  ),
  /** Back to the root of the item, as it was. */
  recover: write('user', { item_id: id, page_id: id }, nothing),
}
