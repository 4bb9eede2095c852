import { API_ITEM, CATALOG_LEVELS_MAX, CONTENT_CHARS_MAX, DESCRIPTION_MAX, Refusal, SPREADSHEET_ITEM } from '@sheaf/contract'
import { nameOf, oneLine } from '../../import-plan/name.ts'
import type { Plan, PlanCatalog, PlanPage, ReadOptions, Skipped } from '../../import-plan/types.ts'
import type { Zip } from '../../zip/zip-open.ts'
import type { EscapeJudge } from './escaped.ts'
import { ExportedLinks } from './exported.ts'
import { type Info, type InfoPage, parseCatalog, parsePage } from './info.ts'
import { itemName } from './root.ts'
import type { ShowdocTexts } from './showdoc-texts.ts'

const CATALOG_DEPTH_MAX = 32

/** Makes the tree of an exported item. */
class TreeReader {
  private readonly judge: EscapeJudge
  private readonly texts: ShowdocTexts
  private readonly skipped: Skipped[]
  /** An empty spreadsheet stays one, and so does what we exported; another empty page gets its title to be found by. */
  private readonly mayBeEmpty: boolean
  private readonly links: ExportedLinks | undefined
  /** Pages of our own exports, whose links are placed when all are known. */
  private readonly linked: [page: PlanPage, signs: string[]][] = []
  count = 0

  constructor(texts: ShowdocTexts, skipped: Skipped[], mayBeEmpty: boolean, links: ExportedLinks | undefined) {
    this.judge = texts.judge
    this.texts = texts
    this.skipped = skipped
    this.mayBeEmpty = mayBeEmpty
    this.links = links
  }

  /** Once all pages are there. */
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
    }
    this.links?.knowPage(info.page_id, page.entry)
    this.linked.push([page, info.files ?? []])
    return [page]
  }

  /** Fills a catalog; those below the third level become its neighbours, with the whole path as their name. */
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
      const home = joined && parent ? parent : into
      home.catalogs.push(catalog)
      this.fill(catalog, joined ? home : into, path, info.pages, info.catalogs)
    }
    into.catalogs.sort((a, b) => a.order - b.order)
  }
}

/** Shows the judge every text of the export before it decides on any. */
function learn({ escaped, pages }: Info, judge: EscapeJudge): void {
  if (escaped === false) judge.declareRaw()
  const levels = [pages]
  for (let level = levels.pop(); level; level = levels.pop()) {
    for (const page of level.pages) judge.learn(parsePage(page).page_content)
    levels.push(...level.catalogs.map(parseCatalog))
  }
}

/** Plans the item of an export. Refusals: importBroken (another shape), importEmpty (neither pages nor catalogs). */
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
    // What ShowDoc's clients made may be written here; what was theirs in Sheaf stays theirs.
    item_type: info.item_type === API_ITEM && !exported ? 1 : info.item_type,
    root,
    files: links?.files ?? new Map(),
    skipped,
    ...(exported && info.global_param ? { global_param: info.global_param } : {}),
  }
}
