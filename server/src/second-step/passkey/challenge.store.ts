import type { Selectable } from 'kysely'
import type { Db, Schema } from '../../db/schema.ts'

export type Purpose = 'login' | 'step' | 'confirm' | 'add'
type Row = Selectable<Schema['challenge']>

/** Challenges that a session awaits at the same time: several tabs, and the offer in the field of the user name. */
const PER_SESSION_MAX = 6

export async function keepChallenge(db: Db, challenge: Omit<Row, 'purpose'> & { purpose: Purpose }) {
  const { session_id } = challenge
  const surplus = await db
    .selectFrom('challenge')
    .select('value')
    .where('session_id', '=', session_id)
    .orderBy('until', 'desc')
    .orderBy('value')
    .offset(PER_SESSION_MAX - 1)
    .limit(PER_SESSION_MAX)
    .execute()
  if (surplus.length)
    await db
      .deleteFrom('challenge')
      .where(
        'value',
        'in',
        surplus.map(({ value }) => value),
      )
      .execute()
  await db.insertInto('challenge').values(challenge).execute()
}

/** The challenge with this value, which is used up by this: for one session, one purpose, once. */
export const takeChallenge = (
  db: Db,
  { value, session_id, purpose }: Pick<Row, 'value' | 'session_id'> & { purpose: Purpose },
  now: number,
) =>
  db
    .deleteFrom('challenge')
    .where('value', '=', value)
    .where('session_id', '=', session_id)
    .where('purpose', '=', purpose)
    .where('until', '>', now)
    .returningAll()
    .executeTakeFirst()
