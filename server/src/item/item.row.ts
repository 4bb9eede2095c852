import { PASSWORD_KEPT } from '@sheaf/contract'
import type { ItemHead } from '../access/access.store.ts'
import { ownerOf } from '../content/item.store.ts'
import type { Ctx } from '../context.ts'

/** An item as its managers see it; the visit password is never sent (W13). */
export const rowOf = async (item: ItemHead, ctx: Ctx) => ({
  ...item,
  username: (await ownerOf(ctx.db, item.uid))?.username ?? '',
  password: item.password_hash ? PASSWORD_KEPT : '',
})
