import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** HTML that a rule writes inside inline text. */
export function ownHtml(state: StateCore, html: string): Token {
  const token = new state.Token('own_html', '', 0)
  token.content = html
  return token
}

export function ownHtmlWriter(md: MarkdownIt): void {
  md.renderer.rules['own_html'] = (tokens, index) => tokens[index]!.content
}

const rawText = /^(script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext|template|select)$/i
const UNCLOSED_TAGS_MAX = 50
const tagStart = /<(\/?)([a-z][^\s/>]*)/iy

/** Offset after the tag, or -1 if the text ends inside the tag. */
function tagEnd(html: string, start: number): number {
  for (let at = start; at < html.length; at++) {
    const char = html.charAt(at)
    if (char === '>') return at + 1
    if (char !== '=') continue
    while (/\s/.test(html.charAt(at + 1))) at++
    const quote = html.charAt(at + 1)
    if (quote !== '"' && quote !== "'") continue
    const end = html.indexOf(quote, at + 2)
    if (end < 0) return -1
    at = end
  }
  return -1
}

/**
 * Keeps raw HTML from absorbing the following text. Elements whose content is not HTML (script, style, textarea …) are removed if
 * complete and shown as text otherwise, like unclosed tags. Safety is the task of the sanitiser, not of this function.
 */
function containHtml(html: string): string {
  let result = ''
  let from = 0
  let unended = 0
  const lower = html.toLowerCase()
  const missing = new Set<string>()
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    tagStart.lastIndex = at
    const match = tagStart.exec(html)
    const name = match?.[2]?.toLowerCase() ?? ''
    const end = match ? tagEnd(html, tagStart.lastIndex) : at + 1
    if (end >= 0 && !rawText.test(name)) {
      at = end
      continue
    }
    const closed = match?.[1] || end < 0 || missing.has(name) ? -1 : lower.indexOf(`</${name}`, end)
    const closedEnd = closed < 0 ? -1 : lower.indexOf('>', closed)
    result += html.slice(from, at)
    if (closedEnd < 0) {
      if (end >= 0 && !match?.[1]) missing.add(name)
      result += '&lt;'
      from = at + 1
    } else from = closedEnd + 1
    at = from
    if (end < 0 && ++unended > UNCLOSED_TAGS_MAX) return result + html.slice(from).replaceAll('<', '&lt;')
  }
  return result + html.slice(from)
}

export function rawHtmlWriter(md: MarkdownIt): void {
  md.renderer.rules['html_inline'] = (tokens, index) => containHtml(tokens[index]!.content)
  md.renderer.rules['html_block'] = (tokens, index) => {
    const token = tokens[index]!
    const html = containHtml(token.content)
    const line = token.attrGet('data-line')
    return line === null ? html : html.replace(/^(\s*<[a-z][a-z0-9]*)(?=[\s>])/i, `$1 data-line="${line}"`)
  }
}
