import type { Language } from '../types.ts'
import { beautify } from './beautify.ts'
import { objectOf, readApiPage } from './read.ts'
import type { ApiPage } from './types.ts'
import { fence, writeMarkdown } from './write-markdown.ts'

/** The page as it is searched: every name, path and word as typed, none of the headings we add. */
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

/** Answers with undefined in place of an error: whatever somebody stored, the page is then shown as it is. */
function tryOrUndefined<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

const sharedOf = (global_param: string | undefined) => (global_param ? (objectOf(global_param) ?? {}) : {})

/** What only begins like one: broken, cut off, or in a form nobody knows. */
const looksLike = (content: string) => /^[\s\ufeff]*\{\s*(?:"|&quot;)info(?:"|&quot;)\s*:/.test(content)

/**
 * The Markdown of a page that an API client made, as a fence what only looks like one, undefined for every other content.
 * `global_param` is the item's, as stored. Never throws.
 */
export function apiPageMarkdown(content: string, language: Language, global_param?: string): string | undefined {
  if (!content.trimStart().startsWith('{')) return undefined
  const page = tryOrUndefined(() => readApiPage(content, sharedOf(global_param)))
  const markdown = page && tryOrUndefined(() => writeMarkdown(page, language))
  if (markdown !== undefined) return markdown
  if (!looksLike(content)) return undefined
  const { text, language: kind } = beautify(content)
  return `${fence(kind, text)}\n`
}

/** Content of such a page as JSON in lines, every other content as it is. Never throws. */
export function apiPageLines(content: string): string {
  const page = content.trimStart().startsWith('{') ? tryOrUndefined(() => objectOf(content)) : undefined
  return (page && tryOrUndefined(() => JSON.stringify(page, undefined, 2))) ?? content
}

/** The words of such a page for search; undefined for every other content. Never throws. */
export function apiPageText(content: string): string | undefined {
  return tryOrUndefined(() => {
    const page = readApiPage(content)
    return page && writeText(page)
  })
}

/** GET, POST and so on of such a page, "" where none is named; undefined for every other content. Never throws. */
export function apiPageMethod(content: string): string | undefined {
  return tryOrUndefined(() => readApiPage(content)?.method)
}
