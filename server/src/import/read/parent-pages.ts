import { baseName, folderOf, withoutExtension, withoutId } from '../../import-plan/name.ts'

/** Whether a file with this name is the page of its folder. */
export const isIndex = (name: string) => /^(?:_?index|readme)\.(?:mdx?|markdown)$/i.test(name)

/**
 * The folders of pages that have pages below them, by the entry of the page. Notion, Outline, Docmost and others export such a page as a
 * file next to a folder of the same name. Notion adds an id to the name of the file, and older exports to that of the folder too. A folder
 * with an index page has no other page of its own.
 */
export function parentPages(entries: ReadonlySet<string>): Map<string, string> {
  const free = new Set<string>()
  for (const entry of entries) for (let folder = folderOf(entry); folder && !free.has(folder); folder = folderOf(folder)) free.add(folder)
  for (const entry of entries) if (isIndex(baseName(entry))) free.delete(folderOf(entry))

  const parents = new Map<string, string>()
  const take = (folderFor: (path: string) => string) => {
    /** The only page for each folder; undefined if there are several. */
    const claims = new Map<string, string | undefined>()
    for (const entry of entries) {
      const folder = folderFor(withoutExtension(entry))
      if (!parents.has(entry) && !isIndex(baseName(entry)) && free.has(folder)) claims.set(folder, claims.has(folder) ? undefined : entry)
    }
    for (const [folder, entry] of claims) if (entry && free.delete(folder)) parents.set(entry, folder)
  }
  take((path) => path)
  take(withoutId)
  return parents
}

/** The folder that contains the whole item below `root`, if a single page is above it; otherwise undefined. */
export function topParent(root: string, parents: ReadonlyMap<string, string>, entries: ReadonlySet<string>): string | undefined {
  const [entry, folder] = [...parents].find(([one]) => folderOf(one) === root) ?? []
  if (!entry || !folder) return undefined
  return [...entries].every((one) => one === entry || one.startsWith(`${folder}/`)) ? entry : undefined
}
