import type { Language } from '@sheaf/contract/errors'
import { factsOf } from '@sheaf/contract/languages'
import { isFault, prettyJson, readJson } from '../lib/json-read.ts'

export interface Example {
  /** The heading or bold line above the example, or else its beginning. */
  label: string
  text: string
}

const OPEN = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)/
const NAME = /^ {0,3}(?:#{1,6}\s+(.+?)\s*#*|(?:[-*]\s+)?\*\*(.+?)\*\*\s*[:：]?)\s*$/
/** Fences without a language count too, because the API templates use them. */
const LANGUAGES = new Set(['', 'json', 'json5', 'jsonc', 'js', 'javascript'])

const isWhole = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

const begins = (text: string) => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

/** Returns the code blocks of a page that are a JSON object or array. */
export function examplesIn(markdown: string): Example[] {
  const found: Example[] = []
  let name = ''
  let fence: { sign: string; language: string; lines: string[] } | undefined
  for (const line of markdown.split('\n')) {
    if (!fence) {
      const [, sign, language = ''] = OPEN.exec(line) ?? []
      const [, heading, bold] = NAME.exec(line) ?? []
      name = heading ?? bold ?? name
      if (sign) fence = { sign, language: language.toLowerCase(), lines: [] }
      continue
    }
    const end = line.trim()
    if (!end.startsWith(fence.sign) || end.replaceAll(fence.sign[0] as string, '') !== '') {
      fence.lines.push(line)
      continue
    }
    const text = fence.lines.join('\n').trim()
    if (LANGUAGES.has(fence.language) && isWhole(text)) {
      found.push({ label: name.replace(/[*`:：]+/g, '').trim() || begins(text), text })
      name = ''
    }
    fence = undefined
  }
  return found
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/* Placeholders by field name, with an optional one for Chinese; the first match counts. Other fields stay unchanged. */
const textPlaceholders: [RegExp, string, string?][] = [
  [/e?_?mail$/i, '@email'],
  [/(phone|mobile|tel)(_?(no|number))?$/i, '1@string(number, 10)'],
  [/^(uu|gu)id$/i, '@guid'],
  [/(^|_)ip(_?addr(ess)?)?$/i, '@ip'],
  [/(url|link|href|website)$/i, '@url(https)'],
  [/(avatar|image|img|picture|photo|icon|logo)$/i, '@image(100x100)'],
  [/^(nick|real|full|user|author|member|owner|customer|contact)?_?name$|^(author|owner|customer|contact)$/i, '@name', '@cname'],
  [/title$|subject$/i, '@title(2, 4)', '@ctitle(4, 8)'],
  [/(desc(ription)?|remark|comment|content|summary|note)s?$/i, '@sentence(4, 8)', '@csentence(8, 16)'],
  [/city$/i, '@city'],
  [/province$/i, '@province'],
  [/addr(ess)?$/i, '@county(true)'],
]
const datePlaceholders: [RegExp, string][] = [
  [/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/, '@datetime'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, '@datetime(yyyy-MM-ddTHH:mm:ss)Z'],
  [/^\d{4}-\d\d-\d\d$/, '@date'],
  [/^\d\d:\d\d:\d\d$/, '@time'],
]

function textFor(name: string, value: string, language: Language) {
  // An empty text has a meaning, and a text with "@" is already a placeholder.
  if (value === '' || /^@/.test(value)) return value
  const date = datePlaceholders.find(([pattern]) => pattern.test(value))
  if (date) return date[1]
  const [, en, zh] = textPlaceholders.find(([pattern]) => pattern.test(name)) ?? []
  return (factsOf(language).han ? (zh ?? en) : en) ?? value
}

/**
 * Adds mock rules to an example response. Rows of objects are repeated, their ids count up, booleans alternate, and texts under
 * well-known names become placeholders. Numbers and all other values stay, because their meaning is unknown.
 */
export function withMockRules(value: Json, language: Language, inRows = false): Json {
  if (Array.isArray(value)) return value.map((entry) => withMockRules(entry, language))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => property(name, entry, language, inRows)))
}

function property(name: string, value: Json, language: Language, inRows: boolean): [string, Json] {
  // The name already contains a rule.
  if (name.includes('|')) return [name, value]
  if (Array.isArray(value)) {
    const [first] = value
    const areRows = first !== null && typeof first === 'object' && !Array.isArray(first)
    return areRows ? [`${name}|3-6`, [withMockRules(first, language, true)]] : [name, withMockRules(value, language)]
  }
  if (typeof value === 'string') return [name, textFor(name, value, language)]
  if (typeof value === 'boolean') return [`${name}|1`, value]
  if (typeof value === 'number') return inRows && name === 'id' ? [`${name}|+1`, value] : [name, value]
  return [name, withMockRules(value, language)]
}

/** Formats JSON and keeps every digit of its numbers; undefined if the text is not JSON. */
export function formatJson(text: string): string | undefined {
  const read = readJson(text)
  return isFault(read) ? undefined : prettyJson(read)
}

/** Replaces the selection as if the text were typed, so that the browser can undo it. Returns false if the browser cannot do that. */
export function replaceSelection(field: HTMLTextAreaElement, text: string, from = field.selectionStart, to = field.selectionEnd) {
  field.focus()
  field.setSelectionRange(from, to)
  return (text === '' && from !== to ? document.execCommand?.('delete') : document.execCommand?.('insertText', false, text)) ?? false
}

interface Change {
  from: number
  to: number
  text: string
  /** The selection after the change. */
  select: [number, number]
}

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1

/** Tab: inserts two spaces, or indents all selected lines (`out`: unindents). undefined if nothing changes. */
export function indent(text: string, from: number, to: number, out: boolean): Change | undefined {
  if (!out && !text.slice(from, to).includes('\n')) return { from, to, text: '  ', select: [from + 2, from + 2] }
  const start = lineStart(text, from)
  const lines = text.slice(start, to).split('\n')
  const moved = lines.map((line) => (out ? line.replace(/^ {1,2}/, '') : `  ${line}`)).join('\n')
  const first = out ? (lines[0]?.length ?? 0) - (lines[0]?.replace(/^ {1,2}/, '').length ?? 0) : -2
  if (moved === text.slice(start, to)) return undefined
  return { from: start, to, text: moved, select: [Math.max(start, from - first), start + moved.length] }
}

/** Enter: keeps the indentation of the line, one step deeper after an opening bracket. */
export function newLine(text: string, from: number, to: number): Change {
  const line = text.slice(lineStart(text, from), from)
  const spaces = /^ */.exec(line)?.[0] ?? ''
  const opens = /[{[]\s*$/.test(line)
  const closes = opens && /^\s*[}\]]/.test(text.slice(to))
  const head = `\n${spaces}${opens ? '  ' : ''}`
  const at = from + head.length
  return { from, to, text: closes ? `${head}\n${spaces}` : head, select: [at, at] }
}
