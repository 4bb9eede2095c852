import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it'
import { safeId, slug, unusedId } from './anchors.ts'
import { lineText } from './rules/source-line.ts'
import type { Heading, PageEnv } from './types.ts'
import { words } from './words.ts'
import { breakable } from './writers/break-points.ts'

function toc(state: StateBlock, start: number, _end: number, silent: boolean): boolean {
  if (state.sCount[start]! - state.blkIndent >= 4 || !/^\[tocm?\]$/i.test(lineText(state, start))) return false
  if (silent) return true
  const token = state.push('toc', 'nav', 0)
  token.block = true
  token.map = [start, start + 1]
  state.line = start + 1
  return true
}

/** Headings as nested lists. A level that the page skips is skipped here too. */
function nested(headings: Heading[], escapeHtml: (text: string) => string): string {
  const open: number[] = []
  let html = ''
  for (const { id, text, level } of headings) {
    while (open.length > 1 && level < open.at(-1)! && level <= open.at(-2)!) {
      open.pop()
      html += '</li></ul>'
    }
    if (open.length === 0 || level > open.at(-1)!) {
      open.push(level)
      html += '<ul>'
    } else html += '</li>'
    html += `<li><a href="#${id}">${escapeHtml(text)}</a>`
  }
  return html + '</li></ul>'.repeat(open.length)
}

/** `[TOC]` alone on a line becomes the table of contents. Only the first one, because the list can be as long as the page. */
export function tocRule(md: MarkdownIt): void {
  md.block.ruler.before('paragraph', 'toc', toc, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  md.renderer.rules['toc'] = (tokens, index, _options, env, self) => {
    const page = env as PageEnv
    if (page.hasContents) return ''
    page.hasContents = true
    const attrs = self.renderAttrs(tokens[index]!)
    const list = nested(page.headings, md.utils.escapeHtml)
    return list && `<nav class="art-toc" aria-label="${words(page.language).contents}"${attrs}>${list}</nav>\n`
  }
}

/** The text of an inline token, without markup, tags and addresses. */
export function inlineText(children: Token[] | null): string {
  let text = ''
  for (const child of children ?? []) {
    if (child.type === 'text' || child.type === 'code_inline' || child.type === 'math_inline') text += child.content
    else if (child.type === 'softbreak' || child.type === 'hardbreak') text += ' '
    else if (child.type === 'image') text += inlineText(child.children)
  }
  return text
}

/** Headings that end with a link to themselves. */
const linked = /^h[234]$/
/** A longer text is no path. */
const PATH_MAX = 400
const isText = ({ type }: Token) => type === 'text' || type === 'code_inline'

function explicitIds(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    const text = state.tokens[index + 1]
    if (token.type !== 'heading_open' || !text?.content.endsWith('}')) continue
    const start = text.content.lastIndexOf('{#')
    const id = start < 0 ? undefined : safeId(text.content.slice(start + 2, -1))
    if (!id) continue
    token.meta = { id }
    text.content = text.content.slice(0, start).trimEnd()
  }
}

function anchors(state: StateCore): void {
  const env = state.env as PageEnv
  env.ids ??= new Map()
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const text = inlineText(state.tokens[index + 1]?.children ?? null).trim()
    const preferred = String(token.meta?.['id'] ?? '') || (safeId(slug(text)) ?? 'section')
    const id = unusedId(env.ids, preferred)
    token.attrSet('id', id)
    // The accessible name of the heading, without the name of the link at its end.
    if (linked.test(token.tag) && text) token.attrSet('aria-label', text)
    for (const child of state.tokens[index + 1]?.children ?? [])
      if (isText(child) && child.content.length <= PATH_MAX) child.meta = { ...child.meta, wraps: true }
    env.headings.push({ id, text, level: Number(token.tag.slice(1)) })
  }
}

/** Ids from `{#id}` at the end of a heading, otherwise slugs; unique on the page. h2 to h4 end with a link to themselves. */
export function headingIds(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'explicit_ids', explicitIds)
  md.core.ruler.push('anchors', anchors)
  const { escapeHtml } = md.utils
  /** Paths and identifiers in headings are wrapped after their marks. */
  const written = ({ meta, content }: Token) => (meta?.['wraps'] ? breakable(content).map(escapeHtml).join('<wbr>') : escapeHtml(content))
  md.renderer.rules['text'] = (tokens, index) => written(tokens[index]!)
  md.renderer.rules['code_inline'] = (tokens, index, _options, _env, self) =>
    `<code${self.renderAttrs(tokens[index]!)}>${written(tokens[index]!)}</code>`
  md.renderer.rules['heading_close'] = (tokens, index, options, env, self) => {
    const tag = tokens[index]!.tag
    const id = tokens[index - 2]?.attrGet('id')
    const close = self.renderToken(tokens, index, options)
    if (!id || !linked.test(tag)) return close
    return `<a class="anc" href="#${id}" aria-label="${words((env as PageEnv).language).anchor}">#</a>${close}`
  }
}
