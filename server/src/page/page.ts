import { Refusal } from '@sheaf/contract'
import { isKey, pageByKey } from '../access/access.store.ts'
import { covers, mayDelete, mustBePageEditor, mustEdit, mustEditPage, mustVisitPage } from '../access/access.ts'
import { byKeys } from '../access/keys.ts'
import { pageFiles } from '../attachment/attachment.page.ts'
import { writeAudit } from '../auth/audit.ts'
import { viaOf } from '../auth/grant.ts'
import { randomHex } from '../auth/secrets.ts'
import { revisionsToKeep } from '../common/settings.store.ts'
import { actorOf } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { touchItem } from '../content/item.store.ts'
import { deletePages, removeLink, setLink } from '../content/page.store.ts'
import { forReader, storedText } from '../content/page-text.store.ts'
import { withState } from '../content/proof/page-state.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { countRead } from '../db/reads.ts'
import { notifyPagesDeleted } from '../notice/notice.store.ts'
import { commentRevision, historyOf, outlineOf, revisionOf } from './history/page.history.store.ts'
import { locks } from './lock/page.lock.ts'
import { move, save } from './page.save.ts'
import { numberPages, placesOfPages } from './page.store.ts'
import { view } from './view/page.view.ts'

/** Changes nothing unless all pages are in this item and the caller can edit their catalogs. */
const sort: AllHandlers['page']['sort'] = async ({ item_id, pages }, ctx) => {
  const { edits, permission } = await mustEdit(ctx, item_id)
  const numbers = Object.entries(pages).map(([page_id, s_number]) => ({ page_id: Number(page_id), s_number }))
  await ctx.store.db.transaction().execute(async (trx) => {
    await touchItem(trx, permission, ctx.now())
    const places = await placesOfPages(
      trx,
      item_id,
      numbers.map(({ page_id }) => page_id),
    )
    const mayAll = numbers.every(({ page_id }) => {
      const cat_id = places.get(page_id)
      return cat_id !== undefined && covers(edits, cat_id)
    })
    if (!mayAll) throw new Refusal('noPermission')
    await numberPages(trx, permission, numbers)
  })
  return []
}

/** The revisions of a page, for editors (D3); a revision is found only together with its page. */
const history: Pick<AllHandlers['page'], 'history' | 'updateHistoryComments' | 'diff'> = {
  async history({ page_id, brief }, ctx) {
    await mustBePageEditor(ctx, page_id)
    return (brief ? outlineOf : historyOf)(ctx.db, page_id, await revisionsToKeep(ctx))
  },

  async updateHistoryComments({ page_id, page_history_id, page_comments }, ctx) {
    const { permission } = await mustEditPage(ctx, page_id)
    const changed = await commentRevision(ctx.db, permission, page_history_id, page_comments)
    if (changed === 0) throw new Refusal('notFound')
    return changed
  },

  async diff({ page_id, page_history_id }, ctx) {
    const { page } = await mustBePageEditor(ctx, page_id)
    const page_content = await storedText(ctx.db, page)
    const history_page = await revisionOf(ctx.db, page_id, page_history_id)
    if (!history_page) throw new Refusal('notFound')
    return { page: { ...page, page_content }, history_page }
  },
}

async function pageOfKey(ctx: Ctx, unique_key: string) {
  const page = isKey(unique_key) ? await pageByKey(ctx, unique_key) : undefined
  if (!page) throw new Refusal('notFound')
  return page
}

/** Existing clients expect 10303 for any page that they cannot delete, whether it exists or not. */
function asNoVisit(error: unknown): never {
  throw error instanceof Refusal && error.error === 'noPermission' ? new Refusal('noVisit') : error
}

export const page: AllHandlers['page'] = {
  save,
  move,
  sort,
  ...history,
  ...locks,
  ...pageFiles,
  view: (input, ctx) => view(input, ctx),

  async info({ page_id, raw, ...keys }, ctx) {
    const found = await mustVisitPage(ctx, page_id, byKeys(keys, ctx))
    const { page } = found
    countRead(ctx, page.item_id)
    const known = await withState(ctx, page, found)
    return raw ? { ...known, page_content: await storedText(ctx.db, page) } : forReader(ctx.db, known, found.visits)
  },

  async infoByKey({ unique_key }, ctx) {
    return withState(ctx, await pageOfKey(ctx, unique_key))
  },

  async delete({ page_id }, ctx) {
    const found = await mustEditPage(ctx, page_id).catch(asNoVisit)
    if (!mayDelete(found, ctx.user)) throw new Refusal('noVisit')
    const { page, item, permission } = found
    await ctx.store.db.transaction().execute(async (trx) => {
      await touchItem(trx, permission, ctx.now(), page_id)
      const deleted = await deletePages({ permission, store: ctx.store, trx, at: ctx.now() }, [page], ctx.user)
      // Another request has deleted it, or taken it to another item.
      if (deleted === 0) throw new Refusal('noVisit')
      await notifyPagesDeleted(trx, { ...ctx.user, via: viaOf(ctx) }, item, [page], ctx.now())
      await noteChange(
        trx,
        permission,
        actorOf(ctx),
        { type: 'page.deleted', page_id, cat_id: page.cat_id, title: page.page_title },
        ctx.now(),
      )
      await writeAudit(trx, ctx, 'pageDeleted', { subject: page.page_title, detail: item.item_name })
    })
    return []
  },

  async createSinglePage({ page_id, isCreateSiglePage }, ctx) {
    const { page, item, permission } = await mustEditPage(ctx, page_id)
    const about = { subject: page.page_title, detail: item.item_name }
    if (!isCreateSiglePage) {
      await ctx.store.write(async (trx) => {
        if (await removeLink(trx, permission)) await writeAudit(trx, ctx, 'pageClosed', about)
      })
      return []
    }
    // A repeated request keeps the key; concurrent requests get the same key.
    const offered = randomHex(16)
    const unique_key = await ctx.store.write(async (trx) => {
      const kept = await setLink(trx, permission, offered, ctx.now())
      if (kept === offered) await writeAudit(trx, ctx, 'pageOpened', about)
      return kept
    })
    return { unique_key, page_id }
  },
}
