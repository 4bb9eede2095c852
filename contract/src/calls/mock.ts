import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, digits, id, idOr0, text } from '../fields.ts'
import { MOCK_PATH_MAX, TEMPLATE_CHARS_MAX } from '../limits.ts'

const Mock = z.object({
  id: digits,
  unique_key: z.string(),
  uid: digits,
  page_id: digits,
  item_id: digits,
  view_times: digits,
  template: z.string(),
  path: z.string(),
  addtime: digits,
  last_update_time: digits,
})

/** One mock per page: a JSON template with Mock.js rules, answered to whoever has its address. */
export const mock = {
  /** Makes or changes the mock of a page; the key stays. A path gets its leading slash. */
  add: write(
    'user',
    { page_id: id, template: text(TEMPLATE_CHARS_MAX), path: text(MOCK_PATH_MAX) },
    z.object({ page_id: z.number(), path: z.string(), unique_key: z.string() }),
  ),
  /** The addresses stop answering; a mock made later has another key. Answers how many there were: 1 or 0. */
  delete: write('user', { page_id: id }, z.number()),
  infoByPageId: read('visitor', { page_id: id }, z.union([Mock, z.null()])),
  /** The evaluated template as bare JSON. Also under /mock-data/<key>, by any method. */
  infoByKey: read('visitor', { unique_key: text() }, bytes, { open: true }),
  /** Of public items only. Also under /mock-path/<item_id>/<path> and /mock-path/<item_id>&path=<path>, by any method. */
  infoByPath: read('visitor', { item_id: idOr0, path: text(MOCK_PATH_MAX) }, bytes, { open: true }),
}
