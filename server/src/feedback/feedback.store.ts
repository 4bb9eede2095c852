import { type Selectable, sql } from 'kysely'
import type { Services } from '../context.ts'
import type { Store } from '../db/dialect.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { Voter } from './feedback.rules.ts'

type Feedback = Selectable<Schema['page_feedback']>

const columns = ['feedback_id', 'feedback_type', 'reasons', 'note', 'note_state', 'note_time', 'version'] as const
export type Voice = Pick<Feedback, (typeof columns)[number]>

/** The voice of a reader for a page. */
export const voiceOf = (db: Db, page_id: number, { uid, client_hash }: Voter): Promise<Voice | undefined> =>
  db
    .selectFrom('page_feedback')
    .select(columns)
    .where('page_id', '=', page_id)
    .where((row) => (uid === null ? row('client_hash', '=', client_hash) : row('uid', '=', uid)))
    .executeTakeFirst()

type VoiceChange = Pick<Feedback, 'feedback_type' | 'reasons' | 'version' | 'addtime'> &
  Partial<Pick<Feedback, 'note' | 'note_state' | 'note_time' | 'count' | 'answer'>>

/** Stores a voice; a concurrent first voice of the same reader is replaced. */
export async function putVoice(db: Db, place: { page_id: number; item_id: number }, voter: Voter, row: VoiceChange) {
  await db
    .insertInto('page_feedback')
    .values({ ...place, ...voter, ...row })
    .onConflict((conflict) => conflict.columns(['page_id', voter.uid === null ? 'client_hash' : 'uid']).doUpdateSet(row))
    .execute()
}

export const removeVoice = (db: Db, feedback_id: number) => db.deleteFrom('page_feedback').where('feedback_id', '=', feedback_id).execute()

/** Counts a note that another reader of this page sent since `since`; false when there is none. */
export async function countEqualNote(db: Db, page_id: number, note: string, since: number): Promise<boolean> {
  const same = await db
    .selectFrom('page_feedback')
    .select('feedback_id')
    .where('page_id', '=', page_id)
    .where('note', '=', note)
    .where('note', '<>', '')
    .where('note_time', '>', since)
    .orderBy('feedback_id')
    .limit(1)
    .executeTakeFirst()
  if (!same) return false
  await db
    .updateTable('page_feedback')
    .set((row) => ({ count: row('count', '+', 1) }))
    .where('feedback_id', '=', same.feedback_id)
    .execute()
  return true
}

interface FigureRow {
  helpful: number
  unhelpful: number
  now_helpful: number
  now_unhelpful: number
}

/** SQL of the figures of a group of voices `f` with their page `p`. */
export const FIGURES = `coalesce(sum(case when f.feedback_type = 1 then 1 else 0 end), 0) as helpful,
  coalesce(sum(case when f.feedback_type = 2 then 1 else 0 end), 0) as unhelpful,
  coalesce(sum(case when f.feedback_type = 1 and f.version >= p.version then 1 else 0 end), 0) as now_helpful,
  coalesce(sum(case when f.feedback_type = 2 and f.version >= p.version then 1 else 0 end), 0) as now_unhelpful`

const OF_PAGE = `select ${FIGURES} from page p left join page_feedback f on f.page_id = p.page_id where p.page_id = ?`

export async function figuresOf({ store }: Pick<Services, 'store'>, { page_id, addtime }: { page_id: number; addtime: number }) {
  const [row] = await store.hot<FigureRow>(OF_PAGE, [page_id])
  const { helpful = 0, unhelpful = 0, now_helpful = 0, now_unhelpful = 0 } = row ?? {}
  return {
    helpful: Number(helpful),
    unhelpful: Number(unhelpful),
    now_helpful: Number(now_helpful),
    now_unhelpful: Number(now_unhelpful),
    since: addtime,
  }
}

/**
 * The item of a page that is there, locked until the transaction ends: a voice never outlives its page or misses its move. Undefined when
 * it is gone. SQLite has one writer at a time.
 */
export async function holdPage(db: Db, kind: Store['kind'], page_id: number): Promise<number | undefined> {
  const lock = sql.raw(kind === 'postgres' ? ' for share' : '')
  const { rows } = await sql<{ item_id: number }>`select item_id from page where page_id = ${page_id} and is_del = 0${lock}`.execute(db)
  return rows[0]?.item_id
}
