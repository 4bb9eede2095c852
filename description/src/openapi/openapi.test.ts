import { describe, expect, it } from 'vitest'
import { outline } from '../test/tree.ts'
import { pageOf, pagesIn, planned, textsOf } from './test/openapi-sample.ts'

const ok = { responses: { 200: { description: 'Done' } } }
const start = { openapi: '3.0.3', info: { title: 'Shop', version: '1' } }

describe('page tree', () => {
  it('lists the introduction, untagged calls, tags in their order, webhooks and schemas', () => {
    const plan = planned({
      ...start,
      tags: [{ name: 'b' }, { name: 'unused' }, { name: 'a', description: 'All of **a**' }],
      paths: {
        '/2': { get: { ...ok, tags: ['a'], summary: 'Second' }, post: { ...ok, tags: ['later', 'b'], operationId: 'make' } },
        '/1': { get: { ...ok, tags: ['b'], summary: 'Second' }, head: ok, delete: { ...ok, tags: ['b'], summary: 'Second' } },
      },
      webhooks: { changed: { post: { ...ok, summary: 'It changed' } } },
      components: { schemas: { B: { type: 'object' }, A: { type: 'string' } } },
    })
    expect(plan.title).toBe('Shop')
    expect(outline(plan.root)).toEqual([
      'Introduction',
      'HEAD /1',
      'b/',
      'b/make',
      'b/Second',
      'b/Second (DELETE /1)',
      'a/',
      'a/Second',
      'later/',
      'later/make',
      'Webhooks/',
      'Webhooks/It changed',
      'Schemas/',
      'Schemas/B',
      'Schemas/A',
    ])
    expect(textsOf(plan)['Introduction']).toContain('- **a** · All of **a**')
    expect(plan.skipped).toEqual([])
  })

  it('supports nested tags of OpenAPI 3.2, including circular ones', () => {
    const tags = [
      { name: 'x', parent: 'top', summary: 'Ex' },
      { name: 'top' },
      { name: 'me', parent: 'you' },
      { name: 'you', parent: 'me' },
    ]
    const paths = {
      '/1': { query: { ...ok, tags: ['x', 'me'], summary: 'Find' }, additionalOperations: { COPY: { ...ok, summary: 'Copy' } } },
    }
    expect(outline(planned({ ...start, openapi: '3.2.0', tags, paths }).root)).toEqual([
      'Introduction',
      'Copy',
      'top/',
      'top/Ex/',
      'top/Ex/Find',
      'me/',
      'me/Find',
    ])
  })

  it('reads YAML keys that look like numbers as they are written', () => {
    const text = [
      'openapi: 3.1.0',
      'info: {title: Shop, version: 1.10}',
      'paths:',
      '  /1:',
      '    get:',
      '      responses:',
      '        200: {description: Done}',
      '        0x1F: {description: Odd}',
      '        1.10: {description: A version}',
    ].join('\n')
    const page = Object.values(textsOf(pagesIn({ name: 'a.yaml', text, language: 'en' }))).join('\n')
    for (const heading of ['### 200 OK', '### 1.10', '### 0x1F']) expect(page).toContain(heading)
  })

  it('uses the language of the user', () => {
    const plan = planned({ ...start, paths: { '/1': { get: ok } }, components: { schemas: { A: {} } } }, { language: 'zh' })
    expect(outline(plan.root)).toEqual(['简介', 'GET /1', '数据模型/', '数据模型/A'])
  })
})

describe('introduction page', () => {
  it('lists description, servers and security schemes', () => {
    const text = textsOf(
      planned({
        ...start,
        info: {
          title: 'Shop',
          version: '1.0',
          description: '# Hello\n\nWorld',
          termsOfService: 'https://e.com/t',
          contact: { name: 'Us', email: 'us@e.com' },
          license: { name: 'MIT', url: 'https://e.com/l' },
        },
        servers: [
          {
            url: 'https://{env}.e.com/{v}',
            description: 'All',
            variables: { env: { default: 'api', enum: ['api', 'test'] }, v: { default: 'v2', description: 'Version' } },
          },
        ],
        components: {
          securitySchemes: {
            key: { type: 'apiKey', in: 'query', name: 'k', description: 'Ask us' },
            oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://e.com/token', scopes: { 'a:b': 'To read' } } } },
          },
        },
        paths: { '/1': { get: { ...ok, summary: 'One' } } },
      }),
    )
    for (const words of [
      '# Hello\n\nWorld',
      'Version 1.0 · Contact: Us, <us@e.com> · License: [MIT](<https://e.com/l>)',
      '| `https://{env}.e.com/{v}` | All |',
      '| `env` | `api` | `api`, `test` |  |',
      '### key\n\nAPI key in the query parameter `k`\n\nAsk us',
      'Client credentials flow',
      '- Token URL: `https://e.com/token`\n- Scope\n  - `a:b`: To read',
    ])
      expect(text['Introduction']).toContain(words)
    expect(text['One']).toContain('GET https://api.e.com/v2/1')
  })
})

describe('operation page', () => {
  it('lists parameters by location; operation parameters override path parameters', () => {
    const text = textsOf(
      planned({
        ...start,
        paths: {
          '/x/{id}': {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }, { $ref: '#/components/parameters/Page' }],
            get: {
              ...ok,
              summary: 'X',
              parameters: [
                { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'Own' },
                {
                  name: 'sort',
                  in: 'query',
                  style: 'pipeDelimited',
                  schema: { type: 'array', items: { type: 'string' } },
                  examples: { a: { value: 'x', summary: 'up' } },
                },
                {
                  name: 'X-A',
                  in: 'header',
                  deprecated: true,
                  content: { 'application/json': { schema: { type: 'object', properties: { n: { type: 'integer' } } } } },
                },
                { name: 'sid', in: 'cookie', schema: { type: 'string' }, example: 'abc' },
                { name: 'X-B', in: 'header', style: 'simple', explode: false, schema: { $ref: '#/components/schemas/Name' } },
                { name: 'X-C', in: 'header', style: 'simple', schema: { type: 'array', items: {} } },
              ],
            },
          },
        },
        components: {
          parameters: { Page: { name: 'page', in: 'query', allowEmptyValue: true, schema: { type: 'integer', default: 1 } } },
          schemas: { Name: { type: 'string' } },
        },
      }),
    )['X']!
    for (const row of [
      '| id | integer | yes | Own |',
      '| page | integer | no | `1` |  | may be empty |',
      '| sort | array[string] | no |  | `x` | separated by `\\|`<br>(up) |',
      '| X-A | object | no | **Deprecated.**<br>`application/json` |',
      '| X-A.n | integer | no |  |',
      '| sid | string | no | `abc` |  |',
      '| X-C | array[any] | no | separated by commas |',
    ])
      expect(text).toContain(row)
    expect(text).not.toContain('| id | string')
    // One value has no separators.
    expect(text.match(/separated by commas/g)).toHaveLength(1)
  })

  it('lists security requirements: none, alternatives and combinations', () => {
    const securitySchemes = {
      a: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      b: { type: 'openIdConnect' },
      c: { type: 'mutualTLS' },
    }
    const more = { security: [{ a: [] }], components: { securitySchemes } }
    const auth = (operation: object) => /## Authorization\n\n([\s\S]*?)(?:\n\n##|\n$)/.exec(pageOf(operation, more))?.[1]
    expect(auth({})).toBe('`a` · HTTP Bearer (JWT)')
    expect(auth({ security: [] })).toBe('No authorization is needed.')
    expect(auth({ security: [{ a: ['x'], b: [] }, { c: [] }, {}] })).toBe(
      '- `a` · HTTP Bearer (JWT) · scopes `x` + `b` · OpenID Connect\n- `c` · Mutual TLS\n- Optional: works without authorization, too.',
    )
  })

  it('shows its own servers, external documentation and deprecation', () => {
    const text = pageOf({
      deprecated: true,
      operationId: 'getX',
      servers: [{ url: 'https://own.e.com/' }],
      externalDocs: { url: 'https://e.com/d', description: 'Why' },
    })
    expect(text).toContain('```endpoint abandoned\nGET https://own.e.com/x\n```')
    expect(text).toContain('## Servers')
    expect(text).toContain('## More\n\n- operationId: `getX`\n- [Why](<https://e.com/d>)')
  })

  it('has one table per body schema, shared by content types with the same schema, and one per response', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    const text = pageOf(
      {
        requestBody: {
          description: 'What to do',
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/A' } },
            'application/xml': { schema: { $ref: '#/components/schemas/A' } },
            'multipart/form-data': {
              schema,
              encoding: { a: { contentType: 'image/png', headers: { 'X-Q': { schema: { type: 'integer' } } } } },
            },
          },
        },
        responses: {
          200: { $ref: '#/components/responses/Fine' },
          '4XX': { description: 'Wrong', content: { 'text/plain': { schema: { type: 'string' }, example: 'no' } } },
          default: { description: 'Else' },
        },
      },
      {
        components: {
          schemas: { A: schema },
          responses: { Fine: { description: 'Fine', headers: { 'X-Left': { description: 'Rest', schema: { type: 'integer' } } } } },
        },
      },
    )
    expect(text).toContain('What to do\n\n`application/json, application/xml` · A · Required\n\n| Name | Type | Required | Description |')
    expect(text.match(/\| a \| string/g)).toHaveLength(2)
    expect(text).toContain('| a | string | no | `image/png`<br>`X-Q` (integer) |')
    expect(text).toContain(
      '### 200 OK\n\nFine\n\n**Headers of the response**\n\n| Name | Type | Description |\n| --- | --- | --- |\n| X-Left | integer | Rest |',
    )
    expect(text).toContain('### 4XX\n\nWrong\n\n`text/plain` · string\n\n```\nno\n```')
    expect(text).toContain('### default (all other statuses)\n\nElse')
  })

  it('links to its callbacks and to the operations in response links', () => {
    const text = textsOf(
      planned({
        ...start,
        paths: {
          '/hook': {
            post: {
              summary: 'Subscribe',
              operationId: 'sub',
              callbacks: {
                onEvent: {
                  '{$request.body#/url}': {
                    post: {
                      ...ok,
                      description: 'Called',
                      requestBody: { content: { 'application/json': { schema: { type: 'string' } } } },
                    },
                  },
                },
              },
              responses: {
                201: {
                  description: 'Yes',
                  links: { Undo: { operationId: 'undo', parameters: { id: '$response.body#/id' }, description: 'Ends it' } },
                },
              },
            },
            delete: { ...ok, operationId: 'undo' },
          },
        },
      }),
    )
    expect(Object.keys(text)).toEqual(['Introduction', 'Subscribe', 'Callback onEvent: POST {$request.body#/url}', 'undo'])
    expect(text['Subscribe']).toMatch(/## Callbacks\n\n- \[Callback onEvent: POST [^\]]*\]\(sheaf-page:/)
    expect(text['Subscribe']).toMatch(/\*\*Links\*\*\n\n- `Undo` → \[undo\]\(sheaf-page:[^)]*\): `id` = `\$response.body#\/id`: Ends it/)
    expect(text['Callback onEvent: POST {$request.body#/url}']).toContain('```endpoint\nPOST {$request.body#/url}\n```')
  })
})

describe('Swagger 2', () => {
  const swagger = {
    swagger: '2.0',
    info: { title: 'Old', version: '1' },
    host: 'e.com',
    basePath: '/v1/',
    schemes: ['http', 'https'],
    consumes: ['application/json'],
    produces: ['application/json', 'application/xml'],
    securityDefinitions: {
      login: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://e.com/a',
        tokenUrl: 'https://e.com/t',
        scopes: { r: 'Read' },
      },
      simple: { type: 'basic' },
    },
    definitions: { Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
    paths: {
      '/pets': {
        post: {
          summary: 'Add',
          security: [{ login: ['r'] }],
          parameters: [{ name: 'body', in: 'body', description: 'The pet', required: true, schema: { $ref: 'Pet' } }],
          responses: {
            200: { description: 'Done', schema: { $ref: '#/definitions/Pet' }, examples: { 'application/json': { name: 'Rex' } } },
          },
        },
        put: {
          summary: 'Send',
          consumes: ['multipart/form-data'],
          schemes: ['ws'],
          parameters: [
            { name: 'picture', in: 'formData', type: 'file', required: true, description: 'Of it' },
            { name: 'ids', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat: 'multi' },
          ],
          ...ok,
        },
      },
    },
  }
  const text = textsOf(planned(swagger))

  it('imports host, body, form, lists and OAuth flows', () => {
    expect(text['Add']).toContain('POST https://e.com/v1/pets')
    expect(text['Add']).toContain('`login` · OAuth 2.0 · scopes `r`')
    expect(text['Add']).toContain('## Body\n\nThe pet\n\n`application/json` · Pet · Required\n\n| Name')
    expect(text['Add']).toContain('`application/json, application/xml` · Pet')
    expect(text['Add']).toContain('```json [application/json]\n{\n  "name": "Rex"\n}\n```')
    expect(text['Send']).toContain('PUT ws://e.com/v1/pets')
    expect(text['Send']).toContain(
      '`multipart/form-data`\n\n| Name | Type | Required | Description |\n| --- | --- | --- | --- |\n| picture | file | yes | Of it |',
    )
    expect(text['Send']).toContain('| ids | array[integer] | no | once per entry: `name=a&name=b` |')
    expect(text['Introduction']).toContain('Authorization code flow (`accessCode`)')
    expect(text['Pet']).toContain('| name | string | yes |')
  })
})

describe('import report', () => {
  it('S92: lists external references and sends no request for them', () => {
    const fetched: unknown[] = []
    const originalFetch = globalThis.fetch
    globalThis.fetch = ((...args: unknown[]) => fetched.push(args)) as unknown as typeof fetch
    const refs = ['https://sink.example/a.json', 'file:///etc/passwd', '../b.yaml#/X', '//sink.example/c']
    const plan = planned({
      ...start,
      paths: {
        '/1': {
          get: {
            parameters: [{ $ref: refs[2] }],
            responses: {
              200: { description: '', content: { 'a/b': { schema: { $ref: refs[0] }, examples: { e: { externalValue: refs[3] } } } } },
              400: { $ref: refs[1] },
            },
          },
        },
        '/2': { $ref: '#/components/pathItems/None' },
      },
    })
    globalThis.fetch = originalFetch
    expect(fetched).toEqual([])
    expect(
      plan.skipped
        .filter(({ reason }) => reason === 'remote')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(refs.toSorted())
    expect(plan.skipped).toContainEqual({ name: '#/components/pathItems/None', reason: 'link' })
    expect(textsOf(plan)['GET /1']).toContain('Described in `file:///etc/passwd`, which was not read')
  })

  it('lists vendor extensions with text and unused components, but no other extensions', () => {
    const plan = planned({
      ...start,
      'x-logo': { altText: 'A fine logo' },
      'x-codegen': 'body',
      paths: {
        '/1': {
          get: {
            ...ok,
            'x-note': 'Mind the gap',
            parameters: [{ name: 'x-note', in: 'header', schema: { type: 'string', 'x-order': 1 } }],
          },
        },
        '/2': { get: { ...ok, 'x-note': 'Again words' } },
      },
      components: { parameters: { Idle: { name: 'i', in: 'query' } } },
    })
    expect(plan.skipped.map(({ name }) => name).sort()).toEqual(['# x-logo', '#/components/parameters/Idle', 'x-note (2×)'])
  })
})

describe('input text', () => {
  const yaml = (text: string) =>
    textsOf(pagesIn({ name: 'a.yml', text: `openapi: 3.0.0\ninfo: {title: T, version: 1.0}\n${text}`, language: 'en' }))

  it('can be YAML with anchors and merge keys, including in flow style', () => {
    const text = yaml(`
x-common: &common
  200: {description: Fine}
paths:
  /a: {get: {summary: A, responses: {<<: *common, 404: {description: Gone}}}}
  /b: {get: {summary: B, responses: *common}}
`)
    expect(text['A']).toMatch(/### 200 OK\n\nFine[\s\S]*### 404 Not Found\n\nGone/)
    expect(text['B']).toContain('### 200 OK')
    expect(text['Introduction']).toContain('Version 1.0')
    expect(
      textsOf(pagesIn({ name: 'a.yml', text: '{openapi: 3.0.0, info: {title: T}, paths: {/a: {get: {summary: A}}}}', language: 'en' })),
    ).toHaveProperty('A')
  })

  it('keeps the notation of numbers', () => {
    const media = '{"application/json":{"example":{"id":12345678901234567890,"price":1.50}}}'
    const text = `{"openapi":"3.0.0","info":{"title":"T"},"paths":{"/a":{"get":{"summary":"A","responses":{"200":{"description":"","content":${media}}}}}}}`
    const page = textsOf(pagesIn({ name: 'a.json', text, language: 'en' }))['A']
    expect(page).toContain('"id": 12345678901234567890')
    expect(page).toContain('"price": 1.50')
  })

  it.each([
    ['a.json', '{"a":1}', 'importKind'],
    ['a.json', '[1]', 'importKind'],
    ['a.json', '{"openapi": "3.0.0",', 'importJson'],
    ['a.yaml', 'openapi: 3.0.0\n\tx: [', 'importYaml'],
    ['a.yaml', `openapi: 3.0.0\nx: ${'['.repeat(100_000)}`, 'importYaml'],
    ['a.yaml', `openapi: 3\n${'a'.repeat(10_000_001)}`, 'importTextTooBig'],
    ['a.json', `{"openapi":"${'a'.repeat(24_000_001)}"}`, 'importTextTooBig'],
  ])('refuses an invalid %s with a specific error', (name, text, error) => {
    expect(() => pagesIn({ name, text, language: 'en' })).toThrow(error)
  })
})
