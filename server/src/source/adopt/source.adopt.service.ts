import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { inLanguage, isLanguage } from '@sheaf/contract/languages'
import { bareFence } from '@sheaf/description/fence'
import type { Permission } from '../../access/permission.ts'
import { revisionsToKeep } from '../../common/settings.store.ts'
import type { ChangeActor } from '../../content/change.rules.ts'
import { touchItem } from '../../content/item.store.ts'
import type { Ctx } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { outlineOf, packPrevious, revisionOf } from '../../page/history/page.history.store.ts'
import { changePage } from '../../page/page.service.ts'
import { pageNow } from '../source.page.store.ts'
import { insertParts, updatePart } from '../source.part.store.ts'
import type { Source } from '../source.store.ts'
import { keptFrom } from './kept.rules.ts'
import { dropUntied, freePages, tiedParts } from './source.adopt.store.ts'

/*
 * Pages of tables that sheaf-push wrote before their database was a source (T33). They become the pages of the source's tables: first the
 * parts name them, then the source is read, and then their texts become blocks. A page whose text could not be changed is a part that is
 * left out, which a person can put back.
 */

/** A page that was written by a push, with the hash of the text of that push. */
export interface Adopted {
  page_id: number
  /** The key of its table. */
  key: string
  hash: string
}

const words = { en: 'Kept from before', zh: '保留的原有内容' }

const compress = promisify(zstdCompress)

/** Parts that have pages before they are read: the sync makes no pages for them. Part of making a source. */
export async function tiePages(db: Db, { source_id, item_id }: Source, adopted: Adopted[]) {
  const free = await freePages(
    db,
    item_id,
    adopted.map(({ page_id }) => page_id),
  )
  const taken = new Set<string>()
  const body = await compress(JSON.stringify({ markdown: '' }))
  const rows: Parameters<typeof insertParts>[1] = []
  for (const { page_id, key } of adopted) {
    const title = free.get(page_id)
    if (title === undefined || taken.has(key)) continue
    taken.add(key)
    free.delete(page_id)
    const part = { source_id, kind: 'table', part_key: key, name: '', method: '', path: '', title, title_base: title, seal: '', shape: '' }
    // Not read yet: it counts as gone, so that a table that the source does not have is no loss.
    rows.push({ ...part, body, page_id, since_seq: 0, gone_seq: 1, is_detached: 1 } as (typeof rows)[number])
  }
  await insertParts(db, rows)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

type Page = NonNullable<Awaited<ReturnType<typeof pageNow>>>

/** What people have written on a page since the push; all of it if the text of the push is no longer known. */
async function writtenSince(db: Db, page: Page, hash: string, keep: number): Promise<string[]> {
  if (hashOf(page.page_content) === hash) return []
  for (const { page_history_id } of await outlineOf(db, page.page_id, keep)) {
    const text = (await revisionOf(db, page.page_id, page_history_id))?.page_content
    if (text !== undefined && hashOf(text) === hash) return keptFrom(text, page.page_content)
  }
  return keptFrom('', page.page_content)
}

/** The texts of the pages become the blocks of their tables, with what people wrote below. Returns how many pages there are. */
export async function adoptPages(
  source: Source,
  adopted: Adopted[],
  { actor, permission }: { actor: ChangeActor; permission: Permission<'edit'> },
  ctx: Ctx,
): Promise<number> {
  await ctx.store.write((trx) => dropUntied(trx, source.source_id))
  const tied = await tiedParts(ctx.db, source.source_id)
  const keep = await revisionsToKeep(ctx)
  const language = isLanguage(source.language) ? source.language : 'en'
  let count = 0
  for (const { page_id, hash } of adopted) {
    const part = tied.get(page_id)
    const page = part && (await pageNow(ctx.db, { page_id, item_id: source.item_id }))
    if (!page || page.is_del === 1 || page.is_composed === 1) continue
    const kept = await writtenSince(ctx.db, page, hash, keep)
    const fence = bareFence({ kind: 'table', source: source.name, key: part.part_key })
    const page_content = kept.length === 0 ? fence : `${fence}\n## ${inLanguage(words, language)}\n\n${kept.join('\n\n')}\n`
    const packed = await packPrevious(ctx.db, page)
    const { cat_id, page_title, page_comments, s_number } = page
    const by = { author_uid: actor.uid, author_username: actor.username, via: actor.via ?? '' }
    const next = { cat_id, page_title, page_comments, s_number, page_content, ...by }
    const saved = await ctx.store.write(async (trx) => {
      await touchItem(trx, permission, ctx.now(), page_id)
      await updatePart(trx, part.part_id, { since_seq: 1 })
      const target = { permission, store: ctx.store, trx, at: ctx.now() }
      const noted = kept.length === 0 ? { notedByCaller: 'all' as const } : {}
      return changePage(target, { page, next, packed, keep, file_ids: [], stays: true, ...noted })
    })
    if (saved) count++
  }
  return count
}
