import type { Permission } from '../../access/permission.ts'
import { inParts } from '../../db/batches.ts'
import type { Db } from '../../db/schema.ts'
import type { InstanceRead } from './instance.worker.ts'

export type Differences = NonNullable<InstanceRead['read']>['differences']

export const instancesOf = (db: Db, source_id: number) =>
  db
    .selectFrom('source_instance as one')
    .innerJoin('source', 'source.source_id', 'one.source_id')
    .select(['one.name', 'one.label', 'one.addtime', 'one.check_time', 'one.version_id', 'source.version_id as current'])
    .select((row) =>
      row
        .selectFrom('source_drift as drift')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('drift.source_id', '=', 'one.source_id')
        .whereRef('drift.instance', '=', 'one.name')
        .as('differences'),
    )
    .where('one.source_id', '=', source_id)
    .orderBy('one.name')
    .execute()

/** An instance with its file. */
export const instanceNamed = (db: Db, source_id: number, name: string) =>
  db.selectFrom('source_instance').selectAll().where('source_id', '=', source_id).where('name', '=', name).executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof instanceNamed>>>

/** Stores an instance; the time of its first row stays. */
export const putInstance = (db: Db, { addtime, ...row }: Row) =>
  db
    .insertInto('source_instance')
    .values({ ...row, addtime })
    .onConflict((conflict) => conflict.columns(['source_id', 'name']).doUpdateSet(row))
    .execute()

export const noteInstance = (db: Db, source_id: number, name: string, row: Partial<Pick<Row, 'check_time' | 'version_id' | 'label'>>) =>
  db.updateTable('source_instance').set(row).where('source_id', '=', source_id).where('name', '=', name).execute()

/** Replaces the differences of an instance; one that is known keeps its time. */
export async function putDrift(db: Db, source_id: number, instance: string, differences: Differences, at: number) {
  const of = { source_id, instance }
  const known = await db
    .selectFrom('source_drift')
    .select(['seal', 'since'])
    .where('source_id', '=', source_id)
    .where('instance', '=', instance)
    .execute()
  const since = new Map(known.map((row) => [row.seal, Number(row.since)]))
  await db.deleteFrom('source_drift').where('source_id', '=', source_id).where('instance', '=', instance).execute()
  const rows = differences.map(({ kind, key, label, rule, path, before, after, seal }, position) => ({
    ...{ ...of, position, kind, part_key: key, label, rule, path, seal, since: since.get(seal) ?? at },
    ...{ value_main: before.slice(0, 200), value_here: after.slice(0, 200) },
  }))
  for (const some of inParts(rows, 50)) await db.insertInto('source_drift').values(some).execute()
}

export async function removeInstance(db: Db, _permission: Permission<'edit' | 'manage'>, source_id: number, name: string) {
  await db.deleteFrom('source_instance').where('source_id', '=', source_id).where('name', '=', name).execute()
  await db.deleteFrom('source_drift').where('source_id', '=', source_id).where('instance', '=', name).execute()
}
