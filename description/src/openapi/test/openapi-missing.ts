import { render } from '@sheaf/markdown'
import type { DescriptionPage } from '../planner.ts'
import type { Fact } from './openapi-count.ts'

/** Removes white space and Markdown punctuation, which differ between tables and plain text. */
const squash = (text: string) => text.replace(/[\s\\*_`#|>.,"-]+/g, '')

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#x?)?(\w+);/g, (whole, sign: string | undefined, name: string) =>
      sign ? String.fromCodePoint(Number(sign === '#' ? name : `0x${name}`)) : (entities[name] ?? whole),
    )

/** A page as HTML; `where` is what it is about, as in facts, and `title` is shown above it. */
export interface ShownPage {
  where: string
  title: string
  html: string
}

/** The pages of an imported description. */
export const shownPages = (pages: DescriptionPage[], language: 'en' | 'zh'): Promise<ShownPage[]> =>
  Promise.all(
    pages.map(async ({ title, content, entry }) => {
      const [, verb = '', address = ''] = /```endpoint.*\n(\S+) (.*)/.exec(content) ?? []
      const where = entry.startsWith('schema')
        ? `schema ${title}`
        : entry.startsWith('introduction')
          ? 'introduction'
          : `${verb} ${address}`
      return { where, title, html: (await render(content, { language })).html }
    }),
  )

/** Names of fields, parameters and headers: the first column of a table, or the head of a field. */
const NAME = /<div class="fn" role="cell">(.*?)<\/div>|<a class="pname"[^>]*>(.*?)<\/a>/g

/** The facts that are missing on their pages. */
export async function missingFacts(facts: Fact[], pages: ShownPage[], language: 'en' | 'zh'): Promise<string[]> {
  const texts = new Map<string, { words: string; names: string[] }[]>()
  for (const { where, title, html } of pages) {
    const names = [...html.matchAll(NAME)].map(([, cell, head = '']) => squash(textOf(cell ?? head)))
    texts.set(where, [...(texts.get(where) ?? []), { words: squash(`${title} ${textOf(html)}`), names }])
  }
  const missing: string[] = []
  /** Most texts are in a description more than once. */
  const rendered = new Map<string, string>()
  const shownText = async (text: string) => {
    const known = rendered.get(text) ?? squash(textOf((await render(text, { language })).html))
    rendered.set(text, known)
    return known
  }
  for (const { kind, where, text } of facts) {
    const [verb, path = ''] = where.split(' …')
    const found = [...texts].filter(([name]) => name === where || (path !== '' && name.startsWith(`${verb} `) && name.endsWith(path)))
    const words = isMarkdown.has(kind) ? await shownText(text) : squash(text)
    const isFound =
      found.length > 0 &&
      found.every(([, all]) =>
        all.every((page) => (isName.has(kind) ? page.names.some((one) => one.endsWith(words)) : page.words.includes(words))),
      )
    if (!isFound) missing.push(`${where}: ${kind} ${text.slice(0, 100)}`)
  }
  return missing
}

/** Kinds of facts that must be the name of a field. */
const isName = new Set(['field', 'parameter', 'header'])

const isMarkdown = new Set(['description', 'tag', 'security', 'title'])
