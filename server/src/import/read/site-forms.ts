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

/** A line with text. */
interface Line {
  at: number
  /** The columns of its white space in the file. */
  place: number
  /** The line without the indentation of the blocks around it. */
  line: string
  /** The white space that it begins with. */
  space: string
  text: string
}

/** Reads the lines of a page. A method that rewrites a line returns the number of the next one, or undefined for another line. */
class SiteForms {
  private readonly lines: string[]
  private readonly lineMax: number
  private readonly out: (string | Choice)[] = []
  /** The open blocks with indented content; `close` is '' if no line ends them. */
  private readonly blocks: { indent: number; close: string }[] = []
  private readonly opened: Opened[] = []
  /** How many blocks with this end are open. */
  private readonly waiting = new Map<string, number>()
  /** Empty lines above the next line with text. */
  private readonly blanks: string[] = []
  private fence = ''
  /** The end of the HTML that is open. */
  private html: RegExp | undefined
  /** The indentation of the content of the list item that is open. */
  private list = 0
  /** The sum of `strip` of the open blocks. */
  private strips = 0
  /** Whether a line between empty lines was removed, so that the result has only those above it. */
  private hasGap = false

  constructor(lines: string[], lineMax: number) {
    this.lines = lines
    this.lineMax = lineMax
  }

  rewritten(): string[] {
    for (let at = 0; at < this.lines.length; ) at = this.next(at)
    this.leave(-1)
    return chosenLines(this.out)
  }

  private next(at: number): number {
    const whole = this.lines[at] as string
    if (whole.trim() === '') {
      this.blanks.push(whole)
      return at + 1
    }
    const place = indentOf(whole)
    this.leave(place)
    const line = unindented(whole, 4 * this.blocks.length + this.stripOf(place))
    if (this.isKept(line)) return at + 1
    const space = line.slice(0, line.length - line.trimStart().length)
    const read: Line = { at, place, line, space, text: line.trim() }
    return this.indented(read) ?? this.hidden(read) ?? this.ending(read) ?? this.slashes(read) ?? this.component(read)
  }

  /** Ends the blocks whose content is indented further than a line with this indentation. */
  private leave(indent: number) {
    const { blocks, blanks, out } = this
    for (let last = blocks.at(-1); last && indent < last.indent + 4; last = blocks.at(-1)) {
      blocks.pop()
      this.fence = ''
      if (last.close) out.push(' '.repeat(Math.max(0, last.indent - 4 * blocks.length)) + last.close)
    }
    for (const blank of this.hasGap ? blanks.slice(1) : blanks) out.push(this.fence ? unindented(blank, 4 * blocks.length) : blank)
    blanks.length = 0
    this.hasGap = false
  }

  /** By how many columns the open blocks indent their content. The first line with text shows it for the innermost one. */
  private stripOf(place: number): number {
    const inner = this.opened.at(-1)
    if (inner && inner.strip === undefined) {
      inner.strip = Math.max(0, place - 4 * this.blocks.length - this.strips - inner.indent)
      this.strips += inner.strip
    }
    return this.strips
  }

  /** Adds a line as it is if it belongs to code, to HTML or to a list, or is too long. Of these, an item of a list can have attributes. */
  private isKept(line: string): boolean {
    if (this.fence || this.html) {
      if (this.fence && FENCE_END.exec(line)?.[1]?.startsWith(this.fence)) this.fence = ''
      if (this.html?.test(line)) this.html = undefined
      this.out.push(line)
      return true
    }
    this.fence = FENCE.exec(line)?.[1] ?? ''
    const [tag, name] = HTML.exec(line) ?? []
    if (tag) {
      const end = name ? new RegExp(`</${name}>`, 'i') : /-->/
      if (!end.test(line)) this.html = end
    }
    const indent = indentOf(line)
    const isCode = indent >= this.list + 4
    const item = isCode ? undefined : LIST_ITEM.exec(line)?.[0]
    if (item) this.list = item.length
    else if (!isCode) this.list = Math.min(this.list, indent)
    const isLong = line.length > this.lineMax
    if (!this.fence && !tag && !isCode && !item && !isLong) return false
    this.out.push(...(item && !this.fence && !isLong ? plainLine(line, '') : [line]))
    return true
  }

  /** A note or a tab of MkDocs. Its indentation ends it. */
  private indented({ at, place, space, text }: Line): number | undefined {
    const [, mark, kind = '', title] = ADMONITION.exec(text) ?? []
    const tab = TAB.exec(text)?.[1]
    if ((!mark && tab === undefined) || !hasContent(this.lines, at, place)) return undefined
    const own = tab !== undefined ? tabTitle(tab) : [mark === '!!!' ? calloutOf(kind, title) : detailsOf(title, kind)]
    this.out.push({ kept: [], own: own.map((one) => one && space + one), isClosed: true })
    this.blocks.push({ indent: place, close: mark ? CLOSE : '' })
    return at + 1
  }

  /** A comment or an import of MDX, which readers do not see. */
  private hidden({ at, place, line, text }: Line): number | undefined {
    const imports = place === 0 && indentOf(line) === 0 ? importLines(this.lines, at) : 0
    if (imports === 0 && !COMMENT.test(text)) return undefined
    const last = this.out.at(-1)
    this.hasGap = last === undefined || (typeof last === 'string' && last.trim() === '')
    return at + Math.max(1, imports)
  }

  /** The end of a block. It also ends those in it that have no end. */
  private ending({ at, space, text }: Line): number | undefined {
    const end = SLASHES_END.test(text) ? text : (tagEnd(text) ?? componentEnd(text) ?? '')
    if (!this.waiting.get(end)) return undefined
    let found: Opened
    do {
      found = this.opened.pop() as Opened
      this.strips -= found.strip ?? 0
      this.waiting.set(found.end, (this.waiting.get(found.end) ?? 0) - 1)
    } while (found.end !== end)
    found.choice.isClosed = true
    this.out.push(...found.close.map((one) => space + one))
    return at + 1
  }

  private open({ line, space }: Line, { own, end, close }: Form, more: string[], isComponent: boolean) {
    const choice = { kept: [line, ...more], own: own.map((one) => one && space + one), isClosed: false }
    this.out.push(choice)
    this.opened.push({ end, close, choice, indent: space.length, strip: isComponent ? undefined : 0 })
    this.waiting.set(end, (this.waiting.get(end) ?? 0) + 1)
  }

  /** The first line of a block of PyMdown, with its options. */
  private slashes(read: Line): number | undefined {
    const [, slash, block = '', caption = ''] = SLASHES.exec(read.text) ?? []
    if (!slash) return undefined
    const first = read.at + 1
    let next = first
    while (OPTION.test(this.lines[next] ?? '')) next++
    this.open(read, slashForm(slash, block, caption.trim()), this.lines.slice(first, next), false)
    return next
  }

  /** The first line of a component or of a block of tags, otherwise a line that begins and ends no block. */
  private component(read: Line): number {
    const { at, line, space, text } = read
    let [component, last] = [text, at]
    // The attributes of a component can have lines of their own.
    if (isComponentStart(text)) while (!component.endsWith('>') && last - at < 20) component += ` ${this.lines[++last]?.trim() ?? ''}`
    const found = component.length > this.lineMax ? undefined : (tagForm(text) ?? componentForm(component))
    if (!found) {
      this.out.push(...plainLine(line, this.lines[at - 1]?.trim() ?? ''))
      return at + 1
    }
    if (found.end) this.open(read, found, this.lines.slice(at + 1, last + 1), component.startsWith('<'))
    else this.out.push(...found.own.map((one) => space + one))
    return last + 1
  }
}

function chosenLines(out: (string | Choice)[]): string[] {
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

/** Rewrites the syntax in the lines of a page. Each line is read a fixed number of times, and one above `lineMax` characters stays. */
export const ownForms = (lines: string[], lineMax = LINE_MAX): string[] => new SiteForms(lines, lineMax).rewritten()
