import { useDeferredValue, useMemo, useState } from 'react'
import { useLanguage, useWords } from '../../lib/words.ts'
import type { PanelProps } from '../sitting.ts'
import { focusText } from '../template/insert.ts'
import { insertBelowLine } from '../text/insert.ts'
import { formatWords } from '../toolbar/format.words.ts'
import { SourceDialog } from './source-dialog.tsx'
import { dictionary } from './sql-dictionary.ts'

const EXAMPLE =
  "CREATE TABLE orders (\n  order_id varchar(12) PRIMARY KEY COMMENT 'Number of the order',\n  state smallint NOT NULL DEFAULT 1\n);"

/** CREATE TABLE statements to a data dictionary. */
export function SqlDialog({ sitting, onClose }: PanelProps) {
  const t = useWords(formatWords)
  const language = useLanguage()
  const { view } = sitting.editing
  const [text, setText] = useState(() => {
    const { from, to } = view.state.selection.main
    return view.state.sliceDoc(from, to)
  })
  const read = useDeferredValue(text)
  const made = useMemo(() => (read.trim() ? dictionary(read, language) : undefined), [read, language])
  const done = () => {
    const written = dictionary(text, language)
    if (!written) return
    view.dispatch(view.state.update(insertBelowLine(view.state, { text: written.text })))
    onClose()
    focusText(view)
  }
  return (
    <SourceDialog
      {...{ title: t.sqlTitle, help: t.sqlText, label: t.sqlLabel, example: EXAMPLE, cancel: t.cancel, action: t.insertSql }}
      {...{ value: text, onChange: setText, onDone: done, onClose, ready: made !== undefined }}
      found={made && t.sqlFound(made.tables)}
      error={read.trim().length > 20 && !made ? t.sqlNone : undefined}
    />
  )
}
