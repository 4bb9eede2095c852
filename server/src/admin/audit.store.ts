import { sql } from 'kysely'
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

export const listAudit = (db: Db, filter: AuditFilter, count: number, page: number) =>
  auditQuery(db, filter)
    .select(columns)
    .select(nameColumn(personName('audit.uid', 'audit.username')).as('name'))
    .orderBy('id', 'desc')
    .limit(count)
    .offset((page - 1) * count)
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

export const removeAuditBefore = (db: Db, at: number) => db.deleteFrom('audit').where('addtime', '<', at).execute()
