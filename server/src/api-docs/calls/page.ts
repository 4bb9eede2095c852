import { CONTENT_CHARS_MAX } from '@sheaf/contract'
import { nameOf } from '../../import-plan/name.ts'
import type { PlanPage, Skipped, TextFile } from '../../import-plan/plan.ts'
import type { ApiCall, ApiContent, ApiField, ApiResponse } from '../api/call.ts'
import { apiPageMarkdown } from '../api/page.ts'

/** A row as API clients write it; fields inside of it follow under the path to them. */
const rowsOf = (fields: ApiField[] = [], above = ''): object[] =>
  fields.flatMap((field) => {
    const name = above + field.name
    const row = {
      name,
      type: field.type || 'string',
      value: field.example ?? field.default ?? '',
      require: field.required === false ? '0' : '1',
      remark: [field.description, ...(field.notes ?? []), field.enum?.join(', ')].filter(Boolean).join('\n'),
    }
    return [row, ...rowsOf(field.fields, `${name}${'[]'.repeat(field.lists ?? 0)}.`)]
  })

const exampleOf = (contents: ApiContent[] = []) => contents.flatMap((one) => one.examples)[0]?.text ?? ''
const fieldsOf = (contents: ApiContent[] = []) => rowsOf(contents.find((one) => one.fields.length > 0)?.fields)

function paramsOf(body: ApiContent | undefined): object {
  const type = body?.contentType ?? ''
  const empty = { mode: 'none', json: '', jsonDesc: [], urlencoded: [], formdata: [] }
  if (!body) return empty
  if (type.includes('urlencoded')) return { ...empty, mode: 'urlencoded', urlencoded: rowsOf(body.fields) }
  if (type.includes('form-data')) return { ...empty, mode: 'formdata', formdata: rowsOf(body.fields) }
  return { ...empty, mode: 'json', json: exampleOf([body]), jsonDesc: rowsOf(body.fields) }
}

const isFine = ({ status }: ApiResponse) => !/^[45]/.test(status)

function responseOf(responses: ApiResponse[] = []): object {
  const fine = responses.find(isFine)
  const failed = responses.find((one) => !isFine(one))
  const others = responses.filter((one) => one !== fine && one !== failed && exampleOf(one.contents))
  return {
    responseExample: exampleOf(fine?.contents),
    responseParamsDesc: fieldsOf(fine?.contents),
    responseFailExample: exampleOf(failed?.contents),
    responseFailParamsDesc: fieldsOf(failed?.contents),
    examples: others.map((one) => ({ name: one.status, data: exampleOf(one.contents), param: fieldsOf(one.contents) })),
    remark: '',
  }
}

/** A call as the content of a page that API clients write, for an item of theirs. */
export function clientPage(title: string, call: ApiCall): string {
  const remark = [...(call.auth ?? []), ...(call.sections ?? []).map((one) => `## ${one.title}\n\n${one.markdown}`)].join('\n\n')
  const info = {
    ...{ from: 'runapi', type: 'api', title, description: call.description ?? '', remark },
    ...{ method: call.method.toLowerCase(), url: call.url, apiStatus: call.deprecated ? '5' : '0' },
  }
  const request = {
    params: paramsOf(call.bodies?.[0]),
    headers: rowsOf(call.headers),
    cookies: (call.cookies ?? []).map(({ name, example = '' }) => ({ name, value: example })),
    auth: [],
    query: rowsOf(call.query),
    pathVariable: rowsOf(call.path),
  }
  return JSON.stringify({ info, request, response: responseOf(call.responses), scripts: { pre: '', post: '' }, extend: {} })
}

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
