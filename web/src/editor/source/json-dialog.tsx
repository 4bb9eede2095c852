import { useState } from 'react'
import { isFault, placeOf, prettyJson, readJson } from '../../lib/json-read.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import type { PanelProps } from '../sitting.ts'
import { focusText } from '../template/insert.ts'
import { insertBelowLine, insertCode } from '../text/insert.ts'
import { formatWords } from '../toolbar/format.words.ts'
import { jsonAt } from './json-block.ts'
import { jsonTable } from './json-table.ts'
import { SourceDialog } from './source-dialog.tsx'

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

/** JSON to the table of its fields. */
export function JsonTableDialog({ sitting, onClose }: PanelProps) {
  const t = useWords(formatWords)
  const language = useLanguage()
  const { view } = sitting.editing
  const [text, setText] = useState(() => {
    const place = jsonAt(view.state)
    return place ? view.state.sliceDoc(place.from, place.to) : ''
  })
  const [error, setError] = useState('')
  const done = () => {
    const json = readJson(text)
    if (isFault(json)) return setError(wrongWords(text, json.fault, t, language === 'zh' ? '：' : ': '))
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

/** JSON to a neat code block; what is no JSON goes in as it is. */
export function JsonFormatDialog({ sitting, onClose }: PanelProps) {
  const t = useWords(formatWords)
  const language = useLanguage()
  const { view } = sitting.editing
  const [text, setText] = useState('')
  const json = text.trim() ? readJson(text) : undefined
  const wrong = json && isFault(json) ? wrongWords(text, json.fault, t, language === 'zh' ? '：' : ': ') : undefined
  const done = () => {
    view.dispatch(view.state.update(insertCode(view.state, 'json', json && !isFault(json) ? prettyJson(json) : text)))
    onClose()
    focusText(view)
  }
  return (
    <SourceDialog
      {...{ title: t.beautifyTitle, help: t.beautifyText, label: t.jsonLabel, example: EXAMPLE, cancel: t.cancel, action: t.insertCode }}
      {...{ value: text, onChange: setText, found: wrong, ready: text.trim() !== '', onDone: done, onClose }}
    />
  )
}
