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

/** The facts that are missing on their pages. */
export async function missingFacts(facts: Fact[], pages: DescriptionPage[], language: 'en' | 'zh'): Promise<string[]> {
  const texts = new Map<string, { words: string; names: string[] }[]>()
  for (const { title, content, entry } of pages) {
    const { html } = await render(content, { language })
    const [, verb = '', address = ''] = /```endpoint.*\n(\S+) (.*)/.exec(content) ?? []
    const name = entry.startsWith('schema') ? `schema ${title}` : entry.startsWith('introduction') ? 'introduction' : `${verb} ${address}`
    const names = [...html.matchAll(/<div class="fn" role="cell">(.*?)<\/div>/g)].map(([, cell = '']) => squash(textOf(cell)))
    texts.set(name, [...(texts.get(name) ?? []), { words: squash(`${title} ${textOf(html)}`), names }])
  }
  const missing: string[] = []
  for (const { kind, where, text } of facts) {
    const [verb, path = ''] = where.split(' …')
    const found = [...texts].filter(([name]) => name === where || (path !== '' && name.startsWith(`${verb} `) && name.endsWith(path)))
    const words = isMarkdown.has(kind) ? textOf((await render(text, { language })).html) : text
    const isFound =
      found.length > 0 &&
      found.every(([, all]) =>
        all.every((page) =>
          isName.has(kind) ? page.names.some((one) => one.endsWith(squash(words))) : page.words.includes(squash(words)),
        ),
      )
    if (!isFound) missing.push(`${where}: ${kind} ${text.slice(0, 100)}`)
  }
  return missing
}

/** Kinds of facts that must be in the first column of a table. */
const isName = new Set(['field', 'parameter', 'header'])

const isMarkdown = new Set(['description', 'tag', 'security', 'title'])
