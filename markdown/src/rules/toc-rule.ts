import type { MarkdownIt, StateBlock } from 'markdown-it'
import type { Heading, PageEnv } from '../types.ts'
import { words } from '../words.ts'
import { lineText } from './source-line.ts'

function toc(state: StateBlock, start: number, _end: number, silent: boolean): boolean {
  if (state.sCount[start]! - state.blkIndent >= 4 || !/^\[tocm?\]$/i.test(lineText(state, start))) return false
  if (silent) return true
  const token = state.push('toc', 'nav', 0)
  token.block = true
  token.map = [start, start + 1]
  state.line = start + 1
  return true
}

/** Headings as nested lists; a level that is skipped in the page is skipped here too. */
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

/** `[TOC]` alone on a line becomes the list of the page's headings. Only the first one does: the list may be as long as the page. */
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
