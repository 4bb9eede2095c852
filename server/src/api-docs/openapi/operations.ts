import { entriesOf, isObject, type Json, listOf, own, textAt, textOf } from './json.ts'
import type { Source } from './source.ts'

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** A call of the document with what stands around it. */
export interface Operation {
  kind: 'path' | 'webhook' | 'callback'
  method: string
  path: string
  pathItem: Json
  said: Json
  /** As the report names it. */
  place: string
  tags: string[]
}

/** Operations of a map of paths, in its order. */
export function operationsOf(source: Source, paths: unknown, kind: Operation['kind']): Operation[] {
  return entriesOf(paths).flatMap(([path, given]) => {
    const pathItem = source.refs.resolve(given)
    if (!isObject(pathItem)) return []
    const own1 = Object.entries(pathItem).filter(([method]) => methods.has(method))
    const further = entriesOf(own(pathItem, 'additionalOperations'))
    return [...own1, ...further].flatMap(([method, said]): Operation[] => {
      if (!isObject(said)) return []
      const tags = [...new Set(listOf(own(said, 'tags')).map(textOf).filter(Boolean))]
      const verb = method.toUpperCase()
      return [{ kind, method: verb, path, pathItem, said, place: `${verb} ${path}`, tags }]
    })
  })
}

/** Calls that the other side makes in the course of an operation. */
export const callbacksOf = (source: Source, { said, tags }: Operation): { name: string; operation: Operation }[] =>
  entriesOf(own(said, 'callbacks')).flatMap(([name, given]) =>
    operationsOf(source, source.refs.resolve(given), 'callback').map((operation) => ({ name, operation: { ...operation, tags } })),
  )

/** What an operation is called: in words, by its id, or as it is written. */
export function titleOf({ said, kind, method, path, pathItem }: Operation): string {
  const title = textAt(said, 'summary').trim() || textAt(said, 'operationId').trim()
  if (title) return title
  return kind === 'webhook' ? textAt(pathItem, 'summary').trim() || path : `${method} ${path}`
}
