import type { Answer } from '@sheaf/contract/client'
import { api } from '../lib/api.ts'
import type { Content } from './editor-saver.ts'

/** What the address asks for; page_id '0' is a page that does not exist yet. */
export interface Start {
  item_id: string
  page_id: string
  copy_page_id: string
  cat_id: string
}

export interface Opened {
  item: Answer<'item', 'info'>
  page_id: string
  version: string
  content: Content
}

/** Carried in the history entry when a new page gets its address, so that the screen stays as it is. */
export interface Kept {
  editor?: string
}

const unix = (text: string) => text.replace(/\r\n?/g, '\n')

/** The page and its item, as they are now: never from what was read before, or the first save would meet a conflict. */
export async function openPage({ item_id, page_id, copy_page_id, cat_id }: Start): Promise<Opened> {
  const from = page_id === '0' ? copy_page_id : page_id
  const [item, page] = await Promise.all([api.item.info({ item_id }), from ? api.page.info({ page_id: from }) : undefined])
  const sameItem = page?.item_id === item.item_id
  return {
    item,
    page_id: page_id === '0' ? '0' : (page?.page_id ?? page_id),
    version: page_id === '0' ? '' : (page?.version ?? ''),
    content: {
      title: page?.page_title ?? '',
      text: unix(page?.page_content ?? ''),
      cat_id: page && sameItem ? page.cat_id : cat_id || '0',
    },
  }
}
