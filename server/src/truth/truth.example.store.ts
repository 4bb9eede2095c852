import type { Scope } from '../access/permission.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'

export interface RunFilter {
  env: string
  /** A catalog with all below it. */
  below: Scope
}

/** The examples of an environment, and those for every one, on pages that are not deleted. */
function toRun(db: Db, item_id: number, { env, below }: RunFilter) {
  const all = db
    .selectFrom('example_run as example')
    .innerJoin('page', 'page.page_id', 'example.page_id')
    .where('example.item_id', '=', item_id)
    .where('example.env', 'in', [env, ''])
    .where('page.is_del', '=', 0)
  if (below === 'all') return all
  return all.where('page.cat_id', 'in', below === 'none' ? [] : [...below])
}

export async function examplesToRun(db: Db, item_id: number, { offset, count, ...filter }: RunFilter & { offset: number; count: number }) {
  const list = await toRun(db, item_id, filter)
    .select(['example.page_id', 'page.page_title', 'example.name', 'example.env', 'example.seal', 'example.request'])
    .orderBy('example.page_id')
    .orderBy('example.position')
    .offset(offset)
    .limit(count)
    .execute()
  const { total } = await toRun(db, item_id, filter)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { list, total: Number(total) }
}

/** The examples of these pages of the item. */
export async function reportedExamples(db: Db, item_id: number, page_ids: number[]) {
  const rows = []
  for (const some of inParts(page_ids))
    rows.push(
      ...(await db
        .selectFrom('example_run as example')
        .innerJoin('page', 'page.page_id', 'example.page_id')
        .select(['example.page_id', 'example.name', 'example.env', 'example.seal', 'example.state'])
        .where('example.item_id', '=', item_id)
        .where('example.page_id', 'in', some)
        .where('page.is_del', '=', 0)
        .execute()),
    )
  return rows
}

interface Run {
  state: 'passing' | 'failing'
  status: number
  ms: number
  detail: string
  ref: string
  addtime: number
}

export const writeRun = (db: Db, { page_id, name, env }: { page_id: number; name: string; env: string }, run: Run) =>
  db.updateTable('example_run').set(run).where('page_id', '=', page_id).where('name', '=', name).where('env', '=', env).execute()
