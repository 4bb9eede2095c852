import type { Language } from '../lib/language.ts'
import { keyOf, type PageMap, type PageRow, type Site } from '../site/site.ts'
import type { PushedPage } from './record.ts'

/** A page by name, and its source. */
export interface PageName {
  place: string[]
  title: string
  from: string
}

export interface Outcome {
  created: PageName[]
  changed: PageName[]
  unchanged: number
  /** Edited on the site since the last push. The page's history keeps that text. */
  overwritten: PageName[]
  failed: (PageName & { reason: string })[]
  /** Pushed earlier, now without a source. */
  orphans: (PageName & { page_id: string })[]
  deleted: PageName[]
}

export const emptyOutcome = (): Outcome => ({
  created: [],
  changed: [],
  unchanged: 0,
  overwritten: [],
  failed: [],
  orphans: [],
  deleted: [],
})

/** The Markdown address of a page of this item; undefined while the page does not exist. */
export type PageLinkResolver = (place: string[], title: string) => string | undefined

/** The target state of a page. */
export interface TargetPage {
  place: string[]
  title: string
  number?: number | undefined
  /** Its source: a file or a table. */
  from: string
  text: (linkTo: PageLinkResolver) => string
}

/** The page that lists pushed pages: users read its text, the next run reads the hidden record below. */
export interface RecordPage {
  place: string[]
  /** The page is found by its title in either language and keeps its title. */
  titles: Record<Language, string>
  number: number
  text: (linkTo: PageLinkResolver, language: Language) => string
}

export interface PushOptions {
  /** Language of the pages, unless an earlier push set it. */
  language: Language
  /** Language of the pages, overriding earlier pushes. */
  chosen?: Language | undefined
  /** Compare everything, write nothing. */
  dryRun?: boolean | undefined
  deleteOrphans?: boolean | undefined
  /** Sources that are there and could not be read: their pages are not deleted. */
  unread?: ReadonlySet<string>
  /** Compare every page with the site, also recorded ones. */
  full?: boolean | undefined
  progress?: ((done: number, total: number, title: string) => void) | undefined
}

/** The state of a running push. */
export interface Run {
  site: Site
  options: PushOptions
  existingPages: PageMap
  /** The record of the last push, by page id. */
  recordedPages: Map<string, PushedPage>
  /** Page ids by place; grows while pages are created. */
  ids: Map<string, string>
  item_id: string
  hasWritten: boolean
  outcome: Outcome
}

export const linkToIn =
  (run: Run): PageLinkResolver =>
  (place, title) => {
    const page_id = run.ids.get(keyOf(place, title))
    return page_id && run.item_id ? `/${run.item_id}/${page_id}` : undefined
  }

/** All writes use this function, so a dry run cannot write. */
export async function put(run: Run, page: Parameters<Site['put']>[0]): Promise<PageRow | undefined> {
  if (run.options.dryRun) return undefined
  const row = await run.site.put(page)
  run.hasWritten = true
  run.item_id = String(row.item_id)
  run.ids.set(keyOf(page.place, page.title), String(row.page_id))
  return row
}
