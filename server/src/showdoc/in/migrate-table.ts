import { type SkipReason, skipReasons } from '@sheaf/contract'
import { CompiledQuery } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { indexFresh } from '../../db/search/search.ts'
import { type Mark, saveProgress } from '../showdoc.store.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'

/** The result of migrating one row of ShowDoc. */
export interface MigratedRow {
  /** New rows, in the order in which they must be inserted. */
  rows?: [keyof Schema, NewRow][]
  /** The row was merged with an existing row. */
  here?: true
  /** The reason why the row was not migrated. */
  left?: SkipReason
  /** Columns without a counterpart; they are stored in showdoc_left. */
  aside?: Record<string, unknown>
  /** A page for the search index. */
  found?: Parameters<typeof indexFresh>[2][number]
  /** Runs in the same transaction, after the rows of this batch are inserted. */
  after?: (db: Db) => Promise<unknown>
}

/** Describes how one table is migrated. */
export interface TableMigrator {
  table: string
  /** The columns that order the rows and mark the progress; rowid when empty. */
  key: string[]
  /** A smaller batch size for tables whose rows take long. */
  atOnce?: number
  take: (row: Row, run: MigrationRun) => MigratedRow | Promise<MigratedRow>
}

/** Columns with credentials, and the number of a visitor's browser, which are removed before a skipped row is stored. */
const SECRET = /^(?:password|cookie_token.*|salt|token|api_token|option_value|client_id)$/
const withoutSecrets = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET.test(column) && column !== 'moving_row'))

const NOTHING = new Set<unknown>([undefined, null, '', 0, '0'])

/** The given columns of a row that are not empty. */
export function unmappedColumns(row: Row, columns: string[]): Pick<MigratedRow, 'aside'> {
  const filled = columns.filter((column) => !NOTHING.has(row[column]))
  return filled.length > 0 ? { aside: Object.fromEntries(filled.map((column) => [column, row[column]])) } : {}
}

type Value = string | number | null | Buffer
type NewRow = Record<string, Value>

/** Maximum number of characters in one PostgreSQL statement. */
const INSERT_CHARACTERS_MAX = 2_000_000
const lengthOf = (row: NewRow) =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'number' ? 8 : (value?.length ?? 4)), 0)

const quoted = (name: string) => `"${name}"`

/** Inserts rows with the same columns into a table, including their ids. */
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
    const batch: NewRow[] = []
    for (let size = 0; from < rows.length && size < INSERT_CHARACTERS_MAX; from++) {
      batch.push(rows[from] as NewRow)
      size += lengthOf(rows[from] as NewRow)
    }
    const json = batch.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, hexEncoded(value)])))
    await db.executeQuery(CompiledQuery.raw(text, [JSON.stringify(json)]))
  }
}

/** Bytes in the hex format of PostgreSQL. */
const hexEncoded = (value: Value) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)

/** Maximum number of rows and characters in one batch. */
const [ROWS, SIZE] = [100, 1_000_000]
const DISCARDED = new Set<SkipReason>(['transient', 'secret'])

const sizeOf = (row: Row) => Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
const fresh = (): Mark => ({ last: [], read: 0, written: 0, here: 0, columns: 0, left: {} })

function* batches(rows: Iterable<Row>, most: number) {
  let [batch, size] = [[] as Row[], 0]
  for (const row of rows) {
    batch.push(row)
    size += sizeOf(row)
    if (batch.length < most && size < SIZE) continue
    yield batch
    ;[batch, size] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

/** All rows after the progress mark, in the order of the key. */
function rowsAfter({ table, key }: TableMigrator, last: Mark['last'], run: MigrationRun) {
  const isOwn = key.length > 0
  const keys = isOwn ? key.join(', ') : 'rowid'
  const from = `select *${isOwn ? '' : ', rowid as moving_row'} from "${table}"`
  const condition = last.length > 0 ? ` where (${keys}) > (${last.map(() => '?').join(', ')})` : ''
  return run.staging.stream<Row>(`${from}${condition} order by ${keys}`, ...last)
}

/** Migrates the rest of a table in small transactions, each of which also saves the progress. */
export async function migrateTable(migrator: TableMigrator, run: MigrationRun) {
  const { table, key } = migrator
  const { move, options } = run
  if (!run.staging.tables.has(table) || move.progress.marks[table]?.isDone) return
  const total = run.staging.count(table)
  const show = (done: number) => options.onProgress?.({ stage: table === 'upload_file' ? 'files' : 'writing', table, done, total })
  show(move.progress.marks[table]?.read ?? 0)
  const start = move.progress.marks[table] ?? fresh()
  for (const rows of batches(rowsAfter(migrator, start.last, run), migrator.atOnce ?? ROWS)) {
    options.signal?.throwIfAborted()
    const taken: MigratedRow[] = []
    for (const row of rows) taken.push(await migrator.take(row, run))
    const mark = structuredClone(move.progress.marks[table] ?? fresh())
    const last = rows.at(-1) as Row
    mark.last = (key.length > 0 ? key : ['moving_row']).map((column) => last[column] as string | number)
    for (const result of taken) count(mark, result)
    const progress = { ...move.progress, marks: { ...move.progress.marks, [table]: mark } }
    await options.services.store.db.transaction().execute(async (trx) => {
      // Saved first, so that a concurrent run of the same move is refused before it inserts rows.
      await saveProgress(trx, move, progress)
      await write(trx, rows, taken, table, run)
    })
    move.progress = progress
    show(mark.read)
    await new Promise(setImmediate)
  }
  const done = { ...(move.progress.marks[table] ?? fresh()), isDone: true as const }
  move.progress = { ...move.progress, marks: { ...move.progress.marks, [table]: done } }
  await saveProgress(run.db, move, move.progress)
}

function count(mark: Mark, { left, here, aside }: MigratedRow) {
  mark.read++
  if (left) mark.left[left] = (mark.left[left] ?? 0) + 1
  else if (here) mark.here++
  else mark.written++
  if (aside && !left) mark.columns++
}

/** Inserts rows with the same table and columns together. */
async function write(db: Db, rows: Row[], taken: MigratedRow[], table: string, run: MigrationRun) {
  const groups = new Map<string, { into: keyof Schema; rows: NewRow[] }>()
  for (const [into, row] of taken.flatMap((result) => result.rows ?? [])) {
    const name = `${into} ${Object.keys(row).join()}`
    const group = groups.get(name) ?? { into, rows: [] }
    groups.set(name, group)
    group.rows.push(row)
  }
  const aside = taken.flatMap((result, n) => leftRows(rows[n] as Row, result, table, run.move.move_id))
  for (const { into, rows: batch } of groups.values()) await insertRows(db, run.options.services.store.kind, into, batch)
  if (aside.length > 0) await insertRows(db, run.options.services.store.kind, 'showdoc_left', aside)
  const found = taken.flatMap((result) => result.found ?? [])
  if (found.length > 0) await indexFresh(run.options.services.store, db, found)
  for (const { after } of taken) await after?.(db)
}

const idIn = (row: Row) => String(row['moving_row'] ?? Object.values(row)[0] ?? '')

function leftRows(row: Row, { left, aside }: MigratedRow, table_name: string, move_id: number): NewRow[] {
  if (left && !skipReasons.includes(left)) throw new Error(`no such reason: ${left}`)
  if (left && DISCARDED.has(left)) return []
  const about = { move_id, table_name, old_id: idIn(row) }
  if (left) return [{ ...about, reason: left, body: JSON.stringify(withoutSecrets(row)) }]
  return aside ? [{ ...about, reason: 'columns', body: JSON.stringify(aside) }] : []
}
