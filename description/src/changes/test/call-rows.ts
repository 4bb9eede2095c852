import { api, inRequest } from './pairs.ts'

const string = { type: 'string' }
const media = (...types: string[]) => ({ content: Object.fromEntries(types.map((type) => [type, { schema: string }])) })
export const query = (more: object = {}) => ({ name: 'limit', in: 'query', schema: { type: 'integer' }, ...more })
const header = (more: object = {}) => api({ responses: { 200: { headers: { ETag: { schema: string, ...more } } } } })
const secured = (...security: object[]) => api({ security })
const start = { openapi: '3.1.0', info: { title: 'T', version: '1' } }
const paths = (map: object) => ({ ...start, paths: map })
const none = paths({})
const call = { post: { responses: {} } }
const deprecated = (sunset: string) => paths({ '/orders': { post: { deprecated: true, 'x-sunset': sunset, responses: {} } } })
export const hook = (more: object) => ({ ...start, webhooks: { paid: { post: { responses: {}, ...more } } } })

/** Two descriptions, what the change from the first one to the second one is, and back. */
export type CallRow = [name: string, before: unknown, after: unknown, rules: string[], back: string[]]

export const callRows: CallRow[] = [
  ['an operation', none, api({}), ['operation.new'], ['operation.gone']],
  ['a deprecated operation', none, deprecated(''), ['operation.new'], ['operation.gone-deprecated']],
  ['an operation after its last day', none, deprecated('2026-05-31'), ['operation.new'], ['operation.gone-deprecated']],
  ['an operation before its last day', none, deprecated('2026-06-30'), ['operation.new'], ['operation.gone']],
  ['deprecation', api({}), api({ deprecated: true }), ['operation.deprecated'], ['operation.restored']],
  ['the last day', deprecated('2027-01-01'), deprecated('2028-01-01'), ['operation.sunset'], ['operation.sunset-earlier']],
  [
    'another address',
    api({}),
    paths({ '/purchases': { post: { operationId: 'createOrder', responses: {} } } }),
    ['operation.address'],
    ['operation.address'],
  ],
  [
    'another method',
    api({}),
    paths({ '/orders': { put: { operationId: 'createOrder', responses: {} } } }),
    ['operation.method'],
    ['operation.method'],
  ],
  ['another id', api({}), api({ operationId: 'order' }), ['operation.id'], ['operation.id']],
  [
    'another server of an operation',
    api({ servers: [{ url: 'https://a.example' }] }),
    api({ servers: [{ url: 'https://b.example' }] }),
    ['operation.server'],
    ['operation.server'],
  ],
  [
    'another server of all operations',
    api({}, { servers: [{ url: 'https://a.example' }] }),
    api({}, { servers: [{ url: 'https://b.example' }] }),
    ['operation.server servers'],
    ['operation.server servers'],
  ],
  ['a webhook', none, hook({}), ['webhook.new'], ['webhook.gone']],
  [
    'a callback',
    api({}),
    api({ callbacks: { paid: { '{$request.body#/url}': call } } }),
    ['callback.new callback.paid'],
    ['callback.gone callback.paid'],
  ],

  ['authorization', secured(), secured({ key: [] }), ['security.required security'], ['security.optional security']],
  [
    'optional authorization',
    secured({}, { key: [] }),
    secured({ key: [] }),
    ['security.required security'],
    ['security.optional security'],
  ],
  [
    'an alternative less',
    secured({ key: [] }, { oauth: ['read'] }),
    secured({ key: [] }),
    ['security.alternative-gone security'],
    ['security.alternative-new security'],
  ],
  [
    'a second scheme in addition',
    secured({ key: [] }),
    secured({ key: [], device: [] }),
    ['security.alternative-gone security', 'security.alternative-new security'],
    ['security.alternative-new security'],
  ],
  [
    'a scope more',
    secured({ oauth: ['read'] }),
    secured({ oauth: ['write', 'read'] }),
    ['security.scope-more security'],
    ['security.scope-less security'],
  ],
  [
    'details of a scheme',
    api({}, { components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } } }),
    api({}, { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'key' } } } }),
    ['security.scheme security.key'],
    ['security.scheme security.key'],
  ],

  ['a parameter', api({}), api({ parameters: [query()] }), ['parameter.new query.limit'], ['parameter.gone query.limit']],
  [
    'a required parameter',
    api({}),
    api({ parameters: [query({ required: true })] }),
    ['parameter.new-required query.limit'],
    ['parameter.gone query.limit'],
  ],
  [
    'a parameter that became required',
    api({ parameters: [query()] }),
    api({ parameters: [query({ required: true })] }),
    ['parameter.required query.limit'],
    ['parameter.optional query.limit'],
  ],
  [
    'a parameter at another place',
    api({ parameters: [query()] }),
    api({ parameters: [query({ in: 'header' })] }),
    ['parameter.place header.limit'],
    ['parameter.place query.limit'],
  ],
  [
    'the default of a parameter',
    api({ parameters: [query({ schema: { default: 1 } })] }),
    api({ parameters: [query({ schema: { default: 2 } })] }),
    ['parameter.default query.limit'],
    ['parameter.default query.limit'],
  ],
  [
    'a first default of a parameter',
    api({ parameters: [query({ schema: {} })] }),
    api({ parameters: [query({ schema: { default: 2 } })] }),
    ['parameter.default-first query.limit'],
    ['parameter.default query.limit'],
  ],
  [
    'how a parameter is written',
    api({ parameters: [query({ schema: { type: 'array' } })] }),
    api({ parameters: [query({ schema: { type: 'array' }, explode: false })] }),
    ['parameter.style query.limit'],
    ['parameter.style query.limit'],
  ],
  [
    'a deprecated parameter',
    api({ parameters: [query()] }),
    api({ parameters: [query({ deprecated: true })] }),
    ['parameter.deprecated query.limit'],
    ['parameter.restored query.limit'],
  ],
  [
    'the name of a parameter of the path',
    paths({ '/orders/{id}': { parameters: [{ name: 'id', in: 'path', schema: string }], get: { responses: {} } } }),
    paths({ '/orders/{order}': { parameters: [{ name: 'order', in: 'path', schema: string }], get: { responses: {} } } }),
    ['parameter.renamed path.order'],
    ['parameter.renamed path.id'],
  ],

  ['a body', api({}), api({ requestBody: media('text/csv') }), ['body.new body'], ['body.gone body']],
  [
    'a required body',
    api({}),
    api({ requestBody: { required: true, ...media('text/csv') } }),
    ['body.new-required body'],
    ['body.gone body'],
  ],
  [
    'a body that became required',
    api({ requestBody: media('text/csv') }),
    api({ requestBody: { required: true, ...media('text/csv') } }),
    ['body.required body'],
    ['body.optional body'],
  ],
  [
    'a content type of a body',
    api({ requestBody: media('text/csv') }),
    api({ requestBody: media('text/csv', 'text/plain') }),
    ['body.media-new body'],
    ['body.media-gone body'],
  ],
  [
    'the encoding of a form',
    api({ requestBody: { content: { 'multipart/form-data': { schema: string } } } }),
    api({ requestBody: { content: { 'multipart/form-data': { schema: string, encoding: { a: { contentType: 'image/png' } } } } } }),
    ['body.encoding body'],
    ['body.encoding body'],
  ],

  [
    'a status',
    api({ responses: { 200: {} } }),
    api({ responses: { 200: {}, 201: {} } }),
    ['response.status-new 201'],
    ['response.status-gone 201'],
  ],
  [
    'an error status',
    api({ responses: { 200: {} } }),
    api({ responses: { 200: {}, 404: {} } }),
    ['response.status-new 404'],
    ['response.error-gone 404'],
  ],
  [
    'all other statuses',
    api({ responses: { 200: {} } }),
    api({ responses: { 200: {}, default: {} } }),
    ['response.status-new default'],
    ['response.error-gone default'],
  ],
  ['the only response', api({}), api({ responses: { default: {} } }), ['response.status-new default'], ['response.status-gone default']],
  [
    'a content type of a response',
    api({ responses: { 200: media('text/csv') } }),
    api({ responses: { 200: media('text/csv', 'text/plain') } }),
    ['response.media-new 200'],
    ['response.media-gone 200'],
  ],
  [
    'a header',
    api({ responses: { 200: {} } }),
    header(),
    ['response.header-new 200.header.ETag'],
    ['response.header-gone-optional 200.header.ETag'],
  ],
  [
    'a required header',
    api({ responses: { 200: {} } }),
    header({ required: true }),
    ['response.header-new 200.header.ETag'],
    ['response.header-gone 200.header.ETag'],
  ],
  [
    'a header that became required',
    header(),
    header({ required: true }),
    ['response.header-required 200.header.ETag'],
    ['response.header-optional 200.header.ETag'],
  ],
  [
    'how a header is written',
    header({ schema: {} }),
    header({ schema: {}, explode: true }),
    ['response.header-style 200.header.ETag'],
    ['response.header-style 200.header.ETag'],
  ],
  [
    'links of a response',
    api({ responses: { 200: {} } }),
    api({ responses: { 200: { links: { next: { operationId: 'createOrder' } } } } }),
    ['response.link 200'],
    ['response.link 200'],
  ],
  [
    'a reference to another file',
    inRequest({ $ref: 'a.json#/A' }),
    inRequest({ $ref: 'b.json#/A' }),
    ['schema.reference body.a'],
    ['schema.reference body.a'],
  ],

  ['a summary', api({ summary: 'A' }), api({ summary: 'B' }), ['words.summary summary'], ['words.summary summary']],
  ['tags', api({ tags: ['a'] }), api({ tags: ['b', 'a'] }), ['words.tags tags'], ['words.tags tags']],
  ['the version', api({}), { ...api({}), info: { title: 'T', version: '2' } }, ['words.info version'], ['words.info version']],
]
