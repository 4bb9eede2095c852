import { CONTENT_CHARS_MAX, DEFAULT_ORDER, ID_MAX, Refusal } from '@sheaf/contract'
import { isLanguage } from '@sheaf/contract/languages'
import { PART_KINDS } from '@sheaf/description/part-kinds'
import { rewriteLinks } from '@sheaf/markdown'
import * as z from 'zod'
import { extensionOf } from '../../attachment/content/file-kinds.rules.ts'
import { fileLink, type PlanFile, type PlanPage, pageLink, type ReadOptions, type Skipped } from '../../import-plan/plan.ts'
import { pageReader } from '../../runtime/item-links.ts'
import type { ZipEntry } from '../../zip/read.ts'
import { FileCollector } from './archive.ts'

const id = z.string().regex(/^\d{1,10}$/)

/** No database stores a NUL or half of a character. */
const whole = (value: string) => value.replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
const atMost = (max: number) => z.string().max(max).transform(whole)

const key = atMost(400)
const kind = z.enum(PART_KINDS)
const sourceName = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** A source of the exported item, with the path of its file. */
const ExportedSource = z.object({
  name: sourceName,
  title: atMost(255),
  language: z.string().refine(isLanguage),
  views: z.enum(['operations', 'all']),
  on_gone: z.enum(['bin', 'keep']),
  cat_id: id,
  label: atMost(200),
  commit: atMost(100),
  branch: atMost(200),
  commit_time: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  file_name: atMost(255),
  path: z.string().max(300),
  former: z.array(z.tuple([kind, key, key])).max(60_000),
})

/** The stored text of a page that shows parts of these sources. */
const View = z.object({ text: atMost(CONTENT_CHARS_MAX), own: z.tuple([sourceName, kind, key]).optional() })

/** Additional data of a Sheaf export, which ShowDoc does not have: where the files of the URLs in the texts are in the zip. */
const Exported = z.object({
  version: z.literal(1),
  item_id: id,
  item_domain: z.string().regex(/^[a-z\d]{0,100}$/i),
  /** Base path of the exporting site. */
  base: z.string().max(200),
  origins: z.array(z.string().max(300)).max(20),
  folder: z.string().min(1).max(255),
  files: z.record(z.string().regex(/^[\da-f]{32}$/), z.object({ path: z.string().max(1000), name: z.string().max(255) })),
  sources: z.array(ExportedSource).max(20).optional().catch(undefined),
})
type Exported = z.output<typeof Exported>

/** Whether an entry belongs to the readable copy of the pages, or is the file of a source. */
export const isKnown = (name: string, { folder, sources = [] }: Exported) =>
  name.startsWith(`${folder}/`) || sources.some(({ path }) => path === name)

interface ExportedContext {
  exported: Exported
  entries: ReadonlyMap<string, ZipEntry>
  skipped: Skipped[]
  options: Pick<ReadOptions, 'uploadMaxBytes'>
}

/** Resolves URLs of files and pages of the exported item, in every known form. */
export class ExportedLinks {
  private readonly context: ExportedContext
  private readonly collector: FileCollector
  private readonly pages = new Map<string, string>()
  private readonly pageOf: ReturnType<typeof pageReader>

  constructor(context: ExportedContext) {
    this.context = context
    this.collector = new FileCollector(context.skipped, context.options.uploadMaxBytes)
    this.pageOf = pageReader({ ...context.exported, item_id: Number(context.exported.item_id) })
  }

  get files(): Map<string, PlanFile> {
    return this.collector.files
  }

  /** Registers the page that had this page_id in the exported item. */
  addPage(page_id: string, entry: string) {
    if (page_id) this.pages.set(page_id, entry)
  }

  private fileOf(sign: string): string | undefined {
    const { exported, entries } = this.context
    const listedFile = Object.hasOwn(exported.files, sign) ? exported.files[sign] : undefined
    const entry = listedFile && entries.get(listedFile.path)
    if (!entry || !this.collector.take(entry)) return undefined
    const file = this.collector.files.get(entry.name)
    if (file && isSameKind(listedFile.name, entry.name)) file.name = listedFile.name
    return entry.name
  }

  /** Replaces links in a page by placeholders, once all pages are known; `signs` are further attached files. */
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

/** The original name can differ from the name in the zip, which is unique there, but the extension must be the same. */
const isSameKind = (name: string, entry: string) =>
  !/[/\\\p{Cc}]/u.test(name) && extensionOf(name) !== '' && extensionOf(name) === extensionOf(entry)

/** Replaces file URLs in the JSON of API clients and spreadsheets, where they are inside longer strings. */
const inJson = (content: string, change: (target: string) => string | undefined) =>
  content.replace(
    /(?<![^\s"'()<>\\])[^\s"'()<>\\]*visitFile(?:\/sign\/|[&?]sign=)[\da-f]{32}(?![\da-f])[^\s"'()<>\\]*/gi,
    (target) => change(target) ?? target,
  )

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => whole(String(value ?? '')))
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

/** Fields that only Sheaf exports have. */
const sheafFields = { page_id: text, files: z.array(z.string()).optional().catch(undefined), view: View.optional().catch(undefined) }
const Page = z.object({ page_title: text, page_content: text, page_comments: text, s_number: order, ...sheafFields })
const Level = z.object({ pages: list, catalogs: list })
const Catalog = z.object({ cat_id: text, cat_name: text, s_number: order, pages: list, catalogs: list })
const Info = z.object({
  item_name: z.union([z.string(), z.number()]).transform(String),
  item_description: text,
  item_type: z
    .union([z.number(), z.string()])
    .nullish()
    .transform((value) => ([1, 2, 3, 4].includes(Number(value)) ? Number(value) : 1)),
  global_param: z.string().optional().catch(undefined),
  sheaf: Exported.optional().catch(undefined),
  /** False if no text in the file is HTML-escaped. */
  escaped: z.boolean().optional(),
  pages: z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), Level),
})

export type InfoPage = z.output<typeof Page>
export type Info = z.output<typeof Info>

function parseStrictly<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('importBroken')
  return parsed.data
}

/** Parses prefix_info.json. Owners, ids, passwords, members and domains in it are ignored. Refuses any other shape with importBroken. */
export function parseInfo(json: string): Info {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new Refusal('importBroken')
  }
  return parseStrictly(Info, value)
}

/** Pages and catalogs are parsed one at a time, so that deep nesting cannot exhaust the parser. */
export const parsePage = (value: unknown) => parseStrictly(Page, value)
export const parseCatalog = (value: unknown) => parseStrictly(Catalog, value)
