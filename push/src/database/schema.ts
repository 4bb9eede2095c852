/** Groups rows by a key. (Map.groupBy needs a newer Node.js than this package requires.) */
export function groupBy<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

export type DatabaseKind = 'postgres' | 'mysql' | 'sqlite'

/** The structure of a database. It is equal for equal structures, independent of the data. */
export interface Schema {
  kind: DatabaseKind
  /** Name of the database or of its file. */
  name: string
  /** The default schema: its tables are at the top of the dictionary, other schemas get their own catalogs. */
  mainSchema: string
  tables: Table[]
  enums: EnumType[]
  /** Identifies the database, so that its numbers of tables and columns can be compared later; undefined if it has none. */
  id?: string | undefined
}

export type TableKind = 'table' | 'view' | 'materialized' | 'partitioned' | 'foreign' | 'virtual'

export interface Table {
  schema: string
  name: string
  kind: TableKind
  comment: string
  columns: Column[]
  indexes: Index[]
  foreignKeys: ForeignKey[]
  checks: Check[]
  triggers: Trigger[]
  /** The query of a view. */
  definition?: string | undefined
  /** The partition key of a partitioned table. */
  partitionedBy?: string | undefined
  /** Its number, which stays when it is renamed. */
  id?: string | undefined
}

export interface Column {
  name: string
  type: string
  nullable: boolean
  /** The default as the database writes it; undefined if there is none. */
  default?: string | undefined
  /** The database computes the value: the next number, or this expression. */
  counted?: boolean | undefined
  computed?: string | undefined
  comment: string
  /** Its number in the table, which stays when it is renamed. */
  id?: string | undefined
}

export interface Index {
  name: string
  columns: string[]
  unique: boolean
  primary: boolean
  /** A method other than the default: hash, gin, FULLTEXT … */
  method?: string | undefined
  where?: string | undefined
  comment: string
}

export interface ForeignKey {
  name: string
  columns: string[]
  schema: string
  table: string
  references: string[]
  /** Only if not the default: CASCADE, SET NULL … */
  onDelete?: string | undefined
  onUpdate?: string | undefined
}

export interface Check {
  name: string
  expression: string
}

export interface Trigger {
  name: string
  definition: string
}

export interface EnumType {
  schema: string
  name: string
  values: string[]
  comment: string
}

export const isSameTable = (a: { schema: string; name: string }, schema: string, name: string) => a.schema === schema && a.name === name
