import { ID_MAX } from '@sheaf/contract'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar month of a moment in the site's time zone: 2026-11. */
export function monthOf(seconds: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' })
  formats.set(timeZone, format)
  return format.format(seconds * 1000)
}

interface Visited {
  file_id: number
  uid: number
  bytes: number
  month: string
  at: number
}

/** Counts a visit, and the bytes asked for as traffic of whoever uploaded the file. The counter stops at the largest number it holds. */
export async function noteVisit(db: Db, { file_id, uid, bytes, month, at }: Visited) {
  await db
    .updateTable('attachment')
    .set({ visit_times: sql`case when visit_times < ${ID_MAX} then visit_times + 1 else visit_times end`, last_visit_time: at })
    .where('file_id', '=', file_id)
    .execute()
  await db
    .insertInto('attachment_flow')
    .values({ uid, month, bytes })
    .onConflict((conflict) =>
      conflict.columns(['uid', 'month']).doUpdateSet((row) => ({ bytes: sql`${row.ref('attachment_flow.bytes')} + ${bytes}` })),
    )
    .execute()
}

export const flowOf = async (db: Db, uid: number, month: string): Promise<number> =>
  (await db.selectFrom('attachment_flow').select('bytes').where('uid', '=', uid).where('month', '=', month).executeTakeFirst())?.bytes ?? 0
