import type { Db } from '../db/schema.ts'
import type { House } from '../lib/context.ts'

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
export async function clearOrphan({ store, files }: Pick<House, 'store' | 'files'>, path: string) {
  const noted = await store.db.selectFrom('file_orphan').select('path').where('path', '=', path).executeTakeFirst()
  if (!noted) return
  await files.remove(path)
  await forgetOrphan(store.db, path)
}

export const orphansBefore = async ({ store, files }: Pick<House, 'store' | 'files'>, before: number) =>
  (
    await store.db
      .selectFrom('file_orphan')
      .select('path')
      .where('store', '=', files.kind)
      .where('addtime', '<', before)
      .limit(1000)
      .execute()
  ).map((row) => row.path)
