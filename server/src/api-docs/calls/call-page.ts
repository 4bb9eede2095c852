import { CONTENT_CHARS_MAX } from '@sheaf/contract'
import { nameOf } from '../../import-plan/name.ts'
import type { PlanPage, Skipped, TextFile } from '../../import-plan/types.ts'
import type { ApiCall, ApiContent } from '../api/api-call.ts'
import { apiPageMarkdown } from '../api/api-page.ts'
import { clientPage } from './client-page.ts'

/** Characters of each example of a page that would be too long with all of them. */
const SHORT = 20_000

const cut = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT).toWellFormed()}\n…` : text)

const shorter = (content: ApiContent): ApiContent => ({
  ...content,
  examples: content.examples.map((example) => ({ ...example, text: cut(example.text) })),
})

function shortened(call: ApiCall): ApiCall {
  return {
    ...call,
    bodies: call.bodies?.map(shorter) ?? [],
    responses: call.responses?.map((one) => ({ ...one, contents: one.contents.map(shorter) })) ?? [],
  }
}

/** Makes the pages of one file: each with an entry of its own, none longer than a page may be. */
export class CallPages {
  private readonly file: TextFile
  private readonly skipped: Skipped[]
  private count = 0

  constructor(file: TextFile, skipped: Skipped[]) {
    this.file = file
    this.skipped = skipped
  }

  /** The number of what comes next in the file, page or catalog. */
  next(): number {
    this.count += 1
    return this.count
  }

  /** `place` is where the call stands in the file, for the report. */
  call(title: string, place: string, call: ApiCall): PlanPage | undefined {
    const write = (one: ApiCall) => (this.file.client ? clientPage(title, one) : apiPageMarkdown(one, this.file.language))
    const whole = write(call)
    if (whole.length <= CONTENT_CHARS_MAX) return this.page(title, place, whole)
    this.skipped.push({ name: place, reason: 'size' })
    const content = write(shortened(call))
    return content.length <= CONTENT_CHARS_MAX ? this.page(title, place, content) : undefined
  }

  page(title: string, place: string, content: string): PlanPage | undefined {
    if (content.length > CONTENT_CHARS_MAX) {
      this.skipped.push({ name: place, reason: 'size' })
      return undefined
    }
    const order = this.next()
    return { title: nameOf(title, 'Untitled'), content: cleaned(content), order, entry: `calls/${order}`, files: [] }
  }
}

/** What a database refuses, should a text still hold it: \u escapes of JSON may. */
const cleaned = (content: string) => content.replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
