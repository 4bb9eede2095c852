import { CONTENT_CHARS_MAX, nameOf } from '@sheaf/contract/limits'
import type { ApiCall } from '../call/call.ts'
import { apiPageMarkdown } from '../call/page.ts'
import { entriesOf, own, textAt } from '../json.ts'
import { introduction } from './introduction.ts'
import { callPage, operationCall } from './operation-page.ts'
import { callbacksOf, type Operation, operationsOf, type Tag, tagsOf, titleOf, withAncestors } from './operations.ts'
import { ownWords, withOwnWords } from './own-words.ts'
import { schemaCall, schemaPage, schemasIn } from './schema-page.ts'
import type { Source } from './source.ts'

/** A page of the description. `entry` is unique; other pages link to it. */
export interface DescriptionPage {
  title: string
  content: string
  order: number
  entry: string
}

/** What a page describes: an operation, a webhook or a callback has its call. */
interface PageSubject {
  operation?: Operation
  call?: ApiCall
}

interface PlannerOptions {
  /** False: named schemas have no pages; a set: only these. */
  hasSchemas?: boolean | ReadonlySet<string>
  /**
   * The entry of an operation, a webhook or a callback; `above` is the entry of the operation that has the callback. With it, an operation
   * with several tags has one page, under its first tag; otherwise it has one under each, with numbered entries.
   */
  entryOf?: (operation: Operation, above: { entry: string; callback: string } | undefined) => string
  /**
   * Receives each page with what it describes, and its text, which is written when it is asked for. Returns the length of the text if it
   * is known, so that it need not be written for the limits. With it, the pages of the tree keep no texts.
   */
  onPage?: (page: DescriptionPage, subject: PageSubject, text: () => PageText) => number | undefined
}

/** The Markdown of a page, cut at CONTENT_CHARS_MAX, and its characters before it was cut. */
export interface PageText {
  markdown: string
  length: number
}

/** Pages and catalogs in their order. The name and the order of the root are not used. */
export interface DescriptionTree {
  name: string
  order: number
  pages: DescriptionPage[]
  catalogs: DescriptionTree[]
}

const emptyCatalog = (name: string): DescriptionTree => ({ name: nameOf(name), order: 0, pages: [], catalogs: [] })

/** Adds a catalog to `root` for each used tag and its ancestors. Returns the catalogs by tag name. */
function tagCatalogs(root: DescriptionTree, operations: Operation[], tags: Tag[]): Map<string, DescriptionTree> {
  const known = new Map(tags.map((tag) => [tag.name, tag]))
  const used = new Set(operations.flatMap((operation) => operation.tags))
  const catalogs = new Map<string, DescriptionTree>()
  for (const tag of tags.filter(({ name }) => used.has(name))) {
    let parent = root
    for (const { name, title } of withAncestors(known, tag)) {
      const catalog = catalogs.get(name) ?? emptyCatalog(title)
      if (!catalogs.has(name)) parent.catalogs.push(catalog)
      catalogs.set(name, catalog)
      parent = catalog
    }
  }
  // A parent tag is placed by its own position in the document, not by the position of its first child.
  const rank = (catalog: DescriptionTree) => tags.findIndex(({ name }) => catalogs.get(name) === catalog)
  const ranks = new Map(root.catalogs.map((catalog) => [catalog, rank(catalog)]))
  root.catalogs.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
  return catalogs
}

/** A page that is created before its text, so that other pages can link to it. */
interface Slot {
  operation: Operation
  page: DescriptionPage
  callbacks: Slot[]
}

/** Plans the page tree of an API description: introduction, a catalog for each tag, webhooks, schemas. */
export class Planner {
  private readonly root = emptyCatalog('')
  private readonly titles = new Map<DescriptionTree, Set<string>>()
  private readonly source: Source
  private readonly linkTo: (entry: string) => string
  private readonly options: PlannerOptions
  private pages = 0

  /** `linkTo` makes the address of a page from its entry. */
  constructor(source: Source, linkTo: (entry: string) => string, options: PlannerOptions = {}) {
    this.source = source
    this.linkTo = linkTo
    this.options = options
  }

  plan(): DescriptionTree {
    const { source } = this
    const { root, t } = source
    const start = this.page(this.root, t.introduction, 'introduction')
    if (this.options.entryOf) start.entry = 'introduction'
    const operations = operationsOf(source, own(root, 'paths'), 'path')
    const { hasSchemas = true } = this.options
    const isPage = (name: string) => (typeof hasSchemas === 'boolean' ? hasSchemas : hasSchemas.has(name))
    const schemas = entriesOf(schemasIn(source)).filter(([name]) => isPage(name))
    for (const [name] of schemas) source.schemaLinks.set(name, this.linkTo(`schema ${name}`))
    const tags = tagsOf(source, operations)
    const slots = this.byTag(operations, tags)
    const webhooks = operationsOf(source, own(root, 'webhooks') ?? own(root, 'x-webhooks'), 'webhook')
    const hooks = this.catalogOf(t.webhooks, webhooks.length > 0)
    slots.push(...webhooks.map((operation) => this.slot(hooks, operation, titleOf(operation))))

    const first = introduction(source, tags)
    if (this.options.onPage) this.options.onPage(start, {}, () => ({ markdown: first, length: first.length }))
    else start.content = first
    this.write(slots)
    const models = this.catalogOf(t.schemas, schemas.length > 0)
    for (const [name, schema] of schemas) {
      source.startPage()
      const page = this.page(models, name, `schema ${name}`)
      if (this.options.onPage) {
        const call = schemaCall(source, name, schema)
        this.fill(page, () => apiPageMarkdown(call, source.language), { call })
      } else {
        const text = schemaPage(source, name, schema)
        this.fill(page, () => text)
      }
    }
    number(this.root)
    return this.root
  }

  /** A top-level catalog, which is added to the tree only if it is used. */
  private catalogOf(name: string, isUsed: boolean): DescriptionTree {
    const catalog = emptyCatalog(name)
    if (isUsed) this.root.catalogs.push(catalog)
    return catalog
  }

  /** Operations without a tag are at the root; operations with several tags are under each of them. */
  private byTag(operations: Operation[], tags: Tag[]): Slot[] {
    const catalogs = tagCatalogs(this.root, operations, tags)
    return operations.flatMap((operation) => {
      const into = operation.tags.flatMap((name) => catalogs.get(name) ?? [])
      const places = into.length > 0 ? into.slice(0, this.options.entryOf ? 1 : into.length) : [this.root]
      return places.map((one) => this.slot(one, operation, titleOf(operation)))
    })
  }

  private slot(into: DescriptionTree, operation: Operation, title: string, above?: { entry: string; callback: string }): Slot {
    const { method, path, spec } = operation
    const page = this.page(into, title, `operation ${method} ${path}`, ` (${method} ${path})`)
    if (this.options.entryOf) page.entry = this.options.entryOf(operation, above)
    const link = this.linkTo(page.entry)
    const pointer = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`
    for (const name of [textAt(spec, 'operationId'), pointer])
      if (name && !this.source.operationLinks.has(name)) this.source.operationLinks.set(name, link)
    const callbackOperations = operation.kind === 'callback' ? [] : callbacksOf(this.source, operation)
    const callbacks = callbackOperations.map((one) =>
      this.slot(into, one.operation, this.source.t.callback(one.name, titleOf(one.operation)), { entry: page.entry, callback: one.name }),
    )
    return { operation, page, callbacks }
  }

  private write(slots: Slot[]): void {
    const written = new Map<Operation, { call: ApiCall; content: string }>()
    for (const { operation, page, callbacks } of slots) {
      const links = callbacks.map((one) => `[${one.page.title.replace(/[[\]\\]/g, '\\$&')}](${this.linkTo(one.page.entry)})`)
      this.source.startPage()
      // An operation with several tags has the same text under each tag, unless it links to callback pages next to it.
      const known = callbacks.length === 0 ? written.get(operation) : undefined
      const call = known?.call ?? withOwnWords(operationCall(this.source, operation, links), ownWords(operation.spec))
      if (this.options.entryOf) this.fill(page, () => callPage(this.source, operation, call), { operation, call })
      else {
        const content = known?.content ?? callPage(this.source, operation, call)
        written.set(operation, { call, content })
        this.fill(page, () => content, { operation, call })
      }
      this.write(callbacks)
    }
  }

  /** Adds an empty page with a title that is unique in the catalog. */
  private page(into: DescriptionTree, preferredTitle: string, entry: string, suffix = ''): DescriptionPage {
    const titles = this.titles.get(into) ?? new Set()
    this.titles.set(into, titles)
    let title = nameOf(preferredTitle)
    if (titles.has(title)) title = nameOf(`${preferredTitle.slice(0, 150)}${suffix}`)
    for (let n = 2; titles.has(title); n++) title = nameOf(`${preferredTitle.slice(0, 150)} ${n}`)
    titles.add(title)
    const page = { title, content: '', order: 0, entry: `${entry} ${++this.pages}` }
    if (entry.startsWith('schema ')) page.entry = entry
    into.pages.push(page)
    return page
  }

  private fill(page: DescriptionPage, write: () => string, subject: PageSubject = {}): void {
    let written: PageText | undefined
    const text = (): PageText => {
      written ??= cut(write())
      return written
    }
    const length = this.options.onPage?.(page, subject, text) ?? text().length
    this.source.countCharacters(length)
    if (this.source.isPageLimitReached) this.source.report(page.title, 'depth')
    if (length > CONTENT_CHARS_MAX) this.source.report(page.title, 'size')
    if (!this.options.onPage) page.content = text().markdown
  }
}

const cut = (text: string): PageText => {
  const markdown = text.length > CONTENT_CHARS_MAX ? text.slice(0, text.lastIndexOf('\n', CONTENT_CHARS_MAX - 1)) : text
  return { markdown, length: text.length }
}

/** Numbers the tree; pages come before catalogs. */
function number(catalog: DescriptionTree): void {
  for (const [index, one] of [...catalog.pages, ...catalog.catalogs].entries()) one.order = index
  for (const one of catalog.catalogs) number(one)
}
