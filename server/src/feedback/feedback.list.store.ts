import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/permission.ts'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db } from '../db/schema.ts'
import { FIGURES } from './feedback.store.ts'

/** Which notes or voices: those of pages that are there, in the catalogs that the caller can edit. */
interface FeedbackFilter {
  item_id: number
  /** 0 for all. */
  page_id: number
  scope: Scope
}

const inScope = (scope: Scope): RawBuilder<SqlBool> =>
  scope === 'all' ? sql`1 = 1` : scope === 'none' || scope.size === 0 ? sql`1 = 0` : sql`p.cat_id in (${sql.join([...scope])})`

const where = ({ item_id, page_id, scope }: FeedbackFilter) =>
  sql<SqlBool>`f.item_id = ${item_id} and p.is_del = 0 and ${inScope(scope)}${page_id > 0 ? sql` and f.page_id = ${page_id}` : sql``}`

const notes = (db: Db) =>
  db
    .selectFrom('page_feedback as f')
    .innerJoin('page as p', 'p.page_id', 'f.page_id')
    .leftJoin('user as u', 'u.uid', 'f.uid')
    .leftJoin('page_review as r', 'r.page_id', 'f.page_id')
    .select([
      'f.feedback_id',
      'f.item_id',
      'f.page_id',
      'p.page_title',
      'p.cat_id',
      'f.feedback_type',
      'f.reasons',
      'f.note',
      'f.note_state',
      'f.note_time',
      'f.count',
      'f.version',
      'p.version as page_version',
      'f.uid',
      'u.username',
      'u.name',
      'f.answer',
      'r.days',
      'f.settled_username',
      'f.settled_time',
      nameColumn(personName('f.settled_uid', 'f.settled_username')).as('settled_name'),
    ])
    .where('f.note_state', '<>', '')

export type NoteRow = Awaited<ReturnType<typeof noteById>> & {}

/** A note of a page that is not in the recycle bin. */
export const noteById = (db: Db, feedback_id: number) =>
  notes(db).where('f.feedback_id', '=', feedback_id).where('p.is_del', '=', 0).executeTakeFirst()

export const listNotes = (db: Db, filter: FeedbackFilter, state: string, part: { from: number; count: number }) =>
  notes(db)
    .where(where(filter))
    .$if(state !== '', (query) => query.where(sql<SqlBool>`f.note_state = ${state}`))
    .orderBy('f.note_time', 'desc')
    .orderBy('f.feedback_id', 'desc')
    .offset(part.from)
    .limit(part.count)
    .execute()

export async function countNotes(db: Db, filter: FeedbackFilter) {
  const { rows } = await sql<{ note_state: 'new' | 'answered' | 'aside'; n: number }>`select f.note_state, count(*) as n
    from page_feedback f join page p on p.page_id = f.page_id where ${where(filter)} and f.note_state <> '' group by f.note_state`.execute(
    db,
  )
  const counts = { new: 0, answered: 0, aside: 0 }
  for (const { note_state, n } of rows) counts[note_state] = Number(n)
  return counts
}

interface PageRow {
  page_id: number
  page_title: string
  helpful: number
  unhelpful: number
  now_helpful: number
  now_unhelpful: number
  since: number
  notes: number
}

/** Pages with voices; first those with the most answers No since they were last saved. */
export async function listPages(db: Db, filter: FeedbackFilter, part: { from: number; count: number }): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`select p.page_id, p.page_title, p.addtime as since, ${sql.raw(FIGURES)},
    sum(case when f.note_state = 'new' then 1 else 0 end) as notes
    from page_feedback f join page p on p.page_id = f.page_id where ${where(filter)}
    group by p.page_id, p.page_title, p.addtime, p.version order by now_unhelpful desc, unhelpful desc, helpful desc, p.page_id
    limit ${part.count} offset ${part.from}`.execute(db)
  return rows.map(({ page_title, ...row }) => ({
    page_title,
    page_id: row.page_id,
    helpful: Number(row.helpful),
    unhelpful: Number(row.unhelpful),
    now_helpful: Number(row.now_helpful),
    now_unhelpful: Number(row.now_unhelpful),
    since: Number(row.since),
    notes: Number(row.notes),
  }))
}

export async function countPages(db: Db, filter: FeedbackFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct f.page_id) as n from page_feedback f join page p on p.page_id = f.page_id
    where ${where(filter)}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

interface Settled {
  note_state: 'new' | 'answered' | 'aside'
  answer: string
  settled_uid: number | null
  settled_username: string
  settled_time: number
}

/** Settles a note as the editor saw it; false when it has changed meanwhile. */
export async function settleNote(db: Db, { feedback_id, note_state, note_time }: NoteRow, row: Settled): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('page_feedback')
    .set(row)
    .where('feedback_id', '=', feedback_id)
    .where('note_state', '=', note_state)
    .where('note_time', '=', note_time)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
