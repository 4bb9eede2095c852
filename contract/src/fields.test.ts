import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { assertProperty } from '../../test/random.ts'
import { countOrNone, flag, flagOrNone, id, idOr0, order, requestId } from './fields.ts'
import { everyCall } from './index.ts'
import { JSON_DEPTH_MAX, jsonExcess } from './limits.ts'

/** What programs send in forms for a missing value. */
const absentValues = [undefined, null, '', ' ', 'undefined', 'null', 'NaN', ' null\r\n', false]
const invalidNumbers = [
  'abc',
  '-1',
  '1e2',
  '0x1',
  '1.5',
  '1,5',
  "1'",
  '2147483648',
  '٣',
  true,
  'on',
  '[object Object]',
  'undefine',
  'nan()',
]

describe('an optional number', () => {
  it.each(absentValues)('is absent when %j is sent', (sent) => {
    expect(idOr0.parse(sent)).toBe(0)
    expect(countOrNone.parse(sent)).toBeUndefined()
    expect(order.parse(sent)).toBeUndefined()
  })

  it.each([7, '7', ' 7 ', '7\r\n', '007', 7.0])('is 7 when %j is sent', (sent) => {
    for (const field of [id, idOr0, countOrNone, order]) expect(field.parse(sent)).toBe(7)
  })

  it.each(invalidNumbers)('refuses %j', (sent) => {
    for (const field of [idOr0, countOrNone]) expect(field.safeParse(sent).success).toBe(false)
  })
})

it.each([...absentValues, ...invalidNumbers])('a required number refuses %j', (sent) => {
  expect(id.safeParse(sent).success).toBe(false)
})

it('an order accepts a zero fraction and ignores values that are not a number', () => {
  for (const sent of ['9.0', '9.00', ' 9. ', 9.0, '9']) expect(order.parse(sent)).toBe(9)
  for (const sent of [...invalidNumbers, '0', 0, '0.0', '9.5']) expect(order.parse(sent)).toBeUndefined()
  expect(order.safeParse(['9']).success).toBe(false)
})

it('a flag is true for the usual words of forms and programs, and false for every other value', () => {
  for (const sent of [1, '1', true, 'true', 'True', 'TRUE', 'on', 'yes', ' 1\n']) expect([sent, flag.parse(sent)]).toEqual([sent, true])
  for (const sent of [...absentValues, 0, '0', 'false', 'False', 'off', 'no', 'abc', '2'])
    expect([sent, flag.parse(sent)]).toEqual([sent, false])
})

it('an optional flag accepts the same words and refuses every other value', () => {
  for (const sent of [1, true, 'True', 'on', 'yes']) expect([sent, flagOrNone.parse(sent)]).toEqual([sent, 1])
  for (const sent of [0, false, 'False', 'off', 'no']) expect([sent, flagOrNone.parse(sent)]).toEqual([sent, 0])
  for (const sent of [undefined, null, '', 'undefined', 'null', 'NaN']) expect([sent, flagOrNone.parse(sent)]).toEqual([sent, undefined])
  for (const sent of ['abc', '2', '-1']) expect(flagOrNone.safeParse(sent).success).toBe(false)
})

it('requests without a request_id are never treated as repeats of each other', () => {
  for (const sent of ['undefined', 'null', '', undefined, null]) expect(requestId.parse(sent)).toBe('')
  expect(requestId.parse('a-request')).toBe('a-request')
  expect(requestId.safeParse('short').success).toBe(false)
})

const optional = everyCall().flatMap(([group, action, { input }]) =>
  Object.entries(input.shape as Record<string, z.ZodType>)
    .filter(([, field]) => field.safeParse(undefined).success && typeof field.safeParse('7').data === 'number')
    .map(([name, field]) => [`${group}/${action} ${name}`, field] as const),
)

it.each(optional)('%s accepts every form of an absent value', (_name, field) => {
  for (const sent of ['undefined', 'null', 'NaN', '', ' ']) expect(field.parse(sent)).toBe(field.parse(undefined))
})

it('S56: the depth of a JSON text is that of its value, also after lists that have ended', () => {
  const depthOf = (value: unknown): number => (value instanceof Object ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0)
  const siblings = fc.array(fc.constantFrom<unknown>([], {}, '[[', '"]', 1), { maxLength: 3 })
  const levels = fc.array(fc.tuple(siblings, siblings), { minLength: JSON_DEPTH_MAX - 6, maxLength: JSON_DEPTH_MAX + 6 })
  assertProperty(
    fc.property(levels, (around) => {
      const value = around.reduce<unknown>((inner, [before, after]) => [...before, inner, ...after], 1)
      expect(jsonExcess(JSON.stringify(value))).toBe(depthOf(value) > JSON_DEPTH_MAX ? 'depth' : undefined)
    }),
  )
})
