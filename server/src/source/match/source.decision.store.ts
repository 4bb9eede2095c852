import { nameColumn, personName } from '../../db/person-name.ts'
import type { Db } from '../../db/schema.ts'
import type { ReadChanges } from '../parts.worker.ts'
import type { Source } from '../source.store.ts'

/*
 * Changes that managers have accepted, and what builds have compared: decision 85. Both are known by the seals of changes, so they hold
 * for a version that is pushed later.
 */
type StoredChange = ReadChanges['list'][number]

export interface Accepted {
  seal: string
  reason: string
  accepted_by: string
  accepted_time: number
}

/** The accepted changes of a source by their seals. */
export async function acceptedOf(db: Db, source_id: number): Promise<Map<string, Accepted>> {
  const rows = await db
    .selectFrom('source_accepted')
    .select(['seal', 'reason', 'addtime as accepted_time'])
    .select(nameColumn(personName('source_accepted.uid', 'source_accepted.username')).as('accepted_by'))
    .where('source_id', '=', source_id)
    .execute()
  return new Map(rows.map((row) => [row.seal, row]))
}

export const accept = (
  db: Db,
  { source_id }: Pick<Source, 'source_id'>,
  row: { seal: string; reason: string; uid: number; username: string; addtime: number },
) =>
  db
    .insertInto('source_accepted')
    .values({ ...row, source_id })
    .onConflict((conflict) => conflict.columns(['source_id', 'seal']).doUpdateSet(row))
    .execute()

/** Takes an accepted change back; false if it is not accepted. */
export const takeBack = async (db: Db, { source_id }: Pick<Source, 'source_id'>, seal: string) =>
  Number(
    (await db.deleteFrom('source_accepted').where('source_id', '=', source_id).where('seal', '=', seal).executeTakeFirst()).numDeletedRows,
  ) > 0

/** A stored change with this seal, of a version or of a comparison. The seal is 64 hexadecimal digits. */
export async function changeSealed(db: Db, source_id: number, seal: string): Promise<StoredChange | undefined> {
  for (const table of ['source_version', 'source_check'] as const) {
    const row = await db
      .selectFrom(table)
      .select('changes')
      .where('source_id', '=', source_id)
      .where('changes', 'like', `%"seal":"${seal}"%`)
      .limit(1)
      .executeTakeFirst()
    if (row) return (JSON.parse(row.changes) as StoredChange[]).find((change) => change.seal === seal)
  }
  return undefined
}

const CHECKS_KEPT = 10
const CHECK_TTL_SECONDS = 30 * 86_400

interface Compared {
  branch: string
  label: string
  commit: string
  list: StoredChange[]
  at: number
}

/** Keeps the breaking and risky changes that a build has found on a branch, in place of those that it found there before. */
export async function noteCheck(db: Db, source_id: number, { branch, label, commit: commit_id, list, at: addtime }: Compared) {
  const bad = list.filter((change) => change.class === 'breaking' || change.class === 'risky')
  const of = db.deleteFrom('source_check').where('source_id', '=', source_id)
  await of.where((row) => row.or([row('branch', '=', branch), row('addtime', '<', addtime - CHECK_TTL_SECONDS)])).execute()
  if (bad.length === 0) return
  await db
    .insertInto('source_check')
    .values({ source_id, branch, label, commit_id, addtime, changes: JSON.stringify(bad) })
    .execute()
  const kept = db.selectFrom('source_check').select('branch').where('source_id', '=', source_id)
  const newest = kept.orderBy('addtime', 'desc').orderBy('branch').limit(CHECKS_KEPT)
  await of.where('branch', 'not in', newest).execute()
}

/** A version of the branch has been applied. */
export const forgetCheck = (db: Db, source_id: number, branch: string) =>
  db.deleteFrom('source_check').where('source_id', '=', source_id).where('branch', '=', branch).execute()

/** What builds have compared, newest first. */
export const checksOf = (db: Db, source_id: number) =>
  db
    .selectFrom('source_check')
    .select(['branch', 'label', 'commit_id', 'addtime', 'changes'])
    .where('source_id', '=', source_id)
    .orderBy('addtime', 'desc')
    .orderBy('branch')
    .execute()
