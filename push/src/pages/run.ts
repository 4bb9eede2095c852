import type { Language } from '../lib/language.ts'
import type { PageRow, Site } from '../site/site.ts'
import type { PageMap } from '../site/tree.ts'
import { keyOf } from '../site/tree.ts'
import type { Outcome } from './outcome.ts'
import type { PushedPage } from './record.ts'
import type { LinkTo } from './wanted.ts'

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
