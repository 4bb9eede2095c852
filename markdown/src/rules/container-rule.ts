import type { MarkdownIt, StateBlock } from 'markdown-it'
import { type CalloutKind, closeCallout, openCallout, titleTokens } from './callout.ts'
import { firstWord, lineText } from './source-line.ts'

const callouts: Record<string, CalloutKind> = {
  info: 'info',
  note: 'info',
  important: 'info',
  tip: 'tip',
  hint: 'tip',
  success: 'tip',
  warning: 'warning',
  caution: 'warning',
  danger: 'warning',
}
const wrappers = new Set(['code-group', 'v-pre', 'raw'])
const opener = /^(:{3,})[ \t]*([a-z][a-z-]*)(?![\w-])(.*)$/i
const closer = /^:{3,}[ \t]*$/

/** First line after `start` that closes the container, or `end` when nothing does (the container then runs to the end). */
function closingLine(state: StateBlock, start: number, end: number): number {
  let open = 1
  let fence = ''
  for (let line = start + 1; line < end; line++) {
    const text = lineText(state, line)
    if (text !== '' && state.sCount[line]! < state.blkIndent) return line
    const ticks = firstWord(text, '`~')
    if (fence !== '') {
      if (ticks.startsWith(fence)) fence = ''
    } else if (ticks.length >= 3) fence = ticks
    else if (closer.test(text)) {
      if (--open === 0) return line
    } else if (text.startsWith(':::') && opener.test(text)) open++
  }
  return end
}

function container(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (state.sCount[start]! - state.blkIndent >= 4) return false
  const text = lineText(state, start)
  if (!text.startsWith(':::')) return false
  const match = opener.exec(text)
  const name = match?.[2]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(callouts, name) ? callouts[name] : undefined
  if (!kind && name !== 'details' && !wrappers.has(name)) return false
  if (silent) return true

  const last = closingLine(state, start, end)
  const title = match?.[3]?.trim() ?? ''
  const open = state.push('container_open', 'div', 1)
  open.block = true
  open.map = [start, last]
  if (kind) openCallout(open, kind)
  if (name === 'details') Object.assign(open, { type: 'details_open', tag: 'details', meta: { title } })
  if (kind && title) state.tokens.push(...titleTokens(state, title, state.level))

  const before = [state.parentType, state.lineMax] as const
  state.parentType = 'container'
  state.lineMax = last
  state.md.block.tokenize(state, start + 1, last)
  ;[state.parentType, state.lineMax] = before

  const close = state.push('container_close', open.tag, -1)
  close.block = true
  if (kind) closeCallout(close)
  const closed = last < end && closer.test(lineText(state, last))
  state.line = closed ? last + 1 : last
  return true
}

/** `::: tip Title` … `:::`, also without the space and inside list items. */
export function containerRule(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'container', container, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  // Groups and raw containers only hold their blocks; the blocks say everything.
  md.renderer.rules['container_open'] = (tokens, index, _options, _env, self) => `<div${self.renderAttrs(tokens[index]!)}>\n`
}
