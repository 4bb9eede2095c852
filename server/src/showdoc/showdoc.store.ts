import { type MoveReport, Refusal, type SkipReason } from '@sheaf/contract'
import { orTaken } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'

/** What the last move, or the last look at it, told; '' until one has ended. */
export const lastReport = async (db: Db): Promise<string> =>
  (await db.selectFrom('showdoc_move').select('report').where('report', '!=', '').orderBy('move_id', 'desc').executeTakeFirst())?.report ??
  ''

/** How far one table is, with what has become of its rows. */
export interface Mark {
  /** The key of the last row that was looked at. */
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

/** Kept with every step, so that the next one begins where the last has ended. */
interface Progress {
  marks: Record<string, Mark>
  /** What is added to the ids of tables that nothing else names. */
  offsets: Record<string, number>
  renamed: Renamed[]
  /** Accounts there that are accounts which were here. */
  merged: number[]
  isPlanned?: true
}

export interface Move {
  move_id: number
  fingerprint: string
  place: string
  state: 'begun' | 'done'
  progress: Progress
  /** The same as it lies in the database. */
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

/** Part of each step. Of two that move the same at once, the step of the one that comes later is taken back: it is refused. */
export async function saveProgress(db: Db, move: Move, progress: Progress) {
  const next = JSON.stringify(progress)
  const held = db
    .updateTable('showdoc_move')
    .set({ progress: next })
    .where('move_id', '=', move.move_id)
    .where('progress', '=', move.stored)
  if (Number((await held.executeTakeFirst()).numUpdatedRows) === 0) throw new Refusal('showdocRunning')
  move.stored = next
}

export const endMove = (db: Db, move_id: number, report: MoveReport) =>
  db
    .updateTable('showdoc_move')
    .set({ state: 'done', report: JSON.stringify(report) })
    .where('move_id', '=', move_id)
    .execute()

/** Ids that differ here, by table. */
export async function idsOf(db: Db, move_id: number): Promise<Map<string, Map<number, number>>> {
  const found = new Map<string, Map<number, number>>()
  const rows = await db.selectFrom('showdoc_id').select(['table_name', 'old_id', 'new_id']).where('move_id', '=', move_id).execute()
  for (const { table_name, old_id, new_id } of rows) {
    const of = found.get(table_name) ?? new Map<number, number>()
    found.set(table_name, of.set(Number(old_id), new_id))
  }
  return found
}
