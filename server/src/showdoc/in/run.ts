import type { Language, MoveProgress } from '@sheaf/contract'
import { sql } from 'kysely'
import type { Services } from '../../context.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { idsOf, type Move } from '../showdoc.store.ts'
import type { Staging, Value } from './staging.ts'
import { numberOf } from './texts.ts'

export interface MigrationOptions {
  /** The installation, or its data folder: the parent of Sqlite/ and Public/Uploads. */
  folder: string
  /** mysql://user:password@host/name for an installation that uses MySQL. */
  mysql?: string | undefined
  /** Merges accounts with the same user name. Without it the imported account gets another name. */
  samePeople?: boolean | undefined
  services: Pick<Services, 'config' | 'store' | 'files' | 'now'>
  language: Language
  onProgress?: ((progress: MoveProgress) => void) | undefined
  /** Stops the run between two batches; the next run continues from there. */
  signal?: AbortSignal | undefined
}

/** Tables whose rows other tables reference by id. */
type ReferencedTable = 'user' | 'item' | 'catalog' | 'page' | 'upload_file' | 'team' | 'item_group' | 'runapi_env' | 'runapi_flow'

/** The state of a move that the migrators of all tables share. */
export interface MigrationRun {
  options: MigrationOptions
  staging: Staging
  move: Move
  now: number
  db: Db
  /** The new id of a ShowDoc row; undefined when the row does not exist or was not migrated. */
  id: (table: ReferencedTable, old: Value | undefined) => number | undefined
  /** Records that the row was not migrated. */
  drop: (db: Db, table: ReferencedTable, old: number) => Promise<void>
  /** The new id in a table whose rows no other table references. */
  own: (table: string, old: Value | undefined) => number
  /** Whether the account was merged with an existing account that has the same user name. */
  isMerged: (uid: number) => boolean
  /** The item of a catalog, by ShowDoc ids. */
  itemOfCatalog: (cat_id: number) => number | undefined
  /** The first administrator, who becomes the owner of rows without one. */
  owner: number
  /** Reserves unique values for this row; false when they are in use here. */
  claim: (table: keyof Schema, values: Record<string, string | number>) => Promise<boolean>
  /** A cache that the migrators of the same run share. */
  memory: Map<string, unknown>
}

export async function openRun(options: MigrationOptions, staging: Staging, move: Move): Promise<MigrationRun> {
  const { db } = options.services.store
  const ids = await idsOf(db, move.move_id)
  const setOf = (table: string, key: string, where = '1') =>
    new Set(
      staging.tables.has(table)
        ? staging.all<{ id: number }>(`select ${key} as id from "${table}" where ${where}`).map((row) => row.id)
        : [],
    )
  const exists: Partial<Record<ReferencedTable, Set<number>>> = {
    user: setOf('user', 'uid'),
    item: setOf('item', 'item_id'),
    upload_file: setOf('upload_file', 'file_id'),
    team: setOf('team', 'id'),
    item_group: setOf('item_group', 'id'),
    runapi_env: setOf('runapi_env', 'id'),
    runapi_flow: setOf('runapi_flow', 'id'),
  }
  const hasDrafts = staging.columns('page').includes('is_draft')
  exists.page = setOf('page', 'page_id', `item_id in (select item_id from item)${hasDrafts ? ' and coalesce(is_draft, 0) = 0' : ''}`)
  const catalogs = new Map(
    staging
      .all<{ cat_id: number; item_id: number }>('select cat_id, item_id from catalog where item_id in (select item_id from item)')
      .map((row) => [row.cat_id, row.item_id]),
  )
  const administrator = staging.all<{ uid: number }>('select uid from user where groupid = 1 order by uid limit 1')[0]
  const here = await db.selectFrom('user').select(['uid', 'groupid']).orderBy('groupid').orderBy('uid').limit(1).executeTakeFirst()
  const merged = new Set(move.progress.merged)
  const claimed = new Set<string>()

  const id: MigrationRun['id'] = (table, old) => {
    const number = Number(old ?? 0)
    const isThere = table === 'catalog' ? catalogs.has(number) : exists[table]?.has(number)
    if (!isThere) return undefined
    if (table === 'runapi_env' || table === 'runapi_flow') return number + (move.progress.offsets[table] ?? 0)
    const other = ids.get(table)?.get(number)
    return other === undefined ? number : other || undefined
  }

  return {
    options,
    staging,
    move,
    now: options.services.now(),
    db,
    id,
    async drop(trx, table, old) {
      await trx
        .insertInto('showdoc_id')
        .values({ move_id: move.move_id, table_name: table, old_id: old, new_id: 0 })
        .onConflict((conflict) => conflict.columns(['move_id', 'table_name', 'old_id']).doUpdateSet({ new_id: 0 }))
        .execute()
      const of = ids.get(table) ?? new Map<number, number>()
      ids.set(table, of.set(old, 0))
    },
    own: (table, old) => numberOf(old) + (move.progress.offsets[table] ?? 0),
    isMerged: (uid) => merged.has(uid),
    itemOfCatalog: (cat_id) => catalogs.get(cat_id),
    owner: (administrator && id('user', administrator.uid)) ?? here?.uid ?? 1,
    async claim(table, values) {
      const name = `${table} ${JSON.stringify(values)}`
      if (claimed.has(name)) return false
      const conditions = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      const { rows } = await sql`select 1 as one from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} limit 1`.execute(db)
      if (rows.length > 0) return false
      claimed.add(name)
      return true
    },
    memory: new Map(),
  }
}
