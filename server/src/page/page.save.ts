import { DEFAULT_ORDER, Refusal, SINGLE_PAGE } from '@sheaf/contract'
import type { PageFound } from '../access/access.store.ts'
import { covers, type Granted, mustEdit, mustEditPage } from '../access/access.ts'
import { filesAdded } from '../attachment/attachment.rights.service.ts'
import { viaOf } from '../auth/grant.ts'
import { revisionsToKeep } from '../common/settings.store.ts'
import { type CatalogFound, hasCatalog, lockTrees } from '../content/catalog.store.ts'
import { ADDED, touchItem } from '../content/item.store.ts'
import { pagesOf, pageTitledIn } from '../content/page.store.ts'
import { isComposedText, storedText } from '../content/page-text.store.ts'
import { lockStates } from '../content/proof/page-state.store.ts'
import { acceptProofs } from '../content/proof/proof.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { indexAfterCommit } from '../db/search/backlog.ts'
import { prepareLexemes } from '../db/search/page-lexemes.ts'
import { verify } from '../review/verify.service.ts'
import { packPrevious } from './history/page.history.store.ts'
import { contentOf, mustAcceptPagesOf, mustBeMovable, titleOf } from './page.rules.ts'
import { changePage, createPage, mustTakePage } from './page.service.ts'
import { moveSelection, mustEditTarget } from './selection/move.service.ts'
import { pagesOfOthers, selectionOf } from './selection/selection.service.ts'

/** The source item, the target item, and the catalog in the target. */
interface PageMove {
  source: Granted<'edit'>
  target: Granted<'edit'>
  to_cat_id: number
}

/** The rights on the target item, or `source` itself; pages cannot be moved from or to an archived item. */
async function mustMove(ctx: Ctx<'user'>, source: Granted<'edit'>, to_item_id: number): Promise<Granted<'edit'>> {
  if (to_item_id === source.item.item_id) return source
  const target = await mustEdit(ctx, to_item_id)
  mustBeMovable(source.item)
  mustAcceptPagesOf(source.item, target.item)
  return target
}

/** Reads both trees and locks them until the transaction ends. */
const lockBothTrees = (db: Db, { source, target }: PageMove, at: number) => lockTrees(db, [source.permission, target.permission], at)

/** Moves pages to the end of a catalog and returns the order number of the last. A member can take only their own pages to another item (D4). */
async function movePages(db: Db, pageMove: PageMove, page_ids: number[], trees: Map<number, CatalogFound[]>, ctx: Ctx<'user'>) {
  const { source, target } = pageMove
  const lines = page_ids.map((page_id) => ({ cat_id: 0, page_id }))
  const selection = await selectionOf(db, source, trees.get(source.item.item_id) ?? [], lines, true)
  mustEditTarget({ ...pageMove, trees })
  if (source !== target && pagesOfOthers(selection, source, ctx).length > 0) throw new Refusal('pageOfOthers')
  const { pages } = await moveSelection(db, { ...pageMove, trees }, selection, ctx)
  return pages
}

/** In one transaction: all of the pages are in the one item or all in the other. */
export const move: AllHandlers['page']['move'] = async ({ item_id, page_ids, to_item_id, to_cat_id }, ctx) => {
  const source = await mustEdit(ctx, item_id)
  const pageMove = { source, target: await mustMove(ctx, source, to_item_id), to_cat_id }
  await ctx.store.db.transaction().execute(async (trx) => {
    await movePages(trx, pageMove, [...new Set(page_ids)], await lockBothTrees(trx, pageMove, ctx.now()), ctx)
  })
  await indexAfterCommit(ctx)
  return []
}

/** `movePages` has noted that the page is in another item. */
const notedByCaller = 'place'

type Input = Parameters<AllHandlers['page']['save']>[0]

/** Call it after touchItem, which locks the item until the transaction ends, so no catalog is deleted concurrently. */
async function mustBePlaceOf(db: Db, item_id: number, cat_id: number) {
  if (cat_id !== 0 && !(await hasCatalog(db, item_id, cat_id))) throw new Refusal('notFound')
}

/** `onlyNewTitle`: a new page is refused where its catalog has a page of this title, also one that a concurrent request creates. */
export async function save(input: Input, ctx: Ctx<'user'>, titles: 'any' | 'onlyNewTitle' = 'any') {
  // A program can report, but only a person accepts (S220).
  if ((input.accepts !== undefined || input.is_checked) && ctx.grant) throw new Refusal('sessionOnly')
  const page_content = contentOf(input.page_content)
  const page_title = titleOf(input.page_title, ctx.language)
  return input.page_id === 0 ? create(input, page_title, page_content, ctx, titles) : change(input, page_title, page_content, ctx)
}

async function create(input: Input, page_title: string, page_content: string, ctx: Ctx<'user'>, titles: 'any' | 'onlyNewTitle') {
  const { item_id, page_comments, s_number } = input
  const cat_id = input.cat_id ?? 0
  const { item, permission } = await mustEdit(ctx, item_id, cat_id)
  const page = {
    cat_id,
    page_title,
    page_content,
    page_comments,
    s_number: s_number || DEFAULT_ORDER,
    author_uid: ctx.user.uid,
    author_username: ctx.user.username,
    via: viaOf(ctx),
  }
  const files = await filesAdded(ctx, '', page_content)
  await prepareLexemes(page, String(ctx.user.uid))
  return ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now(), ADDED)
    await mustTakePage(trx, item)
    await mustBePlaceOf(trx, item_id, cat_id)
    const same = titles === 'any' ? undefined : await pageTitledIn(trx, item_id, cat_id, page_title)
    if (same) throw new Refusal('pageThere', { page: String(same.page_id), version: String(same.version) })
    const row = await createPage({ permission, store: ctx.store, trx, at: ctx.now() }, page, files, ctx.grant?.name)
    if (input.is_checked) await verify(trx, ctx, row)
    return row
  })
}

/** The requested item and catalog. A save that does not request a move does not undo a concurrent move. */
function requestedPlace({ item_id, cat_id }: Input, page: PageFound, firstItemId = page.item_id) {
  const moves = item_id !== 0 && item_id !== firstItemId && item_id !== page.item_id
  if (moves) return { item_id, cat_id: cat_id ?? 0 }
  return { item_id: page.item_id, cat_id: firstItemId === page.item_id ? (cat_id ?? page.cat_id) : page.cat_id }
}

/**
 * Writes history, page, index and item in one transaction. Without a base_version the last write wins, and the history keeps the others.
 * `firstItemId` is the item of the page when the save started, for a retry after a concurrent change.
 */
async function change(input: Input, page_title: string, given: string, ctx: Ctx<'user'>, firstItemId?: number) {
  const { page_id, page_comments, base_version } = input
  const source = await mustEditPage(ctx, page_id)
  const { page } = source
  const { item_id, cat_id } = requestedPlace(input, page, firstItemId)
  const target = await mustMove(ctx, source, item_id)
  const isMove = target !== source
  if ((isMove || cat_id !== page.cat_id) && !covers(target.edits, cat_id)) throw new Refusal('noPermission')
  if (base_version !== undefined && base_version !== page.version) throw outdated(page)
  const stored = await storedText(ctx.db, page)
  const isComposed = await isComposedText(ctx.db, page, source.visits, given)
  // Clients that know only the composed text save it back: what people wrote stays (T47).
  const page_content = isComposed ? stored : given
  const isUnchanged = isComposed && !isMove && cat_id === page.cat_id && page_title === page.page_title
  const { accepts, is_checked } = input
  const accept = (trx: Db) => accepts && acceptProofs(trx, page_id, accepts, ctx.user, ctx.now())
  if (isUnchanged && (!input.s_number || input.s_number === page.s_number)) {
    if (!accepts && !is_checked) return page
    await ctx.store.write(async (trx) => {
      await lockStates(trx, page.item_id)
      await accept(trx)
      if (is_checked && (await pagesOf(trx, page.item_id, [page_id]))[0]?.version === page.version) await verify(trx, ctx, page)
    })
    return page
  }
  const packed = await packPrevious(ctx.db, page)
  await prepareLexemes({ page_title, page_content }, String(ctx.user.uid))
  const keep = await revisionsToKeep(ctx)
  const files = await filesAdded(ctx, stored, page_content)
  const by = { author_uid: ctx.user.uid, author_username: ctx.user.username, via: viaOf(ctx) }
  const { permission } = target
  const perform = async (trx: Db) => {
    const s_number = isMove ? await moved(trx, { source, target, to_cat_id: cat_id }, page, ctx) : page.s_number
    if (s_number === undefined) return undefined
    if (!isMove) {
      await touchItem(trx, permission, ctx.now(), page_id)
      if (cat_id !== page.cat_id) await mustBePlaceOf(trx, item_id, cat_id)
    }
    const next = { cat_id, page_title, page_content, page_comments, s_number: input.s_number || s_number, ...by }
    const stays = (isMove || cat_id === page.cat_id) && page_title === page.page_title && next.s_number === s_number
    const isNews = !isMove || page_content !== stored
    const notify = isNews ? { item: target.item, by: { ...ctx.user, via: viaOf(ctx) } } : undefined
    const namesItem = target.item.item_type === SINGLE_PAGE
    const row = await changePage(
      { permission, store: ctx.store, trx, at: ctx.now() },
      {
        page,
        next,
        packed,
        keep,
        file_ids: files,
        stays,
        notify,
        namesItem,
        via: ctx.grant?.name,
        is_minor: input.is_minor,
        isChecked: is_checked && page.days > 0,
        ...(isMove ? { notedByCaller } : {}),
      },
    )
    if (row) await accept(trx)
    if (row && is_checked) await verify(trx, ctx, row)
    return row
  }
  const saved = await (isMove ? ctx.store.db.transaction().execute(perform) : ctx.store.write(perform))
  // Another request saved or moved the page between the read and the write.
  if (saved) return saved
  return change(input, page_title, given, ctx, firstItemId ?? page.item_id)
}

/** Moves the page to the other item and returns its order number there, or undefined when it has changed since it was read. */
async function moved(trx: Db, pageMove: PageMove, { page_id, item_id, version }: PageFound, ctx: Ctx<'user'>) {
  const trees = await lockBothTrees(trx, pageMove, ctx.now())
  const [current] = await pagesOf(trx, item_id, [page_id])
  return current?.version === version ? movePages(trx, pageMove, [page_id], trees, ctx) : undefined
}

const outdated = ({ version, author_username, author_name, addtime }: PageFound) =>
  new Refusal(
    'versionOutdated',
    { author: author_username },
    { version: String(version), author_username, author_name, addtime: String(addtime) },
  )
