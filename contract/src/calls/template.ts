import * as z from 'zod'
import { read, write } from '../call.ts'
import { date, digits, id, name, requestId, text } from '../fields.ts'
import { TEMPLATE_MAX, TEMPLATE_TITLE_MAX } from '../limits.ts'

const row = { id: digits, uid: digits, username: z.string(), template_title: z.string(), template_content: z.string() }

/** Texts a person keeps for new pages; everybody has their own. */
export const template = {
  getList: read('user', {}, z.array(z.object({ ...row, addtime: date }))),
  /** Always makes a new one. */
  save: write(
    'user',
    { template_title: name(TEMPLATE_TITLE_MAX), template_content: text(TEMPLATE_MAX), request_id: requestId },
    z.object({ ...row, addtime: digits }),
  ),
  delete: write('user', { id }, z.number()),
}
