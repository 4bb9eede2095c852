import type { ApiCall, ApiContent, ApiField, ApiResponse } from './call.ts'

/** Flattens fields into rows of the API client's format. Child fields follow their parent, with their full path as name. */
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

const isSuccess = ({ status }: ApiResponse) => !/^[45]/.test(status)

function responseOf(responses: ApiResponse[] = []): object {
  const success = responses.find(isSuccess)
  const failed = responses.find((one) => !isSuccess(one))
  const others = responses.filter((one) => one !== success && one !== failed && exampleOf(one.contents))
  return {
    responseExample: exampleOf(success?.contents),
    responseParamsDesc: fieldsOf(success?.contents),
    responseFailExample: exampleOf(failed?.contents),
    responseFailParamsDesc: fieldsOf(failed?.contents),
    examples: others.map((one) => ({ name: one.status, data: exampleOf(one.contents), param: fieldsOf(one.contents) })),
    remark: '',
  }
}

/** A call as page content in the API client's JSON format, for an API client item. */
export function clientPage(title: string, call: ApiCall): string {
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
    params: paramsOf(call.bodies?.[0]),
    headers: rowsOf(call.headers),
    cookies: (call.cookies ?? []).map(({ name, example = '' }) => ({ name, value: example })),
    auth: [],
    query: rowsOf(call.query),
    pathVariable: rowsOf(call.path),
  }
  return JSON.stringify({ info, request, response: responseOf(call.responses), scripts: { pre: '', post: '' }, extend: {} })
}
