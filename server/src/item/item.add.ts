import { DEFAULT_ORDER, Refusal, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import type { Meaning } from '@sheaf/markdown/meaning'
import { sql } from 'kysely'
import { mustBeEditor } from '../access/access.ts'
import { asOfNow } from '../access/as-of-now.ts'
import type { Permission } from '../access/permission.ts'
import { viaOf } from '../auth/grant.ts'
import { visitPassword } from '../auth/password.ts'
import { randomHex } from '../auth/secrets.ts'
import { catalogsOf, insertCatalog } from '../content/catalog.store.ts'
import { actorOf, counted } from '../content/change.rules.ts'
import { noteChange } from '../content/change.store.ts'
import { holderOfDomain, insertItem, type NewItem, sharedOf, showItem } from '../content/item.store.ts'
import { composeCopies, copySources, followSources } from '../content/source-copy.store.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { inParts } from '../db/batches.ts'
import { orTaken } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { copyPages, createPage } from '../page/page.service.ts'
import { mustBeDomain, mustBeItemType } from './item.rules.ts'
import { removeItem } from './item.service.ts'

type Input = Parameters<AllHandlers['item']['add']>[0]

/** The domain, if it is valid and is free or already belongs to the item `item_id`. */
export async function mustBeFreeDomain(ctx: Ctx<'user'>, given: string, item_id = 0): Promise<string> {
  const domain = mustBeDomain(given)
  const holder = domain ? await holderOfDomain(ctx.db, domain) : undefined
  if (holder && holder.item_id !== item_id) throw new Refusal('domainTaken')
  return domain
}

/** Turns a conflict of concurrent requests for the same domain into `domainTaken`. */
export const orDomainTaken = <T>(work: Promise<T>) => orTaken(work, new Refusal('domainTaken'))

export async function add(input: Input, ctx: Ctx<'user'>) {
  const item_domain = await mustBeFreeDomain(ctx, input.item_domain)
  if (input.copy_item_id) return { item_id: await copy(input, item_domain, ctx) }
  const { item_name, item_description } = input
  const item_type = input.item_type === undefined ? 1 : mustBeItemType(input.item_type)
  const item: NewItem = {
    item_name,
    item_description,
    item_domain,
    item_type,
    uid: ctx.user.uid,
    ...(await visitPassword(input.password ?? '')),
  }
  const made = ctx.store.db.transaction().execute(async (trx) => {
    const permission = await insertItem(trx, item, ctx.now())
    if (item_type === SINGLE_PAGE || item_type === SPREADSHEET_ITEM)
      await createPage({ permission, store: ctx.store, trx, at: ctx.now() }, firstPage(item, ctx), [], ctx.grant?.name)
    return { item_id: permission.item_id }
  })
  return orDomainTaken(made)
}

const welcome = { en: 'Welcome to Sheaf. Click Edit to write this page.\n', zh: '欢迎使用简册。点击“编辑”开始撰写本页。\n' }

const firstPage = ({ item_name, item_type }: NewItem, ctx: Ctx<'user'>) => ({
  cat_id: 0,
  page_title: item_name,
  page_content: item_type === SPREADSHEET_ITEM ? '' : inLanguage(welcome, ctx.language),
  page_comments: '',
  s_number: DEFAULT_ORDER,
  author_uid: ctx.user.uid,
  author_username: ctx.user.username,
  via: viaOf(ctx),
})

/** Pages and bytes of a transaction, after which other writers get their turn; a page of more bytes has one of its own. */
const PAGES_PER_BATCH = 8
const BYTES_PER_BATCH = 256 * 1024

/**
 * Copies an item with its catalogs, pages, sources and global parameters; the pages refer to the same files. Members, history, keys and other data of
 * API clients are not copied. The copy is made in small steps, so that other requests do not wait, and stays hidden until it is complete. A
 * failed copy is deleted, also when the right to copy was lost meanwhile. Without a new password, the copy of a private item keeps the password of the source.
 */
async function copy(input: Input, item_domain: string, ctx: Ctx<'user'>): Promise<number> {
  const { item } = await mustCopy(input.copy_item_id, ctx)
  const password =
    input.password === undefined ? { password_hash: item.password_hash, password_stamp: randomHex(8) } : await visitPassword(input.password)
  const made: NewItem = {
    item_name: input.item_name,
    item_description: input.item_description || item.item_description,
    item_domain: '',
    item_type: item.item_type,
    uid: ctx.user.uid,
    ...password,
    global_param: await sharedOf(ctx, item.item_id),
  }
  const permission = await insertItem(ctx.db, made, ctx.now(), 2)
  const { item_id } = permission
  try {
    const detail = await fill(item.item_id, permission, ctx)
    await mustCopy(input.copy_item_id, await asOfNow(ctx))
    const shown = ctx.store.write(async (trx) => {
      await showItem(trx, permission, ctx.user.uid, item_domain)
      await asOfNow({ ...ctx, db: trx })
      await noteChange(trx, permission, actorOf(ctx), { type: 'item.imported', title: input.item_name, detail }, ctx.now())
    })
    await orDomainTaken(shown)
  } catch (error) {
    await removeItem(ctx, permission)
    throw error
  }
  return item_id
}

async function mustCopy(item_id: number, ctx: Ctx<'user'>) {
  const rights = await mustBeEditor(ctx, item_id, 0)
  if (rights.edits !== 'all') throw new Refusal('noPermission')
  return rights
}

/** Returns what the copy contains. */
async function fill(from: number, permission: Permission<'edit'>, ctx: Ctx<'user'>): Promise<Meaning[]> {
  const places = new Map([[0, 0]])
  for (const original of (await catalogsOf(ctx, from)).toSorted((a, b) => a.level - b.level)) {
    const { cat_id, ...catalog } = original
    const row = await insertCatalog(ctx.db, permission, {
      ...catalog,
      parent_cat_id: places.get(original.parent_cat_id) ?? 0,
      addtime: ctx.now(),
    })
    places.set(cat_id, row.cat_id)
  }
  const { pages, waiting } = await copyAll(from, permission, places, ctx)
  await copyAllSources(from, permission, { places, pages: waiting }, ctx)
  return [{ kind: 'copied' }, ...counted({ 'pages.added': pages, 'catalogs.added': places.size - 1 })]
}

async function copyAll(from: number, permission: Permission<'edit'>, places: Map<number, number>, ctx: Ctx<'user'>) {
  const waiting = new Map<number, number>()
  let count = 0
  for (let after = 0; ; ) {
    const page_ids = await nextPages(ctx.db, from, after)
    if (page_ids.length === 0) return { pages: count, waiting }
    count += page_ids.length
    const copy = { from, page_ids, places, by: ctx.user, withSources: true }
    const some = await ctx.store.db.transaction().execute((trx) => copyPages({ permission, store: ctx.store, trx, at: ctx.now() }, copy))
    for (const [original, page_id] of some.waiting) waiting.set(original, page_id)
    after = page_ids.at(-1) ?? after
    await new Promise(setImmediate)
  }
}

/** The pages of the next transaction. */
async function nextPages(db: Db, item_id: number, after: number): Promise<number[]> {
  const pages = db.selectFrom('page').where('item_id', '=', item_id).where('is_del', '=', 0).where('page_id', '>', after)
  const some = pages.select(['page_id', sql<number>`octet_length(page_content)`.as('bytes')])
  const page_ids: number[] = []
  let sum = 0
  for (const { page_id, bytes } of await some.orderBy('page_id').limit(PAGES_PER_BATCH).execute()) {
    sum += bytes
    if (page_ids.length > 0 && sum > BYTES_PER_BATCH) break
    page_ids.push(page_id)
  }
  return page_ids
}

const COMPOSED_PER_BATCH = 10

/** Copies the sources when all pages are there, because their texts link to each other. */
async function copyAllSources(
  from: number,
  permission: Permission<'edit'>,
  { places, pages }: { places: Map<number, number>; pages: Map<number, number> },
  ctx: Ctx<'user'>,
) {
  const { item_id } = permission
  const parts = await copySources(ctx.store, { from, to: item_id, places, pages, uid: ctx.user.uid, at: ctx.now() })
  const copies = [...pages].map(([original, page_id]) => ({ page_id, from: original }))
  for (const some of inParts(copies, COMPOSED_PER_BATCH)) {
    await ctx.store.db
      .transaction()
      .execute((trx) => composeCopies({ permission, store: ctx.store, trx, at: ctx.now() }, some, parts, ctx.user))
    await new Promise(setImmediate)
  }
  await ctx.store.write((trx) => followSources(trx, item_id, ctx.now()))
}
