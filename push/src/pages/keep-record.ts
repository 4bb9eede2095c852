import type { Language } from '../lib/language.ts'
import { keyOf } from '../site/tree.ts'
import { hashOf, type Kept, recordText } from './record.ts'
import { linkToIn, put, type Run } from './run.ts'
import type { RecordPage, Wanted } from './wanted.ts'

interface Old {
  title: string
  content: string | undefined
  language: Language
}

/** Writes down what is pushed now. The page changes only when something it says did. */
export async function keepRecord(run: Run, wanted: Wanted[], page: RecordPage, { title, content: old, language }: Old) {
  const now = run.wrote ? await run.site.pages() : run.before
  const failed = new Set(run.outcome.failed.map(({ place, title }) => keyOf(place, title)))
  const linkTo = linkToIn(run)
  const pages = new Map<string, Kept>()
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
