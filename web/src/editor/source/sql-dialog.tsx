import type { Language } from '@sheaf/contract/errors'
import { inLanguage } from '@sheaf/contract/languages'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLanguage, useWords } from '../../lib/words.ts'
import type { PanelProps } from '../session.ts'
import { cellText, tableText } from '../table/text.ts'
import { focusText, insertBelowLine } from '../text/insert.ts'
import { formatWords } from '../tools.words.ts'
import { SourceDialog } from './source-dialog.tsx'
import { type Column, readTables, type SqlTable } from './sql-tables.ts'

const WORDS = {
  en: {
    heads: ['Column', 'Type', 'Null', 'Key', 'Default', 'Description'],
    yes: 'yes',
    primary: 'primary',
    unique: 'unique',
    foreign: 'foreign',
    index: 'index',
    counted: 'auto increment',
  },
  zh: {
    heads: ['字段', '类型', '可空', '键', '默认值', '说明'],
    yes: '是',
    primary: '主键',
    unique: '唯一',
    foreign: '外键',
    index: '索引',
    counted: '自增',
  },
}

const safe = (text: string) => cellText(text.replace(/[\\*`~<[\]$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&'))

function keyOf(column: Column, table: SqlTable, w: (typeof WORDS)['en']) {
  const group = table.uniqueGroups.find((names) => names.some((name) => name.toLowerCase() === column.name.toLowerCase()))
  return [
    column.primary && w.primary,
    column.unique && w.unique,
    group && `${w.unique} (${group.join(', ')})`,
    column.references && `${w.foreign} → ${column.references}`,
    !column.primary && !column.unique && table.indexed.has(column.name.toLowerCase()) && w.index,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The columns Null, Key and Default; left out if empty in every row. */
const OPTIONAL_COLUMNS = [2, 3, 4]

/** Heading, comment and columns of one SQL table as Markdown. */
function page(table: SqlTable, language: Language) {
  const w = inLanguage(WORDS, language)
  const rows = table.columns.map((column) => [
    safe(column.name),
    safe(column.type),
    column.nullable && !column.primary ? w.yes : '',
    safe(keyOf(column, table, w)),
    safe(column.autoIncrement ? w.counted : column.value),
    safe(column.note),
  ])
  const empty = OPTIONAL_COLUMNS.filter((index) => rows.every((row) => !row[index]))
  const kept = [w.heads, ...rows].map((row) => row.filter((_, index) => !empty.includes(index)))
  return [`## ${safe(table.name)}`, ...(table.note ? [safe(table.note)] : []), tableText(kept)].join('\n\n')
}

/** A data dictionary of the tables that a script creates; undefined if it creates none. */
export function dictionary(source: string, language: Language): { text: string; tables: number } | undefined {
  const tables = readTables(source)
  return tables.length ? { text: tables.map((table) => page(table, language)).join('\n\n'), tables: tables.length } : undefined
}

const EXAMPLE =
  "CREATE TABLE orders (\n  order_id varchar(12) PRIMARY KEY COMMENT 'Number of the order',\n  state smallint NOT NULL DEFAULT 1\n);"

/** Converts CREATE TABLE statements to a data dictionary. */
export function SqlDialog({ session, onClose }: PanelProps) {
  const t = useWords(formatWords)
  const language = useLanguage()
  const { view } = session.editing
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
      summary={made && t.sqlFound(made.tables)}
      error={read.trim().length > 20 && !made ? t.sqlNone : undefined}
    />
  )
}
