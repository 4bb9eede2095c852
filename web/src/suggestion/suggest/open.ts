import type { Answer } from '@sheaf/contract/client'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { stored } from '../../lib/stored.ts'
import type { Content } from '../../writing/saver.ts'
import { isContinuable, mergedTexts, mergedWith } from '../review/model.ts'

type Text = Pick<Content, 'title' | 'text'>

export interface OpenedSuggestion {
  item: Answer<'item', 'info'>
  page_id: string
  page_title: string
  suggestable: boolean
  content: Content
  /** The text that the difference is shown from. */
  from: Text
  /** The version that the suggestion is made from. */
  base_version: string
  reason: string
  /** An own open suggestion that is continued: its id and its last change. */
  continued: { suggestion_id: string; at: string } | undefined
  /** The page has changed since the text was written: both are merged here, or later by an editor. */
  meanwhile: '' | 'merged' | 'conflict'
  /** The suggestion that is edited before it is accepted. */
  review: { suggestion_id: string; revision: string; base_version: string } | undefined
}

interface Wanted {
  item_id: string
  /** '0' for a new page, in the catalog `cat_id`. */
  page_id: string
  cat_id: string
  /** The own suggestion of a new page that is continued, or "". */
  suggestion_id: string
  /** The suggestion that is edited before it is accepted, or "". */
  review_id: string
}

const unix = (text: string) => text.replace(/\r\n?/g, '\n')

/** A new page in this catalog, or a suggested one that is continued or edited before it is accepted. */
async function openNewPage({ item_id, cat_id, suggestion_id, review_id }: Wanted): Promise<OpenedSuggestion> {
  const id = review_id || suggestion_id
  const [item, info] = await Promise.all([
    api.item.info(withoutLoginRedirect({ item_id })),
    id ? api.suggestion.info(withoutLoginRedirect({ suggestion_id: id })) : undefined,
  ])
  const empty = { title: '', text: '' }
  const place = { item, page_id: '0', page_title: '', from: empty, base_version: '0', meanwhile: '' as const }
  const none = { reason: '', continued: undefined, review: undefined }
  if (!info) return { ...place, ...none, suggestable: item.can_suggest, content: { ...empty, cat_id } }
  const opened = { ...place, ...none, content: { title: info.page_title, text: unix(info.page_content), cat_id: info.cat_id } }
  if (review_id)
    return { ...opened, suggestable: info.refused === '', review: { suggestion_id: id, revision: info.revision, base_version: '0' } }
  const continued = { suggestion_id: id, at: info.last_update_time }
  return { ...opened, continued, reason: info.reason, suggestable: item.can_suggest && isContinuable(info) }
}

/** The page, and the own open suggestion or the one under review; never from the cache. */
export async function openSuggestion(wanted: Wanted): Promise<OpenedSuggestion> {
  const { item_id, page_id, review_id } = wanted
  if (page_id === '0') return openNewPage(wanted)
  const [item, view, page, own] = await Promise.all([
    api.item.info(withoutLoginRedirect({ item_id })),
    api.page.view(withoutLoginRedirect({ page_id })),
    api.page.info(withoutLoginRedirect({ page_id, raw: '1' })),
    api.suggestion.getList(withoutLoginRedirect({ page_id, state: 'open', mine: '1' })),
  ])
  const now = { title: page.page_title, text: unix(page.page_content) }
  const place = { item, page_id, page_title: page.page_title, suggestable: view.suggestable, from: now }
  const none = { continued: undefined, review: undefined, reason: '', meanwhile: '' as const }
  // A suggestion of a program is replaced by that program only.
  const mine = own.list.find(({ via }) => via === '')
  const suggestion_id = review_id || mine?.suggestion_id
  if (!suggestion_id) return { ...place, ...none, content: { ...now, cat_id: page.cat_id }, base_version: page.version }
  const info = await api.suggestion.info(withoutLoginRedirect({ suggestion_id }))
  if (review_id) {
    const { title, text } = mergedWith(info)
    const review = { suggestion_id, revision: info.revision, base_version: info.current?.version ?? '0' }
    return {
      ...place,
      ...none,
      review,
      suggestable: info.refused === '',
      content: { title, text, cat_id: page.cat_id },
      base_version: page.version,
    }
  }
  const continued = { ...place, ...none, reason: info.reason, continued: { suggestion_id, at: info.last_update_time } }
  const { title, text, conflicts } = mergedWith(info)
  const current = info.current
  if (current && conflicts === 0 && current.version !== info.base_version)
    return {
      ...continued,
      meanwhile: 'merged',
      from: { title: current.page_title, text: unix(current.page_content) },
      content: { title, text, cat_id: page.cat_id },
      base_version: current.version,
    }
  return {
    ...continued,
    meanwhile: conflicts > 0 ? 'conflict' : '',
    from: { title: info.base_title, text: unix(info.base_content) },
    content: { title: info.page_title, text: unix(info.page_content), cat_id: page.cat_id },
    base_version: info.base_version,
  }
}

interface Unsent {
  title: string
  text: string
  reason: string
  base_version: string
  /** The text of that version. */
  base: Text
}

/** The text that was not sent, merged with the page if that has changed since. */
export function withUnsent(opened: OpenedSuggestion, { title, text, reason, base_version, base }: Unsent): OpenedSuggestion {
  const { cat_id } = opened.content
  const kept = { ...opened, reason, content: { title, text, cat_id } }
  if (base_version === opened.base_version) return kept
  const merged = mergedTexts(base, { title, text }, opened.from)
  return merged.conflicts === 0
    ? { ...kept, meanwhile: 'merged', content: { title: merged.title, text: merged.text, cat_id } }
    : { ...kept, meanwhile: 'conflict', from: base, base_version }
}

/** Text that is not sent yet stays in this browser, so that it survives a new sign-in. */
export const unsent = (
  uid: string,
  { item_id, page_id, suggestion_id = '' }: { item_id: string; page_id: string; suggestion_id?: string | undefined },
) => {
  const ofNew = suggestion_id ? `suggestion.${suggestion_id}` : `new.${item_id}`
  const key = `sheaf.suggest.${uid}.${page_id === '0' ? ofNew : page_id}`
  return {
    read(): Unsent | undefined {
      const found = stored.readJson(key) as Unsent | undefined
      return typeof found?.text === 'string' && typeof found.base?.text === 'string' ? found : undefined
    },
    keep: (text: Unsent) => void stored.write(key, JSON.stringify(text)),
    forget: () => stored.remove(key),
  }
}
