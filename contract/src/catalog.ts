import * as z from 'zod'
import { read, write } from './call.ts'
import { countOrNone, date, digits, id, idOr0, name, requestId } from './fields.ts'

const row = { cat_id: digits, cat_name: z.string(), item_id: digits, s_number: digits, parent_cat_id: digits, level: digits }

const CatalogRow = z.object({ ...row, addtime: digits })
const CatalogPath = z.object({ ...row, addtime: date })
const node = z.object({ ...row, addtime: date })
export interface CatalogNode extends z.output<typeof node> {
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

export const catalog = {
  save: write(
    'user',
    { item_id: id, cat_id: idOr0, parent_cat_id: idOr0, cat_name: name(), s_number: countOrNone, request_id: requestId },
    CatalogRow,
  ),
  /** Depth first; cat_name is the path, its parts joined by "/". */
  catListName: read('user', { item_id: id }, z.array(CatalogPath)),
  catListGroup: read('user', { item_id: id }, z.array(CatalogNode)),
  getPagesBycat: read(
    'user',
    { item_id: id, cat_id: idOr0 },
    z.array(z.object({ page_id: digits, page_title: z.string(), s_number: digits })),
  ),
  delete: write('user', { item_id: id, cat_id: id }, z.boolean()),
}
