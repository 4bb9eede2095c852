import { directoryOf, ImportRefused, unpack, type ZipEntry } from './zip-read.ts'
import { zipOf } from './zip-write.ts'

const MB = 1024 * 1024
/** Of a sheet that is larger the beginning is read. */
const SHEET_MAX_BYTES = 24 * MB
const STRINGS_MAX_BYTES = 24 * MB
const OTHER_PART_MAX_BYTES = 4 * MB
const ALL_PARTS_MAX_BYTES = 64 * MB

export interface Parts {
  /** Everything that is read, packed anew without what is not. */
  bytes: Uint8Array
  /** Part name → its XML, for what the library leaves out. */
  xml: Map<string, string>
  /** Sheets of which only the beginning is there. */
  cut: Set<string>
  macros: boolean
  links: boolean
  pictures: boolean
}

const wanted =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml|xl\/worksheets\/_rels\/[^/]+\.rels|xl\/(comments\d*|comments\/[^/]+)\.xml|xl\/theme\/theme1\.xml)$/i

const isSheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name)

const limitOf = (name: string) => (isSheet(name) ? SHEET_MAX_BYTES : /sharedStrings/i.test(name) ? STRINGS_MAX_BYTES : OTHER_PART_MAX_BYTES)

/** A sheet that was cut off, ended after its last whole row. */
function ended(bytes: Uint8Array) {
  const text = new TextDecoder().decode(bytes)
  const [, prefix = ''] = /<(\w+:)?worksheet[\s>]/.exec(text) ?? []
  const last = text.lastIndexOf(`</${prefix}row>`)
  if (last < 0) throw new ImportRefused('tooBig')
  return new TextEncoder().encode(`${text.slice(0, last)}</${prefix}row></${prefix}sheetData></${prefix}worksheet>`)
}

async function readPart(file: Uint8Array, entry: ZipEntry) {
  const { bytes, cut } = await unpack(file, entry, limitOf(entry.name))
  if (!cut) return { bytes, cut }
  if (!isSheet(entry.name)) throw new ImportRefused('tooBig')
  return { bytes: ended(bytes), cut }
}

/** The list of contents, without what was left behind: the library reads all that is listed. */
function listed(bytes: Uint8Array, kept: Set<string>) {
  const text = new TextDecoder().decode(bytes).replace(/<(?:\w+:)?Override\s[^>]*>/g, (entry) => {
    const name = /\bPartName="\/?([^"]*)"/.exec(entry)?.[1]?.toLowerCase() ?? ''
    return kept.has(name) ? entry : ''
  })
  return new TextEncoder().encode(text)
}

/**
 * What is needed of an Excel file (S73): parts are chosen by name and bounded before they are unpacked, and while they are. Macros,
 * links to other files, pictures and all the rest stay packed and are never looked at.
 */
export async function partsOf(file: Uint8Array): Promise<Parts> {
  const entries = directoryOf(file)
  if (!entries.some(({ name }) => /^xl\/workbook\.xml$/i.test(name))) throw new ImportRefused('noXlsx')
  const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name))
  const chosen = entries.filter(({ name }) => wanted.test(name))
  if (chosen.some(({ name, unpacked }) => !isSheet(name) && unpacked > limitOf(name))) throw new ImportRefused('tooBig')
  const told = chosen.reduce((sum, { name, unpacked }) => sum + Math.min(unpacked, limitOf(name)), 0)
  if (told > ALL_PARTS_MAX_BYTES) throw new ImportRefused('tooBig')
  const xml: Parts['xml'] = new Map()
  const cut = new Set<string>()
  const files: { name: string; bytes: Uint8Array }[] = []
  let all = 0
  for (const entry of chosen) {
    const part = await readPart(file, entry)
    all += part.bytes.length
    if (all > ALL_PARTS_MAX_BYTES) throw new ImportRefused('tooBig')
    if (part.cut) cut.add(entry.name)
    files.push({ name: entry.name, bytes: part.bytes })
    if (!/sharedStrings|comments/i.test(entry.name)) xml.set(entry.name.toLowerCase(), new TextDecoder().decode(part.bytes))
  }
  const kept = new Set(files.map(({ name }) => name.toLowerCase()))
  for (const file of files) if (/^\[Content_Types\]/i.test(file.name)) file.bytes = listed(file.bytes, kept)
  return {
    bytes: await zipOf(files, false),
    xml,
    cut,
    macros: has(/vbaProject|macrosheets|activeX/i),
    links: has(/externalLinks|connections\.xml|queryTables/i),
    pictures: has(/xl\/(media|charts|drawings\/drawing)/i),
  }
}
