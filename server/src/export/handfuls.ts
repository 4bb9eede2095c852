import type { ExportPage } from './export.source.ts'

/** Pages that are looked at together, and characters of them. */
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
