import type { Language } from '@sheaf/contract/errors'
import type { Json } from '../../lib/json-read.ts'
import { cellText, tableText } from '../table/text.ts'

const HEADS: Record<Language, string[]> = { en: ['Parameter', 'Type', 'Description'], zh: ['参数', '类型', '说明'] }

const typeOf = (value: Json): string => {
  const first = value.kind === 'array' ? value.items[0] : undefined
  return first ? `array[${first.kind}]` : value.kind
}

/** A name in a cell, with what Markdown would take for its own made harmless. */
const nameText = (name: string) => cellText(name.replace(/[\\*`~<[\]$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')) || '""'

/** The fields of a value: of the fields inside it, each with "- " per level; a list speaks for itself with its first element. */
function fields(value: Json, depth = 0): string[][] {
  if (value.kind === 'array') return value.items[0] ? fields(value.items[0], depth) : []
  if (value.kind !== 'object') return []
  return value.entries.flatMap(([name, one]) => [['- '.repeat(depth) + nameText(name), typeOf(one), ''], ...fields(one, depth + 1)])
}

/** A table of the fields, in the way parameters are described; undefined where the value has none. */
export function jsonTable(value: Json, language: Language) {
  const rows = fields(value)
  return rows.length ? tableText([HEADS[language], ...rows]) : undefined
}
