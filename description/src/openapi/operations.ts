import { entriesOf, isObject, type Json, listOf, own, textAt, textOf } from '../json.ts'
import type { Source } from './source.ts'

/** A group of operations; `parent` is the name of the parent tag, '' for none. */
export interface Tag {
  name: string
  title: string
  description: string
  parent: string
  definition: unknown
}

/** The tags in the order of the document, followed by tags that only operations use, in the order of the file. */
export function tagsOf(source: Source, operations: Operation[]): Tag[] {
  const tags = new Map<string, Tag>()
  for (const spec of listOf(own(source.root, 'tags')).filter(isObject)) {
    const name = textAt(spec, 'name')
    const title = textAt(spec, 'summary').trim() || textAt(spec, 'x-displayName').trim() || name
    if (name && !tags.has(name))
      tags.set(name, { name, title, description: textAt(spec, 'description').trim(), parent: textAt(spec, 'parent'), definition: spec })
  }
  for (const name of operations.flatMap((operation) => operation.tags))
    if (!tags.has(name)) tags.set(name, { name, title: name, description: '', parent: '', definition: undefined })
  return [...tags.values()]
}

/** The ancestors of a tag, outermost first, and the tag itself. A tag in a circle has no ancestors. */
export function withAncestors(tags: Map<string, Tag>, tag: Tag): Tag[] {
  const ancestors = [tag]
  for (let parent = tags.get(tag.parent); parent && ancestors.length < 50; parent = tags.get(parent.parent)) {
    if (ancestors.includes(parent)) return [tag]
    ancestors.unshift(parent)
  }
  return ancestors
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** An operation of the document with its context. */
export interface Operation {
  kind: 'path' | 'webhook' | 'callback'
  method: string
  path: string
  pathItem: Json
  spec: Json
  /** Its name in the report. */
  place: string
  tags: string[]
}

/** The operations in a map of paths, in the order of the map. */
export function operationsOf(source: Source, paths: unknown, kind: Operation['kind']): Operation[] {
  return entriesOf(paths).flatMap(([path, definition]) => {
    const pathItem = source.refs.resolve(definition)
    if (!isObject(pathItem)) return []
    const standard = Object.entries(pathItem).filter(([method]) => methods.has(method))
    const additional = entriesOf(own(pathItem, 'additionalOperations'))
    return [...standard, ...additional].flatMap(([method, spec]): Operation[] => {
      if (!isObject(spec)) return []
      const tags = [...new Set(listOf(own(spec, 'tags')).map(textOf).filter(Boolean))]
      const verb = method.toUpperCase()
      return [{ kind, method: verb, path, pathItem, spec, place: `${verb} ${path}`, tags }]
    })
  })
}

/** Callback requests that the server sends to the client. */
export const callbacksOf = (source: Source, { spec, tags }: Operation): { name: string; operation: Operation }[] =>
  entriesOf(own(spec, 'callbacks')).flatMap(([name, definition]) =>
    operationsOf(source, source.refs.resolve(definition), 'callback').map((operation) => ({ name, operation: { ...operation, tags } })),
  )

/** The title of an operation: its summary, its operationId, or method and path. */
export function titleOf({ spec, kind, method, path, pathItem }: Operation): string {
  const title = textAt(spec, 'summary').trim() || textAt(spec, 'operationId').trim()
  if (title) return title
  return kind === 'webhook' ? textAt(pathItem, 'summary').trim() || path : `${method} ${path}`
}
