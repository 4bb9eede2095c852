import { type SkipReason, skipReasons } from '@sheaf/contract'
import { CompiledQuery } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { indexFresh } from '../../db/search/search.ts'
import { type Mark, saveProgress } from '../showdoc.store.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'

/** What becomes of one row of ShowDoc. */
export interface MigratedRow {
  /** Rows here, in the order in which they are to be written. */
  rows?: [keyof Schema, NewRow][]
  /** It became one with a row that was here. */
  here?: true
  /** It has no row here, and why. */
  left?: SkipReason
  /** Columns of it that have no place here. */
  aside?: Record<string, unknown>
  /** A page to be found from now on. */
  found?: Parameters<typeof indexFresh>[2][number]
  /** In the same transaction, after the rows of this step. */
  after?: (db: Db) => Promise<unknown>
}

/** How one table is moved. */
export interface TableMigrator {
  table: string
  /** What orders the rows and marks the place; the table's own order of rows where there is none. */
  key: string[]
  /** Fewer where each is work. */
  atOnce?: number
  take: (row: Row, way: MigrationRun) => MigratedRow | Promise<MigratedRow>
}

/** Kept of a row that is left: everything but what opens something. */
const SECRET = /^(?:password|cookie_token.*|salt|token|api_token|option_value)$/
const withoutSecrets = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET.test(column) && column !== 'moving_row'))

const NOTHING = new Set<unknown>([undefined, null, '', 0, '0'])

/** Those that say something. */
export function unmappedColumns(row: Row, columns: string[]): Pick<MigratedRow, 'aside'> {
  const said = columns.filter((column) => !NOTHING.has(row[column]))
  return said.length > 0 ? { aside: Object.fromEntries(said.map((column) => [column, row[column]])) } : {}
}

type Value = string | number | null | Buffer
type NewRow = Record<string, Value>

/** Characters in one statement for PostgreSQL. */
const INSERT_CHARACTERS_MAX = 2_000_000
const lengthOf = (row: NewRow) =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'number' ? 8 : (value?.length ?? 4)), 0)

const quoted = (name: string) => `"${name}"`

/** Puts rows of the same form into a table, ids with them. */
async function insertRows(db: Db, kind: Store['kind'], table: keyof Schema, rows: NewRow[]) {
  const columns = Object.keys(rows[0] ?? {})
  const into = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')})`
  if (kind === 'sqlite') {
    const text = `${into} values (${columns.map(() => '?').join(', ')})`
    for (const row of rows)
      await db.executeQuery(
        CompiledQuery.raw(
          text,
          columns.map((column) => row[column] ?? null),
        ),
      )
    return
  }
  const text = `${into} select ${columns.map(quoted).join(', ')} from json_populate_recordset(null::${quoted(table)}, $1::json)`
  for (let from = 0; from < rows.length; ) {
    const some: NewRow[] = []
    for (let size = 0; from < rows.length && size < INSERT_CHARACTERS_MAX; from++) {
      some.push(rows[from] as NewRow)
      size += lengthOf(rows[from] as NewRow)
    }
    const json = some.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, hexed(value)])))
    await db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(json)]))
  }
}

/** Bytes as PostgreSQL writes them. */
const hexed = (value: Value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)

/** Rows and characters of one step. */
const [ROWS, SIZE] = [100, 1_000_000]
const NONE = new Set<SkipReason>(['transient', 'secret'])

const sizeOf = (row: Row) => Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
const fresh = (): Mark => ({ last: [], read: 0, written: 0, here: 0, columns: 0, left: {} })

function* batches(rows: Iterable<Row>, most: number) {
  let [some, size] = [[] as Row[], 0]
  for (const row of rows) {
    some.push(row)
    size += sizeOf(row)
    if (some.length < most && size < SIZE) continue
    yield some
    ;[some, size] = [[], 0]
  }
  if (some.length > 0) yield some
}

/** All rows behind the mark, in the order of the key. */
function rowsBehind({ table, key }: TableMigrator, last: Mark['last'], way: MigrationRun) {
  const isOwn = key.length > 0
  const keys = isOwn ? key.join(', ') : 'rowid'
  const from = `select *${isOwn ? '' : ', rowid as moving_row'} from "${table}"`
  const behind = last.length > 0 ? ` where (${keys}) > (${last.map(() => '?').join(', ')})` : ''
  return way.staging.stream<Row>(`${from}${behind} order by ${keys}`, ...last)
}

/** Moves a table from where it stands, in small transactions that each say how far they came. */
export async function migrateTable(mover: TableMigrator, way: MigrationRun) {
  const { table, key } = mover
  const { move, options } = way
  if (!way.staging.tables.has(table) || move.progress.marks[table]?.isDone) return
  const total = way.staging.count(table)
  const show = (done: number) => options.onProgress?.({ stage: table === 'upload_file' ? 'files' : 'writing', table, done, total })
  show(move.progress.marks[table]?.read ?? 0)
  const start = move.progress.marks[table] ?? fresh()
  for (const rows of batches(rowsBehind(mover, start.last, way), mover.atOnce ?? ROWS)) {
    options.signal?.throwIfAborted()
    const taken: MigratedRow[] = []
    for (const row of rows) taken.push(await mover.take(row, way))
    const mark = structuredClone(move.progress.marks[table] ?? fresh())
    const last = rows.at(-1) as Row
    mark.last = (key.length > 0 ? key : ['moving_row']).map((column) => last[column] as string | number)
    for (const one of taken) count(mark, one)
    const progress = { ...move.progress, marks: { ...move.progress.marks, [table]: mark } }
    await options.house.store.db.transaction().execute(async (trx) => {
      // First, so that somebody else's move of the same is met before its rows are.
      await saveProgress(trx, move, progress)
      await write(trx, rows, taken, table, way)
    })
    move.progress = progress
    show(mark.read)
    await new Promise(setImmediate)
  }
  const done = { ...(move.progress.marks[table] ?? fresh()), isDone: true as const }
  move.progress = { ...move.progress, marks: { ...move.progress.marks, [table]: done } }
  await saveProgress(way.db, move, move.progress)
}

function count(mark: Mark, { left, here, aside }: MigratedRow) {
  mark.read++
  if (left) mark.left[left] = (mark.left[left] ?? 0) + 1
  else if (here) mark.here++
  else mark.written++
  if (aside && !left) mark.columns++
}

/** Rows of the same table and columns go together. */
async function write(db: Db, rows: Row[], taken: MigratedRow[], table: string, way: MigrationRun) {
  const groups = new Map<string, { into: keyof Schema; rows: NewRow[] }>()
  for (const [into, row] of taken.flatMap((one) => one.rows ?? [])) {
    const name = `${into} ${Object.keys(row).join()}`
    const group = groups.get(name) ?? { into, rows: [] }
    groups.set(name, group)
    group.rows.push(row)
  }
  const aside = taken.flatMap((one, n) => leftOf(rows[n] as Row, one, table, way.move.move_id))
  for (const { into, rows: some } of groups.values()) await insertRows(db, way.options.house.store.kind, into, some)
  if (aside.length > 0) await insertRows(db, way.options.house.store.kind, 'showdoc_left', aside)
  const found = taken.flatMap((one) => one.found ?? [])
  if (found.length > 0) await indexFresh(way.options.house.store, db, found)
  for (const { after } of taken) await after?.(db)
}

const idIn = (row: Row) => String(row['moving_row'] ?? Object.values(row)[0] ?? '')

function leftOf(row: Row, { left, aside }: MigratedRow, table_name: string, move_id: number): NewRow[] {
  if (left && !skipReasons.includes(left)) throw new Error(`no such reason: ${left}`)
  if (left && NONE.has(left)) return []
  const about = { move_id, table_name, old_id: idIn(row) }
  if (left) return [{ ...about, reason: left, body: JSON.stringify(withoutSecrets(row)) }]
  return aside ? [{ ...about, reason: 'columns', body: JSON.stringify(aside) }] : []
}
