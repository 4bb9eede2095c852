import { entriesOf, isObject, type Json, listOf, own, textAt, textOf } from './json.ts'
import type { Source } from './source.ts'

/** A group of operations; `parent` is the tag it stands in. */
export interface Tag {
  name: string
  title: string
  description: string
  parent: string
  said: unknown
}

/** The tags as the document lists them, then those that only operations name, in the order of the file. */
export function tagsOf(source: Source, operations: Operation[]): Tag[] {
  const tags = new Map<string, Tag>()
  for (const said of listOf(own(source.root, 'tags')).filter(isObject)) {
    const name = textAt(said, 'name')
    const title = textAt(said, 'summary').trim() || textAt(said, 'x-displayName').trim() || name
    if (name && !tags.has(name))
      tags.set(name, { name, title, description: textAt(said, 'description').trim(), parent: textAt(said, 'parent'), said })
  }
  for (const name of operations.flatMap((operation) => operation.tags))
    if (!tags.has(name)) tags.set(name, { name, title: name, description: '', parent: '', said: undefined })
  return [...tags.values()]
}

/** The tags in which a tag stands, itself last; a tag that stands in itself stands nowhere. */
export function pathTo(tags: Map<string, Tag>, tag: Tag): Tag[] {
  const way = [tag]
  for (let parent = tags.get(tag.parent); parent && way.length < 50; parent = tags.get(parent.parent)) {
    if (way.includes(parent)) return [tag]
    way.unshift(parent)
  }
  return way
}

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
