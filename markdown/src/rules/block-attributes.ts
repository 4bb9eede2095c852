import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { inlineText } from '../headings.ts'
import type { PageEnv } from '../types.ts'

function lines(state: StateCore): void {
  if (!(state.env as PageEnv).lines) return
  for (const token of state.tokens) {
    if (token.level === 0 && token.nesting >= 0 && token.map && token.type !== 'inline') token.attrSet('data-line', token.map[0])
  }
}

/** Adds the first source line to every top-level block. Must be the last core rule. */
export function lineMap(md: MarkdownIt): void {
  md.core.ruler.push('line_map', lines)
}

/** Hebrew, Arabic and the other right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const letter = /\p{L}/u

/** Whether the first letter of a text belongs to a right-to-left script. */
const startsRightToLeft = (text: string) => rightToLeft.test(letter.exec(text)?.[0] ?? '')

function directions(state: StateCore): void {
  /** Open lists; isRead is set after their first text. */
  const lists: { open: Token; isRead: boolean }[] = []
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push({ open: token, isRead: false })
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop()
    if (token.type !== 'inline') continue
    const text = inlineText(token.children)
    const isRightToLeft = rightToLeft.test(text)
    for (const list of lists) {
      if (!list.isRead && startsRightToLeft(text)) list.open.attrSet('dir', 'rtl')
      list.isRead = true
    }
    if (!isRightToLeft) continue
    const open = state.tokens[index - 1]
    const block = open?.hidden ? state.tokens[index - 2] : open
    if (block?.nesting === 1) block.attrSet('dir', 'auto')
  }
}

/** Paragraphs, headings, list items and cells with Arabic, Hebrew … take their direction from their first letter. */
export function directionRule(md: MarkdownIt): void {
  md.core.ruler.push('direction', directions)
}
