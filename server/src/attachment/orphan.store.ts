import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { StoreProblem } from '../storage/problem.ts'

/*
 * A file and its row cannot be written in one step. The name of the bytes is noted first; the note goes with the commit of the row, or
 * with the bytes. So what a crash or a store out of reach leaves behind is known, and nothing else is ever taken away.
 */
export const noteOrphan = (db: Db, path: string, store: string, addtime: number) =>
  db
    .insertInto('file_orphan')
    .values({ path, store, addtime })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const forgetOrphan = (db: Db, path: string) => db.deleteFrom('file_orphan').where('path', '=', path).execute()

/** Takes the bytes away that are still noted: those whose row was committed meanwhile are not. */
export async function clearOrphan({ store, files }: Pick<Services, 'store' | 'files'>, path: string) {
  const noted = await store.db.selectFrom('file_orphan').select('store').where('path', '=', path).executeTakeFirst()
  if (!noted) return
  await (await files.of(noted.store)).remove(path)
  await forgetOrphan(store.db, path)
}

/** After bytes or row could not be written. A store that did not answer a moment ago is left to the retention: nobody waits for it twice. */
export async function takeBack(house: Pick<Services, 'store' | 'files'>, path: string, error: unknown) {
  if (!(error instanceof StoreProblem)) await clearOrphan(house, path).catch(() => {})
}

/** In handfuls, by their names: what a store out of reach keeps does not stand before the others. */
export async function* orphansBefore({ store }: Pick<Services, 'store'>, before: number) {
  for (let last = ''; ; ) {
    const rows = await store.db
      .selectFrom('file_orphan')
      .select('path')
      .where('addtime', '<', before)
      .where('path', '>', last)
      .orderBy('path')
      .limit(100)
      .execute()
    for (const { path } of rows) yield path
    if (rows.length < 100) return
    last = (rows.at(-1) as { path: string }).path
  }
}
