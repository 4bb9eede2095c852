import { headOf } from '../access/access.store.ts'
import { rightsOn } from '../access/access.ts'
import type { Ctx } from '../context.ts'
import { mayVisitFile } from './attachment.rights.service.ts'
import { bySign, type Stored } from './attachment.store.ts'

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
