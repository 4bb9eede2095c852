import { expect, it } from 'vitest'
import { aSnapshot, aTable } from '../../../tables/test/schema.ts'
import { tableRules } from '../rules.ts'
import { differencesOf } from './instances.ts'
import { differenceText } from './sentence.ts'

const one = (columns: string[], more: object = {}, table: object = {}) => [
  aTable({ name: 'orders', columns: ['id bigint', ...columns], more, ...table }),
]
type Side = [tables: object[], more?: object]
const at = (index: object) => ({
  indexes: [
    { name: 'p', columns: ['id'], unique: true, primary: true },
    { name: 'i', columns: ['a'], ...index },
  ],
})
const key = (table: string) => ({ foreignKeys: [{ name: 'k', columns: ['a'], schema: 'public', table, references: ['id'] }] })
const check = (expression: string) => ({ checks: [{ name: 'c', expression }] })
const trigger = (definition: string) => ({ triggers: [{ name: 't', definition }] })
const enums = (...values: string[]) => ({ enums: [{ schema: 'public', name: 'state', values, comment: '' }] })

/** Each kind of difference, reported for an instance that is the second or the first of the two. */
const rows: [main: Side, instance: Side, there: string, back: string][] = [
  [[one([])], [[]], 'live does not have this table', 'live also has this table'],
  [[one(['a text'])], [one([])], 'live has no column `a`', 'live also has the column `a` (text)'],
  [[one(['a int'])], [one(['a bigint'])], 'type of `a` in live is bigint instead of int', 'type of `a` in live is int instead of bigint'],
  [[one(['a text'])], [one(['a text?'])], '`a` may be empty in live', '`a` must not be empty in live'],
  [[one(['a text=x'])], [one(['a text'])], 'default of `a` in live is none instead of x', 'default of `a` in live is x instead of none'],
  [[one(['a text=x'])], [one(['a text=y'])], 'default of `a` in live is y instead of x', 'default of `a` in live is x instead of y'],
  [[one([])], [one([], {}, { kind: 'view' })], 'kind in live is view instead of table', 'kind in live is table instead of view'],
  [[one([], { definition: 'a' })], [one([], { definition: 'b' })], 'live has another query', 'live has another query'],
  [
    [one(['a text'], key('x'))],
    [one(['a text'], key('y'))],
    'target of key `k` in live is a → y (id) instead of a → x (id)',
    'target of key `k` in live is a → x (id) instead of a → y (id)',
  ],
  [[one(['a text'], key('x'))], [one(['a text'])], 'live has no foreign key `k`', 'live also has the foreign key `k` (a → x (id))'],
  [
    [one(['a text'], at({ unique: false }))],
    [one(['a text'], at({ unique: true }))],
    'form of index `i` in live is unique (a) instead of (a)',
    'form of index `i` in live is (a) instead of unique (a)',
  ],
  [[one(['a text'], at({ unique: false }))], [one(['a text'])], 'live has no index `i`', 'live also has the index `i` ((a))'],
  [[one([], check('a'))], [one([])], 'live has no check `c`', 'live also has the check `c` (a)'],
  [
    [one([], check('a'))],
    [one([], check('b'))],
    'condition of `c` in live is b instead of a',
    'condition of `c` in live is a instead of b',
  ],
  [[one([], trigger('a'))], [one([])], 'live has no trigger `t`', 'live also has the trigger `t`'],
  [[one([], trigger('a'))], [one([], trigger('b'))], 'live has another definition at `t`', 'live has another definition at `t`'],
  [
    [one([]), enums('a', 'b')],
    [one([]), enums('a')],
    'the enumeration `state` lacks values in live: b',
    'the enumeration `state` has more values in live: b',
  ],
  [[one([]), enums('a')], [one([])], 'live has no enumeration `state`', 'live also has the enumeration `state` (a)'],
]

const said = (main: Side, instance: Side, language: 'en' | 'zh' = 'en') =>
  differencesOf(aSnapshot(...main), aSnapshot(...instance)).map((one) => differenceText({ ...one, instance: 'live' }, language))

it.each(rows)('%# says what an instance has instead', (main, instance, there, back) => {
  expect(said(main, instance)).toEqual([there])
  expect(said(instance, main)).toEqual([back])
  expect(said(main, instance, 'zh')[0]).toMatch(/live.*\p{Script=Han}|\p{Script=Han}.*live/u)
})

it('says nothing of comments, and has a sentence for every rule', () => {
  expect(said([one(['a text'])], [one(['a text -- Words'], {}, { comment: 'x' })])).toEqual([])
  for (const rule of tableRules)
    if (!rule.startsWith('comment.'))
      expect(differenceText({ instance: 'live', rule, path: 'x', before: '1', after: '2' }, 'en')).not.toContain('structure')
})
