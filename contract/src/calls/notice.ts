import * as z from 'zod'
import { read, write } from '../call.ts'
import { countOrNone, date, digits, id, nothing, text } from '../fields.ts'

const Notice = z.object({
  notice_id: digits,
  notice_title: z.string(),
  notice_content: z.string(),
  from_name: z.string(),
  notice_time: date,
  is_read: digits,
  /** Where it leads: an item and perhaps a page of it; 0 when there is nothing to open. */
  item_id: digits,
  page_id: digits,
})

export const notice = {
  /** Newest first, in the reader's language. notice_type is "all" or "unread"; count 1 is the check for news. */
  getList: read('user', { notice_type: text(20), count: countOrNone }, z.array(Notice)),
  setRead: write('user', { notice_id: id }, nothing),
  /** Ours: all of one's own. */
  setAllRead: write('user', {}, nothing),
  delete: write('user', { notice_id: id }, nothing),
}
