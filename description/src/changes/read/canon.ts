import { hash } from 'node:crypto'
import { isObject, textOf } from '../../json.ts'
import { sameNumber } from './decimal.ts'

/** Values below this depth are not compared. */
const DEPTH_MAX = 200
/** A longer text of a part is replaced by its hash where the text of the whole contains it. */
const INLINE_MAX = 500

export const sha256 = (text: string): string => hash('sha256', text)

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
    if (typeof value === 'string') return packed(`"${value}`)
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
