import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Sessions that a person can tell apart, and the second step of a sign-in (docs/decisions/0105). */
export const signIn: Step = {
  name: '0047-sign-in',
  async up(db) {
    const statements = [
      'alter table "user" add column has_second_step integer not null default 0',
      `alter table session add column way text not null default ''`,
      `alter table session add column address text not null default ''`,
      `alter table session add column device_hash text not null default ''`,
      'alter table session add column confirmed_until bigint not null default 0',
      `create table second_step (uid integer primary key, totp_sealed text not null default '', totp_time bigint not null default 0,
        last_step bigint not null default 0, begun_sealed text not null default '', begun_until bigint not null default 0)`,
      `create table recovery_code (code_hash text primary key, uid integer not null, used_time bigint not null default 0)`,
      'create index recovery_code_uid on recovery_code (uid)',
      `create table device (uid integer not null, device_hash text not null, trusted_until bigint not null default 0,
        agent text not null default '', addtime bigint not null, seen_time bigint not null, primary key (uid, device_hash))`,
      'create index device_hash on device (device_hash)',
      'create index device_seen on device (seen_time)',
      `create table pending_step (session_id integer primary key, uid integer not null, way text not null, provider text not null default '',
        links integer not null default 0, stamp text not null, tries integer not null default 0, until bigint not null)`,
      'create index pending_step_uid on pending_step (uid)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
