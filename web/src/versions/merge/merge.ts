import type { ChangeSpec, Text } from '@codemirror/state'
import { hunksBetween, linesOf } from '@sheaf/compare/lines'
import { compareLines, mergeLines, mergeValue } from '@sheaf/compare/merge'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { type Content, contentOf, type NewerVersion, type Saver } from '../../writing/saver.ts'

export interface Sources {
  /** The common base, or undefined if it is no longer stored. */
  base: Content | undefined
  theirs: NewerVersion
}

type Page = Awaited<ReturnType<typeof api.page.info>>

/** Each save stores one version, so the index of version v in the history is the number of saves since. */
async function contentAt(page: Page, version: string): Promise<Content | undefined> {
  const { page_id } = page
  const back = Number(page.version) - Number(version) - 1
  if (back < 0) return contentOf(page)
  const state = (await api.page.history(withoutLoginRedirect({ page_id, brief: '1' })))[back]
  if (!state) return undefined
  const { page: now, history_page } = await api.page.diff(withoutLoginRedirect({ page_id, page_history_id: state.page_history_id }))
  // If another save happened between the two requests, the index is wrong.
  return now.version === page.version ? contentOf(history_page) : undefined
}

/** Loads the current version and the base of the local text. */
export async function loadSources(page_id: string, origin: ReturnType<Saver['origin']>): Promise<Sources> {
  const page = await api.page.info(withoutLoginRedirect({ page_id, raw: '1' }))
  const { version, author_username, author_name, addtime } = page
  const base = origin.content ?? (await contentAt(page, origin.version).catch(() => undefined))
  return { base, theirs: { version, author_username, author_name, addtime, content: contentOf(page) } }
}

/** Merges the three versions: the text in regions, title and catalog as values. */
export function startMerge({ base, theirs }: Sources, mine: Content) {
  const [my, their] = [linesOf(mine.text), linesOf(theirs.content.text)]
  const regions = base ? mergeLines(linesOf(base.text), my, their) : compareLines(my, their)
  const title = mergeValue(base?.title, mine.title, theirs.content.title).value
  const cat_id = mergeValue(base?.cat_id, mine.cat_id, theirs.content.cat_id).value
  return { regions, value: { title, cat_id, text: '' } }
}

/** Line-based changes that turn a document into another text, so that a cursor in unchanged lines keeps its position. */
export function textChanges(doc: Text, text: string): ChangeSpec[] {
  const [oldLines, newLines] = [doc.toString().split('\n'), text.split('\n')]
  const start = (line: number) => doc.line(line + 1).from
  return hunksBetween(oldLines, newLines).map(([from, to, begin, end]) => {
    const lines = newLines.slice(begin, end)
    if (to < oldLines.length) return { from: start(from), to: start(to), insert: lines.map((line) => `${line}\n`).join('') }
    // The last line has no line end, so the preceding line end is replaced with it.
    if (from === 0) return { from: 0, to: doc.length, insert: lines.join('\n') }
    return { from: doc.line(from).to, to: doc.length, insert: lines.map((line) => `\n${line}`).join('') }
  })
}
