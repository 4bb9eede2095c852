import { DEFAULT_ORDER, ID_MAX, Refusal } from '@sheaf/contract'
import { rewriteLinks } from '@sheaf/markdown'
import * as z from 'zod'
import { extensionOf } from '../../attachment/content/file-kinds.rules.ts'
import { fileLink, type PlanFile, type PlanPage, pageLink, type ReadOptions, type Skipped } from '../../import-plan/plan.ts'
import { pageReader } from '../../runtime/item-links.ts'
import type { ZipEntry } from '../../zip/read.ts'
import { FileCollector } from '../plan/files.ts'

const id = z.string().regex(/^\d{1,10}$/)

/** What our own export says beside the list that ShowDoc knows: which files the addresses in the texts mean, and where they lie. */
const Exported = z.object({
  version: z.literal(1),
  item_id: id,
  item_domain: z.string().regex(/^[a-z\d]{0,100}$/i),
  /** Where it was read. */
  base: z.string().max(200),
  origins: z.array(z.string().max(300)).max(20),
  folder: z.string().min(1).max(255),
  files: z.record(z.string().regex(/^[\da-f]{32}$/), z.object({ path: z.string().max(1000), name: z.string().max(255) })),
})
type Exported = z.output<typeof Exported>

/** Whether an entry is one of those for people, which say the same again. */
export const isForPeople = (name: string, { folder }: Exported) => name.startsWith(`${folder}/`)

interface ExportedContext {
  exported: Exported
  entries: ReadonlyMap<string, ZipEntry>
  skipped: Skipped[]
  options: Pick<ReadOptions, 'uploadMaxBytes'>
}

/** Addresses of the files and pages of the item an export was made of, in every form they are written in. */
export class ExportedLinks {
  private readonly world: ExportedContext
  private readonly collector: FileCollector
  private readonly pages = new Map<string, string>()
  private readonly pageOf: ReturnType<typeof pageReader>

  constructor(world: ExportedContext) {
    this.world = world
    this.collector = new FileCollector(world.skipped, world.options.uploadMaxBytes)
    this.pageOf = pageReader({ ...world.exported, item_id: Number(world.exported.item_id) })
  }

  get files(): Map<string, PlanFile> {
    return this.collector.files
  }

  /** A page of the list that was at this number. */
  knowPage(page_id: string, entry: string) {
    if (page_id) this.pages.set(page_id, entry)
  }

  private fileOf(sign: string): string | undefined {
    const { exported, entries } = this.world
    const told = Object.hasOwn(exported.files, sign) ? exported.files[sign] : undefined
    const entry = told && entries.get(told.path)
    if (!entry || !this.collector.take(entry)) return undefined
    const file = this.collector.files.get(entry.name)
    if (file && isSameKind(told.name, entry.name)) file.name = told.name
    return entry.name
  }

  /** Puts placeholders into a page once all pages are known; `signs` are the files that belong to it besides. */
  link(page: PlanPage, signs: string[]) {
    const files = new Set(signs.flatMap((sign) => this.fileOf(sign) ?? []))
    const change = (target: string) => {
      const sign = /visitFile(?:\/sign\/|[&?]sign=)([\da-f]{32})(?![\da-f])/i.exec(target)?.[1]?.toLowerCase()
      const file = sign === undefined ? undefined : this.fileOf(sign)
      if (file !== undefined) {
        files.add(file)
        return fileLink(file)
      }
      const page = this.pageOf(target)
      const entry = page && this.pages.get(String(page.page_id))
      return entry === undefined ? undefined : pageLink(entry, page?.hash ?? '')
    }
    page.content = /^\s*(?:\{|\[\s*\{)/.test(page.content) ? inJson(page.content, change) : rewriteLinks(page.content, change)
    page.files = [...files]
  }
}

/** A file may have had another name than in the zip, where names are told apart more strictly, but no other kind. */
const isSameKind = (name: string, entry: string) =>
  !/[/\\\p{Cc}]/u.test(name) && extensionOf(name) !== '' && extensionOf(name) === extensionOf(entry)

/** In what API clients and spreadsheets store, addresses of files stand within longer texts. */
const inJson = (content: string, change: (target: string) => string | undefined) =>
  content.replace(
    /[^\s"'()<>\\]*visitFile(?:\/sign\/|[&?]sign=)[\da-f]{32}(?![\da-f])[^\s"'()<>\\]*/gi,
    (target) => change(target) ?? target,
  )

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').replace(/[\0\p{Surrogate}]/gu, '\uFFFD'))
const order = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (value === '' || value === null ? Number.NaN : Number(value)))
  .transform((value) => (Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 0), ID_MAX) : DEFAULT_ORDER))
// PHP writes an empty list as [] and a list with gaps as an object.
const list = z
  .union([z.array(z.unknown()), z.record(z.string().regex(/^\d+$/), z.unknown()), z.literal('')])
  .nullish()
  .transform((value): unknown[] => Object.values(value || []))

/** Only of our own exports. */
const ours = { page_id: text, files: z.array(z.string()).optional().catch(undefined) }
const Page = z.object({ page_title: text, page_content: text, page_comments: text, s_number: order, ...ours })
const Level = z.object({ pages: list, catalogs: list })
const Catalog = z.object({ cat_name: text, s_number: order, pages: list, catalogs: list })
const Info = z.object({
  item_name: z.union([z.string(), z.number()]).transform(String),
  item_description: text,
  item_type: z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value) => ([1, 2, 3, 4].includes(Number(value)) ? Number(value) : 1)),
  global_param: z.string().optional().catch(undefined),
  sheaf: Exported.optional().catch(undefined),
  /** false: nothing in the file is HTML-escaped. */
  escaped: z.boolean().optional(),
  pages: z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), Level),
})

export type InfoPage = z.output<typeof Page>
export type Info = z.output<typeof Info>

function strictly<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('importBroken')
  return parsed.data
}

/** Parses prefix_info.json; owners, ids, passwords, members and domains in it are not even looked at. Refuses another shape (importBroken). */
export function parseInfo(json: string): Info {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new Refusal('importBroken')
  }
  return strictly(Info, value)
}

/** One page or one catalog at a time, so that no depth of nesting reaches the parser. */
export const parsePage = (value: unknown) => strictly(Page, value)
export const parseCatalog = (value: unknown) => strictly(Catalog, value)
