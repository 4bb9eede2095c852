import { PASSWORD_KEPT, Refusal } from '@sheaf/contract'
import { headsOf, pageOf } from '../access/access.store.ts'
import { mustVisit } from '../access/access.ts'
import { covers } from '../access/scope.ts'
import type { Rooms } from '../lib/context.ts'
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

  async getPage({ item_id, page_id, page_title }, ctx) {
    const { visits } = await mustVisit(ctx, item_id)
    const ids = page_id ? [page_id] : page_title ? await pagesTitled(ctx.db, item_id, page_title) : []
    for (const one of ids) {
      const page = await pageOf(ctx, one)
      if (page?.item_id === item_id && covers(visits, page.cat_id)) return page
    }
    throw new Refusal('notFound')
  },
}
