import { hash } from 'node:crypto'
import type { Language } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import { SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { apiPageMarkdown } from '@sheaf/markdown/api-page'
import { targetReader } from '../../runtime/item-links.ts'
import { safeName } from '../../zip/safe-name.ts'
import { folderEntry, pack, type ZipFile, zipStream } from '../../zip/write.ts'
import { type Archive, fileEntries, LinkedFiles, type PageTargets, targetsOf } from '../archive-files.ts'
import type { ExportNode } from '../export.nodes.ts'
import { type ExportFormat, type ExportOptions, type ExportPage, type ExportSource, pageCount } from '../export.source.ts'
import { sheetMarkdown } from '../sheet-markdown.ts'
import { infoJson, type SheafInfo } from './info.ts'

/** A first heading of level 1, which an import would take for the title. */
const HEADING = /^ {0,3}#(?:[ \t]|$)|^ {0,3}=+[ \t]*$/m

/** Front matter for a page whose title cannot be restored from its file name. An import of the folder alone then keeps the title. */
function frontMatter(title: string, content: string): string {
  const hasTitleInName = safeName(title, '') === title && !HEADING.test(content)
  return hasTitleInName ? '' : `---\ntitle: ${JSON.stringify(title)}\n---\n\n`
}

/** The name of a page's raw file in ShowDoc's format, which is a digest of title and id. */
const rawName = ({ id, title }: ExportNode) => `prefix_${hash('md5', `${title}_${id}`)}.md`

interface MarkdownArchive extends Archive {
  onPages: (n: number) => void
  /** Signs of a page's files by page_id, for pages that have files. */
  shown: Map<number, string[]>
}

/** Two entries for every page: a readable copy in its folder, and the stored text. */
async function* pageEntries(archive: MarkdownArchive): AsyncGenerator<ZipFile[]> {
  const { source, pathOf, shown, onPages } = archive
  for await (const pages of source.batches()) {
    const attached = await source.attached(pages.map(({ node }) => node.id))
    const entries: ZipFile[] = []
    for (const page of pages) {
      const { node, content, addtime: time } = page
      const { targets, signs } = await targetsOf(page, attached.get(node.id) ?? [], archive)
      if (signs.length) shown.set(node.id, signs)
      const text = await readable(page, targets, archive)
      const raw = pack(content)
      entries.push(
        { name: pathOf(node.id) ?? '', time, packed: text === content ? raw : pack(text) },
        { name: rawName(node), time, packed: raw },
      )
    }
    yield entries
    onPages(pages.length)
  }
}

const asMarkdown = (content: string, isSheet: boolean, shared: string, language: Language) =>
  (isSheet ? sheetMarkdown(content, language) : apiPageMarkdown(content, language, shared)) ?? content

/** The readable copy of a page: API pages and spreadsheets as Markdown, links relative to the file. */
async function readable({ node, content }: ExportPage, { files, pages }: PageTargets, { source, site }: MarkdownArchive): Promise<string> {
  const { item, language } = source
  const text = asMarkdown(content, item.item_type === SPREADSHEET_ITEM, item.global_param, language)
  const head = frontMatter(node.title, content)
  if (files.length + pages.length === 0) return head + text
  // Loaded on demand, because most items do not need it and it takes memory.
  const { rewriteLinks } = await import('@sheaf/markdown/rewrite-links')
  return head + rewriteLinks(text, targetReader(site, files, pages))
}

interface Paths {
  /** The folder of the readable copy. */
  folder: string
  /** The path of a page's file. It is computed on demand, because the paths of 20,000 pages take megabytes. */
  of: (page_id: number) => string | undefined
  /** Empty folders, which need an entry of their own. */
  empty: string[]
}

/**
 * Files and folders named after pages and catalogs. A number prefix keeps the order of the tree when names are sorted, and makes names
 * unique.
 */
function pathsOf(nodes: ExportNode[], item_name: string): Paths {
  const folder = safeName(item_name, 'item', 60)
  const folders = new Map([[0, folder]])
  const counts = new Map<number, number>()
  for (const { parent } of nodes) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  const used = new Map<number, number>()
  const placeOf = ({ kind, title, parent }: ExportNode, n: number) => {
    const count = counts.get(parent) ?? 0
    const number = count > 1 ? `${String(n).padStart(String(count).length, '0')} ` : ''
    return `${folders.get(parent) ?? folder}/${number}${safeName(title, kind, kind === 'page' ? 90 : 60)}`
  }
  const pages = new Map<number, number>()
  const places = new Uint32Array(nodes.length)
  const empty: string[] = []
  for (const [at, node] of nodes.entries()) {
    const n = (used.get(node.parent) ?? 0) + 1
    used.set(node.parent, n)
    places[at] = n
    if (node.kind === 'page') {
      pages.set(node.id, at)
      continue
    }
    const place = placeOf(node, n)
    folders.set(node.id, place)
    if (!counts.has(node.id)) empty.push(`${place}/`)
  }
  const of = (page_id: number) => {
    const at = pages.get(page_id) ?? -1
    const node = nodes[at]
    return node && `${placeOf(node, places[at] ?? 1)}.md`
  }
  return { folder, of, empty }
}

const words = {
  en: (folder: string) => `The folder “${folder}” is for reading. The files named prefix_… import the item again; each holds this page:`,
  zh: (folder: string) => `“${folder}”目录供阅读使用。以 prefix_ 开头的文件用于重新导入项目，与页面标题的对应关系如下：`,
}

/**
 * The entries of the zip: a readable folder with the attachments, and the files that an import reads, in Sheaf or in ShowDoc. The texts
 * are read twice, because ShowDoc expects the whole tree in one file.
 */
async function* markdownFiles(source: ExportSource, { site, now, signal, onProgress }: ExportOptions): AsyncGenerator<ZipFile | ZipFile[]> {
  const paths = pathsOf(source.nodes, source.item.item_name)
  const files = new LinkedFiles(source, `${paths.folder}/attachments`)
  const shown = new Map<number, string[]>()
  const total = pageCount(source)
  let done = 0
  const onPages = (n: number) => {
    done += n
    onProgress(done, total)
  }
  yield* pageEntries({ source, site, files, pathOf: paths.of, onPages, shown })
  for (const name of paths.empty) yield folderEntry(name, now)
  yield* fileEntries(files, now, signal)
  const filesBySign = Object.fromEntries([...files.all()].map(({ sign, path, file }) => [sign, { path, name: file.name }]))
  const listed: SheafInfo['sources'] = []
  for (const { source_id, ...one } of source.sources) {
    const bytes = await source.sourceFile(source_id)
    if (!bytes) continue
    listed.push(one)
    yield { name: one.path, time: now, packed: pack(bytes) }
  }
  const of = { item_id: String(site.item_id), folder: paths.folder, files: filesBySign }
  const sheaf: SheafInfo = { version: 1, ...site, ...of, ...(listed.length > 0 ? { sources: listed } : {}) }
  yield { name: 'prefix_info.json', time: now, text: infoJson(source, sheaf, (page_id) => shown.get(page_id) ?? []) }
  yield { name: 'prefix_readme.md', time: now, text: readme(source, paths.folder) }
}

function* readme({ nodes, language }: ExportSource, folder: string) {
  yield `${inLanguage(words, language)(folder)}\n\n`
  for (const node of nodes) if (node.kind === 'page') yield `${node.title} —— ${rawName(node)}\n`
}

export const markdownKind: ExportFormat = {
  ending: 'zip',
  type: 'application/zip',
  make: (source, options) => zipStream(markdownFiles(source, options)),
}
