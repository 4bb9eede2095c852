import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** The current totals. `fetched` is the number of bytes ever fetched, so the difference between two days is the traffic. */
export const states = ['users', 'items', 'pages', 'files', 'stored', 'fetched'] as const
export type State = (typeof states)[number]

export async function statesNow(db: Db): Promise<Record<State, number>> {
  const { rows } = await sql<Record<State, number>>`select
    (select count(*) from "user" where is_disabled = 0) as users,
    (select count(*) from item where is_del = 0) as items,
    (select count(*) from page p join item i on i.item_id = p.item_id and i.is_del = 0 where p.is_del = 0) as pages,
    (select count(*) from attachment) as files,
    (select coalesce(sum(file_size), 0) from attachment) as stored,
    (select coalesce(sum(bytes), 0) from attachment_flow) as fetched`.execute(db)
  const [row] = rows
  return Object.fromEntries(states.map((name) => [name, Number(row?.[name] ?? 0)])) as Record<State, number>
}

/** A later count of the same day replaces the earlier one. */
export const keepStates = (db: Db, day: string, counted: Record<State, number>) =>
  db
    .insertInto('day_count')
    .values(states.map((name) => ({ day, name, value: counted[name] })))
    .onConflict((conflict) => conflict.columns(['name', 'day']).doUpdateSet((row) => ({ value: row.ref('excluded.value') })))
    .execute()

/** Adds to the stored numbers, because several servers write them. */
export async function addReads(db: Db, day: string, reads: [number, number][]) {
  const views = reads.reduce((sum, [, count]) => sum + count, 0)
  await db
    .insertInto('day_count')
    .values({ day, name: 'views', value: views })
    .onConflict((conflict) => conflict.columns(['name', 'day']).doUpdateSet({ value: sql`day_count.value + excluded.value` }))
    .execute()
  await db
    .insertInto('item_read')
    .values(reads.map(([item_id, count]) => ({ day, item_id, reads: count })))
    .onConflict((conflict) => conflict.columns(['day', 'item_id']).doUpdateSet({ reads: sql`item_read.reads + excluded.reads` }))
    .execute()
}

export const removeReadsBefore = (db: Db, day: string) => db.deleteFrom('item_read').where('day', '<', day).execute()

export const countsSince = (db: Db, day: string) =>
  db.selectFrom('day_count').select(['day', 'name', 'value']).where('day', '>=', day).orderBy('day').execute()

export const mostRead = (db: Db, day: string, count: number) =>
  db
    .selectFrom('item_read as r')
    .innerJoin('item as i', 'i.item_id', 'r.item_id')
    .where('r.day', '>=', day)
    .where('i.is_del', '=', 0)
    .select(['r.item_id', 'i.item_name'])
    .select((row) => row.fn.sum<number>('r.reads').as('views'))
    .groupBy(['r.item_id', 'i.item_name'])
    .orderBy('views', 'desc')
    .orderBy('r.item_id')
    .limit(count)
    .execute()

export async function changesNow(db: Db, since: number) {
  const { rows } = await sql<{ users_new: number; items_archived: number }>`select
    (select count(*) from "user" where reg_time >= ${since} and is_disabled = 0) as users_new,
    (select count(*) from item where is_del = 0 and is_archived = 1) as items_archived`.execute(db)
  return { users_new: Number(rows[0]?.users_new ?? 0), items_archived: Number(rows[0]?.items_archived ?? 0) }
}
