import { sheetText } from '@sheaf/contract/sheet-text'
import { apiPageText } from '@sheaf/markdown/api-page'
import { outline } from '@sheaf/markdown/outline'
import { type Bounds, inBounds } from '../../runtime/workers.ts'
import { lexemesOfPage } from './lexemes.ts'

/** Returns the plain text of a page of one kind; undefined when the content is of another kind. */
type Kind = (page_content: string) => string | undefined

/** Tried in this order; other content is Markdown. */
const kinds: Kind[] = [apiPageText, sheetText]

/** The text that search finds and shows: Markdown source, or the readable text of other kinds. Never throws. */
export function searchText(page_content: string): string {
  for (const kind of kinds) {
    const text = kind(page_content)
    if (text !== undefined) return text
  }
  return page_content
}

export interface PageText {
  page_title: string
  page_content: string
}

/** The lexemes of a page. It takes a millisecond for each ten thousand characters. */
export function lexemesIn({ page_title, page_content }: PageText): string[] {
  const text = searchText(page_content)
  const headings = outline(text)
    .map((heading) => heading.text)
    .join('\n')
  return lexemesOfPage({ page_title, headings, text })
}

/** Longer contents are cut in a thread. */
const LONG_CHARS = 60_000
const bounds = { threads: 1, megabytes: 512, milliseconds: 30_000, waiting: 200 } satisfies Bounds

async function allInThread(pages: PageText[], owner?: string): Promise<string[][]> {
  const texts = pages.map(({ page_title, page_content }) => ({ page_title, page_content }))
  const cut = await inBounds<PageText[], string[]>(import.meta.url, 'lexemes', texts, { ...bounds, ...(owner && { owner }) })
  return cut.map((words) => words.split(' '))
}

const inThread = async (page: PageText, owner?: string) => (await allInThread([page], owner))[0] ?? []

/** Lexemes of long pages that are about to be saved, by their content. */
const prepared = new Map<string, { page_title: string; lexemes: string[] }>()

/** Only a save that failed leaves its lexemes, and not for longer than this. */
const PREPARED_MS = 60_000
const PREPARED_MAX = 4

/**
 * Cuts a long page before the transaction that saves it, so that other writes do not wait for it; the owners of long pages take turns. The
 * transaction finds the lexemes by title and content; without this call it cuts the page itself.
 */
export async function prepareLexemes({ page_title, page_content }: PageText, owner: string): Promise<void> {
  if (page_content.length <= LONG_CHARS) return
  const lexemes = await inThread({ page_title, page_content }, owner)
  for (const oldest of prepared.keys()) if (prepared.size >= PREPARED_MAX) prepared.delete(oldest)
  prepared.set(page_content, { page_title, lexemes })
  setTimeout(() => prepared.delete(page_content), PREPARED_MS).unref()
}

/** The lexemes of a page; in a thread if it is long, because no request may hold the event loop. */
export async function lexemesOf(page: PageText): Promise<string[]> {
  if (page.page_content.length <= LONG_CHARS) return lexemesIn(page)
  const ready = prepared.get(page.page_content)
  if (ready?.page_title !== page.page_title) return inThread(page)
  prepared.delete(page.page_content)
  return ready.lexemes
}

/** The lexemes of many new pages; in a thread if they are long together. */
export async function lexemesOfAll(pages: PageText[], owner: string): Promise<string[][]> {
  const chars = pages.reduce((sum, { page_content }) => sum + page_content.length, 0)
  return chars > LONG_CHARS ? allInThread(pages, owner) : pages.map(lexemesIn)
}
