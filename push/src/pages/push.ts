import type { Language } from '../lib/language.ts'
import type { Site } from '../site/site.ts'
import { keyOf, type PageMap } from '../site/tree.ts'
import { bringUp, complete, create, trying } from './bring-up.ts'
import { keepRecord } from './keep-record.ts'
import { findOrphans } from './orphans.ts'
import { nothingYet, type Outcome } from './outcome.ts'
import { type Kept, readRecord } from './record.ts'
import type { PushOptions, Run } from './run.ts'
import type { RecordPage, Wanted } from './wanted.ts'

/** What the pages are made with: the language of earlier pushes, and the order numbers pages got then, by place and title. */
export interface Earlier {
  language: Language
  numberOf: (place: string[], title: string) => number | undefined
}

/** Makes the item hold the wanted pages. A page that is as wanted already is not written, so it gets no version. */
export async function push(
  makePages: (earlier: Earlier) => Wanted[],
  record: RecordPage,
  site: Site,
  options: PushOptions,
): Promise<Outcome> {
  const before = await site.pages()
  const own = ownPage(before, record)
  const row = own && (await site.page(own.page_id))
  const old = readRecord(row?.page_content ?? '')
  const language = options.chosen ?? old.language ?? options.language
  const wanted = makePages({ language, numberOf: numbers(before, old.pages) })
  const ids = new Map([...before.byPlace].map(([key, { page_id }]) => [key, page_id]))
  const item_id = String((row ?? (await anyPage(before, site)))?.item_id ?? '')
  const run: Run = { site, options, before, known: old.pages, ids, item_id, wrote: false, outcome: nothingYet() }

  const made = new Map<Wanted, string>()
  let done = 0
  const tell = (title: string) => options.progress?.(++done, wanted.length, title)
  // The new ones first: the others may link to them.
  const isThere = ({ place, title }: Wanted) => before.byPlace.has(keyOf(place, title))
  for (const page of wanted.filter((page) => !isThere(page))) {
    await trying(run, page, async () => void made.set(page, await create(run, page)))
    tell(page.title)
  }
  for (const [page, text] of made) await trying(run, page, () => complete(run, page, text))
  for (const page of wanted.filter(isThere)) {
    await trying(run, page, () => bringUp(run, page))
    tell(page.title)
  }
  await findOrphans(run, wanted)
  const title = own?.page_title ?? record.titles[language]
  if (!options.dryRun && wanted.length > 0) await keepRecord(run, wanted, record, { title, content: row?.page_content, language })
  return run.outcome
}

const ownPage = ({ byPlace }: PageMap, { place, titles }: RecordPage) =>
  byPlace.get(keyOf(place, titles.en)) ?? byPlace.get(keyOf(place, titles.zh))

/** Any page says which item this is; without one there is nothing to link to either. */
async function anyPage({ byId }: PageMap, site: Site) {
  const [page_id] = byId.keys()
  return page_id === undefined ? undefined : site.page(page_id)
}

const numbers =
  ({ byPlace }: PageMap, known: Map<string, Kept>): Earlier['numberOf'] =>
  (place, title) =>
    known.get(byPlace.get(keyOf(place, title))?.page_id ?? '')?.number
