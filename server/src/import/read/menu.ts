import { baseName, folderOf } from '../../import-plan/name.ts'
import { PAGE } from '../../import-plan/plan.ts'
import { inlineWords } from './page.ts'

/** Deeper lines of a menu name no folder. */
const DEPTH_MAX = 32
/** Characters of a line that can name a folder. */
const LABEL_MAX = 200
/** A heading is above each item of a list. */
const HEADING_LEVEL = -10

/** A link to a page, with its text and the beginning of its anchor. */
const LINKS = new RegExp(`(?:(?<!!)\\[((?:[^[\\]\\\\\\n]|\\\\.){0,${LABEL_MAX}})\\]\\(<?)?(${PAGE}[^\\s)>#"]+)(#?)`, 'g')

/** A line of a menu with the pages that it and the lines below it list. */
interface Section {
  level: number
  label: string
  pages: Set<string>
  hasLinesBelow: boolean
}

/**
 * What a table of contents says: its pages in order with their names ('' if it has none), the names of folders, and the pages of folders
 * (`parentPages`) that it lists next to a section with the pages of their folder.
 */
export interface Menu {
  pages: Map<string, string>
  folders: Map<string, string>
  apart: Set<string>
}

/** The level of a line and its text without the mark of a heading or a list item. */
function levelOf(line: string): { level: number; text: string } {
  const heading = /^ {0,3}(#{1,6})[ \t]+/.exec(line)
  if (heading) return { level: HEADING_LEVEL + heading[1]!.length, text: line.slice(heading[0].length) }
  const indent = /^[ \t]*/.exec(line)![0]
  const text = line.slice(indent.length)
  return { level: indent.replaceAll('\t', '    ').length, text: text.replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, '') }
}

const within = (page: string, folder: string) => page.startsWith(`${folder}/`)

/** The deepest folder that has all these pages; '' if there is none. */
function commonFolder(pages: Iterable<string>): string {
  let common: string | undefined
  for (const page of pages) {
    common ??= folderOf(page)
    while (common && !within(page, common)) common = folderOf(common)
  }
  return common ?? ''
}

/** For each folder, how many of these pages it contains. */
function countsOf(pages: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const page of pages)
    for (let folder = folderOf(page); folder; folder = folderOf(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return counts
}

/** The pages of folders that a section with the pages of their folder does not list. A page whose own line is above them is not apart. */
function apartOf(sections: Section[], lines: ReadonlyMap<string, Section>, parents: ReadonlyMap<string, string>): Set<string> {
  const listed = countsOf(lines.keys())
  const owners = new Map([...parents].map(([page, folder]) => [folder, page]))
  const [apart, above] = [new Set<string>(), new Set<string>()]
  for (const section of sections)
    for (const [folder, count] of countsOf(section.pages)) {
      const owner = owners.get(folder)
      const line = owner && lines.get(owner)
      if (!line) continue
      if (line === section) above.add(owner)
      else if (section.label && section.hasLinesBelow && count === listed.get(folder) && !section.pages.has(owner)) apart.add(owner)
    }
  for (const page of above) apart.delete(page)
  return apart
}

/**
 * Names each folder whose listed pages are those of one section, unless the section lists all pages. A folder that contains only such a
 * folder is named in its place. The outermost section wins. `placeOf` returns the path of a page in the item.
 */
function foldersOf(sections: Section[], pages: Iterable<string>, placeOf: (page: string) => string): Map<string, string> {
  const places = [...pages].map(placeOf)
  const listed = countsOf(places)
  const names = new Map<string, string>()
  for (const section of sections) {
    if (!section.label || !section.hasLinesBelow || section.pages.size === places.length) continue
    let folder = commonFolder([...section.pages].map(placeOf))
    while (listed.get(folderOf(folder)) === section.pages.size) folder = folderOf(folder)
    if (listed.get(folder) === section.pages.size && !names.has(folder)) names.set(folder, section.label)
  }
  return names
}

/**
 * Reads a table of contents whose links to pages are placeholders; `entryOf` returns the entry of a placeholder, `parents` are the folders
 * of pages that have pages below them.
 */
export function readMenu(text: string, entryOf: (link: string) => string | undefined, parents: ReadonlyMap<string, string>): Menu {
  const pages = new Map<string, string>()
  /** The first line of each page. */
  const lines = new Map<string, Section>()
  const sections: Section[] = []
  const open: Section[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const { level, text: words } = levelOf(line)
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop()
    for (const above of open) above.hasLinesBelow = true
    const links = [...words.matchAll(LINKS)]
    const label = inlineWords(links[0]?.[1] ?? words.slice(0, LABEL_MAX))
    const section = { level, label, pages: new Set<string>(), hasLinesBelow: false }
    sections.push(section)
    if (open.length < DEPTH_MAX) open.push(section)
    for (const [, name = '', link = '', anchor] of links) {
      const entry = entryOf(link)
      if (entry === undefined) continue
      for (const one of open) one.pages.add(entry)
      if (!lines.has(entry)) lines.set(entry, section)
      if (!pages.get(entry)) pages.set(entry, anchor ? '' : inlineWords(name))
    }
  }
  const apart = apartOf(sections, lines, parents)
  const placeOf = (page: string) => (parents.has(page) && !apart.has(page) ? `${parents.get(page)}/${baseName(page)}` : page)
  return { pages, folders: foldersOf(sections, pages.keys(), placeOf), apart }
}
