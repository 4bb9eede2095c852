import { type MoveReport, Refusal, type SkipReason } from '@sheaf/contract'
import type { Insertable } from 'kysely'
import { orTaken } from '../db/dialect.ts'
import type { Db, Schema } from '../db/schema.ts'

/** The report of the last completed move or verification as JSON; '' when there is none. */
export const lastReport = async (db: Db): Promise<string> =>
  (await db.selectFrom('showdoc_move').select('report').where('report', '!=', '').orderBy('move_id', 'desc').executeTakeFirst())?.report ??
  ''

/** The progress of one table, with counts of its rows. */
export interface Mark {
  /** The key of the last row that was read. */
  last: (string | number)[]
  read: number
  written: number
  here: number
  columns: number
  left: Partial<Record<SkipReason, number>>
  isDone?: true
}

interface Renamed {
  table: 'user' | 'item'
  id: number
  from: string
  to: string
}

/** Saved with every step, so that the next step continues where the last one ended. */
interface Progress {
  marks: Record<string, Mark>
  /** Added to the ids of tables whose rows no other table references. */
  offsets: Record<string, number>
  renamed: Renamed[]
  /** The ids of ShowDoc accounts that were merged with existing accounts. */
  merged: number[]
  isPlanned?: true
}

export interface Move {
  move_id: number
  fingerprint: string
  place: string
  state: 'begun' | 'done'
  progress: Progress
  /** The progress as it is stored in the database. */
  stored: string
  anchors: string[]
  report: MoveReport | undefined
  addtime: number
}

type Stored = Record<'fingerprint' | 'place' | 'state' | 'progress' | 'anchors' | 'report', string> & { move_id: number; addtime: number }

const read = ({ progress, anchors, report, state, ...row }: Stored): Move => ({
  ...row,
  state: state as Move['state'],
  progress: JSON.parse(progress) as Progress,
  stored: progress,
  anchors: JSON.parse(anchors) as string[],
  report: report ? (JSON.parse(report) as MoveReport) : undefined,
})

/** All moves into this site, the newest first. */
export const movesOf = async (db: Db): Promise<Move[]> =>
  (await db.selectFrom('showdoc_move').selectAll().orderBy('move_id', 'desc').execute()).map(read)

const fresh: Progress = { marks: {}, offsets: {}, renamed: [], merged: [] }

export async function insertMove(db: Db, move: Pick<Move, 'fingerprint' | 'place' | 'anchors' | 'addtime'>): Promise<Move> {
  const row = { ...move, anchors: JSON.stringify(move.anchors), state: 'begun', progress: JSON.stringify(fresh), report: '' }
  const insert = db.insertInto('showdoc_move').values(row).returningAll().executeTakeFirstOrThrow()
  return read(await orTaken(insert, new Refusal('showdocRunning')))
}

/** Part of each step. When two processes run the same move, the later step is rolled back and refused. */
export async function saveProgress(db: Db, move: Move, progress: Progress) {
  const next = JSON.stringify(progress)
  const update = db
    .updateTable('showdoc_move')
    .set({ progress: next })
    .where('move_id', '=', move.move_id)
    .where('progress', '=', move.stored)
  if (Number((await update.executeTakeFirst()).numUpdatedRows) === 0) throw new Refusal('showdocRunning')
  move.stored = next
}

export const endMove = (db: Db, move_id: number, report: MoveReport) =>
  db
    .updateTable('showdoc_move')
    .set({ state: 'done', report: JSON.stringify(report) })
    .where('move_id', '=', move_id)
    .execute()

/** The ids that were changed by the move, by table: ShowDoc id to new id; 0 for a row that was not migrated. */
export async function idsOf(db: Db, move_id: number): Promise<Map<string, Map<number, number>>> {
  const found = new Map<string, Map<number, number>>()
  const rows = await db.selectFrom('showdoc_id').select(['table_name', 'old_id', 'new_id']).where('move_id', '=', move_id).execute()
  for (const { table_name, old_id, new_id } of rows) {
    const of = found.get(table_name) ?? new Map<number, number>()
    found.set(table_name, of.set(Number(old_id), new_id))
  }
  return found
}

/** Stores the state of a job that an earlier version kept in a file; another process can have done so. */
export const insertJobRow = (db: Db, row: Insertable<Schema['job']>) =>
  db
    .insertInto('job')
    .values(row)
    .onConflict((conflict) => conflict.columns(['uid', 'request_id']).doNothing())
    .execute()
