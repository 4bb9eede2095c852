import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export interface Filter {
  /** Whose files; everybody's when absent. */
  uid?: number | undefined
  username: string
  kind: 'all' | 'pictures' | 'others'
  /** A part of the name; % and _ are text. */
  name: string
}

const filesQuery = (db: Db, { uid, username, kind, name }: Filter) =>
  db
    .selectFrom('attachment as f')
    .$if(uid !== undefined, (query) => query.where('f.uid', '=', uid as number))
    .$if(username !== '', (query) =>
      query.where('f.uid', 'in', (inner) => inner.selectFrom('user').select('uid').where('username', '=', username)),
    )
    .$if(kind !== 'all', (query) => query.where('f.file_type', kind === 'pictures' ? 'like' : 'not like', 'image/%'))
    .$if(name !== '', (query) =>
      query.where(sql<boolean>`lower(f.display_name) like lower(${`%${name.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`}) escape '\\'`),
    )

/** A page that is there and has the file, the one it came to last; 0 for none. */
const onPage = sql<number>`coalesce((select l.page_id from attachment_page l join page p on p.page_id = l.page_id and p.is_del = 0 where l.file_id = f.file_id order by l.id desc limit 1), 0)`

/** Newest first. */
export const listFiles = (db: Db, filter: Filter, count: number, page: number) =>
  filesQuery(db, filter)
    .select(['f.file_id', 'f.uid', 'f.sign', 'f.display_name', 'f.file_type', 'f.file_size', 'f.visit_times', 'f.item_id'])
    .select(['f.addtime', 'f.last_visit_time', onPage.as('page_id')])
    .select((row) => row.selectFrom('user').select('username').whereRef('user.uid', '=', 'f.uid').as('username'))
    .orderBy('f.file_id', 'desc')
    .limit(count)
    .offset((page - 1) * count)
    .execute()

export async function sumFiles(db: Db, filter: Filter) {
  const { total, used } = await filesQuery(db, filter)
    .select((row) => [row.fn.countAll().as('total'), row.fn.coalesce(row.fn.sum('f.file_size'), sql<number>`0`).as('used')])
    .executeTakeFirstOrThrow()
  return { total: Number(total), used: Number(used) }
}
