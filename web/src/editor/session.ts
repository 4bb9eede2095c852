import type { Answer } from '@sheaf/contract/client'
import { useEffect } from 'react'
import { api } from '../lib/api.ts'
import { catalogForNewEntry } from '../tree/item-tree.ts'
import type { EditLock } from '../writing/lock/lock.ts'
import { type Content, contentOf } from '../writing/saver.ts'
import type { SaveResult } from '../writing/saving.ts'
import { panelKeys } from './toolbar/tools.ts'
import type { PageUploads } from './upload/uploads.tsx'
import type { Editing } from './view.ts'

/** What the address requests; page_id '0' is a page that does not exist yet. */
export interface Start {
  item_id: string
  page_id: string
  copy_page_id: string
  cat_id: string
  /** A stored version whose text is to be restored. */
  history_id?: string
}

export interface Opened {
  item: Answer<'item', 'info'>
  page_id: string
  version: string
  attachment_count: string
  content: Content
  /** Replaces the content in the editor; not saved yet. */
  restored?: (Content & { addtime: string }) | undefined
}

const unix = (text: string) => text.replace(/\r\n?/g, '\n')

/** A new page starts in a catalog that its author can write to; an existing page keeps its catalog. */
const placeOf = (item: Opened['item'], wanted: string, isNew: boolean) => (isNew ? (catalogForNewEntry(item, wanted) ?? wanted) : wanted)

/** Fetches the page and its item, never from the cache: a stale version would make the first save a conflict. */
export async function openPage({ item_id, page_id, copy_page_id, cat_id, history_id = '' }: Start): Promise<Opened> {
  const from = page_id === '0' ? copy_page_id : page_id
  const old = page_id !== '0' && history_id ? api.page.diff({ page_id, page_history_id: history_id }) : undefined
  const [requested, page, states] = await Promise.all([
    api.item.info({ item_id }).catch((error: Error) => error),
    // The text as people wrote it, with blocks for parts of sources. A copy has the whole text, because the parts have a page.
    from ? api.page.info({ page_id: from, ...(page_id !== '0' && { raw: '1' }) }) : undefined,
    // A version that is no longer stored does not prevent editing.
    old?.catch(() => undefined),
  ])
  const state = states?.history_page
  // The old address of a moved page opens it in its current item.
  const hasMoved = page && page_id !== '0' && (requested instanceof Error || requested.item_id !== page.item_id)
  const item = hasMoved ? await api.item.info({ item_id: page.item_id }) : requested
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

/** Compares the physical key too: with Alt, a Mac produces another character. */
const pressed = (event: KeyboardEvent, key: string) => {
  const character = key.split('-').at(-1) ?? ''
  if (!(event.ctrlKey || event.metaKey) || event.altKey !== key.includes('Alt') || event.shiftKey) return false
  return event.key.toLowerCase() === character || event.code === `Key${character.toUpperCase()}`
}

/** Shortcuts that open a panel from any focus. Listens in the capture phase, because the text uses some of these keys itself. */
export function usePanelKeys({ show }: Pick<EditingSession, 'show'>) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const panel = (Object.keys(panelKeys) as (keyof typeof panelKeys)[]).find((name) => pressed(event, panelKeys[name]))
      if (!panel || document.querySelector('dialog[open]')) return
      event.preventDefault()
      event.stopPropagation()
      show(panel satisfies PanelName)
    }
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  }, [show])
}

/** Panels next to the text and dialogs above it; one is open at a time. */
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
  | 'newCatalog'

/** One editing session of one page, as its panels and dialogs see it. */
export interface EditingSession {
  editing: Editing
  item: Opened['item']
  /** '0' until the first save. */
  page_id: string
  /** Files on the page when it was opened. */
  attachment_count: string
  /** The version that was loaded or saved last. */
  version: () => string
  /** Current title, catalog and text. */
  read: () => Content
  isDirty: () => boolean
  setCatalog: (cat_id: string) => void
  /** Replaces title and text without saving; one undo step restores the text. */
  replace: (content: Pick<Content, 'title' | 'text'>) => void
  save: () => Promise<SaveResult>
  /** The edit lock: its holder, acquiring and releasing it. */
  held: EditLock
  /** Uploads into the text and to the page. */
  files: PageUploads
  panel: PanelName | undefined
  show: (panel: PanelName | undefined) => void
}

/** Props of every panel and dialog of the editor. */
export interface PanelProps {
  session: EditingSession
  onClose: () => void
}
