import type { sessionLimits } from '../auth/session.ts'
import type { Db } from '../db/schema.ts'

/** Sessions that are listed, those with the latest use first. */
const SESSIONS_MAX = 200

export const liveSessions = (db: Db, uid: number, { seen, opened }: ReturnType<typeof sessionLimits>) =>
  db
    .selectFrom('session as s')
    .leftJoin('device as d', (join) => join.onRef('d.uid', '=', 's.uid').onRef('d.device_hash', '=', 's.device_hash'))
    .select(['s.session_id', 's.user_agent', 's.address', 's.way', 's.addtime', 's.seen_time', 'd.trusted_until'])
    .where('s.uid', '=', uid)
    .where('s.seen_time', '>=', seen)
    .where('s.addtime', '>=', opened)
    .orderBy('s.seen_time', 'desc')
    .orderBy('s.session_id', 'desc')
    .limit(SESSIONS_MAX)
    .execute()

/** The session, if it belongs to this person. */
export const ownSession = (db: Db, uid: number, session_id: number) =>
  db
    .selectFrom('session')
    .select(['session_id', 'device_hash'])
    .where('uid', '=', uid)
    .where('session_id', '=', session_id)
    .executeTakeFirst()
