/** An object of the document. Its keys are untrusted, so only own properties are read. */
export type Json = Record<string, unknown>

declare global {
  /** Available in Node since version 22, but missing in the types. */
  interface JSON {
    isRawJSON(value: unknown): boolean
    rawJSON(text: string): object
  }
}

const isRaw = (value: unknown) => JSON.isRawJSON(value)

/** Keeps a number as raw JSON if JavaScript would round or reformat it; `source` is its text in the document. */
export const exactNumber = (value: number, source: string | undefined): unknown =>
  source !== undefined && String(value) !== source && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source)
    ? JSON.rawJSON(source)
    : value

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value)

export const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const own = (object: unknown, key: string): unknown => (isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined)

/** The scalar as text, '' for everything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' || isRaw(value) ? JSON.stringify(value) : ''
}

export const textAt = (object: unknown, key: string): string => textOf(own(object, key))

export const isTrue = (value: unknown) => value === true || value === 'true'

/** The entries of a map without vendor extensions (`x-…`). */
export const entriesOf = (map: unknown): [string, unknown][] => Object.entries(objectOf(map)).filter(([key]) => !key.startsWith('x-'))

/** Longer values are not written out as examples. */
const JSON_MAX_CHARACTERS = 1_000_000

/** Whether a value is small enough to be written out. YAML aliases can repeat a value thousands of times. */
function isWithinLimits(value: unknown): boolean {
  let left = JSON_MAX_CHARACTERS
  const open: [unknown, number][] = [[value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [one, depth] = next
    left -= typeof one === 'string' ? one.length + 2 : 4
    if (left < 0 || depth > 200) return false
    if (typeof one !== 'object' || one === null || isRaw(one)) continue
    for (const [key, inner] of Object.entries(one)) {
      left -= key.length + depth
      open.push([inner, depth + 1])
      if (left < 0) return false
    }
  }
  return true
}

/** A value as JSON; undefined if it is too large or circular. */
export const jsonText = (value: unknown, indent?: number): string | undefined =>
  isWithinLimits(value) ? (JSON.stringify(value, undefined, indent) ?? '') : undefined

/** A value as JSON, but a string without quotes; '…' if it is too large. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : (jsonText(value) ?? '…'))
