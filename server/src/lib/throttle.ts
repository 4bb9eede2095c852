import type { House } from './context.ts'

type Where = Pick<House, 'store' | 'now'>

/** How often `name` failed within its window; survives a restart and holds over several processes. */
export async function failuresOf({ store, now }: Where, name: string): Promise<number> {
  const [row] = await store.hot<{ count: number; until: number }>('select count, until from throttle where name = ?', [name])
  return row && row.until > now() ? row.count : 0
}

/** Counts a failure, renews the window of `seconds` and says how many there are now; of failures at once none is lost. */
export async function countFailure({ store, now }: Where, name: string, seconds = 86_400): Promise<number> {
  const { count } = await store.db
    .insertInto('throttle')
    .values({ name, count: 1, until: now() + seconds })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        count: row
          .case()
          .when('throttle.until', '>', now())
          .then(row('throttle.count', '+', 1))
          .else(1)
          .end(),
        until: now() + seconds,
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}
