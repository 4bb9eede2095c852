import { describe, expect, it } from 'vitest'
import { compareAnswer, type ShapeField } from './shape.ts'

const field = (name: string, type: string, more: Partial<ShapeField> = {}): ShapeField => ({
  ...{ name, type, required: false, values: [], is_alternative: false, fields: [] },
  ...more,
})
const documented = (fields: ShapeField[], type = 'object') => ({
  responses: [{ status: '200', contents: [{ content_type: 'application/json', type, fields }] }],
})
const compare = (fields: ShapeField[], value: unknown, type?: string) => {
  const report = compareAnswer(documented(fields, type), 200, 'application/json', JSON.stringify(value))
  return report.kind === 'different' ? report.differences : report.kind
}

describe('an answer and its documentation', () => {
  it('have the path of the documentation too, without the keys of maps', () => {
    const fields = [field('labels', 'map', { fields: [field('*', 'object', { fields: [field('size', 'integer')] })] })]
    expect(compare(fields, { labels: { secret: { size: 'x', other: 1 } } })).toEqual([
      { kind: 'type', path: 'labels.secret.size', documented: 'labels.*.size', within: 'labels.*', expected: 'integer' },
      { kind: 'undocumented', path: 'labels.secret.other', documented: 'labels.*.?', within: 'labels.*', expected: '' },
    ])
  })

  it('agree if one of several alternatives has the value', () => {
    const fields = [
      field('id', 'string', { is_alternative: true, required: true }),
      field('id', 'integer', { is_alternative: true, required: true }),
      field('state', 'string', { is_alternative: true, values: ['a'] }),
      field('state', 'string', { is_alternative: true, values: ['b'] }),
      field('to', 'object', { is_alternative: true, fields: [field('city', 'string', { required: true })] }),
      field('to', 'object', { is_alternative: true, fields: [field('box', 'string', { required: true })] }),
    ]
    expect(compare(fields, { id: 1, state: 'b', to: { box: 'x' } })).toBe('same')
    expect(compare(fields, { id: true, state: 'c', to: { city: 1 } })).toMatchObject([
      { kind: 'type', path: 'id', expected: 'string | integer' },
      { kind: 'value', path: 'state', expected: 'a, b' },
      { kind: 'type', path: 'to.city' },
    ])
  })

  it('differ as a whole, in JSON only', () => {
    expect(compare([field('id', 'string')], { id: 'a' }, 'array[Order]')).toMatchObject([
      { kind: 'type', path: '$', expected: 'array[Order]' },
    ])
    expect(compare([field('id', 'string')], [{ id: 'a' }], 'array[Order]')).toBe('same')
    const text = { responses: [{ status: '200', contents: [{ content_type: 'text/plain', type: 'string', fields: [] }] }] }
    expect(compareAnswer(text, 200, 'text/plain', '7')).toEqual({ kind: 'nothing' })
  })

  it('are compared in all kinds, however many fields are not documented', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, 1]))
    const found = compare([field('id', 'string', { required: true })], many) as { kind: string }[]
    expect(found.filter(({ kind }) => kind === 'undocumented')).toHaveLength(100)
    expect(found.filter(({ kind }) => kind === 'missing')).toHaveLength(1)
  })
})
