import { rewriteLinks } from '@sheaf/markdown'
import * as z from 'zod'
import { extensionOf } from '../../attachment/content/file-kinds.rules.ts'
import { fileLink, pageLink } from '../../import-plan/placeholder.ts'
import type { PlanFile, PlanPage, ReadOptions, Skipped } from '../../import-plan/types.ts'
import { pageReader } from '../../runtime/item-links.ts'
import type { ZipEntry } from '../../zip/zip-entry.ts'
import { FileCollector } from '../plan/files.ts'

const id = z.string().regex(/^\d{1,10}$/)

/** What our own export says beside the list that ShowDoc knows: which files the addresses in the texts mean, and where they lie. */
export const Exported = z.object({
  version: z.literal(1),
  item_id: id,
  item_domain: z.string().regex(/^[a-z\d]{0,100}$/i),
  /** Where it was read. */
  base: z.string().max(200),
  origins: z.array(z.string().max(300)).max(20),
  folder: z.string().min(1).max(255),
  files: z.record(z.string().regex(/^[\da-f]{32}$/), z.object({ path: z.string().max(1000), name: z.string().max(255) })),
})
export type Exported = z.output<typeof Exported>

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
