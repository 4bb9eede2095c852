import * as queries from './postgres.queries.ts'
import {
  type Check,
  type Column,
  type EnumType,
  type ForeignKey,
  groupBy,
  type Index,
  type Schema,
  type TableKind,
  type Trigger,
} from './schema.ts'

/* Result rows of the queries in postgres.queries.ts. */
interface TableRow {
  id: string
  schema: string
  name: string
  kind: string
  comment: string
  definition: string | null
  partitioned: string | null
}

interface ColumnRow {
  id: string
  number: string
  name: string
  required: boolean
  identity: string
  generated: string
  type: string
  value: string | null
  comment: string
}

interface IndexRow extends Omit<Index, 'method' | 'where'> {
  id: string
  method: string
  where: string | null
}

interface KeyRow extends Omit<ForeignKey, 'onDelete' | 'onUpdate'> {
  id: string
  deleted: string
  updated: string
}

type CheckRow = Check & { id: string }

const kinds: Record<string, TableKind> = { r: 'table', p: 'partitioned', v: 'view', m: 'materialized', f: 'foreign' }
const actions: Record<string, string> = { c: 'CASCADE', n: 'SET NULL', d: 'SET DEFAULT', r: 'RESTRICT' }
/** The default of a serial column names its sequence; the page only shows that the column is numbered. */
const sequence = /^nextval\('.+'::regclass\)$/

function columnOf({ number, name, type, required, identity, generated, value, comment }: ColumnRow): Column {
  const counted = identity !== '' || sequence.test(value ?? '')
  const content = generated !== '' ? { computed: value ?? '' } : { default: counted ? undefined : (value ?? undefined) }
  return { id: number, name, type, comment, counted, nullable: !required, ...content }
}

const indexOf = ({ id: _, method, where, ...index }: IndexRow): Index => ({
  ...index,
  method: method === 'btree' ? undefined : method,
  where: where ?? undefined,
})

const keyOf = ({ id: _, deleted, updated, ...key }: KeyRow): ForeignKey => ({
  ...key,
  onDelete: actions[deleted],
  onUpdate: actions[updated],
})

const checkOf = ({ name, expression }: CheckRow): Check => ({ name, expression })

/** Reads the structure of a PostgreSQL database in one read-only transaction. The signal ends the connection. */
export async function readPostgres(url: string, schemas: string[], signal: AbortSignal): Promise<Schema> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000, application_name: 'sheaf-push' })
  // A connection that breaks between two queries makes the next query fail; without a listener the error would end the process.
  client.on('error', () => {})
  signal.addEventListener('abort', () => void client.end().catch(() => {}))
  await client.connect()
  const wanted = [schemas.length > 0 ? schemas : null]
  const select = async <Row>(text: string) => (await client.query(text, wanted)).rows as Row[]
  const selectByTable = async <Row extends { id: string }>(text: string) => groupBy(await select<Row>(text), ({ id }) => id)
  try {
    const identity = await client.query<{ id: string }>(queries.identity).then(
      ({ rows: [row] }) => row?.id,
      () => undefined,
    )
    await client.query('begin transaction isolation level repeatable read read only')
    // Makes the server qualify names of other schemas, independent of the user's search path.
    await client.query('set local search_path = public')
    const columns = await selectByTable<ColumnRow>(queries.columns)
    const indexes = await selectByTable<IndexRow>(queries.indexes)
    const keys = await selectByTable<KeyRow>(queries.foreignKeys)
    const checks = await selectByTable<CheckRow>(queries.checks)
    const triggers = await selectByTable<Trigger & { id: string }>(queries.triggers)
    const tables = (await select<TableRow>(queries.tables)).map(({ id, kind, definition, partitioned, ...table }) => ({
      ...table,
      id,
      kind: kinds[kind]!,
      definition: definition ?? undefined,
      partitionedBy: partitioned ?? undefined,
      columns: (columns.get(id) ?? []).map(columnOf),
      indexes: (indexes.get(id) ?? []).map(indexOf),
      foreignKeys: (keys.get(id) ?? []).map(keyOf),
      checks: (checks.get(id) ?? []).map(checkOf),
      triggers: (triggers.get(id) ?? []).map(({ name, definition: text }) => ({ name, definition: text })),
    }))
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const enums = await select<EnumType>(queries.enums)
    return { kind: 'postgres', name: rows[0]!.name, mainSchema: 'public', id: identity, tables, enums }
  } finally {
    await client.query('rollback').catch(() => {})
    await client.end()
  }
}
