import { Refusal } from '@sheaf/contract'
import type { Plan, ReadOptions } from '../../import-plan/types.ts'
import { readEntry } from '../../zip/zip-inflate.ts'
import { closeZip, isZip, openZip, type Zip } from '../../zip/zip-open.ts'
import { readFolders } from '../read/folders.ts'
import { planShowdoc } from '../read/showdoc.ts'
import { findInfo, readInfo, readShowdocTexts } from '../read/showdoc-texts.ts'
import { planText } from '../read/text.ts'
import { truncateReport } from './files.ts'

export { fillLinks } from '../../import-plan/placeholder.ts'
export type { Plan, PlanCatalog, PlanPage } from '../../import-plan/types.ts'

const IMAGE_MAX = 4 * 1024 * 1024

async function makePlan(zip: Zip, options: ReadOptions): Promise<Plan> {
  const info = findInfo(zip)
  if (!info) return readFolders(zip, options)
  const parsed = await readInfo(zip, info)
  return planShowdoc(parsed, await readShowdocTexts(zip, info, parsed, options), zip, options)
}

/**
 * Reads a file of any format and plans the item it becomes; nothing is written. What it is, its first bytes tell and not its name. The
 * plan can be sent between threads. Refusals: importKind, importBroken, importJson, importEmpty, importNothing, importTooBig,
 * importTextTooBig, importTooMany. An aborted `signal` rejects with its reason.
 */
export async function readPlan(path: string, options: ReadOptions): Promise<Plan> {
  if (!(await isZip(path))) {
    const plan = await planText(path, options)
    return { ...plan, skipped: truncateReport(plan.skipped) }
  }
  const zip = await openZip(path, options.signal)
  try {
    const plan = await makePlan(zip, options)
    return { ...plan, skipped: truncateReport(plan.skipped) }
  } finally {
    await closeZip(zip)
  }
}

/** Some files of one zip. Close it. */
export interface ZipFiles {
  /** The bytes of a planned file. Refusals: importBroken (gone or damaged), importTooBig (`maxBytes` or more, or more than declared). */
  read(entry: string): Promise<Buffer>
  close(): Promise<void>
}

/** Opens the zip of a plan once for all its files; a file has fewer than `maxBytes` bytes. */
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

/** Reads one file of a plan out of its zip; for several, openZipFiles reads the zip's directory only once. */
export async function openZipEntry(zipPath: string, entry: string, maxBytes = IMAGE_MAX): Promise<Buffer> {
  const files = await openZipFiles(zipPath, maxBytes)
  try {
    return await files.read(entry)
  } finally {
    await files.close()
  }
}
