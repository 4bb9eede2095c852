import type { Language } from '../types.ts'
import { beautify } from './beautify.ts'
import { objectOf, readApiPage } from './read.ts'
import type { ApiPage } from './types.ts'
import { fence, writeMarkdown } from './write-markdown.ts'

export type { ApiPage, ApiState, Example, Field, Part, PartKind } from './types.ts'
export { apiWords } from './words.ts'
export { escapeParagraph, ownMarkdown } from './write-markdown.ts'

/** The search text of a page: all names, paths and texts as typed, without the headings that the renderer adds. */
function writeText({ method, url, description, parts, remark }: ApiPage): string {
  const lines = [`${method} ${url}`, description]
  for (const { terms, fields, examples } of parts) {
    lines.push(terms.join(' '))
    for (const { name, type, value, remark: about } of fields) lines.push([name.trim(), type, value, about].filter(Boolean).join(' '))
    for (const { name, text } of examples) lines.push(name, text)
  }
  return [...lines, remark]
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

/** Returns undefined instead of throwing. Stored content can have any form; a page that cannot be read is shown unchanged. */
function tryOrUndefined<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

const sharedOf = (global_param: string | undefined) => (global_param ? (objectOf(global_param) ?? {}) : {})

/** Whether the content only starts like an API page: broken, truncated, or in an unknown format. */
const looksLike = (content: string) => /^[\s\ufeff]*\{\s*(?:"|&quot;)info(?:"|&quot;)\s*:/.test(content)

/** The documented parts of a page made by an API client; undefined for all other content. Never throws. */
export const apiPageOf = (content: string, global_param?: string): ApiPage | undefined =>
  content.trimStart().startsWith('{') ? tryOrUndefined(() => readApiPage(content, sharedOf(global_param))) : undefined

/**
 * The Markdown of a page made by an API client. Content that only looks like one becomes a code fence; all other content returns
 * undefined. `global_param` is the stored value of the item. Never throws.
 */
export function apiPageMarkdown(content: string, language: Language, global_param?: string): string | undefined {
  if (!content.trimStart().startsWith('{')) return undefined
  const page = apiPageOf(content, global_param)
  const markdown = page && tryOrUndefined(() => writeMarkdown(page, language))
  if (markdown !== undefined) return markdown
  if (!looksLike(content)) return undefined
  const { text, language: kind } = beautify(content)
  return `${fence(kind, text)}\n`
}

/** The content of an API page as indented JSON; all other content unchanged. Never throws. */
export function apiPageLines(content: string): string {
  const page = content.trimStart().startsWith('{') ? tryOrUndefined(() => objectOf(content)) : undefined
  return (page && tryOrUndefined(() => JSON.stringify(page, undefined, 2))) ?? content
}

/** The search text of an API page; undefined for all other content. Never throws. */
export function apiPageText(content: string): string | undefined {
  return tryOrUndefined(() => {
    const page = readApiPage(content)
    return page && writeText(page)
  })
}

/** The HTTP method of an API page, "" if it has none; undefined for all other content. Never throws. */
export function apiPageMethod(content: string): string | undefined {
  return tryOrUndefined(() => readApiPage(content)?.method)
}
