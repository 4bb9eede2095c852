import { isObject, isTrue, type Json, listOf, own, textAt } from '../json.ts'
import { Reader, VALUES_MAX } from './reader.ts'
import { type Column, type ForeignKey, fullName, type Index, type Named, type Snapshot, type Table, type TableKind } from './snapshot.ts'

/* The program tbls writes the structure of many kinds of databases as JSON; its names of tables contain the schema. */

/** Databases whose names of tables have no schema: a dot is a part of the name. */
const FLAT = ['mysql', 'mariadb', 'sqlite', 'mongodb', 'dynamodb']

export const isTbls = (root: Json): boolean =>
  Array.isArray(own(root, 'tables')) && (isObject(own(root, 'driver')) || Array.isArray(own(root, 'relations')))

interface Context {
  reader: Reader
  isFlat: boolean
  mainSchema: string
}

/** The name of a table of tbls as schema and name. */
function named({ isFlat, mainSchema }: Context, text: string): { schema: string; name: string } {
  const dot = isFlat ? -1 : text.indexOf('.')
  return dot > 0 ? { schema: text.slice(0, dot), name: text.slice(dot + 1) } : { schema: mainSchema, name: text }
}

const kinds: [RegExp, TableKind][] = [
  [/materialized/i, 'materialized'],
  [/view/i, 'view'],
  [/partition/i, 'partitioned'],
  [/foreign/i, 'foreign'],
  [/virtual/i, 'virtual'],
]

export function tblsSnapshot(root: Json): Snapshot {
  const reader = new Reader()
  const driver = own(root, 'driver')
  const kind = reader.name(driver, 'name', 'driver').slice(0, 100)
  const name = reader.name(root, 'name', 'name')
  const mainSchema = reader.name(own(driver, 'meta'), 'current_schema', 'driver') || (FLAT.includes(kind) ? name || 'main' : 'public')
  const context = { reader, isFlat: FLAT.includes(kind), mainSchema }
  const tables = reader.tables(root, fullName, (one, index) => tableOf(context, one, index))
  addRelations(context, root, tables)
  return {
    kind,
    name,
    mainSchema,
    id: '',
    tables,
    enums: reader.list(root, 'enums', 'enums', (one) => {
      const full = reader.name(one, 'name', 'enums')
      return full === ''
        ? undefined
        : { ...named(context, full), values: reader.names(one, 'values', full, VALUES_MAX), comment: reader.text(one, 'comment', full) }
    }),
    problems: reader.problems,
  }
}

function tableOf(context: Context, one: Json, index: number): Table | undefined {
  const { reader } = context
  const full = reader.name(one, 'name', `tables[${index}]`)
  if (full === '') return undefined
  const at = full.slice(0, 200)
  const constraints = listOf(own(one, 'constraints')).filter(isObject)
  const primary = constraints.find((row) => /primary/i.test(textAt(row, 'type')))
  const type = textAt(one, 'type')
  const kind = kinds.find(([sign]) => sign.test(type))?.[1] ?? 'table'
  const text = (row: Json): Named => ({ name: reader.name(row, 'name', at), text: reader.definition(row, 'def', at) })
  const indexes = reader.list(one, 'indexes', at, (row) => indexOf(reader, row, at, textAt(primary, 'name')))
  if (primary && !indexes.some((index) => index.primary))
    indexes.unshift({
      name: reader.name(primary, 'name', at),
      columns: reader.names(primary, 'columns', at),
      ...{ unique: true, primary: true, method: '', where: '', comment: '' },
    })
  return {
    ...named(context, full),
    id: '',
    kind,
    comment: reader.text(one, 'comment', at),
    columns: reader.columnsOf(one, at, (row, place) => columnOf(reader, row, place)),
    indexes,
    foreignKeys: reader.list(one, 'constraints', at, (row) =>
      /foreign/i.test(textAt(row, 'type')) && textAt(row, 'referenced_table') !== '' ? keyOf(context, row, at) : undefined,
    ),
    checks: reader.list(one, 'constraints', at, (row) => (/check/i.test(textAt(row, 'type')) ? text(row) : undefined)),
    triggers: reader.list(one, 'triggers', at, text),
    definition: kind === 'view' || kind === 'materialized' ? reader.definition(one, 'def', at) : '',
    partitionedBy: '',
  }
}

function columnOf(reader: Reader, row: Json, at: string): Column {
  const extra = textAt(row, 'extra_def')
  const counted = /auto_?increment|identity/i.test(extra)
  const computed = /generated/i.test(extra) && !counted ? extra.slice(0, 1000) : undefined
  return {
    name: reader.name(row, 'name', at),
    id: '',
    type: reader.type(row, 'type', at),
    nullable: isTrue(own(row, 'nullable')),
    default: computed === undefined ? reader.optional(row, 'default', at) : undefined,
    counted,
    computed,
    comment: reader.text(row, 'comment', at),
  }
}

function indexOf(reader: Reader, row: Json, at: string, primary: string): Index {
  const definition = textAt(row, 'def').slice(0, 5000)
  const name = reader.name(row, 'name', at)
  const isPrimary = (primary !== '' && name === primary) || /\bprimary\b/i.test(definition)
  const method = /\busing\s+(\w+)/i.exec(definition)?.[1]?.toLowerCase() ?? ''
  return {
    name,
    columns: reader.names(row, 'columns', at),
    unique: isPrimary || /\bunique\b/i.test(definition),
    primary: isPrimary,
    method: method === 'btree' ? '' : method,
    where: /\bwhere\b([\s\S]*)$/i.exec(definition)?.[1]?.trim() ?? '',
    comment: reader.text(row, 'comment', at),
  }
}

const action = (definition: string, on: 'delete' | 'update') =>
  new RegExp(`on\\s+${on}\\s+(cascade|set null|set default|restrict)`, 'i').exec(definition)?.[1]?.toUpperCase() ?? ''

function keyOf(context: Context, row: Json, at: string): ForeignKey {
  const { reader } = context
  const definition = textAt(row, 'def').slice(0, 5000)
  const { schema, name } = named(context, reader.name(row, 'referenced_table', at))
  return {
    name: reader.name(row, 'name', at),
    columns: reader.names(row, 'columns', at),
    schema,
    table: name,
    references: reader.names(row, 'referenced_columns', at),
    onDelete: action(definition, 'delete'),
    onUpdate: action(definition, 'update'),
  }
}

/** Relations that people have declared for a database without foreign keys. */
function addRelations(context: Context, root: Json, tables: Table[]) {
  const { reader } = context
  const byName = new Map(tables.map((table) => [fullName(table), table]))
  reader.list(root, 'relations', 'relations', (row) => {
    const table = byName.get(fullName(named(context, textAt(row, 'table'))))
    const parent = named(context, textAt(row, 'parent_table'))
    const columns = reader.names(row, 'columns', 'relations')
    if (!table || parent.name === '' || columns.length === 0) return undefined
    const isKnown = table.foreignKeys.some((key) => key.table === parent.name && key.columns.join('\n') === columns.join('\n'))
    if (!isKnown && table.foreignKeys.length < 1000)
      table.foreignKeys.push({
        ...{ name: '', columns, schema: parent.schema, table: parent.name },
        references: reader.names(row, 'parent_columns', 'relations'),
        ...{ onDelete: '', onUpdate: '' },
      })
    return undefined
  })
}
