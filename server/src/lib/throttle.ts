import type { House } from './context.ts'

type Where = Pick<House, 'store' | 'now'>

/** How often `name` failed within its window; survives a restart and holds over several processes. */
export async function failuresOf({ store, now }: Where, name: string): Promise<number> {
  const row = await store.db.selectFrom('throttle').select('count').where('name', '=', name).where('until', '>', now()).executeTakeFirst()
  return row?.count ?? 0
}

/** Counts a failure, renews the window of `seconds` and says how many there are now. */
export async function countFailure({ store, now }: Where, name: string, seconds = 86_400): Promise<number> {
  const count = (await failuresOf({ store, now }, name)) + 1
  await store.db
    .insertInto('throttle')
    .values({ name, count, until: now() + seconds })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ count, until: now() + seconds }))
    .execute()
  return count
}
