import * as z from 'zod'
import { read, write } from '../call.ts'
import { bytes, digits, id, idOr0, json, jsonOrNone, nothing, requestId, text, textOrNone } from '../fields.ts'
import { EXPORT_PAGES_MAX, ID_MAX } from '../limits.ts'
import { SelectedLines } from './tree.ts'

/** A whole item, a catalog with its content, one page, or selected catalogs and pages. */
const part = { item_id: id, cat_id: idOr0, page_id: idOr0, lines: jsonOrNone(SelectedLines) }
/** With a `request_id` the caller can follow and cancel the export. */
const wanted = { ...part, request_id: requestId }

const ExportNode = z.object({
  kind: z.enum(['catalog', 'page']),
  /** cat_id or page_id. */
  id: digits,
  title: z.string(),
  level: z.number(),
  /** 1.2.3, its position in the export. */
  number: z.string(),
  /** Id of the parent catalog, 0 at the root. */
  parent: digits,
})

const page_ids = json(z.array(z.coerce.number().int().min(1).max(ID_MAX)).min(1).max(EXPORT_PAGES_MAX))

export const exports = {
  /** A .docx file. */
  word: read('user', wanted, bytes, { long: true }),
  /** A zip of Markdown files in folders, which can be imported again. */
  markdown: read('user', wanted, bytes, { long: true }),
  /** A zip of one folder that a browser opens without a server. */
  html: read('user', wanted, bytes, { long: true }),
  /** The content of such an export, in the order of the reading tree. */
  outline: read('user', part, z.object({ item_name: z.string(), item_type: digits, nodes: z.array(ExportNode) })),
  /** Pages as HTML for the print view, in the requested order. Missing pages are left out. */
  pages: read(
    'user',
    { item_id: id, page_ids },
    z.object({ pages: z.array(z.object({ page_id: digits, html: z.string(), needs: z.array(z.string()) })) }),
  ),
  /** Progress of the export with this request_id, in pages. */
  progress: read(
    'user',
    { request_id: requestId },
    z.object({ stage: z.enum(['none', 'waiting', 'working', 'done', 'ended', 'failed']), done: z.number(), total: z.number() }),
  ),
  /** Cancels the export with this request_id. */
  cancel: write('user', { request_id: requestId }, nothing),
}

/**
 * `name` is the path in the file. `reason`, in this order: the kind of the file; no page links to it; its size, name, damage, password or
 * depth; a broken link; a folder merged with its sibling; a static file of a recording; a duplicate call; an unsupported feature; an
 * unknown form of description; a remote reference, which is never fetched; a secret.
 */
const Skipped = z.object({
  name: z.string(),
  reason: z.enum([
    'kind',
    'unused',
    'size',
    'name',
    'broken',
    'encrypted',
    'depth',
    'link',
    'joined',
    'static',
    'merged',
    'unsupported',
    'shape',
    'remote',
    'masked',
  ]),
})

/**
 * What was imported and what was left out, so that nothing is lost silently. `pages` and `catalogs` were created. Of the pages that
 * existed at the same place, `updated` got a new text and `unchanged` already had it.
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

/** The target item and catalog (0: its root). Without an item the import creates a new one. */
const target = { item_id: idOr0, cat_id: idOr0 }
/** `from=runapi` creates the pages in the format of API clients, in an item of that type. */
const fields = { request_id: requestId, password: textOrNone(), from: text(20), ...target }
/** With a name, the description of an API becomes a source of this name, whose pages follow it; `label` names its version. */
const asSource = { source: text(40), label: text(200) }
const files = { files: 'import' } as const

/** For older clients. The format is detected from the file. */
const legacyImport = write('user', fields, z.object({ item_id: digits }), files)

export const imports = {
  /**
   * Multipart `file`: a zip of Markdown folders or of an exported item, a Markdown text, OpenAPI, Swagger, Postman or HAR. It becomes
   * a new item of the user, private with a password. An API description without the field is private too ("" makes it public).
   */
  auto: write('user', { ...fields, ...asSource }, z.object({ item_id: digits, item_name: z.string(), report: ImportReport }), files),
  /** The result that import/auto would have; `existing` counts pages at the same place. Nothing is written. */
  preview: write(
    'user',
    target,
    z.object({ item_name: z.string(), catalogs: z.number(), pages: z.number(), existing: z.number(), skipped: z.array(Skipped) }),
    files,
  ),
  markdown: legacyImport,
  /** Progress of the import with this request_id. */
  progress: read(
    'user',
    { request_id: requestId },
    z.object({ stage: z.enum(['none', 'reading', 'saving', 'done']), done: z.number(), total: z.number() }),
  ),
}

export const importSwagger = { import: legacyImport }
export const importPostman = { import: legacyImport }
