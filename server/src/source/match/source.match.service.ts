import { Refusal } from '@sheaf/contract'
import { covers, type Granted } from '../../access/access.ts'
import { hasCatalog } from '../../content/catalog.store.ts'
import { actorOf } from '../../content/change.rules.ts'
import { noteChange } from '../../content/change.store.ts'
import { touchItem } from '../../content/item.store.ts'
import { deletePages, restorePage } from '../../content/page.store.ts'
import { followSource } from '../../content/proof/proof.store.ts'
import { noteSource } from '../../content/schema-words.store.ts'
import type { Ctx } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { takeFromBin } from '../../recycle/recycle.store.ts'
import { pageNow, pagesLinking, pagesShowing, placePage, touchedPages } from '../source.page.store.ts'
import { updatePart } from '../source.part.store.ts'
import { renewPages } from '../source.renew.service.ts'
import { lockSource, type Source } from '../source.store.ts'
import { closeMatch, mergeParts } from './source.match.store.ts'

interface Decided {
  /** The page of the part now; 0 for none. */
  page_id: number
  /** The page that had been made for the new part and stays, because people have changed it; 0 for none. */
  kept_page_id: number
}

type Page = NonNullable<Awaited<ReturnType<typeof pageNow>>>

interface Write {
  source: Source
  granted: Granted<'edit'>
  trx: Db
  ctx: Ctx<'user'>
}

/**
 * A person says whether a new part is a former one. Yes: the former page shows the new part, with its words, links and history, and the
 * page that was made for the new part goes to the recycle bin unless people have changed it.
 */
export async function decideMatch(
  source: Source,
  match_id: number,
  state: 'yes' | 'no',
  granted: Granted<'edit'>,
  ctx: Ctx<'user'>,
): Promise<Decided> {
  const { uid, username } = ctx.user
  return ctx.store.db.transaction().execute(async (trx) => {
    await touchItem(trx, granted.permission, ctx.now())
    await lockSource(trx, source.source_id)
    const parts = await closeMatch(trx, source, match_id, { state, uid, username, decided_time: ctx.now() })
    if (!parts) throw new Refusal('notFound')
    const { from, to } = parts
    const pageOf = async ({ page_id }: { page_id: number }) =>
      page_id > 0 ? pageNow(trx, { page_id, item_id: source.item_id }) : undefined
    const [former, made] = [from.is_detached === 0 ? await pageOf(from) : undefined, await pageOf(to)]
    for (const page of [former, made]) if (page && !covers(granted.edits, page.cat_id)) throw new Refusal('noPermission')
    if (state === 'no') return { page_id: to.page_id, kept_page_id: 0 }
    const write = { source, granted, trx, ctx }
    await mergeParts(trx, source, from, to.part_id)
    // Words on the former page are now those of the new schema.
    if (to.kind === 'schema') await noteSource(trx, source.source_id)
    if (!former) {
      await renew(write, to.part_id, [], new Map())
      await followSource(trx, source, ctx.now())
      return { page_id: to.page_id, kept_page_id: 0 }
    }
    await updatePart(trx, to.part_id, { page_id: former.page_id, is_detached: 0 })
    if (former.is_del === 1) await takeBack(write, former)
    const kept_page_id = made && made.is_del === 0 ? await leave(write, made, to) : 0
    const title = { part_id: to.part_id, base: from.title_base, title: to.title_base }
    await renew(write, to.part_id, made ? [made.page_id] : [], new Map([[former.page_id, title]]))
    await followSource(trx, source, ctx.now())
    return { page_id: former.page_id, kept_page_id }
  })
}

/** The former page leaves the recycle bin, to its catalog if that still exists. */
async function takeBack({ source, granted: { permission }, trx, ctx }: Write, { page_id, cat_id }: Page) {
  const title = await restorePage({ permission, store: ctx.store, trx }, page_id)
  await takeFromBin(trx, source.item_id, page_id)
  if (cat_id && (await hasCatalog(trx, source.item_id, cat_id))) await placePage(trx, source.item_id, page_id, cat_id)
  await noteChange(trx, permission, actorOf(ctx), { type: 'page.recovered', page_id, title }, ctx.now())
}

/** The page that was made for the new part goes to the recycle bin; returns it if people have changed it, so that it stays. */
async function leave(
  { source, granted: { permission }, trx, ctx }: Write,
  { page_id, page_title, cat_id }: Page,
  { kind, part_key }: { kind: string; part_key: string },
): Promise<number> {
  const touched = await touchedPages(trx, source, [{ page_id, kind, part_key }])
  if (touched.has(page_id)) return page_id
  await deletePages({ permission, store: ctx.store, trx, at: ctx.now() }, [{ page_id, page_title }], ctx.user)
  await noteChange(trx, permission, actorOf(ctx), { type: 'page.deleted', page_id, cat_id, title: page_title }, ctx.now())
  return 0
}

/** Composes the pages again that show the part, or that link to a page that was its own. */
async function renew({ source, trx, ctx }: Write, part_id: number, left: number[], titles: Parameters<typeof renewPages>[3]) {
  const { item_id } = source
  await renewPages(trx, item_id, pagesShowing(trx, item_id, [part_id]), titles, ctx)
  for (const page_id of left) await renewPages(trx, item_id, pagesLinking(trx, item_id, page_id), new Map(), ctx)
}
