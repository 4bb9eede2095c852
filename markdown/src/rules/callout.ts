import type { MarkdownIt, RendererRule, StateBlock, StateCore, Token } from 'markdown-it'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'
import { icon } from '../writers/icons.ts'

export type CalloutKind = 'info' | 'tip' | 'warning'

const classes: Record<CalloutKind, string> = { info: 'callout', tip: 'callout tipc', warning: 'callout warn' }

/** Makes a token the start of a callout, whatever it was before (containers and alerts share the look). */
export function openCallout(token: Token, kind: CalloutKind): void {
  token.type = 'callout_open'
  token.tag = 'div'
  token.meta = { kind }
}

export function closeCallout(token: Token): void {
  token.type = 'callout_close'
  token.tag = 'div'
}

/** The title line of a callout; its text is read as inline Markdown. */
export function titleTokens(state: StateBlock | StateCore, title: string, level: number): Token[] {
  const open = new state.Token('callout_title_open', 'p', 1)
  const text = new state.Token('inline', '', 0)
  const close = new state.Token('callout_title_close', 'p', -1)
  open.attrSet('class', 'ct')
  open.block = close.block = text.block = true
  open.level = close.level = level
  text.level = level + 1
  text.content = title
  text.children = []
  return [open, text, close]
}

const open: RendererRule = (tokens, index, _options, env, self) => {
  const token = tokens[index]!
  const kind = token.meta?.['kind'] as CalloutKind
  const page = env as PageEnv
  const attrs = self.renderAttrs(token)
  return `<div class="${classes[kind]}" role="note" aria-label="${words(page.language)[kind]}"${attrs}>${icon(kind, page)}<div>\n`
}

export function calloutWriter(md: MarkdownIt): void {
  md.renderer.rules['callout_open'] = open
  md.renderer.rules['callout_close'] = () => '</div></div>\n'
}
