import { Refusal } from '@sheaf/contract'
import { covers, mustEdit, scopeOf } from '../access/access.ts'
import { levelBelow, nameOf } from '../content/catalog.rules.ts'
import { type CatalogFound, catalogsOf, insertCatalog, lockTree } from '../content/catalog.store.ts'
import { actorOf } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import type { Ctx } from '../context.ts'
import { mustHaveCatalogs } from '../page/page.rules.ts'

const childNamed = (all: CatalogFound[], parent_cat_id: number, cat_name: string) =>
  all.find((one) => one.parent_cat_id === parent_cat_id && one.cat_name === cat_name)

/** The catalog at a path of names, 0 for none; undefined when one of them is missing. */
function catalogAt(all: CatalogFound[], names: string[]): number | undefined {
  let at = 0
  for (const name of names) {
    const next = childNamed(all, at, name)
    if (!next) return undefined
    at = next.cat_id
  }
  return at
}

/** Finds a catalog by the names on its path and creates those that are missing. Concurrent requests find what the first one created. */
export async function makeCatalogPath(ctx: Ctx<'user'>, item_id: number, path: string[]): Promise<number> {
  const { item, roots, permission } = await mustEdit(ctx, item_id)
  const names = path.map(nameOf)
  const known = catalogAt(await catalogsOf(ctx, item_id), names)
  if (known !== undefined) return known
  mustHaveCatalogs(item)
  return ctx.store.write(async (trx) => {
    const all = await lockTree(trx, permission, ctx.now())
    let at = 0
    for (const cat_name of names) {
      const next = childNamed(all, at, cat_name)
      if (next) {
        at = next.cat_id
        continue
      }
      if (!covers(scopeOf(roots, all), at)) throw new Refusal('noPermission')
      const row = { parent_cat_id: at, level: levelBelow(all, at), cat_name, addtime: ctx.now() }
      const made = await insertCatalog(trx, permission, row)
      await noteChange(trx, permission, actorOf(ctx), { type: 'catalog.created', cat_id: made.cat_id, title: cat_name }, ctx.now())
      all.push(made)
      at = made.cat_id
    }
    return at
  })
}
