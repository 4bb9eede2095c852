import { isObject, isTrue, type Json, own, textAt } from '../json.ts'
import { Reader, VALUES_MAX } from './reader.ts'
import {
  type Column,
  type EnumType,
  type ForeignKey,
  fullName,
  type Index,
  type Named,
  type Snapshot,
  TABLE_KINDS,
  type Table,
  type TableKind,
} from './snapshot.ts'
import { isTbls, tblsSnapshot } from './tbls.ts'

/** The number of the form that `sheaf-push database --name` sends. */
const FORM = 2

/**
 * The structure of a database in a text: what `sheaf-push database` sends, or the JSON of tbls; undefined for any other text. Refusals:
 * sourceTables, sourceColumns.
 */
export function snapshotIn(text: string): Snapshot | undefined {
  // Spares a second parse of descriptions of APIs.
  if (!/^[\s\ufeff]*\{/.test(text) || !text.includes('"tables"')) return undefined
  let root: unknown
  try {
    root = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
  if (!isObject(root) || own(root, 'openapi') !== undefined || own(root, 'swagger') !== undefined) return undefined
  if (own(root, 'sheaf') === 'database' && own(root, 'form') === FORM) return formSnapshot(root)
  return isTbls(root) ? tblsSnapshot(root) : undefined
}

function formSnapshot(root: Json): Snapshot {
  const reader = new Reader()
  const mainSchema = reader.name(root, 'mainSchema', 'mainSchema')
  const tables = reader.tables(root, fullName, (one, index) => tableOf(reader, one, index))
  return {
    kind: reader.name(root, 'kind', 'kind').slice(0, 100),
    name: reader.name(root, 'name', 'name'),
    mainSchema,
    id: reader.name(root, 'id', 'id').slice(0, 200),
    tables,
    enums: reader.list(root, 'enums', 'enums', (one) => enumOf(reader, one)),
    problems: reader.problems,
  }
}

function tableOf(reader: Reader, one: Json, index: number): Table | undefined {
  const name = reader.name(one, 'name', `tables[${index}]`)
  if (name === '') return undefined
  const schema = reader.name(one, 'schema', `tables[${index}]`)
  const at = fullName({ schema, name }).slice(0, 200)
  const kind = textAt(one, 'kind')
  const named =
    (text: string) =>
    (row: Json): Named => ({ name: reader.name(row, 'name', at), text: reader.definition(row, text, at) })
  return {
    schema,
    name,
    id: reader.name(one, 'id', at).slice(0, 40),
    kind: TABLE_KINDS.includes(kind as TableKind) ? (kind as TableKind) : 'table',
    comment: reader.text(one, 'comment', at),
    columns: reader.columnsOf(one, at, (row, place) => columnOf(reader, row, place)),
    indexes: reader.list(one, 'indexes', at, (row) => indexOf(reader, row, at)),
    foreignKeys: reader.list(one, 'foreignKeys', at, (row) => keyOf(reader, row, at)),
    checks: reader.list(one, 'checks', at, named('expression')),
    triggers: reader.list(one, 'triggers', at, named('definition')),
    definition: reader.definition(one, 'definition', at),
    partitionedBy: reader.text(one, 'partitionedBy', at),
  }
}

const columnOf = (reader: Reader, row: Json, at: string): Column => ({
  name: reader.name(row, 'name', at),
  id: reader.name(row, 'id', at).slice(0, 40),
  type: reader.type(row, 'type', at),
  nullable: isTrue(own(row, 'nullable')),
  default: reader.optional(row, 'default', at),
  counted: isTrue(own(row, 'counted')),
  computed: reader.optional(row, 'computed', at),
  comment: reader.text(row, 'comment', at),
})

const indexOf = (reader: Reader, row: Json, at: string): Index => ({
  name: reader.name(row, 'name', at),
  columns: reader.names(row, 'columns', at),
  unique: isTrue(own(row, 'unique')),
  primary: isTrue(own(row, 'primary')),
  method: reader.type(row, 'method', at),
  where: reader.text(row, 'where', at),
  comment: reader.text(row, 'comment', at),
})

const keyOf = (reader: Reader, row: Json, at: string): ForeignKey => ({
  name: reader.name(row, 'name', at),
  columns: reader.names(row, 'columns', at),
  schema: reader.name(row, 'schema', at),
  table: reader.name(row, 'table', at),
  references: reader.names(row, 'references', at),
  onDelete: reader.type(row, 'onDelete', at),
  onUpdate: reader.type(row, 'onUpdate', at),
})

const enumOf = (reader: Reader, row: Json): EnumType | undefined => {
  const name = reader.name(row, 'name', 'enums')
  if (name === '') return undefined
  const schema = reader.name(row, 'schema', 'enums')
  return { schema, name, values: reader.names(row, 'values', name, VALUES_MAX), comment: reader.text(row, 'comment', name) }
}
