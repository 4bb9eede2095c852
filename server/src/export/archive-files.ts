/* The files that exported pages link to. Each file is in the archive once, and links in a page are relative to the file of the page. */

import { crc32 } from 'node:zlib'
import { addressOf } from '../attachment/attachment.store.ts'
import { refsIn, type Site } from '../runtime/item-links.ts'
import { FolderNames, safeFileName } from '../zip/safe-name.ts'
import type { ZipFile } from '../zip/write.ts'
import type { ExportFile, ExportPage, ExportSource } from './export.source.ts'

const encode = (part: string) => encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The relative, percent-encoded link from one file of the archive to another. */
function linkTo(from: string, to: string): string {
  const [fromParts, toParts] = [from.split('/').slice(0, -1), to.split('/')]
  let common = 0
  while (common < fromParts.length && common < toParts.length - 1 && fromParts[common] === toParts[common]) common++
  return [...fromParts.slice(common).map(() => '..'), ...toParts.slice(common).map(encode)].join('/')
}

/** Targets of the links in a page. Each link is relative to the file of the page. */
export interface PageTargets {
  files: [sign: string, link: string][]
  pages: [page_id: number, link: string][]
}

export interface Archive {
  source: ExportSource
  site: Site
  files: LinkedFiles
  /** The path of a page's file; undefined if the page is not exported. */
  pathOf: (page_id: number) => string | undefined
}

/** Link targets of a page, and the signs of all its archived files. The signs include attached files that the text does not link to. */
export async function targetsOf({ node, content }: ExportPage, attached: string[], { site, files, pathOf }: Archive) {
  const pagePath = pathOf(node.id) ?? ''
  const refs = refsIn(content, site)
  const targets: PageTargets = { files: [], pages: [] }
  const signs: string[] = []
  for (const sign of new Set([...refs.signs, ...attached])) {
    const path = await files.pathOf(sign)
    if (path === undefined) continue
    signs.push(sign)
    if (refs.signs.includes(sign)) targets.files.push([sign, linkTo(pagePath, path)])
  }
  for (const id of refs.pages) {
    const path = pathOf(id)
    if (path !== undefined) targets.pages.push([id, linkTo(pagePath, path)])
  }
  return { targets, signs }
}

/** Files up to this size are buffered. Larger files are read twice, because a zip entry has the checksum before the bytes. */
const BUFFERED_FILE_MAX_BYTES = 4 * 1024 * 1024
/** Number of files that are fetched ahead, and the size limit for such a file. */
const PREFETCH_FILES = 3
const PREFETCH_FILE_MAX_BYTES = 512 * 1024

/** The files that exported pages link to. Each file is in one folder once, under a unique name. */
export class LinkedFiles {
  /** Files by sign; undefined if the file does not exist or the caller has no access to it. */
  private readonly bySign = new Map<string, { path: string; file: ExportFile } | undefined>()
  private readonly names = new FolderNames()
  private readonly source: ExportSource
  private readonly folder: string

  constructor(source: ExportSource, folder: string) {
    this.source = source
    this.folder = folder
  }

  async pathOf(sign: string): Promise<string | undefined> {
    if (!this.bySign.has(sign)) {
      const file = await this.source.file(addressOf('', sign))
      this.bySign.set(sign, file && { file, path: `${this.folder}/${this.names.unused(safeFileName(file.name))}` })
    }
    return this.bySign.get(sign)?.path
  }

  *all(): Generator<{ sign: string; path: string; file: ExportFile }> {
    for (const [sign, entry] of this.bySign) if (entry) yield { sign, ...entry }
  }
}

async function checksumOf(file: ExportFile): Promise<number> {
  let crc = 0
  for await (const chunk of await file.open()) crc = crc32(chunk as Buffer, crc)
  return crc
}

/** A stored file as a zip entry. It is not compressed again, because most formats are already compressed. */
async function fileEntry(path: string, file: ExportFile, time: number): Promise<ZipFile> {
  if (file.size > BUFFERED_FILE_MAX_BYTES) {
    const crc = await checksumOf(file)
    return { name: path, time, stored: { crc, size: file.size, bytes: await file.open() } }
  }
  const chunks: Buffer[] = []
  for await (const chunk of await file.open()) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return { name: path, time, packed: { method: 0, crc: crc32(bytes), size: bytes.length, bytes } }
}

/** All files as zip entries. Small files are fetched while earlier ones are sent. */
export async function* fileEntries(files: LinkedFiles, time: number, signal: AbortSignal): AsyncGenerator<ZipFile> {
  const fetched: Promise<ZipFile>[] = []
  for (const { path, file } of files.all()) {
    signal.throwIfAborted()
    const maxPending = file.size > PREFETCH_FILE_MAX_BYTES ? 0 : PREFETCH_FILES
    while (fetched.length > maxPending) yield await (fetched.shift() as Promise<ZipFile>)
    const entry = fileEntry(path, file, time)
    // The awaiting code gets the error. Until then this handler prevents an unhandled rejection.
    entry.catch(() => {})
    fetched.push(entry)
  }
  for (const entry of fetched) yield await entry
}
