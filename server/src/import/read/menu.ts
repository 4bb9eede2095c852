import { folderOf } from '../../import-plan/name.ts'
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

/** What a table of contents says: its pages in order with their names ('' if it has none), and the names of folders. */
export interface Menu {
  pages: Map<string, string>
  folders: Map<string, string>
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

/**
 * Names each folder whose listed pages are those of one section, unless the section lists all pages. A folder that contains only such a
 * folder is named in its place. The outermost section wins.
 */
function foldersOf(sections: Section[], pages: Iterable<string>): Map<string, string> {
  const listed = new Map<string, number>()
  let all = 0
  for (const page of pages) {
    all++
    for (let folder = folderOf(page); folder; folder = folderOf(folder)) listed.set(folder, (listed.get(folder) ?? 0) + 1)
  }
  const names = new Map<string, string>()
  for (const section of sections) {
    if (!section.label || !section.hasLinesBelow || section.pages.size === all) continue
    let folder = commonFolder(section.pages)
    while (listed.get(folderOf(folder)) === section.pages.size) folder = folderOf(folder)
    if (listed.get(folder) === section.pages.size && !names.has(folder)) names.set(folder, section.label)
  }
  return names
}

/** Reads a table of contents whose links to pages are placeholders; `entryOf` returns the entry of a placeholder. */
export function readMenu(text: string, entryOf: (link: string) => string | undefined): Menu {
  const pages = new Map<string, string>()
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
      if (!pages.get(entry)) pages.set(entry, anchor ? '' : inlineWords(name))
    }
  }
  return { pages, folders: foldersOf(sections, pages.keys()) }
}
