import { basename } from 'node:path'
import type { Column, ForeignKey, Index, Schema, Table, Trigger } from './schema.ts'

/*
 * SQLite has no comments on tables and columns, but stores the text of the create statement, which often contains comments:
 *   create table orders ( -- one row per order
 *     state integer not null, -- 1 open, 2 paid
 * A comment at the end of a line belongs to the column on that line; a comment on its own line belongs to the next column.
 */
const token = /--([^\n]*)|\/\*([\s\S]*?)\*\/|'(?:[^']|'')*'|"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|\w+|\n|[\s\S]/g
const notColumns = /^(?:constraint|primary|unique|check|foreign)$/i

export function sqliteComments(sql: string): { table: string; columns: Map<string, string> } {
  const columns = new Map<string, string[]>()
  const table: string[] = []
  let [depth, column, expectsName, seen] = [0, '', false, false]
  // A comment after the comma still belongs to the column before the comma.
  let last = ''
  let above: string[] = []
  for (const [part, dashes, stars, quoted, ticked, bracketed] of sql.matchAll(token)) {
    const comment = (dashes ?? stars)?.trim()
    if (comment) {
      const owner = column || last
      if (owner) columns.set(owner, [...(columns.get(owner) ?? []), comment])
      else if (seen) above.push(comment)
      else table.push(comment)
    } else if (part === '(') expectsName = depth++ === 0 || expectsName
    else if (part === ')') depth--
    else if (part === ',' && depth === 1) [last, column, expectsName] = [column, '', true]
    else if (part === '\n') last = ''
    else if (expectsName && part.trim() && dashes === undefined && stars === undefined) {
      const name = quoted ?? ticked ?? bracketed ?? part
      column = notColumns.test(part) ? '' : name.toLowerCase()
      if (column && above.length > 0) columns.set(column, above)
      if (!column) last = ''
      above = []
      seen = true
      expectsName = false
    }
  }
  const joined = [...columns].map(([name, comments]) => [name, comments.join(' ')] as const)
  return { table: table.join(' '), columns: new Map(joined) }
}

type Row = Record<string, string | number | null>
type Query = (query: string, ...values: string[]) => Row[]
const text = (value: Row[string] | undefined): string => (value === null || value === undefined ? '' : String(value))

const actions = new Set(['CASCADE', 'SET NULL', 'SET DEFAULT', 'RESTRICT'])
const action = (rule: string) => (actions.has(rule) ? rule : undefined)

/** Reads the structure of a SQLite file, opened read-only. */
export async function readSqlite(file: string): Promise<Schema> {
  const { default: Database } = await import('better-sqlite3')
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    database.pragma('query_only = true')
    const select: Query = (query, ...values) => database.prepare(query).all(...values) as Row[]
    const all = select(
      `select name, type from pragma_table_list where schema = 'main' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    const tables = all.filter(({ type }) => type !== 'shadow').map(({ name, type }) => tableOf(select, text(name), text(type)))
    return { kind: 'sqlite', name: basename(file).replace(/\.\w+$/, ''), mainSchema: 'main', tables: withSameNames(tables), enums: [] }
  } finally {
    database.close()
  }
}

/** SQLite ignores the case of names: a key is written with the names of the table and the columns that it means. */
function withSameNames(tables: Table[]): Table[] {
  const known = new Map(tables.map((table) => [table.name.toLowerCase(), table]))
  const names = (table: Table | undefined, given: string[]) =>
    given.map((name) => table?.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())?.name ?? name)
  return tables.map((table) => ({
    ...table,
    foreignKeys: table.foreignKeys.map((key) => {
      const target = known.get(key.table.toLowerCase())
      return {
        ...key,
        table: target?.name ?? key.table,
        columns: names(table, key.columns),
        references: names(target, key.references),
      }
    }),
  }))
}

function tableOf(select: Query, name: string, type: string): Table {
  const sql = text(select(`select sql from sqlite_master where name = ? and type in ('table', 'view')`, name)[0]?.['sql'])
  const comments = sqliteComments(sql)
  const rows = select('select name, type, "notnull" as required, dflt_value as value, pk, hidden from pragma_table_xinfo(?)', name)
  const keys = rows.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a['pk']) - Number(b['pk']))
  const columns = rows.filter(({ hidden }) => hidden !== 1).map((row) => columnOf(row, keys, sql, comments.columns))
  const indexes = indexesOf(select, name)
  // A primary key that is an alias of the rowid has no index.
  if (keys.length > 0 && !indexes.some(({ primary }) => primary)) {
    indexes.unshift({ name: '', columns: keys.map((row) => text(row['name'])), unique: true, primary: true, comment: '' })
  }
  const kind = type === 'view' || type === 'virtual' ? type : 'table'
  const definition = kind !== 'table' ? { definition: sql } : {}
  return {
    schema: 'main',
    name,
    kind,
    comment: comments.table,
    columns,
    indexes,
    foreignKeys: foreignKeysOf(select, name),
    checks: [],
    triggers: triggersOf(select, name),
    ...definition,
  }
}

function columnOf(row: Row, keys: Row[], sql: string, comments: Map<string, string>): Column {
  const [name, type] = [text(row['name']), text(row['type'])]
  const isKey = Number(row['pk']) > 0
  const isRowNumber = isKey && keys.length === 1 && type.toUpperCase() === 'INTEGER' && !/without\s+rowid/i.test(sql)
  return {
    name,
    type,
    counted: isRowNumber,
    comment: comments.get(name.toLowerCase()) ?? '',
    nullable: Number(row['required']) === 0 && !isRowNumber,
    ...(Number(row['hidden']) >= 2 ? { computed: '' } : { default: row['value'] === null ? undefined : text(row['value']) }),
  }
}

const triggersOf = (select: Query, table: string): Trigger[] =>
  select(`select name, sql from sqlite_master where type = 'trigger' and tbl_name = ? order by name`, table).map((row) => ({
    name: text(row['name']),
    definition: text(row['sql']),
  }))

function indexesOf(select: Query, table: string): Index[] {
  const rows = select('select name, "unique" as one, origin, partial from pragma_index_list(?) order by origin <> \'pk\', name', table)
  return rows.map(({ name, one, origin, partial }) => {
    const sql = text(select('select sql from sqlite_master where name = ?', text(name))[0]?.['sql'])
    const parts = select('select name, "desc" as down from pragma_index_xinfo(?) where key = 1 order by seqno', text(name))
    // The parts of an index over expressions have no names, so its definition is shown.
    const hasNames = parts.every((part) => part['name'] !== null)
    const expressions = /\(([\s\S]*)\)/.exec(sql.replace(/\bwhere\b[\s\S]*$/i, ''))?.[1]?.trim() ?? ''
    return {
      name: text(name).startsWith('sqlite_autoindex_') ? '' : text(name),
      columns: hasNames ? parts.map((part) => `${part['name']}${part['down'] ? ' DESC' : ''}`) : [expressions],
      unique: Number(one) === 1,
      primary: origin === 'pk',
      where: partial ? /\bwhere\b([\s\S]*)$/i.exec(sql)?.[1]?.trim() : undefined,
      comment: '',
    }
  })
}

function foreignKeysOf(select: Query, table: string): ForeignKey[] {
  const keys: (ForeignKey & { id: string })[] = []
  const query =
    'select id, "table" as target, "from" as here, "to" as there, on_delete, on_update from pragma_foreign_key_list(?) order by id, seq'
  for (const row of select(query, table)) {
    const id = text(row['id'])
    let key = keys.find((known) => known.id === id)
    if (!key) {
      const [onDelete, onUpdate] = [action(text(row['on_delete'])), action(text(row['on_update']))]
      key = { id, name: '', columns: [], schema: 'main', table: text(row['target']), references: [], onDelete, onUpdate }
      keys.push(key)
    }
    key.columns.push(text(row['here']))
    if (row['there'] !== null) key.references.push(text(row['there']))
  }
  return keys.map(({ id: _, ...key }) => key)
}
