import type { ImportReport } from '@sheaf/contract'
import { visitPassword } from '../auth/password.ts'
import { TOP } from '../content/catalog.rules.ts'
import { insertItem, showItem } from '../content/item.store.ts'
import type { Ctx } from '../context.ts'
import { removeItem } from '../item/item.remove.service.ts'
import { saveFiles } from './import.files.ts'
import { countOf, match } from './import.match.ts'
import { stage } from './import.stage.ts'
import type { Plan } from './plan/plan.ts'

/**
 * Makes an item of a plan. Nobody sees it until it is whole; when something goes wrong, or whoever asked for it goes away, all of it
 * is taken back. Small transactions, so that nobody else waits.
 */
export async function savePlan(
  plan: Plan,
  path: string,
  { request_id, password }: { request_id: string; password: string },
  ctx: Ctx<'user'>,
): Promise<{ item_id: number; report: ImportReport }> {
  const { item_name, item_description, item_type, global_param = '' } = plan
  const about = { item_name, item_description, item_domain: '', item_type, global_param }
  const item = { ...about, uid: ctx.user.uid, ...(await visitPassword(password)) }
  const item_id = await insertItem(ctx.db, item, ctx.now(), 2)
  try {
    const files = await saveFiles(plan, path, { item_id, known: 0 }, ctx)
    const root = match(plan.root, { catalogs: [], pages: [] }, 0)
    await stage(root, files, { hidden: item_id, item_id, level: TOP, request_id }, ctx)
    await showItem(ctx.db, item_id)
    const { catalogs, pages } = countOf(root)
    return { item_id, report: { catalogs, pages, updated: 0, unchanged: 0, files: files.size, skipped: plan.skipped } }
  } catch (error) {
    await removeItem(ctx, item_id)
    throw error
  }
}
