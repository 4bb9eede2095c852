import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { UsageError } from '../lib/usage-error.ts'
import { folderOf } from '../test/folder.ts'
import { bundle } from './bundle.ts'
import { bundleWords } from './words.ts'

const words = bundleWords('en')
const head = 'openapi: 3.1.0\ninfo: {title: Orders, version: "1"}\n'
const schema = (name: string, ref: string) => `    ${name}: {$ref: '${ref}'}\n`
/** A description with these schemas. */
const withSchemas = (...lines: string[]) => `${head}components:\n  schemas:\n${lines.join('')}`

function bundled(files: Record<string, string | Uint8Array>, name = 'openapi.yaml') {
  const folder = folderOf(files)
  const { bytes, ...others } = bundle(join(folder, name), folder, words)
  return { text: bytes.toString(), ...others }
}
const documentOf = (files: Record<string, string>, name?: string) => JSON.parse(bundled(files, name).text)
const reasonOf = (make: () => unknown) => {
  try {
    make()
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as Error).message
  }
  return 'no error'
}

describe('a description in one file', () => {
  it.each([
    `${head}# a comment\npaths: {}\n`,
    `\uFEFF{"openapi":"3.1.0",  "info":{"title":"Orders","version":"1"},"x-n":1.10,"paths":{"/a":{"$ref":"#/x"}}}`,
    withSchemas(schema('A', 'openapi.yaml#/components/schemas/A')),
    withSchemas(schema('A', 'https://example.com/a.yaml'), schema('B', '//host/b.yaml'), schema('C', 'file:///etc/passwd')),
    withSchemas(schema('A', '\\\\host\\share\\a.yaml'), schema('B', 'urn:example:b')),
  ])('stays as it is, byte for byte: %j', (text) => {
    expect(bundled({ 'openapi.yaml': text })).toEqual({ text, title: 'Orders', files: 1 })
  })

  it('is refused if it is no description', () => {
    expect(reasonOf(() => bundled({ 'openapi.yaml': 'a: 1' }))).toContain('not an OpenAPI or Swagger description')
    expect(reasonOf(() => bundled({ 'openapi.yaml': '- openapi' }))).toContain('not an OpenAPI or Swagger description')
    expect(reasonOf(() => bundled({ 'openapi.yaml': 'a: [1' }))).toContain('neither JSON nor YAML')
    expect(reasonOf(() => bundled({ 'openapi.yaml': `${'['.repeat(9000)}1${']'.repeat(9000)}` }))).toContain('neither JSON nor YAML')
    expect(reasonOf(() => bundle('/nowhere/openapi.yaml', folderOf({}), words))).toContain('there is no such file')
  })
})

describe('parts in other files', () => {
  it('become components with the names of their files or places, and each is written once', () => {
    const document = documentOf({
      'openapi.yaml': `${head}paths:
  /orders:
    get:
      parameters:
        - $ref: parameters.yaml#/limit
      responses:
        200: {$ref: ./responses/list.json}
        404: {$ref: './responses/list.json'}
`,
      'parameters.yaml': 'limit: {name: limit, in: query, schema: {$ref: "schemas/order.yaml#/properties/quantity"}}',
      'responses/list.json': JSON.stringify({
        description: 'Orders',
        content: { 'application/json': { schema: { type: 'array', items: { $ref: '../schemas/order.yaml' } } } },
      }),
      'schemas/order.yaml':
        'type: object\nproperties:\n  quantity: {type: integer}\n  parent: {$ref: "#"}\n  other: {$ref: "./order.yaml"}\n',
    })
    expect(document.components).toEqual({
      parameters: { limit: { name: 'limit', in: 'query', schema: { $ref: '#/components/schemas/quantity' } } },
      responses: {
        list: {
          description: 'Orders',
          content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/order' } } } },
        },
      },
      schemas: {
        quantity: { type: 'integer' },
        order: {
          type: 'object',
          properties: {
            quantity: { type: 'integer' },
            parent: { $ref: '#/components/schemas/order' },
            other: { $ref: '#/components/schemas/order' },
          },
        },
      },
    })
    const { get } = document.paths['/orders']
    expect(get.parameters).toEqual([{ $ref: '#/components/parameters/limit' }])
    expect(get.responses[200]).toEqual({ $ref: '#/components/responses/list' })
    expect(get.responses[404]).toEqual(get.responses[200])
  })

  it('keep the names that the description gives them, also through an index', () => {
    const document = documentOf({
      'openapi.yaml': `${withSchemas(schema('Order', './index.yaml#/order'))}paths:
  /a: {$ref: paths/a.yaml}
`,
      'index.yaml': 'order: {$ref: schemas/o.yaml}\n',
      'schemas/o.yaml': 'type: object\n',
      'paths/a.yaml': `get:
  responses:
    200:
      description: Done
      content:
        a/b: {schema: {$ref: ../schemas/o.yaml}}
        a/c: {schema: {$ref: ../index.yaml#/order}}
        a/d: {schema: {$ref: ../openapi.yaml#/components/schemas/Order}}
`,
    })
    expect(document.components.schemas).toEqual({ Order: { type: 'object' } })
    const { content } = document.paths['/a'].get.responses[200]
    for (const type of ['a/b', 'a/c', 'a/d']) expect(content[type]).toEqual({ schema: { $ref: '#/components/schemas/Order' } })
  })

  it('can be whole maps: of components, of schemas, of paths', () => {
    const files = {
      'schemas/index.yaml': 'Order: {$ref: ./order.yaml}\nLine: {type: object, properties: {order: {$ref: "#/Order"}}}\n',
      'schemas/order.yaml': 'properties: {lines: {items: {$ref: "index.yaml#/Line"}}}',
      'paths.yaml': '/a:\n  get: {responses: {200: {content: {a/b: {schema: {$ref: "schemas/index.yaml#/Line"}}}}}}\n',
    }
    const schemas = {
      Order: { properties: { lines: { items: { $ref: '#/components/schemas/Line' } } } },
      Line: { type: 'object', properties: { order: { $ref: '#/components/schemas/Order' } } },
    }
    const paths = { '/a': { get: { responses: { 200: { content: { 'a/b': { schema: { $ref: '#/components/schemas/Line' } } } } } } } }
    const one = { 'openapi.yaml': `${head}paths: {$ref: paths.yaml}\ncomponents: {schemas: {$ref: schemas/index.yaml}}\n`, ...files }
    expect(documentOf(one)).toMatchObject({ paths, components: { schemas } })
    const two = {
      'openapi.yaml': `${head}paths: {$ref: paths.yaml}\ncomponents: {$ref: components.yaml}\n`,
      'components.yaml': 'schemas: {$ref: schemas/index.yaml}\n',
      ...files,
    }
    expect(documentOf(two)).toMatchObject({ paths, components: { schemas } })
  })

  it('keep the words next to their reference', () => {
    const document = documentOf({
      'openapi.yaml': `${head}paths:
  /a: {$ref: a.yaml, summary: Ours}
  /b: {post: {requestBody: {content: {a/b: {schema: {$ref: s.yaml, description: Ours}}}}}}
`,
      'a.yaml': 'summary: Theirs\nget: {responses: {200: {$ref: "#/x-done"}}}\nx-done: {description: Done}\n',
      's.yaml': 'type: string',
    })
    expect(document.paths['/a']).toMatchObject({ summary: 'Ours', get: { responses: { 200: { $ref: '#/components/responses/x-done' } } } })
    expect(document.components).toEqual({ responses: { 'x-done': { description: 'Done' } }, schemas: { s: { type: 'string' } } })
    expect(document.paths['/b'].post.requestBody.content['a/b'].schema).toEqual({ $ref: '#/components/schemas/s', description: 'Ours' })
  })

  it('of a real description in five files are the same from JSON and from YAML', () => {
    const documents = ['json', 'yaml'].map((kind) => {
      const root = fileURLToPath(new URL(`../../../testdata/openapi-examples/examples/v2.0/${kind}/petstore-separate`, import.meta.url))
      const { bytes, files } = bundle(join(root, `spec/swagger.${kind}`), root, words)
      expect(files).toBe(5)
      return JSON.parse(bytes.toString())
    })
    expect(documents[1]).toEqual(documents[0])
    expect(Object.keys(documents[0].definitions)).toEqual(['Pet', 'Error', 'NewPet'])
    expect(JSON.stringify(documents[0]).match(/"\$ref":"(?!#\/(?:definitions|parameters)\/)[^"]*"/g)).toBeNull()
  })

  it('get different names when they are different, and in Swagger 2 they are definitions', () => {
    const document = documentOf({
      'openapi.yaml':
        'swagger: "2.0"\ndefinitions:\n  Order: {type: string}\n  A: {properties: {a: {$ref: one/Order.yaml}, b: {$ref: two/Order.yaml}, c: {$ref: "#/definitions/Order"}}}\n',
      'one/Order.yaml': 'title: one',
      'two/Order.yaml': 'title: two',
    })
    expect(document.definitions).toEqual({
      Order: { type: 'string' },
      A: {
        properties: {
          a: { $ref: '#/definitions/Order-2' },
          b: { $ref: '#/definitions/Order-3' },
          c: { $ref: '#/definitions/Order' },
        },
      },
      'Order-2': { title: 'one' },
      'Order-3': { title: 'two' },
    })
  })

  it('are found by JSON pointers with escapes, by anchors and by values of a discriminator', () => {
    const document = documentOf({
      'openapi.yaml': withSchemas(
        schema('Tilde', 'parts.yaml#/~1a~0b/c%20d'),
        schema('Anchor', 'parts.yaml#named'),
        schema('Item', 'parts.yaml#/list/1'),
        '    Pet: {oneOf: [{$ref: "pets/my%20dog.yaml"}], discriminator: {propertyName: t, mapping: {dog: "./pets/my%20dog.yaml", cat: Cat}}}\n',
      ),
      'parts.yaml': '/a~b: {"c d": {title: tilde}}\ndeep: {inside: {$anchor: named, title: anchor}}\nlist: [{title: zero}, {title: one}]\n',
      'pets/my dog.yaml': 'title: dog',
    })
    expect(document.components.schemas).toEqual({
      Tilde: { title: 'tilde' },
      Anchor: { $anchor: 'named', title: 'anchor' },
      Item: { title: 'one' },
      Pet: {
        oneOf: [{ $ref: '#/components/schemas/my-dog' }],
        discriminator: { propertyName: 't', mapping: { dog: '#/components/schemas/my-dog', cat: 'Cat' } },
      },
      'my-dog': { title: 'dog' },
    })
  })

  it('may go in circles, but not contain themselves where they are written out', () => {
    const document = documentOf({
      'openapi.yaml': `${withSchemas(schema('A', 'a.yaml'))}paths: {/p: {$ref: path.yaml}}\n`,
      'a.yaml': 'properties: {b: {$ref: b.yaml}}',
      'b.yaml': 'properties: {a: {$ref: a.yaml}}',
      'path.yaml': 'post: {callbacks: {done: {"{$url}": {$ref: path.yaml}}}}',
    })
    expect(document.components.schemas.b).toEqual({ properties: { a: { $ref: '#/components/schemas/A' } } })
    expect(document.components.pathItems.path.post.callbacks.done['{$url}']).toEqual({ $ref: '#/components/pathItems/path' })
    const alone = { 'openapi.yaml': withSchemas(schema('A', 'a.yaml')), 'a.yaml': '$ref: b.yaml', 'b.yaml': '$ref: a.yaml' }
    expect(documentOf(alone).components.schemas).toEqual({ A: { $ref: '#/components/schemas/A' } })
    const own = { 'openapi.yaml': `${head}info: {$ref: i.yaml}\n`, 'i.yaml': 'contact: {$ref: i.yaml, name: n}' }
    expect(reasonOf(() => bundled(own))).toContain('contains itself')
    const turn = { 'openapi.yaml': `${head}tags: {$ref: a.yaml}\n`, 'a.yaml': '$ref: b.yaml', 'b.yaml': '$ref: a.yaml' }
    expect(reasonOf(() => bundled(turn))).toContain('contains itself')
    const anchors = { 'openapi.yaml': withSchemas(schema('A', 'a.yaml')), 'a.yaml': 'properties: &x {x: {properties: *x}}' }
    expect(reasonOf(() => bundled(anchors))).toContain('contains itself')
  })

  it('in examples and extensions are no references', () => {
    const example = { $ref: './nowhere.yaml' }
    const document = documentOf({
      'openapi.yaml': `${withSchemas(schema('A', 'a.yaml'))}    B: {example: {$ref: ./nowhere.yaml}, properties: {example: {$ref: a.yaml}, $ref: {type: string}}}\nx-a: {$ref: ./nowhere.yaml}\n`,
      'a.yaml': 'title: a\nexamples: [{$ref: ./nowhere.yaml}]\nenum: [{$ref: ./nowhere.yaml}]',
    })
    expect(document['x-a']).toEqual(example)
    expect(document.components.schemas).toEqual({
      A: { title: 'a', examples: [example], enum: [example] },
      B: { example, properties: { example: { $ref: '#/components/schemas/A' }, $ref: { type: 'string' } } },
    })
  })

  it('keep the digits of numbers, and keys stay as they are written', () => {
    const { text } = bundled({
      'openapi.yaml': `${withSchemas(schema('A', 'a.yaml'), schema('B', 'b.json'))}    C: {default: 1.10, const: 12345678901234567890, x: 1e400, y: -0, z: 0x10}\n`,
      'a.yaml': 'default: 0.10000000000000000001\nproperties: {1.10: {type: string}, 200: {}}',
      'b.json': '{"maximum":123456789012345678901234567890,"minimum":-0.50,"multipleOf":1E-7}',
    })
    expect(text).toContain('"A":{"default":0.10000000000000000001,"properties":{"200":{},"1.10":{"type":"string"}}}')
    expect(text).toContain('"B":{"maximum":123456789012345678901234567890,"minimum":-0.50,"multipleOf":1E-7}')
    expect(text).toContain('"C":{"default":1.10,"const":12345678901234567890,"x":1e400,"y":-0,"z":16}')
  })

  it('may use YAML anchors and merge keys, also for references', () => {
    const document = documentOf({
      'openapi.yaml': withSchemas(schema('A', 'a/a.yaml')),
      'a/a.yaml': 'x-base: &base {type: object, properties: {b: &ref {$ref: b.yaml}, c: *ref}}\n<<: *base\nnot: *ref\n',
      'a/b.yaml': 'title: b',
    })
    const b = { $ref: '#/components/schemas/b' }
    expect(document.components.schemas).toMatchObject({ A: { type: 'object', properties: { b, c: b }, not: b }, b: { title: 'b' } })
  })

  it('can have any name', () => {
    const { text } = bundled({
      'openapi.yaml': `${head}components:\n  schemas: {A: {properties: {a: {$ref: "p.json#/__proto__"}, b: {$ref: "p.json#/constructor"}, c: {$ref: 订单.yaml}}}}\n`,
      'p.json': '{"__proto__": {"title": "p"}, "constructor": {"title": "c"}}',
      '订单.yaml': 'title: 订单',
    })
    expect(text).toContain('"__proto__":{"title":"p"},"constructor":{"title":"c"},"订单":{"title":"订单"}')
    expect(reasonOf(() => bundled({ 'openapi.yaml': withSchemas(schema('A', 'p.json#/toString')), 'p.json': '{}' }))).toBe(
      'openapi.yaml: p.json#/toString: the file has nothing at this place.',
    )
  })
})

type Node = { title?: string; $ref?: string; properties?: Record<string, Node>; [key: string]: unknown }

/** A schema with all its references resolved, down to this depth. `at` finds the target of a reference in a file. */
function meaning(node: Node, file: string, depth: number, at: (ref: string, file: string) => [Node, string]): unknown {
  if (depth === 0) return '…'
  if (node.$ref !== undefined) {
    const [target, home] = at(node.$ref, file)
    return { to: meaning(target, home, depth - 1, at), note: node['description'] }
  }
  const inside = Object.entries(node.properties ?? {}).map(([key, inner]) => [key, meaning(inner, file, depth - 1, at)])
  return { title: node.title, properties: Object.fromEntries(inside) }
}

const valueAt = (document: unknown, pointer: string): Node =>
  pointer
    .split('/')
    .slice(1)
    .reduce((value: unknown, key) => (value as Record<string, unknown>)[key], document) as Node

const places = ['openapi.json', 'a.json', 'sub/b.json', 'sub/deep/c.json']
const up: Record<string, string> = { 'openapi.json': '', 'a.json': '', 'sub/b.json': '../', 'sub/deep/c.json': '../../' }

/** Files whose schemas refer to each other at random. `random` gives a number below its argument. */
function randomFiles(random: (below: number) => number) {
  let titles = 0
  const refFrom = (file: string) => {
    const to = places[random(places.length)] as string
    const path = to === file && random(2) === 0 ? '' : `${up[file]}${random(2) ? './' : ''}${to}`
    const pointer = to === 'openapi.json' ? '/components/schemas/S' : '/S'
    return `${path}#${pointer}${random(4)}${random(4) === 0 ? '/properties/x' : ''}`
  }
  const node = (file: string, depth: number): Node => {
    if (random(3) > 0 && depth > 0) return { $ref: refFrom(file), ...(random(3) === 0 ? { description: `d${titles++}` } : {}) }
    // References lead to x, so it is not a reference itself.
    const x: Node = { title: `x${titles++}`, properties: depth < 2 ? { y: node(file, depth + 1) } : {} }
    return { title: `t${titles++}`, properties: { x, ...(depth < 3 ? { z: node(file, depth + 1) } : {}) } }
  }
  const schemas = (file: string) => Object.fromEntries([0, 1, 2, 3].map((n) => [`S${n}`, node(file, 0)]))
  const top = schemas('openapi.json')
  // Some components are no more than a reference.
  for (const n of [0, 1]) if (random(2)) top[`T${n}`] = { $ref: `sub/b.json#/S${random(4)}` }
  const documents: Record<string, unknown> = { 'openapi.json': { openapi: '3.1.0', components: { schemas: top } } }
  for (const file of places.slice(1)) documents[file] = schemas(file)
  return { top, documents }
}

const cut = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null) return value
  return depth === 0 ? '…' : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner, depth - 1)]))
}

it('means the same as its files, in random graphs of references', () => {
  assertProperty(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (start) => {
      let seed = start
      const { top, documents } = randomFiles((below) => {
        seed = (seed * 48_271) % (2 ** 31 - 1)
        return seed % below
      })
      const names = Object.keys(top)
      const before = names.map((name) =>
        meaning(top[name] as Node, 'openapi.json', 9, (ref, from) => {
          const [path = '', pointer = ''] = ref.split('#')
          const file = path === '' ? from : new URL(path, `file:///${from}`).pathname.slice(1)
          return [valueAt(documents[file], pointer), file]
        }),
      )
      const files = Object.entries(documents).map(([file, value]) => [file, JSON.stringify(value)])
      const result = JSON.parse(bundled(Object.fromEntries(files), 'openapi.json').text)
      for (const [n, name] of names.entries()) {
        const after: Node = result.components.schemas[name]
        // A component that was no more than a reference can be the part itself.
        const isPart = top[name]?.$ref !== undefined && after.$ref === undefined
        const expected = isPart ? (before[n] as { to: unknown }).to : before[n]
        const found = meaning(after, '', 9, (ref) => {
          expect(ref).toMatch(/^#/)
          return [valueAt(result, ref.slice(1)), '']
        })
        expect(cut(found, 8)).toEqual(cut(expected, 8))
      }
    }),
    { numRuns: 60 },
  )
})

describe('files outside of the root', () => {
  const secret = 'title: secret\n'
  const inside = (ref: string) => ({
    'api/openapi.yaml': withSchemas(schema('A', ref)),
    'secret.yaml': secret,
    'api/own.yaml': 'title: own',
  })
  const open = (folder: string, root = join(folder, 'api')) => bundle(join(folder, 'api/openapi.yaml'), root, words)

  it.each(['../secret.yaml', './../api/../secret.yaml', '%2e%2e/secret.yaml', '..%2fsecret.yaml', '/etc/hostname', '/proc/self/environ'])(
    'are not read: %s',
    (ref) => {
      expect(reasonOf(() => open(folderOf(inside(ref))))).toMatch(/only files below .* are read/)
    },
  )

  it('are read below a given root, and their names may have parents', () => {
    const folder = folderOf(inside('../api/./../secret.yaml'))
    expect(open(folder, folder).bytes.toString()).toContain('"A":{"title":"secret"}')
  })

  it('are not read through symbolic links, of files and of folders', () => {
    const folder = folderOf(inside('link.yaml'))
    symlinkSync('../secret.yaml', join(folder, 'api/link.yaml'))
    expect(reasonOf(() => open(folder))).toMatch(/only files below .* are read/)
    const other = folderOf(inside('up/secret.yaml'))
    symlinkSync('..', join(other, 'api/up'))
    expect(reasonOf(() => open(other))).toMatch(/only files below .* are read/)
    const main = folderOf({ 'secret.yaml': `${head}paths: {}\n`, 'api/a': '' })
    symlinkSync('../secret.yaml', join(main, 'api/openapi.yaml'))
    expect(reasonOf(() => open(main))).toMatch(/only files below .* are read/)
  })

  it('a link below the root is the same file as its target', () => {
    const folder = folderOf(inside('link.yaml'))
    writeFileSync(join(folder, 'api/openapi.yaml'), withSchemas(schema('A', 'link.yaml'), '    B: {items: {$ref: own.yaml}}\n'))
    symlinkSync('own.yaml', join(folder, 'api/link.yaml'))
    const { bytes, files } = open(folder)
    expect(files).toBe(2)
    expect(JSON.parse(bytes.toString()).components.schemas).toEqual({
      A: { title: 'own' },
      B: { items: { $ref: '#/components/schemas/A' } },
    })
  })

  it('missing files, folders and names that no file can have are named', () => {
    const folder = folderOf(inside('missing.yaml'))
    expect(reasonOf(() => open(folder))).toBe('openapi.yaml: missing.yaml: there is no such file.')
    mkdirSync(join(folder, 'api/missing.yaml'))
    expect(reasonOf(() => open(folder))).toBe('openapi.yaml: missing.yaml: there is no such file.')
    expect(reasonOf(() => open(folderOf(inside('a%00b.yaml'))))).toContain('there is no such file')
    const named = { 'api/openapi.yaml': withSchemas('    A: {$ref: "a\\e[2J\\n::error::\\u202e.yaml"}\n') }
    expect(reasonOf(() => open(folderOf(named)))).toBe('openapi.yaml: a [2J ::error:: .yaml: there is no such file.')
  })
})

describe('the limits', () => {
  it('are 2,000 files', () => {
    const folder = folderOf({})
    const write = (count: number) => {
      const lines = Array.from({ length: count - 1 }, (_, n) => schema(`S${n}`, `s/${n}.json`))
      writeFileSync(join(folder, 'openapi.yaml'), withSchemas(...lines))
    }
    mkdirSync(join(folder, 's'))
    for (let n = 0; n < 2000; n++) writeFileSync(join(folder, `s/${n}.json`), '{}')
    write(2000)
    expect(bundle(join(folder, 'openapi.yaml'), folder, words).files).toBe(2000)
    write(2001)
    expect(reasonOf(() => bundle(join(folder, 'openapi.yaml'), folder, words))).toBe('The description has more than 2000 files.')
  })

  it('are 24 MB of files, and 24 MB of text that YAML anchors repeat', () => {
    const files = { 'openapi.yaml': withSchemas(schema('A', 'a.json')), 'a.json': '{}' }
    const folder = folderOf(files)
    truncateSync(join(folder, 'a.json'), 24_000_000)
    expect(reasonOf(() => bundle(join(folder, 'openapi.yaml'), folder, words))).toBe('The description is larger than 24 MB.')
    const repeated = `a: &a {title: ${'x'.repeat(10_000)}}\nallOf: [${Array.from({ length: 2500 }, () => '*a').join(', ')}]\n`
    expect(reasonOf(() => bundled({ ...files, 'openapi.yaml': withSchemas(schema('A', 'a.yaml')), 'a.yaml': repeated }))).toBe(
      'The description is larger than 24 MB.',
    )
  })

  it('a chain of 1,500 files is followed', () => {
    const folder = folderOf({ 'openapi.yaml': withSchemas(schema('A', '0.json')) })
    for (let n = 0; n < 1500; n++) writeFileSync(join(folder, `${n}.json`), n < 1499 ? `{"items":{"$ref":"${n + 1}.json"}}` : '{}')
    const document = JSON.parse(bundle(join(folder, 'openapi.yaml'), folder, words).bytes.toString())
    expect(Object.keys(document.components.schemas)).toHaveLength(1500)
  })
})
