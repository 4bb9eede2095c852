import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { type CalloutKind, closeCallout, openCallout } from './callout.ts'

const kinds: Record<string, CalloutKind> = { note: 'info', important: 'info', tip: 'tip', warning: 'warning', caution: 'warning' }
const mark = /^\[!(note|important|tip|warning|caution)\][ \t]*(?:\n|$)/i

function closing(tokens: Token[], start: number): number {
  const level = tokens[start]!.level
  let index = start + 1
  while (tokens[index] && !(tokens[index]!.type === 'blockquote_close' && tokens[index]!.level === level)) index++
  return index
}

function alerts(state: StateCore): void {
  const dropped = new Set<Token>()
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'blockquote_open') continue
    const text = state.tokens[index + 2]
    const match = text?.type === 'inline' ? mark.exec(text.content) : null
    const close = match && state.tokens[closing(state.tokens, index)]
    if (!match || !close || !text) continue
    openCallout(token, kinds[match[1]!.toLowerCase()]!)
    closeCallout(close)
    text.content = text.content.slice(match[0].length)
    if (text.content === '') for (const gone of state.tokens.slice(index + 1, index + 4)) dropped.add(gone)
  }
  if (dropped.size > 0) state.tokens = state.tokens.filter((token) => !dropped.has(token))
}

/** GitHub's `> [!NOTE]` quotes look like our callouts. Runs before the inline text is read. */
export function alertRule(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'alerts', alerts)
}
