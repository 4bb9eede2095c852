import createMarkdown, { type Token } from 'markdown-it'
import { codeSpans } from '../code-spans.ts'
import { createParser } from '../parser.ts'
import type { PageEnv } from '../types.ts'

/** A target, escaped for a Markdown link or a reference definition. */
function markdownTarget(target: string, pointed: boolean): string {
  const safe = target.replace(/[\r\n]+/g, '%0A').replace(/&(?=#?[a-z0-9]+;)/gi, '\\&')
  if (!pointed && safe !== '' && !/[\s()<>]/.test(safe)) return safe.replace(/\\(?!&)/g, '\\\\')
  return `<${safe.replace(/\\(?!&)/g, '\\\\').replace(/[<>]/g, '\\$&')}>`
}

/** A target, escaped as the value of an HTML attribute with its original quotes. */
function htmlTarget(target: string, quote: string): string {
  const safe = target.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (quote === "'") return `'${safe.replaceAll("'", '&#39;')}'`
  return `"${safe.replaceAll('"', '&quot;')}"`
}

type Change = (target: string, kind: 'link' | 'image') => string | undefined

interface Edit {
  start: number
  end: number
  text: string
}

const { utils } = createMarkdown()
const attribute = /[\s/]+([^\s"'<>/=]+)(\s*=\s*)?/y
const value = /"[^"]*"|'[^']*'|[^\s"'=<>`]+/y
const tagName = /<[a-z][a-z0-9-]*/iy

/** Adds the edits inside one tag; returns the offset of its end. */
function tagEdits(text: string, start: number, end: number, change: Change, edits: Edit[]): number {
  tagName.lastIndex = start
  if (!tagName.test(text)) return start + 1
  let at = tagName.lastIndex
  for (;;) {
    attribute.lastIndex = at
    const match = attribute.exec(text)
    if (!match || attribute.lastIndex > end) return at
    at = attribute.lastIndex
    if (!match[2]) continue
    value.lastIndex = at
    const found = value.exec(text)?.[0]
    if (found === undefined) return at
    const name = match[1]!.toLowerCase()
    if (name === 'href' || name === 'src') {
      const quoted = found.startsWith('"') || found.startsWith("'")
      const next = change(
        utils.unescapeAll((quoted ? found.slice(1, -1) : found).replaceAll('\\', '\\\\')),
        name === 'href' ? 'link' : 'image',
      )
      if (next !== undefined) edits.push({ start: at, end: at + found.length, text: htmlTarget(next, found.charAt(0)) })
    }
    at += found.length
  }
}

/** Edits of `href` and `src` in the tags between two offsets. */
function htmlEdits(text: string, start: number, end: number, change: Change): Edit[] {
  const edits: Edit[] = []
  let at = text.indexOf('<', start)
  while (at >= 0 && at < end) at = text.indexOf('<', tagEdits(text, at, end, change, edits))
  return edits
}

const { helpers } = createMarkdown()
/** What may follow a target. Each run of blanks belongs to one part, because a second way to divide it would cost the square of its length. */
const afterTarget =
  /[ \t]*(?![ \t])\r?\n?[ \t>]*(?![ \t>])(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\))?\s*(?!\s)(?:=[\d%]*x[\d%]*\s*)?\)/y
const definition = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*\[(?!\^)(?:[^[\]\\]|\\[\s\S]){1,999}\]:[ \t]*(?:\r?\n[ \t>]*)?/gm

/** The link target at an offset, and the offset after it. */
function targetAt(text: string, at: number, max: number): { target: string; end: number } | undefined {
  const found = helpers.parseLinkDestination(text, at, max)
  return found.ok ? { target: found.str, end: found.pos } : undefined
}

/** Edits of links, images and tags in one paragraph, heading, cell … */
function inlineEdits(text: string, start: number, end: number, change: Change): Edit[] {
  const edits: Edit[] = []
  const spans = codeSpans(text, start, end)
  const open: boolean[] = []
  for (let at = start; at < end; at++) {
    const char = text.charAt(at)
    const span = char === '`' ? spans.get(at) : undefined
    if (span) at = span - 1
    else if (char === '\\') at++
    else if (char === '[') open.push(text.charAt(at - 1) === '!' && text.charAt(at - 2) !== '\\')
    else if (char === '<') at = tagEdits(text, at, end, change, edits) - 1
    else if (char === ']') {
      const image = open.pop()
      if (image === undefined || text.charAt(at + 1) !== '(') continue
      let from = at + 2
      while (from < end && /\s/.test(text.charAt(from))) from++
      const found = targetAt(text, from, end)
      afterTarget.lastIndex = found?.end ?? end
      if (!found || found.end === from || !afterTarget.test(text) || afterTarget.lastIndex > end) continue
      const next = change(found.target, image ? 'image' : 'link')
      if (next !== undefined) edits.push({ start: from, end: found.end, text: markdownTarget(next, text.charAt(from) === '<') })
      at = found.end - 1
    }
  }
  return edits
}

/** Edits of reference definitions, which are in no leaf block. Their use is unknown there, so they count as links. */
function referenceEdits(text: string, start: number, end: number, change: Change): Edit[] {
  const edits: Edit[] = []
  for (const match of text.slice(start, end).matchAll(definition)) {
    const at = start + match.index + match[0].length
    const found = targetAt(text, at, end)
    const next = found && found.end > at ? change(found.target, 'link') : undefined
    if (found && next !== undefined) edits.push({ start: at, end: found.end, text: markdownTarget(next, text.charAt(at) === '<') })
  }
  return edits
}

interface SourcePart {
  /** `text` is inline Markdown, `html` a raw block, `other` the rest: definitions and block markers. */
  kind: 'text' | 'html' | 'other'
  start: number
  end: number
}

const blocksOnly = createParser()
blocksOnly.core.ruler.enableOnly(['normalize', 'block'])

/** Offsets of all line starts, followed by the length of the text. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length)
  starts.push(text.length)
  return starts
}

/** The kind of each line, and the first lines of leaf blocks. Code and formulas are 'code', which is not searched. */
function lineKinds(tokens: Token[], count: number): { kinds: ('text' | 'html' | 'other' | 'code')[]; first: Set<number> } {
  const kinds = new Array<'text' | 'html' | 'other' | 'code'>(count).fill('other')
  const first = new Set<number>()
  for (const token of tokens) {
    const code = token.type === 'fence' || token.type === 'code_block' || token.type === 'math_block'
    const kind = code ? 'code' : token.type === 'html_block' ? 'html' : 'text'
    const leaf = code || kind === 'html' || token.type === 'inline' || token.type === 'tr_open' || token.type.endsWith('_title_open')
    if (!leaf || !token.map) continue
    kinds.fill(kind, token.map[0], Math.min(token.map[1], count))
    first.add(token.map[0])
  }
  return { kinds, first }
}

/** Undefined for a page that exceeds the limits: it is shown as source text, without links. */
function blocksOf(text: string): Token[] | undefined {
  const env: PageEnv = { language: 'en', lines: false, own: '', headings: [] }
  try {
    return blocksOnly.parse(text, env)
  } catch {
    return undefined
  }
}

/** The source in parts that can contain links, one per leaf block. */
function sourceParts(text: string): SourcePart[] {
  const starts = lineStarts(text)
  const tokens = blocksOf(text)
  if (!tokens) return []
  const { kinds, first } = lineKinds(tokens, starts.length - 1)
  const parts: SourcePart[] = []
  for (const [line, kind] of kinds.entries()) {
    const [start, end] = [starts[line]!, starts[line + 1]!]
    const last = parts.at(-1)
    if (kind === 'code') continue
    if (last?.kind === kind && last.end === start && !first.has(line)) last.end = end
    else parts.push({ kind, start, end })
  }
  return parts
}

/**
 * Replaces the targets of links, images, reference definitions and raw-HTML `href`/`src`. All other characters and code stay
 * unchanged. `change` gets the unescaped target and returns the new one, or undefined to keep it.
 */
export function rewriteLinks(text: string, change: (target: string, kind: 'link' | 'image') => string | undefined): string {
  const edits: Edit[] = []
  const changeIfDifferent: Change = (target, kind) => {
    const next = change(target, kind)
    return next === target ? undefined : next
  }
  for (const part of sourceParts(text)) {
    if (part.kind === 'html') edits.push(...htmlEdits(text, part.start, part.end, changeIfDifferent))
    else if (part.kind === 'text') edits.push(...inlineEdits(text, part.start, part.end, changeIfDifferent))
    else edits.push(...referenceEdits(text, part.start, part.end, changeIfDifferent))
  }
  let result = ''
  let from = 0
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    if (edit.start < from) continue
    result += text.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return result + text.slice(from)
}
