import type { Language } from '@sheaf/contract/errors'
import { factsOf, type InLanguages, inLanguage } from '@sheaf/contract/languages'
import { useState } from 'react'
import { isFault, type Json, placeOf, prettyJson, readJson } from '../../lib/json-read.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import type { PanelProps } from '../session.ts'
import { cellText, tableText } from '../table/text.ts'
import { focusText, insertBelowLine, insertCode } from '../text/insert.ts'
import { formatWords } from '../tools.words.ts'
import { jsonAt } from './json-block.ts'
import { SourceDialog } from './source-dialog.tsx'

const HEADS: InLanguages<string[]> = { en: ['Parameter', 'Type', 'Description'], zh: ['参数', '类型', '说明'] }

const typeOf = (value: Json): string => {
  const first = value.kind === 'array' ? value.items[0] : undefined
  return first ? `array[${first.kind}]` : value.kind
}

/** A name as cell text, with Markdown syntax escaped. */
const nameText = (name: string) => cellText(name.replace(/[\\*`~<[\]$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')) || '""'

/** One row per field, nested fields prefixed with "- " per level. A list is described by its first element. */
function fields(value: Json, depth = 0): string[][] {
  if (value.kind === 'array') return value.items[0] ? fields(value.items[0], depth) : []
  if (value.kind !== 'object') return []
  return value.entries.flatMap(([name, child]) => [['- '.repeat(depth) + nameText(name), typeOf(child), ''], ...fields(child, depth + 1)])
}

/** A Markdown table of the fields, laid out like a parameter table; undefined if the value has no fields. */
export function jsonTable(value: Json, language: Language) {
  const rows = fields(value)
  return rows.length ? tableText([inLanguage(HEADS, language), ...rows]) : undefined
}

const EXAMPLE = '{\n  "order_id": "ord_7Q2M",\n  "lines": [{ "sku": "BRK-0440-BLK", "quantity": 12 }]\n}'

const wrongWords = (
  text: string,
  fault: number,
  t: { jsonWrong: string; jsonPlace: (line: number, column: number) => string },
  colon: string,
) => {
  const { line, column } = placeOf(text, fault)
  return `${t.jsonWrong}${colon}${t.jsonPlace(line, column)}`
}

/** Converts JSON to a table of its fields. */
export function JsonTableDialog({ session, onClose }: PanelProps) {
  const t = useWords(formatWords)
  const language = useLanguage()
  const { view } = session.editing
  const [text, setText] = useState(() => {
    const place = jsonAt(view.state)
    return place ? view.state.sliceDoc(place.from, place.to) : ''
  })
  const [error, setError] = useState('')
  const done = () => {
    const json = readJson(text)
    if (isFault(json)) return setError(wrongWords(text, json.fault, t, factsOf(language).colon))
    const table = jsonTable(json, language)
    if (!table) return setError(t.jsonNoFields)
    view.dispatch(view.state.update(insertBelowLine(view.state, { text: table })))
    onClose()
    focusText(view)
  }
  return (
    <SourceDialog
      {...{ title: t.jsonTitle, help: t.jsonText, label: t.jsonLabel, example: EXAMPLE, cancel: t.cancel, action: t.insertTable }}
      {...{ value: text, error, ready: text.trim() !== '', onDone: done, onClose }}
      onChange={(value) => {
        setText(value)
        setError('')
      }}
    />
  )
}

/** Inserts JSON as an indented code block; invalid JSON is inserted unchanged. */
export function JsonFormatDialog({ session, onClose }: PanelProps) {
  const t = useWords(formatWords)
  const language = useLanguage()
  const { view } = session.editing
  const [text, setText] = useState('')
  const json = text.trim() ? readJson(text) : undefined
  const wrong = json && isFault(json) ? wrongWords(text, json.fault, t, factsOf(language).colon) : undefined
  const done = () => {
    view.dispatch(view.state.update(insertCode(view.state, 'json', json && !isFault(json) ? prettyJson(json) : text)))
    onClose()
    focusText(view)
  }
  return (
    <SourceDialog
      {...{ title: t.beautifyTitle, help: t.beautifyText, label: t.jsonLabel, example: EXAMPLE, cancel: t.cancel, action: t.insertCode }}
      {...{ value: text, onChange: setText, summary: wrong, ready: text.trim() !== '', onDone: done, onClose }}
    />
  )
}
