import { Refusal } from '@sheaf/contract/errors'
import { headOf, isKey, pageByKey } from '../access/access.store.ts'
import { covers, mustEdit, mustEditPage, personIn, rightsOn, type Scope } from '../access/access.ts'
import type { PagePermission } from '../access/permission.ts'
import type { Ctx } from '../context.ts'
import { bySign, type FileOwner, type Place, placesOf, type Stored, usedBy } from './attachment.store.ts'

const MIB = 1024 * 1024

type Visitor = Pick<Ctx, 'store' | 'user' | 'session_id' | 'grant'>

/** The scope of the item that the visitor can read; none of a deleted item. */
async function visitsOn(visitor: Visitor, item_id: number): Promise<Scope> {
  const item = item_id ? await headOf(visitor, item_id) : undefined
  return item ? (await rightsOn(visitor, item)).visits : 'none'
}

async function canVisitAny(visitor: Visitor, places: Place[]) {
  for (const { item_id, cat_id } of places) if (covers(await visitsOn(visitor, item_id), cat_id)) return true
  return false
}

/**
 * Whether a visitor can read a file: its uploader, visitors of its item, and visitors of a page that uses it can. For members with a
 * scope, a page of the file must be in the scope. A file without item and page can be read by any client with its address. A file of a
 * deleted item, or with all of its pages in the recycle bin, cannot be read by any user (S40).
 */
export async function mayVisitFile(visitor: Visitor, { file_id, item_id, uid }: Stored): Promise<boolean> {
  const links = await placesOf(visitor, file_id)
  const places = links.filter((place) => !place.is_del)
  if (links.length > 0 && places.length === 0) return false
  const inOtherItems = places.filter((place) => place.item_id !== item_id)
  if (item_id === 0 && (places.length === 0 || uid === personIn(visitor, 0)?.uid)) return true
  const item = item_id ? await headOf(visitor, item_id) : undefined
  if (item) {
    if (uid === personIn(visitor, item_id)?.uid) return true
    const { visits } = await rightsOn(visitor, item)
    if (visits === 'all') return true
    const inItem = places.filter((place) => place.item_id === item_id)
    if (visits !== 'none' && (places.length === 0 || inItem.some((place) => covers(visits, place.cat_id)))) return true
  }
  return canVisitAny(visitor, inOtherItems)
}

/** Whether the file is on the page of a single-page link, whose readers can read its files. */
export async function isOnPageOf(visitor: Visitor & Pick<Ctx, 'now'>, { file_id }: Stored, key: string): Promise<boolean> {
  const page = isKey(key) ? await pageByKey(visitor, key) : undefined
  return page !== undefined && (await placesOf(visitor, file_id)).some((place) => place.page_id === page.page_id)
}

/** Throws `quotaFull` if the files of the user and `more` bytes exceed the quota; a quota of 0 means no limit. */
export async function mustFitQuota({ db, config, user }: Pick<Ctx<'user'>, 'db' | 'config' | 'user'>, more: number) {
  const quota = config.UPLOAD_QUOTA_MB * MIB
  if (quota && (await usedBy(db, user.uid)) + more > quota) throw new Refusal('quotaFull', { limit: String(config.UPLOAD_QUOTA_MB) })
}

interface Target {
  item_id: number
  page_id: number
}

/** Where an upload goes. A file that is not linked to a page yet can have no item. */
interface UploadPlace {
  item: FileOwner
  page: PagePermission | undefined
}

/** The item of an upload: that of its page, or an item that the user can edit. */
export async function mustBeTarget({ item_id, page_id }: Target, visitor: Visitor): Promise<UploadPlace> {
  if (page_id === 0 && item_id === 0 && visitor.grant?.items) throw new Refusal('itemsOnly')
  if (page_id === 0) return { item: item_id ? (await mustEdit(visitor, item_id)).permission : { item_id: 0 }, page: undefined }
  const { page, permission } = await mustEditPage(visitor, page_id)
  if (item_id && item_id !== page.item_id) throw new Refusal('noPermission')
  return { item: permission, page: permission }
}

/**
 * Checks rights and quota before the first byte is stored (S60, S67). The size is checked later, because the body is slightly larger than
 * the file.
 */
export async function checkUploadTarget(target: Target, ctx: Ctx<'user'>) {
  await mustBeTarget(target, ctx)
  await mustFitQuota(ctx, 1)
}

/** Refuses to change files of archived items, even for their uploader. */
export async function mustNotBeArchived(visitor: Pick<Visitor, 'store'>, file: Stored) {
  const places = (await placesOf(visitor, file.file_id)).filter((place) => !place.is_del)
  for (const item_id of new Set([file.item_id, ...places.map((place) => place.item_id)]))
    if (item_id && (await headOf(visitor, item_id))?.is_archived) throw new Refusal('archived')
}

/** Maximum number of new file addresses that are processed per text. */
const FILES_PER_TEXT_MAX = 200

/** The signs of the files whose addresses occur in a text, in both forms of the address. */
const signsIn = (text: string) =>
  new Set([...text.matchAll(/visitFile(?:\/sign\/|[&?]sign=)([0-9a-f]{32})/g)].map(([, sign]) => sign as string))

/** Whether the user can link the file to a page by its address: its owner and the editors of its item can, as with bindingPage. */
async function mayLink(ctx: Ctx<'user'>, file: Stored) {
  if (file.uid === personIn(ctx, file.item_id)?.uid) return true
  const item = file.item_id ? await headOf(ctx, file.item_id) : undefined
  return item !== undefined && (await rightsOn(ctx, item)).edits !== 'none' && (await mayVisitFile(ctx, file))
}

/**
 * The ids of the files that only the new text refers to. They are linked to the page, so that exactly its readers can read them. An image
 * can be pasted before its page has an id, so the item of the upload does not matter.
 */
export async function filesAdded(ctx: Ctx<'user'>, oldText: string, newText: string): Promise<number[]> {
  const files = await newlyReferenced(ctx, oldText, newText)
  const mayLinkEach = await Promise.all(files.map((file) => mayLink(ctx, file)))
  return files.filter((_, n) => mayLinkEach[n]).map((file) => file.file_id)
}

/** The same for a caller that acts for the item, such as an API key; it can link only files of the item. */
export const filesOfItemAdded = async (
  services: Pick<Ctx, 'store'>,
  item_id: number,
  oldText: string,
  newText: string,
): Promise<number[]> =>
  (await newlyReferenced(services, oldText, newText)).filter((file) => file.item_id === item_id).map((file) => file.file_id)

async function newlyReferenced(services: Pick<Ctx, 'store'>, oldText: string, newText: string): Promise<Stored[]> {
  if (!newText.includes('visitFile')) return []
  const known = signsIn(oldText)
  const added = [...signsIn(newText)].filter((sign) => !known.has(sign)).slice(0, FILES_PER_TEXT_MAX)
  return (await Promise.all(added.map((sign) => bySign(services, sign)))).filter((file) => file !== undefined)
}

/** Adds the key of a single-page link to the addresses of the images in the HTML of its page. */
export const withKey = (html: string, unique_key: string) =>
  html.replaceAll(/(visitFile\/sign\/[0-9a-f]{32})(?![0-9a-f])/g, `$1&amp;key=${unique_key}`)
