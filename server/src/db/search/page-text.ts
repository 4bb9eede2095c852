import { sheetText } from '@sheaf/contract/sheet-text'
import { apiPageText } from '@sheaf/markdown/api-page'

/** What a page of one kind says to a reader, as plain text; undefined when the content is not of that kind. */
type Kind = (page_content: string) => string | undefined

/** In the order they are asked. What none of them knows is Markdown. */
const kinds: Kind[] = [apiPageText, sheetText]

/** What search finds of a page and shows of it: Markdown as it was written, content in another form as a reader sees it. Never throws. */
export function searchText(page_content: string): string {
  for (const kind of kinds) {
    const text = kind(page_content)
    if (text !== undefined) return text
  }
  return page_content
}
