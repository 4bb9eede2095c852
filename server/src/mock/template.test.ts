import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { Budget, OutputTooLarge } from './random.ts'
import { evaluate } from './template.ts'
import { argumentsOf } from './template-parts.ts'

/** Evaluates a copy of the template. The caller states the shape of the result. */
const made = <Shape = Record<string, unknown>>(template: unknown) => evaluate(structuredClone(template) as never) as Shape
const often = (times: number, work: () => void) => Array.from({ length: times }, work)

it('leaves plain JSON unchanged', () => {
  const plain = { a: [1, 'two', null, true, { b: {} }], 'c d': -1.5, 'x|y': 'no rule', e: 'me@example.com', f: '50% @ 3 @' }
  expect(JSON.stringify(made(plain))).toBe(JSON.stringify(plain))
  assertProperty(
    fc.property(fc.json({ maxDepth: 4, stringUnit: fc.constantFrom('a', 'b', ' ', '"', '\\', '好', '\n') }), (text) => {
      expect(JSON.stringify(made(JSON.parse(text)))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

it('repeats lists and strings, and increments numbers', () => {
  often(50, () => {
    const { list, stars, id, letters } = made<{ list: { id: number }[]; stars: string; id: number; letters: string }>({
      'list|2-4': [{ 'id|+3': 10, n: 'x' }],
      'stars|3': '★',
      'id|+1': 7,
      'letters|5': '',
    })
    expect(list.length).toBeGreaterThanOrEqual(2)
    expect(list.length).toBeLessThanOrEqual(4)
    expect(list.map(({ id: each }) => each)).toEqual(list.map((_, n) => 10 + 3 * n))
    expect([stars, id, letters.length]).toEqual(['★★★', 7, 5])
  })
  expect(
    made<{ rows: { in: { id: number }[] }[] }>({ 'rows|2': [{ 'in|2': [{ 'id|+1': 1 }] }] }).rows.flatMap((row) =>
      row.in.map(({ id }) => id),
    ),
  ).toEqual([1, 2, 3, 4])
  expect(made({ 'a|2': [1, 2], 'b|0': [1], 'c|3': [] })).toEqual({ a: [1, 2, 1, 2], b: [], c: [] })
})

it('picks one entry, cycles through entries, and picks properties', () => {
  const seen = new Set<unknown>()
  often(100, () => seen.add(made<{ one: { b?: number } }>({ 'one|1': ['a', { b: 1 }] }).one.b ?? 'a'))
  expect(seen).toEqual(new Set(['a', 1]))
  expect(made<{ rows: { turn: string }[] }>({ 'rows|4': [{ 'turn|+1': ['a', 'b', 'c'] }] }).rows.map(({ turn }) => turn)).toEqual([
    'a',
    'b',
    'c',
    'a',
  ])
  expect(Object.keys(made<{ some: object }>({ 'some|2': { a: 1, b: 2, c: 3 } }).some)).toHaveLength(2)
})

it('generates numbers and booleans within their limits', () => {
  const on = new Set<boolean>()
  often(200, () => {
    const {
      n,
      minus,
      price,
      digits,
      pi,
      on: each,
    } = made<{ [key in 'n' | 'minus' | 'price' | 'digits' | 'pi']: number } & { on: boolean }>({
      'n|1-9': 0,
      'minus|-5--1': 0,
      'price|1-9.2': 1,
      'digits|7.1-3': 0,
      'pi|.4': 3.14,
      'on|1': true,
    })
    expect([n >= 1 && n <= 9, minus >= -5 && minus <= -1, price >= 1 && price < 10]).toEqual([true, true, true])
    expect([String(price), String(digits), String(pi)]).toEqual([
      expect.stringMatching(/^\d\.\d[1-9]$/),
      expect.stringMatching(/^7\.\d{1,3}$/),
      expect.stringMatching(/^3\.14\d[1-9]$/),
    ])
    on.add(each)
  })
  expect(on.size).toBe(2)
})

it.each([
  ['@boolean', /^(true|false)$/],
  ['@integer(3, 5)', /^[345]$/],
  ['@natural', /^\d+$/],
  ['@float(1, 2, 2, 2)', /^[12]\.\d[1-9]$/],
  ['@string("lower", 5)', /^[a-z]{5}$/],
  ['@string(number,3)', /^\d{3}$/],
  ['@string(4)', /^.{4}$/],
  ['@character("AB")', /^[AB]$/],
  ['@range(2, 8, 3)', /^2,5$/],
  ['@date', /^\d{4}-\d\d-\d\d$/],
  ['@time', /^\d\d:\d\d:\d\d$/],
  ['@datetime', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
  ['@datetime("yyyy-MM-ddTHH:mm:ss")', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
  ['@date(yyyy/MM/dd)', /^\d{4}\/\d\d\/\d\d$/],
  ['@date("T")', /^\d+$/],
  ['@now("day", "HH:mm:ss SS")', /^00:00:00 000$/],
  ['@now(yyyy)', new RegExp(`^${new Date().getUTCFullYear()}$`)],
  ['@email', /^[a-z]\.[a-z]+@[a-z]+\.[a-z.]+$/],
  ['@email("x.test")', /@x\.test$/],
  ['@url(http, x.test)', /^http:\/\/x\.test\/[a-z]+$/],
  ['@ip', /^(\d{1,3}\.){3}\d{1,3}$/],
  ['@name', /^\w+ \w+$/],
  ['@name(true)', /^\w+ \w+ \w+$/],
  ['@NAME', /^\w+ \w+$/],
  ['@cname', /^\p{Script=Han}{2,4}$/u],
  ['@city(true)', /^\p{Script=Han}+ \p{Script=Han}+$/u],
  ['@county(true)', /^\p{Script=Han}+ \p{Script=Han}+ \p{Script=Han}+$/u],
  ['@zip', /^\d{6}$/],
  ['@id', /^\d{17}[\dX]$/],
  ['@guid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['@color', /^#[0-9a-f]{6}$/],
  ['@rgba', /^rgba\(\d+, \d+, \d+, [\d.]+\)$/],
  ['@image("200x100", "#ffcc33", "#FFF", "png", "A B")', /^https:\/\/dummyimage\.com\/200x100\/ffcc33\/FFF\.png&text=A%20B$/],
  ['@dataImage("20x10", "<b>")', /^data:image\/svg\+xml,/],
  ['@title(2)', /^[A-Z][a-z]+ [A-Z][a-z]+$/],
  ['@ctitle(4)', /^\p{Script=Han}{4}$/u],
  ['@csentence(6)', /^\p{Script=Han}{6}。$/u],
  ['@sentence(2)', /^[A-Z][a-z]+ [a-z]+\.$/],
  ['@paragraph(2)', /^[A-Z][^.]+\. [A-Z][^.]+\.$/],
  ['@cword("零一二", 2)', /^[零一二]{2}$/],
  ['@pick(["a", "b"])', /^[ab]$/],
  ['@pick(a, b)', /^[ab]$/],
  ['@shuffle(["a", "b"], 1)', /^[ab]$/],
  ['@upper("@first")', /^[A-Z]+$/],
  ['@upper(@title(2))', /^[A-Z]+ [A-Z]+$/],
  ['@capitalize(hello)', /^Hello$/],
  ['@increment, @inc(10)', /^1, 11$/],
  ['@d6', /^[1-6]$/],
  ['@date,@time', /^\d{4}-\d\d-\d\d,\d\d:\d\d:\d\d$/],
  ['@cname你好', /^\p{Script=Han}{4,6}$/u],
  ['\\@name', /^@name$/],
  ['@nothing(1) @name.x', /^@nothing\(1\) \w+ \w+\.x$/],
  ['a@name.com', /^a@name\.com$/],
])('%s', (template, wanted) => {
  often(20, () => expect(String(made({ value: template }).value)).toMatch(wanted))
})

it('keeps the type of a placeholder that is the whole text', () => {
  expect(typeof made({ a: '@integer' }).a).toBe('number')
  expect(typeof made({ a: '@boolean' }).a).toBe('boolean')
  expect(made({ a: '@range(3)' }).a).toEqual([0, 1, 2])
  expect(made({ a: 'n @range(2)' }).a).toBe('n [0,1]')
})

it('resolves references to siblings, parents and children in any order', () => {
  type Kin = { [key in 'first' | 'full' | 'last']: string } & {
    deep: { up: string; top: string; list: string[] }
    user: { [key in 'name' | 'again']: string }
  }
  const { first, full, last, deep, user } = made<Kin>({
    first: '@cfirst',
    full: '@first-@last',
    last: '@clast',
    deep: { up: '@../last', top: '@/first', list: ['@../../user/name'] },
    user: { name: '@name', again: '@name' },
  })
  expect(full).toBe(`${first}-${last}`)
  expect([deep.up, deep.top, deep.list[0], user.again]).toEqual([last, first, user.name, user.name])
  expect(Object.keys(made({ a: '@b', b: 1, c: 2 }))).toEqual(['a', 'b', 'c'])
})

it('does not follow circular references', () => {
  expect(made({ a: '@b', b: '@a', name: 'I am @name' })).toMatchObject({ a: '@a', b: '@a', name: expect.stringMatching(/^I am \w+ \w+$/) })
  expect(made({ a: { b: '@/a/b' } })).toEqual({ a: { b: '@/a/b' } })
})

it('S95: cannot reach anything outside the template', () => {
  const names = [
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'extend',
    'eval',
    'process',
    'valueOf',
    '/constructor/name',
    '../__proto__',
  ]
  expect(names.map((name) => made<{ x: { y: string } }>({ x: { y: `@${name}` } }).x.y)).toEqual(names.map((name) => `@${name}`))
  const odd = JSON.parse('{"__proto__":{"polluted":1},"constructor":"@__proto__"}')
  expect(JSON.stringify(evaluate(odd))).toBe('{"__proto__":{"polluted":1},"constructor":{"polluted":1}}')
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

it('S95: generates no more than the budget allows', () => {
  const small = (template: unknown) => () => evaluate(template as never, 'UTC', new Budget(10_000))
  for (const bomb of [
    { 'a|99999': 'x' },
    { 'a|9999': [1] },
    { a: '@string(99999)' },
    { a: '@range(0,1e9)' },
    { a: '@csentence(99999)' },
    { a: '@zip(99999)' },
  ])
    expect(small(bomb)).toThrow(OutputTooLarge)
  expect(small({ a: '@range(1,9,0)', b: '@range(NaN)', 'c|-5': 'x', d: '@string(-1)', e: '@float(1,2,99,99)' })).not.toThrow()
})

it('parses arguments and never evaluates them', () => {
  expect(argumentsOf(`1, -2.5, 'a', "b\\"c", true, null, [1, ['x']]`)).toEqual([1, -2.5, 'a', 'b"c', true, null, [1, ['x']]])
  expect(argumentsOf('')).toEqual([])
  expect(argumentsOf('yyyy-MM-dd HH:mm, 1+1')).toEqual(['yyyy-MM-dd HH:mm', '1+1'])
  expect(argumentsOf('[1, 2')).toEqual(['[1', '2'])
  assertProperty(fc.property(fc.string(), (text) => Array.isArray(argumentsOf(text))))
  assertProperty(fc.property(fc.string(), (text) => typeof JSON.stringify(made({ 'k|1-2': `@pick(${text})`, [text]: text })) === 'string'))
})
