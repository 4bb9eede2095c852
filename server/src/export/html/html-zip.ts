import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inLanguage } from '@sheaf/contract/languages'
import { SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { renderInBounds } from '../../page/view/page.render.service.ts'
import { targetReader } from '../../runtime/item-links.ts'
import { safeName } from '../../zip/safe-name.ts'
import { pack, type ZipFile, zipStream } from '../../zip/write.ts'
import { type Archive, fileEntries, LinkedFiles, targetsOf } from '../archive-files.ts'
import type { ExportNode } from '../export.nodes.ts'
import { type ExportFormat, type ExportOptions, type ExportPage, type ExportSource, pageCount } from '../export.source.ts'
import { offlineArticle } from './article.ts'
import { documentOf, htmlWords, pageDocument, safe, wordsOf } from './document.ts'

/*
 * The style sheet and the reader script of an exported folder. The style sheet includes the article styles of the web app. When the
 * server runs from source they are read from web/src; the build copies them next to the server (scripts/build.mjs).
 */
const isSource = import.meta.url.endsWith('.ts')
const OFFLINE = fileURLToPath(new URL(isSource ? '../../../../web/src/export/offline/' : './offline/export/offline/', import.meta.url))

const IMPORT = /@import\s+"([^"]+)"(?:\s+layer\((\w+)\))?;\n?/g

/** A style sheet with its imports inlined, each in its layer. */
async function withImports(path: string): Promise<string> {
  const text = await readFile(path, 'utf8')
  const imports = await Promise.all(
    [...text.matchAll(IMPORT)].map(async ([, file = '', layer]) => {
      const imported = await withImports(join(path, '..', file))
      return layer ? `@layer ${layer} {\n${imported}}\n` : imported
    }),
  )
  return text.replace(IMPORT, () => imports.shift() ?? '')
}

const offlineStyle = () => withImports(join(OFFLINE, 'style.css'))
const offlineScript = () => readFile(join(OFFLINE, 'reader.js'), 'utf8')

/** The contents as nested lists, so that the folder is readable without scripts. */
function* list(nodes: ExportSource['nodes']) {
  let depth = 0
  for (const { kind, id, title, level } of nodes) {
    for (; depth > level; depth--) yield '</ul></li>'
    for (; depth < level; depth++) yield '<ul>'
    yield kind === 'page' ? `<li><a href="pages/${id}.html">${safe(title)}</a></li>\n` : `<li><b>${safe(title)}</b><ul>`
    if (kind === 'catalog') depth++
  }
  for (; depth > 1; depth--) yield '</ul></li>'
  if (depth) yield '</ul>'
}

const MARK = '<!-- contents -->'

/** index.html: name and description of the item, and its contents. */
function* indexDocument({ item, nodes, language }: ExportSource, date: string): Generator<string> {
  const t = inLanguage(htmlWords, language)
  const about = item.item_description ? `<p class="about">${safe(item.item_description)}</p>\n` : ''
  const when = `<p class="when">${t.exported.replace('{date}', date)}</p>`
  const main = `<div class="cover"><h1 class="title">${safe(item.item_name)}</h1>\n${about}${when}</div>\n<div class="contents">${MARK}</div>`
  const whole = documentOf({ title: item.item_name, item_name: item.item_name, language, root: '', page_id: 0, main })
  const [start = '', end = ''] = whole.split(MARK)
  yield start
  if (nodes.length === 0) yield `<p>${t.empty}</p>`
  yield* list(nodes)
  yield end
}

/** sheaf/tree.js: the item and its tree as data for the reader script. */
function* treeScript({ item, nodes, language }: ExportSource, shards: number): Generator<string> {
  const head = { item: item.item_name, words: inLanguage(htmlWords, language), shards }
  yield `var sheaf=${JSON.stringify(head).slice(0, -1)},"nodes":[\n`
  let comma = ''
  for (const { kind, id, title, parent } of nodes) {
    yield `${comma}${JSON.stringify([kind === 'page' ? 1 : 0, id, title, parent])}`
    comma = ',\n'
  }
  yield ']};\n'
}

/** Returns a function that gives the catalogs above a page, and the previous and the next page. */
function placesOf(nodes: ExportNode[]) {
  const catalogs = new Map(nodes.filter(({ kind }) => kind === 'catalog').map((node) => [node.id, node]))
  const pages = nodes.filter(({ kind }) => kind === 'page')
  const indexOf = new Map(pages.map((node, n) => [node.id, n]))
  const named = (node: ExportNode | undefined) => node && { page_id: node.id, title: node.title }
  return ({ id, parent }: ExportNode) => {
    const ancestors: string[] = []
    for (let catalog = catalogs.get(parent); catalog; catalog = catalogs.get(catalog.parent)) ancestors.unshift(catalog.title)
    const n = indexOf.get(id) ?? 0
    return { ancestors, previous: named(pages[n - 1]), next: named(pages[n + 1]) }
  }
}

interface RenderedPage {
  page: ExportPage
  document: string
  /** Its text, for the search index. */
  words: string
}

/** Every page as an HTML document of the folder. */
async function* renderPages(archive: Archive): AsyncGenerator<RenderedPage> {
  const { source, site } = archive
  const { language, item } = source
  const placeOf = placesOf(source.nodes)
  for await (const page of source.pages()) {
    const { targets } = await targetsOf(page, [], archive)
    const isSheet = item.item_type === SPREADSHEET_ITEM
    const { html } = await renderInBounds({ text: page.content, options: { language, shared: item.global_param }, isSheet }, '')
    const article = await offlineArticle(html, targetReader(site, targets.files, targets.pages), language)
    const shown = { page_id: page.node.id, title: page.node.title, ...placeOf(page.node) }
    yield { page, document: pageDocument(shown, article, item.item_name, language), words: wordsOf(article) }
  }
}

/** Characters of search text in one script, so that a browser can load the search index in parts. */
const SHARD = 1_000_000

/** The files of a folder that a browser reads without a server: contents, pages, search and files. It sends no request to other sites. */
async function* htmlFiles(source: ExportSource, options: ExportOptions): AsyncGenerator<ZipFile> {
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
