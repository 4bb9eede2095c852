import { oneLine } from '@sheaf/contract/limits'

/** A part of a snapshot that could not be read as it is, and the reason. `name` is its position: `public.orders.state`. */
export interface TableProblem {
  name: string
  /** shape: it is left out, because it is not what it should be. cut: it is too long. more: further ones of its kind are left out. */
  reason: 'shape' | 'cut' | 'more'
}

/** The structure of a database, without its data. */
export interface Snapshot {
  /** `postgres`, `mysql`, `sqlite`, or the name that another program gives to the kind of database. */
  kind: string
  /** Name of the database or of its file. */
  name: string
  /** The default schema: its tables are named without it. */
  mainSchema: string
  /** Identifies the database itself, so that its numbers of tables and columns can be compared; '' if it has none. */
  id: string
  tables: Table[]
  enums: EnumType[]
  problems: TableProblem[]
}

export const TABLE_KINDS = ['table', 'view', 'materialized', 'partitioned', 'foreign', 'virtual'] as const
export type TableKind = (typeof TABLE_KINDS)[number]

export interface Table {
  schema: string
  name: string
  /** The number of the table in its database; '' for none. */
  id: string
  kind: TableKind
  comment: string
  columns: Column[]
  indexes: Index[]
  foreignKeys: ForeignKey[]
  checks: Named[]
  triggers: Named[]
  /** The query of a view. */
  definition: string
  /** The partition key of a partitioned table. */
  partitionedBy: string
}

export interface Column {
  name: string
  id: string
  type: string
  nullable: boolean
  /** As the database writes it; undefined if there is none. */
  default: string | undefined
  /** The database computes the value: the next number, or this expression. */
  counted: boolean
  computed: string | undefined
  comment: string
}

export interface Index {
  name: string
  columns: string[]
  unique: boolean
  primary: boolean
  /** A method other than the default: hash, gin, FULLTEXT … */
  method: string
  where: string
  comment: string
}

export interface ForeignKey {
  name: string
  columns: string[]
  schema: string
  table: string
  references: string[]
  /** Only if not the default: CASCADE, SET NULL … */
  onDelete: string
  onUpdate: string
}

/** A check with its expression, or a trigger with its definition. */
export interface Named {
  name: string
  text: string
}

export interface EnumType {
  schema: string
  name: string
  values: string[]
  comment: string
}

/** The name of a table with its schema. */
export const fullName = ({ schema, name }: { schema: string; name: string }): string => (schema === '' ? name : `${schema}.${name}`)

/** Longer names of tables are cut in keys. */
const KEY_MAX = 400

/** The key of a table in its source: one line. */
export const keyOf = (table: { schema: string; name: string }): string => oneLine(fullName(table), KEY_MAX) || '-'

/** The name of a table as people read it: with its schema, except for the default schema. */
export const shownName = ({ mainSchema }: Pick<Snapshot, 'mainSchema'>, { schema, name }: { schema: string; name: string }): string =>
  schema === mainSchema ? name : fullName({ schema, name })
