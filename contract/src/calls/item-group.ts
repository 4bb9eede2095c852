import * as z from 'zod'
import { read, write } from '../call.ts'
import { digits, id, idOr0, json, name, nothing, requestId, text } from '../fields.ts'

const Group = z.object({
  id: digits,
  uid: digits,
  group_name: z.string(),
  item_ids: z.string(),
  s_number: digits,
  created_at: z.string(),
  updated_at: z.string(),
})

export const itemGroup = {
  getList: read('user', {}, z.array(Group)),
  save: write('user', { id: idOr0, group_name: name(100), item_ids: text(20_000), request_id: requestId }, Group),
  delete: write('user', { id }, z.number()),
  saveSort: write('user', { groups: json(z.array(z.object({ id, s_number: id })).max(1000)) }, nothing),
}
