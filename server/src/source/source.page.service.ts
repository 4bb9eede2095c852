import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { DEFAULT_ORDER, nameOf, Refusal } from '@sheaf/contract'
import type { ApiCall } from '@sheaf/description/call'
import { bareFence } from '@sheaf/description/fence'
import type { PartKind } from '@sheaf/description/part-kinds'
import { methodOf } from '@sheaf/markdown/method'
import { covers, type Granted } from '../access/access.ts'
import { viaOf } from '../auth/grant.ts'
import { revisionsToKeep } from '../common/settings.store.ts'
import { hasCatalog } from '../content/catalog.store.ts'
import { actorOf } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { touchItem } from '../content/item.store.ts'
import { restorePage } from '../content/page.store.ts'
import { compose, storeText } from '../content/page-text.store.ts'
import { refreshStates } from '../content/proof/page-state.store.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { indexPage } from '../db/search/search.ts'
import { packPrevious } from '../page/history/page.history.store.ts'
import { changePage, createPage } from '../page/page.service.ts'
import { takeFromBin } from '../recycle/recycle.store.ts'
import { pageNow, updatePage } from './source.page.store.ts'
import { insertParts, partNamed, type StoredPart, updatePart } from './source.part.store.ts'
import type { Source } from './source.store.ts'

const compress = promisify(zstdCompress)

const textOf = (source: Source, { kind, part_key: key }: StoredPart) => bareFence({ kind: kind as PartKind, source: source.name, key })

/**
 * Gives a part that was left out its page again: a deleted page is restored, a page that has another text shows the part above
 * it, and a missing page is created. Returns the page.
 */
export async function putBack(
  source: Source,
  { kind, key }: { kind: string; key: string },
  granted: Granted<'edit'>,
  ctx: Ctx<'user'>,
): Promise<number> {
  const part = await partNamed(ctx.db, source.source_id, kind, key)
  if (!part || part.gone_seq > 0) throw new Refusal('notFound')
  const page = part.page_id ? await pageNow(ctx.db, { page_id: part.page_id, item_id: source.item_id }) : undefined
  if (page && !covers(granted.edits, page.cat_id)) throw new Refusal('noPermission')
  if (!page) return create(source, part, granted, ctx)
  if (page.is_del === 1) return restore(page.page_id, part, granted, ctx)
  if (part.is_detached === 1) await showAgain(source, part, page.page_id, granted, ctx)
  return page.page_id
}

/**
 * The page of a schema of the source, which is made if it does not exist; requests at the same time get the same page. `call` is what the
 * source says about the schema.
 */
export async function pageOfSchema(
  source: Source,
  key: string,
  call: ApiCall,
  granted: Granted<'edit'>,
  ctx: Ctx<'user'>,
): Promise<number> {
  const json = JSON.stringify({ call })
  const body = await compress(json)
  const seal = createHash('sha256')
    .update(JSON.stringify([nameOf(key), '', '', json]))
    .digest('hex')
  const known = await ctx.store.db.transaction().execute(async (trx) => {
    await touchItem(trx, granted.permission, ctx.now())
    const before = await partNamed(trx, source.source_id, 'schema', key)
    if (before) return before
    const { seq } = await trx
      .selectFrom('source_version')
      .select('seq')
      .where('version_id', '=', source.version_id)
      .executeTakeFirstOrThrow()
    const title = nameOf(key)
    const none = { name: '', method: '', path: '', shape: '', chars: 0, describable: 0, described: 0, gaps: '[]', page_id: 0 }
    await insertParts(trx, [
      { ...none, source_id: source.source_id, kind: 'schema', part_key: key, title, title_base: title, seal, body, since_seq: seq },
    ])
    return partNamed(trx, source.source_id, 'schema', key)
  })
  if (!known) throw new Refusal('notFound')
  return putBack(source, { kind: 'schema', key }, granted, ctx)
}

/** The page is created first, because the block of a part is whole only on the page that the part names. */
async function create(source: Source, part: StoredPart, { permission }: Granted<'edit'>, ctx: Ctx<'user'>): Promise<number> {
  const author = { author_uid: ctx.user.uid, author_username: ctx.user.username, via: viaOf(ctx) }
  const { item_id } = permission
  return ctx.store.db.transaction().execute(async (trx) => {
    await touchItem(trx, permission, ctx.now())
    // Another request can have made the page since the part was read.
    const now = await partNamed(trx, source.source_id, part.kind, part.part_key)
    if (now && now.page_id !== part.page_id) return now.page_id
    const cat_id = source.cat_id && (await hasCatalog(trx, item_id, source.cat_id)) ? source.cat_id : 0
    const page_content = textOf(source, part)
    const target = { permission, store: ctx.store, trx, at: ctx.now() }
    const row = { cat_id, page_title: part.title_base, page_content, page_comments: '', s_number: DEFAULT_ORDER, ...author }
    const page = await createPage(target, row)
    await updatePart(trx, part.part_id, { page_id: page.page_id, is_detached: 0 })
    await renew(trx, page, page_content, ctx)
    return page.page_id
  })
}

/** Composes a page again whose own part is known only now. */
async function renew(trx: Db, page: { page_id: number; item_id: number; page_title: string }, text: string, ctx: Ctx) {
  const composed = await compose(trx, page, text, 'none')
  if (!composed) return
  const { page_id, item_id, page_title } = page
  const { page_content } = composed
  await updatePage(trx, item_id, page_id, { page_content, page_title, method: methodOf(page_content), addtime: ctx.now() })
  await storeText(trx, page, text, composed, null)
  await indexPage(ctx.store, trx, { page_id, item_id, page_title, page_content })
  await refreshStates(trx, [page_id], ctx.now())
}

async function restore(page_id: number, part: StoredPart, { permission }: Granted<'edit'>, ctx: Ctx<'user'>): Promise<number> {
  await ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now(), page_id)
    if (!(await takeFromBin(trx, permission.item_id, page_id))) throw new Refusal('notInBin')
    const title = await restorePage({ permission, store: ctx.store, trx }, page_id)
    await updatePart(trx, part.part_id, { is_detached: 0 })
    await noteChange(trx, permission, actorOf(ctx), { type: 'page.recovered', page_id, title }, ctx.now())
  })
  return page_id
}

async function showAgain(source: Source, part: StoredPart, page_id: number, { item, permission }: Granted<'edit'>, ctx: Ctx<'user'>) {
  const page = await pageNow(ctx.db, { page_id, item_id: item.item_id })
  if (!page) throw new Refusal('notFound')
  const packed = await packPrevious(ctx.db, page)
  const keep = await revisionsToKeep(ctx)
  const page_content = `${textOf(source, part)}\n${page.page_content}`
  const by = { author_uid: ctx.user.uid, author_username: ctx.user.username, via: viaOf(ctx) }
  const { cat_id, page_title, page_comments, s_number } = page
  const next = { cat_id, page_title, page_comments, s_number, page_content, ...by }
  const saved = await ctx.store.write(async (trx) => {
    await touchItem(trx, permission, ctx.now(), page_id)
    const target = { permission, store: ctx.store, trx, at: ctx.now() }
    return changePage(target, { page, next, packed, keep, file_ids: [], stays: true, via: ctx.grant?.name })
  })
  if (!saved) throw new Refusal('sourceBusy')
}
