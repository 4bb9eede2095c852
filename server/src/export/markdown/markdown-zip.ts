import { hash } from 'node:crypto'
import type { Language } from '@sheaf/contract'
import { SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { apiPageMarkdown } from '@sheaf/markdown/api-page'
import { targetReader } from '../../runtime/item-links.ts'
import { safeName } from '../../zip/safe-name.ts'
import { folderEntry, pack, type ZipFile, zipStream } from '../../zip/write.ts'
import { type Archive, fileEntries, LinkedFiles, type PageTargets, targetsOf } from '../archive-files.ts'
import type { ExportNode } from '../export.nodes.ts'
import { type ExportFormat, type ExportOptions, type ExportPage, type ExportSource, pageCount } from '../export.source.ts'
import { sheetMarkdown } from '../sheet-markdown.ts'
import { infoJson } from './info.ts'

/** Pages that are looked at together, and characters of them. */
const BATCH_PAGES = 40
const BATCH_CHARACTERS = 512 * 1024

async function* inBatches(pages: AsyncIterable<ExportPage>): AsyncGenerator<ExportPage[]> {
  let held: ExportPage[] = []
  let size = 0
  for await (const page of pages) {
    held.push(page)
    size += page.content.length
    if (held.length < BATCH_PAGES && size < BATCH_CHARACTERS) continue
    yield held
    ;[held, size] = [[], 0]
  }
  if (held.length) yield held
}

/** A first heading of level 1, which an import would take for the title. */
const HEADING = /^ {0,3}#(?:[ \t]|$)|^ {0,3}=+[ \t]*$/m

/** What stands above a text whose file would not tell its page's title, so that nothing is lost where only the folder is left. */
function frontMatter(title: string, content: string): string {
  const tells = safeName(title, '') === title && !HEADING.test(content)
  return tells ? '' : `---\ntitle: ${JSON.stringify(title)}\n---\n\n`
}

/** The file that ShowDoc names after a digest. */
const rawName = ({ id, title }: ExportNode) => `prefix_${hash('md5', `${title}_${id}`)}.md`

interface MarkdownArchive extends Archive {
  onPages: (n: number) => void
  /** The files of each page that has some, by their signs. */
  shown: Map<number, string[]>
}

/** Every page twice: in its folder as it is read, and as it is stored. */
async function* pageEntries(world: MarkdownArchive): AsyncGenerator<ZipFile> {
  const { source, pathOf, shown, onPages } = world
  for await (const pages of inBatches(source.pages())) {
    const attached = await source.attached(pages.map(({ node }) => node.id))
    for (const page of pages) {
      const { node, content, addtime: time } = page
      const { targets, signs } = await targetsOf(page, attached.get(node.id) ?? [], world)
      if (signs.length) shown.set(node.id, signs)
      const text = await readable(page, targets, world)
      const raw = pack(content)
      yield { name: pathOf(node.id) ?? '', time, packed: text === content ? raw : pack(text) }
      yield { name: rawName(node), time, packed: raw }
    }
    onPages(pages.length)
  }
}

const written = (content: string, isSheet: boolean, shared: string, language: Language) =>
  (isSheet ? sheetMarkdown(content, language) : apiPageMarkdown(content, language, shared)) ?? content

/** The text as a person reads it: other forms written out, links leading to what lies beside it. */
async function readable({ node, content }: ExportPage, { files, pages }: PageTargets, { source, site }: MarkdownArchive): Promise<string> {
  const { item, language } = source
  const text = written(content, item.item_type === SPREADSHEET_ITEM, item.global_param, language)
  const head = frontMatter(node.title, content)
  if (files.length + pages.length === 0) return head + text
  // Most items need none of it, and it takes memory.
  const { rewriteLinks } = await import('@sheaf/markdown/rewrite-links')
  return head + rewriteLinks(text, targetReader(site, files, pages))
}

interface Paths {
  /** The folder around everything a person reads. */
  folder: string
  /** Where the file of a page is. Made when asked: the names of twenty thousand pages take megabytes. */
  of: (page_id: number) => string | undefined
  /** Folders that would be missing, because nothing is in them. */
  empty: string[]
}

/**
 * Files and folders named after pages and catalogs. A number in front keeps the order of the tree wherever names are sorted, and one
 * name from another.
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
 * What goes into the zip of an item: folders to read with the attachments beside them, and what an import takes back, here and in
 * ShowDoc. The texts are read twice, because the list that ShowDoc wants is one file.
 */
export async function* markdownFiles(source: ExportSource, { site, now, signal, onProgress }: ExportOptions): AsyncGenerator<ZipFile> {
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
  const known = Object.fromEntries([...files.all()].map(({ sign, path, file }) => [sign, { path, name: file.name }]))
  const sheaf = { version: 1, ...site, item_id: String(site.item_id), folder: paths.folder, files: known } as const
  yield { name: 'prefix_info.json', time: now, text: infoJson(source, sheaf, (page_id) => shown.get(page_id) ?? []) }
  yield { name: 'prefix_readme.md', time: now, text: readme(source, paths.folder) }
}

function* readme({ nodes, language }: ExportSource, folder: string) {
  yield `${words[language](folder)}\n\n`
  for (const node of nodes) if (node.kind === 'page') yield `${node.title} —— ${rawName(node)}\n`
}

export const markdownKind: ExportFormat = {
  ending: 'zip',
  type: 'application/zip',
  make: (source, options) => zipStream(markdownFiles(source, options)),
}
