import { type SkipReason, skipReasons } from '@sheaf/contract'
import type { Db, Schema } from '../../db/schema.ts'
import { indexFresh } from '../../db/search/search.ts'
import { type Mark, saveProgress } from '../showdoc.store.ts'
import { insertRows, type NewRow } from './insert-rows.ts'
import { type MigratedRow, type TableMigrator, withoutSecrets } from './mover.ts'
import type { Row } from './staging.ts'
import type { MigrationRun } from './way.ts'

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
