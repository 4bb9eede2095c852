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

/** The text of a save, which was decoded before (S55). */
export function contentOf(content: string): string {
  if (content.length > CONTENT_CHARS_MAX) throw new Refusal('tooLarge')
  if (content.trim() === '') throw new Refusal('contentEmpty')
  return storableText(content)
}

/** A page saved without a title gets one in the user's language. */
export function titleOf(sent: string, language: Language): string {
  const title = inOneLine(sent)
  if (title.length > NAME_MAX) throw new Refusal('badInput', { field: 'page_title' })
  return title || (language === 'zh' ? '未命名页面' : 'Untitled page')
}

const isOfOnePage = (item_type: number) => item_type === SINGLE_PAGE || item_type === SPREADSHEET_ITEM

/** An item of one page takes no other, and what API clients write takes none that they could not read. */
export function mustTakeFrom(source: { item_type: number }, target: { item_type: number }) {
  if (isOfOnePage(target.item_type)) throw new Refusal('itemOfOnePage')
  if (target.item_type === API_ITEM && source.item_type !== API_ITEM) throw new Refusal('itemOfClients')
}

/** The page that an item consists of stays in it. */
export function mustLetGo({ item_type }: { item_type: number }) {
  if (isOfOnePage(item_type)) throw new Refusal('itemOfThisPage')
}
