import { Refusal } from '@sheaf/contract/errors'
import { headOf, isKey, pageByKey } from '../access/access.store.ts'
import { covers, mustEdit, mustEditPage, rightsOn, type Scope } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import { bySign, type Place, placesOf, type Stored, usedBy } from './attachment.store.ts'

const MIB = 1024 * 1024

type Who = Pick<Ctx, 'store' | 'user' | 'session_id'>

/** Where in the item somebody may read; nowhere in a deleted one. */
async function visitsOn(who: Who, item_id: number): Promise<Scope> {
  const item = item_id ? await headOf(who, item_id) : undefined
  return item ? (await rightsOn(who, item)).visits : 'none'
}

async function mayVisitOne(who: Who, places: Place[]) {
  for (const { item_id, cat_id } of places) if (covers(await visitsOn(who, item_id), cat_id)) return true
  return false
}

/**
 * A file is for whoever uploaded it, whoever may visit its item and whoever may visit a page it is on; members with a scope not for
 * what is on pages outside it alone. One of no item and on no page is for whoever has its address. Of a deleted item, or while all
 * its pages are in the recycle bin, it is there for nobody (S40).
 */
export async function mayVisitFile(who: Who, { file_id, item_id, uid }: Stored): Promise<boolean> {
  const links = await placesOf(who, file_id)
  const places = links.filter((place) => !place.is_del)
  if (links.length > 0 && places.length === 0) return false
  const elsewhere = places.filter((place) => place.item_id !== item_id)
  if (item_id === 0 && (places.length === 0 || uid === who.user?.uid)) return true
  const item = item_id ? await headOf(who, item_id) : undefined
  if (item) {
    if (uid === who.user?.uid) return true
    const { visits } = await rightsOn(who, item)
    if (visits === 'all') return true
    const here = places.filter((place) => place.item_id === item_id)
    if (visits !== 'none' && (places.length === 0 || here.some((place) => covers(visits, place.cat_id)))) return true
  }
  return mayVisitOne(who, elsewhere)
}

/** Whoever reads a page by its single-page link sees the files on it. */
export async function isOnPageOf(who: Who & Pick<Ctx, 'now'>, { file_id }: Stored, key: string): Promise<boolean> {
  const page = isKey(key) ? await pageByKey(who, key) : undefined
  return page !== undefined && (await placesOf(who, file_id)).some((place) => place.page_id === page.page_id)
}

/** Bytes that somebody may keep here in all; 0 for no limit. */
export async function mustHaveRoom({ db, config, user }: Pick<Ctx<'user'>, 'db' | 'config' | 'user'>, more: number) {
  const quota = config.UPLOAD_QUOTA_MB * MIB
  if (quota && (await usedBy(db, user.uid)) + more > quota) throw new Refusal('quotaFull', { limit: String(config.UPLOAD_QUOTA_MB) })
}

interface Target {
  item_id: number
  page_id: number
}

/**
 * The item that an upload goes to: that of the page it is for, whatever was sent beside it; an item that somebody edits; or 0, for a
 * file of one's own that may find its page later.
 */
export async function mustBeTarget({ item_id, page_id }: Target, who: Who): Promise<number> {
  if (page_id === 0) {
    if (item_id) await mustEdit(who, item_id)
    return item_id
  }
  const { page } = await mustEditPage(who, page_id)
  if (item_id && item_id !== page.item_id) throw new Refusal('noPermission')
  return page.item_id
}

/** Before the first byte is kept (S60, S67). What the body says of its length is larger than the file by a little. */
export async function mayUpload(target: Target, ctx: Ctx<'user'>) {
  await mustBeTarget(target, ctx)
  await mustHaveRoom(ctx, 1)
}

/** What is in an archived item stays as it is, for whoever put it there too. */
export async function mustNotBeArchived(who: Pick<Who, 'store'>, file: Stored) {
  const places = (await placesOf(who, file.file_id)).filter((place) => !place.is_del)
  for (const item_id of new Set([file.item_id, ...places.map((place) => place.item_id)]))
    if (item_id && (await headOf(who, item_id))?.is_archived) throw new Refusal('archived')
}

/** Files of one text that are looked for; more would be no page that somebody wrote. */
const FILES_PER_TEXT_MAX = 200

/** The files whose addresses stand in a text, in both forms of the address. */
const signsIn = (text: string) =>
  new Set([...text.matchAll(/visitFile(?:\/sign\/|[&?]sign=)([0-9a-f]{32})/g)].map(([, sign]) => sign as string))

/** Whoever could put the file on a page by name may do so by writing its address: its owner, and the editors of its item. */
async function maySpread(ctx: Ctx<'user'>, file: Stored) {
  if (file.uid === ctx.user.uid) return true
  const item = file.item_id ? await headOf(ctx, file.item_id) : undefined
  return item !== undefined && (await rightsOn(ctx, item)).edits !== 'none' && (await mayVisitFile(ctx, file))
}

/**
 * Files that a new text shows and the old one did not: they belong to the page from now on, so that its readers see them and nobody
 * else does, wherever they were uploaded (a picture may be pasted before its page has an id).
 */
export async function filesAdded(ctx: Ctx<'user'>, before: string, after: string): Promise<number[]> {
  const files = await newlyReferenced(ctx, before, after)
  const mine = await Promise.all(files.map((file) => maySpread(ctx, file)))
  return files.filter((_, n) => mine[n]).map((file) => file.file_id)
}

/** The same for whoever acts for the item itself, and so for its own files alone. */
export const filesOfItemAdded = async (where: Pick<Ctx, 'store'>, item_id: number, before: string, after: string): Promise<number[]> =>
  (await newlyReferenced(where, before, after)).filter((file) => file.item_id === item_id).map((file) => file.file_id)

async function newlyReferenced(where: Pick<Ctx, 'store'>, before: string, after: string): Promise<Stored[]> {
  if (!after.includes('visitFile')) return []
  const known = signsIn(before)
  const added = [...signsIn(after)].filter((sign) => !known.has(sign)).slice(0, FILES_PER_TEXT_MAX)
  return (await Promise.all(added.map((sign) => bySign(where, sign)))).filter((file) => file !== undefined)
}

/** In the HTML of a page read by its link: the pictures know by which link they are seen. */
export const withKey = (html: string, unique_key: string) =>
  html.replaceAll(/(visitFile\/sign\/[0-9a-f]{32})(?![0-9a-f])/g, `$1&amp;key=${unique_key}`)
