import { CATALOG_LEVELS, CONTENT_MAX, DESCRIPTION_MAX, Refusal, TABLE } from '@sheaf/contract'
import { nameOf, oneLine } from './plan-name.ts'
import type { Plan, PlanCatalog, PlanPage, ReadOptions, Skipped } from './plan-types.ts'
import type { EscapeJudge } from './read-escaped.ts'
import { type Info, type InfoPage, parseCatalog, parsePage } from './read-info.ts'
import { itemName } from './read-root.ts'
import type { ShowdocTexts } from './read-showdoc-texts.ts'

const DEEPEST = 32

/** Makes the tree of an exported item. */
class TreeReader {
  private readonly judge: EscapeJudge
  private readonly texts: ShowdocTexts
  private readonly skipped: Skipped[]
  /** An empty spreadsheet stays one; an empty page gets its title to be found by. */
  private readonly isTable: boolean
  count = 0

  constructor(texts: ShowdocTexts, skipped: Skipped[], isTable: boolean) {
    this.judge = texts.judge
    this.texts = texts
    this.skipped = skipped
    this.isTable = isTable
  }

  private page(info: InfoPage): PlanPage[] {
    const title = nameOf(this.judge.name(info.page_title), 'Untitled')
    const content = this.judge.content(info.page_content) || this.texts.take(info.page_title)
    if (content.length > CONTENT_MAX) {
      this.skipped.push({ name: title, reason: 'size' })
      return []
    }
    this.count += 1
    const comments = oneLine(this.judge.name(info.page_comments))
    const page = { title, content: content.trim() === '' && !this.isTable ? `# ${title}` : content, order: info.s_number, files: [] }
    return [{ ...page, entry: `pages/${this.count}`, ...(comments && { comments }) }]
  }

  /** Fills a catalog; those below the third level become its neighbours, with the whole path as their name. */
  fill(into: PlanCatalog, parent: PlanCatalog | undefined, names: string[], pages: unknown[], catalogs: unknown[]): void {
    into.pages = pages.flatMap((value) => this.page(parsePage(value))).sort((a, b) => a.order - b.order)
    for (const value of catalogs) {
      const info = parseCatalog(value)
      const path = [...names, nameOf(this.judge.name(info.cat_name), 'Untitled')]
      if (path.length > DEEPEST) {
        this.skipped.push({ name: oneLine(path.join(' / ')), reason: 'depth' })
        continue
      }
      const joined = path.length > CATALOG_LEVELS
      const name = joined ? nameOf(path.slice(CATALOG_LEVELS - 1).join(' / ')) : path.at(-1)!
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
export function planShowdoc(info: Info, texts: ShowdocTexts, skipped: Skipped[], { fileName }: ReadOptions): Plan {
  const root: PlanCatalog = { name: '', order: 0, pages: [], catalogs: [] }
  learn(info, texts.judge)
  const reader = new TreeReader(texts, skipped, info.item_type === TABLE)
  reader.fill(root, undefined, [], info.pages.pages, info.pages.catalogs)
  if (root.pages.length + root.catalogs.length === 0) throw new Refusal('importEmpty')
  const name = itemName(oneLine(texts.judge.name(info.item_name)), fileName, '')
  root.name = name
  return {
    item_name: name,
    item_description: oneLine(texts.judge.name(info.item_description), DESCRIPTION_MAX),
    item_type: info.item_type,
    root,
    files: new Map(),
    skipped,
  }
}
