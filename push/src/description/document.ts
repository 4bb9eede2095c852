import { isAlias, isScalar, parseDocument, visit } from 'yaml'

/** An object of a document. Its keys are untrusted: read with `own`, write with `put`. */
export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

export const own = (object: unknown, key: string): unknown => (isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined)

/** Sets an own property, also one named `__proto__`. */
export function put(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Limits of the server, in characters and in YAML aliases. */
const YAML_MAX = 10_000_000
const ALIASES_MAX = 10_000
/** A text that starts like JSON and is longer is not tried as YAML. */
const JSON_AS_YAML_MAX = 1_000_000

/** A number as it is written, if JavaScript would round or reformat it. */
const exactNumber = (value: number, source: string | undefined): unknown =>
  source !== undefined && String(value) !== source && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source)
    ? JSON.rawJSON(source)
    : value

const readJson = (text: string): unknown =>
  JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? exactNumber(value, context?.source) : value,
  )

function readYaml(text: string): unknown {
  if (text.length > YAML_MAX) throw new RangeError(`YAML > ${YAML_MAX / 1_000_000} MB`)
  // The check for duplicate keys takes quadratic time.
  const document = parseDocument(text, { uniqueKeys: false, merge: true, logLevel: 'silent', prettyErrors: true })
  if (document.errors[0]) throw document.errors[0]
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'number') node.value = exactNumber(node.value, node.source)
    },
    Pair(_key, { key }) {
      if (isAlias(key)) return visit.SKIP
      // A key is a name: 1.10 is not 1.1.
      if (isScalar(key) && typeof key.value === 'number' && key.source !== undefined) key.value = key.source
      return undefined
    },
  })
  return document.toJS({ maxAliasCount: ALIASES_MAX })
}

/** The value of a text in JSON or YAML, by the rules of the server. Numbers keep their digits. Throws an error with the reason. */
export function documentOf(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, '')
  if (!/^\s*[[{]/.test(plain)) return readYaml(plain)
  try {
    return readJson(plain)
  } catch (error) {
    if (plain.length > JSON_AS_YAML_MAX) throw error
    try {
      return readYaml(plain)
    } catch {
      throw error
    }
  }
}

const DEPTH_MAX = 1000

/** The least length of a value as JSON; a value used many times counts each time. Infinity for one that contains itself or is nested too deep. */
export function leastLength(value: unknown): number {
  const known = new Map<object, number>()
  const lengthOf = (one: unknown, depth: number): number => {
    if (typeof one === 'string') return one.length + 2
    if (typeof one !== 'object' || one === null || JSON.isRawJSON(one)) return 1
    const length = depth > DEPTH_MAX ? Number.POSITIVE_INFINITY : known.get(one)
    if (length !== undefined) return length
    // Found again before its end, it contains itself.
    known.set(one, Number.POSITIVE_INFINITY)
    let sum = 2
    for (const [key, inner] of Object.entries(one)) sum += lengthOf(inner, depth + 1) + (Array.isArray(one) ? 1 : key.length + 4)
    known.set(one, sum)
    return sum
  }
  return lengthOf(value, 0)
}
