import { rename, rm } from 'node:fs/promises'
import { Refusal } from '@sheaf/contract'
import type { Plan, PlanCatalog, PlanPage, ReadOptions, Skipped } from '../../import-plan/plan.ts'
import { closeZip, isZip, openZip, readEntry, type Zip, type ZipEntry } from '../../zip/read.ts'
import { unpackEntry } from '../../zip/unpack.ts'
import { truncateReport } from '../read/archive.ts'
import { readFolders } from '../read/folders.ts'
import { findInfo, planShowdoc, readInfo, readShowdocTexts } from '../read/showdoc.ts'
import { planText } from '../read/text.ts'

export type { Plan }

/** Characters of a batch; receiving a larger message would block the main thread. */
const BATCH_CHARACTERS = 256 * 1024

function* pagesOf(place: PlanCatalog): Generator<PlanPage> {
  yield* place.pages
  for (const below of place.catalogs) yield* pagesOf(below)
}

/** Removes the texts from a plan and yields them in batches; `putTexts` restores them in the other thread. */
export function* takeTexts({ root }: Plan): Generator<string[]> {
  let [texts, size]: [string[], number] = [[], 0]
  for (const page of pagesOf(root)) {
    texts.push(page.content)
    size += page.content.length
    page.content = ''
    if (page.view) {
      texts.push(page.view.text)
      size += page.view.text.length
      page.view.text = ''
    }
    if (size < BATCH_CHARACTERS) continue
    yield texts
    ;[texts, size] = [[], 0]
  }
  yield texts
}

export function putTexts(plan: Plan, batches: string[][]): Plan {
  const texts = batches.flat().values()
  for (const page of pagesOf(plan.root)) {
    page.content = texts.next().value ?? ''
    if (page.view) page.view.text = texts.next().value ?? ''
  }
  return plan
}

const IMAGE_MAX = 4 * 1024 * 1024

async function makePlan(zip: Zip, options: ReadOptions): Promise<Plan> {
  const info = findInfo(zip)
  if (!info) return readFolders(zip, options)
  const parsed = await readInfo(zip, info)
  return planShowdoc(parsed, await readShowdocTexts(zip, info, parsed, options), zip, options)
}

/** The zip that is the only file of a zip: Notion packs an export so, and a large one as several. Refusals: importZips. */
function onlyZip({ entries }: Zip): ZipEntry | undefined {
  const files = [...entries.values()].filter(({ hidden }) => !hidden)
  if (!files.every(({ name }) => /\.zip$/i.test(name))) return undefined
  if (files.length > 1) throw new Refusal('importZips', { count: `${files.length}` })
  return files[0]
}

/** What a file that a single zip replaced had: how many bytes it may unpack to, and what was skipped in it. */
interface Wrapping {
  limit?: number
  skipped: Skipped[]
}

/** Replaces a zip by the only zip in it, if there is one. Deeper ones stay. */
async function unwrap(path: string, signal: AbortSignal | undefined): Promise<Wrapping> {
  const zip = await openZip(path, signal)
  const inner = `${path}.inner`
  try {
    const entry = onlyZip(zip)
    if (!entry) return { skipped: [] }
    await unpackEntry(zip, entry, inner, signal)
    await rename(inner, path)
    return zip
  } finally {
    await closeZip(zip)
    await rm(inner, { force: true })
  }
}

/**
 * Reads a file of any supported format and plans an item from it. A zip is detected by its first bytes, not by its name; one with a single
 * zip in it is replaced by that. The plan can be sent between threads. Refusals: importKind, importBroken, importJson, importEmpty,
 * importZips, importNothing, importTooBig, importTextTooBig, importTooMany. An aborted `signal` rejects with its reason.
 */
export async function readPlan(path: string, options: ReadOptions): Promise<Plan> {
  if (!(await isZip(path))) {
    const plan = await planText(path, options)
    return { ...plan, skipped: truncateReport(plan.skipped) }
  }
  const { limit, skipped } = await unwrap(path, options.signal)
  const zip = await openZip(path, options.signal, limit)
  try {
    const plan = await makePlan(zip, options)
    return { ...plan, skipped: truncateReport([...skipped, ...plan.skipped]) }
  } finally {
    await closeZip(zip)
  }
}

/** Reads files of one zip. The caller must close it. */
export interface ZipFiles {
  /** The bytes of a planned file. Refusals: importBroken (missing or damaged), importTooBig (`maxBytes` or more, or more than declared). */
  read(entry: string): Promise<Buffer>
  close(): Promise<void>
}

/** Opens the zip of a plan to read several files; each file must have fewer than `maxBytes` bytes. */
export async function openZipFiles(zipPath: string, maxBytes = IMAGE_MAX): Promise<ZipFiles> {
  const zip = await openZip(zipPath)
  return {
    close: () => closeZip(zip),
    async read(name) {
      const entry = zip.entries.get(name)
      if (entry && entry.size >= maxBytes) throw new Refusal('importTooBig', { limit: `${maxBytes} B` })
      const bytes = entry && (await readEntry(zip, entry))
      if (!bytes) throw new Refusal('importBroken')
      return bytes
    },
  }
}

/** Reads one file of a plan from its zip; for several files use openZipFiles, which reads the directory only once. */
export async function openZipEntry(zipPath: string, entry: string, maxBytes = IMAGE_MAX): Promise<Buffer> {
  const files = await openZipFiles(zipPath, maxBytes)
  try {
    return await files.read(entry)
  } finally {
    await files.close()
  }
}
