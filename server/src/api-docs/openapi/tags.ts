import { isObject, listOf, own, textAt } from './json.ts'
import type { Operation } from './operations.ts'
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
