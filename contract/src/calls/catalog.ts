import * as z from 'zod'
import { read, write } from '../call.ts'
import { countOrNone, date, digits, flag, id, idOr0, json, name, nothing, order, requestId, textOrNone } from '../fields.ts'

const row = { cat_id: digits, cat_name: z.string(), item_id: digits, s_number: digits, parent_cat_id: digits, level: digits }

export const CatalogRow = z.object({ ...row, addtime: digits })
const CatalogPath = z.object({ ...row, addtime: date })
const node = z.object({ ...row, addtime: date })
interface CatalogNode extends z.output<typeof node> {
  sub: CatalogNode[]
}
interface CatalogNodeOnWire extends z.input<typeof node> {
  sub: CatalogNodeOnWire[]
}
const CatalogNode: z.ZodType<CatalogNode, CatalogNodeOnWire> = node.extend({
  get sub() {
    return z.array(CatalogNode)
  },
})

export type CatalogRow = z.output<typeof CatalogRow>

/** Limits checked before validation: characters of a name, and lines of a tree. */
const NAME_INPUT_CHARS_MAX = 10_000
const TREE_LINES_MAX = 50_000
/** A line of the tree as existing clients send it: a catalog, or a page if page_id is given. Its levels are ignored. */
const TreeLine = z.object({
  cat_id: idOr0,
  page_id: idOr0,
  cat_name: textOrNone(NAME_INPUT_CHARS_MAX),
  parent_cat_id: countOrNone,
  s_number: countOrNone,
})
export type TreeLine = z.output<typeof TreeLine>

/** A position in the tree: the parent catalog (0: the root) and the next sibling of the same kind (0: last). */
const Place = z.object({ parent_cat_id: digits, before_id: digits })
export type Place = z.output<typeof Place>

export const catalog = {
  save: write(
    'user',
    { item_id: id, cat_id: idOr0, parent_cat_id: idOr0, cat_name: name(), s_number: order, request_id: requestId },
    CatalogRow,
  ),
  /** Depth first. cat_name is the path, joined by "/". */
  catListName: read('user', { item_id: id }, z.array(CatalogPath)),
  catListGroup: read('user', { item_id: id }, z.array(CatalogNode)),
  /** Flat, ordered by s_number. */
  catList: read('user', { item_id: id }, z.array(CatalogPath)),
  /** Catalogs at the root. */
  secondCatList: read('user', { item_id: id }, z.array(CatalogPath)),
  /** Descendants of a catalog. */
  childCatList: read('user', { cat_id: id }, z.array(CatalogNode)),
  /** The catalog of a page. Without a page: the catalog of the page that the caller saved last. */
  getDefaultCat: read('user', { item_id: idOr0, page_id: idOr0, copy_page_id: idOr0 }, z.object({ default_cat_id: digits })),
  getPagesBycat: read(
    'user',
    { item_id: id, cat_id: idOr0 },
    z.array(z.object({ page_id: digits, page_title: z.string(), s_number: digits })),
  ),
  delete: write('user', { item_id: id, cat_id: id }, z.boolean()),
  /** Changes names, parents and order of many catalogs and pages of an item: all of them, or none. */
  batUpdate: write('user', { item_id: id, cats: json(z.array(TreeLine).max(TREE_LINES_MAX)) }, nothing),
  /** Copies or (is_del 1) moves a catalog with its content within its item or to another one. A move keeps all ids. */
  copy: write('user', { cat_id: id, new_p_cat_id: idOr0, to_item_id: idOr0, is_del: flag, request_id: requestId }, digits),
  /**
   * Sheaf only: moves one catalog or page within its item and numbers its siblings from 1. `was_cat_id` is the parent that the caller
   * saw: 10109 when another user has moved it. Returns the previous position, which the same call accepts for undo.
   */
  arrange: write(
    'user',
    { item_id: id, cat_id: idOr0, page_id: idOr0, parent_cat_id: idOr0, before_id: idOr0, was_cat_id: countOrNone },
    Place,
  ),
}
