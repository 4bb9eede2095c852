import type { ApiCall } from '../call/call.ts'
import { type Json, own } from '../json.ts'
import { schemaCall, schemasIn } from '../openapi/schema-page.ts'
import { decode, Refs, Source } from '../openapi/source.ts'
import { keysOfCalls, PAGE_SCHEMAS_MAX, type PartsTask } from './parts.ts'

/** A named schema with the operations and webhooks that use it. */
export interface NamedSchema {
  /** Its content in the form of a call without an address. */
  call: ApiCall
  /** `KIND KEY` of each part that uses it, also through other schemas, in the order of the document. */
  users: string[]
}

/** The references in a value, without those in the values that they lead to. */
function refsIn(value: unknown, source: Source): Set<string> {
  const refs = new Set<string>()
  const seen = new Set<unknown>()
  const open = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    const local = source.refs.localOf(Refs.of(next) ?? '')
    if (local?.startsWith('#/')) refs.add(holderOf(local))
    for (const inner of Object.values(next)) if (typeof inner === 'object') open.push(inner)
  }
  return refs
}

/** The shared object that a reference leads to or into: `components schemas Order`. */
function holderOf(local: string): string {
  const keys = local.slice(2).split('/').map(decode)
  return JSON.stringify(keys.slice(0, keys[0] === 'components' ? 3 : 2))
}

/** Reads one named schema of a description; undefined if it has none of this name. */
export function readSchema({ name, document, language }: Omit<PartsTask, 'hasSchemas'>, schema: string): NamedSchema | undefined {
  const source = new Source(document, language, name, false, PAGE_SCHEMAS_MAX)
  const definition = own(schemasIn(source), schema)
  if (definition === undefined || schema.startsWith('x-')) return undefined
  return { call: schemaCall(source, schema, definition), users: usersOf(source, schema) }
}

function usersOf(source: Source, schema: string): string[] {
  const reaching = new Set([JSON.stringify(source.isSwagger ? ['definitions', schema] : ['components', 'schemas', schema])])
  const usedBy = new Map<string, string[]>()
  const shared = source.isSwagger ? ['definitions', 'parameters', 'responses'] : ['components']
  for (const kind of shared)
    for (const [one, value] of Object.entries((own(source.root, kind) ?? {}) as Json)) {
      const holders: [string[], unknown][] = source.isSwagger
        ? [[[kind, one], value]]
        : Object.entries((value ?? {}) as Json).map(([key, inner]) => [[kind, one, key], inner])
      for (const [keys, inner] of holders)
        for (const ref of refsIn(inner, source)) {
          const known = usedBy.get(ref)
          if (known) known.push(JSON.stringify(keys))
          else usedBy.set(ref, [JSON.stringify(keys)])
        }
    }
  // The set grows while it is read.
  for (const one of reaching) for (const user of usedBy.get(one) ?? []) reaching.add(user)
  const { operations, webhooks, keyOf, keyOfWebhook } = keysOfCalls(source)
  const uses = ({ spec, pathItem }: (typeof operations)[number]) => {
    const refs = [...refsIn(spec, source), ...refsIn(own(pathItem, 'parameters'), source)]
    return refs.some((ref) => reaching.has(ref))
  }
  return [
    ...operations.filter(uses).map((one) => `operation ${keyOf(one)}`),
    ...webhooks.filter(uses).map((one) => `webhook ${keyOfWebhook(one)}`),
  ]
}
