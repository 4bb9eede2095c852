import * as z from 'zod'
import { read, write } from '../call.ts'
import { countOrNone, date, digits, id, idOr0, text } from '../fields.ts'

/** Names of users, joined by commas: at most 200 at once. */
export const names = text(200 * 31)

const row = { item_member_id: digits, item_id: digits, uid: digits, username: z.string(), member_group_id: digits, cat_id: digits }

export const member = {
  getList: read(
    'user',
    { item_id: id },
    z.array(z.object({ ...row, addtime: date, name: z.string(), member_group: z.string(), cat_name: z.string() })),
  ),
  /** Several names at once, all or none; answers the last one. Who is a member already is refused: `update` changes them. */
  save: write('user', { item_id: id, username: names, cat_id: idOr0, member_group_id: idOr0 }, z.object({ ...row, addtime: digits })),
  /** Ours: another authority or catalog for a member; what is absent stays. */
  update: write('user', { item_id: id, item_member_id: id, cat_id: countOrNone, member_group_id: countOrNone }, z.number()),
  delete: write('user', { item_id: id, item_member_id: id }, z.number()),
}
