import { sql } from 'kysely'
import type { Step } from '../step.ts'

/** Other instances of a database, and how they differ from the one that pages show (docs/decisions/0091). */
export const sourceInstance: Step = {
  name: '0039-source-instance',
  async up(db, kind) {
    const bytes = sql.raw(kind === 'postgres' ? 'bytea' : 'blob')
    await sql`create table source_instance (source_id integer not null, name text not null, file_name text not null, sha256 text not null,
      bytes ${bytes} not null, label text not null default '', addtime bigint not null, check_time bigint not null,
      version_id integer not null default 0, primary key (source_id, name))`.execute(db)
    await sql`create table source_drift (source_id integer not null, instance text not null, position integer not null,
      kind text not null, part_key text not null, label text not null, rule text not null, path text not null, value_main text not null,
      value_here text not null, seal text not null, since bigint not null, primary key (source_id, instance, position))`.execute(db)
    await sql`create index source_drift_part on source_drift (source_id, part_key, kind)`.execute(db)
  },
}
