import { COMMENT, importLines, plainLine } from './site-lines.ts'
import {
  CLOSE,
  calloutOf,
  componentEnd,
  componentForm,
  detailsOf,
  type Form,
  isComponentStart,
  tabTitle,
  tagEnd,
  tagForm,
} from './site-tags.ts'

/*
 * Site generators have a syntax of their own for notes, tabs and attributes, which would show as plain text or as code here. This file
 * rewrites that of MkDocs (with Material and PyMdown), MDX (Docusaurus, Starlight, Nextra, Mintlify), GitBook, Hugo and docsify as the
 * Markdown of this product. Code stays as it is, and so does a block without its end.
 */

/** Longer lines are text or data, and no pattern is tried on them. */
const LINE_MAX = 2000
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^[\s>]*(`{3,}|~{3,})\s*$/
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/
const HTML = /^ {0,3}<(?:(script|style|pre|template)\b|!--)/i

const ADMONITION = /^(!!!|\?{3}\+?) ?([a-z][\w-]*)(?:[ \t]+[a-z][\w-]*)*(?:[ \t]+"(.*)")?$/i
const TAB = /^===[!+]*[ \t]+"(.*)"$/
const SLASHES = /^(\/{3,})[ \t]*([a-z][\w-]*)(?:[ \t]*\|(.*))?$/i
const SLASHES_END = /^\/{3,}$/
/** The options of a `///` block, below its first line. */
const OPTION = /^ {4}[ \t]*[\w-]+:/
/** Blocks of slashes that only surround their content. */
const PLAIN = new Set(['html', 'caption', 'figure-caption'])

function slashForm(end: string, block: string, caption: string): Form {
  if (block === 'tab') return { own: tabTitle(caption), end, close: [] }
  if (PLAIN.has(block)) return { own: [], end, close: [] }
  return { own: [block === 'details' ? detailsOf(caption) : calloutOf(block, caption || undefined)], end, close: [CLOSE] }
}

/** The columns of the white space that a line begins with; a tab leads to the next multiple of four. */
function indentOf(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign === ' ') columns++
    else if (sign === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

/** The line without this number of columns at its begin, or without all of its white space if that has fewer. */
function unindented(line: string, columns: number): string {
  let [at, passed] = [0, 0]
  for (; passed < columns && (line[at] === ' ' || line[at] === '\t'); at++) passed += line[at] === '\t' ? 4 - (passed % 4) : 1
  return ' '.repeat(Math.max(0, passed - columns)) + line.slice(at)
}

/** Whether the next line with text is indented by at least four more. */
function hasContent(lines: string[], at: number, indent: number): boolean {
  let next = at + 1
  while (next < lines.length && lines[next]?.trim() === '') next++
  return next < lines.length && indentOf(lines[next] as string) >= indent + 4
}

/** Lines of the result; the second ones are used if the block of this line has its end. */
interface Choice {
  kept: string[]
  own: string[]
  isClosed: boolean
}

/** A block that is open. Its content is `strip` columns further to the right than its first line, which is known from the first content. */
interface Opened {
  end: string
  close: string[]
  choice: Choice
  indent: number
  strip: number | undefined
}

/** Rewrites the syntax in the lines of a page. Each line is read a fixed number of times, and one above `lineMax` characters stays. */
export function ownForms(lines: string[], lineMax = LINE_MAX): string[] {
  const out: (string | Choice)[] = []
  /** The open blocks with indented content; `close` is '' if no line ends them. */
  const blocks: { indent: number; close: string }[] = []
  const opened: Opened[] = []
  /** How many blocks with this end are open. */
  const waiting = new Map<string, number>()
  const blanks: string[] = []
  let [fence, html, list, strips, hasGap]: [string, RegExp | undefined, number, number, boolean] = ['', undefined, 0, 0, false]

  const lastIsBlank = () => {
    const last = out.at(-1)
    return last === undefined || (typeof last === 'string' && last.trim() === '')
  }
  /** Ends the blocks whose content is indented further than a line with this indentation. */
  const leave = (indent: number) => {
    for (let last = blocks.at(-1); last && indent < last.indent + 4; last = blocks.at(-1)) {
      blocks.pop()
      fence = ''
      if (last.close) out.push(' '.repeat(Math.max(0, last.indent - 4 * blocks.length)) + last.close)
    }
    for (const blank of hasGap ? blanks.slice(1) : blanks) out.push(fence ? unindented(blank, 4 * blocks.length) : blank)
    blanks.length = 0
    hasGap = false
  }
  const open = (line: string, space: string, { own, end, close }: Form, isComponent: boolean) => {
    const choice = { kept: [line], own: own.map((one) => one && space + one), isClosed: false }
    out.push(choice)
    opened.push({ end, close, choice, indent: space.length, strip: isComponent ? undefined : 0 })
    waiting.set(end, (waiting.get(end) ?? 0) + 1)
  }
  /** Ends the block that has this end, and gives up those in it that have none. */
  const close = (end: string): string[] | undefined => {
    if (!waiting.get(end)) return undefined
    let found: Opened
    do {
      found = opened.pop() as Opened
      strips -= found.strip ?? 0
      waiting.set(found.end, (waiting.get(found.end) ?? 0) - 1)
    } while (found.end !== end)
    found.choice.isClosed = true
    return found.close
  }

  for (let at = 0; at < lines.length; at++) {
    const whole = lines[at] as string
    if (whole.trim() === '') {
      blanks.push(whole)
      continue
    }
    const place = indentOf(whole)
    leave(place)
    const inner = opened.at(-1)
    if (inner && inner.strip === undefined) {
      inner.strip = Math.max(0, place - 4 * blocks.length - strips - inner.indent)
      strips += inner.strip
    }
    const line = unindented(whole, 4 * blocks.length + strips)
    const text = line.trim()
    if (fence || html) {
      if (fence && FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = ''
      if (html?.test(line)) html = undefined
      out.push(line)
      continue
    }
    fence = FENCE.exec(line)?.[1] ?? ''
    const [tag, name] = HTML.exec(line) ?? []
    if (tag) {
      html = name ? new RegExp(`</${name}>`, 'i') : /-->/
      if (html.test(line)) html = undefined
    }
    const indent = indentOf(line)
    const item = indent < list + 4 ? LIST_ITEM.exec(line)?.[0] : undefined
    const isCode = indent >= list + 4
    if (item) list = item.length
    else if (!isCode) list = Math.min(list, indent)
    if (fence || tag || isCode || item || line.length > lineMax) {
      out.push(...(item && !fence && line.length <= lineMax ? plainLine(line, '') : [line]))
      continue
    }
    const space = line.slice(0, line.length - line.trimStart().length)
    const [, mark, kind = '', title] = ADMONITION.exec(text) ?? []
    const tab = TAB.exec(text)?.[1]
    if ((mark || tab !== undefined) && hasContent(lines, at, place)) {
      const own = tab !== undefined ? tabTitle(tab) : [mark === '!!!' ? calloutOf(kind, title) : detailsOf(title, kind)]
      out.push({ kept: [], own: own.map((one) => one && space + one), isClosed: true })
      blocks.push({ indent: place, close: mark ? CLOSE : '' })
      continue
    }
    const imports = indent === 0 && place === 0 ? importLines(lines, at) : 0
    if (imports > 0 || COMMENT.test(text)) {
      at += Math.max(0, imports - 1)
      hasGap = lastIsBlank()
      continue
    }
    const ended = close(SLASHES_END.test(text) ? text : (tagEnd(text) ?? componentEnd(text) ?? ''))
    if (ended) {
      out.push(...ended.map((one) => space + one))
      continue
    }
    const [, slash, block = '', caption = ''] = SLASHES.exec(text) ?? []
    if (slash) {
      open(line, space, slashForm(slash, block, caption.trim()), false)
      const options: string[] = []
      while (OPTION.test(lines[at + 1] ?? '')) options.push(lines[++at] as string)
      opened.at(-1)?.choice.kept.push(...options)
      continue
    }
    const start = at
    let component = text
    // The attributes of a component can have lines of their own.
    if (isComponentStart(text)) while (!component.endsWith('>') && at - start < 20) component += ` ${lines[++at]?.trim() ?? ''}`
    const found = component.length > lineMax ? undefined : (tagForm(text) ?? componentForm(component))
    if (!found) at = start
    if (found?.end) {
      open(line, space, found, component.startsWith('<'))
      opened.at(-1)?.choice.kept.push(...lines.slice(start + 1, at + 1))
    } else out.push(...(found ? found.own.map((one) => space + one) : plainLine(line, lines[at - 1]?.trim() ?? '')))
  }
  leave(-1)
  const result: string[] = []
  /** Whether the last line is a blank one that the file does not have. */
  let isAdded = false
  for (const one of out) {
    const added = typeof one === 'string' ? [one] : one.isClosed ? one.own : one.kept
    const isName = typeof one !== 'string' && added.at(-1) === ''
    // A name in bold is a paragraph of its own.
    if (isName && result.at(-1)?.trim()) result.push('')
    if (!(isAdded && added.length === 1 && added[0]?.trim() === '')) for (const line of added) result.push(line)
    if (added.length > 0) isAdded = isName
  }
  return result
}
