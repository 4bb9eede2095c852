import type { Answer } from '@sheaf/contract/client'
import { api } from '../lib/api.ts'
import { placeFor } from '../tree/rights.ts'
import { type Content, contentOf } from '../writing/saver.ts'

/** What the address asks for; page_id '0' is a page that does not exist yet. */
export interface Start {
  item_id: string
  page_id: string
  copy_page_id: string
  cat_id: string
  /** A kept version whose text is to be restored. */
  history_id?: string
}

export interface Opened {
  item: Answer<'item', 'info'>
  page_id: string
  version: string
  attachment_count: string
  content: Content
  /** What is put over the content, not saved yet. */
  restored?: (Content & { addtime: string }) | undefined
}

const unix = (text: string) => text.replace(/\r\n?/g, '\n')

/** A new page begins where its writer may put it; one that is there stays where it is. */
const placeOf = (item: Opened['item'], wanted: string, isNew: boolean) => (isNew ? (placeFor(item, wanted) ?? wanted) : wanted)

/** The page and its item, as they are now: never from what was read before, or the first save would meet a conflict. */
export async function openPage({ item_id, page_id, copy_page_id, cat_id, history_id = '' }: Start): Promise<Opened> {
  const from = page_id === '0' ? copy_page_id : page_id
  const old = page_id !== '0' && history_id ? api.page.diff({ page_id, page_history_id: history_id }) : undefined
  const [asked, page, states] = await Promise.all([
    api.item.info({ item_id }).catch((refusal: Error) => refusal),
    from ? api.page.info({ page_id: from }) : undefined,
    // A version that is no longer kept does not hinder the editing.
    old?.catch(() => undefined),
  ])
  const state = states?.history_page
  // At the old address of a page that has moved it is written in the item that it is in now.
  const hasMoved = page && page_id !== '0' && (asked instanceof Error || asked.item_id !== page.item_id)
  const item = hasMoved ? await api.item.info({ item_id: page.item_id }) : asked
  if (item instanceof Error) throw item
  const sameItem = page?.item_id === item.item_id
  return {
    item,
    page_id: page_id === '0' ? '0' : (page?.page_id ?? page_id),
    version: page_id === '0' ? '' : (page?.version ?? ''),
    attachment_count: page_id === '0' ? '0' : (page?.attachment_count ?? '0'),
    content: {
      title: page?.page_title ?? '',
      text: unix(page?.page_content ?? ''),
      cat_id: placeOf(item, page && sameItem ? page.cat_id : cat_id || '0', page_id === '0'),
    },
    restored: state && { ...contentOf(state), addtime: state.addtime },
  }
}
