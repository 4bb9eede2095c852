import { folderOf } from '../../import-plan/name.ts'
import { joinPath, meanings, spellings } from './target.ts'

// Site generators serve these folders at the root of the site.
const SERVED = ['', 'public', 'static', '.vuepress/public']
const fold = (path: string) => path.normalize('NFC').toLowerCase()

/** Finds the entries of a zip that links mean. */
export interface EntryIndex {
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
export function entryIndex(entries: Iterable<string>, root: string): EntryIndex {
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
