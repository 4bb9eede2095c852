import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Until when the description of a client is kept (docs/decisions/0076), and one connection per request of a program. */
export const oauthDocuments: Step = {
  name: '0029-oauth-documents',
  async up(db) {
    const statements = [
      'alter table oauth_client add column until bigint not null default 0',
      // Concurrent clicks could create several; the first one keeps the request.
      `update access_grant set request_id = '' where kind = 'oauth' and grant_id not in
        (select min(grant_id) from access_grant where kind = 'oauth' group by uid, request_id)`,
      "create unique index access_grant_request on access_grant (uid, request_id) where kind = 'oauth' and request_id <> ''",
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
