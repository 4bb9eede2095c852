import type { Token } from 'markdown-it'
import { createParser } from './parser.ts'
import type { PageEnv } from './types.ts'

const parser = createParser()
parser.set({ linkify: false })
parser.core.ruler.disable(['anchors', 'tables', 'line_map'])

function withoutTags(html: string): string {
  const text = html.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ').replace(/<[^<>]*>/g, ' ')
  return parser.utils.unescapeAll(text.replace(/\\/g, '\\\\'))
}

function inline(children: Token[]): string {
  let text = ''
  for (const child of children) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') text += '\n'
    else if (child.type === 'image') text += inline(child.children ?? [])
    else if (child.type === 'html_inline') text += /^<(?:br|\/?p|\/?div|\/?td|\/?li)\b/i.test(child.content) ? ' ' : ''
    else if (child.type !== 'own_html') text += child.content
  }
  return text
}

const cells = new Set(['th_close', 'td_close'])
const blocks = new Set(['inline', 'fence', 'code_block', 'html_block', 'math_block', 'tr_close'])

/** The visible text of a page for search and snippets, without tags, addresses and markup. */
export function plainText(text: string): string {
  const env: PageEnv = { language: 'en', lines: false, own: '', headings: [] }
  let result = ''
  let inRow = false
  try {
    for (const token of parser.parse(text, env)) {
      if (token.type === 'tr_open') inRow = true
      else if (token.type === 'tr_close') inRow = false
      if (cells.has(token.type)) result += ' '
      if (!blocks.has(token.type)) continue
      if (token.type === 'inline') result += inline(token.children ?? [])
      else if (token.type === 'html_block') result += withoutTags(token.content)
      else result += token.content
      if (!inRow) result += '\n'
    }
  } catch {
    result = text
  }
  return result
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}
