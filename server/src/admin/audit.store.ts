import { sql } from 'kysely'
import { type Pace, removeInSteps } from '../db/batches.ts'
import type { Store } from '../db/dialect.ts'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db } from '../db/schema.ts'

export interface AuditFilter {
  /** The exact username in the log. */
  username: string
  /** All actions when undefined. */
  actions: readonly string[] | undefined
  /** A substring of the subject or the detail; % and _ are literal. */
  subject: string
  /** Unix seconds; `from` is inclusive, `until` exclusive. */
  from: number | undefined
  until: number | undefined
}

const auditQuery = (db: Db, { username, actions, subject, from, until }: AuditFilter) =>
  db
    .selectFrom('audit')
    .$if(username !== '', (query) => query.where('username', '=', username))
    .$if(actions !== undefined, (query) => query.where('action', 'in', actions as string[]))
    .$if(subject !== '', (query) => {
      const part = `%${subject
        .normalize('NFC')
        .replace(/[\\%_]/g, '\\$&')
        .toLowerCase()}%`
      return query.where(sql<boolean>`(lower(subject) like ${part} escape '\\' or lower(detail) like ${part} escape '\\')`)
    })
    .$if(from !== undefined, (query) => query.where('addtime', '>=', from as number))
    .$if(until !== undefined, (query) => query.where('addtime', '<', until as number))

const columns = ['id', 'addtime', 'uid', 'username', 'action', 'subject', 'detail', 'address'] as const

/** The ids of the page are found first, in an index: PostgreSQL looks up a name also for each entry before the page. */
export const listAudit = (db: Db, filter: AuditFilter, count: number, page: number) =>
  db
    .selectFrom('audit')
    .select(columns)
    .select(nameColumn(personName('audit.uid', 'audit.username')).as('name'))
    .where(
      'id',
      'in',
      auditQuery(db, filter)
        .select('id')
        .orderBy('id', 'desc')
        .limit(count)
        .offset((page - 1) * count),
    )
    .orderBy('id', 'desc')
    .execute()

export const countAudit = async (db: Db, filter: AuditFilter) =>
  Number(
    (
      await auditQuery(db, filter)
        .select((row) => row.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Up to `count` rows with an id below `id`, newest first. */
export const auditBefore = (db: Db, filter: AuditFilter, id: number, count: number) =>
  auditQuery(db, filter).select(columns).where('id', '<', id).orderBy('id', 'desc').limit(count).execute()

/** Deletes old entries. A site that keeps a shorter log than before deletes years of it, and other requests do not wait for that. */
export async function removeAuditBefore(store: Store, at: number, pace: Pace) {
  const old = store.db.selectFrom('audit').select('id').where('addtime', '<', at).orderBy('addtime')
  const next = async (rows: number) => (await old.limit(rows).execute()).map(({ id }) => id)
  await removeInSteps(store, { table: 'audit', id: 'id', next }, pace)
}
