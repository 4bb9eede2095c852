import type { Readable } from 'node:stream'
import type { Language } from '@sheaf/contract'
import { Refusal } from '@sheaf/contract/errors'
import { mustBeEditor, type Scope } from '../access/access.ts'
import { mayVisitFile } from '../attachment/attachment.rights.service.ts'
import { bySign } from '../attachment/attachment.store.ts'
import { type CatalogFound, catalogsOf } from '../content/catalog.store.ts'
import { sharedOf } from '../content/item.store.ts'
import { forReaderAll } from '../content/page-text.store.ts'
import type { Ctx } from '../context.ts'
import type { Site } from '../runtime/item-links.ts'
import { safeName } from '../zip/safe-name.ts'
import { type ExportNode, exportNodes, mustBePart, type Part } from './export.nodes.ts'
import { type ExportedSource, type ExportedView, exportedSources, exportedViews, fileOfSource } from './export.sources.store.ts'
import { batches, pageHeads, readPages, signsOn } from './export.store.ts'
import { markdownOf } from './export.text.ts'

export interface ExportRequest extends Part {
  item_id: number
  request_id: string
}

export interface ExportOptions {
  site: Site
  /** The date in the file: the item's last change, in Unix seconds. An unchanged item therefore produces an identical file. */
  now: number
  /** The data folder of the server, for temporary files. */
  dataDir: string
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** A file format for exports. */
export interface ExportFormat {
  ending: string
  type: string
  make: (source: ExportSource, options: ExportOptions) => AsyncIterable<Uint8Array>
}

/** Formats that archive.worker.ts makes. An `ExportFormat` passed to runExport manages its own thread. */
export type ArchiveName = 'markdown' | 'html'

export type { Part } from './export.nodes.ts'

/** A stored file that a page links to. */
export interface ExportFile {
  file_id: number
  sign: string
  name: string
  type: string
  size: number
  /** Opens the bytes; rejects when the storage has lost the file. */
  open: () => Promise<Readable>
}

/** The sign of a stored file in a URL of any known form. The host can be any, because the server never sends a request to it. */
const signIn = (url: string) => /visitFile(?:\/sign\/|[&?]sign=)([0-9a-f]{32})(?![0-9a-f])/i.exec(url)?.[1]?.toLowerCase()

/**
 * Finds the file of a URL by its sign, if the caller has access to it. No other part of the URL is used as a path or an address
 * (S93, S94).
 */
function fileFinder(ctx: Pick<Ctx<'user'>, 'store' | 'files' | 'user' | 'session_id' | 'grant'>) {
  return async (url: string): Promise<ExportFile | undefined> => {
    const sign = signIn(url)
    const file = sign ? await bySign(ctx, sign) : undefined
    if (!file || !(await mayVisitFile(ctx, file))) return undefined
    const files = await ctx.files.of(file.store)
    // A lost or truncated file is left out. When the storage is unreachable, the file can still exist, so the export fails.
    const storedSize = await files.size(file.path).catch((error: unknown) => (error instanceof Refusal ? Promise.reject(error) : -1))
    if (storedSize !== file.file_size) return undefined
    const { file_id, display_name: name, file_type: type, file_size: size, path } = file
    return { file_id, sign: file.sign, name, type, size, open: () => files.read(path, undefined, size) }
  }
}

export interface ExportItem {
  item_id: number
  item_name: string
  item_description: string
  item_type: number
  item_domain: string
  /** Parameters that an API client stores for all pages of the item, as JSON. */
  global_param: string
}

/** A stored page. */
export interface ExportPage {
  node: ExportNode
  content: string
  comments: string
  s_number: number
  /** Time of the last save, in Unix seconds. */
  addtime: number
}

/** The content of an export: only pages that the caller can edit, and only files of this site. */
export interface ExportSource {
  item: ExportItem
  language: Language
  /** In the order of the reading tree. */
  nodes: ExportNode[]
  /** Every page of `nodes` in that order, in batches that fit into memory. */
  batches(): AsyncGenerator<ExportPage[]>
  /** The same pages one by one. */
  pages(): AsyncGenerator<ExportPage>
  /** The same pages as Markdown. API pages and spreadsheets are converted. */
  texts(): AsyncGenerator<{ node: ExportNode; markdown: string }>
  /** Sources whose files are exported, too; none when a part of the item is exported. */
  sources: ExportedSource[]
  /** The views of these sources among these pages, by page. */
  views(nodes: ExportNode[]): Promise<Map<number, ExportedView>>
  /** The file of a source. */
  sourceFile(source_id: number): Promise<Buffer | undefined>
  /** Signs of the files attached to these pages, including files that the texts do not link to. */
  attached(page_ids: number[]): Promise<Map<number, string[]>>
  /** The file of a URL in a page, if it is on this site and the caller has access to it. Opens no path and sends no request. */
  file(url: string): Promise<ExportFile | undefined>
}

type SourceContext = Pick<Ctx<'user'>, 'store' | 'db' | 'files' | 'user' | 'session_id' | 'grant' | 'language'> & {
  gone?: AbortSignal | undefined
}

/** Looks `part` up in this item only, among what the caller can edit, and refuses anything else (S31, S35). */
export async function exportSource(ctx: SourceContext, item_id: number, part: Part): Promise<ExportSource> {
  const { item: head, edits, visits } = await mustBeEditor(ctx, item_id)
  const before = await catalogsOf(ctx, item_id)
  const heads = await pageHeads(ctx.db, item_id)
  const nodes = exportNodes(withEarlier(await catalogsOf(ctx, item_id), before), heads, edits, part)
  mustBePart(nodes, part)
  const { item_name, item_description, item_type, item_domain } = head
  const item = { item_id, item_name, item_description, item_type, item_domain, global_param: await sharedOf(ctx, item_id) }
  const sources = part.cat_id || part.page_id || part.lines ? [] : await exportedSources(ctx.db, item_id, edits)
  return {
    item,
    language: ctx.language,
    sources,
    views: (some) => exportedViews(ctx.db, some, sources),
    sourceFile: (source_id) => fileOfSource(ctx.db, source_id),
    nodes,
    batches: () => readAll(ctx, item_id, nodes, visits),
    async *pages() {
      for await (const pages of readAll(ctx, item_id, nodes, visits)) yield* pages
    },
    async *texts() {
      for await (const pages of readAll(ctx, item_id, nodes, visits))
        for (const { node, content } of pages) yield { node, markdown: await markdownOf(content, item, ctx.language) }
    },
    attached: (page_ids) => signsOn(ctx.db, page_ids),
    file: fileFinder(ctx),
  }
}

/** A page can have been read in a catalog that was created, or deleted, while the pages were read. */
function withEarlier(catalogs: CatalogFound[], before: CatalogFound[]) {
  const known = new Set(catalogs.map(({ cat_id }) => cat_id))
  return [...catalogs, ...before.filter(({ cat_id }) => !known.has(cat_id))]
}

async function* readAll({ db, gone }: SourceContext, item_id: number, nodes: ExportNode[], visits: Scope): AsyncGenerator<ExportPage[]> {
  for (const batch of batches(nodes.filter((node) => node.kind === 'page'))) {
    gone?.throwIfAborted()
    const ids = batch.map((node) => node.id)
    const found = new Map<number, Awaited<ReturnType<typeof readPages>>[number]>()
    for (const page of await forReaderAll(db, await readPages(db, item_id, ids), visits)) found.set(page.page_id, page)
    yield batch.flatMap((node) => {
      const page = found.get(node.id)
      return page ? { node, content: page.page_content, comments: page.comments, s_number: page.s_number, addtime: page.addtime } : []
    })
    await new Promise(setImmediate)
  }
}

export const pageCount = ({ nodes }: Pick<ExportSource, 'nodes'>) => nodes.reduce((sum, { kind }) => sum + (kind === 'page' ? 1 : 0), 0)

/** The name of the exported file without extension, from the item and the exported part. */
export const nameOf = ({ item, nodes }: Pick<ExportSource, 'item' | 'nodes'>, { cat_id, page_id, lines }: Part) =>
  safeName(cat_id || page_id || lines ? `${item.item_name} - ${nodes[0]?.title ?? ''}` : item.item_name, 'export')
