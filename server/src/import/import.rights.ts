import { Refusal, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract'
import { mustEdit, type Rights } from '../access/access.ts'
import type { Ctx } from '../context.ts'

interface ImportTarget {
  item_id: number
  cat_id: number
}

/** The right to import there: to edit that catalog, or the item's root. All that is imported lies below it. */
export async function mustImport({ item_id, cat_id }: ImportTarget, ctx: Ctx<'user'>): Promise<Rights> {
  const rights = await mustEdit(ctx, item_id, cat_id)
  if ([SINGLE_PAGE, SPREADSHEET_ITEM].includes(rights.item.item_type)) throw new Refusal('itemOfOnePage')
  return rights
}

/** Before the first byte of the file is kept (S60), as far as the item was named by then; a new item is anybody's to make. */
export const mayImport = async (target: ImportTarget, ctx: Ctx<'user'>) => target.item_id && mustImport(target, ctx)
