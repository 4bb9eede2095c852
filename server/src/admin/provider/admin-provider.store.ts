import type { Db } from '../../db/schema.ts'

/** The number of accounts that are linked with each of these places. */
export async function linkedWith(db: Db, places: string[]): Promise<Map<string, number>> {
  if (places.length === 0) return new Map()
  const rows = await db
    .selectFrom('identity')
    .select(({ fn }) => ['provider', fn.count('uid').distinct().as('count')])
    .where('provider', 'in', places)
    .groupBy('provider')
    .execute()
  return new Map(rows.map(({ provider, count }) => [provider, Number(count)]))
}

export const deleteProvider = (db: Db, provider_id: number) => db.deleteFrom('provider').where('provider_id', '=', provider_id).execute()

export const unlinkAll = (db: Db, place: string) => db.deleteFrom('identity').where('provider', '=', place).execute()

export async function orderProviders(db: Db, ids: number[]) {
  for (const [at, provider_id] of ids.entries())
    await db
      .updateTable('provider')
      .set({ s_number: at + 1 })
      .where('provider_id', '=', provider_id)
      .execute()
}
