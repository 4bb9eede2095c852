import { createHash } from 'node:crypto'
import { isLanguage, type Language } from '../lib/language.ts'

/** The recorded state of a pushed page. */
export interface PushedPage {
  hash: string
  /** The site's time of the last change. While it is unchanged, no other client has saved the page. */
  time: string
  number?: number | undefined
  from: string
}

export interface PushRecord {
  language?: Language | undefined
  pages: Map<string, PushedPage>
}

const START = '<!-- sheaf-push'
const END = '-->'

export const hashOf = (content: string): string => createHash('sha256').update(content).digest('base64url').slice(0, 16)

/** One line per page, so that the history of the record page is readable. Two dashes are escaped: they could end the HTML comment. */
export function recordText({ language, pages }: PushRecord): string {
  const rows = [...pages].sort(([a], [b]) => Number(a) - Number(b))
  const lines = rows.map(([id, { hash, time, number, from }]) => JSON.stringify([id, hash, time, number ?? null, from]))
  const body = [JSON.stringify({ language }), ...lines].join('\n').replaceAll('--', '-\\u002d')
  return `${START}\n${body}\n${END}\n`
}

/** Reads the record page. A damaged record counts as empty; then every page is compared with the site. */
export function readRecord(content: string): PushRecord {
  const from = content.lastIndexOf(START)
  const to = content.indexOf(END, from)
  const record: PushRecord = { pages: new Map() }
  if (from < 0 || to < 0) return record
  try {
    const [head, ...rows] = content
      .slice(from + START.length, to)
      .trim()
      .split(/\r?\n/)
      .map((line) => JSON.parse(line))
    if (isLanguage(head?.language)) record.language = head.language
    for (const [id, hash, time, number, source] of rows) {
      record.pages.set(String(id), { hash: String(hash), time: String(time), number: number ?? undefined, from: String(source) })
    }
    return record
  } catch {
    return { pages: new Map() }
  }
}
