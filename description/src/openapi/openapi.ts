import { Refusal } from '@sheaf/contract/errors'
import type { Language } from '@sheaf/contract/languages'
import { oneLine } from '@sheaf/contract/limits'
import { isAlias, parseDocument, visit } from 'yaml'
import { exactNumber, isObject, type Json, own, textAt } from '../json.ts'
import { reportLeftovers } from './leftovers.ts'
import { type DescriptionTree, Planner } from './planner.ts'
import { type Omission, Source } from './source.ts'

/** Limits in characters. Parsing YAML takes eighty times its length in memory. */
const JSON_MAX = 24_000_000
const YAML_MAX = 10_000_000
/** Maximum number of YAML aliases; each alias refers to the same object in memory. */
const ALIASES = 10_000

const tooBig = (limit: number) => new Refusal('importTextTooBig', { limit: `${limit / 1_000_000} MB` })

const firstLine = (error: unknown) =>
  String(error instanceof Error ? error.message : error)
    .split('\n')[0]!
    .slice(0, 200)

function jsonDocument(text: string): unknown {
  const exact = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? exactNumber(value, context?.source) : value
  try {
    return JSON.parse(text, exact)
  } catch (error) {
    throw new Refusal('importJson', { problem: firstLine(error) })
  }
}

function yamlDocument(text: string): unknown {
  if (text.length > YAML_MAX) throw tooBig(YAML_MAX)
  try {
    // The check for duplicate keys takes quadratic time.
    const document = parseDocument(text, { uniqueKeys: false, merge: true, logLevel: 'silent', prettyErrors: true })
    if (document.errors[0]) throw document.errors[0]
    visit(document, {
      Scalar(key, node) {
        if (typeof node.value !== 'number') return
        // A key such as a version is a text, with the digits as written.
        node.value = key === 'key' ? (node.source ?? String(node.value)) : exactNumber(node.value, node.source)
      },
      Pair(_key, { key }) {
        return isAlias(key) ? visit.SKIP : undefined
      },
    })
    return document.toJS({ maxAliasCount: ALIASES })
  } catch (error) {
    throw new Refusal('importYaml', { problem: firstLine(error) })
  }
}

/** Parses JSON or YAML. Refusals: importJson, importYaml, importTextTooBig. */
export function documentOf(text: string): unknown {
  if (text.length > JSON_MAX) throw tooBig(JSON_MAX)
  return /^[\s\ufeff]*[[{]/.test(text) ? jsonOrYaml(text) : yamlDocument(text)
}

/** Parses text that begins with a bracket, which is also valid in YAML. If both fail, the JSON error is more helpful. */
function jsonOrYaml(text: string): unknown {
  try {
    return jsonDocument(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (text.length > 1_000_000) throw error
    try {
      return yamlDocument(text)
    } catch {
      throw error
    }
  }
}

/** Characters of a stored document, and levels of it. */
const STORED_CHARACTERS_MAX = 24_000_000
const STORED_LEVELS_MAX = 400

/**
 * A parsed description as JSON that is parsed to the same document again, which takes a fraction of the time of its YAML. Undefined for
 * a document that JSON cannot hold, or whose aliases make it too large.
 */
export function storedDocument(document: unknown): string | undefined {
  let left = STORED_CHARACTERS_MAX
  const isHeld = (value: unknown, level: number): boolean => {
    left -= 8
    if (left < 0 || level > STORED_LEVELS_MAX) return false
    if (typeof value === 'string') left -= value.length
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
    if (Array.isArray(value)) return value.every((one) => isHeld(one, level + 1))
    if (typeof value !== 'object') return false
    if (JSON.isRawJSON(value)) return true
    if (Object.getPrototypeOf(value) !== Object.prototype) return false
    return Object.entries(value).every(([key, one]) => {
      left -= key.length
      return isHeld(one, level + 1)
    })
  }
  return isHeld(document, 0) ? JSON.stringify(document) : undefined
}

/** The first paragraph of a description as one line of plain text. */
const lineOf = (markdown: string) =>
  oneLine(
    markdown
      .trim()
      .split(/\n\s*\n/)[0]!
      .replace(/^#+\s*|[*`]/gm, ''),
    500,
  )

/** A description of an API as text, with the name of its file and the language of its pages. */
export interface Description {
  name: string
  text: string
  language: Language
  /** True if API calls become pages in the API client format instead of Markdown. */
  client?: boolean
}

/** The pages of a description, with its title and the first paragraph about it; '' for what it lacks. */
export interface DescriptionPages {
  title: string
  summary: string
  root: DescriptionTree
  skipped: Omission[]
}

/** The document of an API description. Refusals: importKind, importJson, importYaml, importTextTooBig. */
export function descriptionOf(text: string): Json {
  const root = documentOf(text)
  if (!isObject(root) || (own(root, 'openapi') === undefined && own(root, 'swagger') === undefined)) throw new Refusal('importKind')
  return root
}

/**
 * The pages of an API description: Swagger 2, OpenAPI 3.0, 3.1 and 3.2, in JSON or YAML. Sends no requests; external references are
 * listed in the report. `linkTo` makes the address of a page from its entry. Refusals: importKind, importJson, importYaml, importTextTooBig.
 */
export function describedPages({ name, text, language, client }: Description, linkTo: (entry: string) => string): DescriptionPages {
  const root = descriptionOf(text)
  const source = new Source(root, language, name, client)
  const planned = new Planner(source, linkTo).plan()
  reportLeftovers(source)
  const info = own(root, 'info')
  return {
    title: textAt(info, 'title'),
    summary: lineOf(textAt(info, 'summary') || textAt(info, 'description')),
    root: planned,
    skipped: source.skipped,
  }
}
