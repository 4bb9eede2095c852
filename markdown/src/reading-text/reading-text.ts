import type { Token } from 'markdown-it'
import { apiPageMarkdown } from '../api-page/api-page.ts'
import { htmlLimitFor } from '../page-bounds.ts'
import { createParser } from '../parser.ts'
import { plainPage } from '../plain-page.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import type { Language, PageEnv } from '../types.ts'
import type { Reading } from './block-reader.ts'
import { DEPTH_MAX, readHtml, TooDeep } from './read-html.ts'

const parser = createParser()
const escapeHtml = parser.utils.escapeHtml

interface ReadingOptions {
  /** The words of a page made by an API client. Nothing else of the reading text depends on it. */
  language?: Language
  /** The stored global_param of the item: parameters of all its pages made by an API client. */
  shared?: string
}

/** The renderer's own output needs no sanitiser: only HTML of authors does, and it takes most of the time. */
const hasRawHtml = (tokens: Token[] | null): boolean =>
  (tokens ?? []).some(
    ({ type, children, meta }) =>
      type === 'html_inline' ||
      type === 'html_block' ||
      (type === 'details_open' && String(meta?.['title'] ?? '').includes('<')) ||
      (type === 'image' && hasRawHtml(children)) ||
      (type === 'inline' && hasRawHtml(children)),
  )

function blocksOf(text: string, language: Language, shared: string | undefined) {
  const generated = apiPageMarkdown(text, language, shared)
  const source = generated ?? text
  const env: PageEnv = { language, lines: false, own: 'reading', headings: [], htmlBudget: htmlLimitFor(source.length) }
  env.math = (formula) => `<code>${escapeHtml(formula)}</code>`
  try {
    const tokens = parser.parse(source, env)
    const isSafe = !hasRawHtml(tokens)
    const html = parser.renderer.render(tokens, parser.options, env)
    const clean = () => readHtml(sanitise(html, { base: '', lines: false, own: env.own }))
    if (!isSafe) return clean()
    try {
      return readHtml(html, DEPTH_MAX)
    } catch (error) {
      if (error instanceof TooDeep) return clean()
      throw error
    }
  } catch {
    return readHtml(plainPage(text).html)
  }
}

/**
 * The reading text of a page: its blocks in order with their text as a reader sees it, in Unicode form NFC, white space folded except in
 * code. It is the same on the server, in a worker and in the browser, and `readingOfElements` finds the same blocks in what `render`
 * makes. Never throws.
 */
export function readingOf(text: string, { language = 'en', shared }: ReadingOptions = {}): Reading {
  const blocks = blocksOf(String(text), language, shared).map(({ kind, headings, text, start }) => ({ kind, headings, text, start }))
  return { text: blocks.map((block) => block.text).join('\n'), blocks }
}
