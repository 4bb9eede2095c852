import type { Answer } from '@sheaf/contract/client'
import { useEffect } from 'react'
import { api } from '../lib/api.ts'
import { placeFor } from '../tree/item-tree.ts'
import type { EditLock } from '../writing/lock/lock.ts'
import { type Content, contentOf } from '../writing/saver.ts'
import type { SaveResult } from '../writing/saving.ts'
import { panelKeys } from './toolbar/tools.ts'
import type { PageUploads } from './upload/uploads.tsx'
import type { Editing } from './view.ts'

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

/** The physical key too: with Alt a Mac types another sign. */
const pressed = (event: KeyboardEvent, key: string) => {
  const sign = key.split('-').at(-1) ?? ''
  if (!(event.ctrlKey || event.metaKey) || event.altKey !== key.includes('Alt') || event.shiftKey) return false
  return event.key.toLowerCase() === sign || event.code === `Key${sign.toUpperCase()}`
}

/** Keys that open a panel, wherever the focus is in the editor; first of all, as the text has its own use for some. */
export function usePanelKeys({ show }: Pick<EditingSession, 'show'>) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const found = (Object.keys(panelKeys) as (keyof typeof panelKeys)[]).find((name) => pressed(event, panelKeys[name]))
      if (!found || event.isComposing || document.querySelector('dialog[open]')) return
      event.preventDefault()
      event.stopPropagation()
      show(found satisfies PanelName)
    }
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  }, [show])
}

/** What opens beside or above the text, one at a time. */
export type PanelName =
  | 'history'
  | 'files'
  | 'library'
  | 'pictures'
  | 'mock'
  | 'sort'
  | 'templates'
  | 'saveTemplate'
  | 'pageLink'
  | 'jsonTable'
  | 'jsonFormat'
  | 'sql'
  | 'shortcuts'

/** One sitting at one page, as its panels and dialogs know it. */
export interface EditingSession {
  editing: Editing
  item: Opened['item']
  /** '0' until the first save. */
  page_id: string
  /** Files on the page when it was opened. */
  attachment_count: string
  /** The version that was loaded or saved last. */
  version: () => string
  /** Title, catalog and text as they stand now. */
  read: () => Content
  isDirty: () => boolean
  /** Puts another title and text in the place of what is written; one step back brings the text back. Nothing is saved. */
  replace: (content: Pick<Content, 'title' | 'text'>) => void
  save: () => Promise<SaveResult>
  /** The edit lock: whose the page is, taking it and giving it free. */
  held: EditLock
  /** Files on their way to the text and the page. */
  files: PageUploads
  panel: PanelName | undefined
  show: (panel: PanelName | undefined) => void
}

/** What every panel and dialog of the editor is given. */
export interface PanelProps {
  sitting: EditingSession
  onClose: () => void
}
