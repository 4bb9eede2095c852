import { CLOSE, calloutOf, componentLines, detailsOf, TAG, tabTitle, tagLines } from './site-tags.ts'

/*
 * Site generators have forms of their own for notes, tabs and attributes, which would show as plain text or as code here. This file
 * rewrites those of MkDocs (with Material and PyMdown), MDX (Docusaurus, Starlight, Nextra, Mintlify), GitBook, Hugo and docsify as the
 * Markdown of this product. Code stays as it is, and so does a form that is not complete.
 */

/** Longer lines are text or data, and no pattern is tried on them. */
const LINE_MAX = 2000
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^[\s>]*(`{3,}|~{3,})\s*$/
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/

const ADMONITION = /^(!!!|\?{3}\+?)[ \t]+([a-z][\w-]*)(?![\w-])([^"]*)(?:"(.*)")?$/i
const TAB = /^===[!+]*[ \t]+"(.*)"$/
const SLASHES = /^(\/{3,})[ \t]*([a-z][\w-]*)(?:[ \t]*\|(.*))?$/i
const SLASHES_END = /^\/{3,}$/
/** The options of a `///` block, below its first line. */
const OPTION = /^ {4}[ \t]*[\w-]+:/
/** Blocks of slashes that only surround their content. */
const PLAIN = new Set(['html', 'caption', 'figure-caption'])
/** Lines of MDX that are no text. */
const IMPORT = /^import\s[^'"]*['"][^'"]+['"];?$/
const COMMENT = /^\{\/\*.*\*\/\}$/

const ATTRIBUTE = String.raw`(?:[#.][\w:-]+|[\w:-]+=(?:"[^"]*"|'[^']*'|[^\s{}"']+))`
const ATTRIBUTES = String.raw`\{:?[ \t]*${ATTRIBUTE}(?:[ \t]+${ATTRIBUTE})*[ \t]*\}`
/** `{: #id .class }` or `{ #id key=value }` at the end of a heading, unlike the `{id}` of a path or a text in braces. */
const HEADING_ATTRIBUTES = new RegExp(`^${ATTRIBUTES}$`)
const DOCSIFY_ID = /^( {0,3}#{1,6}[ \t].*\S)[ \t]+:id=([\w-]+)$/
const LINK_ATTRIBUTES = new RegExp(String.raw`(?<!\`)(\`+)(?!\`)[^\`]*\1(?!\`)|(\]\([^()\s]*(?:[ \t]+"[^"]*")?\))${ATTRIBUTES}`, 'g')
const DOCUSAURUS = /^(\s*:{3,}[ \t]*[a-z][\w-]*)[ \t]*\[(.*)\](?:[ \t]*\{[^{}]*\})?$/i
const DOCSIFY = /^([!?])>[ \t]+(.*)$/

/** The lines for a line that begins and ends no block. */
function plainLine(line: string): string[] {
  const end = line.trimEnd()
  const braces = end.endsWith('}') ? end.lastIndexOf('{') : -1
  const attributes = braces < 0 ? undefined : HEADING_ATTRIBUTES.exec(end.slice(braces))?.[0]
  if (attributes) {
    const before = end.slice(0, braces)
    // Without a heading, `{a=1}` can be a text.
    if (before.trim() === '' && /^\{[ \t]*[:#.]/.test(attributes)) return []
    const id = /#([\w:-]+)/.exec(attributes)?.[1]
    if (/^ {0,3}#{1,6}[ \t](?:.*[ \t])?$/.test(before)) return [id ? `${before.trimEnd()} {#${id}}` : before.trimEnd()]
  }
  const [, heading, id] = DOCSIFY_ID.exec(end) ?? []
  if (heading) return [`${heading} {#${id}}`]
  const [, mark, text] = DOCSIFY.exec(line) ?? []
  if (mark) return [`> [!${mark === '!' ? 'WARNING' : 'TIP'}]`, `> ${text}`]
  const [, opening, title] = DOCUSAURUS.exec(end) ?? []
  if (opening) return [`${opening} ${title}`]
  return [line.includes('){') ? line.replace(LINK_ATTRIBUTES, (whole, _code, link?: string) => link ?? whole) : line]
}

const indentOf = (line: string) => line.length - line.replace(/^[ \t]+/, '').length
const withSpaces = (line: string) => line.replace(/^[ \t]+/, (space) => space.replaceAll('\t', '    '))

/** Whether the next line with text is indented by at least four more. */
function hasContent(lines: string[], at: number, indent: number): boolean {
  let next = at + 1
  while (next < lines.length && lines[next]?.trim() === '') next++
  return next < lines.length && indentOf(withSpaces(lines[next] as string)) >= indent + 4
}

/** The last line of each closing mark and tag. */
function endsIn(lines: string[], lineMax: number): Map<string, number> {
  const found = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    if (line.length > lineMax) continue
    const text = line.trim()
    const end = SLASHES_END.test(text) || text.startsWith('</') ? text : TAG.exec(text)?.[1]
    if (end) found.set(end.toLowerCase(), at)
  }
  return found
}

/** Rewrites the forms in the lines of a page. Each line is read a fixed number of times, and one above `lineMax` characters stays. */
export function ownForms(lines: string[], lineMax = LINE_MAX): string[] {
  const ends = endsIn(lines, lineMax)
  const out: string[] = []
  /** The open blocks with indented content; `close` is '' if no line ends them. */
  const blocks: { indent: number; close: string }[] = []
  /** The open blocks of slashes, each with its mark and the line that closes it. */
  const slashes: { mark: string; close: string }[] = []
  /** The open components: the indentation of the first line in each, which is removed from all of its lines. */
  const components: (number | undefined)[] = []
  let [fence, isList, blanks] = ['', false, 0]
  /** Whether the last line is a blank one that the file does not have. */
  let hasGap = false

  /** Ends the blocks whose content is indented further than a line with this indentation. */
  const leave = (indent: number) => {
    for (let last = blocks.at(-1); last && indent < last.indent + 4; last = blocks.at(-1)) {
      blocks.pop()
      fence = ''
      if (last.close) out.push(' '.repeat(last.indent - 4 * blocks.length) + last.close)
    }
    for (let left = hasGap ? blanks - 1 : blanks; left > 0; left--) out.push('')
    blanks = 0
    hasGap = false
  }

  /** The lines for the first or last line of a block; undefined if it is none. `indent` is that of the line in the file. */
  const marked = (text: string, at: number, indent: number): string[] | undefined => {
    const isClosed = (end: string) => (ends.get(end.toLowerCase()) ?? -1) > at
    const [, mark, name = '', , title] = ADMONITION.exec(text) ?? []
    const tab = TAB.exec(text)?.[1]
    if (mark || tab !== undefined) {
      if (!hasContent(lines, at, indent)) return undefined
      blocks.push({ indent, close: mark ? CLOSE : '' })
      if (!mark) return tabTitle(tab ?? '')
      return [mark === '!!!' ? calloutOf(name, title) : detailsOf(title ?? name)]
    }
    const [, opening, kind = '', caption] = SLASHES.exec(text) ?? []
    if (opening && isClosed(opening)) {
      const isSurrounding = kind === 'tab' || PLAIN.has(kind)
      slashes.push({ mark: opening, close: isSurrounding ? '' : CLOSE })
      if (isSurrounding) return caption ? tabTitle(caption) : []
      return [kind === 'details' ? detailsOf(caption) : calloutOf(kind, caption?.trim())]
    }
    if (text === slashes.at(-1)?.mark) return [slashes.pop()?.close ?? ''].filter(Boolean)
    if (TAG.test(text)) return tagLines(text, isClosed)
    if (IMPORT.test(text) || COMMENT.test(text)) return []
    const isEnd = text.startsWith('</')
    const own = isEnd && components.length === 0 ? undefined : componentLines(text, isClosed)
    if (own && isEnd) components.pop()
    else if (own) components.push(undefined)
    return own
  }

  for (let at = 0; at < lines.length; at++) {
    const whole = lines[at] as string
    if (whole.trim() === '') {
      blanks++
      continue
    }
    const spaced = blocks.length > 0 ? withSpaces(whole) : whole
    leave(indentOf(spaced))
    const place = components.length - 1
    if (place >= 0) components[place] ??= indentOf(spaced)
    const line = spaced.slice(Math.max(4 * blocks.length, Math.min(components[place] ?? 0, indentOf(spaced))))
    if (fence) {
      if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = ''
      out.push(line)
      continue
    }
    fence = FENCE.exec(line)?.[1] ?? ''
    const indent = indentOf(line)
    if (indent < 4) isList = LIST_ITEM.test(line)
    if (fence || line.length > lineMax || (indent >= 4 && !isList)) {
      out.push(line)
      continue
    }
    const before = slashes.length
    const own = marked(line.trim(), at, indentOf(withSpaces(whole)))
    out.push(...(own?.map((one) => one && line.slice(0, indent) + one) ?? plainLine(line)))
    hasGap = own?.at(-1) === ''
    if (slashes.length > before) while (OPTION.test(lines[at + 1] ?? '')) at++
  }
  leave(-1)
  return out
}
