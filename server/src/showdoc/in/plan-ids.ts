import { ID_MAX } from '@sheaf/contract'
import { sql } from 'kysely'
import type { Store } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { type Move, saveProgress } from '../showdoc.store.ts'
import { type ShowdocTable, type Staging, showdocKeys } from './staging.ts'

/** The target table of each ShowDoc table, and its id column. */
const targets = {
  user: ['user', 'uid'],
  item: ['item', 'item_id'],
  catalog: ['catalog', 'cat_id'],
  page: ['page', 'page_id'],
  page_history: ['page_history', 'page_history_id'],
  upload_file: ['attachment', 'file_id'],
  file_page: ['attachment_page', 'id'],
  item_member: ['item_member', 'item_member_id'],
  item_token: ['item_key', 'id'],
  item_group: ['item_group', 'id'],
  team: ['team', 'id'],
  team_member: ['team_member', 'id'],
  team_item: ['team_item', 'id'],
  team_item_member: ['team_item_member', 'id'],
  recycle: ['recycle', 'id'],
  template: ['template', 'id'],
  mock: ['mock', 'id'],
  runapi_env: ['runapi_env', 'id'],
  runapi_env_selectd: ['runapi_env_selected', 'id'],
  item_variable: ['item_variable', 'id'],
  runapi_flow: ['runapi_flow', 'id'],
  runapi_flow_page: ['runapi_flow_page', 'id'],
  message: ['notice', 'notice_id'],
  page_comment: ['page_comment', 'comment_id'],
} as const satisfies Partial<Record<ShowdocTable, [string, string]>>
type Target = keyof typeof targets

/**
 * Tables whose ids users see in URLs: each row keeps its id if it is free. In the other tables either all rows keep their ids, or all
 * are shifted together, which keeps their order.
 */
const known = new Set<Target>(['user', 'item', 'catalog', 'page', 'upload_file', 'team', 'item_group'])
const FETCH_IDS = 5000

/** The highest id that the table has assigned. */
async function counterOf(db: Db, kind: Store['kind'], table: string, id: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(${sql.ref(id)}) as last from ${sql.table(table)}`.execute(db)
  const sequence =
    kind === 'sqlite'
      ? await sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${table}`.execute(db)
      : await sql<{
          last: number | null
        }>`select pg_sequence_last_value(pg_get_serial_sequence(${`"${table}"`}, ${id})::regclass) as last`.execute(db)
  return Math.max(rows[0]?.last ?? 0, sequence.rows[0]?.last ?? 0)
}

async function setCounter(db: Db, kind: Store['kind'], table: string, id: string, last: number) {
  if (last === 0) return
  if (kind === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, ${id})::regclass, ${last})`.execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db)
}

/** The ids that exist on both sides, read in batches. */
async function takenIn(db: Db, staging: Staging, source: Target, most: number): Promise<number[]> {
  const [table, id] = targets[source]
  const taken: number[] = []
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`select ${sql.ref(id)} as id from ${sql.table(table)}
      where ${sql.ref(id)} > ${last} and ${sql.ref(id)} <= ${most} order by ${sql.ref(id)} limit ${FETCH_IDS}`.execute(db)
    if (rows.length === 0) return taken
    const [from, to] = [rows[0]?.id as number, rows.at(-1)?.id as number]
    const key = showdocKeys[source]
    const there = new Set(
      staging.all<{ id: number }>(`select ${key} as id from "${source}" where ${key} between ? and ?`, from, to).map((row) => row.id),
    )
    taken.push(...rows.map((row) => row.id).filter((value) => there.has(value)))
    last = to
  }
}

/**
 * Decides once which ids stay, and raises the counters: rows that users create meanwhile get ids after all migrated ones.
 * One transaction makes the plan atomic.
 */
export async function planIds(store: Store, staging: Staging, move: Move, same: Map<number, number>) {
  await store.db.transaction().execute(async (trx) => {
    for (const source of (Object.keys(targets) as Target[]).filter((name) => staging.tables.has(name))) {
      const [table, id] = targets[source]
      const key = showdocKeys[source]
      const most =
        staging.all<{ most: number | null }>(`select max(${key}) as most from "${source}" where ${key} <= ${ID_MAX}`)[0]?.most ?? 0
      // MySQL can have ids above ID_MAX, and SQLite can have negative ones.
      const invalid = staging
        .all<{ id: number }>(`select ${key} as id from "${source}" where ${key} > ${ID_MAX} or ${key} <= 0`)
        .map((row) => row.id)
      const counter = await counterOf(trx, store.kind, table, id)
      const taken = await takenIn(trx, staging, source, most)
      const base = Math.max(counter, most)
      if (!known.has(source)) {
        move.progress.offsets[source] = taken.length > 0 ? counter : 0
        await setCounter(trx, store.kind, table, id, taken.length > 0 ? counter + most : base)
        continue
      }
      const others = [...taken, ...invalid].filter((value) => source !== 'user' || !same.has(value))
      const merged = source === 'user' ? [...same] : []
      const rows = [...others.map((old_id, n) => [old_id, base + n + 1] as const), ...merged]
      for (const [old_id, new_id] of rows)
        await trx.insertInto('showdoc_id').values({ move_id: move.move_id, table_name: source, old_id, new_id }).execute()
      await setCounter(trx, store.kind, table, id, base + others.length)
    }
    move.progress.merged = [...same.keys()]
    move.progress.isPlanned = true
    await saveProgress(trx, move, move.progress)
  })
}
