import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { Movable } from './move-file.ts'

const FETCH_FILES = 100

const elsewhere = (db: Db, kind: string) => db.selectFrom('attachment').where('store', '<>', kind)

export async function countMovable(db: Db, kind: string) {
  const { files, bytes } = await elsewhere(db, kind)
    .select((row) => [row.fn.countAll().as('files'), row.fn.coalesce(row.fn.sum('file_size'), sql<number>`0`).as('bytes')])
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes) }
}

/** Every file that is not in this store, the oldest first; each is met once, whatever becomes of it. */
export async function* movableTo(db: Db, kind: string): AsyncGenerator<Movable> {
  for (let last = 0; ; ) {
    const rows = await elsewhere(db, kind)
      .select(['file_id', 'display_name', 'store', 'path', 'file_size'])
      .where('file_id', '>', last)
      .orderBy('file_id')
      .limit(FETCH_FILES)
      .execute()
    yield* rows
    if (rows.length < FETCH_FILES) return
    last = (rows.at(-1) as Movable).file_id
  }
}
