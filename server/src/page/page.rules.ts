import {
  API_ITEM,
  CONTENT_CHARS_MAX,
  inOneLine,
  type Language,
  NAME_MAX,
  Refusal,
  SINGLE_PAGE,
  SPREADSHEET_ITEM,
  storableText,
} from '@sheaf/contract'
import { inLanguage } from '@sheaf/contract/languages'

/** The storable content of a save, already decoded (S55); refuses empty and too long content. */
export function contentOf(content: string): string {
  if (content.length > CONTENT_CHARS_MAX) throw new Refusal('tooLarge')
  if (content.trim() === '') throw new Refusal('contentEmpty')
  return storableText(content)
}

const untitled = { en: 'Untitled page', zh: '未命名页面' }

/** The title of a save; a page without a title gets a default title in the user's language. */
export function titleOf(sent: string, language: Language): string {
  const title = inOneLine(sent)
  if (title.length > NAME_MAX) throw new Refusal('badInput', { field: 'page_title' })
  return title || inLanguage(untitled, language)
}

export const hasOnePage = (item_type: number) => item_type === SINGLE_PAGE || item_type === SPREADSHEET_ITEM

/** An item with a single page accepts no other page. An item for API clients accepts only pages of such items. */
export function mustAcceptPagesOf(source: { item_type: number }, target: { item_type: number }) {
  if (hasOnePage(target.item_type)) throw new Refusal('itemOfOnePage')
  if (target.item_type === API_ITEM && source.item_type !== API_ITEM) throw new Refusal('itemOfClients')
}

/** An item with a single page has no catalogs. */
export function mustHaveCatalogs({ item_type }: { item_type: number }) {
  if (hasOnePage(item_type)) throw new Refusal('itemOfOnePage')
}

/** The page of a single-page item cannot be moved. */
export function mustBeMovable({ item_type }: { item_type: number }) {
  if (hasOnePage(item_type)) throw new Refusal('itemOfThisPage')
}
