import { CATALOG_LEVELS_MAX, nameOf, Refusal } from '@sheaf/contract'
import { baseName, folderOf, isMarkdown, withoutExtension, withoutId } from '../../import-plan/name.ts'
import type { Plan, ReadOptions } from '../../import-plan/plan.ts'
import type { Zip, ZipEntry } from '../../zip/read.ts'
import { type Folder, folderAt, newFolder, splitNumber, toCatalog } from '../plan/folder.ts'
import { linkRewriter } from '../plan/links.ts'
import { contentRoot, FileCollector, itemName, readTexts, reportUnused } from './archive.ts'
import { CATEGORY, type Category, categoriesOf, contentsOf } from './contents.ts'
import { type ReadPage, readPage } from './page.ts'
import { isIndex, parentPages, topParent } from './parent-pages.ts'

/** Maximum folder depth, because extreme depth can exhaust recursive tree code. */
const FOLDER_DEPTH_MAX = 32

function markdownOf({ entries, skipped }: Zip): ZipEntry[] {
  const all = [...entries.values()].filter(({ name, hidden }) => !hidden && isMarkdown(name))
  if (all.length === 0) {
    const unreadable = skipped.some(({ name, reason }) => isMarkdown(name) && (reason === 'encrypted' || reason === 'broken'))
    throw new Refusal(unreadable ? 'importBroken' : 'importEmpty')
  }
  return all.filter(({ name }) => name.split('/').length <= FOLDER_DEPTH_MAX || void skipped.push({ name, reason: 'depth' }))
}

/** A page to place. `path` is its place without the root folder, `rank` its place in a table of contents. */
interface Placing {
  path: string
  /** Whether it is the page of its folder, and whether its file is next to this folder. */
  first: boolean
  isParent: boolean
  page: ReadPage
  content: string
  entry: string
  files: string[]
  rank: number | undefined
  /** Its name in a table of contents. */
  name: string | undefined
}

/** The name of a file without its id, its extension and its number. */
const fileKey = (path: string) => splitNumber(withoutId(withoutExtension(baseName(path))).trim())

function place(root: Folder, item: string, { path, first, isParent, page, content, entry, files, rank, name }: Placing): void {
  const directories = path.split('/').slice(0, -1)
  const folder = folderAt(root, directories)
  const file = fileKey(path)
  const plain = nameOf(page.title, first ? (directories.length === 0 ? item : folder.name) : file.name, baseName(path))
  const title = nameOf(page.title, page.menuTitle, name ?? '', plain)
  const formerName = title === plain ? {} : { formerName: plain }
  // The index page of a folder is always first, so its order number applies to the folder.
  if (first && page.order !== undefined && folder.keys.length > 0) folder.keys.at(-1)!.number = page.order
  const key = { number: rank ?? (first ? undefined : (page.order ?? file.number)), name: file.name }
  const text = content.trim() === '' ? `# ${title}` : content
  folder.pages.push({ page: { title, ...formerName, isParent, content: text, order: 0, entry, files }, key, first })
}

/** MinDoc names a folder by the number of its page. Years and numbers that begin with 0 are names that people have given. */
const isMindocId = (name: string) => /^[1-9]\d*$/.test(name) && !/^(?:19|20)\d\d$/.test(name)

/** Longer titles of index pages do not become names of catalogs. */
const CATALOG_TITLE_MAX = 60

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Whether a folder has all pages of a site, or those of a language: its index page is the home page. */
function isHome(folder: string): boolean {
  const [, language] = /^(?:(?:.*\/)?(?:content|docs)\/)?([a-z]{2}(?:-[a-z]{2,4})?)$/i.exec(folder) ?? []
  return /^(?:.*\/)?(?:content|docs)$/.test(folder) || (language !== undefined && languageNames.of(language) !== undefined)
}

/**
 * The name that an index page gives to its folder: its name in the menu of the site. Its title is that name in Hugo (_index.md), and
 * everywhere in Docusaurus, in MinDoc, and for a page next to its folder. Other sites often begin a folder with a page "Introduction".
 */
function folderName(entry: string, page: ReadPage, nameInMenu: string, hasTitle: boolean): string {
  const isTitled = (hasTitle || baseName(entry).startsWith('_') || isMindocId(baseName(folderOf(entry)))) && !isHome(folderOf(entry))
  const name = page.menuTitle || nameInMenu || (isTitled ? page.title : '')
  return name.length <= CATALOG_TITLE_MAX ? name : ''
}

/**
 * Numbers the folders by their first page in a table of contents, or as the site has declared. `names` has names of folders. Paths have
 * no root folder.
 */
function orderFolders(
  tree: Folder,
  pages: [path: string, rank: number | undefined][],
  declared: Map<string, Category>,
  names: ReadonlyMap<string, string>,
): void {
  const numbers = new Map<string, number | undefined>()
  for (const [path, rank] of pages)
    for (let folder = folderOf(path); folder; folder = folderOf(folder)) {
      const known = numbers.get(folder)
      numbers.set(folder, known === undefined ? rank : Math.min(known, rank ?? known))
    }
  const own = new Set(pages.map(([path]) => folderOf(path)))
  for (const path of numbers.keys()) {
    const directories = path.split('/')
    // Deeper folders without pages of their own are no catalogs.
    if (directories.length >= CATALOG_LEVELS_MAX && !own.has(path)) continue
    const folder = folderAt(tree, directories)
    for (const [index, key] of folder.keys.entries()) {
      const part = directories.slice(0, directories.length - folder.keys.length + index + 1).join('/')
      key.number = numbers.get(part) ?? declared.get(part)?.position ?? key.number
    }
    const name = directories.length <= CATALOG_LEVELS_MAX ? nameOf(names.get(path) ?? '', folder.name) : folder.name
    if (name !== folder.name) Object.assign(folder, { name, formerName: folder.name })
  }
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

  const files = new FileCollector(skipped, uploadMaxBytes)
  const targets = new Set(pages.keys())
  const rewrite = linkRewriter({ root, pages: targets, entries: zip.entries, files, skipped })
  const parents = parentPages(targets)
  const { ranks, names, own, apart } = await contentsOf(zip, pages, parents, rewrite)
  for (const name of own) if (targets.size > 1) targets.delete(name)
  for (const name of [...own, ...apart]) parents.delete(name)
  const top = topParent(root, parents, targets)
  const above = top === undefined ? undefined : parents.get(top)
  const start = (above ?? root).length
  /** The path of an entry in the item. */
  const placeOf = (entry: string) => entry.slice(start).replace(/^\//, '')
  const pathOf = (entry: string) => placeOf(parents.has(entry) ? `${parents.get(entry)}/${baseName(entry)}` : entry)
  const isFirst = (entry: string) => parents.has(entry) || isIndex(baseName(entry))
  const index = [...targets].find((entry) => !pathOf(entry).includes('/') && isFirst(entry)) ?? ''
  const indexPage = pages.get(index)
  const item = top === undefined ? itemName(root, fileName, indexPage?.title ?? '') : nameOf(indexPage?.title ?? '', fileKey(top).name)
  const declared = await categoriesOf(zip, placeOf)
  const isDocusaurus = declared.size > 0 || visible.some((name) => /(?:^|\/)docusaurus\.config\.[a-z]+$/.test(name))
  const folders = new Map<string, string>()
  const tree = newFolder(item, [])
  for (const entry of targets) {
    signal?.throwIfAborted()
    const page = pages.get(entry) as ReadPage
    const path = pathOf(entry)
    const [first, isParent] = [isFirst(entry), parents.has(entry)]
    const listed = { rank: ranks.get(entry), name: names.get(entry) }
    place(tree, item, { path, first, isParent, page, ...rewrite(entry, page.content), entry, ...listed })
    const folder = first && folderName(path, page, (isParent && listed.name) || '', isDocusaurus || isParent)
    if (folder) folders.set(folderOf(path), folder)
    await new Promise(setImmediate)
  }
  for (const [path, name] of names) if (!targets.has(path)) folders.set(placeOf(path), name)
  for (const [path, { label }] of declared) if (label) folders.set(path, label)
  orderFolders(
    tree,
    [...targets].map((entry) => [pathOf(entry), ranks.get(entry)]),
    declared,
    folders,
  )
  reportUnused(
    skipped,
    [...zip.entries.values()].filter(
      ({ name, hidden }) => !hidden && !isMarkdown(name) && !own.has(name) && !CATEGORY.test(name) && !files.isHandled(name),
    ),
  )
  return {
    item_name: item,
    item_description: indexPage?.description ?? '',
    item_type: 1,
    root: { ...toCatalog(tree, 0), ...(above && { formerName: splitNumber(withoutId(baseName(above))).name }) },
    files: files.files,
    skipped,
  }
}
