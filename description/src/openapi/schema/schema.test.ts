import { describe, expect, it } from 'vitest'
import { bodyLines, pageOf, rowsOf } from '../test/openapi-sample.ts'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

describe('fields', () => {
  it('have their type, whether they are required, and their constraints', () => {
    const schema = object(
      {
        id: { type: 'integer', format: 'int64', minimum: 1, maximum: 9 },
        state: { type: 'string', enum: ['new', 'a|b', ''], default: 'new', description: 'Where it\nstands' },
        code: { type: 'string', minLength: 2, maxLength: 8, pattern: '^a|b$', example: 'ab' },
        tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, minItems: 1, uniqueItems: true },
        grid: { type: 'array', minItems: 3, items: { type: 'array', maxItems: 4, items: { type: 'number', exclusiveMinimum: 0 } } },
        note: { type: ['string', 'null'], readOnly: true },
        old: { type: 'string', nullable: true, deprecated: true },
        kind: { const: 'pet' },
        big: { type: 'number', exclusiveMaximum: true, maximum: 5, multipleOf: 0.5 },
        any: {},
      },
      { required: ['id', 'state'] },
    )
    expect(rowsOf(schema)).toEqual([
      '| id | integer (int64) | yes |  |  | `1` to `9` |',
      '| state | string | yes | `new` |  | Where it stands<br>One of `new`, `a\\|b`, `""` |',
      '| code | string | no |  | `ab` | `2` to `8` characters<br>matches `^a\\|b$` |',
      '| tags | array[string] | no |  |  | One of `x`, `y`<br>at least `1` entries<br>no entry twice |',
      '| grid | array[array[number]] | no |  |  | at least `3` entries<br>each entry: at most `4` entries<br>each entry: more than `0` |',
      '| note | string \\| null | no |  |  | only in responses |',
      '| old | string \\| null | no |  |  | **Deprecated.** |',
      '| kind | string | no |  |  | always `pet` |',
      '| big | number | no |  |  | less than `5`<br>a multiple of `0.5` |',
      '| any | any | no |  |  |  |',
    ])
  })

  it('follow their parent field with their full path', () => {
    const line = object({ sku: { type: 'string' }, parts: { type: 'array', items: object({ n: { type: 'integer' } }) } })
    expect(
      rowsOf(object({ lines: { type: 'array', items: line }, to: object({ zip: { type: 'string' } }) })).map((row) => row.split(' | ')[0]),
    ).toEqual(['| lines', '| lines[].sku', '| lines[].parts', '| lines[].parts[].n', '| to', '| to.zip'])
  })

  it('of maps have the name *', () => {
    const schema = object(
      { labels: { type: 'object', additionalProperties: { type: 'string' } } },
      { patternProperties: { '^x-': object({ a: { type: 'integer' } }) }, additionalProperties: { type: 'boolean' } },
    )
    expect(rowsOf(schema)).toEqual([
      '| labels | object | no |  |',
      '| `labels.*` | string |  |  |',
      '| `*` | object |  | names match `^x-` |',
      '| `*.a` | integer | no |  |',
      '| `*` | boolean |  |  |',
    ])
  })

  it('keep names with unusual characters', () => {
    expect(
      rowsOf(object({ '+1': { type: 'integer' }, '-1': { type: 'integer' }, $ref: { type: 'string' }, 'a.b': {}, _id_: {} })).map(
        (row) => row.split(' | ')[0],
      ),
    ).toEqual(['| `+1`', '| `"-1"`', '| `$ref`', '| a.b', '| `_id_`'])
  })

  it('omit a title that only repeats the field name', () => {
    const rows = rowsOf(object({ item_id: { type: 'integer', title: 'Item Id' }, at: { title: 'Time of day', description: 'When' } }))
    expect(rows).toEqual(['| item_id | integer | no |  |', '| at | any | no | Time of day. When |'])
  })

  it('of allOf are merged, and the outer schema takes precedence', () => {
    const schemas = {
      Base: object({ id: { type: 'integer', description: 'Number' }, at: { type: 'string', format: 'date' } }, { required: ['id'] }),
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          object({ name: { type: 'string' }, id: { description: 'Chip' } }, { required: ['name'] }),
        ],
      },
    }
    expect(rowsOf({ $ref: '#/components/schemas/Pet' }, schemas)).toEqual([
      '| id | integer | yes | Number |',
      '| at | string (date) | no |  |',
      '| name | string | yes |  |',
    ])
  })

  it('have a bar in a pattern as it is, in a table and above it', () => {
    const sort = { type: 'string', pattern: '^(asc|a\\|b)$' }
    // The renderer takes one backslash before a bar in a table away.
    expect(rowsOf(object({ sort }))).toEqual(['| sort | string | no | matches `^(asc\\|a\\\\|b)$` |'])
    expect(bodyLines(sort)[0]).toBe('`application/json` · string · matches `^(asc|a\\|b)$`')
  })

  it('of a base schema are in every schema that extends it, also within another one', () => {
    const base = { $ref: '#/components/schemas/Base' }
    const schemas = {
      Base: object({ id: { type: 'integer' } }, { required: ['id'] }),
      Buyer: { allOf: [base, object({ name: { type: 'string' } })] },
      Order: { allOf: [base, object({ buyer: { $ref: '#/components/schemas/Buyer' }, origin: base })] },
    }
    expect(rowsOf({ $ref: '#/components/schemas/Order' }, schemas)).toEqual([
      '| id | integer | yes |  |',
      '| buyer | Buyer | no |  |',
      '| buyer.id | integer | yes |  |',
      '| buyer.name | string | no |  |',
      '| origin | Base | no |  |',
      '| origin.id | integer | yes |  |',
    ])
  })
})

describe('alternatives', () => {
  const cat = object({ meow: { type: 'boolean' } }, { description: 'A cat' })
  const dog = object({ bark: { type: 'integer' } })
  const schemas = { Cat: cat, Dog: dog }
  const both = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]

  it('of a body each have a name and a table', () => {
    const schema = { oneOf: both, discriminator: { propertyName: 'kind', mapping: { c: '#/components/schemas/Cat' } } }
    expect(bodyLines(schema, schemas).slice(0, 10)).toEqual([
      '`application/json` · Cat \\| Dog · `kind` tells the form: `c` → `Cat`',
      '**Cat**',
      'A cat',
      '| Name | Type | Required | Description |',
      '| --- | --- | --- | --- |',
      '| meow | boolean | no |  |',
      '**Dog**',
      '| Name | Type | Required | Description |',
      '| --- | --- | --- | --- |',
      '| bark | integer | no |  |',
    ])
  })

  it('of a field are marked in its rows', () => {
    expect(rowsOf(object({ pet: { anyOf: both }, list: { type: 'array', items: { oneOf: both } } }), schemas)).toEqual([
      '| pet | Cat \\| Dog | no |  |',
      '| pet.meow | boolean | no | *With Cat:* |',
      '| pet.bark | integer | no | *With Dog:* |',
      '| list | array[Cat \\| Dog] | no |  |',
      '| list[].meow | boolean | no | *With Cat:* |',
      '| list[].bark | integer | no | *With Dog:* |',
    ])
  })

  it('of null and one other schema become a nullable schema', () => {
    expect(rowsOf(object({ pet: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Dog' }] } }), schemas)[0]).toBe(
      '| pet | Dog \\| null | no |  |',
    )
  })

  it('without fields list their constraints', () => {
    const schema = object({
      id: {
        oneOf: [
          { type: 'integer', minimum: 1 },
          { type: 'string', enum: ['me'], description: 'Yourself' },
        ],
      },
    })
    expect(rowsOf(schema)).toEqual(['| id | integer \\| string | no | `integer`: at least `1`<br>`string`: Yourself; One of `me` |'])
  })

  it('that differ only in their required fields become one note', () => {
    const schema = object({ a: {}, b: {} }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] })
    expect(bodyLines(schema).join('\n')).toContain('needs one of: `a`, `b`')
  })

  it('of a parent schema are not shown in its child schemas', () => {
    const all = {
      Pet: {
        ...object({ kind: { type: 'string' } }),
        oneOf: [{ $ref: '#/components/schemas/Fish' }, { $ref: '#/components/schemas/Bird' }],
      },
      Fish: { allOf: [{ $ref: '#/components/schemas/Pet' }, object({ fins: { type: 'integer' } })] },
      Bird: { allOf: [{ $ref: '#/components/schemas/Pet' }, object({ wings: { type: 'integer' } })] },
    }
    expect(rowsOf({ $ref: '#/components/schemas/Fish' }, all)).toEqual(['| kind | string | no |  |', '| fins | integer | no |  |'])
    expect(bodyLines({ $ref: '#/components/schemas/Pet' }, all).join('\n')).toMatch(
      /\*\*Fish\*\*[\s\S]*fins[\s\S]*\*\*Bird\*\*[\s\S]*wings/,
    )
  })
})

describe('references', () => {
  const node = object({
    name: { type: 'string' },
    next: { $ref: '#/components/schemas/Node' },
    all: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
  })

  it('in a circle end with a mark and a link', () => {
    const rows = rowsOf({ $ref: '#/components/schemas/Node' }, { Node: node })
    expect(rows).toEqual([
      '| name | string | no |  |',
      '| next | ↻ Node | no | [Node](sheaf-page:schema%20Node) |',
      '| all | array[↻ Node] | no | [Node](sheaf-page:schema%20Node) |',
    ])
  })

  it('that an allOf makes nullable or describes keep their name and end a circle', () => {
    const owner = { allOf: [{ $ref: '#/components/schemas/Owner' }], nullable: true, description: 'Who pays' }
    const pets = { type: 'array', items: { $ref: '#/components/schemas/Pet' } }
    const schemas = { Owner: object({ name: { type: 'string' }, boss: owner, pets }), Pet: object({ owner }) }
    expect(rowsOf(object({ owner }), schemas)).toEqual([
      '| owner | Owner \\| null | no | Who pays |',
      '| owner.name | string | no |  |',
      '| owner.boss | ↻ Owner \\| null | no | Who pays<br>[Owner](sheaf-page:schema%20Owner) |',
      '| owner.pets | array[Pet] | no |  |',
      '| owner.pets[].owner | ↻ Owner \\| null | no | Who pays<br>[Owner](sheaf-page:schema%20Owner) |',
    ])
  })

  it('are unescaped, and sibling keywords take precedence', () => {
    const schemas = { 'a/b': object({ x: { type: 'string', description: 'Far' } }), 'ü~': { type: 'integer' } }
    const schema = object({
      one: { $ref: '#/components/schemas/a~1b', description: 'Near' },
      two: { $ref: '#/components/schemas/%C3%BC~0' },
    })
    expect(rowsOf(schema, schemas)).toEqual(['| one | a/b | no | Near |', '| one.x | string | no | Far |', '| two | integer | no |  |'])
  })

  it('to anchors and nested positions are resolved', () => {
    const schemas = { A: { $defs: { In: { $anchor: 'in', type: 'integer' } }, ...object({ x: { type: 'boolean' } }) } }
    const schema = object({ a: { $ref: '#in' }, b: { $ref: '#/components/schemas/A/properties/x' } })
    expect(rowsOf(schema, schemas)).toEqual(['| a | integer | no |  |', '| b | boolean | no |  |'])
  })

  it('to other files and to missing targets are reported in the table', () => {
    expect(rowsOf(object({ a: { $ref: 'https://example.com/pet.json' }, b: { $ref: '#/nowhere' } }))).toEqual([
      '| a | https://example.com/pet.json | no | Described in `https://example.com/pet.json`, which was not read |',
      '| b | nowhere | no | Its description `#/nowhere` is missing |',
    ])
  })

  it('to large schemas become links to their pages in a long table', () => {
    const wide = object(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, { type: 'string' }])))
    const rows = rowsOf(object({ a: { $ref: '#/components/schemas/Wide' }, b: { $ref: '#/components/schemas/Wide' } }), { Wide: wide })
    expect(rows).toHaveLength(42)
    expect(rows.at(-1)).toBe('| b | Wide | no | Fields: [Wide](sheaf-page:schema%20Wide) |')
  })
})

describe('examples', () => {
  const body = (schema: unknown, media: object = {}, type = 'application/json') =>
    pageOf({ requestBody: { content: { [type]: { schema, ...media } } } }).split('```')[3]

  it('are generated deterministically if none is given', () => {
    const schema = object({
      id: { type: 'integer', minimum: 3 },
      at: { type: 'string', format: 'date-time' },
      made: { type: 'string', readOnly: true },
      list: { type: 'array', items: { type: 'string', enum: ['b', 'a'] } },
      flag: { type: 'boolean', default: false },
      map: { type: 'object', additionalProperties: { type: 'number' } },
    })
    expect(body(schema)).toBe(
      `json\n${JSON.stringify({ id: 3, at: '2026-01-31T08:30:00Z', list: ['b'], flag: false, map: { key: 0 } }, undefined, 2)}\n`,
    )
    expect(body(object({ a: { type: 'string' }, b: { type: 'integer' } }), {}, 'application/x-www-form-urlencoded')).toBe(
      '\na=string&b=0\n',
    )
  })

  it('keep the limits of numbers and of lengths', () => {
    const given: [schema: object, value: unknown][] = [
      [{ type: 'integer', exclusiveMinimum: 0 }, 1],
      [{ type: 'integer', minimum: 0, exclusiveMinimum: true }, 1],
      [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
      [{ type: 'number', minimum: -90, maximum: 90 }, -90],
      [{ type: 'number', multipleOf: 0.01, exclusiveMinimum: 0 }, 0.01],
      [{ type: 'integer', minimum: 5, multipleOf: 10 }, 10],
      [{ type: 'integer', maximum: -3 }, -3],
      [{ type: 'integer', exclusiveMaximum: 0 }, -1],
      [{ type: 'integer', minimum: 9, maximum: 1 }, 9],
      [{ type: 'integer', exclusiveMinimum: 1_700_000_000_000 }, 1_700_000_000_001],
      [{ type: 'number', multipleOf: 0.1, minimum: 0.3 }, 0.3],
      [{ type: 'string', minLength: 3, maxLength: 3 }, 'str'],
      [{ type: 'string', minLength: 8 }, 'string--'],
    ]
    const schema = object(Object.fromEntries(given.map(([one], at) => [`f${at}`, one])))
    const values = Object.fromEntries(given.map(([, value], at) => [`f${at}`, value]))
    expect(body(schema)).toBe(`json\n${JSON.stringify(values, undefined, 2)}\n`)
  })

  it('in XML follow the xml keyword of the schema', () => {
    const schema = object({
      id: { type: 'integer', xml: { attribute: true } },
      tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
    })
    expect(body({ ...schema, xml: { name: 'pet' } }, {}, 'application/xml')).toBe(
      'xml\n<pet id="0">\n  <tags>\n    <tag>string</tag>\n  </tags>\n</pet>\n',
    )
  })

  it('from the document are shown with their names and descriptions', () => {
    const page = pageOf({
      requestBody: {
        content: {
          'application/json': { examples: { one: { summary: 'First', value: { a: 1 } }, two: { externalValue: 'https://e.com/x' } } },
        },
      },
    })
    expect(page).toContain('First\n\n```json [one]\n{\n  "a": 1\n}\n```')
    expect(page).toContain('The example is in `https://e.com/x`, which was not read')
  })
})
