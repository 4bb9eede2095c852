import * as z from 'zod'
import { read, write } from './call.ts'
import { digits, requestId, text } from './fields.ts'

const Skipped = z.object({ name: z.string(), reason: z.enum(['kind', 'size', 'name', 'broken', 'encrypted', 'depth', 'link']) })

/** What was taken from the file and what was not, so that nothing is lost in silence. */
const ImportReport = z.object({ catalogs: z.number(), pages: z.number(), files: z.number(), skipped: z.array(Skipped) })

export type ImportReport = z.output<typeof ImportReport>

export const imports = {
  /** Multipart `file`; a zip of Markdown folders, or an exported item, becomes a new item of the user; with a password it is private. */
  auto: write(
    'user',
    { request_id: requestId, password: text() },
    z.object({ item_id: digits, item_name: z.string(), report: ImportReport }),
    {
      files: 'import',
    },
  ),
  /** How far the import with this request_id is. */
  progress: read(
    'user',
    { request_id: requestId },
    z.object({ stage: z.enum(['none', 'reading', 'saving', 'done']), done: z.number(), total: z.number() }),
  ),
}
