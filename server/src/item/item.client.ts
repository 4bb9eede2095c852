import { PASSWORD_KEPT, Refusal } from '@sheaf/contract'
import { headsOf, pageOf } from '../access/access.store.ts'
import { mustVisit, mustVisitPageUnseen } from '../access/access.ts'
import { byKeys, hasKeys, mustHoldKeys } from '../access/keys.ts'
import { covers } from '../access/scope.ts'
import type { Rooms } from '../context.ts'
import { pagesTitled, pinItem, unpinItem } from './item.client.store.ts'

/** What only programs ask for. */
export const client: Pick<Rooms['item'], 'top' | 'itemList' | 'getPage'> = {
  /** Twice is as good as once; what somebody no longer sees can still be taken down. */
  async top({ item_id, action }, ctx) {
    if (action === 'cancel') await unpinItem(ctx.db, ctx.user.uid, item_id)
    else {
      await mustVisit(ctx, item_id)
      await pinItem(ctx.db, ctx.user.uid, item_id, ctx.now())
    }
    return []
  },

  async itemList(_input, ctx) {
    const { uid, username } = ctx.user
    return (await headsOf(ctx, uid)).map((item) => ({ ...item, username, password: item.password_hash ? PASSWORD_KEPT : '' }))
  },

  /** Without an item it is that of the page, and for a title that of the pair. */
  async getPage({ item_id: named, page_id, page_title, ...keys }, ctx) {
    const opens = byKeys(keys, ctx)
    if (!named && page_id) return (await mustVisitPageUnseen(ctx, page_id, opens)).page
    if (!named && !hasKeys(keys, ctx)) throw new Refusal('badInput', { field: 'item_id' })
    const item_id = named || (await mustHoldKeys(keys, ctx)).item_id
    const { visits } = await mustVisit(ctx, item_id, opens)
    const ids = page_id ? [page_id] : page_title ? await pagesTitled(ctx.db, item_id, page_title) : []
    for (const one of ids) {
      const page = await pageOf(ctx, one)
      if (page?.item_id === item_id && covers(visits, page.cat_id)) return page
    }
    throw new Refusal('notFound')
  },
}
