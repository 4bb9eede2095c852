import { parseDocument } from 'yaml'
import * as z from 'zod'

const LARGEST = 16 * 1024
// Markers piled up on one line, or hundreds of brackets, cost the parser far more time than their size; no page needs them.
const PILED = /(?:[-?][ \t]+){8}|(?<!\S)(?:[!&]\S*\s+){4}/
const BRACKETS = 200
const ALIASES = 20
const ORDER_KEYS = ['order', 'weight', 'sidebar_position', 'nav_order']
const Mapping = z.record(z.string(), z.unknown())
const Words = z.union([z.string(), z.number()]).transform(String)
const Order = z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number().finite())

/** What a page's front matter says of it, and the text below. */
export interface FrontMatter {
  title: string
  description: string
  order: number | undefined
  body: string
}

function parse(source: string): Record<string, unknown> | undefined {
  if (PILED.test(source) || source.split(/[[{]/).length > BRACKETS) return undefined
  try {
    const document = parseDocument(source, { schema: 'core', uniqueKeys: false, logLevel: 'silent' })
    if (document.errors.length > 0) return undefined
    const value: unknown = document.toJS({ maxAliasCount: ALIASES })
    return value === null ? {} : Mapping.safeParse(value).data
  } catch {
    return undefined
  }
}

/** Takes a YAML block off the start of a text with `\n` ends. A block that is none, too large or faulty stays a part of the text. */
export function splitFrontMatter(text: string): FrontMatter {
  const plain = { title: '', description: '', order: undefined, body: text }
  const start = /^---[ \t]*\n/.exec(text)?.[0].length
  if (start === undefined) return plain
  const end = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m.exec(text.slice(start, start + LARGEST))
  const fields = end && parse(text.slice(start, start + end.index))
  if (!fields) return plain
  const order = ORDER_KEYS.map((key) => Order.safeParse(fields[key]).data).find((value) => value !== undefined)
  return {
    title: Words.safeParse(fields['title']).data ?? '',
    description: Words.safeParse(fields['description']).data ?? '',
    order,
    body: text.slice(start + end.index + end[0].length),
  }
}
