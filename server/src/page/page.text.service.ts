import { Refusal } from '@sheaf/contract'
import type { GrantedPage } from '../access/access.ts'
import { viaOf } from '../auth/grant.ts'
import { revisionsToKeep } from '../common/settings.store.ts'
import { touchItem } from '../content/item.store.ts'
import type { Ctx } from '../context.ts'
import { packPrevious } from './history/page.history.store.ts'
import { changePage } from './page.service.ts'

/** Saves another stored text of a page, as a save of the caller. Returns the page. */
export async function saveText({ page, item, permission }: GrantedPage, page_content: string, ctx: Ctx<'user'>) {
  const packed = await packPrevious(ctx.db, page)
  const keep = await revisionsToKeep(ctx)
  const { cat_id, page_title, page_comments, s_number } = page
  const by = { author_uid: ctx.user.uid, author_username: ctx.user.username, via: viaOf(ctx) }
  const next = { cat_id, page_title, page_comments, s_number, page_content, ...by }
  const saved = await ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now(), page.page_id)
    const target = { permission, store: ctx.store, trx, at: ctx.now() }
    const notify = { item, by: { ...ctx.user, via: viaOf(ctx) } }
    return changePage(target, { page, next, packed, keep, file_ids: [], stays: true, notify, via: ctx.grant?.name })
  })
  if (!saved) throw outdated(page)
  return saved
}

/** Another request has saved the page since the caller read it. */
const outdated = ({ version, author_username }: GrantedPage['page']) =>
  new Refusal('versionOutdated', { author: author_username }, { version: String(version) })

/** Refuses a change that is based on another version. */
export function mustBeCurrent(page: GrantedPage['page'], base_version: number | undefined) {
  if (base_version !== undefined && base_version !== page.version) throw outdated(page)
}
