import type { MarkdownIt, RendererRule, StateBlock, StateCore, Token } from 'markdown-it'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'
import { icon } from '../writers/own-buttons.ts'
import { firstWord, lineText } from './source-line.ts'

type CalloutKind = 'info' | 'tip' | 'warning'

const classes: Record<CalloutKind, string> = { info: 'callout', tip: 'callout tipc', warning: 'callout warn' }

/** Turns any token into the start of a callout. Containers and alerts share this style. */
function openCallout(token: Token, kind: CalloutKind): void {
  token.type = 'callout_open'
  token.tag = 'div'
  token.meta = { kind }
}

function closeCallout(token: Token): void {
  token.type = 'callout_close'
  token.tag = 'div'
}

/** The title line of a callout; its text is inline Markdown. */
function titleTokens(state: StateBlock | StateCore, title: string, level: number): Token[] {
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
    if (text.content === '') for (const removed of state.tokens.slice(index + 1, index + 4)) dropped.add(removed)
  }
  if (dropped.size > 0) state.tokens = state.tokens.filter((token) => !dropped.has(token))
}

/** Renders GitHub's `> [!NOTE]` quotes as callouts. Runs before inline parsing. */
export function alertRule(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'alerts', alerts)
}

/** Renders `::: details Title` as a <details> element. */
export function detailsWriter(md: MarkdownIt): void {
  md.renderer.rules['details_open'] = (tokens, index, _options, env, self) => {
    const token = tokens[index]!
    const title = String(token.meta?.['title'] ?? '')
    const page = env as PageEnv
    // Without the footnotes of the page, which would otherwise appear in the title.
    const summary = title ? md.renderInline(title, { ...page, headings: [], footnotes: undefined }) : words(page.language).details
    return `<details${self.renderAttrs(token)}><summary>${summary}</summary>\n`
  }
}

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

/** The line that closes the container, or `end` if none does. */
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

  const outer = [state.parentType, state.lineMax] as const
  state.parentType = 'container'
  state.lineMax = last
  state.md.block.tokenize(state, start + 1, last)
  ;[state.parentType, state.lineMax] = outer

  const close = state.push('container_close', open.tag, -1)
  close.block = true
  if (kind) closeCallout(close)
  const closed = last < end && closer.test(lineText(state, last))
  state.line = closed ? last + 1 : last
  return true
}

/** Parses `::: tip Title` … `:::`, also without the space and inside list items. */
export function containerRule(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'container', container, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  // Groups and raw containers have no style of their own.
  md.renderer.rules['container_open'] = (tokens, index, _options, _env, self) => `<div${self.renderAttrs(tokens[index]!)}>\n`
}
