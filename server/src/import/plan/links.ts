import { rewriteLinks } from '@sheaf/markdown'
import { isMarkdown } from '../../import-plan/name.ts'
import { fileLink, pageLink } from '../../import-plan/placeholder.ts'
import type { Skipped } from '../../import-plan/types.ts'
import type { ZipEntry } from '../../zip/zip-entry.ts'
import { shownName } from '../../zip/zip-name.ts'
import type { FileCollector } from './files.ts'
import { entryIndex } from './index.ts'
import { splitTarget } from './target.ts'

const REPORTED_LINKS_MAX = 200

/** What links of a zip can lead to. */
export interface LinkWorld {
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
