import { Refusal } from '@sheaf/contract'
import type { Rights } from '../../access/access.ts'
import { treeOf } from '../../content/item.tree.service.ts'
import type { RowMenu } from '../../content/menu.rules.ts'
import type { Ctx } from '../../context.ts'
import { plain } from '../text/plain.ts'

/** A place for a new page: its catalog, 0 for the top level, and a page of the same title that is there already. */
export interface Place {
  cat_id: number
  same: { page_id: number; version: number } | undefined
}

const isSame = (one: string, other: string) => plain(one).toLowerCase() === plain(other).toLowerCase()

/** Finds a catalog by the names on its path, such as `Guides / Install`, among those that the caller can read. */
export async function placeFor(ctx: Ctx, { item, visits }: Rights, path: string, title: string): Promise<Place> {
  const { menu } = await treeOf(ctx, item, visits)
  let at = menu as RowMenu & { cat_id?: number }
  for (const name of path.split('/').filter((part) => part.trim() !== '')) {
    const next = at.catalogs.find(({ cat_name }) => isSame(cat_name, name))
    if (!next) throw new Refusal('catalogUnknown', { catalog: plain(name).slice(0, 100) })
    at = next
  }
  const page = at.pages.find(({ page_title }) => isSame(page_title, title))
  const version = page && (await versionOf(ctx, page.page_id))
  return { cat_id: at.cat_id ?? 0, same: page && version ? { page_id: page.page_id, version } : undefined }
}

const versionOf = async ({ store }: Ctx, page_id: number) =>
  (await store.hot<{ version: number }>('select version from page where page_id = ?', [page_id]))[0]?.version
