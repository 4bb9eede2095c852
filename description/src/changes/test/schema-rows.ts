const string = { type: 'string' }
const values = (...list: unknown[]) => ({ type: 'string', enum: list })
const card = { title: 'Card', type: 'object', properties: { number: string } }
const bank = { title: 'Bank', type: 'object', properties: { iban: string } }
const either = { oneOf: [card, bank] }
const all = { oneOf: [card, bank, { title: 'Cash', type: 'boolean' }] }

/** Two schemas, and what the change from the first to the second is, and back: in a request, and in a response. */
export type SchemaRow = [
  name: string,
  before: unknown,
  after: unknown,
  request: string,
  requestBack: string,
  response: string,
  responseBack: string,
]

const narrower = (kind: string) =>
  [`request.${kind}-narrower`, `request.${kind}-wider`, `response.${kind}-narrower`, `response.${kind}-wider`] as const
const other = (kind: string) =>
  [`request.${kind}-other`, `request.${kind}-other`, `response.${kind}-other`, `response.${kind}-other`] as const
const tighter = ['request.bound-tighter', 'request.bound-looser', 'response.bound-tighter', 'response.bound-looser'] as const
const first = ['request.bound-first', 'request.bound-looser', 'response.bound-tighter', 'response.bound-looser'] as const
const condition = ['request.condition-new', 'request.condition-gone', 'response.condition-new', 'response.condition-gone'] as const
const changed = [
  'request.condition-changed',
  'request.condition-changed',
  'response.condition-changed',
  'response.condition-changed',
] as const
const detail = ['schema.detail', 'schema.detail', 'schema.detail', 'schema.detail'] as const

export const schemaRows: SchemaRow[] = [
  ['a type that contains the other one', { type: 'number' }, { type: 'integer' }, ...narrower('type')],
  ['a type less', { type: ['string', 'integer'] }, string, ...narrower('type')],
  ['a type where every type was allowed', {}, string, ...narrower('type')],
  ['another type', string, { type: 'integer' }, ...other('type')],
  ['types that only partly agree', { type: ['string', 'integer'] }, { type: ['string', 'boolean'] }, ...other('type')],
  ['a list instead of a value', string, { type: 'array', items: string }, ...other('type')],
  ['a format', string, { type: 'string', format: 'date' }, ...narrower('format')],
  [
    'a format that contains the other one',
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int32' },
    ...narrower('format'),
  ],
  ['another format', { type: 'string', format: 'date' }, { type: 'string', format: 'uuid' }, ...other('format')],
  ['a constant', string, { type: 'string', const: 'x' }, ...narrower('const')],
  ['another constant', { type: 'string', const: 'x' }, { type: 'string', const: 'y' }, ...other('const')],
  [
    'null',
    { type: ['string', 'null'] },
    string,
    ...(['request.not-nullable', 'request.nullable', 'response.not-nullable', 'response.nullable'] as const),
  ],
  [
    'a value of a list less',
    values('a', 'b', 'c'),
    values('a', 'b'),
    ...(['request.enum-gone', 'request.enum-new', 'response.enum-gone', 'response.enum-new'] as const),
  ],
  [
    'a value more of a list that can grow',
    { ...values('a', 'b'), 'x-extensible-enum': true },
    { ...values('a'), 'x-extensible-enum': true },
    ...(['request.enum-gone', 'request.enum-new', 'response.enum-gone', 'response.enum-new-open'] as const),
  ],
  [
    'a list of values',
    string,
    values('a'),
    ...(['request.enum-first', 'request.enum-dropped', 'response.enum-first', 'response.enum-dropped'] as const),
  ],
  ['a larger minimum', { minimum: 1 }, { minimum: 2 }, ...tighter],
  ['a smaller maximum', { maximum: 20 }, { maximum: 3 }, ...tighter],
  ['an exclusive minimum', { minimum: 1 }, { exclusiveMinimum: 1 }, ...tighter],
  ['an exclusive maximum', { maximum: 1 }, { exclusiveMaximum: 1 }, ...tighter],
  ['a longer text', { minLength: 2 }, { minLength: 10 }, ...tighter],
  ['fewer entries', { maxItems: 9 }, { maxItems: 8 }, ...tighter],
  ['fewer fields', { maxProperties: 9 }, { maxProperties: 8 }, ...tighter],
  ['a multiple', { multipleOf: 2 }, { multipleOf: 6 }, ...tighter],
  [
    'another multiple',
    { multipleOf: 2 },
    { multipleOf: 3 },
    ...(['request.bound-tighter', 'request.bound-tighter', 'response.bound-looser', 'response.bound-looser'] as const),
  ],
  ['a first maximum', {}, { maximum: 3 }, ...first],
  ['a first length', {}, { minLength: 3 }, ...first],
  [
    'a pattern',
    string,
    { type: 'string', pattern: '^a' },
    ...(['request.pattern-first', 'request.pattern-gone', 'response.pattern-first', 'response.pattern-gone'] as const),
  ],
  [
    'another pattern',
    { type: 'string', pattern: '(a+)+$' },
    { type: 'string', pattern: '(' },
    ...(['request.pattern-changed', 'request.pattern-changed', 'response.pattern-changed', 'response.pattern-changed'] as const),
  ],
  ['no entry twice', {}, { uniqueItems: true }, 'request.unique', 'request.not-unique', 'response.unique', 'response.not-unique'],
  [
    'an alternative less',
    all,
    either,
    ...(['request.branch-gone', 'request.branch-new', 'response.branch-gone', 'response.branch-new'] as const),
  ],
  [
    'the only one of two alternatives',
    either,
    card,
    ...(['request.branch-gone', 'request.branch-new', 'response.branch-gone', 'response.branch-new'] as const),
  ],
  ['alternatives where there were none', {}, either, ...condition],
  ['a condition', {}, { not: string }, ...condition],
  ['fields that need others', {}, { dependentRequired: { a: ['b'] } }, ...condition],
  ['more fields that others need', { dependentRequired: { a: ['b'] } }, { dependentRequired: { a: ['b', 'c'] } }, ...condition],
  ['more entries that must match', { contains: string }, { contains: string, minContains: 2 }, ...tighter],
  ['fewer entries that may match', { contains: string, maxContains: 3 }, { contains: string, maxContains: 2 }, ...tighter],
  ['a match that is a must', { contains: string, minContains: 0 }, { contains: string }, ...tighter],
  [
    'names of fields',
    {},
    { patternProperties: { '^x': string } },
    'request.condition-new',
    'request.condition-gone',
    'response.condition-new',
    'response.condition-gone',
  ],
  ['another condition', { not: string }, { not: { type: 'integer' } }, ...changed],
  [
    'no further fields',
    { type: 'object' },
    { type: 'object', additionalProperties: false },
    ...(['request.closed', 'request.opened', 'response.closed', 'response.opened'] as const),
  ],
  [
    'a default',
    { default: 1 },
    { default: 2 },
    ...(['request.default', 'request.default', 'response.default', 'response.default'] as const),
  ],
  ['a first default', {}, { default: 2 }, 'request.default-first', 'request.default', 'response.default', 'response.default'],
  ['deprecation', {}, { deprecated: true }, 'field.deprecated', 'field.restored', 'field.deprecated', 'field.restored'],
  ['a discriminator', { discriminator: { propertyName: 'a' } }, { discriminator: { propertyName: 'b' } }, ...detail],
  ['the form in XML', {}, { xml: { attribute: true } }, ...detail],
  ['the keyword of alternatives', either, { anyOf: either.oneOf }, ...detail],
  ['a title', { title: 'A' }, { title: 'B' }, 'words.title', 'words.title', 'words.title', 'words.title'],
  ['a text', {}, { description: 'B' }, ...(Array(4).fill('words.description') as [string, string, string, string])],
  ['an example', { example: 1 }, { examples: [2] }, ...(Array(4).fill('words.example') as [string, string, string, string])],
  ['a link', {}, { externalDocs: { url: 'u' } }, ...(Array(4).fill('words.docs') as [string, string, string, string])],
]

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

export const fieldRows: SchemaRow[] = [
  [
    'a field',
    object({}),
    object({ b: string }),
    ...(['request.field-new', 'request.field-gone', 'response.field-new', 'response.field-gone-optional'] as const),
  ],
  [
    'a required field',
    object({}),
    object({ b: string }, ['b']),
    ...(['request.field-new-required', 'request.field-gone', 'response.field-new', 'response.field-gone'] as const),
  ],
  [
    'a required field with a default',
    object({}),
    object({ b: { default: 1 } }, ['b']),
    ...(['request.field-new-required', 'request.field-gone', 'response.field-new', 'response.field-gone'] as const),
  ],
  [
    'a field that became required',
    object({ b: string }),
    object({ b: string }, ['b']),
    ...(['request.field-required', 'request.field-optional', 'response.field-required', 'response.field-optional'] as const),
  ],
  [
    'a field that became read-only',
    object({ b: string }),
    object({ b: { ...string, readOnly: true } }),
    ...(['request.read-only', 'request.not-read-only', 'response.read-only', 'response.not-read-only'] as const),
  ],
  [
    'a required field that became read-only',
    object({ b: string }, ['b']),
    object({ b: { ...string, readOnly: true } }, ['b']),
    ...(['request.read-only', 'request.not-read-only-required', 'response.read-only', 'response.not-read-only'] as const),
  ],
  [
    'a field that became write-only',
    object({ b: string }),
    object({ b: { ...string, writeOnly: true } }),
    ...(['request.write-only', 'request.not-write-only', 'response.write-only', 'response.not-write-only'] as const),
  ],
  [
    'a required field that became write-only',
    object({ b: string }, ['b']),
    object({ b: { ...string, writeOnly: true } }, ['b']),
    ...(['request.write-only', 'request.not-write-only', 'response.write-only-required', 'response.not-write-only'] as const),
  ],
]
