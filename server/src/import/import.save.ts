import type { ImportReport } from '@sheaf/contract'
import { addressOf, insertFile, linkFiles } from '../attachment/attachment.store.ts'
import { extensionOf, pictureIn, pictures } from '../attachment/file-kinds.ts'
import { insertCatalog } from '../catalog/catalog.store.ts'
import { indexPage } from '../db/search.ts'
import { removeItem } from '../item/item.remove.ts'
import { insertItem, showItem } from '../item/item.store.ts'
import type { Ctx } from '../lib/context.ts'
import { visitPassword } from '../lib/password.ts'
import { randomHex } from '../lib/secrets.ts'
import { noteJob, reservePage, setContent } from './import.store.ts'
import { fillLinks, openZipFiles, type Plan, type PlanCatalog, type PlanPage, type ZipFiles } from './plan.ts'

const BATCH = 25

interface Placed {
  page: PlanPage
  page_id: number
}

/**
 * Makes an item of a plan. Nobody sees it until it is whole; when something goes wrong, or whoever asked for it goes away, all of it
 * is taken back. Small transactions, so that nobody else waits.
 */
export async function savePlan(
  plan: Plan,
  zipPath: string,
  { request_id, password }: { request_id: string; password: string },
  ctx: Ctx<'user'>,
): Promise<{ item_id: number; report: ImportReport }> {
  const { item_name, item_description, item_type } = plan
  const item = {
    item_name,
    item_description,
    item_domain: '',
    item_type,
    uid: ctx.user.uid,
    ...(await visitPassword(password)),
  }
  const item_id = await insertItem(ctx.db, item, ctx.now(), 2)
  try {
    const files = await saveFiles(plan, zipPath, item_id, ctx)
    const counts = { catalogs: 0 }
    const placed = await reserve(plan.root, item_id, 0, 2, counts, ctx)
    await fill(placed, files, item_id, request_id, ctx)
    await showItem(ctx.db, item_id)
    return { item_id, report: { catalogs: counts.catalogs, pages: placed.length, files: files.size, skipped: plan.skipped } }
  } catch (error) {
    await removeItem(ctx, item_id)
    throw error
  }
}

interface Saved {
  file_id: number
  sign: string
}

async function saveFiles(plan: Plan, zipPath: string, item_id: number, ctx: Ctx<'user'>): Promise<Map<string, Saved>> {
  const saved = new Map<string, Saved>()
  if (plan.files.size === 0) return saved
  const zip = await openZipFiles(zipPath, ctx.config.UPLOAD_MAX_MB * 1024 * 1024)
  try {
    await saveEach(plan, zip, item_id, saved, ctx)
  } finally {
    await zip.close()
  }
  return saved
}

async function saveEach(plan: Plan, zip: ZipFiles, item_id: number, saved: Map<string, Saved>, ctx: Ctx<'user'>) {
  for (const file of plan.files.values()) {
    ctx.gone?.throwIfAborted()
    const bytes = await zip.read(file.entry)
    const extension = extensionOf(file.name)
    const picture = extension in pictures ? pictureIn(bytes) : undefined
    if (extension in pictures && !picture) {
      plan.skipped.push({ name: file.entry, reason: 'broken' })
      continue
    }
    const [sign, path] = [randomHex(16), `${randomHex(1)}/${randomHex(20)}`]
    await ctx.files.put(path, bytes)
    const row = {
      sign,
      uid: ctx.user.uid,
      item_id,
      display_name: file.name.slice(0, 255),
      file_type: picture ?? 'application/octet-stream',
      file_size: bytes.length,
      store: ctx.files.kind,
      path,
      addtime: ctx.now(),
    }
    saved.set(file.entry, { sign, file_id: (await insertFile(ctx.db, row)).file_id })
  }
}

/** Catalogs and pages in the order of the plan, numbered from 1; texts come later, when every id is known. */
async function reserve(
  from: PlanCatalog,
  item_id: number,
  cat_id: number,
  level: number,
  counts: { catalogs: number },
  ctx: Ctx<'user'>,
): Promise<Placed[]> {
  ctx.gone?.throwIfAborted()
  const author = { author_uid: ctx.user.uid, author_username: ctx.user.username }
  const placed = await ctx.store.db.transaction().execute(async (trx) => {
    const own: Placed[] = []
    for (const [n, page] of from.pages.entries()) {
      const row = { item_id, cat_id, page_title: page.title, page_comments: page.comments ?? '', s_number: n + 1, ...author }
      own.push({ page, ...(await reservePage(trx, row, ctx.now())) })
    }
    return own
  })
  for (const [n, catalog] of from.catalogs.entries()) {
    const row = await insertCatalog(ctx.db, {
      item_id,
      parent_cat_id: cat_id,
      level,
      cat_name: catalog.name,
      s_number: n + 1,
      addtime: ctx.now(),
    })
    counts.catalogs++
    placed.push(...(await reserve(catalog, item_id, row.cat_id, level + 1, counts, ctx)))
  }
  return placed
}

async function fill(placed: Placed[], files: Map<string, Saved>, item_id: number, request_id: string, ctx: Ctx<'user'>) {
  const pageIds = new Map(placed.map(({ page, page_id }) => [page.entry, page_id]))
  const pageAddress = (entry: string) => `/${item_id}/${pageIds.get(entry) ?? ''}`
  const fileAddress = (entry: string) => addressOf('', files.get(entry)?.sign ?? '')
  for (let at = 0; at < placed.length; at += BATCH) {
    ctx.gone?.throwIfAborted()
    await ctx.store.db.transaction().execute(async (trx) => {
      for (const { page, page_id } of placed.slice(at, at + BATCH)) {
        const page_content = fillLinks(page.content, pageAddress, fileAddress)
        await setContent(trx, page_id, page_content)
        await indexPage(ctx.store, trx, { page_id, item_id, page_title: page.title, page_content })
        const links = page.files.flatMap((entry) => files.get(entry) ?? []).map(({ file_id }) => ({ file_id, page_id, addtime: ctx.now() }))
        await linkFiles(trx, links)
      }
    })
    await noteJob(
      ctx.db,
      ctx.user.uid,
      request_id,
      { stage: 'saving', done: Math.min(at + BATCH, placed.length), total: placed.length },
      ctx.now(),
    )
    await new Promise(setImmediate)
  }
}
