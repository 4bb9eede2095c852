import { DESCRIPTION_MAX, type Language } from '@sheaf/contract'
import { nameOf, oneLine, withoutExtension } from '../../import-plan/name.ts'
import { CATALOG_DEPTH_MAX, type Plan, type PlanCatalog, type Skipped, type TextFile } from '../../import-plan/plan.ts'
import { isObject } from '../../import-plan/text-format.ts'
import { blocks } from '../api/markdown.ts'
import { CallPages } from '../calls/page.ts'
import { descriptionOf, labelOf, listOf, type Shape, shapeOf, shapesOf } from './fields.ts'
import { addressOf, authLine, callOf, type Inherited, type Reporter, scriptBlocks, variableTable } from './request.ts'
import { convertV1 } from './version-1.ts'
import { postmanWords } from './words.ts'

/** What a collection or a folder says of all its requests, as the page in front of them; '' for nothing. */
function introduction(folder: Shape, description: string, language: Language, told: Reporter): string {
  const t = postmanWords(language)
  const part = (title: string, text: string) => (text ? `## ${title}\n\n${text}` : '')
  const variables = shapesOf(folder['variable'] ?? folder['variables'])
  const parts = [
    blocks(description),
    part(t.auth, authLine(folder['auth'], t.noAuth, told.masked)),
    part(t.variables, variableTable(variables, language, told.masked)),
    part(t.scripts, scriptBlocks(folder['event'] ?? folder['events'], language)),
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join('\n\n')}\n` : ''
}

/** A description that an item keeps as its own needs no page. */
function shortDescription(folder: Shape): string | undefined {
  const description = descriptionOf(folder['description'])
  return description.length <= DESCRIPTION_MAX && !/\n\s*\n[\s\S]*\n\s*\n|[|`<]|^#/m.test(description) ? description : undefined
}

/** Makes catalogs and pages of collections in their second form; the first is brought into it before. */
class CollectionReader {
  private readonly language: Language
  private readonly skipped: Skipped[]
  private readonly pages: CallPages

  constructor(file: TextFile, skipped: Skipped[]) {
    this.language = file.language
    this.skipped = skipped
    this.pages = new CallPages(file, skipped)
  }

  /** A whole collection; its description stands on its first page unless it fits the item. */
  collection(value: Shape, name: string, keepsDescription: boolean): PlanCatalog {
    const info = shapeOf(value['info'])
    const short = keepsDescription ? shortDescription(info) : undefined
    // One line says it all: then the item's own description does, and there is no page for it alone.
    const untold = { masked: () => {}, unsupported: () => {} }
    const rest = introduction(value, '', this.language, untold)
    const folder = { ...value, description: short !== undefined && rest === '' ? '' : info['description'] }
    return this.folder(folder, name, [], { auth: undefined, from: '' })
  }

  private told(place: string): Reporter {
    const seen = new Set<string>()
    const tell = (reason: Skipped['reason']) => (name: string) => {
      if (seen.has(reason + name)) return
      seen.add(reason + name)
      this.skipped.push({ name: oneLine(`${place}: ${name}`), reason })
    }
    return { masked: tell('masked'), unsupported: tell('unsupported') }
  }

  private folder(value: Shape, name: string, way: string[], above: Inherited): PlanCatalog {
    const t = postmanWords(this.language)
    const catalog: PlanCatalog = { name, order: this.pages.next(), pages: [], catalogs: [] }
    const place = way.join(' / ') || name
    const inherited = isObject(value['auth']) && value['auth']['type'] !== 'inherit' ? { auth: value['auth'], from: name } : above
    const text = introduction(value, descriptionOf(value['description']), this.language, this.told(place))
    const first = text ? this.pages.page(t.introduction, place, text) : undefined
    if (first) catalog.pages.push(first)
    for (const [n, item] of listOf(value['item']).entries()) this.item(item, n, catalog, way, inherited)
    return catalog
  }

  private item(item: unknown, n: number, catalog: PlanCatalog, way: string[], inherited: Inherited): void {
    if (!isObject(item)) return void this.skipped.push({ name: oneLine([...way, `#${n + 1}`].join(' / ')), reason: 'shape' })
    const name = labelOf(item['name'])
    const path = [...way, name || `#${n + 1}`]
    const place = oneLine(path.join(' / '))
    if (Array.isArray(item['item'])) {
      if (path.length > CATALOG_DEPTH_MAX) return void this.skipped.push({ name: place, reason: 'depth' })
      const folder = nameOf(name, postmanWords(this.language).untitled)
      catalog.catalogs.push(this.folder(item, folder, [...way, folder], inherited))
      return
    }
    if (!isObject(item['request']) && typeof item['request'] !== 'string') return void this.skipped.push({ name: place, reason: 'shape' })
    const call = callOf(item, inherited, this.language, this.told(place))
    const title = name || `${call.method} ${addressOf(call.url).url}`
    const page = this.pages.call(title, place, call)
    if (page) catalog.pages.push(page)
  }
}

/** Collections of all forms that there were: 1, 2.0, 2.1, and the list of them in a data dump. */
const second = (value: Shape): Shape => (Array.isArray(value['item']) ? value : convertV1(value))

const namesOf = (value: Shape, file: TextFile) => nameOf(labelOf(shapeOf(value['info'])['name']), withoutExtension(file.name), 'Postman')

/** Plans the item of a collection that was parsed already. Never fails, whatever stands in it. */
export function planPostman(value: Shape, file: TextFile): Plan {
  const skipped: Skipped[] = []
  const reader = new CollectionReader(file, skipped)
  const plan = { item_type: 1, files: new Map(), skipped }
  if (!Array.isArray(value['collections'])) {
    const one = second(value)
    const name = namesOf(one, file)
    const description = descriptionOf(shapeOf(one['info'])['description'])
    return { ...plan, item_name: name, item_description: oneLine(description, DESCRIPTION_MAX), root: reader.collection(one, name, true) }
  }
  for (const environment of shapesOf(value['environments']))
    skipped.push({ name: labelOf(environment['name']) || '-', reason: 'unsupported' })
  const all = shapesOf(value['collections']).map(second)
  const root: PlanCatalog = { name: '', order: 0, pages: [], catalogs: all.map((one) => reader.collection(one, namesOf(one, file), false)) }
  return { ...plan, item_name: nameOf(withoutExtension(file.name), 'Postman'), item_description: '', root }
}
