import { rewriteLinks } from '@sheaf/markdown'
import { folderOf, isMarkdown } from '../../import-plan/name.ts'
import { fileLink, pageLink, type Skipped } from '../../import-plan/plan.ts'
import type { ZipEntry } from '../../zip/read.ts'
import { shownName } from '../../zip/text.ts'
import type { FileCollector } from './files.ts'

/** A link target that may point into the zip: its path as written, and its hash ('' or `#…`). */
interface Target {
  path: string
  hash: string
}

/** Splits a target; undefined for what cannot point into the zip: other sites, other schemes, places on the same page. */
function splitTarget(target: string): Target | undefined {
  const trimmed = target.trim()
  if (/^[a-z][a-z\d+.-]*:/i.test(trimmed) || /^[/\\]{2}/.test(trimmed)) return undefined
  const [, path, hash] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(trimmed)!
  return path ? { path: path.includes('/') ? path : path.replaceAll('\\', '/'), hash: hash ?? '' } : undefined
}

/** The path as written and, where it differs, without its URL encoding. */
function spellings(path: string): string[] {
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path ? [path] : [decoded, path]
  } catch {
    return [path]
  }
}

/** `path` as seen from the folder `from`, without `.` and `..`; undefined when it leaves the zip. */
function joinPath(from: string, path: string): string | undefined {
  const parts = from === '' ? [] : from.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

const indexes = (folder: string) =>
  ['index.md', 'README.md', 'index.markdown', 'README.markdown'].map((name) => (folder ? `${folder}/${name}` : name))

/** The entries that a link to `path` may mean, likeliest first: the file itself, a page without its extension, a folder's first page. */
function meanings(path: string, isFolder: boolean): string[] {
  if (path === '') return indexes('')
  const pages = [`${path}.md`, `${path}.markdown`]
  const html = /^(.*?)\.html?$/i.exec(path)?.[1]
  if (html !== undefined) pages.push(`${html}.md`, `${html}.markdown`)
  if (html !== undefined && /(?:^|\/)index$/i.test(html)) pages.push(...indexes(html.slice(0, Math.max(0, html.length - 6))))
  if (/(?:^|\/)index$/i.test(path)) pages.push(...indexes(path.slice(0, Math.max(0, path.length - 6))))
  return isFolder ? [...indexes(path), ...pages] : [path, ...pages, ...indexes(path)]
}

// Site generators serve these folders at the root of the site.
const SERVED = ['', 'public', 'static', '.vuepress/public']
const fold = (path: string) => path.normalize('NFC').toLowerCase()

/** Finds the entries of a zip that links mean. */
interface EntryIndex {
  /** The entry that `path`, written in the page `from`, means; undefined when there is none. */
  find(from: string, path: string): string | undefined
}

function bases(root: string, from: string): string[] {
  const folders = from.split('/').slice(0, -1)
  const above = folders.map((_, index) => folders.slice(0, index + 1).join('/')).filter((folder) => folder.length > root.length)
  const served = [root, ...above].flatMap((base) => SERVED.map((folder) => joinPath(base, folder)!))
  return [...new Set([...served, ''])]
}

/**
 * `root` is the folder in which the item's content begins. A path from the root (`/guide/a`) is looked for there, then in the
 * folders above the page, for zips whose site begins deeper. Names that differ only in case or Unicode form count last.
 */
function entryIndex(entries: Iterable<string>, root: string): EntryIndex {
  const exact = new Set(entries)
  const folded = new Map<string, string>()
  for (const entry of exact) if (!folded.has(fold(entry))) folded.set(fold(entry), entry)

  const first = (candidates: string[]) => {
    const same = candidates.find((candidate) => exact.has(candidate))
    if (same !== undefined) return same
    return candidates.map((candidate) => folded.get(fold(candidate))).find((entry) => entry !== undefined)
  }

  return {
    find(from, path) {
      const isFolder = /(?:^|\/)(?:\.{0,2})$/.test(path)
      const places = path.startsWith('/') ? bases(root, from) : [folderOf(from)]
      const paths = places.flatMap((place) => spellings(path).map((spelling) => joinPath(place, spelling)))
      return first(paths.filter((found) => found !== undefined).flatMap((found) => meanings(found, isFolder)))
    },
  }
}

const REPORTED_LINKS_MAX = 200

/** What links of a zip can lead to. */
interface LinkWorld {
  /** The folder in which the content begins. */
  root: string
  pages: ReadonlySet<string>
  entries: ReadonlyMap<string, ZipEntry>
  files: FileCollector
  skipped: Skipped[]
}

/** Returns a function that puts placeholders for links into the zip in a page's text, and says to which files they lead. */
export function linkRewriter({ root, pages, entries, files, skipped }: LinkWorld) {
  const left = skipped.map(({ name }) => name).filter((name) => !entries.has(name))
  const index = entryIndex([...entries.keys(), ...left], root)
  const reported = new Set<string>()

  const report = (from: string, path: string) => {
    const row = path.startsWith('/') ? path : `${from.slice(0, from.lastIndexOf('/') + 1)}\n${path}`
    if (reported.has(row) || reported.size >= REPORTED_LINKS_MAX) return
    reported.add(row)
    skipped.push({ name: shownName(`${from} → ${path}`), reason: 'link' })
  }

  return (from: string, text: string): { content: string; files: string[] } => {
    const used = new Set<string>()
    const content = rewriteLinks(text, (target, kind) => {
      const split = splitTarget(target)
      if (!split) return undefined
      const found = index.find(from, split.path)
      if (found === undefined) return void report(from, split.path)
      if (pages.has(found)) return kind === 'image' ? undefined : pageLink(found, split.hash)
      const entry = entries.get(found)
      if (!entry || isMarkdown(found) || !files.take(entry)) return undefined
      used.add(found)
      return fileLink(found)
    })
    return { content, files: [...used] }
  }
}
