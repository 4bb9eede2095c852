import { Refusal, type SelectedLine } from '@sheaf/contract'
import { covers, type Granted, scopeOf } from '../../access/access.ts'
import { withChildren } from '../../content/catalog.rules.ts'
import { type CatalogFound, pagesBelow } from '../../content/catalog.store.ts'
import { pagesOf } from '../../content/page.store.ts'
import type { Ctx } from '../../context.ts'
import type { Db } from '../../db/schema.ts'

export type SelectedPage = Awaited<ReturnType<typeof pagesBelow>>[number]

/** The catalogs and pages that an action takes. */
export interface Selection {
  /** Selected catalogs that are not below another selected one, in the order of the lines. */
  tops: CatalogFound[]
  /** These and all catalogs below them. */
  cat_ids: number[]
  /** Selected pages that are in none of these catalogs, in the order of the lines. */
  alone: SelectedPage[]
  /** The pages in all of these catalogs. */
  below: SelectedPage[]
}

export const pagesIn = ({ alone, below }: Pick<Selection, 'alone' | 'below'>) => [...alone, ...below]

/**
 * Reads the selected lines in the tree of the item. Refuses lines that are not there or that the caller cannot edit; only a caller with
 * rights on the whole item learns which of both it is. `takes`: the catalogs leave their parents, so these must be editable, too.
 */
export async function selectionOf(
  db: Db,
  source: Granted<'edit'>,
  tree: CatalogFound[],
  lines: SelectedLine[],
  takes: boolean,
): Promise<Selection> {
  const edits = scopeOf(source.roots, tree)
  const missing = () => new Refusal(edits === 'all' ? 'treeOutdated' : 'noPermission')
  if (lines.some((line) => (line.cat_id === 0) === (line.page_id === 0))) throw new Refusal('badInput', { field: 'lines' })
  const byId = new Map(tree.map((row) => [row.cat_id, row]))
  const chosen = [...new Set(lines.map((line) => line.cat_id).filter((cat_id) => cat_id !== 0))]
  const catalogs = chosen.map((cat_id) => byId.get(cat_id))
  if (catalogs.includes(undefined)) throw missing()
  const known = catalogs.filter((row) => row !== undefined)
  const inside = new Set(known.flatMap(({ cat_id }) => withChildren(tree, cat_id).slice(1)))
  const tops = known.filter((row) => !inside.has(row.cat_id))
  if (tops.some((row) => !covers(edits, row.cat_id) || (takes && !covers(edits, row.parent_cat_id)))) throw new Refusal('noPermission')
  const cat_ids = tops.flatMap(({ cat_id }) => withChildren(tree, cat_id))

  const page_ids = [...new Set(lines.map((line) => line.page_id).filter((page_id) => page_id !== 0))]
  const found = new Map((await pagesOf(db, source.item.item_id, page_ids)).map((page) => [page.page_id, page]))
  if (found.size < page_ids.length) throw missing()
  const pages = page_ids.map((page_id) => found.get(page_id)).filter((page) => page !== undefined)
  if (pages.some((page) => !covers(edits, page.cat_id))) throw new Refusal('noPermission')
  const taken = new Set(cat_ids)
  return {
    tops,
    cat_ids,
    alone: pages.filter((page) => !taken.has(page.cat_id)),
    below: await pagesBelow(db, source.item.item_id, cat_ids),
  }
}

const idsOf = (selection: Selection) =>
  [
    ...selection.cat_ids,
    0,
    ...pagesIn(selection)
      .map((page) => page.page_id)
      .toSorted((a, b) => a - b),
  ].join()

/** Whether both have the same catalogs and pages. */
export const isSame = (one: Selection, other: Selection) => idsOf(one) === idsOf(other)

/** The pages that are not the caller's own: a member who is no manager can neither delete them nor take them to another item (D4). */
export const pagesOfOthers = (selection: Selection, { manage }: Granted<'edit'>, { user }: Pick<Ctx<'user'>, 'user'>) =>
  manage ? [] : pagesIn(selection).filter((page) => page.creator_uid !== user.uid)

const NAMES_MAX = 5

/** Up to five names for a message. */
export const namesOf = (pages: { page_title: string }[]) => pages.slice(0, NAMES_MAX).map((page) => page.page_title)
