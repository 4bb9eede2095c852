import { rewriteLinks } from '@sheaf/markdown'
import { folderOf, isMarkdown } from '../../import-plan/name.ts'
import { fileLink, pageLink, type Skipped } from '../../import-plan/plan.ts'
import type { ZipEntry } from '../../zip/read.ts'
import { shownName } from '../../zip/text.ts'
import type { FileCollector } from '../read/archive.ts'

/** A link target that can point into the zip: its path as written, and its hash ('' or `#…`). */
interface Target {
  path: string
  hash: string
}

/** Splits a target; undefined if it cannot point into the zip: other sites, other schemes, anchors on the same page. */
function splitTarget(target: string): Target | undefined {
  const trimmed = target.trim()
  if (/^[a-z][a-z\d+.-]*:/i.test(trimmed) || /^[/\\]{2}/.test(trimmed)) return undefined
  const [, path, hash] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(trimmed)!
  return path ? { path: path.includes('/') ? path : path.replaceAll('\\', '/'), hash: hash ?? '' } : undefined
}

/** The path without URL encoding and, if it differs, as written. */
function spellings(path: string): string[] {
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path ? [path] : [decoded, path]
  } catch {
    return [path]
  }
}

/** Resolves `path` relative to the folder `from`; undefined if the result is outside the zip. */
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
  ['index.md', '_index.md', 'README.md', 'index.mdx', 'index.markdown', 'README.markdown'].map((name) =>
    folder ? `${folder}/${name}` : name,
  )

const PAGE_KINDS = ['.md', '.mdx', '.markdown']

/** Candidate entries for a link to `path`, most likely first: the file itself, a page without extension, the index page of a folder. */
function candidatesFor(path: string, isFolder: boolean): string[] {
  if (path === '') return indexes('')
  const pagesAt = (place: string) => PAGE_KINDS.map((kind) => place + kind)
  const pages = pagesAt(path)
  const html = /^(.*?)\.html?$/i.exec(path)?.[1]
  if (html !== undefined) pages.push(...pagesAt(html))
  if (html !== undefined && /(?:^|\/)index$/i.test(html)) pages.push(...indexes(html.slice(0, Math.max(0, html.length - 6))))
  if (/(?:^|\/)index$/i.test(path)) pages.push(...indexes(path.slice(0, Math.max(0, path.length - 6))))
  // MinDoc links to a page with pages below it by its name, although its file is the index page of a folder.
  const named = /^(.*)\.md$/.exec(path)?.[1]
  return isFolder ? [...indexes(path), ...pages] : [path, ...pages, ...indexes(path), ...(named ? indexes(named) : [])]
}

// Site generators serve the files in these folders from the root of the site.
const SERVED = ['', 'public', 'static', '.vuepress/public']
const fold = (path: string) => path.normalize('NFC').toLowerCase()

/** Resolves links to entries of a zip. */
interface EntryIndex {
  /** The entry that `path` in the page `from` refers to; undefined if there is none. */
  find(from: string, path: string): string | undefined
}

function bases(root: string, from: string): string[] {
  const folders = from.split('/').slice(0, -1)
  const above = folders.map((_, index) => folders.slice(0, index + 1).join('/')).filter((folder) => folder.length > root.length)
  const served = [root, ...above].flatMap((base) => SERVED.map((folder) => joinPath(base, folder)!))
  return [...new Set([...served, ''])]
}

/**
 * `root` is the root folder of the content. An absolute path (`/guide/a`) is resolved there first. The folders above the page follow,
 * because the site can begin deeper in the zip. Names that differ only in case or Unicode form match last.
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
      return first(paths.filter((found) => found !== undefined).flatMap((found) => candidatesFor(found, isFolder)))
    },
  }
}

const REPORTED_LINKS_MAX = 200

/** Possible link targets in a zip. */
interface LinkTargets {
  /** The root folder of the content. */
  root: string
  pages: ReadonlySet<string>
  entries: ReadonlyMap<string, ZipEntry>
  files: FileCollector
  skipped: Skipped[]
}

/** Returns a function that replaces links into the zip by placeholders, and returns the referenced files. */
export function linkRewriter({ root, pages, entries, files, skipped }: LinkTargets) {
  const skippedNames = skipped.map(({ name }) => name).filter((name) => !entries.has(name))
  const index = entryIndex([...entries.keys(), ...skippedNames], root)
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
