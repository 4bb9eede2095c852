import type { Selectable } from 'kysely'
import { nameColumn, personName } from '../db/person-name.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { Source } from './source.store.ts'

type Version = Selectable<Schema['source_version']>

/** The version that pages show now; `before` is its file, or its description as JSON, compressed. */
export const currentVersion = (db: Db, { version_id }: Pick<Source, 'version_id'>) =>
  db
    .selectFrom('source_version')
    .select(['version_id', 'seq', 'sha256', 'commit_time'])
    .select((row) => row.fn.coalesce('document', 'bytes').as('before'))
    .where('version_id', '=', version_id)
    .executeTakeFirst()

/** The version that waits for a decision. */
export const heldVersion = (db: Db, source_id: number) =>
  db
    .selectFrom('source_version')
    .select(['version_id', 'seq', 'sha256'])
    .where('source_id', '=', source_id)
    .where('state', '=', 'held')
    .executeTakeFirst()

export const lastSeq = async (db: Db, source_id: number) =>
  Number(
    (
      await db
        .selectFrom('source_version')
        .select((row) => row.fn.max('seq').as('seq'))
        .where('source_id', '=', source_id)
        .executeTakeFirst()
    )?.seq ?? 0,
  )

type NewVersion = Omit<Version, 'version_id' | 'document'>

/** Stores a version; a version that was held is replaced. Keeps the newest `keep` versions. */
export async function insertVersion(db: Db, version: NewVersion, keep: number) {
  const { source_id } = version
  await db.updateTable('source_version').set({ state: 'dropped' }).where('source_id', '=', source_id).where('state', '=', 'held').execute()
  const { version_id } = await db.insertInto('source_version').values(version).returning('version_id').executeTakeFirstOrThrow()
  await db
    .deleteFrom('source_version')
    .where('source_id', '=', source_id)
    .where('seq', '<=', version.seq - keep)
    .where('version_id', '<>', (row) => row.selectFrom('source').select('version_id').where('source_id', '=', source_id))
    .execute()
  return version_id
}

/** Only the version that pages show is compared with the next one, so the others keep no parsed description. */
export async function applyVersion(
  db: Db,
  { source_id, version_id }: { source_id: number; version_id: number },
  row: { report: string; document: Buffer | null },
) {
  await db
    .updateTable('source_version')
    .set({ document: null })
    .where('source_id', '=', source_id)
    .where('document', 'is not', null)
    .execute()
  await db
    .updateTable('source_version')
    .set({ ...row, state: 'applied' })
    .where('version_id', '=', version_id)
    .execute()
}

/** Takes a held version to apply it; false if it has been decided meanwhile. */
export const takeHeld = (db: Db, version_id: number) => decide(db, version_id, 'applied')

/** Drops a version that is held; false if it has been decided meanwhile. */
export const dropVersion = (db: Db, version_id: number) => decide(db, version_id, 'dropped')

const decide = async (db: Db, version_id: number, state: 'applied' | 'dropped') =>
  Number(
    (
      await db
        .updateTable('source_version')
        .set({ state })
        .where('version_id', '=', version_id)
        .where('state', '=', 'held')
        .executeTakeFirst()
    ).numUpdatedRows,
  ) > 0

export const versionById = (db: Db, source_id: number, version_id: number) =>
  db.selectFrom('source_version').selectAll().where('source_id', '=', source_id).where('version_id', '=', version_id).executeTakeFirst()

/** A stored version by its number in the source. */
export const versionNumbered = (db: Db, source_id: number, seq: number) =>
  db.selectFrom('source_version').selectAll().where('source_id', '=', source_id).where('seq', '=', seq).executeTakeFirst()

/** The versions that the pages of an item show, by source. */
export const presentVersions = (db: Db, item_id: number) =>
  db
    .selectFrom('source')
    .select(['source_id', 'title', 'version_id'])
    .where('item_id', '=', item_id)
    .where('version_id', '>', 0)
    .orderBy('source_id')
    .execute()

/** What an applied version has changed, as JSON. */
export const changesOf = async (db: Db, source_id: number, version_id: number) =>
  (
    await db
      .selectFrom('source_version')
      .select('changes')
      .where('source_id', '=', source_id)
      .where('version_id', '=', version_id)
      .where('state', '=', 'applied')
      .executeTakeFirst()
  )?.changes

/** Applied versions of an item that changed something for those who use the API, newest first, one at a time. */
export async function* changedVersions(db: Db, item_id: number, max: number) {
  const rows = await db
    .selectFrom('source_version as version')
    .innerJoin('source', 'source.source_id', 'version.source_id')
    .select('version.version_id')
    .where('source.item_id', '=', item_id)
    .where('version.state', '=', 'applied')
    .where('version.changes', '<>', '[]')
    .orderBy('version.version_id', 'desc')
    .limit(max)
    .execute()
  for (const { version_id } of rows) {
    const row = await db
      .selectFrom('source_version as version')
      .innerJoin('source', 'source.source_id', 'version.source_id')
      .select(['version.version_id', 'version.source_id', 'version.seq', 'version.label', 'version.addtime', 'version.changes'])
      .select(['source.cat_id', 'source.title', 'source.name'])
      .select(nameColumn(personName('version.uid', 'version.username')).as('by'))
      .where('version.version_id', '=', version_id)
      .executeTakeFirst()
    if (row) yield row
  }
}

/** Versions without their bytes, newest first. */
export async function versionsOf(db: Db, source_id: number, { offset, count }: { offset: number; count: number }) {
  const of = db.selectFrom('source_version').where('source_id', '=', source_id)
  const { total } = await of.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await of
    .select([
      'version_id',
      'seq',
      'label',
      'commit_id',
      'branch',
      'commit_time',
      'file_name',
      'size',
      'sha256',
      'username',
      'via',
      'addtime',
      'state',
      'report',
    ])
    .select(nameColumn(personName('source_version.uid', 'source_version.username')).as('author_name'))
    .orderBy('seq', 'desc')
    .limit(count)
    .offset(offset)
    .execute()
  return { rows, total: Number(total) }
}
