import { CONTENT_CHARS_MAX } from '@sheaf/contract'
import { nameOf } from '../../import-plan/name.ts'
import { type PlanCatalog, type PlanPage, pageLink } from '../../import-plan/plan.ts'
import { contentBlocks } from '../api/page.ts'
import { bodyOf, withSample } from './contents.ts'
import { introduction } from './introduction.ts'
import { entriesOf, isTrue, own, textAt } from './json.ts'
import { operationPage } from './operation-page.ts'
import { callbacksOf, type Operation, operationsOf, pathTo, type Tag, tagsOf, titleOf } from './operations.ts'
import { givenExamples } from './sample.ts'
import { coreOf, hasInside } from './schema/fields.ts'
import { flatten } from './schema/flat.ts'
import type { Source } from './source.ts'

/** The page of a named schema: what it is made of, and how it looks. */
function schemaPage(source: Source, name: string, schema: unknown): string {
  const flat = flatten(source, [schema])
  flat.name ||= name
  const { type, ...body } = bodyOf(source, name, flat)
  const isDeprecated = isTrue(flat.words['deprecated'])
  const content = {
    ...body,
    type: type === name ? '' : type,
    contentType: '',
    examples: hasInside(coreOf(source, flat).flat)
      ? withSample(source, [], ['application/json'], flat, 'response')
      : givenExamples(source, name, flat.words),
  }
  const blocks = contentBlocks(content, source.language)
  return `${[isDeprecated ? `**${source.t.deprecated}**` : '', ...blocks].filter(Boolean).join('\n\n') || `\`${type || 'any'}\``}\n`
}

const emptyCatalog = (name: string): PlanCatalog => ({ name: nameOf(name), order: 0, pages: [], catalogs: [] })

/** Puts a catalog into `root` for each tag that operations have, with the tags it stands in; answers them by the names of the tags. */
function tagCatalogs(root: PlanCatalog, operations: Operation[], tags: Tag[]): Map<string, PlanCatalog> {
  const known = new Map(tags.map((tag) => [tag.name, tag]))
  const used = new Set(operations.flatMap((operation) => operation.tags))
  const catalogs = new Map<string, PlanCatalog>()
  for (const tag of tags.filter(({ name }) => used.has(name))) {
    let above = root
    for (const { name, title } of pathTo(known, tag)) {
      const made = catalogs.get(name) ?? emptyCatalog(title)
      if (!catalogs.has(name)) above.catalogs.push(made)
      catalogs.set(name, made)
      above = made
    }
  }
  // A tag that others stand in comes where the document lists it, not where the first of them does.
  const rank = (catalog: PlanCatalog) => tags.findIndex(({ name }) => catalogs.get(name) === catalog)
  const ranks = new Map(root.catalogs.map((catalog) => [catalog, rank(catalog)]))
  root.catalogs.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
  return catalogs
}

/** A page whose address is known before its text: pages link to each other. */
interface Slot {
  operation: Operation
  page: PlanPage
  callbacks: Slot[]
}

/** The tree of a description of an API: its introduction, a catalog for each tag, webhooks, schemas. */
export class Planner {
  private readonly root = emptyCatalog('')
  private readonly titles = new Map<PlanCatalog, Set<string>>()
  private readonly source: Source
  private pages = 0

  constructor(source: Source) {
    this.source = source
  }

  plan(): PlanCatalog {
    const { source } = this
    const { root, t } = source
    const start = this.page(this.root, t.introduction, 'introduction')
    const operations = operationsOf(source, own(root, 'paths'), 'path')
    const schemas = entriesOf(source.isSwagger ? own(root, 'definitions') : own(own(root, 'components'), 'schemas'))
    for (const [name] of schemas) source.schemaLinks.set(name, pageLink(`schema ${name}`, ''))
    const tags = tagsOf(source, operations)
    const slots = this.byTag(operations, tags)
    const webhooks = operationsOf(source, own(root, 'webhooks') ?? own(root, 'x-webhooks'), 'webhook')
    const hooks = this.catalogOf(t.webhooks, webhooks.length > 0)
    slots.push(...webhooks.map((operation) => this.slot(hooks, operation, titleOf(operation))))

    start.content = introduction(source, tags)
    this.write(slots)
    const models = this.catalogOf(t.schemas, schemas.length > 0)
    for (const [name, schema] of schemas) {
      source.startPage()
      this.fill(this.page(models, name, `schema ${name}`), schemaPage(source, name, schema))
    }
    number(this.root)
    return this.root
  }

  /** A catalog of the first level, in the tree only when something comes into it. */
  private catalogOf(name: string, isUsed: boolean): PlanCatalog {
    const made = emptyCatalog(name)
    if (isUsed) this.root.catalogs.push(made)
    return made
  }

  /** Operations without a tag stand at the top, those with several under each of them. */
  private byTag(operations: Operation[], tags: Tag[]): Slot[] {
    const catalogs = tagCatalogs(this.root, operations, tags)
    return operations.flatMap((operation) => {
      const into = operation.tags.flatMap((name) => catalogs.get(name) ?? [])
      return (into.length > 0 ? into : [this.root]).map((one) => this.slot(one, operation, titleOf(operation)))
    })
  }

  private slot(into: PlanCatalog, operation: Operation, title: string): Slot {
    const { method, path, said } = operation
    const page = this.page(into, title, `operation ${method} ${path}`, ` (${method} ${path})`)
    const link = pageLink(page.entry, '')
    const pointer = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`
    for (const name of [textAt(said, 'operationId'), pointer])
      if (name && !this.source.operationLinks.has(name)) this.source.operationLinks.set(name, link)
    const called = operation.kind === 'callback' ? [] : callbacksOf(this.source, operation)
    const callbacks = called.map((one) => this.slot(into, one.operation, this.source.t.callback(one.name, titleOf(one.operation))))
    return { operation, page, callbacks }
  }

  private write(slots: Slot[]): void {
    const written = new Map<Operation, string>()
    for (const { operation, page, callbacks } of slots) {
      const links = callbacks.map((one) => `[${one.page.title.replace(/[[\]\\]/g, '\\$&')}](${pageLink(one.page.entry, '')})`)
      this.source.startPage()
      // An operation under several tags has the same text under each; its callbacks stand beside it there.
      const content = (callbacks.length === 0 && written.get(operation)) || operationPage(this.source, operation, links)
      written.set(operation, content)
      this.fill(page, content)
      this.write(callbacks)
    }
  }

  /** A page to be filled, under a title that no other page of the catalog has. */
  private page(into: PlanCatalog, wish: string, entry: string, further = ''): PlanPage {
    const titles = this.titles.get(into) ?? new Set()
    this.titles.set(into, titles)
    let title = nameOf(wish)
    if (titles.has(title)) title = nameOf(`${wish.slice(0, 150)}${further}`)
    for (let n = 2; titles.has(title); n++) title = nameOf(`${wish.slice(0, 150)} ${n}`)
    titles.add(title)
    const page = { title, content: '', order: 0, entry: `${entry} ${++this.pages}`, files: [] }
    if (entry.startsWith('schema ')) page.entry = entry
    into.pages.push(page)
    return page
  }

  private fill(page: PlanPage, content: string): void {
    this.source.wrote(content.length)
    if (this.source.isTired) this.source.report(page.title, 'depth')
    if (content.length > CONTENT_CHARS_MAX) this.source.report(page.title, 'size')
    page.content = content.length > CONTENT_CHARS_MAX ? content.slice(0, content.lastIndexOf('\n', CONTENT_CHARS_MAX - 1)) : content
  }
}

/** Pages come before the catalogs beside them. */
function number(catalog: PlanCatalog): void {
  for (const [index, one] of [...catalog.pages, ...catalog.catalogs].entries()) one.order = index
  for (const one of catalog.catalogs) number(one)
}
