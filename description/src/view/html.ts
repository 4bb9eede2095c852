import type { Heading } from '@sheaf/markdown'
import type { ViewPart } from '@sheaf/markdown/types'

/** HTML in parts: text between them is still Markdown. */
export type Html = readonly ViewPart[]

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\0': '\ufffd' }
const escapeHtml = (text: string) => text.toWellFormed().replace(/[&<>"\0]/g, (mark) => marks[mark]!)

type Value = string | number | false | undefined | Html | readonly Html[]

const isNested = (value: Html | readonly Html[]): value is readonly Html[] => value.length > 0 && Array.isArray(value[0])

/** HTML from a template. Every text in it is escaped; other HTML is inserted. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const parts: ViewPart[] = []
  let text = ''
  const add = (all: Html) => {
    for (const part of all)
      if (part.kind === 'html') text += part.html
      else {
        parts.push({ kind: 'html', html: text }, part)
        text = ''
      }
  }
  for (const [at, literal] of strings.entries()) {
    text += literal
    const value = values[at]
    if (typeof value === 'string' || typeof value === 'number') text += escapeHtml(String(value))
    else if (value) for (const all of isNested(value) ? value : [value]) add(all)
  }
  if (text) parts.push({ kind: 'html', html: text })
  return parts
}

export const nothing: Html = []

/** Markdown as blocks. */
export const blocksOf = (markdown: string, isPage = false): Html =>
  markdown.trim() === '' ? nothing : [{ kind: 'blocks', markdown, isPage }]

/** Markdown in one line. */
export const lineOf = (markdown: string): Html => [{ kind: 'line', markdown: markdown.replace(/\s+/g, ' ').trim() }]

export const fenceOf = (info: string, text: string): Html => [{ kind: 'fence', info, text }]

export const codeOf = (language: string, text: string): Html => [{ kind: 'code', language, text }]

/** A heading with a link to itself, as the headings of a page have. */
export const headingOf = ({ id, text, level }: Heading, anchor: string, more: Html = nothing): Html => [
  { kind: 'heading', heading: { id, text, level } },
  ...(level === 2
    ? html`<h2 id="${id}" aria-label="${text}">${text}${more}<a class="anc" href="#${id}" aria-label="${anchor}">#</a></h2>`
    : html`<h3 id="${id}" aria-label="${text}">${text}${more}<a class="anc" href="#${id}" aria-label="${anchor}">#</a></h3>`),
]
