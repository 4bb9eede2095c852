import { describe, expect, it } from 'vitest'
import { keysOf } from './keys.ts'
import { matchParts, type PartRow } from './match.ts'

const row = (text: string, more: Partial<PartRow> = {}): PartRow => {
  const [method = '', path = ''] = text.split(' ')
  return { key: more.id || text, id: '', method, path, tags: [], pieces: [`pieces of ${text}`], ...more }
}

const shown = (before: PartRow[], after: PartRow[]) => {
  const { matches, suggestions, gone, added } = matchParts(before, after)
  return {
    matches: matches.map((match) => `${match.before.key} → ${match.after.key}: ${match.by}`),
    suggestions: suggestions.map((one) => `${one.before.key} → ${one.after.key}: ${one.score}`),
    gone: gone.map(({ key }) => key),
    added: added.map(({ key }) => key),
  }
}

describe('keys', () => {
  it('are ids that no other operation has, otherwise addresses without the names of parameters', () => {
    const parts = [
      { method: 'GET', path: '/orders/{id}', id: 'order' },
      { method: 'GET', path: '/a/{x}.{y}', id: 'twice' },
      { method: 'POST', path: '/a/{x}', id: 'twice' },
      { method: 'PUT', path: '/b', id: '' },
    ]
    expect(keysOf(parts, 'operation')).toEqual([
      { key: 'order', id: 'order' },
      { key: 'GET /a/{}.{}', id: '' },
      { key: 'POST /a/{}', id: '' },
      { key: 'PUT /b', id: '' },
    ])
  })

  it('are unique, also where a description repeats an address or an id looks like one', () => {
    const parts = ['/a/{x}', '/a/{y}', '/a/{x}', '/a/{x}', '/b'].map((path) => ({
      method: 'GET',
      path,
      id: path === '/b' ? 'GET /a/{}' : '',
    }))
    expect(keysOf(parts, 'operation').map(({ key }) => key)).toEqual(['GET /a/{}', 'GET /a/{y}', 'GET /a/{x}', 'GET /a/{x} (2)', 'GET /b'])
  })

  it('of webhooks are their names', () => {
    const parts = [
      { method: 'POST', path: 'paid', id: 'onPaid' },
      { method: 'POST', path: 'sent', id: '' },
      { method: 'PUT', path: 'sent', id: '' },
    ]
    expect(keysOf(parts, 'webhook').map(({ key }) => key)).toEqual(['paid', 'POST sent', 'PUT sent'])
  })
})

describe('certain matches', () => {
  it('are by id and address, then by address, then by id', () => {
    const before = [row('GET /a', { id: 'a' }), row('GET /b', { id: 'b' }), row('GET /c', { id: 'c' }), row('GET /d/{id}'), row('GET /e')]
    const after = [row('GET /a', { id: 'a' }), row('GET /b', { id: 'newB' }), row('GET /moved', { id: 'c' }), row('GET /d/{order}')]
    expect(shown(before, after)).toEqual({
      matches: ['a → a: same', 'GET /d/{id} → GET /d/{order}: same', 'b → newB: address', 'c → c: id'],
      suggestions: [],
      gone: ['GET /e'],
      added: [],
    })
  })

  it('go by the address where ids were exchanged', () => {
    const before = [row('GET /a', { id: 'one' }), row('GET /b', { id: 'two' })]
    expect(shown(before, [row('GET /a', { id: 'two' }), row('GET /b', { id: 'one' })]).matches).toEqual([
      'one → two: address',
      'two → one: address',
    ])
  })

  it('are not by an id that two operations have', () => {
    const before = [row('GET /a', { id: 'x', key: '1', pieces: [] }), row('GET /b', { id: 'x', key: '2', pieces: [] })]
    expect(shown(before, [row('POST /c', { id: 'x', key: '3' })])).toMatchObject({ matches: [], gone: ['1', '2'], added: ['3'] })
  })

  it('of schemas are by name', () => {
    expect(shown([row(' Order'), row(' A')], [row(' A'), row(' Order')]).matches).toEqual([' Order →  Order: same', ' A →  A: same'])
  })

  it.each(['__proto__', 'constructor', '', 'toString'])('take %j as an id, a name and a tag like any other', (name) => {
    const one = row(`GET /${name}`, { id: name, tags: [name], pieces: [name] })
    expect(shown([one], [one]).matches).toHaveLength(1)
    expect(shown([one], [{ ...one, path: '/moved' }]).matches).toHaveLength(name === '' ? 0 : 1)
  })
})

describe('suggestions', () => {
  const pieces = ['1', '2', '3', '4']

  it('are for parts that are clearly similar, and match nothing', () => {
    expect(shown([row('GET /orders/{id}', { pieces })], [row('GET /purchases/{id}', { pieces }), row('POST /other')])).toEqual({
      matches: [],
      suggestions: ['GET /orders/{id} → GET /purchases/{id}: 0.833'],
      gone: ['GET /orders/{id}'],
      added: ['GET /purchases/{id}', 'POST /other'],
    })
  })

  it.each([
    ['another method', { method: 'POST' }, 1],
    ['another path', { path: '/z' }, 1],
    ['another path and one tag more', { path: '/v2/a', tags: ['x', 'y'] }, 1],
    ['another path and another method', { method: 'POST', path: '/z' }, 0],
    ['another path and another tag', { path: '/z', tags: ['y'] }, 0],
  ])('are for parts with %s: %j, %i', (_name, other, count) => {
    const one = row('GET /v1/a', { tags: ['x'], pieces })
    expect(shown([one], [{ ...one, key: 'new', ...other }]).suggestions).toHaveLength(count)
  })

  it('need three quarters, so half of the pieces are too few', () => {
    expect(shown([row('GET /v1/a', { pieces })], [row('GET /v2/a', { pieces: ['1', '2', '5', '6'] })]).suggestions).toEqual([])
  })

  it('need a distance to the next best one, on both sides', () => {
    const [old, twin] = [row('GET /v1/a', { pieces }), row('GET /v1/b', { pieces })]
    const moved = row('GET /v2/a', { pieces })
    expect(shown([old], [moved, row('GET /v3/a', { pieces })]).suggestions).toEqual([])
    expect(shown([old, twin], [moved]).suggestions).toEqual([])
    expect(shown([old], [moved, row('PUT /z/y/x', { pieces })]).suggestions).toHaveLength(1)
  })

  it('are for schemas with the same fields and another name', () => {
    const fields = { tags: ['id', 'total', 'note'], pieces: ['id integer', 'total number', 'note string'] }
    expect(shown([row(' Order', fields)], [row(' PurchaseOrder', fields)]).suggestions).toEqual([' Order →  PurchaseOrder: 0.9'])
    expect(shown([row(' Order', fields)], [row(' Invoice', fields)]).suggestions).toEqual([' Order →  Invoice: 0.8'])
  })

  it('are none for operations that only have the most common pieces', () => {
    const rows = (prefix: string) => Array.from({ length: 60 }, (_, index) => row(`GET /${prefix}${index}`, { pieces: [] }))
    expect(shown(rows('old'), rows('new')).suggestions).toEqual([])
  })
})

it('ten thousand parts take bounded work, also if none matches', () => {
  const rows = (prefix: string) =>
    Array.from({ length: 10_000 }, (_, index) =>
      row(`GET /${prefix}/${index}`, { pieces: Array.from({ length: 8 }, (_, n) => String((index * 7 + n * 13) % 3000)) }),
    )
  const { matches, gone, isCut } = matchParts(rows('old'), rows('new'))
  expect([matches.length, gone.length, isCut]).toEqual([0, 10_000, true])
  expect(matchParts(rows('old'), rows('old')).matches).toHaveLength(10_000)
})
