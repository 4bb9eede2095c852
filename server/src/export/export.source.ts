import type { Readable } from 'node:stream'
import type { Language } from '@sheaf/contract'
import { Refusal } from '@sheaf/contract/errors'
import { mustBeEditor } from '../access/access.ts'
import { mayVisitFile } from '../attachment/attachment.rights.service.ts'
import { bySign } from '../attachment/attachment.store.ts'
import { catalogsOf } from '../content/catalog.store.ts'
import { sharedOf } from '../content/item.store.ts'
import type { Ctx } from '../context.ts'
import type { Site } from '../runtime/item-links.ts'
import { safeName } from '../zip/safe-name.ts'
import { type ExportNode, mustBePart, numbered, type Part } from './export.nodes.ts'
import { batches, pageHeads, readPages, signsOn } from './export.store.ts'
import { markdownOf } from './export.text.ts'

export interface ExportRequest extends Part {
  item_id: number
  request_id: string
}

export interface ExportOptions {
  site: Site
  /** What the file calls its date: when the item was changed last, in Unix seconds, so that the same item makes the same file. */
  now: number
  /** The server's own folder, for what has to wait. */
  dataDir: string
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** A kind of file that an item can leave as. */
export interface ExportFormat {
  ending: string
  type: string
  make: (source: ExportSource, options: ExportOptions) => AsyncIterable<Uint8Array>
}

/** What is made of an item in a thread (archive.worker.ts); a kind of its own makes its thread itself. */
export type ArchiveName = 'markdown' | 'html'

export type { Part } from './export.nodes.ts'

/** A stored file that a page shows. */
export interface ExportFile {
  file_id: number
  sign: string
  name: string
  type: string
  size: number
  /** The bytes; rejects when the store has lost them. */
  open: () => Promise<Readable>
}

/** The number of a stored file in an address as pages write it, in every form and with any host: nothing is ever asked of that host. */
const signIn = (url: string) => /visitFile(?:\/sign\/|[&?]sign=)([0-9a-f]{32})(?![0-9a-f])/i.exec(url)?.[1]?.toLowerCase()

/**
 * Finds the file of an address by its sign, if the caller may visit it. Nothing else of the text is used as a path or an address
 * (S93, S94).
 */
function fileFinder(ctx: Pick<Ctx<'user'>, 'store' | 'files' | 'user' | 'session_id'>) {
  return async (url: string): Promise<ExportFile | undefined> => {
    const sign = signIn(url)
    const file = sign ? await bySign(ctx, sign) : undefined
    if (!file || !(await mayVisitFile(ctx, file))) return undefined
    const files = await ctx.files.of(file.store)
    // Lost or cut off since: better none than half of it. A store out of reach may have it still, so there is no export then.
    const there = await files.size(file.path).catch((error: unknown) => (error instanceof Refusal ? Promise.reject(error) : -1))
    if (there !== file.file_size) return undefined
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
  /** What an API client stored for all its pages. */
  global_param: string
}

/** A page as it is stored. */
export interface ExportPage {
  node: ExportNode
  content: string
  comments: string
  s_number: number
  /** When it was saved last, in Unix seconds. */
  addtime: number
}

/** The contents of one export: only what the caller may edit, and only files of this site. */
export interface ExportSource {
  item: ExportItem
  language: Language
  /** In the order of the reading tree. */
  nodes: ExportNode[]
  /** Every page of `nodes` in that order, a handful at a time from the database. */
  pages(): AsyncGenerator<ExportPage>
  /** The same as Markdown: pages of API clients and spreadsheets written out. */
  texts(): AsyncGenerator<{ node: ExportNode; markdown: string }>
  /** The signs of the files that belong to these pages, whether their texts name them or not. */
  attached(page_ids: number[]): Promise<Map<number, string[]>>
  /** The file of an address in a page, if it is of this site and the caller may visit it. Opens no path, fetches nothing. */
  file(url: string): Promise<ExportFile | undefined>
}

type Who = Pick<Ctx<'user'>, 'store' | 'db' | 'files' | 'user' | 'session_id' | 'language'> & { gone?: AbortSignal | undefined }

/** Looks `part` up in this item alone, among what the caller may edit, and refuses anything else (S31, S35). */
export async function exportSource(ctx: Who, item_id: number, part: Part): Promise<ExportSource> {
  const { item: head, edits } = await mustBeEditor(ctx, item_id)
  const nodes = numbered(await catalogsOf(ctx, item_id), await pageHeads(ctx.db, item_id), edits, part)
  mustBePart(nodes, part)
  const { item_name, item_description, item_type, item_domain } = head
  const item = { item_id, item_name, item_description, item_type, item_domain, global_param: await sharedOf(ctx, item_id) }
  return {
    item,
    language: ctx.language,
    nodes,
    pages: () => readAll(ctx, item_id, nodes),
    async *texts() {
      for await (const { node, content } of readAll(ctx, item_id, nodes))
        yield { node, markdown: await markdownOf(content, item, ctx.language) }
    },
    attached: (page_ids) => signsOn(ctx.db, page_ids),
    file: fileFinder(ctx),
  }
}

async function* readAll({ db, gone }: Who, item_id: number, nodes: ExportNode[]): AsyncGenerator<ExportPage> {
  for (const some of batches(nodes.filter((node) => node.kind === 'page'))) {
    gone?.throwIfAborted()
    const ids = some.map((node) => node.id)
    const found = new Map((await readPages(db, item_id, ids)).map(({ page_id, ...page }) => [page_id, page]))
    for (const node of some) {
      const page = found.get(node.id)
      if (page) yield { node, ...page }
    }
    await new Promise(setImmediate)
  }
}

export const pageCount = ({ nodes }: Pick<ExportSource, 'nodes'>) => nodes.reduce((sum, { kind }) => sum + (kind === 'page' ? 1 : 0), 0)

/** How its file is called: as the item, or the part of it. */
export const nameOf = ({ item, nodes }: Pick<ExportSource, 'item' | 'nodes'>, { cat_id, page_id }: Part) =>
  safeName(cat_id || page_id ? `${item.item_name} - ${nodes[0]?.title ?? ''}` : item.item_name, 'export')
