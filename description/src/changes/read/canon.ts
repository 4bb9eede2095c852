import { hash } from 'node:crypto'
import { isObject, textOf } from '../../json.ts'
import { sameNumber } from './decimal.ts'

/** Values below this depth are not compared. */
const DEPTH_MAX = 200
/** A longer text of a part is replaced by its hash where the text of the whole contains it. */
const INLINE_MAX = 500

/** Texts from this length are hashed once, because aliases of YAML repeat one text thousands of times. */
const LONG = 10_000
const LONG_TEXTS_MAX = 100
const hashes = new Map<string, string>()

export function sha256(text: string): string {
  if (text.length < LONG) return hash('sha256', text)
  const known = hashes.get(text)
  if (known !== undefined) return known
  if (hashes.size >= LONG_TEXTS_MAX) hashes.clear()
  const made = hash('sha256', text)
  hashes.set(text, made)
  return made
}

/** Releases the long texts of a comparison that has ended. */
export const forgetTexts = (): void => hashes.clear()

/** A text of bounded length that differs when `text` differs. */
export const packed = (text: string): string => (text.length > INLINE_MAX ? `#${sha256(text)}` : text)

/** Joins texts so that different lists never give the same text. */
export function joined(parts: readonly string[]): string {
  let text = ''
  for (const part of parts) text += `${part.length}:${part},`
  return text
}

/** Writes plain values as texts that are equal for equal values; the order of keys does not matter. */
export class Canon {
  /** Texts of objects and lists, because aliases of YAML repeat one object thousands of times. */
  private readonly known = new Map<object, string>()
  private readonly open = new Set<object>()
  /** Whether a value was deeper than the limit, so that changes below it are not seen. */
  isCut = false

  of(value: unknown): string {
    if (typeof value === 'string') return `"${packed(value)}`
    if (value === null) return 'null'
    if (typeof value !== 'object')
      return typeof value !== 'number' || Number.isSafeInteger(value) ? String(value) : sameNumber(textOf(value))
    if (!Array.isArray(value) && !isObject(value)) return sameNumber(textOf(value))
    const known = this.known.get(value)
    if (known !== undefined) return known
    if (this.open.has(value)) return '↻'
    if (this.open.size > DEPTH_MAX) {
      this.isCut = true
      return '…'
    }
    this.open.add(value)
    const text = packed(this.inside(value))
    this.open.delete(value)
    this.known.set(value, text)
    return text
  }

  private inside(value: object): string {
    if (Array.isArray(value)) return `[${joined(value.map((one) => this.of(one)))}`
    return `{${joined(
      Object.keys(value)
        .sort()
        .flatMap((key) => [key, this.of((value as Record<string, unknown>)[key])]),
    )}`
  }

  /** As `of`, without regard to the order of a list and to repeated entries. */
  set(value: unknown): string {
    return Array.isArray(value) ? packed(`(${joined([...new Set(value.map((one) => this.of(one)))].sort())}`) : this.of(value)
  }
}
