import type { Language } from '@sheaf/contract/languages'
import { isObject, type Json } from '../json.ts'
import { descriptionOf } from '../openapi/openapi.ts'
import { editJson } from './json-edit.ts'
import { overlayOf } from './overlay.ts'
import { during, type Edit, placedWords, placeOf, type WordedPart } from './placing.ts'
import { editYaml, Unwritable } from './yaml-edit.ts'

export type { WordedPart } from './placing.ts'

/** A description with the words that people wrote about its parts. */
interface WordedDescription {
  /** The name of its file, for references to itself. */
  name: string
  text: string
  /** The language of its pages. */
  language: Language
  parts: WordedPart[]
}

export type OutFormat = 'json' | 'yaml'

/** Whether the text is JSON; any other description is YAML. */
function isJson(text: string): boolean {
  if (!/^[\s\ufeff]*[[{]/.test(text)) return false
  try {
    JSON.parse(text.replace(/^\ufeff/, ''))
    return true
  } catch {
    return false
  }
}

/** A word on its way through two texts at most, and then to the list of the document. */
const ROUNDS_MAX = 4

interface Worded {
  document: Json
  edits: Edit[]
  text: string
  format: OutFormat
}

function worded({ name, text, language, parts }: WordedDescription): Worded {
  const document = descriptionOf(text)
  const format = isJson(text) ? 'json' : 'yaml'
  const closed = new Set<string>()
  for (let round = 1; ; round++) {
    const edits = placedWords({ name, document, language }, parts, closed)
    try {
      const result = edits.length === 0 ? text : format === 'json' ? editJson(text, edits) : editYaml(text, edits)
      if (!during(document, edits, () => isSame(document, descriptionOf(result)))) throw new Error('a text was written at another place')
      return { document, edits, text: result, format }
    } catch (error) {
      if (!(error instanceof Unwritable) || round >= ROUNDS_MAX) throw error
      for (const edit of error.edits) closed.add(placeOf(edit))
    }
  }
}

/** Whether two documents have the same content. Shared objects are compared once. */
function isSame(one: unknown, other: unknown): boolean {
  const seen = new Map<unknown, unknown>()
  const open: [unknown, unknown][] = [[one, other]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [a, b] = next
    if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) {
      if (!Object.is(a, b)) return false
      continue
    }
    if (seen.get(a) === b) continue
    seen.set(a, b)
    if (!isObject(a) && !Array.isArray(a)) {
      if (JSON.stringify(a) !== JSON.stringify(b)) return false
      continue
    }
    const keys = Object.keys(a)
    if (Array.isArray(a) !== Array.isArray(b) || keys.length !== Object.keys(b).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false
      open.push([(a as Json)[key], (b as Json)[key]])
    }
  }
  return true
}

/**
 * The description with the words of people in place, in its own format: YAML keeps its comments and its order, JSON its order and its
 * digits. Words without a place are in lists of their own (`x-sheaf-words`, `x-sheaf-unplaced`). Refusals as `descriptionOf`.
 */
export function wordedText(description: WordedDescription): { text: string; format: OutFormat } {
  const { text, format } = worded(description)
  return { text, format }
}

/**
 * The words alone, as an OpenAPI Overlay 1.0 document that makes the worded description from the description. `format`: undefined for the
 * format of the description.
 */
export function wordsOverlay(
  description: WordedDescription,
  info: { title: string; version: string },
  wanted?: OutFormat,
): { text: string; format: OutFormat } {
  const { document, edits, format: own } = worded(description)
  const format = wanted ?? own
  return { text: overlayOf(document, edits, info, format), format }
}
