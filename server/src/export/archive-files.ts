import { crc32 } from 'node:zlib'
import { addressOf } from '../attachment/attachment.store.ts'
import { refsIn, type Site } from '../runtime/item-links.ts'
import { FolderNames, safeFileName } from '../zip/safe-name.ts'
import type { ZipFile } from '../zip/write.ts'
import type { ExportFile, ExportPage, ExportSource } from './export.source.ts'

const encode = (part: string) => encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The address of one file as it is written in another. */
function linkTo(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  let same = 0
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same++
  return [...here.slice(same).map(() => '..'), ...there.slice(same).map(encode)].join('/')
}

/** Where what a text may name lies in the archive, as it is written in the page's own file. */
export interface PageTargets {
  files: [sign: string, link: string][]
  pages: [page_id: number, link: string][]
}

export interface Archive {
  source: ExportSource
  site: Site
  files: LinkedFiles
  /** The file of a page. */
  pathOf: (page_id: number) => string | undefined
}

/** What this page may link to, and the signs of all its files that are in the archive, named in the text or not. */
export async function targetsOf({ node, content }: ExportPage, attached: string[], { site, files, pathOf }: Archive) {
  const here = pathOf(node.id) ?? ''
  const refs = refsIn(content, site)
  const targets: PageTargets = { files: [], pages: [] }
  const signs: string[] = []
  for (const sign of new Set([...refs.signs, ...attached])) {
    const path = await files.pathOf(sign)
    if (path === undefined) continue
    signs.push(sign)
    if (refs.signs.includes(sign)) targets.files.push([sign, linkTo(here, path)])
  }
  for (const id of refs.pages) {
    const path = pathOf(id)
    if (path !== undefined) targets.pages.push([id, linkTo(here, path)])
  }
  return { targets, signs }
}

/** Files up to this are read at once, larger ones twice: their checksum stands before their bytes. */
const BUFFERED_FILE_MAX_BYTES = 4 * 1024 * 1024
/** Files fetched before their turn, and how large these may be. */
const PREFETCH_FILES = 3
const PREFETCH_FILE_MAX_BYTES = 512 * 1024

/** The files that exported pages show: each once, in one folder, under a name of its own. */
export class LinkedFiles {
  /** By sign; undefined for what there is not, or not for whoever exports. */
  private readonly met = new Map<string, { path: string; file: ExportFile } | undefined>()
  private readonly names = new FolderNames()
  private readonly source: ExportSource
  private readonly folder: string

  constructor(source: ExportSource, folder: string) {
    this.source = source
    this.folder = folder
  }

  async pathOf(sign: string): Promise<string | undefined> {
    if (!this.met.has(sign)) {
      const file = await this.source.file(addressOf('', sign))
      this.met.set(sign, file && { file, path: `${this.folder}/${this.names.unused(safeFileName(file.name))}` })
    }
    return this.met.get(sign)?.path
  }

  *all(): Generator<{ sign: string; path: string; file: ExportFile }> {
    for (const [sign, one] of this.met) if (one) yield { sign, ...one }
  }
}

async function checksumOf(file: ExportFile): Promise<number> {
  let crc = 0
  for await (const chunk of await file.open()) crc = crc32(chunk as Buffer, crc)
  return crc
}

/** A stored file as it goes into a zip: as it is, for most of them are packed by nature. */
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

/** All of them, small ones fetched while others go out. */
export async function* fileEntries(files: LinkedFiles, time: number, signal: AbortSignal): AsyncGenerator<ZipFile> {
  const fetched: Promise<ZipFile>[] = []
  for (const { path, file } of files.all()) {
    signal.throwIfAborted()
    const room = file.size > PREFETCH_FILE_MAX_BYTES ? 0 : PREFETCH_FILES
    while (fetched.length > room) yield await (fetched.shift() as Promise<ZipFile>)
    const entry = fileEntry(path, file, time)
    // Whoever takes it hears of what went wrong; until then it is nobody's.
    entry.catch(() => {})
    fetched.push(entry)
  }
  for (const entry of fetched) yield await entry
}
