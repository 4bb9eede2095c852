import { pack } from '../../zip/pack.ts'
import { safeName } from '../../zip/safe-name.ts'
import { type ZipFile, zipStream } from '../../zip/zip-stream.ts'
import { type ExportSource, pageCount } from '../export.source.ts'
import type { ExportFormat, ExportOptions } from '../export.types.ts'
import { fileEntries, LinkedFiles } from '../met-files.ts'
import { offlineScript, offlineStyle } from './html-assets.ts'
import { indexDocument, treeScript } from './html-index.ts'
import { renderPages } from './html-pages.ts'

/** Characters of the search's words in one script: a browser reads some of these before it has read all. */
const SHARD = 1_000_000

/** One folder that a browser reads without a server: contents, pages, search and files. Nothing in it asks another place for anything. */
export async function* htmlFiles(source: ExportSource, options: ExportOptions): AsyncGenerator<ZipFile> {
  const { site, now: time, signal, onProgress } = options
  const folder = safeName(source.item.item_name, 'item', 60)
  const files = new LinkedFiles(source, `${folder}/attachments`)
  const pathOf = (page_id: number) => `${folder}/pages/${page_id}.html`
  const known = new Set(source.nodes.flatMap(({ kind, id }) => (kind === 'page' ? [id] : [])))
  const archive = { source, site, files, pathOf: (id: number) => (known.has(id) ? pathOf(id) : undefined) }
  yield { name: `${folder}/sheaf/style.css`, time, text: [await offlineStyle()] }
  yield { name: `${folder}/sheaf/reader.js`, time, text: [await offlineScript()] }
  let shards = 0
  let rows: string[] = []
  let length = 0
  const shard = (): ZipFile => {
    const text = ['sheafPages.push(\n', rows.join(',\n'), ');\n']
    ;[rows, length] = [[], 0]
    return { name: `${folder}/sheaf/words-${shards++}.js`, time, text }
  }
  const total = pageCount(source)
  let done = 0
  for await (const { page, document, words } of renderPages(archive)) {
    yield { name: pathOf(page.node.id), time: page.addtime, packed: pack(document) }
    if (++done % 20 === 0 || done === total) onProgress(done, total)
    rows.push(JSON.stringify([page.node.id, words]))
    length += words.length
    if (length >= SHARD) yield shard()
  }
  if (rows.length) yield shard()
  yield* fileEntries(files, time, signal)
  const date = new Date(time * 1000).toISOString().slice(0, 10)
  yield { name: `${folder}/index.html`, time, text: indexDocument(source, date) }
  yield { name: `${folder}/sheaf/tree.js`, time, text: treeScript(source, shards) }
}

export const htmlKind: ExportFormat = {
  ending: 'zip',
  type: 'application/zip',
  make: (source, options) => zipStream(htmlFiles(source, options)),
}
