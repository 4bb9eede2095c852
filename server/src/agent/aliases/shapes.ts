import { createHash } from 'node:crypto'
import { Refusal } from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'
import * as z from 'zod'
import type { PageFound } from '../../access/access.store.ts'
import { covers, type Rights } from '../../access/access.ts'
import { treeOf } from '../../content/item.tree.service.ts'
import { pagesTitled } from '../../item/item.store.ts'
import { pageAddress } from '../../publish/address.ts'
import { openItem, openItemOfCatalog, openPage } from '../access.ts'
import { pageText } from '../text/pages.ts'
import { type Answer, type Asker, number, text, WrongArguments } from '../tool.ts'

/*
 * Tools with the names, the arguments and the JSON of ShowDoc 3.9, so that agents that were set up for it keep working.
 */

const HASH_CHARS = 12

/** An answer as ShowDoc sends it: JSON as text. */
export const answer = (value: object): Answer => ({ text: JSON.stringify(value) })

const words = {
  en: {
    pageCreated: 'Page created',
    pageUpdated: 'Page updated',
    catalogCreated: 'Catalog created',
    catalogUpdated: 'Catalog updated',
    suggested: (id: number) => `Not saved: suggestion ${id} waits for a person`,
    allSuggested: 'Not saved: these are suggestions',
  },
  zh: {
    pageCreated: '页面创建成功',
    pageUpdated: '页面更新成功',
    catalogCreated: '目录创建成功',
    catalogUpdated: '目录更新成功',
    suggested: (id: number) => `未保存：已提交建议 ${id}，等待人工处理`,
    allSuggested: '未保存：已作为建议提交',
  },
}

/** The messages of ShowDoc's answers. */
export const messages = ({ ctx }: Asker) => inLanguage(words, ctx.language)

/** The form of ShowDoc's optimistic lock. */
export const hashOf = (content: string) => createHash('md5').update(content).digest('hex').slice(0, HASH_CHARS)

/** `2026-11-18 16:40:00` in the time zone of the site. */
export const localTime = (seconds: number, timeZone: string) =>
  new Date(seconds * 1000).toLocaleString('sv-SE', { timeZone, hour12: false }).replace('T', ' ')

export const itemField = { item_id: number() }
export const pageField = { page_id: number() }

/** The item of a catalog that the caller can read. A missing catalog and one of a closed item give the same refusal. */
export async function openCatalog(asker: Asker, cat_id: number) {
  const rights = await openItemOfCatalog(asker, cat_id)
  const tree = await treeOf(asker.ctx, rights.item, rights.visits)
  const catalog = tree.catalogs.get(cat_id)
  if (!catalog || !covers(rights.visits, cat_id)) throw new Refusal('notFound')
  return { ...rights, catalog, order: tree.order }
}

/** A page by its number, or by the first title in an item. */
export const wantedPage = z.object({ page_id: number().optional(), item_id: number().optional(), page_title: text(1000).optional() })
type WantedPage = z.output<typeof wantedPage>

export async function findPage(asker: Asker, { page_id, item_id, page_title }: WantedPage): Promise<Rights & { page: PageFound }> {
  if (page_id) return openPage(asker, String(page_id))
  if (!item_id || !page_title) throw new WrongArguments('page_id: give page_id, or item_id and page_title')
  const { item, visits } = await openItem(asker, String(item_id))
  const [first] = await pagesTitled(asker.ctx.db, item.item_id, page_title, visits)
  if (!first) throw new Refusal('pageUnknown', { page: page_title.slice(0, 100) })
  return openPage(asker, String(first))
}

/** A page as get_page returns it. */
export async function pageShape({ ctx }: Asker, { item, page }: Rights & { page: PageFound }) {
  const content = await pageText(ctx, item, page)
  return {
    page_id: page.page_id,
    page_title: page.page_title,
    item_id: page.item_id,
    cat_id: page.cat_id,
    type: content === page.page_content ? 'markdown' : 'runapi',
    page_content: content,
    content,
    content_hash: hashOf(page.page_content),
    s_number: page.s_number,
    addtime: localTime(page.addtime, ctx.config.SITE_TZ),
    author_uid: page.author_uid ?? 0,
    author_username: page.author_username,
    attachment_count: page.attachment_count,
    page_url: pageAddress(ctx.config, item, page.page_id),
  }
}
