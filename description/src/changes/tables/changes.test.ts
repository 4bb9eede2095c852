import { describe, expect, it } from 'vitest'
import { aSnapshot, aTable } from '../../tables/test/schema.ts'
import { changeText } from '../text/text.ts'
import { tableChanges } from './changes.ts'
import { tableRules } from './rules.ts'
import { typeChange } from './types.ts'

const one = (columns: string[], more: object = {}, table: object = {}) => [
  aTable({ name: 'orders', columns: ['id bigint', ...columns], more, ...table }),
]
const enums = (...values: string[]) => ({ enums: [{ schema: 'public', name: 'state', values, comment: '' }] })
const check = (expression: string) => ({ checks: [{ name: 'c', expression }] })
const trigger = (definition: string) => ({ triggers: [{ name: 't', definition }] })
const key = (table: string) => ({ foreignKeys: [{ name: 'k', columns: ['a'], schema: 'public', table, references: ['id'] }] })
const index = (unique: boolean, columns = ['a'], primary = ['id']) => ({
  indexes: [
    { name: 'p', columns: primary, unique: true, primary: true },
    { name: 'i', columns, unique },
  ],
})
const noIndex = { indexes: [{ name: 'p', columns: ['id'], unique: true, primary: true }] }

type Side = [tables: object[], more?: object]
/** What a change is, and what the reverse of it is. */
const rows: [title: string, before: Side, after: Side, there: string[], back: string[]][] = [
  ['a table', [[]], [one([])], ['safe table.new'], ['breaking table.gone']],
  ['a column', [one([])], [one(['a text?'])], ['safe column.new'], ['breaking column.gone']],
  ['a column with a default', [one([])], [one(['a text=x'])], ['safe column.new'], ['breaking column.gone']],
  ['a column that must not be empty', [one([])], [one(['a text'])], ['breaking column.new-required'], ['breaking column.gone']],
  ['a longer text', [one(['a varchar(20)'])], [one(['a varchar(40)'])], ['safe column.type-wider'], ['breaking column.type-narrower']],
  ['another type', [one(['a date'])], [one(['a uuid'])], ['breaking column.type-other'], ['breaking column.type-other']],
  ['may be empty', [one(['a text'])], [one(['a text?'])], ['safe column.nullable'], ['breaking column.required']],
  ['may be empty, with a default', [one(['a text=x'])], [one(['a text?=x'])], ['safe column.nullable'], ['risky column.required-default']],
  ['a default', [one(['a text?'])], [one(['a text?=x'])], ['safe column.default-new'], ['risky column.default-gone']],
  ['a needed default', [one(['a text'])], [one(['a text=x'])], ['safe column.default-new'], ['breaking column.default-gone-required']],
  ['another default', [one(['a text=x'])], [one(['a text=y'])], ['risky column.default'], ['risky column.default']],
  ['a comment', [one(['a text'])], [one(['a text -- Words'])], ['words comment.column'], ['words comment.column']],
  ['a comment of the table', [one([])], [one([], {}, { comment: 'x' })], ['words comment.table'], ['words comment.table']],
  ['a view', [one([])], [one([], {}, { kind: 'view' })], ['risky table.kind'], ['risky table.kind']],
  ['its query', [one([], { definition: 'a' })], [one([], { definition: 'b' })], ['risky table.definition'], ['risky table.definition']],
  [
    'its partitions',
    [one([], { partitionedBy: 'a' })],
    [one([], { partitionedBy: 'b' })],
    ['risky table.partition'],
    ['risky table.partition'],
  ],
  [
    'a primary key',
    [one(['a text'], index(false))],
    [one(['a text'], index(false, ['a'], ['id', 'a']))],
    ['risky key.primary'],
    ['risky key.primary'],
  ],
  ['a foreign key', [one(['a text'])], [one(['a text'], key('users'))], ['risky key.new'], ['safe key.gone']],
  ['another foreign key', [one(['a text'], key('users'))], [one(['a text'], key('people'))], ['risky key.changed'], ['risky key.changed']],
  ['an index', [one(['a text'], noIndex)], [one(['a text'], index(false))], ['safe index.new'], ['safe index.gone']],
  [
    'columns of an index',
    [one(['a text'], index(false))],
    [one(['a text'], index(false, ['a', 'id']))],
    ['safe index.changed'],
    ['safe index.changed'],
  ],
  ['a unique index', [one(['a text'], index(false))], [one(['a text'], index(true))], ['risky index.unique'], ['risky index.unique-gone']],
  ['a check', [one([])], [one([], check('a > 0'))], ['risky check.new'], ['safe check.gone']],
  ['another check', [one([], check('a > 0'))], [one([], check('a > 1'))], ['risky check.changed'], ['risky check.changed']],
  ['a trigger', [one([])], [one([], trigger('x'))], ['risky trigger.new'], ['risky trigger.gone']],
  ['another trigger', [one([], trigger('x'))], [one([], trigger('y'))], ['risky trigger.changed'], ['risky trigger.changed']],
  ['a value of an enumeration', [[], enums('a')], [[], enums('a', 'b')], ['risky enum.value-new'], ['breaking enum.value-gone']],
  ['an enumeration', [[]], [[], enums('a')], ['safe enum.new'], ['breaking enum.gone']],
  [
    'a computed column',
    [one([], { columns: [{ name: 'a', type: 'int', computed: '1' }] })],
    [one([], { columns: [{ name: 'a', type: 'int', computed: '2' }] })],
    ['risky column.computed'],
    ['risky column.computed'],
  ],
]

const seen = new Set<string>()
const between = ([before, more]: Side, [after, other]: Side) => {
  const { changes } = tableChanges(aSnapshot(before, more), aSnapshot(after, other))
  for (const change of changes) {
    seen.add(change.rule)
    for (const language of ['en', 'zh'] as const) {
      const text = changeText(change, language)
      expect(text).not.toMatch(/undefined|[\r\n]/)
      expect(text.length).toBeGreaterThan(3)
    }
  }
  return changes.map((change) => `${change.class} ${change.rule}`)
}

describe('a change of a database', () => {
  it.each(rows)('%s', (_, before, after, there, back) => {
    expect(between(before, after)).toEqual(there)
    expect(between(after, before)).toEqual(back)
    expect(between(after, after)).toEqual([])
  })

  it('knows a renamed table and column by their numbers in the same database', () => {
    const before = [aTable({ name: 'orders', id: '7', columns: ['id bigint', 'qty int'] })]
    const after = [aTable({ name: 'purchases', id: '7', columns: ['id bigint', 'quantity int'], more: { indexes: before[0]?.indexes } })]
    expect(between([before], [after])).toEqual(['breaking table.renamed', 'breaking column.renamed'])
    expect(between([before], [after, { id: 'other' }])).toEqual(
      ['breaking table.new', 'breaking table.gone'].map((text) => text.replace('breaking table.new', 'safe table.new')),
    )
    const { renamings } = tableChanges(
      aSnapshot(before),
      aSnapshot([aTable({ name: 'purchases', columns: ['id bigint', 'qty int'] })], { id: '' }),
    )
    expect(renamings).toEqual([{ kind: 'table', before: 'public.orders', after: 'public.purchases', score: 1 }])
  })

  it('has a row for each rule', () => {
    expect(tableRules.filter((rule) => !seen.has(rule))).toEqual([])
  })

  it.each([
    ['integer', 'bigint', 'wider'],
    ['int(11)', 'bigint(20)', 'wider'],
    ['INT', 'int4', 'same'],
    ['varchar(20)', 'text', 'wider'],
    ['character varying(80)', 'varchar(80)', 'same'],
    ['char', 'char(4)', 'wider'],
    ['numeric(10,2)', 'numeric(12,2)', 'wider'],
    ['numeric(10,2)', 'numeric(10,4)', 'other'],
    ['numeric(10,2)', 'numeric', 'wider'],
    ['real', 'double precision', 'wider'],
    ['int unsigned', 'int', 'other'],
    ['uuid', 'text', 'other'],
    ['constructor', '__proto__', 'other'],
  ])('%s → %s is %s', (before, after, change) => {
    expect(typeChange(before, after)).toBe(change)
    if (change === 'wider') expect(typeChange(after, before)).toBe('narrower')
  })
})
