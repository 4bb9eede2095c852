import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** By what an OpenID provider names a session when a person signs out there (docs/decisions/0114). */
export const logoutAtProvider: Step = {
  name: '0056-logout-at-provider',
  async up(db) {
    const statements = ['session', 'pending_step', 'outside_newcomer'].flatMap((table) => [
      `alter table ${table} add column provider_sid text not null default ''`,
      `alter table ${table} add column provider_sub text not null default ''`,
    ])
    statements.push(
      `create index session_provider_sid on session (provider_sid) where provider_sid <> ''`,
      `create index session_provider_sub on session (provider_sub) where provider_sub <> ''`,
    )
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
