import { crc32, deflateRawSync } from 'node:zlib'
import { rewriteLinks } from '@sheaf/markdown'
import { apiPageMarkdown } from '@sheaf/markdown/api-page'
import { targetReader } from '../../lib/item-links.ts'
import { sheetMarkdown } from '../sheet-markdown.ts'
import type { PackedRow, PackTask, PageTask } from './pack.ts'

/** Small texts need no large window, which costs more to make than they cost to pack. */
const SMALL = 16 * 1024

function pack(text: string) {
  const raw = Buffer.from(text)
  const small = raw.length <= SMALL ? { windowBits: 14, memLevel: 7 } : {}
  return { row: { crc: crc32(raw), size: raw.length }, bytes: deflateRawSync(raw, { level: 3, ...small }) }
}

/** The text as a person reads it: other forms written out, links leading to what lies beside it. */
function readable({ content, head, files, pages }: PageTask, { kind, site, shared, language }: PackTask): string {
  const text = (kind === 'sheet' ? sheetMarkdown(content, language) : apiPageMarkdown(content, language, shared)) ?? content
  return head + (files.length + pages.length === 0 ? text : rewriteLinks(text, targetReader(site, files, pages)))
}

/** Packs pages for a zip: each as it is stored, and as it is read where that differs. */
export default (task: PackTask) => {
  const parts: Uint8Array[] = []
  const put = (text: string) => {
    const { row, bytes } = pack(text)
    parts.push(bytes)
    return { ...row, packed: bytes.length }
  }
  const rows = task.pages.map((page): PackedRow => {
    const shown = readable(page, task)
    return { raw: put(page.content), read: shown === page.content ? undefined : put(shown) }
  })
  return { rows, bytes: Buffer.concat(parts) }
}
