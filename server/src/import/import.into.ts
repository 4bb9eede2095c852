import { type ImportReport, Refusal } from '@sheaf/contract'
import type { Rights } from '../access/access.ts'
import { roomBelow } from '../content/catalog.rules.ts'
import { catalogsIn } from '../content/catalog.store.ts'
import { insertItem } from '../content/item.store.ts'
import type { Ctx } from '../context.ts'
import { fitLevels } from '../import-plan/levels.ts'
import { removeItem } from '../item/item.remove.service.ts'
import { saveFiles } from './import.files.ts'
import { countOf, match } from './import.match.ts'
import { mustImport } from './import.rights.ts'
import { stage } from './import.stage.ts'
import { pageRows } from './import.store.ts'
import { publishStaged } from './import.switch.ts'
import type { Plan } from './plan/plan.ts'

interface SaveTarget {
  item_id: number
  cat_id: number
  request_id: string
}

/** Others may change the item as often as this while an import goes on; then it gives up. */
const TRIES = 3

/** The plan as it lies in the item: joined where it would be too deep there. */
export async function matchPlan(plan: Plan, { item_id, cat_id }: Pick<SaveTarget, 'item_id' | 'cat_id'>, ctx: Ctx<'user'>) {
  const tree = { catalogs: await catalogsIn(ctx.db, item_id), pages: await pageRows(ctx.db, item_id) }
  const { level, levels } = roomBelow(tree.catalogs, cat_id)
  const root = fitLevels(plan.root, levels, plan.skipped)
  return { root, level, place: match(root, tree, cat_id) }
}

/**
 * Puts a plan into an item: what stands at the same place under the same name gets the new text and keeps the old one in its history,
 * the rest is added. All of it is made out of sight and shown in one transaction, so that nobody sees a half.
 */
export async function saveInto(plan: Plan, path: string, target: SaveTarget, ctx: Ctx<'user'>): Promise<ImportReport> {
  for (let left = TRIES; left > 0; left--) {
    const report = await attempt(plan, path, target, await mustImport(target, ctx), ctx)
    if (report) return report
  }
  throw new Refusal('importOvertaken')
}

async function attempt(
  plan: Plan,
  path: string,
  target: SaveTarget,
  { item }: Rights,
  ctx: Ctx<'user'>,
): Promise<ImportReport | undefined> {
  const { item_id, request_id } = target
  const skipped = [...plan.skipped]
  const laid = await matchPlan({ ...plan, skipped }, target, ctx)
  const { item_name, item_type } = item
  const draft = { item_name, item_description: '', item_domain: '', item_type, uid: ctx.user.uid, password_hash: '', password_stamp: '' }
  const hidden = await insertItem(ctx.db, draft, ctx.now(), 2)
  try {
    const files = await saveFiles({ ...plan, skipped }, path, { item_id: hidden, known: item_id }, ctx)
    const staged = await stage(laid.place, files, { hidden, item_id, level: laid.level, request_id }, ctx)
    const done = await publishStaged(laid, staged, { ...target, hidden }, ctx)
    if (!done) {
      await removeItem(ctx, hidden)
      return undefined
    }
    const { catalogs, pages } = countOf(laid.place)
    return { catalogs, pages, ...done, files: files.size, skipped }
  } catch (error) {
    await removeItem(ctx, hidden)
    throw error
  }
}
