import { errorMessage, Refusal } from '@sheaf/contract'
import { API_ITEM } from '@sheaf/contract/limits'
import * as z from 'zod'
import { isKey, pageByKey } from '../../access/access.store.ts'
import { covers } from '../../access/access.ts'
import { fileAddress, filesOnPages } from '../../attachment/attachment.store.ts'
import { sharedAddress } from '../../publish/address.ts'
import { findPages } from '../../search/find.service.ts'
import { snippetAround } from '../../search/search.rules.ts'
import { reachIn } from '../../search/search.store.ts'
import { openItem, openPage, reachFor } from '../access.ts'
import { plain } from '../text/plain.ts'
import { type Asker, amount, list, number, text, tool, WrongArguments } from '../tool.ts'
import { answer, findPage, hashOf, localTime, pageField, pageShape, wantedPage } from './shapes.ts'

const BATCH_MAX = 10
const RESULTS_MAX = 50
const CANDIDATES_MAX = 200

const getPage = tool({
  name: 'get_page',
  level: 1,
  kind: 'read',
  about: 'A page: page_content, content_hash, page_url',
  input: z.object({ ...wantedPage.shape, unique_key: text(100).optional() }),
  async run({ unique_key, ...wanted }, asker) {
    if (wanted.page_id || !unique_key) return answer(await pageShape(asker, await findPage(asker, wanted)))
    // The link of a page opens it, but discloses nothing of its item.
    const page = isKey(unique_key) ? await pageByKey(asker.ctx, unique_key) : undefined
    if (!page) throw new Refusal('pageUnknown', { page: unique_key.slice(0, 100) })
    const { page_id, page_title, page_content, addtime, author_username } = page
    return answer({
      page_id,
      page_title,
      type: 'markdown',
      page_content,
      content: page_content,
      content_hash: hashOf(page_content),
      addtime: localTime(addtime, asker.ctx.config.SITE_TZ),
      author_username,
      page_url: sharedAddress(asker.ctx.config, unique_key),
    })
  },
})

const batchGetPages = tool({
  name: 'batch_get_pages',
  level: 1,
  kind: 'read',
  about: 'Up to ten pages',
  input: z.object({ page_ids: list(number(), 100) }),
  async run({ page_ids }, asker) {
    const pages: object[] = []
    for (const page_id of page_ids.slice(0, BATCH_MAX)) {
      try {
        pages.push({ status: 'success', page_id, data: await pageShape(asker, await openPage(asker, String(page_id))) })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        pages.push({ status: 'failed', page_id, error: errorMessage(error.error, asker.ctx.language, error.fill) })
      }
    }
    return answer({ pages, total: pages.length })
  },
})

const MODES = ['title', 'content', 'all'] as const
const modeOf = (given: string) => MODES.find((mode) => mode === given) ?? 'title'

/** ShowDoc finds pages with one of the words; like our search, this requires all of them and ranks the best first. */
async function searched(asker: Asker, query: string, item_id: number, given: string, limit: number) {
  if (query.trim() === '') throw new WrongArguments('query: is missing')
  const search_mode = modeOf(given)
  const within = item_id ? await openItem(asker, String(item_id)) : undefined
  const reach = within ? reachIn(within.item.item_id, within.visits) : await reachFor(asker)
  const found = await findPages(asker.ctx, reach, query, { limit: CANDIDATES_MAX, most: CANDIDATES_MAX, from: within ? 1 : 3 })
  const pages = found
    .filter(({ inTitle }) => search_mode !== 'title' || inTitle)
    .slice(0, limit)
    .map((page) => ({
      page_id: page.page_id,
      page_title: page.page_title,
      item_id: page.item_id,
      cat_id: page.cat_id,
      addtime: page.addtime,
      snippet: search_mode === 'title' ? '' : plain(snippetAround(page.text, query).text),
    }))
  return answer({ query, keywords: query.trim().split(/\s+/), item_id, search_mode, pages, total: pages.length })
}

const searchPages = tool({
  name: 'search_pages',
  level: 1,
  kind: 'read',
  about: 'Find pages by words; search_mode: title, content or all',
  input: z.object({ query: text(500), item_id: number().optional(), search_mode: text(20).optional() }),
  run: ({ query, item_id = 0, search_mode = '' }, asker) => searched(asker, query, item_id, search_mode, RESULTS_MAX),
})

const searchAllPages = tool({
  name: 'search_all_pages',
  level: 1,
  kind: 'read',
  about: 'Find pages in all items; mode: title, content or all',
  input: z.object({ keywords: text(500), mode: text(20).optional(), limit: amount(20, RESULTS_MAX) }),
  run: ({ keywords, mode = '', limit }, asker) => searched(asker, keywords, 0, mode, limit),
})

const listAttachments = tool({
  name: 'list_attachments',
  level: 1,
  kind: 'read',
  about: 'Files of an item or a page',
  input: z.object({ item_id: number().optional(), page_id: number().optional() }),
  async run({ item_id = 0, page_id = 0 }, asker) {
    if (!item_id && !page_id) throw new WrongArguments('item_id: give item_id or page_id')
    const { item, visits } = page_id ? await openPage(asker, String(page_id)) : await openItem(asker, String(item_id))
    const files = (await filesOnPages(asker.ctx.db, item.item_id, page_id)).filter(({ cat_id }) => covers(visits, cat_id))
    const attachments = files.map((file) => ({
      file_id: file.file_id,
      file_name: file.display_name,
      file_type: file.file_type,
      file_size: file.file_size,
      url: fileAddress(asker.ctx, file.sign),
      sign: file.sign,
      item_id: item.item_id,
      page_id: file.page_id,
      addtime: localTime(file.addtime, asker.ctx.config.SITE_TZ),
    }))
    return answer({ item_id: item.item_id, page_id, attachments, total: attachments.length })
  },
})

const getSinglePageLink = tool({
  name: 'get_single_page_link',
  level: 1,
  kind: 'read',
  needsUser: true,
  about: 'The link of a single page, if it has one',
  input: z.object(pageField),
  async run({ page_id }, asker) {
    const { page, edits } = await openPage(asker, String(page_id))
    // The key opens the page to everybody, so only its editors see it.
    if (!covers(edits, page.cat_id) || !page.unique_key) return answer({ has_link: false })
    const { unique_key } = page
    return answer({ has_link: true, unique_key, share_url: sharedAddress(asker.ctx.config, unique_key), expire_time: 0 })
  },
})

const getRunapiPage = tool({
  name: 'get_runapi_page',
  level: 1,
  kind: 'read',
  about: 'A page of an API client as its JSON',
  input: wantedPage,
  async run(wanted, asker) {
    const { item, page, ...rights } = await findPage(asker, wanted)
    if (item.item_type !== API_ITEM) throw new Refusal('notFound')
    const {
      page_content: _text,
      content: _content,
      page_url: _url,
      attachment_count: _count,
      ...shape
    } = await pageShape(asker, { ...rights, item, page })
    return answer({ ...shape, type: 'runapi', page_content: objectIn(page.page_content) })
  },
})

function objectIn(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return { raw: content }
  }
}

export const pageAliases = [getPage, batchGetPages, searchPages, searchAllPages, listAttachments, getSinglePageLink, getRunapiPage]
