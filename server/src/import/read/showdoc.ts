import { createHash } from 'node:crypto'
import {
  API_ITEM,
  CATALOG_LEVELS_MAX,
  CONTENT_CHARS_MAX,
  DESCRIPTION_MAX,
  nameOf,
  oneLine,
  Refusal,
  SPREADSHEET_ITEM,
} from '@sheaf/contract'
import { baseName, folderOf } from '../../import-plan/name.ts'
import type { Plan, PlanCatalog, PlanPage, PlanSource, ReadOptions, Skipped } from '../../import-plan/plan.ts'
import { readEntry, tooManyBytes, type Zip, type ZipEntry } from '../../zip/read.ts'
import { decodeText } from '../../zip/text.ts'
import { itemName, readTexts, reportUnused } from './archive.ts'
import { ExportedLinks, type Info, type InfoPage, isKnown, parseCatalog, parseInfo, parsePage } from './showdoc-info.ts'

const [QUOTE, BACKSLASH, COMMA, BRACE, BRACKET] = [...'"\\,{['].map((mark) => mark.charCodeAt(0))

/** Estimates the number of values in a JSON text without parsing. A small file can have millions that take a hundred times its size. */
export function jsonValues(bytes: Uint8Array): number {
  let values = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) inText = !inText
    else if (inText) {
      if (byte === BACKSLASH) at++
    } else if (byte === COMMA || byte === BRACE || byte === BRACKET) values++
  }
  return values
}

const ENTITY = /&(amp|lt|gt|quot|#0?39);/g
const chars: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'" }

/** Undoes PHP's htmlspecialchars once. */
const unescapeOnce = (text: string) => text.replace(ENTITY, (_, name: string) => chars[name]!)

/** Whether a text looks like output of htmlspecialchars: it has its entities, no bare `<` `>` `"`, and no other `&`. */
const looksEscaped = (text: string) => /&(?:amp|lt|gt|quot|#0?39);/.test(text) && !/[<>"]|&(?!(?:amp|lt|gt|quot|#0?39);)/.test(text)

const digest = (text: string) => createHash('sha1').update(text).digest('base64')

/**
 * Decides for each text of an export whether it is HTML-escaped, as older ShowDoc versions store it. The export also has every page as an
 * unescaped Markdown file. A page with such a file is decided by comparison, and these results also apply to names. Without a file, a text
 * is unescaped if it looks escaped and no page of the export has proved that texts are raw.
 */
export class EscapeDetector {
  private readonly seen = new Set<string>()
  private escaped = false
  private raw = false
  private declared = false

  /** Registers the text of a Markdown file of the export. */
  addPlainText(text: string): void {
    this.seen.add(digest(text))
  }

  /** Learns from the content of a page; call it for all pages before the first decision. */
  learn(content: string): void {
    const plain = unescapeOnce(content)
    if (plain === content) return
    if (this.seen.has(digest(content))) this.raw = true
    else if (this.seen.has(digest(plain)) || this.seen.has(digest(withoutQuotes(content)))) this.escaped = true
  }

  /** Call it if the export declares that its texts are raw. */
  declareRaw(): void {
    this.declared = true
  }

  content(text: string): string {
    const plain = unescapeOnce(text)
    if (this.declared || plain === text || this.seen.has(digest(text))) return text
    if (this.seen.has(digest(plain)) || this.seen.has(digest(withoutQuotes(text)))) return plain
    return this.name(text)
  }

  /** Decides for a title, a name or a comment, which have no Markdown file. */
  name(text: string): string {
    if (this.declared || (this.raw && !this.escaped)) return text
    return looksEscaped(text) ? unescapeOnce(text) : text
  }
}

/** Unescapes like PHP before 8.1, which ShowDoc uses for its files: without the apostrophe. */
const withoutQuotes = (text: string) => text.replace(ENTITY, (whole, name: string) => (name.startsWith('#') ? whole : chars[name]!))

/** The file names by page title from prefix_readme.md; pages with equal titles are in order. */
function parseReadme(text: string): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    const found = /(prefix_[\da-f]{32}\.md)[\s)\]|]*$/.exec(line)
    if (!found) continue
    const title = line
      .slice(0, found.index)
      .replace(/(?<![\s([|—–:：-])[\s([|—–:：-]+$/, '')
      .replace(/^[\s|*-]+/, '')
    files.set(title, [...(files.get(title) ?? []), found[1]!])
  }
  return files
}

/** Maximum size of prefix_info.json in bytes, because it is parsed as a whole. */
const LARGEST_INFO = 64 * 1024 * 1024
/** Maximum number of JSON values in it; enough for 100,000 pages and as many catalogs. */
const MOST_VALUES = 3_000_000

/** Data from the Markdown files of an export. */
interface ShowdocTexts {
  judge: EscapeDetector
  /** The text of the next page with this title from the Markdown files, '' if there is none. */
  take(title: string): string
}

/** Finds prefix_info.json at the root or in a top-level folder; undefined if the zip is not a ShowDoc or Sheaf export. */
export function findInfo(zip: Zip): ZipEntry | undefined {
  const found = [...zip.entries.values()].filter(({ name }) => /^(?:[^/]+\/)?prefix_info\.json$/.test(name))
  return found.sort((a, b) => a.name.split('/').length - b.name.split('/').length)[0]
}

/** Reads prefix_info.json. Refusals: importBroken, importTooBig. */
export async function readInfo(zip: Zip, entry: ZipEntry): Promise<Info> {
  if (entry.size > LARGEST_INFO) throw tooManyBytes(LARGEST_INFO)
  const bytes = await readEntry(zip, entry)
  if (!bytes) throw new Refusal('importBroken')
  if (jsonValues(bytes) > MOST_VALUES) throw new Refusal('importTooBig', { limit: `${MOST_VALUES}` })
  return parseInfo(decodeText(bytes))
}

/** Reads the Markdown files of an export. They show whether its list is escaped, and have texts that are missing in the list. */
export async function readShowdocTexts(
  zip: Zip,
  info: ZipEntry,
  { sheaf }: Info,
  { onProgress, signal }: ReadOptions,
): Promise<ShowdocTexts> {
  const judge = new EscapeDetector()
  const contents = new Map<string, string>()
  let titles = new Map<string, string[]>()
  const isText = ({ name }: ZipEntry) =>
    folderOf(name) === folderOf(info.name) && /^prefix_(?:[\da-f]{32}|readme)\.md$/.test(baseName(name))
  const texts = [...zip.entries.values()].filter(isText)
  // The list of a Sheaf export is complete, so its Markdown files are not needed.
  await readTexts(zip, sheaf ? [] : texts, {
    skipped: zip.skipped,
    signal,
    onText: ({ name }, text, done, total) => {
      const file = baseName(name)
      if (file === 'prefix_readme.md') titles = parseReadme(text)
      else {
        judge.addPlainText(text)
        contents.set(file, text)
      }
      onProgress?.(done, total)
    },
  })
  reportUnused(
    zip.skipped,
    [...zip.entries.values()].filter(
      (entry) => !entry.hidden && entry !== info && !isText(entry) && !(sheaf && isKnown(entry.name, sheaf)),
    ),
  )
  return { judge, take: (title) => contents.get(titles.get(title)?.shift() ?? '') ?? '' }
}

const CATALOG_DEPTH_MAX = 32

function viewOf({ text, own }: NonNullable<InfoPage['view']>): NonNullable<PlanPage['view']> {
  const [source, kind, key] = own ?? []
  return { text, own: source && kind && key !== undefined ? { source, kind, key } : undefined }
}

/** Plans the tree of an exported item. */
class TreeReader {
  private readonly judge: EscapeDetector
  private readonly texts: ShowdocTexts
  private readonly skipped: Skipped[]
  /** Whether empty pages stay empty, as in spreadsheets and Sheaf exports. Otherwise an empty page gets its title as text. */
  private readonly mayBeEmpty: boolean
  private readonly links: ExportedLinks | undefined
  /** Pages of Sheaf exports, whose links are rewritten when all pages are known. */
  private readonly linked: [page: PlanPage, signs: string[]][] = []
  /** Catalogs by their id in the export. */
  readonly catalogs = new Map<string, PlanCatalog>()
  count = 0

  constructor(texts: ShowdocTexts, skipped: Skipped[], mayBeEmpty: boolean, links: ExportedLinks | undefined) {
    this.judge = texts.judge
    this.texts = texts
    this.skipped = skipped
    this.mayBeEmpty = mayBeEmpty
    this.links = links
  }

  /** Rewrites the links of all pages; call it after `fill`. */
  place() {
    for (const [page, signs] of this.linked) this.links?.link(page, signs)
  }

  private page(info: InfoPage): PlanPage[] {
    const title = nameOf(this.judge.name(info.page_title), 'Untitled')
    const content = this.judge.content(info.page_content) || this.texts.take(info.page_title)
    if (content.length > CONTENT_CHARS_MAX) {
      this.skipped.push({ name: title, reason: 'size' })
      return []
    }
    this.count += 1
    const comments = oneLine(this.judge.name(info.page_comments))
    const shown = content.trim() === '' && !this.mayBeEmpty ? `# ${title}` : content
    const page: PlanPage = {
      title,
      content: shown,
      order: info.s_number,
      files: [],
      entry: `pages/${this.count}`,
      ...(comments && { comments }),
      ...(info.view && { view: viewOf(info.view) }),
    }
    this.links?.addPage(info.page_id, page.entry)
    this.linked.push([page, info.files ?? []])
    return [page]
  }

  /** Fills a catalog. Catalogs below the third level become siblings of their parent, with the joined path as name. */
  fill(into: PlanCatalog, parent: PlanCatalog | undefined, names: string[], pages: unknown[], catalogs: unknown[]): void {
    into.pages = pages.flatMap((value) => this.page(parsePage(value))).sort((a, b) => a.order - b.order)
    for (const value of catalogs) {
      const info = parseCatalog(value)
      const path = [...names, nameOf(this.judge.name(info.cat_name), 'Untitled')]
      if (path.length > CATALOG_DEPTH_MAX) {
        this.skipped.push({ name: oneLine(path.join(' / ')), reason: 'depth' })
        continue
      }
      const joined = path.length > CATALOG_LEVELS_MAX
      const name = joined ? nameOf(path.slice(CATALOG_LEVELS_MAX - 1).join(' / ')) : path.at(-1)!
      const catalog: PlanCatalog = { name, order: joined ? into.order : info.s_number, pages: [], catalogs: [] }
      if (info.cat_id) this.catalogs.set(info.cat_id, catalog)
      const targetCatalog = joined && parent ? parent : into
      targetCatalog.catalogs.push(catalog)
      this.fill(catalog, joined ? targetCatalog : into, path, info.pages, info.catalogs)
    }
    into.catalogs.sort((a, b) => a.order - b.order)
  }
}

/** Passes every page of the export to the judge before its first decision. */
function learn({ escaped, pages }: Info, judge: EscapeDetector): void {
  if (escaped === false) judge.declareRaw()
  const levels = [pages]
  for (let level = levels.pop(); level; level = levels.pop()) {
    for (const page of level.pages) judge.learn(parsePage(page).page_content)
    levels.push(...level.catalogs.map(parseCatalog))
  }
}

function planned(
  { path, cat_id, ...source }: NonNullable<NonNullable<Info['sheaf']>['sources']>[number],
  entries: Zip['entries'],
  catalogs: Map<string, PlanCatalog>,
): PlanSource | undefined {
  return entries.has(path) ? { ...source, entry: path, catalog: catalogs.get(cat_id) } : undefined
}

/** Plans an item from an export. Refusals: importBroken (another shape), importEmpty (neither pages nor catalogs). */
export function planShowdoc(
  info: Info,
  texts: ShowdocTexts,
  { entries, skipped }: Pick<Zip, 'entries' | 'skipped'>,
  options: ReadOptions,
): Plan {
  const root: PlanCatalog = { name: '', order: 0, pages: [], catalogs: [] }
  learn(info, texts.judge)
  const { sheaf: exported } = info
  const links = exported && new ExportedLinks({ exported, entries, skipped, options })
  const reader = new TreeReader(texts, skipped, info.item_type === SPREADSHEET_ITEM || exported !== undefined, links)
  reader.fill(root, undefined, [], info.pages.pages, info.pages.catalogs)
  if (root.pages.length + root.catalogs.length === 0) throw new Refusal('importEmpty')
  reader.place()
  const name = itemName(oneLine(texts.judge.name(info.item_name)), options.fileName, '')
  root.name = name
  return {
    item_name: name,
    item_description: oneLine(texts.judge.name(info.item_description), DESCRIPTION_MAX),
    // Items of ShowDoc's API clients become regular items, so that they can be edited here. In Sheaf exports the type is kept.
    item_type: info.item_type === API_ITEM && !exported ? 1 : info.item_type,
    root,
    files: links?.files ?? new Map(),
    skipped,
    ...(exported?.sources ? { sources: exported.sources.flatMap((one) => planned(one, entries, reader.catalogs) ?? []) } : {}),
    ...(exported && info.global_param ? { global_param: info.global_param } : {}),
  }
}
