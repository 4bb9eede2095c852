import { methodOf } from '@sheaf/markdown/method'
import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { inSmallSteps, type Pace } from '../db/small-steps.ts'

/** Few at a time: each comes with its text. */
const ROWS = 20

interface Unknown {
  page_id: number
  item_id: number
  page_content: string
  version: number
}

/** Looks at the pages whose method nobody has noted yet: those of a database of before. */
export const learnMethods = ({ store }: Pick<Services, 'store'>, pace?: Pace) =>
  inSmallSteps(store, { next: () => unknown(store.db), take: learn }, pace)

const unknown = (db: Db): Promise<Unknown[]> =>
  db
    .selectFrom('page')
    .select(['page_id', 'item_id', 'page_content', 'version'])
    .where('method', 'is', null)
    .orderBy('page_id')
    .limit(ROWS)
    .execute()

async function learn(db: Db, { page_id, item_id, page_content, version }: Unknown) {
  const method = methodOf(page_content)
  // Finished menus are kept per version; nothing has changed that an item's "last updated" should tell.
  if (method !== '') await sql`update item set tree_version = tree_version + 1 where item_id = ${item_id}`.execute(db)
  // Whoever has saved the page meanwhile has noted it.
  await sql`update page set method = ${method} where page_id = ${page_id} and version = ${version} and method is null`.execute(db)
}
