import { CATALOG_LEVELS_MAX, DEFAULT_ORDER, Refusal } from '@sheaf/contract'
import { nameOf, TOP } from '../content/catalog.rules.ts'
import { hasCatalog, insertCatalog } from '../content/catalog.store.ts'
import type { Services } from '../context.ts'
import type { Db } from '../db/schema.ts'

interface Path {
  cat_name: string
  cat_name_sub?: string
}

/** A catalog by the names on the way to it, or by its number; 0 and no names are the root. */
export type Place = string[] | number

/** The names on the way to a catalog. What goes deeper than catalogs do stands in the deepest one, as existing clients have it. */
export const namesIn = ({ cat_name, cat_name_sub = '' }: Path): string[] =>
  [cat_name, cat_name_sub]
    .flatMap((part) => part.split('/'))
    .filter((name) => name.trim() !== '')
    .slice(0, CATALOG_LEVELS_MAX)
    .map(nameOf)

const ONE = 'select cat_id from catalog where item_id = ? and parent_cat_id = ? and cat_name = ? order by cat_id limit 1'

/** The catalog at a place, undefined while it is not there. Of two with one name the first that was made. */
export async function placeOf({ store }: Pick<Services, 'store'>, item_id: number, place: Place): Promise<number | undefined> {
  if (typeof place === 'number') return place
  let cat_id = 0
  for (const name of place) {
    const [found] = await store.hot<{ cat_id: number }>(ONE, [item_id, cat_id, name])
    if (!found) return undefined
    cat_id = found.cat_id
  }
  return cat_id
}

const childNamed = (db: Db, item_id: number, parent_cat_id: number, cat_name: string) =>
  db
    .selectFrom('catalog')
    .select(['cat_id', 'item_id', 'parent_cat_id', 'level', 'cat_name', 's_number', 'addtime'])
    .where('item_id', '=', item_id)
    .where('parent_cat_id', '=', parent_cat_id)
    .where('cat_name', '=', cat_name)
    .orderBy('cat_id')
    .limit(1)
    .executeTakeFirst()

/** The same, and what is missing of the names is made. After touchItem: of two who make a catalog at once the second finds it. */
export async function makePlace(db: Db, item_id: number, place: Place, addtime: number): Promise<number> {
  if (typeof place === 'number') {
    if (place !== 0 && !(await hasCatalog(db, item_id, place))) throw new Refusal('notFound')
    return place
  }
  let parent_cat_id = 0
  for (const [n, cat_name] of place.entries()) {
    const row = { item_id, parent_cat_id, level: TOP + n, cat_name, s_number: DEFAULT_ORDER, addtime }
    parent_cat_id = ((await childNamed(db, item_id, parent_cat_id, cat_name)) ?? (await insertCatalog(db, row))).cat_id
  }
  return parent_cat_id
}
