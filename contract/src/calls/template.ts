import * as z from 'zod'
import { read, write } from '../call.ts'
import { date, digits, id, name, requestId, text } from '../fields.ts'
import { TEMPLATE_CHARS_MAX, TEMPLATE_TITLE_MAX } from '../limits.ts'

const templateRow = { id: digits, uid: digits, username: z.string(), template_title: z.string(), template_content: z.string() }

/** Texts a person keeps for new pages; everybody has their own. */
export const template = {
  getList: read('user', {}, z.array(z.object({ ...templateRow, addtime: date }))),
  /** Always makes a new one. */
  save: write(
    'user',
    { template_title: name(TEMPLATE_TITLE_MAX), template_content: text(TEMPLATE_CHARS_MAX), request_id: requestId },
    z.object({ ...templateRow, addtime: digits }),
  ),
  delete: write('user', { id }, z.number()),
}
