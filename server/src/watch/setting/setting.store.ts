import type { Updateable } from 'kysely'
import type { Services } from '../../context.ts'
import { inParts } from '../../db/batches.ts'
import type { Db, Schema } from '../../db/schema.ts'
import { type Setting, settingFrom } from './setting.rules.ts'

export async function settingOf(db: Db, uid: number): Promise<Setting> {
  return settingFrom(uid, await db.selectFrom('tell_setting').selectAll().where('uid', '=', uid).executeTakeFirst())
}

/** The settings of several people; a query for each five hundred of them. */
export async function settingsOf(db: Db, uids: number[]): Promise<Map<number, Setting>> {
  const rows = new Map<number, Parameters<typeof settingFrom>[1]>()
  for (const part of inParts(uids))
    for (const row of await db.selectFrom('tell_setting').selectAll().where('uid', 'in', part).execute()) rows.set(row.uid, row)
  return new Map(uids.map((uid) => [uid, settingFrom(uid, rows.get(uid))]))
}

type Change = Omit<Updateable<Schema['tell_setting']>, 'uid'>

export const putSetting = (db: Db, uid: number, change: Change) =>
  db
    .insertInto('tell_setting')
    .values({ uid, ...change })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(change))
    .execute()

/** Mails about news that a person got on a day of theirs, digests included; mails of now that wait count as well. */
export const sentOn = async ({ store: { db } }: Pick<Services, 'store'>, uid: number, day: string) =>
  Number(
    (
      await db
        .selectFrom('mail')
        .select((row) => row.fn.countAll().as('n'))
        .where('uid', '=', uid)
        .where((row) => row.or([row('day', 'like', `${day}#%`), row('day', 'like', `${day}@%`)]))
        .where('state', '<>', 'empty')
        .executeTakeFirstOrThrow()
    ).n,
  )
