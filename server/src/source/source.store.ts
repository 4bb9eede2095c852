import { NO_COVERAGE } from '@sheaf/description/table-coverage'
import { type Selectable, sql } from 'kysely'
import type { Permission } from '../access/permission.ts'
import { coverageOf } from '../content/coverage.store.ts'
import { refreshStates } from '../content/proof/page-state.store.ts'
import { forgetParts } from '../content/proof/proof.store.ts'
import type { Services } from '../context.ts'
import type { Db, Schema } from '../db/schema.ts'
import { sourceTables } from '../item/item.store.ts'

type WithStore = Pick<Services, 'store'>
export type Source = Selectable<Schema['source']>

export const sourceById = async ({ store }: WithStore, source_id: number) =>
  (await store.hot<Source>('select * from source where source_id = ?', [source_id]))[0]

export const sourceNamed = async ({ store }: WithStore, item_id: number, name: string) =>
  (await store.hot<Source>('select * from source where item_id = ? and name = ?', [item_id, name]))[0]

const LISTED = `select s.source_id, s.item_id, s.cat_id, s.kind, s.name, s.title, s.addtime, s.check_time, s.on_gone, s.views, s.language,
  coalesce(v.seq, 0) as seq, coalesce(v.label, '') as label, coalesce(v.addtime, 0) as version_time,
  case when h.version_id is null then 'applied' else 'held' end as state,
  coalesce((select f.problem_since from source_fetch f where f.source_id = s.source_id), 0) as failing_since,
  coalesce(h.seq, 0) as held_seq, coalesce(h.label, '') as held_label, coalesce(h.report, '{}') as held_report,
  (select count(*) from source_part p where p.source_id = s.source_id and p.gone_seq = 0) as parts,
  (select count(*) from source_part p join page g on g.page_id = p.page_id and g.is_del = 0 and g.item_id = s.item_id
    where p.source_id = s.source_id and p.gone_seq = 0 and p.is_detached = 0) as pages,
  (select count(*) from source_part p join page g on g.page_id = p.page_id and g.is_del = 0 and g.item_id = s.item_id
    where p.source_id = s.source_id and p.gone_seq > 0 and p.is_detached = 0) as gone
  from source s left join source_version v on v.version_id = s.version_id
  left join source_version h on h.source_id = s.source_id and h.state = 'held'`

interface Listed {
  source_id: number
  item_id: number
  cat_id: number
  kind: string
  name: string
  title: string
  addtime: number
  check_time: number
  on_gone: string
  views: string
  language: string
  seq: number
  label: string
  version_time: number
  state: string
  parts: number
  pages: number
  gone: number
  failing_since: number
  held_seq: number
  held_label: string
  held_report: string
}

const withCoverage = async <Row extends { source_id: number }>({ store }: WithStore, rows: Row[]) => {
  const found = await coverageOf(
    store.db,
    rows.map((row) => row.source_id),
  )
  return rows.map((row) => {
    const { total, source, here } = found.get(row.source_id) ?? NO_COVERAGE
    return { ...row, describable: total, described: source, described_here: here }
  })
}

const withHeld = ({ held_report, ...row }: Listed) => ({ ...row, held_gone: (JSON.parse(held_report) as { gone?: number }).gone ?? 0 })

export const sourcesOf = async (ctx: WithStore, item_id: number) =>
  withCoverage(ctx, (await ctx.store.hot<Listed>(`${LISTED} where s.item_id = ? order by s.source_id`, [item_id])).map(withHeld))

export const listedSource = async (ctx: WithStore, source_id: number) =>
  (await withCoverage(ctx, (await ctx.store.hot<Listed>(`${LISTED} where s.source_id = ?`, [source_id])).map(withHeld)))[0]

export const countSources = async (db: Db, item_id: number) =>
  Number(
    (
      await db
        .selectFrom('source')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('item_id', '=', item_id)
        .executeTakeFirstOrThrow()
    ).count,
  )

type NewSource = Pick<
  Source,
  'cat_id' | 'kind' | 'name' | 'title' | 'language' | 'on_gone' | 'views' | 'uid' | 'addtime' | 'check_time' | 'request_id'
>

/** Creates a source; undefined if the item has one of this name. */
export const insertSource = (db: Db, { item_id }: Permission<'edit'>, row: NewSource) =>
  db
    .insertInto('source')
    .values({ ...row, item_id })
    .onConflict((conflict) => conflict.columns(['item_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** The source of this name, if it has no version. */
export const unreadSource = (db: Db, { item_id }: Permission<'edit'>, name: string) =>
  db
    .selectFrom('source')
    .select(['source_id', 'uid', 'request_id', 'addtime'])
    .where('item_id', '=', item_id)
    .where('name', '=', name)
    .where('version_id', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('source_version').select('version_id').whereRef('source_version.source_id', '=', 'source.source_id'))),
    )
    .executeTakeFirst()

export const updateSource = (
  db: Db,
  { item_id }: Permission<'edit'>,
  source_id: number,
  row: Partial<Pick<Source, 'title' | 'kind' | 'on_gone' | 'check_time' | 'version_id'>>,
) => db.updateTable('source').set(row).where('source_id', '=', source_id).where('item_id', '=', item_id).execute()

/** Deletes a source with its versions and parts; its pages stay. */
export async function removeSource(db: Db, { item_id }: Permission<'edit'>, source_id: number, at: number) {
  const proven = await forgetParts(db, source_id)
  const parts = db.selectFrom('source_part').select('part_id').where('source_id', '=', source_id)
  await db.deleteFrom('page_part').where('part_id', 'in', parts).execute()
  for (const table of sourceTables) await db.deleteFrom(table).where('source_id', '=', source_id).execute()
  await db.deleteFrom('source').where('source_id', '=', source_id).where('item_id', '=', item_id).execute()
  await refreshStates(db, proven, at)
}

/** Locks the row of the source until the transaction ends, and returns it. */
export async function lockSource(db: Db, source_id: number): Promise<Source | undefined> {
  await sql`update source set check_time = check_time where source_id = ${source_id}`.execute(db)
  return db.selectFrom('source').selectAll().where('source_id', '=', source_id).executeTakeFirst()
}
