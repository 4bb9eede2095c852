import { inflateSync } from 'node:zlib'
import { ID_MAX } from '@sheaf/contract'

/** The end of the year 9999: no date can be written of what is later. */
const LATEST = 253_402_300_799

const ENTITY = /&(amp|lt|gt|quot|#0?39);/g
const chars: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'" }

type Stored = string | number | null | undefined

/** Undoes PHP's htmlspecialchars once: what a reader of ShowDoc sees. */
export const plain = (text: Stored): string => String(text ?? '').replace(ENTITY, (_, name: string) => chars[name] as string)

/** Base64 of a zlib stream, as histories are kept, and pages by some of its tools; a text that only looks like it is taken as it is. */
export function inflated(text: string): string {
  if (!/^e[AFJN][\w+/]+={0,2}\s*$/.test(text)) return text
  try {
    return inflateSync(Buffer.from(text, 'base64')).toString('utf8')
  } catch {
    return text
  }
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * The text of a page as its readers see it: escaped once or raw, that is the same to them. Content of programs that is JSON as it
 * stands, and would be none after it, is raw.
 */
export function contentOf(stored: Stored): string {
  const text = inflated(String(stored ?? '')).toWellFormed()
  const seen = plain(text)
  return seen !== text && /^\s*[[{]/.test(text) && isJson(text) && !isJson(seen) ? text : seen
}

/** Names and comments: no zeros, which PostgreSQL keeps nowhere. */
export const nameOf = (stored: Stored) => plain(stored).toWellFormed().replaceAll('\0', '')

/** Also an id of there, whatever its size. */
export const wholeOf = (stored: Stored): number => {
  const number = Number(stored ?? 0)
  return Number.isFinite(number) ? Math.trunc(number) : 0
}

/** SQLite holds any number in any column; ours hold what fits. */
export const numberOf = (stored: Stored): number => Math.max(-ID_MAX, Math.min(ID_MAX, wholeOf(stored)))

export const bytesOf = (stored: Stored): number => Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, wholeOf(stored)))

export const flagOf = (stored: Stored) => (numberOf(stored) ? 1 : 0)

/** Seconds, or a date in China, where ShowDoc's clocks are. */
export function timeOf(stored: Stored): number {
  const text = String(stored ?? '')
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(wholeOf(text), LATEST)
  const [, date, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? []
  const at = date ? Date.parse(`${date}T${time}+08:00`) : Number.NaN
  return Number.isNaN(at) ? 0 : at / 1000
}
