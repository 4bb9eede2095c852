import { CONTENT_CHARS_MAX, nameOf } from '@sheaf/contract'
import type { ApiCall, ApiContent } from '@sheaf/description/call'
import { clientPage } from '@sheaf/description/client'
import { apiPageMarkdown } from '@sheaf/description/page'
import type { PlanPage, Skipped, TextFile } from '../import-plan/plan.ts'

/** Maximum characters of an example on a page that would otherwise be too long. */
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

/** Makes the pages of one import file. Each page has its own entry, and none exceeds the size limit of a page. */
export class CallPages {
  private readonly file: TextFile
  private readonly skipped: Skipped[]
  private count = 0

  constructor(file: TextFile, skipped: Skipped[]) {
    this.file = file
    this.skipped = skipped
  }

  /** The order number of the next page or catalog. */
  next(): number {
    this.count += 1
    return this.count
  }

  /** The page of a call, with shortened examples if it is too long. `place` is the position of the call in the file, for the report. */
  call(title: string, place: string, call: ApiCall): PlanPage | undefined {
    const write = (one: ApiCall) =>
      this.file.client ? clientPage(title, one, this.file.language) : apiPageMarkdown(one, this.file.language)
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

/** Replaces characters that a database rejects. They can come from \u escapes in JSON. */
const cleaned = (content: string) => content.replace(/[\0\p{Surrogate}]/gu, '\uFFFD')
