import type { ImportReport } from '@sheaf/contract'
import type { Entry } from 'yauzl'
import { decodeName, safePath, shownName } from './zip-name.ts'

/** A thing of the file that does not become part of the item as it is, and why: `name` is its place, as a person finds it there. */
export type Skipped = ImportReport['skipped'][number]

/** One file of the zip. `name` is its decoded path, the key by which it is found again; `size` the bytes it claims to have. */
export interface ZipEntry {
  name: string
  size: number
  hidden: boolean
  raw: Entry
}

const JUNK = /(?:^|\/)(?:__MACOSX|node_modules|\.git|\.svn|\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)(?:\/|$)/i
const SYMLINK = 0o120000
const TYPE = 0o170000
const UNIX_HOSTS = [3, 19]

const isSymlink = (raw: Entry) => UNIX_HOSTS.includes(raw.versionMadeBy >>> 8) && ((raw.externalFileAttributes >>> 16) & TYPE) === SYMLINK

/** The entry, or why it is left out, or undefined for folders and for what no author put there on purpose. */
export function judgeEntry(raw: Entry): ZipEntry | Skipped | undefined {
  // Without decodeStrings the name is bytes already, which the types do not know.
  const bytes = Buffer.from(raw.fileName)
  const given = decodeName({ bytes, flags: raw.generalPurposeBitFlag, extraFields: raw.extraFields })
  const name = safePath(given)
  if (name === undefined) return { name: shownName(given), reason: 'name' }
  if (/[/\\]$/.test(given) || JUNK.test(name)) return undefined
  const hidden = name.startsWith('.') || name.includes('/.')
  if (isSymlink(raw)) return hidden ? undefined : { name: shownName(name), reason: 'kind' }
  if (raw.isEncrypted()) return hidden ? undefined : { name: shownName(name), reason: 'encrypted' }
  if (raw.compressionMethod !== 0 && raw.compressionMethod !== 8) return { name: shownName(name), reason: 'broken' }
  return { name, size: raw.uncompressedSize, hidden, raw }
}
