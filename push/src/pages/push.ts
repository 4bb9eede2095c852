import type { Language } from '../lib/language.ts'
import { Refused } from '../site/call.ts'
import { keyOf, type PageMap, type Site } from '../site/site.ts'
import { hashOf, type PushedPage, readRecord, recordText } from './record.ts'
import { emptyOutcome, linkToIn, type Outcome, type PushOptions, put, type RecordPage, type Run, type TargetPage } from './run.ts'

const sameText = (a: string, b: string) => a.replaceAll('\r\n', '\n').trim() === b.replaceAll('\r\n', '\n').trim()

/** Records a refusal for this page and continues with the others. */
async function catchRefusal(run: Run, page: TargetPage, action: () => Promise<void>) {
  try {
    await action()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    run.outcome.failed.push({ ...nameOf(page), reason: error.message })
  }
}

const nameOf = ({ place, title, from }: TargetPage) => ({ place, title, from })

/** Creates the page. Returns its text, in which links to pages created later can be missing. */
async function createPage(run: Run, page: TargetPage): Promise<string> {
  const content = page.text(linkToIn(run))
  await put(run, { place: page.place, title: page.title, content, number: page.number })
  run.outcome.created.push(nameOf(page))
  return content
}

/** Saves the text again if links could be added after all pages were created. */
async function completeLinks(run: Run, page: TargetPage, firstText: string) {
  const content = page.text(linkToIn(run))
  if (content !== firstText) await put(run, { place: page.place, title: page.title, content })
}

/** Updates an existing page if it differs. */
async function updatePage(run: Run, page: TargetPage) {
  const existing = run.existingPages.byPlace.get(keyOf(page.place, page.title))!
  const content = page.text(linkToIn(run))
  const recorded = run.recordedPages.get(existing.page_id)
  const hasSameNumber = recorded !== undefined && recorded.number === page.number
  const isUntouched = recorded?.time === existing.addtime
  if (!run.options.full && isUntouched && hasSameNumber && recorded.hash === hashOf(content)) {
    run.outcome.unchanged++
    return
  }
  const row = await run.site.page(existing.page_id)
  const numberMatches = page.number === undefined || hasSameNumber || String(page.number) === row?.s_number
  if (row && numberMatches && sameText(row.page_content, content)) {
    run.outcome.unchanged++
    return
  }
  // Without a number the page keeps a number that a user set on the site.
  await put(run, { place: page.place, title: page.title, content, number: hasSameNumber ? undefined : page.number })
  run.outcome.changed.push(nameOf(page))
  const wasEdited = recorded && !isUntouched && row && recorded.hash !== hashOf(row.page_content) && !sameText(row.page_content, content)
  if (wasEdited) run.outcome.overwritten.push(nameOf(page))
}

/** Lists pages of earlier pushes that no longer have a source, with their current names. Deletes them if the user requested that. */
async function findOrphans(run: Run, wanted: TargetPage[]) {
  const wantedIds = new Set(wanted.map(({ place, title }) => run.ids.get(keyOf(place, title))))
  const { orphans, deleted, failed } = run.outcome
  for (const [page_id, { from }] of run.recordedPages) {
    const page = run.existingPages.byId.get(page_id)
    if (page && !wantedIds.has(page_id)) orphans.push({ place: page.place, title: page.page_title, from, page_id })
  }
  // After a failed page, or in a run without any source, orphans are listed but not deleted; nor are those whose file was not read.
  if (!run.options.deleteOrphans || run.options.dryRun || failed.length > 0 || wanted.length === 0) return
  for (const one of orphans.splice(0)) {
    const { page_id, ...orphan } = one
    if (run.options.unread?.has(one.from)) {
      orphans.push(one)
      continue
    }
    await run.site.remove(page_id)
    run.hasWritten = true
    deleted.push(orphan)
  }
}

interface PreviousRecord {
  title: string
  content: string | undefined
  language: Language
}

/** Saves the record of this push. The page changes only if its content changed. */
async function writeRecord(run: Run, wanted: TargetPage[], page: RecordPage, { title, content: old, language }: PreviousRecord) {
  const now = run.hasWritten ? await run.site.pages() : run.existingPages
  const failed = new Set(run.outcome.failed.map(({ place, title }) => keyOf(place, title)))
  const linkTo = linkToIn(run)
  const pages = new Map<string, PushedPage>()
  for (const target of wanted) {
    const key = keyOf(target.place, target.title)
    const page_id = run.ids.get(key)
    const current = page_id === undefined ? undefined : now.byId.get(page_id)
    if (!page_id || !current) continue
    const recorded = run.recordedPages.get(page_id)
    if (!failed.has(key))
      pages.set(page_id, { hash: hashOf(target.text(linkTo)), time: current.addtime, number: target.number, from: target.from })
    else if (recorded) pages.set(page_id, recorded)
  }
  for (const { page_id } of run.outcome.orphans) pages.set(page_id, run.recordedPages.get(page_id)!)
  // If no page could be pushed, there is nothing to record.
  if (pages.size === 0 && old === undefined) return
  const content = `${page.text(linkTo, language)}\n${recordText({ language, pages })}`
  if (content.trim() === old?.trim()) return
  await put(run, { place: page.place, title, content, ...(old === undefined ? { number: page.number } : {}) })
}

/** Values of earlier pushes: their language, and the order number of each page by place and title. */
export interface PreviousPush {
  language: Language
  orderNumberOf: (place: string[], title: string) => number | undefined
}

/** Creates and updates the pages in the item. An unchanged page is not saved, so it gets no new version. */
export async function push(
  makePages: (earlier: PreviousPush) => TargetPage[],
  record: RecordPage,
  site: Site,
  options: PushOptions,
): Promise<Outcome> {
  const before = await site.pages()
  const recordPage = findRecordPage(before, record)
  const row = recordPage && (await site.page(recordPage.page_id))
  const previous = readRecord(row?.page_content ?? '')
  const language = options.chosen ?? previous.language ?? options.language
  const wanted = makePages({ language, orderNumberOf: numberLookup(before, previous.pages) })
  const ids = new Map([...before.byPlace].map(([key, { page_id }]) => [key, page_id]))
  const item_id = String((row ?? (await anyPage(before, site)))?.item_id ?? '')
  const run: Run = {
    site,
    options,
    existingPages: before,
    recordedPages: previous.pages,
    ids,
    item_id,
    hasWritten: false,
    outcome: emptyOutcome(),
  }

  const created = new Map<TargetPage, string>()
  let done = 0
  const reportProgress = (title: string) => options.progress?.(++done, wanted.length, title)
  // New pages first, because others can link to them.
  const exists = ({ place, title }: TargetPage) => before.byPlace.has(keyOf(place, title))
  for (const page of wanted.filter((page) => !exists(page))) {
    await catchRefusal(run, page, async () => void created.set(page, await createPage(run, page)))
    reportProgress(page.title)
  }
  for (const [page, text] of created) await catchRefusal(run, page, () => completeLinks(run, page, text))
  for (const page of wanted.filter(exists)) {
    await catchRefusal(run, page, () => updatePage(run, page))
    reportProgress(page.title)
  }
  await findOrphans(run, wanted)
  const title = recordPage?.page_title ?? record.titles[language]
  if (!options.dryRun && wanted.length > 0) await writeRecord(run, wanted, record, { title, content: row?.page_content, language })
  return run.outcome
}

/** The pages that earlier pushes have written and that are on the site now, with the hashes of their texts. */
export async function pushedBefore(record: RecordPage, site: Site): Promise<Map<string, PushedPage>> {
  const now = await site.pages()
  const page = findRecordPage(now, record)
  const row = page && (await site.page(page.page_id))
  const { pages } = readRecord(row?.page_content ?? '')
  return new Map([...pages].filter(([page_id]) => now.byId.has(page_id)))
}

const findRecordPage = ({ byPlace }: PageMap, { place, titles }: RecordPage) =>
  byPlace.get(keyOf(place, titles.en)) ?? byPlace.get(keyOf(place, titles.zh))

/** Any page of the item; its row contains the item id. Without a page no item id is needed, because there are no links. */
async function anyPage({ byId }: PageMap, site: Site) {
  const [page_id] = byId.keys()
  return page_id === undefined ? undefined : site.page(page_id)
}

const numberLookup =
  ({ byPlace }: PageMap, known: Map<string, PushedPage>): PreviousPush['orderNumberOf'] =>
  (place, title) =>
    known.get(byPlace.get(keyOf(place, title))?.page_id ?? '')?.number
