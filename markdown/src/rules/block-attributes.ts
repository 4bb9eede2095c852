import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import type { PageEnv } from '../types.ts'
import { inlineText } from '../headings.ts'

function lines(state: StateCore): void {
  if (!(state.env as PageEnv).lines) return
  for (const token of state.tokens) {
    if (token.level === 0 && token.nesting >= 0 && token.map && token.type !== 'inline') token.attrSet('data-line', token.map[0])
  }
}

/** Writes on every top-level block which source line it begins at. Has to be the last core rule. */
export function lineMap(md: MarkdownIt): void {
  md.core.ruler.push('line_map', lines)
}

/** Hebrew, Arabic and the other scripts that run from right to left. */
const leftward = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const letter = /\p{L}/u

/** Whether the first letter of a text runs from right to left. */
const startsLeftward = (text: string) => leftward.test(letter.exec(text)?.[0] ?? '')

function directions(state: StateCore): void {
  /** Lists whose first words are still to come. */
  const lists: { open: Token; isRead: boolean }[] = []
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push({ open: token, isRead: false })
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop()
    if (token.type !== 'inline') continue
    const text = inlineText(token.children)
    const isLeftward = leftward.test(text)
    for (const list of lists) {
      if (!list.isRead && startsLeftward(text)) list.open.attrSet('dir', 'rtl')
      list.isRead = true
    }
    if (!isLeftward) continue
    const open = state.tokens[index - 1]
    const block = open?.hidden ? state.tokens[index - 2] : open
    if (block?.nesting === 1) block.attrSet('dir', 'auto')
  }
}

/** Paragraphs, headings, list items and cells that hold Arabic, Hebrew … begin at the side where their first letter does. */
export function directionRule(md: MarkdownIt): void {
  md.core.ruler.push('direction', directions)
}
