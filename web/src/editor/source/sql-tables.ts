import { readSql, type Sql, splitAtCommas, type Token, TokenCursor } from './sql-tokens.ts'

export interface Column {
  name: string
  type: string
  nullable: boolean
  /** The default as written, without the quotes of a string. */
  value: string
  /** Auto increment. */
  autoIncrement: boolean
  primary: boolean
  unique: boolean
  /** `users.id` */
  references?: string
  note: string
  /** End offset of the definition in the source. */
  to: number
}

const ENDS =
  /^(?:NOT|NULL|DEFAULT|AUTO_INCREMENT|AUTOINCREMENT|IDENTITY|GENERATED|PRIMARY|UNIQUE|KEY|COMMENT|REFERENCES|CHECK|COLLATE|CHARSET|ON|CONSTRAINT|AS|ENCODE|VISIBLE|INVISIBLE|VIRTUAL|STORED|PERSISTED|ROWGUIDCOL|SPARSE|COLUMN_FORMAT|STORAGE|COMPRESSION|ENABLE|DISABLE|FIRST|AFTER)$/i

const ends = (walk: TokenCursor) =>
  walk.now?.kind === 'word' && (walk.is('CHARACTER', 'SET') || (ENDS.test(walk.now.text) && !walk.is('CHARACTER')))

const written = (source: string, tokens: Token[]) => {
  const first = tokens[0]
  const last = tokens.at(-1)
  if (!first || !last) return ''
  const text = source.slice(first.from, last.to)
  // [nvarchar](50) is nvarchar(50).
  return (tokens.some((token) => token.kind === 'name') ? text.replace(/\[(\w+)\]\s*/g, '$1').replace(/[`"]/g, '') : text).replace(
    /\s+/g,
    ' ',
  )
}

/** Reads tokens up to the next attribute, parentheses with their content; at least `least` tokens. */
function readUntilAttribute(walk: TokenCursor, least: number): Token[] {
  const tokens: Token[] = []
  while (!walk.done && (tokens.length < least || !ends(walk))) {
    const open = walk.now as Token
    if (walk.is('(')) {
      tokens.push(open, ...walk.group())
      if (walk.last) tokens.push(walk.last)
    } else tokens.push(walk.next() as Token)
  }
  return tokens
}

/** A default value without quotes, cast and outer parentheses. */
function plainValue(source: string, tokens: Token[]): string {
  const cast = tokens.findIndex((token) => token.text === '::')
  let inner = cast > 0 ? tokens.slice(0, cast) : tokens
  while (inner.length > 2 && inner[0]?.text === '(' && closesAtEnd(inner)) inner = inner.slice(1, -1)
  const only = inner.length === 1 ? inner[0] : undefined
  if (only?.kind === 'text') return only.text || "''"
  if (only?.kind === 'word' && /^null$/i.test(only.text)) return ''
  return written(source, inner)
}

function closesAtEnd(tokens: Token[]) {
  let depth = 0
  return tokens.every((token, index) => {
    if (token.kind === 'sign' && token.text === '(') depth++
    if (token.kind === 'sign' && token.text === ')') depth--
    return depth > 0 || index === tokens.length - 1
  })
}

function readReference(walk: TokenCursor) {
  const table = walk.name() ?? ''
  const column = walk.is('(') ? walk.group()[0]?.text : undefined
  return column ? `${table}.${column}` : table
}

/** Skips the action after ON DELETE or ON UPDATE, or the value after MySQL's ON UPDATE. */
function skipReferenceAction(walk: TokenCursor) {
  walk.next()
  if (walk.take('SET') || walk.take('NO')) walk.next()
  else readUntilAttribute(walk, 1)
}

function attribute(walk: TokenCursor, column: Column, source: string) {
  if (walk.take('NOT', 'NULL')) column.nullable = false
  else if (walk.take('DEFAULT')) {
    walk.take('ON', 'NULL')
    column.value = plainValue(source, readUntilAttribute(walk, 1))
  } else if (walk.take('AUTO_INCREMENT') || walk.take('AUTOINCREMENT') || walk.take('IDENTITY')) column.autoIncrement = true
  else if (walk.take('GENERATED')) {
    while (!walk.done && !walk.is('AS')) walk.next()
    walk.take('AS')
    if (walk.take('IDENTITY')) column.autoIncrement = true
    else column.value = `= ${written(source, walk.group())}`
  } else if (walk.take('AS')) column.value = `= ${written(source, walk.group())}`
  else if (walk.take('PRIMARY') || walk.take('KEY')) {
    walk.take('KEY')
    column.primary = true
  } else if (walk.take('UNIQUE')) {
    walk.take('KEY')
    column.unique = true
  } else if (walk.take('COMMENT')) column.note = walk.text() ?? ''
  else if (walk.take('REFERENCES')) column.references = readReference(walk)
  else if (walk.take('ON')) skipReferenceAction(walk)
  else if (walk.take('CONSTRAINT') || walk.take('COLLATE') || walk.take('CHARSET') || walk.take('CHARACTER', 'SET')) walk.next()
  else if (walk.is('(')) walk.group()
  else walk.next()
}

/** `order_id varchar(12) NOT NULL DEFAULT '' COMMENT 'Primary key'` */
function readColumn(tokens: Token[], source: string): Column | undefined {
  const walk = new TokenCursor(tokens)
  const first = walk.next()
  if (!first || (first.kind !== 'word' && first.kind !== 'name')) return undefined
  const column: Column = {
    name: first.text,
    type: written(source, readUntilAttribute(walk, 0)),
    nullable: true,
    value: '',
    autoIncrement: false,
    primary: false,
    unique: false,
    note: '',
    to: (tokens.at(-1) as Token).to,
  }
  while (!walk.done) attribute(walk, column, source)
  return column
}

export interface SqlTable {
  name: string
  note: string
  columns: Column[]
  /** Names of columns that are unique together. */
  uniqueGroups: string[][]
  /** Lower-case names of the columns that start an index. */
  indexed: Set<string>
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const columnOf = (table: SqlTable | undefined, name: string) => table?.columns.find((column) => same(column.name, name))

const CONSTRAINT = /^(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FOREIGN|CHECK|FULLTEXT|SPATIAL|EXCLUDE|LIKE|PERIOD)$/i
const TYPE =
  /^(?:(?:tiny|small|medium|big)?int|integer|n?varchar2?|n?char|text|json|uuid|bool|boolean|date|datetime|timestamp|number|numeric|decimal)$/i

const isConstraint = ([first, second]: Token[]) =>
  first?.kind === 'word' && CONSTRAINT.test(first.text) && !(second?.kind === 'word' && TYPE.test(second.text))

const namesIn = (tokens: Token[]) => splitAtCommas(tokens).map((part) => part[0]?.text ?? '')

/** Skips the name and words such as CLUSTERED, then reads the column names in parentheses. */
function readColumnNames(walk: TokenCursor) {
  while (!walk.done && !walk.is('(')) walk.next()
  return namesIn(walk.group())
}

function constrain(table: SqlTable, tokens: Token[]) {
  const walk = new TokenCursor(tokens)
  if (walk.take('CONSTRAINT')) walk.name()
  if (walk.take('PRIMARY')) for (const name of readColumnNames(walk)) Object.assign(columnOf(table, name) ?? {}, { primary: true })
  else if (walk.take('UNIQUE')) {
    const names = readColumnNames(walk)
    const only = names.length === 1 ? columnOf(table, names[0] ?? '') : undefined
    if (only) only.unique = true
    else table.uniqueGroups.push(names)
  } else if (walk.take('FOREIGN')) {
    const [name = ''] = readColumnNames(walk)
    const column = columnOf(table, name)
    if (!column || !walk.take('REFERENCES')) return
    const other = walk.name() ?? ''
    const [target] = walk.is('(') ? namesIn(walk.group()) : []
    column.references = target ? `${other}.${target}` : other
  } else if (walk.take('KEY') || walk.take('INDEX')) table.indexed.add((readColumnNames(walk)[0] ?? '').toLowerCase())
}

/** Uses the comment after a column on the same line, for databases without a COMMENT clause. */
function attachComments({ source, notes }: Sql, columns: Column[], end: number) {
  const own = notes.filter(({ from }) => from >= (columns[0]?.to ?? end) && from < end)
  for (const [index, column] of columns.entries()) {
    if (column.note) continue
    const lineEnd = source.indexOf('\n', column.to)
    const until = Math.min(lineEnd < 0 ? source.length : lineEnd, columns[index + 1]?.to ?? end)
    column.note = own.find(({ from }) => from >= column.to && from < until)?.text ?? ''
  }
}

function createTable(walk: TokenCursor, sql: Sql): SqlTable | undefined {
  walk.take('IF', 'NOT', 'EXISTS')
  const name = walk.name()
  if (name === undefined || !walk.is('(')) return undefined
  const table: SqlTable = { name, note: '', columns: [], uniqueGroups: [], indexed: new Set() }
  const all = splitAtCommas(walk.group())
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
function commentOn(walk: TokenCursor, find: (name: string) => SqlTable | undefined) {
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
function extended(walk: TokenCursor, find: (name: string) => SqlTable | undefined) {
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

/** ALTER TABLE a ADD [CONSTRAINT b] PRIMARY KEY (c) and similar statements. */
function alter(walk: TokenCursor, find: (name: string) => SqlTable | undefined) {
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

/** Every table that a script creates, with constraints and comments from later statements. */
export function readTables(source: string): SqlTable[] {
  const sql = readSql(source)
  const walk = new TokenCursor(sql.tokens)
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
