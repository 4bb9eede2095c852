import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'
import { icon } from './own-buttons.ts'

/** A block that shows a part of a source: ```` ```operation orders createOrder ````. `description` reads it. */
const INFO = /^(operation|webhook|schema|introduction|table|overview)[ \t]+([a-z0-9-]{1,40})(?:[ \t]+(\S.*))?$/

/** The part that a fence shows, as an attribute; "" for any other fence. The reading text of a view is the name of its part. */
export function viewAttribute(info: string, escapeHtml: (text: string) => string): string {
  const name = info.trim().replace(/\s+/g, ' ')
  return INFO.test(name) ? ` data-view="${escapeHtml(name)}"` : ''
}

/** A card with more lines would be longer than the part. */
const LINES_MAX = 50

/** The words of people in a block, as written: a path and its text, or a line that continues the previous text. */
function wordsIn(content: string): [path: string, text: string][] {
  const found: [string, string][] = []
  for (const line of content.split('\n')) {
    const [, path, text = ''] = /^((?:(?:index|key):(?=[^\s:]))?[^\s:][^:]{0,200}?)\+?:(?:[ \t]+(.*))?$/.exec(line) ?? []
    const last = found.at(-1)
    if (path) found.push([path, text === '|' ? '' : text])
    else if (last && line.trim() !== '') last[1] = `${last[1]} ${line.trim()}`.trim()
    if (found.length > LINES_MAX) return found.slice(0, LINES_MAX)
  }
  return found
}

/** Instead of the part, which only the server knows: its name, its source, and what people wrote about it. Undefined for another fence. */
export function partCard(info: string, content: string, page: PageEnv, attrs: string, escapeHtml: (text: string) => string) {
  const [, kind, source = '', key = ''] = INFO.exec(info.trim()) ?? []
  if (!kind || (key === '') !== (kind === 'introduction' || kind === 'overview')) return undefined
  const t = words(page.language)
  const isKind = (one: string): one is keyof typeof t.parts => Object.hasOwn(t.parts, one)
  const name = isKind(kind) ? t.parts[kind] : kind
  const rows = wordsIn(content).map(([path, text]) => `<li><code>${escapeHtml(path)}</code> ${escapeHtml(text)}</li>`)
  return (
    `<div class="callout" role="note" aria-label="${name}"${viewAttribute(info, escapeHtml)}${attrs}>${icon('info', page)}<div>\n` +
    `<p class="ct">${name}${key && ` <code>${escapeHtml(key)}</code>`}</p>\n` +
    `<p>${t.partOf(escapeHtml(source))}</p>\n${rows.length > 0 ? `<ul>${rows.join('')}</ul>\n` : ''}</div></div>\n`
  )
}
