import { oneLine } from '@sheaf/contract/limits'
import { parseDocument } from 'yaml'
import * as z from 'zod'
import { ownForms } from './site-forms.ts'
import { joinedLines } from './wrapped.ts'

const LARGEST = 16 * 1024
// Many markers on one line, or hundreds of brackets, take the parser excessive time.
const REPEATED_MARKERS = /(?:[-?][ \t]+){8}|(?<!\S)(?:[!&]\S*\s+){4}/
const BRACKETS = 200
const ALIASES = 20
const ORDER_KEYS = ['order', 'weight', 'sidebar_position', 'nav_order']
/** The fields in which Docusaurus, Hugo and Mintlify keep the name of a page in their menu. */
const MENU_KEYS = ['sidebar_label', 'linkTitle', 'sidebarTitle']
const Mapping = z.record(z.string(), z.unknown())
const Words = z.union([z.string(), z.number()]).transform(String)
const Order = z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number().finite())

/** The front matter of a page, and the text below it. */
interface FrontMatter {
  title: string
  menuTitle: string
  description: string
  order: number | undefined
  body: string
}

function parse(source: string): Record<string, unknown> | undefined {
  if (REPEATED_MARKERS.test(source) || source.split(/[[{]/).length > BRACKETS) return undefined
  try {
    const document = parseDocument(source, { schema: 'core', uniqueKeys: false, logLevel: 'silent' })
    if (document.errors.length > 0) return undefined
    const value: unknown = document.toJS({ maxAliasCount: ALIASES })
    return value === null ? {} : Mapping.safeParse(value).data
  } catch {
    return undefined
  }
}

const TOML_BEGIN = /^\+\+\+[ \t]*\n/
const TOML_END = /^\+\+\+[ \t]*(?:\n|$)/m
/** A text or a number of TOML; other values are not needed. */
const TOML_LINE = /^[ \t]*(\w+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\["\\])*)"|'([^']*)'|(-?\d{1,9}(?:\.\d{1,9})?))[ \t]*(?:#.*)?$/

/** The front matter of Hugo in TOML, up to its first table; undefined if there is none. */
function splitToml(text: string): { fields: Record<string, unknown>; body: string } | undefined {
  const start = TOML_BEGIN.exec(text)?.[0].length
  const end = start === undefined ? null : TOML_END.exec(text.slice(start, start + LARGEST))
  if (start === undefined || !end) return undefined
  const fields: Record<string, unknown> = {}
  for (const line of text.slice(start, start + end.index).split('\n')) {
    if (line.startsWith('[')) break
    const [, key, quoted, literal, number] = TOML_LINE.exec(line) ?? []
    if (key) fields[key] = quoted?.replace(/\\(.)/g, '$1') ?? literal ?? Number(number)
  }
  return { fields, body: text.slice(start + end.index + end[0].length) }
}

/** Splits YAML or TOML front matter from a text with `\n` line endings. An oversized or invalid block stays part of the text. */
function splitFrontMatter(text: string): FrontMatter {
  const toml = splitToml(text)
  if (toml) return frontMatter(toml.fields, toml.body)
  const plain = { title: '', menuTitle: '', description: '', order: undefined, body: text }
  const start = /^---[ \t]*\n/.exec(text)?.[0].length
  if (start === undefined) return plain
  const end = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m.exec(text.slice(start, start + LARGEST))
  const fields = end && parse(text.slice(start, start + end.index))
  if (!fields) return plain
  return frontMatter(fields, text.slice(start + end.index + end[0].length))
}

const frontMatter = (fields: Record<string, unknown>, body: string): FrontMatter => ({
  title: Words.safeParse(fields['title']).data ?? '',
  menuTitle: MENU_KEYS.map((key) => Words.safeParse(fields[key]).data).find(Boolean) ?? '',
  description: Words.safeParse(fields['description']).data ?? '',
  order: ORDER_KEYS.map((key) => Order.safeParse(fields[key]).data).find((value) => value !== undefined),
  body,
})

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
}

/** The plain text of one line of Markdown, for a title: without markup, tags and URLs; code stays literal. */
export function inlineWords(line: string): string {
  const kept: string[] = []
  // Code, escaped characters and entities are literal, so a private-use character replaces each until the markup is removed.
  const keep = (text: string) => String.fromCharCode(0xe000 + kept.push(text) - 1)
  return line
    .replace(/[\uE000-\uF8FF]/g, '')
    .replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, (_, _ticks: string, code: string) => keep(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, char: string) => keep(char))
    .replace(/<!--.*?-->|<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => keep(decodeEntity(whole, name)))
    .replace(/!?\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^[\]]*\])/g, '$1')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/(\*{1,3}|~~)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])(.*?[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/[\uE000-\uF8FF]/g, (char) => kept[char.charCodeAt(0) - 0xe000] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

const LONGEST = 2000

/** The first level 1 heading: its text and its lines [from, to). The range is empty if the heading was truncated. */
interface FirstHeading {
  title: string
  from: number
  to: number
}

const BLOCK = /^ {0,3}<(script|style|pre|template)\b/i

/** The last line of a block that cannot contain a heading; undefined if no such block begins at `at`. */
function skipBlock(lines: string[], at: number): number | undefined {
  const line = lines[at]!
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
  const tag = BLOCK.exec(line)?.[1]
  let ends: RegExp
  if (fence) ends = new RegExp(`^ {0,3}${fence[0]}{${Math.min(fence.length, 1000)},}[ \\t]*$`)
  else if (tag) ends = new RegExp(`</${tag}>`, 'i')
  else if (/^ {0,3}<!--/.test(line)) ends = /-->/
  else return undefined
  for (let index = fence ? at + 1 : at; index < lines.length; index++) if (ends.test(lines[index]!)) return index
  return lines.length
}

const isText = (line: string | undefined) => line !== undefined && /^ {0,3}[^\s>#\-*+=|`~<:]/.test(line)

/** Finds the first `# Title` or `Title` over `===` outside code, comments and scripts; `{#id}` is not part of the title. */
function firstHeading(lines: string[]): FirstHeading | undefined {
  for (let at = 0; at < lines.length; at++) {
    const end = skipBlock(lines, at)
    if (end !== undefined) {
      at = end
      continue
    }
    const atx = /^ {0,3}#(?:[ \t]+(.*))?$/.exec(lines[at]!)
    const setext = !atx && isText(lines[at]) && !lines[at - 1]?.trim() && /^ {0,3}=+[ \t]*$/.test(lines[at + 1] ?? '')
    if (!atx && !setext) continue
    const line = (atx ? (atx[1] ?? '') : lines[at]!).slice(0, LONGEST)
    const source = line.replace(/(?:^|[ \t]+)#+[ \t]*$/, '').replace(/\s*\{[#.][^{}]*\}\s*$/, '')
    const whole = lines[at]!.length <= LONGEST
    return { title: inlineWords(source), from: at, to: at + (whole ? (atx ? 1 : 2) : 0) }
  }
  return undefined
}

/** A parsed Markdown file. `title` and `menuTitle`, its name in the menu of a site, are '' if the file has none. */
export interface ReadPage {
  title: string
  menuTitle: string
  description: string
  order: number | undefined
  content: string
}

/**
 * Parses a Markdown file: removes front matter and a heading that repeats the title, and rewrites the forms of site generators. `\r\n`
 * becomes `\n`.
 */
export function readPage(text: string): ReadPage {
  const { title: declaredTitle, menuTitle, description, order, body } = splitFrontMatter(text.replace(/\r\n?/g, '\n'))
  const lines = joinedLines(ownForms(body.split('\n')))
  const heading = firstHeading(lines)
  const fullTitle = declaredTitle.trim() === '' ? (heading?.title ?? '') : declaredTitle
  const title = oneLine(fullTitle)
  // The heading of a truncated title is kept, so that the full title stays readable.
  if (heading && oneLine(heading.title, fullTitle.length + 1) === title) lines.splice(heading.from, heading.to - heading.from)
  const content = lines.join('\n').replace(/^(?:[ \t]*\n)+/, '')
  return { title, menuTitle: oneLine(menuTitle), description: oneLine(description, 500), order, content }
}
