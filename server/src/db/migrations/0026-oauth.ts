import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Clients of OAuth, and the codes and tokens of connected programs (docs/decisions/0072). */
export const oauth: Step = {
  name: '0026-oauth',
  async up(db) {
    const statements = [
      'alter table access_grant add column client_id text',
      'create index access_grant_client on access_grant (client_id, ended_time)',
      'alter table access_secret add column used_time bigint not null default 0',
      "alter table access_secret add column challenge text not null default ''",
      'alter table access_secret add column grant_until bigint not null default 0',
      "alter table access_secret add column redirect_uri text not null default ''",
      "alter table access_secret add column resource text not null default ''",
      'create index access_secret_until on access_secret (until)',
      'create index access_secret_used on access_secret (used_time) where used_time > 0',
      `create table oauth_client (client_id text primary key, kind text not null, name text not null, redirect_uris text not null,
        secret_hash text not null default '', addtime bigint not null, last_used_time bigint not null default 0,
        is_blocked integer not null default 0)`,
      'create index oauth_client_use on oauth_client (kind, last_used_time, addtime)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
