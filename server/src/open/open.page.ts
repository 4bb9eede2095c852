import { CONTENT_CHARS_MAX, inOneLine, NAME_MAX, Refusal } from '@sheaf/contract'
import { API, mustHoldKeys, mustWriteByKeys, mustWriteNamed } from '../access/keys.ts'
import { touchItem } from '../content/item.store.ts'
import { deletePages } from '../content/page.store.ts'
import type { Rooms } from '../context.ts'
import { notifyPagesDeleted } from '../notice/notice.store.ts'
import { pageAnywhere, pageInItem } from './open.page.store.ts'
import { namesIn } from './open.place.ts'
import { edit, push } from './open.push.ts'

/** A title by which a page is found again: a page pushed without one would be found by nobody. */
export function titleOf(sent: string): string {
  const title = inOneLine(sent)
  if (title === '') throw new Refusal('pushTitle')
  if (title.length > NAME_MAX) throw new Refusal('badInput', { field: 'page_title' })
  return title
}

function contentOf(sent: string): string {
  if (sent.trim() === '') throw new Refusal('pushContent')
  if (sent.length > CONTENT_CHARS_MAX) throw new Refusal('tooLarge')
  return sent
}

/** `title` is what some clients call page_title. */
const updatePage: Rooms['open']['updatePage'] = async (input, ctx) => {
  const item = await mustWriteByKeys(input, ctx)
  const page_title = titleOf(input.page_title || input.title)
  return push(item, { place: namesIn(input), page_title, page_content: contentOf(input.page_content), s_number: input.s_number }, ctx)
}

/** By number, and so in the place that is named or the one it has; a new one by its title and place. */
export const editPage: Rooms['item']['editPage'] = async (input, ctx) => {
  const item = await mustWriteNamed(input, ctx)
  const { page_id, cat_id, s_number } = input
  const text = { page_title: titleOf(input.page_title), page_content: contentOf(input.page_content), s_number }
  return page_id ? edit(item, page_id, { ...text, cat_id }, ctx) : push(item, { ...text, place: cat_id ?? 0 }, ctx)
}

type Pages = Pick<Rooms['open'], 'updatePage' | 'updateItem' | 'getPage' | 'deletePage'>

export const pages: Pages = {
  updatePage,
  updateItem: updatePage,

  async getPage(input, ctx) {
    const { item_id } = await mustHoldKeys(input, ctx)
    const { page_id } = input
    const page = page_id ? await pageInItem(ctx, item_id, page_id) : await pageAnywhere(ctx, item_id, titleOf(input.page_title))
    if (!page) throw new Refusal('notFound')
    return page
  },

  /** To the recycle bin, under the owner's number and in the name of the program. */
  async deletePage(input, ctx) {
    const item = await mustWriteByKeys(input, ctx)
    const { item_id, uid } = item
    const page = await pageInItem(ctx, item_id, input.page_id)
    if (!page) throw new Refusal('notFound')
    await ctx.store.db.transaction().execute(async (trx) => {
      await touchItem(trx, item_id, ctx.now())
      await deletePages(ctx.store, trx, item_id, [page], { uid, username: API.username }, ctx.now())
      await notifyPagesDeleted(trx, API, item, [page], ctx.now())
    })
    return { page_id: page.page_id }
  },
}
