import type { ApiCall, ApiResponse } from '../api/api-call.ts'
import { shapeOf, shapesOf } from '../postman/shape.ts'
import type { Exchange } from './entry.ts'
import { type BodyReporter, requestBody, responseBody } from './har-body.ts'
import { cookieFields, headerFields, merged } from './har-rows.ts'
import type { Template } from './template.ts'

/** The first answer with each status. */
function responses(all: Exchange[], told: BodyReporter): ApiResponse[] {
  const byStatus = Map.groupBy(
    all.filter(({ status }) => status !== ''),
    ({ status }) => status,
  )
  return [...byStatus]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([status, some]) => {
      const best = some.find((one) => responseBody(one.response, told).length > 0) ?? (some[0] as Exchange)
      return {
        status,
        headers: headerFields([shapesOf(best.response['headers'])], told.masked),
        contents: responseBody(best.response, told),
      }
    })
}

/** All exchanges of one call together. */
export function callOf(all: Exchange[], { path, values }: Template, told: BodyReporter): ApiCall {
  const first = all[0] as Exchange
  const posts = all.map(({ request }) => shapeOf(request['postData']))
  return {
    method: first.method,
    url: `${first.origin}${path}`,
    path: values.map(({ name, value }) => ({ name, type: /^\d+$/.test(value) ? 'integer' : 'string', required: true, example: value })),
    query: merged(
      all.map(({ query }) => query),
      told.masked,
    ),
    headers: headerFields(
      all.map(({ request }) => shapesOf(request['headers'])),
      told.masked,
    ),
    cookies: cookieFields(
      all.map(({ request }) => shapesOf(request['cookies'])),
      told.masked,
    ),
    bodies: requestBody(posts, told),
    responses: responses(all, told),
  }
}
