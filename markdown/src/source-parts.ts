import type { Token } from 'markdown-it'
import { createParser } from './parser.ts'
import type { PageEnv } from './types.ts'

export interface SourcePart {
  /** `text` is read as inline Markdown, `html` is a raw block, `other` belongs to neither: definitions and block marks. */
  kind: 'text' | 'html' | 'other'
  start: number
  end: number
}

const blocksOnly = createParser()
blocksOnly.core.ruler.enableOnly(['normalize', 'block'])

/** Offsets at which the lines of a text begin, with the text's end as the last. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length)
  starts.push(text.length)
  return starts
}

/** What each line is, and where a new leaf block begins. Code and formulas are 'code': nobody reads them. */
function lineKinds(tokens: Token[], count: number): { kinds: ('text' | 'html' | 'other' | 'code')[]; first: Set<number> } {
  const kinds = new Array<'text' | 'html' | 'other' | 'code'>(count).fill('other')
  const first = new Set<number>()
  for (const token of tokens) {
    const code = token.type === 'fence' || token.type === 'code_block' || token.type === 'math_block'
    const kind = code ? 'code' : token.type === 'html_block' ? 'html' : 'text'
    const leaf = code || kind === 'html' || token.type === 'inline' || token.type === 'tr_open' || token.type.endsWith('_title_open')
    if (!leaf || !token.map) continue
    kinds.fill(kind, token.map[0], Math.min(token.map[1], count))
    first.add(token.map[0])
  }
  return { kinds, first }
}

/** Undefined for a page that is too hard to read: it is shown as it was written, and links nowhere. */
function blocksOf(text: string): Token[] | undefined {
  const env: PageEnv = { language: 'en', lines: false, own: '', headings: [] }
  try {
    return blocksOnly.parse(text, env)
  } catch {
    return undefined
  }
}

/** A page's source in pieces that can be searched for links, one leaf block each. */
export function sourceParts(text: string): SourcePart[] {
  const starts = lineStarts(text)
  const tokens = blocksOf(text)
  if (!tokens) return []
  const { kinds, first } = lineKinds(tokens, starts.length - 1)
  const parts: SourcePart[] = []
  for (const [line, kind] of kinds.entries()) {
    const [start, end] = [starts[line]!, starts[line + 1]!]
    const last = parts.at(-1)
    if (kind === 'code') continue
    if (last?.kind === kind && last.end === start && !first.has(line)) last.end = end
    else parts.push({ kind, start, end })
  }
  return parts
}
