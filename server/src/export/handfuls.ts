import type { ExportPage } from './export.source.ts'

/** Pages that a thread is given together, and characters of them. */
const PAGES = 40
const CHARACTERS = 512 * 1024

export async function* inHandfuls(pages: AsyncIterable<ExportPage>): AsyncGenerator<ExportPage[]> {
  let held: ExportPage[] = []
  let size = 0
  for await (const page of pages) {
    held.push(page)
    size += page.content.length
    if (held.length < PAGES && size < CHARACTERS) continue
    yield held
    ;[held, size] = [[], 0]
  }
  if (held.length) yield held
}

/** What threads are given, and the promise of what they make of it. */
export interface UnderWay<Out> {
  made: Promise<Out>
}

/** One handful is made while the next is read, and what they make comes in order: never more than two are held. */
export async function* oneAhead<Out>(all: AsyncIterable<UnderWay<Out>>): AsyncGenerator<Out> {
  let before: Promise<Out> | undefined
  for await (const { made } of all) {
    // It is waited for only when the next is under way.
    made.catch(() => {})
    if (before) yield await before
    before = made
  }
  if (before) yield await before
}
