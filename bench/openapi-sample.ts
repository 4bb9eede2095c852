/** An OpenAPI document of about this number of bytes, like those that frameworks generate: with lists, filters, bodies and errors. */
export function openapiOf(bytes: number): string {
  const schemas: Record<string, unknown> = {}
  const paths: Record<string, unknown> = {}
  const all = { openapi: '3.0.3', info: { title: 'Bench', version: '1.0.0' }, servers: [{ url: 'https://api.example.com/v1' }], paths }
  for (let n = 0, size = 0; size < bytes; n++) {
    const [path, schema] = [pathItem(n), model(n)]
    paths[`/resources-${n}/{id}`] = path
    schemas[`Resource${n}`] = schema
    size += JSON.stringify(path).length + JSON.stringify(schema).length + 40
  }
  schemas['Problem'] = {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string', description: 'What went wrong' } },
  }
  return JSON.stringify({ ...all, components: { schemas } })
}

const words = (n: number) => `What it is that number ${n} holds, in words of about the length that people write into such a place.`

const model = (n: number) => ({
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', format: 'int64', example: n },
    name: { type: 'string', maxLength: 120, description: words(n) },
    state: { type: 'string', enum: ['new', 'open', 'done'], default: 'new' },
    lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' }, count: { type: 'integer', minimum: 1 } } } },
    parent: { $ref: `#/components/schemas/Resource${Math.floor(n / 2)}` },
    next: { $ref: `#/components/schemas/Resource${n + 1 - (n % 7)}` },
  },
})

function pathItem(n: number) {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/Resource${n}` } } }
  const problem = { description: 'It went wrong', content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: words(n) }
  const filter = { name: 'filter', in: 'query', schema: { type: 'array', items: { type: 'string' } }, description: words(n) }
  const common = {
    tags: [`Group ${n % 40}`],
    description: words(n),
    responses: { 200: { description: 'Done', content }, 404: problem, default: problem },
  }
  return {
    get: { ...common, summary: `Read resource ${n}`, operationId: `read${n}`, parameters: [id, filter] },
    put: {
      ...common,
      summary: `Change resource ${n}`,
      operationId: `change${n}`,
      parameters: [id],
      requestBody: { required: true, content },
    },
  }
}

/** The value as YAML in block style with quoted strings. */
export function yamlOf(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`
  const lines = Object.entries(value).map(
    ([key, one]) => `${indent}${Array.isArray(value) ? '-' : `${JSON.stringify(key)}:`}${yamlOf(one, `${indent}  `)}`,
  )
  return `\n${lines.join('')}`
}
