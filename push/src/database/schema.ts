/** Rows by what they have in common. (Map.groupBy needs a newer Node than this package does.) */
export function grouped<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
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

/** What a database says about itself. Nothing in it changes unless the structure does. */
export interface Schema {
  kind: DatabaseKind
  /** Name of the database or of its file. */
  name: string
  /** Tables of this schema stand at the top of the dictionary, those of others in catalogs of their own. */
  mainSchema: string
  tables: Table[]
  enums: EnumType[]
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
  /** Of a view: its query. */
  definition?: string | undefined
  /** Of a partitioned table: what decides. */
  partitionedBy?: string | undefined
}

export interface Column {
  name: string
  type: string
  nullable: boolean
  /** As the database writes it; undefined when there is none. */
  default?: string | undefined
  /** The database fills it: with the next number, or from this expression. */
  counted?: boolean | undefined
  computed?: string | undefined
  comment: string
}

export interface Index {
  name: string
  columns: string[]
  unique: boolean
  primary: boolean
  /** Beyond the usual: hash, gin, FULLTEXT … */
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
  /** Only what is not the default: CASCADE, SET NULL … */
  onDelete?: string | undefined
  onUpdate?: string | undefined
}

export interface Check {
  name: string
  expression: string
}

export interface EnumType {
  schema: string
  name: string
  values: string[]
  comment: string
}

export const sameTable = (a: { schema: string; name: string }, schema: string, name: string) => a.schema === schema && a.name === name
