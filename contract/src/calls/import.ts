import * as z from 'zod'
import { read, write } from '../call.ts'
import { digits, idOr0, requestId, text, textOrNone } from '../fields.ts'

/**
 * `name` is the place in the file; `reason` says what happened there: left out because of its kind, size, name, damage, password or
 * depth; a link to nothing; a folder joined into its neighbour; a static file of a recording; a call like one before; what has no
 * place in a document; what is not described in a form anybody knows; a description elsewhere, which is never fetched; a secret.
 */
const Skipped = z.object({
  name: z.string(),
  reason: z.enum([
    ...['kind', 'size', 'name', 'broken', 'encrypted', 'depth', 'link'],
    ...['joined', 'static', 'merged', 'unsupported', 'shape', 'remote', 'masked'],
  ] as const),
})

/**
 * What was taken from the file and what was not, so that nothing is lost in silence. `pages` and `catalogs` were made; of the pages
 * that stood at the same place already, `updated` have a new text and `unchanged` had it.
 */
const ImportReport = z.object({
  catalogs: z.number(),
  pages: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  files: z.number(),
  skipped: z.array(Skipped),
})

export type ImportReport = z.output<typeof ImportReport>

/** The item that the file goes into, and there the catalog (0: its root); a new item when none is named. */
const target = { item_id: idOr0, cat_id: idOr0 }
/** `from=runapi` makes the pages of calls as API clients write them, in an item of their kind. */
const fields = { request_id: requestId, password: textOrNone(), from: text(20), ...target }
const files = { files: 'import' } as const

/** As older clients call it; the file tells its format by itself. */
const legacyImport = write('user', fields, z.object({ item_id: digits }), files)

export const imports = {
  /**
   * Multipart `file`: a zip of Markdown folders or of an exported item, a Markdown text, OpenAPI, Swagger, Postman or HAR. It becomes a
   * new item of the user; with a password it is private, and so is an API description when no password was said ("" is open to all).
   */
  auto: write('user', fields, z.object({ item_id: digits, item_name: z.string(), report: ImportReport }), files),
  /** What import/auto would do with this file in this item; `existing` pages are at the same place. Nothing is written. */
  preview: write(
    'user',
    target,
    z.object({ item_name: z.string(), catalogs: z.number(), pages: z.number(), existing: z.number(), skipped: z.array(Skipped) }),
    files,
  ),
  markdown: legacyImport,
  /** How far the import with this request_id is. */
  progress: read(
    'user',
    { request_id: requestId },
    z.object({ stage: z.enum(['none', 'reading', 'saving', 'done']), done: z.number(), total: z.number() }),
  ),
}

export const importSwagger = { import: legacyImport }
export const importPostman = { import: legacyImport }
