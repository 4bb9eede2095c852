import type { Language } from '@sheaf/contract/languages'
import { oneLine } from '@sheaf/contract/limits'
import type { ApiCall } from '../call/call.ts'
import { entriesOf, type Json, own, textAt } from '../json.ts'
import { reportLeftovers } from '../openapi/leftovers.ts'
import { type Operation, operationsOf } from '../openapi/operations.ts'
import { type DescriptionPage, type DescriptionTree, type PageText, Planner } from '../openapi/planner.ts'
import { schemasIn } from '../openapi/schema-page.ts'
import { type Omission, Source } from '../openapi/source.ts'
import { keysOf } from './keys.ts'
import type { PartKind } from './kinds.ts'

/** An operation, a webhook or callback, a named schema, or the introduction of a description. */
export interface Part {
  kind: PartKind
  /** Unique among the parts of its kind; one line, at most KEY_MAX characters. */
  key: string
  /** The `operationId`, '' without. */
  name: string
  /** '' for a part that is no request. */
  method: string
  path: string
  tags: string[]
  title: string
  /** Undefined for the introduction. */
  call: ApiCall | undefined
  /** Writes the Markdown of its page. Links to other parts have placeholders as addresses. */
  text: () => PageText
  /** The names of the schemas of the description, of its introduction. */
  schemas?: string[]
}

/** Longer operationIds are not used as keys. */
const KEY_MAX = 400

/** Schemas that are expanded on one page: a reader sees at most 400 fields of it. */
export const PAGE_SCHEMAS_MAX = 150

/** Names of schemas that types can link to, and characters of such a name. */
const SCHEMA_NAMES_MAX = 20_000
const SCHEMA_NAME_CHARS_MAX = 200

const idOf = ({ spec }: Operation) => oneLine(textAt(spec, 'operationId'), KEY_MAX + 1)

/** The key of each operation or webhook, by its method and path. */
function keysIn(operations: Operation[], kind: 'operation' | 'webhook'): (operation: Operation) => string {
  const rows = operations.map((operation) => ({ ...operation, id: idOf(operation).length <= KEY_MAX ? idOf(operation) : '' }))
  const keys = keysOf(rows, kind)
  const byPlace = new Map(operations.map(({ place }, n) => [place, keys[n]?.key ?? place]))
  return ({ place }) => oneLine(byPlace.get(place) ?? place, KEY_MAX)
}

/** The operations and webhooks of a description with their keys. */
export function keysOfCalls(source: Source) {
  const operations = operationsOf(source, own(source.root, 'paths'), 'path')
  const webhooks = operationsOf(source, own(source.root, 'webhooks') ?? own(source.root, 'x-webhooks'), 'webhook')
  return { operations, webhooks, keyOf: keysIn(operations, 'operation'), keyOfWebhook: keysIn(webhooks, 'webhook') }
}

const ENTRY = /^(operation|webhook|schema) (.+)$/s

function partOf(
  { entry, title }: DescriptionPage,
  { operation, call }: { operation?: Operation; call?: ApiCall },
  text: () => PageText,
): Part {
  const [, kind = 'introduction', key = ''] = ENTRY.exec(entry) ?? []
  const { method = '', path = '', tags = [] } = operation ?? {}
  return { kind: kind as PartKind, key, name: operation ? idOf(operation) : '', method, path, tags, title, call, text }
}

const schemaNames = (source: Source) =>
  entriesOf(schemasIn(source))
    .map(([schema]) => schema)
    .filter((schema) => schema.length <= SCHEMA_NAME_CHARS_MAX)
    .slice(0, SCHEMA_NAMES_MAX)

/** A catalog of parts; the entries of its pages are `KIND KEY`, or `introduction`. */
export type PartTree = DescriptionTree

export interface PartsTask {
  /** The name of the file, for references to itself. */
  name: string
  /** The parsed description (`descriptionOf`). */
  document: Json
  language: Language
  /** Named schemas are parts, too; a set: only these. */
  hasSchemas: boolean | ReadonlySet<string>
}

/**
 * Reads the parts of a description. `take` receives each part, and returns the length of its text if it is known; the texts of the tree
 * are empty. `linkTo` makes the address of a part from its entry. Refuses with importTextTooBig.
 */
export function readParts(
  { name, document, language, hasSchemas }: PartsTask,
  linkTo: (entry: string) => string,
  take: (entry: string, part: Part, operation: Operation | undefined) => number | undefined,
): { title: string; root: PartTree; skipped: Omission[] } {
  const source = new Source(document, language, name, false, PAGE_SCHEMAS_MAX)
  const { keyOf, keyOfWebhook } = keysOfCalls(source)
  const counts = new Map<string, number>()
  /** Two paths that differ in the names of their parameters only are two parts. */
  const unique = (entry: string): string => {
    const count = counts.get(entry) ?? 0
    counts.set(entry, count + 1)
    return count === 0 ? entry : unique(`${entry} ${count + 1}`)
  }
  const planner = new Planner(source, linkTo, {
    hasSchemas,
    entryOf(operation, above) {
      if (above) return unique(`webhook ${above.entry.replace(/^\w+ /, '')} ${oneLine(above.callback, 100)} ${operation.place}`)
      return unique(operation.kind === 'path' ? `operation ${keyOf(operation)}` : `webhook ${keyOfWebhook(operation)}`)
    },
    onPage(page, subject, text) {
      const part = partOf(page, subject, text)
      if (part.kind === 'introduction') part.schemas = schemaNames(source)
      return take(page.entry, part, subject.operation)
    },
  })
  const root = planner.plan()
  reportLeftovers(source)
  return { title: textAt(own(document, 'info'), 'title'), root, skipped: source.skipped }
}
