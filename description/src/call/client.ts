import type { Language } from '@sheaf/contract/errors'
import type { ApiCall, ApiContent, ApiField, ApiResponse } from './call.ts'
import { noteLine } from './note.ts'

/** Flattens fields into rows of the API client's format. Child fields follow their parent, with their full path as name. */
const rowsOf = (language: Language, fields: ApiField[] = [], above = ''): object[] =>
  fields.flatMap((field) => {
    const name = above + field.name
    const row = {
      name,
      type: field.type || 'string',
      value: field.example ?? field.default ?? '',
      require: field.required === false ? '0' : '1',
      remark: [field.description, ...(field.notes ?? []).map((note) => noteLine(note, language)), field.enum?.join(', ')]
        .filter(Boolean)
        .join('\n'),
    }
    return [row, ...rowsOf(language, field.fields, `${name}${'[]'.repeat(field.lists ?? 0)}.`)]
  })

const exampleOf = (contents: ApiContent[] = []) => contents.flatMap((one) => one.examples)[0]?.text ?? ''
const fieldsOf = (language: Language, contents: ApiContent[] = []) =>
  rowsOf(language, contents.find((one) => one.fields.length > 0)?.fields)

function paramsOf(language: Language, body: ApiContent | undefined): object {
  const type = body?.contentType ?? ''
  const empty = { mode: 'none', json: '', jsonDesc: [], urlencoded: [], formdata: [] }
  if (!body) return empty
  if (type.includes('urlencoded')) return { ...empty, mode: 'urlencoded', urlencoded: rowsOf(language, body.fields) }
  if (type.includes('form-data')) return { ...empty, mode: 'formdata', formdata: rowsOf(language, body.fields) }
  return { ...empty, mode: 'json', json: exampleOf([body]), jsonDesc: rowsOf(language, body.fields) }
}

const isSuccess = ({ status }: ApiResponse) => !/^[45]/.test(status)

function responseOf(language: Language, responses: ApiResponse[] = []): object {
  const success = responses.find(isSuccess)
  const failed = responses.find((one) => !isSuccess(one))
  const others = responses.filter((one) => one !== success && one !== failed && exampleOf(one.contents))
  return {
    responseExample: exampleOf(success?.contents),
    responseParamsDesc: fieldsOf(language, success?.contents),
    responseFailExample: exampleOf(failed?.contents),
    responseFailParamsDesc: fieldsOf(language, failed?.contents),
    examples: others.map((one) => ({ name: one.status, data: exampleOf(one.contents), param: fieldsOf(language, one.contents) })),
    remark: '',
  }
}

/** A call as page content in the API client's JSON format, for an API client item. */
export function clientPage(title: string, call: ApiCall, language: Language): string {
  const remark = [...(call.auth ?? []), ...(call.sections ?? []).map((one) => `## ${one.title}\n\n${one.markdown}`)].join('\n\n')
  const info = {
    from: 'runapi',
    type: 'api',
    title,
    description: call.description ?? '',
    remark,
    method: call.method.toLowerCase(),
    url: call.url,
    apiStatus: call.deprecated ? '5' : '0',
  }
  const request = {
    params: paramsOf(language, call.bodies?.[0]),
    headers: rowsOf(language, call.headers),
    cookies: (call.cookies ?? []).map(({ name, example = '' }) => ({ name, value: example })),
    auth: [],
    query: rowsOf(language, call.query),
    pathVariable: rowsOf(language, call.path),
  }
  return JSON.stringify({ info, request, response: responseOf(language, call.responses), scripts: { pre: '', post: '' }, extend: {} })
}
