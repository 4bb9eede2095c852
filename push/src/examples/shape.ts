import { compareAnswer } from '@sheaf/description/shape'
import type { Documented } from '../site/site.ts'

/** A place of the expected or documented answer where the answer differs. Paths contain no names of the answer, because a name can be a secret. */
export interface Difference {
  path: string
  problem: 'missing' | 'type' | 'value' | 'status' | 'form'
}

/** Fields that the expected answer does not have: how many, in which object. */
export interface More {
  path: string
  fields: number
}

const PATHS_MAX = 20
const PATH_CHARS_MAX = 200
const DEPTH_MAX = 100
/** Values of the answer that are compared. */
const STEPS_MAX = 200_000
/** Elements of an expected list that say how its elements look. */
const ELEMENTS_MAX = 100

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Fields = { [name: string]: Json }

const typeOf = (value: Json) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)
const isList = (value: Json): value is Json[] => Array.isArray(value)
const isFields = (value: Json): value is Fields => typeOf(value) === 'object'

const stepOf = (name: string) => (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? name : JSON.stringify(name))
const below = (path: string, name: string) => (path === '$' ? stepOf(name) : `${path}.${stepOf(name)}`)

const shortPath = (path: string) => (path.length > PATH_CHARS_MAX ? `${path.slice(0, PATH_CHARS_MAX - 1)}…` : path)

/**
 * Compares an answer with an expected one by their shapes: fields that are missing, and values of another type. In a list, each element is
 * compared with all expected ones: a field that one of them lacks is optional. An expected `null` allows any type.
 */
export function compareShape(expected: Json, answer: Json): { differences: Difference[]; more: More[] } {
  const differences = new Map<string, Difference>()
  const more = new Map<string, More>()
  let steps = 0
  const differs = (path: string, problem: 'missing' | 'type') => {
    const shown = shortPath(path)
    if (differences.size < PATHS_MAX) differences.set(`${problem} ${shown}`, { path: shown, problem })
  }

  function walk(wanted: Json[], found: Json, path: string, depth: number): void {
    if (++steps > STEPS_MAX || depth > DEPTH_MAX) return
    const known = wanted.filter((one) => one !== null)
    if (known.length === 0 || (found === null && known.length < wanted.length)) return
    const type = typeOf(found)
    const same = known.filter((one) => typeOf(one) === type)
    if (same.length === 0) {
      differs(path, 'type')
      return
    }
    if (isList(found)) {
      const elements = same.filter(isList).flat().slice(0, ELEMENTS_MAX)
      if (elements.length > 0) for (const element of found) walk(elements, element, path === '$' ? '[]' : `${path}[]`, depth + 1)
    } else if (isFields(found)) inFields(same.filter(isFields), found, path, depth)
  }

  function inFields(wanted: Fields[], found: Fields, path: string, depth: number): void {
    const names = new Set(wanted.flatMap((one) => Object.keys(one)))
    for (const name of names) {
      const values = wanted.flatMap((one) => (Object.hasOwn(one, name) ? [one[name] ?? null] : []))
      if (Object.hasOwn(found, name)) walk(values, found[name] ?? null, below(path, name), depth + 1)
      else if (values.length === wanted.length) differs(below(path, name), 'missing')
    }
    const fields = Object.keys(found).filter((name) => !names.has(name)).length
    // An empty object in an expected answer can have any fields.
    if (names.size > 0 && fields > 0 && more.size < PATHS_MAX && !more.has(path)) more.set(path, { path, fields })
  }

  walk([expected], answer, '$', 0)
  return { differences: [...differences.values()], more: [...more.values()] }
}

/**
 * Compares an answer with what the API documents about it. Paths are those of the documentation, without the keys of maps in the answer.
 * Fields that are not documented are counted; an operation of which fields were left out does not say which these are.
 */
export function compareDocumented(
  shape: Documented,
  status: number,
  type: string,
  text: string,
): { differences: Difference[]; more: More[] } {
  const report = compareAnswer(shape, status, type, text)
  if (report.kind !== 'different') return { differences: [], more: [] }
  const differences = new Map<string, Difference>()
  const counts = new Map<string, number>()
  for (const { kind, documented, within } of report.differences) {
    if (kind === 'undocumented') counts.set(within, (counts.get(within) ?? 0) + 1)
    else differences.set(`${kind} ${documented}`, { path: shortPath(documented), problem: kind })
  }
  const more = shape.is_cut ? [] : [...counts].map(([path, fields]) => ({ path: shortPath(path || '$'), fields }))
  return { differences: [...differences.values()].slice(0, PATHS_MAX), more: more.slice(0, PATHS_MAX) }
}

/** Both, each place once. */
export function together(one: { differences: Difference[]; more: More[] }, other: typeof one): typeof one {
  const differences = new Map([...one.differences, ...other.differences].map((each) => [`${each.problem} ${each.path}`, each]))
  const more = new Map([...other.more, ...one.more].map((each) => [each.path, each]))
  return { differences: [...differences.values()].slice(0, PATHS_MAX), more: [...more.values()].slice(0, PATHS_MAX) }
}

/** A text as JSON; undefined if it is none. */
export function parsedJson(text: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) as Json }
  } catch {
    return undefined
  }
}
