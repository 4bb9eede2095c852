import { describe, expect, it } from 'vitest'
import type { PartWords } from '../fence/words.ts'
import { type WordedPart, wordedText, wordsOverlay } from './out.ts'

const replace = (path: string, words: string): PartWords => ({ path, mode: 'replace', words })
const add = (path: string, words: string): PartWords => ({ path, mode: 'add', words })
const on = (key: string, ...words: PartWords[]): WordedPart => ({ kind: 'operation', key, words })
const out = (text: string, ...parts: WordedPart[]) => wordedText({ name: 'api.yaml', text, language: 'en', parts }).text

const yaml = `# The orders of the shop
openapi: 3.0.3   # not 3.1 yet
info: {title: Orders, version: 1.10}
paths:
  /orders:
    # Makes one
    post:
      operationId: createOrder
      summary: Create
      description: >-
        Creates
        an order.   

      parameters:
      - name: dry
        in: query
        schema: {type: boolean}
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Order'}
      responses:
        200: {description: Done}
    get:
      operationId: listOrders
      responses:
        200:
          description: All # of them
          content:
            application/json:
              schema:
                type: array
                items: {$ref: '#/components/schemas/Order'}
components:
  schemas:
    Order:
      properties:
        quantity:
          type: integer
          maximum: 12345678901234567890
        line: {$ref: '#/components/schemas/Line'}
    Line:
      properties:
        sku: {type: string}
`

describe('words in YAML', () => {
  it('change their own lines only', () => {
    const result = out(
      yaml,
      on(
        'createOrder',
        replace('summary', 'Create an order'),
        replace('description', 'One.\n\nTwo: # three'),
        replace('query.dry', 'Only checks'),
      ),
      on('listOrders', add('200', 'Newest first.\nAt most 100.')),
    )
    const lines = new Set(yaml.split('\n'))
    expect(result.split('\n').filter((line) => !lines.has(line))).toEqual([
      '      summary: Create an order',
      '      description: |-',
      '        One.',
      '        Two: # three',
      '      - description: Only checks',
      '        name: dry',
      '          description: "All\\n\\nNewest first.\\nAt most 100." # of them',
    ])
    expect(result).toContain('maximum: 12345678901234567890')
    expect(result).toContain('version: 1.10')
  })

  it('are at the operation if its field belongs to a schema that another operation shows, too', () => {
    const result = out(yaml, on('createOrder', replace('body.quantity', 'At most 999'), add('body.line.sku', 'Of the shop')))
    expect(result).toContain(
      '    post:\n      x-sheaf-words:\n        body.quantity: At most 999\n        body.line.sku+: Of the shop\n      operationId: createOrder',
    )
  })

  it('are at the schema if no other operation shows it', () => {
    const single = yaml.replace("items: {$ref: '#/components/schemas/Order'}", 'items: {type: string}')
    const result = out(
      single,
      on('createOrder', replace('body.quantity', 'At most 999'), replace('body.line.sku', 'Of the shop'), replace('body.line', 'The line')),
    )
    expect(result).toContain('        quantity:\n          description: At most 999\n          type: integer')
    expect(result).toContain('        sku: {description: "Of the shop", type: string}')
    // A field that only refers to a schema: before 3.1, a reference has no words of its own.
    expect(result).toContain('    Line:\n      description: The line\n')
  })

  it('are at the reference since OpenAPI 3.1', () => {
    const result = out(yaml.replace('3.0.3', '3.1.0'), on('createOrder', replace('body.line', 'The line of the order')))
    expect(result).not.toContain('description: The line')
    const single = yaml
      .replace('3.0.3', '3.1.0')
      .replace("items: {$ref: '#/components/schemas/Order'}", "items: {$ref: '#/components/schemas/Line'}")
    expect(out(single, on('createOrder', replace('body.line', 'The line of the order')))).toContain(
      `line: {description: "The line of the order", $ref: '#/components/schemas/Line'}`,
    )
  })

  it('of the same text at the same place are written once', () => {
    const same = replace('200.quantity', 'At most 999')
    const two = yaml
      .replace(
        '        200: {description: Done}',
        "        200: {description: Done, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}",
      )
      .replace(
        "            schema: {$ref: '#/components/schemas/Order'}\n      responses",
        '            schema: {type: string}\n      responses',
      )
    expect(out(two, on('createOrder', same), on('listOrders', same)).match(/At most 999/g)).toHaveLength(1)
    expect(out(two, on('createOrder', same), on('listOrders', replace('200.quantity', 'Others'))).match(/x-sheaf-words/g)).toHaveLength(2)
  })

  it('about what the source no longer has are listed at the root', () => {
    const result = out(yaml, on('createOrder', replace('body.gone', 'Was here')), on('dropOrder', replace('description', 'Dropped')))
    expect(result).toContain(
      'x-sheaf-unplaced:\n  operation createOrder:\n    body.gone: Was here\n  operation dropOrder:\n    description: Dropped\n',
    )
  })

  it('below the introduction are in the description of the API', () => {
    const words = [add('description', 'Ask us.'), replace('description', 'Something else')]
    const result = out(yaml, { kind: 'introduction', key: '', words })
    expect(result).toContain('info: {description: "Ask us.", title: Orders, version: 1.10}')
    expect(result).toContain('x-sheaf-unplaced:\n  introduction:\n    description: Something else\n')
  })

  it.each([
    ['spaces alone', ' '.repeat(20), '\n'],
    ['spaces alone', ' '.repeat(20), '\r\n'],
    ['a deep comment', '            # of the shop', '\n'],
  ])('in several lines are in quotes above a line of %s, which would be a part of them', (_, line, ending) => {
    const lined = yaml.replace('>-\n        Creates\n        an order.   \n\n', `Creates\n${line}\n\n`).replaceAll('\n', ending)
    const result = out(lined, on('createOrder', replace('description', 'One.\nTwo.')))
    expect(result).toBe(lined.replace('Creates', '"One.\\nTwo."'))
  })

  it('are listed at the root of a file that begins with a mark of its encoding', () => {
    const result = out(`\ufeff${yaml.slice(yaml.indexOf('openapi'))}`, on('gone', replace('description', 'Mine')))
    expect(result).toMatch(/^\ufeffx-sheaf-unplaced:\n {2}operation gone:\n {4}description: Mine\nopenapi: 3/)
  })

  it('with an anchor, in merged maps and with other line endings stay valid', () => {
    const merged = `openapi: 3.0.0
info: {title: A, version: '1'}
x-common: &common
  responses:
    200: &ok
      description: &text Fine
paths:
  /a:
    get:
      <<: *common
      operationId: a
  /b:
    get:
      operationId: b
      responses:
        200: *ok
        400: {description: *text}
`
    const result = out(
      merged.replaceAll('\n', '\r\n'),
      on('a', replace('200', 'Fine for a')),
      on('b', replace('400', 'Not fine'), replace('description', 'One\nTwo')),
    )
    expect(result.replaceAll('\r\n', '')).not.toContain('\n')
    expect(result).toContain('x-sheaf-words:\r\n        "200": Fine for a\r\n')
    expect(result).toContain('description: &text Fine')
  })
})

describe('words in JSON', () => {
  const json = `{
    "openapi": "3.0.3",
    "info": {"title": "A", "version": "1"},
    "paths": {
        "/a": {"get": {"operationId": "a", "parameters": [{"name": "n", "in": "query", "schema": {"type": "integer", "maximum": 12345678901234567890, "default": 1.50}}], "responses": {}}},
        "/b": {
            "get": {
                "operationId": "b",
                "description": "old",
                "description": "Old",
                "responses": {
                    "400": {"description": "Bad"},
                    "200": {}
                }
            }
        }
    }
}
`
  it('keep order, digits and white space', () => {
    const result = out(
      json,
      on('a', replace('query.n', 'How "many"')),
      on('b', replace('description', '</script>\u2028\n-->'), replace('200', 'Done')),
    )
    expect(result).toBe(
      json
        .replace('"default": 1.50}}', '"default": 1.50}, "description": "How \\"many\\""}')
        .replace('"Old"', '"</script>\u2028\\n-->"')
        .replace('"200": {}', '"200": {"description": "Done"}'),
    )
  })

  it('have the line breaks of the file', () => {
    const json = JSON.stringify({ openapi: '3.0.3', paths: { '/a': { get: { operationId: 'a', responses: {} } } } }, undefined, 2)
    const result = out(json.replaceAll('\n', '\r\n'), on('gone', replace('description', 'Mine'), add('200', 'Mine')))
    expect(result).toContain('x-sheaf-unplaced')
    expect(result.replaceAll('\r\n', '')).not.toContain('\n')
    expect(JSON.parse(result)).toMatchObject({ 'x-sheaf-unplaced': { 'operation gone': { description: 'Mine', '200+': 'Mine' } } })
  })

  it('stay in one line if the file is', () => {
    const small = '{"openapi":"3.0.3","info":{"title":"A"},"paths":{"/a":{"get":{"operationId":"a"}}}}'
    expect(out(small, on('a', replace('description', 'One'), replace('summary', 'A'), replace('200', 'x')))).toBe(
      '{"openapi":"3.0.3","info":{"title":"A"},"paths":{"/a":{"get":{"operationId":"a","description":"One","summary":"A"}}},"x-sheaf-unplaced":{"operation a":{"200":"x"}}}',
    )
  })
})

describe('an overlay of words', () => {
  it('names each object once, and its names are quoted', () => {
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: "It's" },
      paths: {
        "/it's\\{id}": {
          get: { operationId: 'a', parameters: [{ name: 'x-"q"', in: 'header' }], responses: { 200: { description: 'OK' } } },
        },
      },
    })
    const parts = [
      on('a', replace('description', 'One'), replace('summary', 'A'), replace('header.x-"q"', 'Quoted'), replace('200', 'Done')),
    ]
    const overlay = wordsOverlay({ name: 'a.json', text, language: 'en', parts }, { title: 'Words', version: '3' }, 'json')
    expect(JSON.parse(overlay.text)).toEqual({
      overlay: '1.0.0',
      info: { title: 'Words', version: '3' },
      actions: [
        { target: "$.paths['/it\\'s\\\\{id}'].get", update: { description: 'One', summary: 'A' } },
        { target: "$.paths['/it\\'s\\\\{id}'].get.parameters[0]", update: { description: 'Quoted' } },
        { target: "$.paths['/it\\'s\\\\{id}'].get.responses['200']", update: { description: 'Done' } },
      ],
    })
  })

  it('without words has an action that changes nothing', () => {
    const { text, format } = wordsOverlay({ name: 'a.yaml', text: yaml, language: 'en', parts: [] }, { title: 'Words', version: '1' })
    expect(format).toBe('yaml')
    expect(text).toContain('actions:\n  - target: $\n    update: {}\n')
  })
})
