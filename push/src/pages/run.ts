import type { Language } from '../lib/language.ts'
import { keyOf, type PageMap, type PageRow, type Site } from '../site/site.ts'
import type { PushedPage } from './record.ts'

/** A page by name, and what it is made from. */
export interface PageName {
  place: string[]
  title: string
  from: string
}

export interface Outcome {
  created: PageName[]
  changed: PageName[]
  unchanged: number
  /** Changed on the site by somebody since the last push; the page's history keeps that text. */
  overwritten: PageName[]
  failed: (PageName & { reason: string })[]
  /** Pushed earlier, and nothing makes them any more. */
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

/** The address of a page of this item as Markdown writes it; undefined while there is no such page. */
export type LinkTo = (place: string[], title: string) => string | undefined

/** A page as it should be. */
export interface TargetPage {
  place: string[]
  title: string
  number?: number | undefined
  /** What it is made from: a file, a table. */
  from: string
  text: (linkTo: LinkTo) => string
}

/** The page that says what was pushed: people read its text, the next run reads what stands hidden below. */
export interface RecordPage {
  place: string[]
  /** It is found under the title of either language and keeps the one it has. */
  titles: Record<Language, string>
  number: number
  text: (linkTo: LinkTo, language: Language) => string
}

export interface PushOptions {
  /** Of the pages, where no earlier push has settled it. */
  language: Language
  /** Of the pages, whatever it was before. */
  chosen?: Language | undefined
  /** Find out everything, write nothing. */
  dryRun?: boolean | undefined
  deleteOrphans?: boolean | undefined
  /** Compare every page with the site's, also those the record knows. */
  full?: boolean | undefined
  progress?: ((done: number, total: number, title: string) => void) | undefined
}

/** One push while it goes on. */
export interface Run {
  site: Site
  options: PushOptions
  before: PageMap
  /** What the last push left, by page id. */
  known: Map<string, PushedPage>
  /** Page ids by place; grows while pages are made. */
  ids: Map<string, string>
  item_id: string
  wrote: boolean
  outcome: Outcome
}

export const linkToIn =
  (run: Run): LinkTo =>
  (place, title) => {
    const page_id = run.ids.get(keyOf(place, title))
    return page_id && run.item_id ? `/${run.item_id}/${page_id}` : undefined
  }

/** Every write goes through here, so a dry run cannot write. */
export async function put(run: Run, page: Parameters<Site['put']>[0]): Promise<PageRow | undefined> {
  if (run.options.dryRun) return undefined
  const row = await run.site.put(page)
  run.wrote = true
  run.item_id = String(row.item_id)
  run.ids.set(keyOf(page.place, page.title), String(row.page_id))
  return row
}
