import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { type Content, contentOf, type Saver } from '../../writing/saver.ts'
import { linesOf } from '../diff/lines.ts'
import { compareLines, mergeLines, mergeValue } from './lines.ts'

export interface Theirs {
  version: string
  author_username: string
  addtime: string
  content: Content
}

export interface Sources {
  /** What both began from, or undefined when nobody knows any more. */
  base: Content | undefined
  theirs: Theirs
}

type Page = Awaited<ReturnType<typeof api.page.info>>

/** Each save keeps one state, so the state that was version v stands as far back as there were saves since. */
async function contentAt(page: Page, version: string): Promise<Content | undefined> {
  const { page_id } = page
  const back = Number(page.version) - Number(version) - 1
  if (back < 0) return contentOf(page)
  const state = (await api.page.history(withoutLoginRedirect({ page_id, brief: '1' })))[back]
  if (!state) return undefined
  const { page: now, history_page } = await api.page.diff(withoutLoginRedirect({ page_id, page_history_id: state.page_history_id }))
  // Somebody saved between the two questions: then the count is off.
  return now.version === page.version ? contentOf(history_page) : undefined
}

/** The newer version as it is now, and the one that was loaded here. */
export async function loadSources(page_id: string, origin: ReturnType<Saver['origin']>): Promise<Sources> {
  const page = await api.page.info(withoutLoginRedirect({ page_id }))
  const { version, author_username, addtime } = page
  const base = origin.content ?? (await contentAt(page, origin.version).catch(() => undefined))
  return { base, theirs: { version, author_username, addtime, content: contentOf(page) } }
}

/** How the three versions meet: the text in regions, title and catalog as values. */
export function startMerge({ base, theirs }: Sources, mine: Content) {
  const [my, their] = [linesOf(mine.text), linesOf(theirs.content.text)]
  const regions = base ? mergeLines(linesOf(base.text), my, their) : compareLines(my, their)
  const title = mergeValue(base?.title, mine.title, theirs.content.title).value
  const cat_id = mergeValue(base?.cat_id, mine.cat_id, theirs.content.cat_id).value
  return { regions, value: { title, cat_id, text: '' } }
}
