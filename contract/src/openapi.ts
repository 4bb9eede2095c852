import * as z from 'zod'
import type { Call } from './call.ts'

const schema = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })

const answerOf = (call: Call) => {
  if (call.output.meta()?.['wire'] === 'bytes') return { description: 'A file' }
  const envelope = { error_code: { type: 'integer' }, error_message: { type: 'string' }, data: schema(call.output) }
  return {
    description: 'The envelope; error_code 0 is success',
    content: { 'application/json': { schema: { type: 'object', required: Object.keys(envelope), properties: envelope } } },
  }
}

const bodyOf = (call: Call) => {
  const input = schema(call.input)
  const types = call.files ? ['multipart/form-data'] : ['application/x-www-form-urlencoded', 'application/json']
  return { content: Object.fromEntries(types.map((type) => [type, { schema: input }])) }
}

/** The OpenAPI 3.1 description of all calls, derived from their declarations. */
export function openApi(calls: [string, string, Call][], version: string, server: string) {
  const operation = (group: string, action: string, call: Call, method: string) => ({
    operationId: `${group}.${action}.${method}`,
    tags: [group],
    'x-access': call.access,
    ...(call.access === 'visitor' ? {} : { security: [{ session: [] }, { bearer: [] }] }),
    ...(method === 'post'
      ? { requestBody: bodyOf(call) }
      : { parameters: Object.keys(call.input.shape).map((name) => ({ name, in: 'query', schema: { type: 'string' } })) }),
    responses: { 200: answerOf(call) },
  })
  const paths = calls.map(([group, action, call]) => {
    const methods = call.kind === 'read' || call.byLink ? ['get', 'post'] : ['post']
    return [
      `/api/${group}/${action}`,
      Object.fromEntries(methods.map((method) => [method, operation(group, action, call, method)])),
    ] as const
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Sheaf', version, license: { name: 'Apache-2.0' } },
    servers: [{ url: server }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sheaf_session' }, bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
