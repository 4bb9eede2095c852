import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, digits, id, idOr0, json, nothing, requestId } from '../fields.ts'
import { EXPORT_PAGES_MAX, ID_MAX } from '../limits.ts'

/** All of an item, a catalog with what is below it, or one page; whoever gives a `request_id` can watch and end the work. */
const wanted = { item_id: id, cat_id: idOr0, page_id: idOr0, request_id: requestId }

const ExportNode = z.object({
  kind: z.enum(['catalog', 'page']),
  /** cat_id or page_id. */
  id: digits,
  title: z.string(),
  level: z.number(),
  /** 1.2.3 by its place in what is exported. */
  number: z.string(),
  /** The catalog it is in, 0 at the root. */
  parent: digits,
})

const page_ids = json(z.array(z.coerce.number().int().min(1).max(ID_MAX)).min(1).max(EXPORT_PAGES_MAX))

export const exports = {
  /** A .docx. */
  word: read('user', wanted, bytes, { long: true }),
  /** A zip of Markdown files in folders, which an import takes back. */
  markdown: read('user', wanted, bytes, { long: true }),
  /** A zip of one folder that a browser reads without a server. */
  html: read('user', wanted, bytes, { long: true }),
  /** What an export of this would hold, in the order of the reading tree. */
  outline: read(
    'user',
    { item_id: id, cat_id: idOr0, page_id: idOr0 },
    z.object({ item_name: z.string(), item_type: digits, nodes: z.array(ExportNode) }),
  ),
  /** Pages as HTML for the print view, those that are there in the order asked for. */
  pages: read(
    'user',
    { item_id: id, page_ids },
    z.object({ pages: z.array(z.object({ page_id: digits, html: z.string(), needs: z.array(z.string()) })) }),
  ),
  /** How far the export with this request_id is, in pages. */
  progress: read(
    'user',
    { request_id: requestId },
    z.object({ stage: z.enum(['none', 'waiting', 'working', 'done', 'ended', 'failed']), done: z.number(), total: z.number() }),
  ),
  /** Ends the export with this request_id. */
  cancel: write('user', { request_id: requestId }, nothing),
}
