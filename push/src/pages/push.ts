import type { Language } from '../lib/language.ts'
import { Refused } from '../site/call.ts'
import { keyOf, type PageMap, type Site } from '../site/site.ts'
import { hashOf, type PushedPage, readRecord, recordText } from './record.ts'
import { emptyOutcome, linkToIn, type Outcome, type PushOptions, put, type RecordPage, type Run, type TargetPage } from './run.ts'

const sameText = (a: string, b: string) => a.replaceAll('\r\n', '\n').trim() === b.replaceAll('\r\n', '\n').trim()

/** A refusal concerns this page alone; the others go on. */
async function catchRefusal(run: Run, page: TargetPage, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    run.outcome.failed.push({ ...nameOf(page), reason: error.message })
  }
}

const nameOf = ({ place, title, from }: TargetPage) => ({ place, title, from })

/** Makes the page; its text is answered, for links to pages that come later may still be missing in it. */
async function createPage(run: Run, page: TargetPage): Promise<string> {
  const content = page.text(linkToIn(run))
  await put(run, { place: page.place, title: page.title, content, number: page.number })
  run.outcome.created.push(nameOf(page))
  return content
}

/** The text again, now that all its links have somewhere to lead. */
async function completeLinks(run: Run, page: TargetPage, made: string) {
  const content = page.text(linkToIn(run))
  if (content !== made) await put(run, { place: page.place, title: page.title, content })
}

/** Changes a page that is there, if it is not as wanted. */
async function updatePage(run: Run, page: TargetPage) {
  const found = run.before.byPlace.get(keyOf(page.place, page.title))!
  const content = page.text(linkToIn(run))
  const kept = run.known.get(found.page_id)
  const numberStays = kept !== undefined && kept.number === page.number
  const untouched = kept?.time === found.addtime
  if (!run.options.full && untouched && numberStays && kept.hash === hashOf(content)) {
    run.outcome.unchanged++
    return
  }
  const row = await run.site.page(found.page_id)
  const hasNumber = page.number === undefined || numberStays || String(page.number) === row?.s_number
  if (row && hasNumber && sameText(row.page_content, content)) {
    run.outcome.unchanged++
    return
  }
  // Without a number the page keeps the one that somebody may have given it on the site.
  await put(run, { place: page.place, title: page.title, content, number: numberStays ? undefined : page.number })
  run.outcome.changed.push(nameOf(page))
  const theirs = kept && !untouched && row && kept.hash !== hashOf(row.page_content) && !sameText(row.page_content, content)
  if (theirs) run.outcome.overwritten.push(nameOf(page))
}

/** Lists pages of earlier pushes that nothing makes any more, under the name they have now; deletes them where that is asked for. */
async function findOrphans(run: Run, wanted: TargetPage[]) {
  const made = new Set(wanted.map(({ place, title }) => run.ids.get(keyOf(place, title))))
  const { orphans, deleted, failed } = run.outcome
  for (const [page_id, { from }] of run.known) {
    const page = run.before.byId.get(page_id)
    if (page && !made.has(page_id)) orphans.push({ place: page.place, title: page.page_title, from, page_id })
  }
  // What could not be pushed, or a run that found nothing at all, must not look like pages that are no longer wanted.
  if (!run.options.deleteOrphans || run.options.dryRun || failed.length > 0 || wanted.length === 0) return
  for (const { page_id, ...orphan } of orphans.splice(0)) {
    await run.site.remove(page_id)
    run.wrote = true
    deleted.push(orphan)
  }
}

interface PreviousRecord {
  title: string
  content: string | undefined
  language: Language
}

/** Writes down what is pushed now. The page changes only when something it says did. */
async function writeRecord(run: Run, wanted: TargetPage[], page: RecordPage, { title, content: old, language }: PreviousRecord) {
  const now = run.wrote ? await run.site.pages() : run.before
  const failed = new Set(run.outcome.failed.map(({ place, title }) => keyOf(place, title)))
  const linkTo = linkToIn(run)
  const pages = new Map<string, PushedPage>()
  for (const one of wanted) {
    const key = keyOf(one.place, one.title)
    const page_id = run.ids.get(key)
    const found = page_id === undefined ? undefined : now.byId.get(page_id)
    if (!page_id || !found) continue
    const kept = run.known.get(page_id)
    if (!failed.has(key)) pages.set(page_id, { hash: hashOf(one.text(linkTo)), time: found.addtime, number: one.number, from: one.from })
    else if (kept) pages.set(page_id, kept)
  }
  for (const { page_id } of run.outcome.orphans) pages.set(page_id, run.known.get(page_id)!)
  // Where nothing could be pushed there is nothing to write down, nor a site that would take it.
  if (pages.size === 0 && old === undefined) return
  const content = `${page.text(linkTo, language)}\n${recordText({ language, pages })}`
  if (content.trim() === old?.trim()) return
  await put(run, { place: page.place, title, content, ...(old === undefined ? { number: page.number } : {}) })
}

/** What the pages are made with: the language of earlier pushes, and the order numbers pages got then, by place and title. */
export interface PreviousPush {
  language: Language
  numberOf: (place: string[], title: string) => number | undefined
}

/** Makes the item hold the wanted pages. A page that is as wanted already is not written, so it gets no version. */
export async function push(
  makePages: (earlier: PreviousPush) => TargetPage[],
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
  const run: Run = { site, options, before, known: old.pages, ids, item_id, wrote: false, outcome: emptyOutcome() }

  const made = new Map<TargetPage, string>()
  let done = 0
  const tell = (title: string) => options.progress?.(++done, wanted.length, title)
  // The new ones first: the others may link to them.
  const isThere = ({ place, title }: TargetPage) => before.byPlace.has(keyOf(place, title))
  for (const page of wanted.filter((page) => !isThere(page))) {
    await catchRefusal(run, page, async () => void made.set(page, await createPage(run, page)))
    tell(page.title)
  }
  for (const [page, text] of made) await catchRefusal(run, page, () => completeLinks(run, page, text))
  for (const page of wanted.filter(isThere)) {
    await catchRefusal(run, page, () => updatePage(run, page))
    tell(page.title)
  }
  await findOrphans(run, wanted)
  const title = own?.page_title ?? record.titles[language]
  if (!options.dryRun && wanted.length > 0) await writeRecord(run, wanted, record, { title, content: row?.page_content, language })
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
  ({ byPlace }: PageMap, known: Map<string, PushedPage>): PreviousPush['numberOf'] =>
  (place, title) =>
    known.get(byPlace.get(keyOf(place, title))?.page_id ?? '')?.number
