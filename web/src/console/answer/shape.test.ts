import { checkBody, compareAnswer } from '@sheaf/description/shape'
import { describe, expect, it } from 'vitest'
import { aCall, field } from '../test/call.ts'

const compare = (value: unknown, status = 200, type = 'application/json; charset=utf-8') =>
  compareAnswer(aCall(), status, type, typeof value === 'string' ? value : JSON.stringify(value))

describe('an answer', () => {
  it('is compared with what is documented', () => {
    expect(compare({ order_id: 'a', state: 'reserved', lines: [], labels: { any: 'x' } })).toEqual({ kind: 'same' })
    expect(compare({ state: 'lost', hold_until: null, lines: [{ sku: 'a', quantity: 1.5, risk: 1 }], labels: { any: 1 } })).toMatchObject({
      kind: 'different',
      differences: [
        { kind: 'value', path: 'state', expected: 'reserved, confirmed' },
        { kind: 'undocumented', path: 'hold_until', expected: '' },
        { kind: 'type', path: 'lines[].quantity', expected: 'integer' },
        { kind: 'undocumented', path: 'lines[].risk', expected: '' },
        { kind: 'type', path: 'labels.any', expected: 'string' },
        { kind: 'missing', path: 'order_id', expected: '' },
      ],
      absent: [],
    })
    expect(compare({ order_id: 'a' })).toEqual({ kind: 'different', differences: [], absent: ['state', 'lines', 'labels'] })
  })

  it('can have a status or a content type that is not documented', () => {
    expect(compare({}, 418)).toEqual({ kind: 'nothing' })
    expect(compare({}, 302)).toEqual({ kind: 'status' })
    expect(compare('<p>', 200, 'text/html')).toEqual({ kind: 'type' })
    expect(compare('no JSON')).toEqual({ kind: 'nothing' })
    expect(compareAnswer(aCall({ responses: [] }), 200, '', '{}')).toEqual({ kind: 'nothing' })
  })

  it('is compared within bounds', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, n]))
    const report = compare({ order_id: 'a', ...many })
    expect(report.kind === 'different' && report.differences).toHaveLength(100)
    const self = field('inner', { type: 'object' })
    self.fields = [self]
    const deep = `${'{"inner":'.repeat(5000)}1${'}'.repeat(5000)}`
    const call = aCall({ responses: [{ status: '200', contents: [{ content_type: '', type: '', fields: [self], example: '' }] }] })
    expect(compareAnswer(call, 200, 'application/json', deep)).toEqual({ kind: 'same' })
  })
})

describe('a body', () => {
  const content = aCall().bodies[0] ?? { fields: [] }

  it('is checked as one types', () => {
    expect(checkBody('{"lines": [{"sku": "a"}], "note": "x"}', content)).toBeUndefined()
    expect(checkBody('{"lines": [{}], "colour": 1}', content)).toMatchObject({
      kind: 'shape',
      differences: [
        { kind: 'missing', path: 'lines[].sku', expected: '' },
        { kind: 'undocumented', path: 'colour', expected: '' },
      ],
    })
    expect(checkBody('{"lines": [', content)).toMatchObject({ kind: 'json' })
    expect(checkBody('', content)).toBeUndefined()
  })

  it('can have variables', () => {
    expect(checkBody('{"lines": [{"sku": {{sku}}}], "note": "{{note}}"}', content)).toBeUndefined()
  })
})
