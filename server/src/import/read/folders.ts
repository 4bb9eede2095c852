import { nameOf, Refusal } from '@sheaf/contract'
import { baseName, isMarkdown, withoutExtension } from '../../import-plan/name.ts'
import type { Plan, ReadOptions } from '../../import-plan/plan.ts'
import type { Zip, ZipEntry } from '../../zip/read.ts'
import { type Folder, folderAt, newFolder, splitNumber, toCatalog } from '../plan/folder.ts'
import { linkRewriter } from '../plan/links.ts'
import { contentRoot, FileCollector, itemName, readTexts, reportUnused } from './archive.ts'
import { type ReadPage, readPage } from './page.ts'

/** Maximum folder depth, because extreme depth can exhaust recursive tree code. */
const FOLDER_DEPTH_MAX = 32
const isFirst = (name: string) => /^(?:index|readme)\.(?:md|markdown)$/i.test(name)

function markdownOf({ entries, skipped }: Zip): ZipEntry[] {
  const all = [...entries.values()].filter(({ name, hidden }) => !hidden && isMarkdown(name))
  if (all.length === 0) {
    const unreadable = skipped.some(({ name, reason }) => isMarkdown(name) && (reason === 'encrypted' || reason === 'broken'))
    throw new Refusal(unreadable ? 'importBroken' : 'importEmpty')
  }
  return all.filter(({ name }) => name.split('/').length <= FOLDER_DEPTH_MAX || void skipped.push({ name, reason: 'depth' }))
}

function place(root: Folder, item: string, path: string, page: ReadPage, content: string, entry: string, files: string[]): void {
  const directories = path.split('/').slice(0, -1)
  const folder = folderAt(root, directories)
  const first = isFirst(baseName(path))
  const file = splitNumber(withoutExtension(baseName(path)).trim())
  const title = nameOf(page.title, first ? (directories.length === 0 ? item : folder.name) : file.name, baseName(path))
  // The index page of a folder is always first, so its order number applies to the folder.
  if (first && page.order !== undefined && folder.keys.length > 0) folder.keys.at(-1)!.number = page.order
  const key = { number: first ? undefined : (page.order ?? file.number), name: file.name }
  folder.pages.push({ page: { title, content: content.trim() === '' ? `# ${title}` : content, order: 0, entry, files }, key, first })
}

/** Plans an item from a zip of Markdown folders. Refusals: importEmpty, importBroken (no page is readable), importTooBig. */
export async function readFolders(zip: Zip, { fileName, uploadMaxBytes, onProgress, signal }: ReadOptions): Promise<Plan> {
  const skipped = zip.skipped
  const visible = [...zip.entries.values()].filter(({ hidden }) => !hidden).map(({ name }) => name)
  const root = contentRoot(visible)
  const pages = new Map<string, ReadPage>()
  await readTexts(zip, markdownOf(zip), {
    skipped,
    signal,
    onText: ({ name }, text, done, total) => {
      pages.set(name, readPage(text))
      onProgress?.(done, total)
    },
  })
  if (pages.size === 0) throw new Refusal(skipped.some(({ reason }) => reason === 'broken') ? 'importBroken' : 'importEmpty')

  const start = root === '' ? 0 : root.length + 1
  const indexPage = [...pages].find(([name]) => !name.slice(start).includes('/') && isFirst(baseName(name)))?.[1]
  const item = itemName(root, fileName, indexPage?.title ?? '')
  const files = new FileCollector(skipped, uploadMaxBytes)
  const rewrite = linkRewriter({ root, pages: new Set(pages.keys()), entries: zip.entries, files, skipped })
  const tree = newFolder(item, [])
  for (const [name, page] of pages) {
    signal?.throwIfAborted()
    const linked = rewrite(name, page.content)
    place(tree, item, name.slice(start), page, linked.content, name, linked.files)
    await new Promise(setImmediate)
  }
  reportUnused(
    skipped,
    [...zip.entries.values()].filter(({ name, hidden }) => !hidden && !isMarkdown(name) && !files.isHandled(name)),
  )
  return {
    item_name: item,
    item_description: indexPage?.description ?? '',
    item_type: 1,
    root: toCatalog(tree, 0),
    files: files.files,
    skipped,
  }
}
