import type { MarkdownIt, StateCore } from 'markdown-it'
import type { PageEnv } from '../types.ts'

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
