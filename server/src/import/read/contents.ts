import * as z from 'zod'
import { baseName, folderOf, isMarkdown } from '../../import-plan/name.ts'
import { pageLink } from '../../import-plan/plan.ts'
import { readEntry, type Zip } from '../../zip/read.ts'
import { decodeText } from '../../zip/text.ts'
import { readMenu } from './menu.ts'

/** A larger file is no configuration of a site. */
const CONFIG_MAX_BYTES = 256 * 1024
/** A file with fewer links to pages is a page and no table of contents. */
const LINKS_MIN = 2

const isContentsPage = (name: string) => ['SUMMARY.md', '_sidebar.md'].includes(baseName(name))
/** A line of a table of contents: a heading, an item of a list, a link, a line or a comment. */
const CONTENTS_LINE = /^\s*(?:$|#|[-*+]\s|\d+[.)]\s|\[|-{3}|\*{3}|<!--)/
/** Places of listed pages begin here, so that they come before the numbers of all others. */
const FIRST_RANK = -1_000_000
const byDepth = (a: string, b: string) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1)

async function textOf(zip: Zip, name: string): Promise<string> {
  const entry = zip.entries.get(name)
  const bytes = entry && entry.size <= CONFIG_MAX_BYTES ? await readEntry(zip, entry) : undefined
  return bytes ? decodeText(bytes) : ''
}

/** The text of YAML at the start of a line, quoted or up to a colon or a comment, and what follows it. */
function yamlText(line: string): { text: string; rest: string } {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(line)?.[0]
  if (quoted === undefined) {
    const end = /:(?=[ \t]|$)|(?:^|[ \t])#/.exec(line)?.index ?? line.length
    return { text: line.slice(0, end).trim(), rest: line.slice(end).trim() }
  }
  const rest = line.slice(quoted.length).trim()
  if (quoted.startsWith("'")) return { text: quoted.slice(1, -1).replaceAll("''", "'"), rest }
  try {
    return { text: String(JSON.parse(quoted)), rest }
  } catch {
    return { text: quoted.slice(1, -1), rest }
  }
}

/** A line such as `- "Set up": 'guide/setup.md'` or `- Guide:` as an item of a list of links relative to `folder`; '' for any other. */
function navItem(folder: string, line: string): string {
  const [indent = ''] = /^[ \t]*/.exec(line) ?? []
  const first = yamlText(line.slice(indent.length).replace(/^(?:-[ \t]+)+/, ''))
  const isNamed = first.rest.startsWith(':')
  const path = isNamed ? yamlText(first.rest.slice(1).trim()).text : first.text
  // A tag of a program is no name.
  const name = isNamed && !first.text.startsWith('!') ? first.text.replace(/[\\[\]`*_<]/g, '\\$&') : ''
  if (isMarkdown(path)) return `${indent}- [${name}](<${folder}/${path}>)`
  return name && !/^[^&]/.test(path) ? `${indent}- ${name}` : ''
}

/**
 * The `nav` of a mkdocs.yml as a list of links relative to this file. It is read by lines: such a file can have tags of programs, and no
 * value but the names and paths is needed.
 */
function navLinks(config: string): string {
  const folder = /^docs_dir:[ \t]*["']?([\w./-]+)/m.exec(config)?.[1] ?? 'docs'
  const lines = config.replace(/\r\n?/g, '\n').split('\n')
  const start = lines.findIndex((line) => line.startsWith('nav:')) + 1
  const length = lines.slice(start).findIndex((line) => /^[^\s#-]/.test(line))
  const nav = start === 0 ? [] : lines.slice(start, length < 0 ? undefined : start + length)
  return nav.map((line) => navItem(folder, line)).join('\n')
}

export interface Contents {
  /** The place of each listed page; all are below zero. */
  ranks: Map<string, number>
  /** The names of listed pages and of folders. */
  names: Map<string, string>
  /** The files that are tables of contents and no pages. */
  own: Set<string>
  /** The pages of folders that are listed next to their folder. */
  apart: Set<string>
}

/**
 * The order and the names of pages and folders in the tables of contents of a site: SUMMARY.md (GitBook, mdBook), _sidebar.md (docsify)
 * and mkdocs.yml. `rewrite` replaces links to pages by placeholders; `parents` are the folders of pages that have pages below them.
 */
export async function contentsOf(
  zip: Zip,
  pages: ReadonlyMap<string, { content: string }>,
  parents: ReadonlyMap<string, string>,
  rewrite: (from: string, text: string) => { content: string },
): Promise<Contents> {
  const contents: Contents = { ranks: new Map(), names: new Map(), own: new Set(), apart: new Set() }
  const entries = new Map([...pages.keys()].map((entry) => [pageLink(entry, ''), entry]))
  const add = (from: string, text: string): number => {
    const { pages: found, folders, apart } = readMenu(rewrite(from, text).content, (link) => entries.get(link), parents)
    found.delete(from)
    if (found.size < LINKS_MIN) return found.size
    for (const entry of apart) contents.apart.add(entry)
    for (const entry of found.keys()) if (!contents.ranks.has(entry)) contents.ranks.set(entry, FIRST_RANK + contents.ranks.size)
    for (const [path, name] of [...found, ...folders]) if (name && !contents.names.has(path)) contents.names.set(path, name)
    return found.size
  }
  for (const name of [...zip.entries.keys()].filter((one) => /^mkdocs\.ya?ml$/i.test(baseName(one))).sort(byDepth))
    if (add(name, navLinks(await textOf(zip, name))) >= LINKS_MIN) contents.own.add(name)
  for (const name of [...pages.keys()].filter(isContentsPage).sort(byDepth)) {
    const text = pages.get(name)?.content ?? ''
    const isList = text.split('\n').every((line) => CONTENTS_LINE.test(line))
    // The text of the page has lost its first heading, which can be that of a section.
    if (isList && add(name, (await textOf(zip, name)) || text) >= LINKS_MIN) contents.own.add(name)
  }
  // The navigation bar of docsify has the same links again.
  for (const name of pages.keys())
    if (baseName(name) === '_navbar.md' && contents.own.has(name.replace(/navbar(?=\.md$)/, 'sidebar'))) contents.own.add(name)
  return contents
}

/** The names of the file in which Docusaurus describes a folder. */
export const CATEGORY = /(?:^|\/)_category_\.(?:json|ya?ml)$/
/** The name and the number of a folder. */
export interface Category {
  label: string
  position: number | undefined
}

const Described = z.object({ label: z.string().optional(), position: z.number().optional() })

function categoryOf(name: string, text: string): Category | undefined {
  if (!name.endsWith('.json')) {
    const [, , label = ''] = /^label:[ \t]*(["']?)(.*?)\1[ \t]*$/m.exec(text) ?? []
    const position = Number(/^position:[ \t]*(\d{1,6}(?:\.\d{1,6})?)[ \t]*$/m.exec(text)?.[1] ?? Number.NaN)
    return { label, position: Number.isNaN(position) ? undefined : position }
  }
  try {
    const found = Described.safeParse(JSON.parse(text)).data
    return found && { label: found.label ?? '', position: found.position }
  } catch {
    // A damaged file leaves the folder as it is.
    return undefined
  }
}

/** What these files say about their folders, by the paths that `placeOf` gives to the folders. */
export async function categoriesOf(zip: Zip, placeOf: (path: string) => string): Promise<Map<string, Category>> {
  const found = new Map<string, Category>()
  for (const name of zip.entries.keys()) {
    const category = CATEGORY.test(name) ? categoryOf(name, (await textOf(zip, name)).replaceAll('\r', '')) : undefined
    if (category) found.set(placeOf(folderOf(name)), category)
  }
  return found
}
