import { type Column, readColumn } from './sql-column.ts'
import { readSql, type Sql, type Token } from './sql-tokens.ts'
import { parts, Walk } from './sql-walk.ts'

export interface SqlTable {
  name: string
  note: string
  columns: Column[]
  /** Columns that are unique together. */
  together: string[][]
  /** Columns that begin an index. */
  indexed: Set<string>
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const columnOf = (table: SqlTable | undefined, name: string) => table?.columns.find((column) => same(column.name, name))

const CONSTRAINT = /^(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FOREIGN|CHECK|FULLTEXT|SPATIAL|EXCLUDE|LIKE|PERIOD)$/i
const TYPE =
  /^(?:(?:tiny|small|medium|big)?int|integer|n?varchar2?|n?char|text|json|uuid|bool|boolean|date|datetime|timestamp|number|numeric|decimal)$/i

const isConstraint = ([first, second]: Token[]) =>
  first?.kind === 'word' && CONSTRAINT.test(first.text) && !(second?.kind === 'word' && TYPE.test(second.text))

const namesIn = (tokens: Token[]) => parts(tokens).map((part) => part[0]?.text ?? '')

/** Steps to the brackets with the columns, over a name and words like CLUSTERED. */
function readColumnNames(walk: Walk) {
  while (!walk.done && !walk.is('(')) walk.next()
  return namesIn(walk.group())
}

function constrain(table: SqlTable, tokens: Token[]) {
  const walk = new Walk(tokens)
  if (walk.take('CONSTRAINT')) walk.name()
  if (walk.take('PRIMARY')) for (const name of readColumnNames(walk)) Object.assign(columnOf(table, name) ?? {}, { primary: true })
  else if (walk.take('UNIQUE')) {
    const names = readColumnNames(walk)
    const only = names.length === 1 ? columnOf(table, names[0] ?? '') : undefined
    if (only) only.unique = true
    else table.together.push(names)
  } else if (walk.take('FOREIGN')) {
    const [name = ''] = readColumnNames(walk)
    const column = columnOf(table, name)
    if (!column || !walk.take('REFERENCES')) return
    const other = walk.name() ?? ''
    const [target] = walk.is('(') ? namesIn(walk.group()) : []
    column.points = target ? `${other}.${target}` : other
  } else if (walk.take('KEY') || walk.take('INDEX')) table.indexed.add((readColumnNames(walk)[0] ?? '').toLowerCase())
}

/** Comments behind a column on its own line, for databases without words for them. */
function attachComments({ source, notes }: Sql, columns: Column[], end: number) {
  const own = notes.filter(({ from }) => from >= (columns[0]?.to ?? end) && from < end)
  for (const [index, column] of columns.entries()) {
    if (column.note) continue
    const lineEnd = source.indexOf('\n', column.to)
    const until = Math.min(lineEnd < 0 ? source.length : lineEnd, columns[index + 1]?.to ?? end)
    column.note = own.find(({ from }) => from >= column.to && from < until)?.text ?? ''
  }
}

function createTable(walk: Walk, sql: Sql): SqlTable | undefined {
  walk.take('IF', 'NOT', 'EXISTS')
  const name = walk.name()
  if (name === undefined || !walk.is('(')) return undefined
  const table: SqlTable = { name, note: '', columns: [], together: [], indexed: new Set() }
  const all = parts(walk.group())
  const end = walk.last?.to ?? sql.source.length
  table.columns = all.filter((part) => !isConstraint(part)).flatMap((part) => readColumn(part, sql.source) ?? [])
  for (const part of all.filter(isConstraint)) constrain(table, part)
  attachComments(sql, table.columns, end)
  while (!walk.done && !walk.is(';') && !walk.is('CREATE') && !walk.is('GO')) {
    if (walk.take('COMMENT')) {
      walk.take('=')
      table.note = walk.text() ?? table.note
    } else walk.next()
  }
  return table.columns.length ? table : undefined
}

/** PostgreSQL and Oracle: COMMENT ON TABLE a.b IS '…', COMMENT ON COLUMN a.b.c IS '…'. */
function commentOn(walk: Walk, find: (name: string) => SqlTable | undefined) {
  const isColumn = walk.take('COLUMN')
  if (!isColumn && !walk.take('TABLE')) return
  const path: string[] = []
  do path.push(walk.next()?.text ?? '')
  while (walk.take('.'))
  if (!walk.take('IS')) return
  const note = walk.text() ?? ''
  const table = find(path.at(isColumn ? -2 : -1) ?? '')
  if (!isColumn && table) table.note = note
  const column = columnOf(table, path.at(-1) ?? '')
  if (isColumn && column) column.note = note
}

/** SQL Server: EXEC sp_addextendedproperty 'MS_Description', N'…', 'SCHEMA', 'dbo', 'TABLE', 'a', 'COLUMN', 'b'. */
function extended(walk: Walk, find: (name: string) => SqlTable | undefined) {
  const texts: string[] = []
  while (!walk.done && !walk.is(';') && !walk.is('GO') && !walk.is('EXEC') && !walk.is('CREATE')) {
    const token = walk.next()
    if (token?.kind === 'text') texts.push(token.text)
  }
  const after = (word: string) => texts[texts.findIndex((text, index) => index > 1 && same(text, word)) + 1] ?? ''
  const table = texts.some((text) => same(text, 'TABLE')) ? find(after('TABLE')) : undefined
  const column = texts.some((text, index) => index > 1 && same(text, 'COLUMN')) ? columnOf(table, after('COLUMN')) : undefined
  if (column) column.note = texts[1] ?? ''
  else if (table) table.note = texts[1] ?? ''
}

/** ALTER TABLE a ADD [CONSTRAINT b] PRIMARY KEY (c) and its like. */
function alter(walk: Walk, find: (name: string) => SqlTable | undefined) {
  walk.take('ONLY')
  const table = find(walk.name() ?? '')
  while (!walk.done && !walk.is(';') && !walk.is('CREATE') && !walk.is('GO')) {
    if (!walk.take('ADD')) {
      walk.next()
      continue
    }
    const tokens: Token[] = []
    while (!walk.done && !walk.is(';') && !walk.is('ADD') && !walk.is('GO') && !walk.is('CREATE')) tokens.push(walk.next() as Token)
    if (table && isConstraint(tokens)) constrain(table, tokens)
  }
}

/** Every table a script creates, with what later statements say of it. */
export function readTables(source: string): SqlTable[] {
  const sql = readSql(source)
  const walk = new Walk(sql.tokens)
  const tables: SqlTable[] = []
  const find = (name: string) => tables.findLast((table) => same(table.name, name))
  while (!walk.done) {
    if (walk.take('CREATE')) {
      while (
        walk.now?.kind === 'word' &&
        /^(?:OR|REPLACE|GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|EXTERNAL|FOREIGN|PRIVATE|COLUMN|ROW)$/i.test(walk.now.text)
      )
        walk.next()
      const table = walk.take('TABLE') ? createTable(walk, sql) : undefined
      if (table) tables.push(table)
    } else if (walk.take('COMMENT', 'ON')) commentOn(walk, find)
    else if (walk.take('ALTER', 'TABLE')) alter(walk, find)
    else if (walk.now && /sp_addextendedproperty$/i.test(walk.now.text)) {
      walk.next()
      extended(walk, find)
    } else walk.next()
  }
  return tables
}
