import { inflateSync } from 'node:zlib'
import { ID_MAX } from '@sheaf/contract'

/** The end of the year 9999; Date cannot format later years as four digits. */
const LATEST = 253_402_300_799

const ENTITY = /&(amp|lt|gt|quot|#0?39);/g
const chars: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'" }

type Stored = string | number | null | undefined

/** Undoes PHP's htmlspecialchars once, which gives the text that ShowDoc displays. */
export const unescapeHtml = (text: Stored): string => String(text ?? '').replace(ENTITY, (_, name: string) => chars[name] as string)

/** Inflates base64 zlib streams, which ShowDoc uses for histories and some tools for pages; other text is returned unchanged. */
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
 * The text of a page as ShowDoc displays it; escaped and raw content look the same there. JSON that would be invalid after unescaping
 * was stored raw by a program, and stays unchanged.
 */
export function contentOf(stored: Stored): string {
  const text = inflated(String(stored ?? '')).toWellFormed()
  const seen = unescapeHtml(text)
  return seen !== text && /^\s*[[{]/.test(text) && isJson(text) && !isJson(seen) ? text : seen
}

/** Names and comments, without NUL characters, which PostgreSQL cannot store. */
export const nameOf = (stored: Stored) => unescapeHtml(stored).toWellFormed().replaceAll('\0', '')

/** A whole number of any size, such as a ShowDoc id. */
export const wholeOf = (stored: Stored): number => {
  const number = Number(stored ?? 0)
  return Number.isFinite(number) ? Math.trunc(number) : 0
}

/** A whole number within the range of Sheaf ids; SQLite accepts any number in any column. */
export const numberOf = (stored: Stored): number => Math.max(-ID_MAX, Math.min(ID_MAX, wholeOf(stored)))

export const bytesOf = (stored: Stored): number => Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, wholeOf(stored)))

export const flagOf = (stored: Stored) => (numberOf(stored) ? 1 : 0)

/** Seconds since 1970, from seconds or from a date in China Standard Time, which ShowDoc uses. */
export function timeOf(stored: Stored): number {
  const text = String(stored ?? '')
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(wholeOf(text), LATEST)
  const [, date, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? []
  const at = date ? Date.parse(`${date}T${time}+08:00`) : Number.NaN
  return Number.isNaN(at) ? 0 : at / 1000
}
