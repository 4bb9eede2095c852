import type { Token } from 'markdown-it'
import { apiPageMarkdown } from '../api-page/api-page.ts'
import { htmlLimitFor } from '../page-bounds.ts'
import { createParser } from '../parser.ts'
import { plainPage } from '../plain-page.ts'
import { sanitise } from '../sanitise/sanitise.ts'
import type { Language, PageEnv } from '../types.ts'
import { type Attribute, BlockReader, type FoundBlock, isVoid, type Reading } from './block-reader.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    if (name) return entities[name] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

const attributesOf =
  (tag: string): Attribute =>
  (name) => {
    const found = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
    return found === undefined ? undefined : decode(found)
  }

/** Nested elements above which the sanitiser could leave some out. */
const DEPTH_MAX = 150

/** Thrown when HTML that was not sanitised is deeper than the sanitiser allows. */
class TooDeep extends Error {}

/**
 * The blocks of HTML that the renderer or the sanitiser wrote: `<` begins a complete tag and nothing else, and attributes contain no `>`.
 * One pass without a tree.
 */
function readHtml(html: string, depthMax = Number.POSITIVE_INFINITY): FoundBlock<never>[] {
  const reader = new BlockReader<never>()
  let depth = 0
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    if (end > at) reader.text(decode(html.slice(at, end)))
    if (open < 0) break
    const stop = html.indexOf('>', open)
    if (stop < 0) break
    const tag = html.slice(open, stop + 1)
    at = stop + 1
    if (tag.startsWith('</')) {
      reader.close()
      depth--
      continue
    }
    const name = /^<([a-z\d]*)/i.exec(tag)![1]!.toLowerCase()
    const isSkipped = reader.open(name, attributesOf(tag), undefined, () => decode(html.slice(at, endOf(html, at)).replace(/<[^>]*>/g, '')))
    if (isVoid(name)) continue
    if (isSkipped) at = endOf(html, at)
    else if (++depth > depthMax) throw new TooDeep()
    // An HTML parser drops a line break at the start of a <pre>.
    if (name === 'pre' && !isSkipped && html.charCodeAt(at) === 0x0a) at++
  }
  return reader.end()
}

/** Offset after the end of the element whose content begins at `from`. */
function endOf(html: string, from: number): number {
  const tag = /<(\/?)([a-z\d]+)[^>]*>/gi
  tag.lastIndex = from
  let depth = 1
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    if (found[1]) depth--
    else if (!isVoid(found[2]!.toLowerCase()) && !found[0].endsWith('/>')) depth++
    if (depth === 0) return tag.lastIndex
  }
  return html.length
}

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
