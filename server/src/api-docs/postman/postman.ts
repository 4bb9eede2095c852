import { DESCRIPTION_MAX, type Language, nameOf, oneLine } from '@sheaf/contract'
import { blocks } from '@sheaf/description/markdown'
import { withoutExtension } from '../../import-plan/name.ts'
import { CATALOG_DEPTH_MAX, type Plan, type PlanCatalog, type Skipped, type TextFile } from '../../import-plan/plan.ts'
import { isObject } from '../../import-plan/text-format.ts'
import { CallPages } from '../call-pages.ts'
import { descriptionOf, labelOf, listOf, type Shape, shapeOf, shapesOf } from './fields.ts'
import { addressOf, authLine, callOf, type Inherited, type Reporter, scriptBlocks, variableTable } from './request.ts'
import { convertV1 } from './version-1.ts'
import { postmanWords } from './words.ts'

/** The introduction page of a collection or a folder: description, authorization, variables, scripts; '' if there are none. */
function introduction(folder: Shape, description: string, language: Language, report: Reporter): string {
  const t = postmanWords(language)
  const part = (title: string, text: string) => (text ? `## ${title}\n\n${text}` : '')
  const variables = shapesOf(folder['variable'] ?? folder['variables'])
  const parts = [
    blocks(description),
    part(t.auth, authLine(folder['auth'], t.noAuth, report.masked)),
    part(t.variables, variableTable(variables, language, report.masked)),
    part(t.scripts, scriptBlocks(folder['event'] ?? folder['events'], language)),
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join('\n\n')}\n` : ''
}

/** A description that is short enough for the item itself, so that it needs no page. */
function shortDescription(folder: Shape): string | undefined {
  const description = descriptionOf(folder['description'])
  return description.length <= DESCRIPTION_MAX && !/\n\s*\n[\s\S]*\n\s*\n|[|`<]|^#/m.test(description) ? description : undefined
}

/** Plans catalogs and pages from collections of version 2. Collections of version 1 are converted first. */
class CollectionReader {
  private readonly language: Language
  private readonly skipped: Skipped[]
  private readonly pages: CallPages

  constructor(file: TextFile, skipped: Skipped[]) {
    this.language = file.language
    this.skipped = skipped
    this.pages = new CallPages(file, skipped)
  }

  /** The catalog of a collection. Its description is on the introduction page unless it fits the item. */
  collection(value: Shape, name: string, keepsDescription: boolean): PlanCatalog {
    const info = shapeOf(value['info'])
    const short = keepsDescription ? shortDescription(info) : undefined
    // If a short description is all there is, the item's description is sufficient and there is no introduction page.
    const silent = { masked: () => {}, unsupported: () => {} }
    const rest = introduction(value, '', this.language, silent)
    const folder = { ...value, description: short !== undefined && rest === '' ? '' : info['description'] }
    return this.folder(folder, name, [], { auth: undefined, from: '' })
  }

  private reporter(place: string): Reporter {
    const reported = new Set<string>()
    const report = (reason: Skipped['reason']) => (name: string) => {
      if (reported.has(reason + name)) return
      reported.add(reason + name)
      this.skipped.push({ name: oneLine(`${place}: ${name}`), reason })
    }
    return { masked: report('masked'), unsupported: report('unsupported') }
  }

  private folder(value: Shape, name: string, parents: string[], outer: Inherited): PlanCatalog {
    const t = postmanWords(this.language)
    const catalog: PlanCatalog = { name, order: this.pages.next(), pages: [], catalogs: [] }
    const place = parents.join(' / ') || name
    const inherited = isObject(value['auth']) && value['auth']['type'] !== 'inherit' ? { auth: value['auth'], from: name } : outer
    const text = introduction(value, descriptionOf(value['description']), this.language, this.reporter(place))
    const first = text ? this.pages.page(t.introduction, place, text) : undefined
    if (first) catalog.pages.push(first)
    for (const [n, item] of listOf(value['item']).entries()) this.item(item, n, catalog, parents, inherited)
    return catalog
  }

  private item(item: unknown, n: number, catalog: PlanCatalog, parents: string[], inherited: Inherited): void {
    if (!isObject(item)) return void this.skipped.push({ name: oneLine([...parents, `#${n + 1}`].join(' / ')), reason: 'shape' })
    const name = labelOf(item['name'])
    const path = [...parents, name || `#${n + 1}`]
    const place = oneLine(path.join(' / '))
    if (Array.isArray(item['item'])) {
      if (path.length > CATALOG_DEPTH_MAX) return void this.skipped.push({ name: place, reason: 'depth' })
      const folder = nameOf(name, postmanWords(this.language).untitled)
      catalog.catalogs.push(this.folder(item, folder, [...parents, folder], inherited))
      return
    }
    if (!isObject(item['request']) && typeof item['request'] !== 'string') return void this.skipped.push({ name: place, reason: 'shape' })
    const call = callOf(item, inherited, this.language, this.reporter(place))
    const title = name || `${call.method} ${addressOf(call.url).url}`
    const page = this.pages.call(title, place, call)
    if (page) catalog.pages.push(page)
  }
}

/** A collection of any version (1, 2.0 or 2.1) as version 2. */
const asVersion2 = (value: Shape): Shape => (Array.isArray(value['item']) ? value : convertV1(value))

const namesOf = (value: Shape, file: TextFile) => nameOf(labelOf(shapeOf(value['info'])['name']), withoutExtension(file.name), 'Postman')

/** Plans an item from a parsed collection or data dump. Never throws, for any content of the file. */
export function planPostman(value: Shape, file: TextFile): Plan {
  const skipped: Skipped[] = []
  const reader = new CollectionReader(file, skipped)
  const plan = { item_type: 1, files: new Map(), skipped }
  if (!Array.isArray(value['collections'])) {
    const collection = asVersion2(value)
    const name = namesOf(collection, file)
    const description = descriptionOf(shapeOf(collection['info'])['description'])
    return {
      ...plan,
      item_name: name,
      item_description: oneLine(description, DESCRIPTION_MAX),
      root: reader.collection(collection, name, true),
    }
  }
  for (const environment of shapesOf(value['environments']))
    skipped.push({ name: labelOf(environment['name']) || '-', reason: 'unsupported' })
  const all = shapesOf(value['collections']).map(asVersion2)
  const root: PlanCatalog = { name: '', order: 0, pages: [], catalogs: all.map((one) => reader.collection(one, namesOf(one, file), false)) }
  return { ...plan, item_name: nameOf(withoutExtension(file.name), 'Postman'), item_description: '', root }
}
