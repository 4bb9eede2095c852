import type { Db } from '../db/schema.ts'

/** What the last move, or the last look at it, told; '' until one has ended. */
export const lastReport = async (db: Db): Promise<string> =>
  (await db.selectFrom('showdoc_move').select('report').where('report', '!=', '').orderBy('move_id', 'desc').executeTakeFirst())?.report ??
  ''
