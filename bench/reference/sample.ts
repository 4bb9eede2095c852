/*
 * An OpenAPI document of the shape of Cloudflare's: 1,166 operations, 2,598 schemas, 4.0 MB. Each answer is an envelope with errors and
 * messages around a record, whose fields refer to two levels of further schemas.
 */
export const OPERATIONS = 1166
const SCHEMAS = 2598
const GROUPS = 90
/** What only the introduction has. */
export const INTRODUCTION = 'This interface manages zones, their records and the certificates of their names.'

const RESOURCES = OPERATIONS / 2
/** Record, answer, settings and request of each resource; what is left are small schemas that records share. */
const SHARED = SCHEMAS - 4 * RESOURCES - 1
const FIELDS = 6
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** What only the page of this operation has. */
export const leadOf = (n: number) => `Works on resource number ${n} of a zone; what it answers is kept for a minute at each location.`

const NAMES = ['address', 'certificate', 'cache', 'route', 'tunnel', 'policy', 'member', 'token', 'rule', 'region', 'queue', 'worker']
const EVENTS = [
  'is renewed',
  'is removed',
  'is copied',
  'is checked',
  'expires',
  'is shared',
  'is signed',
  'is held',
  'is counted',
  'is reset',
]

/** Words that repeat about as often as in a description that people wrote, so that compression makes it a twentieth. */
const about = (field: string, n: number) => {
  const at = Math.imul(n * 31 + field.length * 7 + field.charCodeAt(0), 2_654_435_761) >>> 0
  const [name, other, event] = [NAMES[at % 12], NAMES[(at >>> 4) % 12], EVENTS[(at >>> 8) % 10]]
  const start = `The ${field} of resource ${n}: the ${name} ${event} after ${at % 3600} seconds, or when the ${other} has ${at % 97} entries.`
  return `${start} A plan can limit how often it changes, and a change takes up to a minute until it is known at each location.`.slice(
    0,
    168,
  )
}

const record = (n: number) => ({
  type: 'object',
  required: ['id', 'name', 'enabled'],
  properties: {
    id: ref(`identifier_${n % SHARED}`),
    name: { type: 'string', maxLength: 120, description: about('name', n), example: `zone-${n}.example.com` },
    enabled: { type: 'boolean', default: true, description: about('state', n) },
    settings: ref(`settings_${n}`),
    created_on: { type: 'string', format: 'date-time', readOnly: true, description: about('day of creation', n) },
    tags: { type: 'array', items: ref(`identifier_${(n * 7) % SHARED}`), description: about('list of tags', n) },
  },
})

const settings = (n: number) => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Array.from({ length: FIELDS }, (_, k) => [
        `limit_${k}`,
        { type: 'integer', minimum: 0, maximum: 86_400, description: about('limit', n + k) },
      ]),
    ),
    [`mode_${n}`]: { type: 'string', enum: ['off', 'basic', 'strict', 'custom'], default: 'basic', description: about('mode', n) },
    origin: { oneOf: [ref(`identifier_${(n * 3) % SHARED}`), ref(`identifier_${(n * 5) % SHARED}`)] },
  },
})

const answer = (n: number) => ({
  allOf: [ref('envelope'), { type: 'object', properties: { result: { type: 'array', items: ref(`record_${n}`) } } }],
})

const envelope = {
  type: 'object',
  required: ['success', 'errors', 'messages'],
  properties: {
    success: { type: 'boolean', description: 'Whether the call has done what it was asked for.' },
    errors: { type: 'array', items: { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' } } } },
    messages: { type: 'array', items: { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' } } } },
  },
}

function pathItem(n: number) {
  const content = { 'application/json': { schema: ref(`answer_${n}`) } }
  const problem = { description: 'The call has failed', content: { 'application/json': { schema: ref('envelope') } } }
  const zone = { name: 'zone_id', in: 'path', required: true, schema: ref(`identifier_${n % SHARED}`), description: about('zone', n) }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, description: about('number', n) }
  const query = ['page', 'per_page', 'order', 'direction', 'match'].map((name) => ({
    ...{ name, in: 'query', schema: name.includes('page') ? { type: 'integer', minimum: 1 } : { type: 'string' } },
    description: about(name, n),
  }))
  const common = { tags: [`Group ${n % GROUPS}`], responses: { 200: { description: 'The records', content }, '4XX': problem } }
  const body = { required: true, content: { 'application/json': { schema: ref(`request_${n}`) } } }
  return {
    get: {
      ...common,
      operationId: `resource-${n}-list`,
      summary: `List resource ${n}`,
      description: leadOf(2 * n),
      parameters: [zone, id, ...query],
    },
    put: {
      ...{ ...common, operationId: `resource-${n}-update`, summary: `Update resource ${n}`, description: leadOf(2 * n + 1) },
      ...{ parameters: [zone, id], requestBody: body },
    },
  }
}

export function referenceOpenapi(): string {
  const schemas: Record<string, unknown> = { envelope }
  const paths: Record<string, unknown> = {}
  for (let n = 0; n < SHARED; n++)
    schemas[`identifier_${n}`] = { type: 'string', pattern: '^[0-9a-f]{32}$', maxLength: 32, description: about('identifier', n) }
  for (let n = 0; n < RESOURCES; n++) {
    paths[`/zones/{zone_id}/resources-${n}/{id}`] = pathItem(n)
    schemas[`record_${n}`] = record(n)
    schemas[`settings_${n}`] = settings(n)
    schemas[`answer_${n}`] = answer(n)
    schemas[`request_${n}`] = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, settings: ref(`settings_${n}`) },
    }
  }
  const info = { title: 'Zones', version: '4.0.0', description: INTRODUCTION }
  return JSON.stringify({ openapi: '3.0.3', info, servers: [{ url: 'https://api.example.com/client/v4' }], paths, components: { schemas } })
}
