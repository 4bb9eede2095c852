import { contract, everyCall } from '@sheaf/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { encoderOf, toWire } from './encode.ts'

it('writes ids as digit strings, dates in the site’s time zone, and only declared fields', () => {
  const write = encoderOf(contract.user.info.output, 'UTC')
  const row = {
    uid: 7,
    username: 'a"b',
    name: '',
    email: '',
    email_verify: 0,
    groupid: 2,
    avatar: '',
    avatar_small: '',
    password_hash: 'secret',
  }
  expect(JSON.parse(write(row))).toEqual({
    uid: '7',
    username: 'a"b',
    name: '',
    email: '',
    email_verify: '0',
    groupid: '2',
    avatar: '',
    avatar_small: '',
  })
  const list = encoderOf(contract.catalog.catListGroup.output, 'Asia/Shanghai')
  const node = { cat_id: 1, cat_name: 'A', item_id: 2, s_number: 99, parent_cat_id: 0, level: 2, addtime: 0, sub: [] as unknown[] }
  const tree = [{ ...node, addtime: 1_700_000_000, sub: [{ ...node, cat_id: 3, addtime: 1 }] }]
  expect(JSON.parse(list(tree))).toMatchObject([{ cat_id: '1', addtime: '2023-11-15 06:13:20', sub: [{ cat_id: '3', sub: [] }] }])
})

it('omits optional fields without a value', () => {
  const { menu } = contract.item.info.output.shape
  const page = { page_id: 1, author_uid: null, cat_id: 0, page_title: 'A', addtime: 2 }
  const pages = [page, { ...page, method: null }, { ...page, method: 'GET' }]
  const keys = '{"page_id":"1","author_uid":null,"cat_id":"0","page_title":"A","addtime":"2"'
  expect(encoderOf(menu, 'UTC')({ pages, catalogs: [] })).toBe(`{"pages":[${keys}},${keys}},${keys},"method":"GET"}],"catalogs":[]}`)
})

it('writes both alternatives of a union', () => {
  const write = encoderOf(contract.page.createSinglePage.output, 'UTC')
  expect(write([])).toBe('[]')
  expect(write({ unique_key: 'k', page_id: 5 })).toBe('{"unique_key":"k","page_id":5}')
})

/** Values that a handler can return for this output; their objects have an undeclared column, as rows of the database can. */
function valuesOf(type: z.ZodType, depth = 0): fc.Arbitrary<unknown> {
  const wire = type.meta()?.['wire']
  if (wire === 'digits' || wire === 'date') return fc.nat({ max: 4_000_000_000 })
  if (type instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = type.shape
    const fields = Object.entries(shape).map(([key, field]) => [key, valuesOf(field, depth + 1)] as const)
    return fc.record({ ...Object.fromEntries(fields), password_hash: fc.constant(UNDECLARED) })
  }
  if (type instanceof z.ZodArray)
    return depth > 6 || type.element instanceof z.ZodNever
      ? fc.constant([])
      : fc.array(valuesOf(type.element as z.ZodType, depth + 1), { maxLength: 3 })
  if (type instanceof z.ZodOptional) return fc.oneof(fc.constantFrom(undefined, null), valuesOf(type.unwrap() as z.ZodType, depth + 1))
  if (type instanceof z.ZodUnion) return fc.oneof(...type.options.map((option) => valuesOf(option as z.ZodType, depth + 1)))
  if (type instanceof z.ZodString) return fc.string({ unit: 'binary' })
  if (type instanceof z.ZodNumber) return fc.oneof(fc.double(), fc.integer())
  if (type instanceof z.ZodBoolean) return fc.boolean()
  if (type instanceof z.ZodNull) return fc.constant(null)
  if (type instanceof z.ZodEnum || type instanceof z.ZodLiteral)
    return fc.constantFrom(...(type instanceof z.ZodEnum ? type.options : type.values))
  if (type instanceof z.ZodUnknown) return fc.jsonValue()
  throw new Error(`no values for ${type.def.type}`)
}
const UNDECLARED = 'an undeclared column'

const outputs = everyCall()
  .filter(([, , { output }]) => output.meta()?.['wire'] !== 'bytes')
  .map(([group, action, { output }]) => [`${group}/${action}`, output] as const)

it.each(outputs)('the wire form of %s is what a client reads from its text, without undeclared columns', (_path, output) => {
  const encode = encoderOf(output, 'Asia/Shanghai')
  fc.assert(
    fc.property(valuesOf(output), (value) => {
      const text = encode(value)
      expect(toWire(output, value, 'Asia/Shanghai')).toEqual(JSON.parse(text))
      expect(text).not.toContain(UNDECLARED)
    }),
    { numRuns: 20 },
  )
})

it('writes dates in the requested time zone, and an output that contains itself', () => {
  const { output } = contract.catalog.catListGroup
  const node = { cat_id: 1, cat_name: 'A', item_id: 2, s_number: 99, parent_cat_id: 0, level: 2, addtime: 1_700_000_000 }
  const tree = [{ ...node, sub: [{ ...node, cat_id: 3, sub: [] }] }]
  for (const [timeZone, addtime] of [
    ['UTC', '2023-11-14 22:13:20'],
    ['Asia/Shanghai', '2023-11-15 06:13:20'],
  ] as const)
    expect(toWire(output, tree, timeZone)).toMatchObject([{ cat_id: '1', addtime, sub: [{ cat_id: '3', addtime, sub: [] }] }])
})
