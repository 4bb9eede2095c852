import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, digits, id, idOr0, json, nothing, requestId, text, textOrNone } from '../fields.ts'
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
