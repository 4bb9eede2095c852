import { describe, expect, it } from 'vitest'
import { budgetOf } from '../sequence.ts'
import { carryAnchor, carryAnchors, findAgain, makeAnchor, settleAnchor } from './index.ts'
import { page, placeOf, textAt } from './test/page.ts'

const manual = page(
  '# Orders',
  'An order is kept for 30 days after it was paid.',
  '## Refunds',
  'A refund is sent to the card that paid the order. It arrives within five days.',
  '| Name\tType',
  '| amount\tnumber',
  '```const order = await load(1)\norder.refund()',
)

describe('the anchor of a selection', () => {
  it('is the text as read with its heading and 32 characters around', () => {
    expect(makeAnchor(manual, ...placeOf(manual, 'the card that paid'), 7)).toEqual({
      kind: 'passage',
      heading: 'Refunds',
      quote: 'the card that paid',
      before: 'aid.\nRefunds\nA refund is sent to '.slice(-32),
      after: ' the order. It arrives within five days.'.slice(0, 32),
      at: manual.text.indexOf('the card'),
      version: 7,
    })
    expect(makeAnchor(manual, ...placeOf(manual, 'Refunds'))?.kind).toBe('heading')
    expect(makeAnchor(manual, ...placeOf(manual, 'amount\tnumber'))?.kind).toBe('block')
  })

  it('has the beginning and the end of a long text, and its length', () => {
    const long = page(Array.from({ length: 200 }, (_, n) => `word${n}`).join(' '))
    const anchor = makeAnchor(long, 0, 1000)!
    expect([anchor.quote.length, anchor.length]).toEqual([400, 1000])
    expect(settleAnchor(long, anchor)).toEqual(anchor)
    expect(makeAnchor(long, 0, 2001)).toBeNull()
  })

  it('is within one section', () => {
    const from = manual.text.indexOf('after it')
    expect(makeAnchor(manual, from, manual.text.indexOf('the card'))).toBeNull()
  })
})

describe('an anchor that a client sent', () => {
  const anchor = makeAnchor(manual, ...placeOf(manual, 'five days'), 3)!
  it('is completed, and nothing of it is believed', () => {
    expect(settleAnchor(manual, { kind: 'passage', quote: 'five days' }, 3)).toEqual(anchor)
    expect(settleAnchor(manual, { ...anchor, before: 'x', after: 'y', heading: 'Orders', version: 9 }, 3)).toEqual(anchor)
    expect(settleAnchor(manual, { ...anchor, at: 3 }, 3)).toEqual(anchor)
    expect(settleAnchor(manual, { kind: 'heading', heading: 'Refunds' })?.at).toBe(manual.text.indexOf('Refunds'))
    expect(settleAnchor(manual, { kind: 'page', quote: 'x'.repeat(300) })).toEqual({
      kind: 'page',
      heading: '',
      quote: '',
      before: '',
      after: '',
      at: 0,
      version: 0,
    })
  })

  it('is found by what is around it only if that is one place', () => {
    const twice = page('Press Save to keep it.', 'Press Save to send it.')
    expect(settleAnchor(twice, { kind: 'passage', quote: 'Save' })).toBeNull()
    expect(settleAnchor(twice, { kind: 'passage', quote: 'Save', after: ' to send' })?.at).toBe(twice.text.lastIndexOf('Save'))
    expect(settleAnchor(twice, { kind: 'passage', quote: 'Save', after: ' to' })).toBeNull()
  })

  it.each([
    { at: -1 },
    { at: 1e9 },
    { at: manual.text.length + 1 },
    { at: Number.NaN },
    { at: Number.POSITIVE_INFINITY },
    { at: 1.5 },
    { at: '3' },
    { length: -4 },
    { length: 1e9 },
    { length: 300 },
    { quote: 'a'.repeat(1_000_000) },
    { quote: 'of another page' },
    { quote: '' },
    { quote: ['five days'] },
    { quote: { length: 9 } },
    { before: 'x'.repeat(33) },
    { kind: '__proto__' },
    { kind: 'heading' },
    { kind: 'block' },
    { kind: undefined },
  ])('is refused with %j (S143)', (wrong) => {
    expect(settleAnchor(manual, { ...anchor, ...wrong })).toBeNull()
  })

  it.each([null, undefined, 'passage', 7, [], JSON.parse('{"__proto__":{"kind":"passage","quote":"five days"}}'), Object.create(anchor)])(
    'is refused if it is %j (S143)',
    (sent) => {
      expect(settleAnchor(manual, sent)).toBeNull()
    },
  )

  it('never divides a character (S143)', () => {
    const emoji = page('It is 😀😀 here')
    const at = emoji.text.indexOf('😀')
    for (const [from, to] of [
      [at + 1, at + 4],
      [at, at + 3],
    ] as const) {
      expect(makeAnchor(emoji, from, to)).toBeNull()
      expect(settleAnchor(emoji, { kind: 'passage', quote: emoji.text.slice(from, to), at: from })).toBeNull()
      expect(carryAnchor(emoji, page('It was 😀😀 here'), { at: from, length: to - from }).place).toBe('lost')
    }
    expect(makeAnchor(page(`${'x'.repeat(199)}😀${'y'.repeat(300)}`), 0, 501)?.quote).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })
})

describe('an anchor in the next version', () => {
  const carry = (quote: string, ...lines: string[]) => {
    const [from, to] = placeOf(manual, quote)
    const newer = page(...lines)
    const { place, ...at } = carryAnchor(manual, newer, { at: from, length: to - from })
    return place === 'lost' ? 'lost' : `${place}: ${textAt(newer, at)}`
  }
  const refund = 'A refund is sent to the card that paid the order. It arrives within five days.'

  it('is fixed while its words are the same', () => {
    expect(carry('the card that paid', '# New first', 'More.', '## Refunds', refund)).toBe('fixed: the card that paid')
    expect(carry('the card that paid', '## Refunds', 'A refund is always sent to the card that paid the order. It arrives soon.')).toBe(
      'fixed: the card that paid',
    )
  })
  it('moves when most of its words are in one place', () => {
    expect(
      carry(
        'A refund is sent to the card that paid the order.',
        '## Refunds',
        'A refund is sent to the account that paid the order. It arrives within five days.',
      ),
    ).toBe('moved: A refund is sent to the account that paid the order.')
  })
  it('is lost when its words are gone', () => {
    expect(carry('five days', '## Refunds', 'A refund is sent to the card that paid the order. It arrives soon.')).toBe('lost')
    expect(carry('the card that paid', '# Orders')).toBe('lost')
  })
  it('is lost when it fits two places', () => {
    expect(carry('five days', '## One', refund.replace('within', 'in'), '## Two', refund.replace('within', 'in'))).toBe('lost')
  })
  it('goes with a block that moved', () => {
    expect(carry('five days', refund, '# Orders', 'An order is kept for 30 days after it was paid.', '## Refunds')).toBe('fixed: five days')
  })
  it('goes with a heading that is renamed in part', () => {
    const [old, newer] = [page('# How refunds of orders are sent', 'Text.'), page('# How refunds of paid orders are sent', 'Text.')]
    expect(carryAnchor(old, newer, { at: 0, length: 31 })).toEqual({ place: 'moved', at: 0, length: 35 })
  })

  it('goes with a heading that is renamed altogether while its section stays', () => {
    const before = page('# Guide', '## Getting started', 'Install the package first.', '## Usage', 'Call it.')
    const [from, to] = placeOf(before, 'Getting started')
    const after = page('# Guide', '## Installation', 'Install the package first.', '## Usage', 'Call it.')
    expect(textAt(after, carryAnchor(before, after, { at: from, length: to - from }))).toBe('Installation')
    const other = page('# Guide', '## Installation', 'Nothing of it is here now.', '## Usage', 'Call it.')
    expect(carryAnchor(before, other, { at: from, length: to - from }).place).toBe('lost')
  })

  it('comes back when an earlier version is restored', () => {
    const anchor = makeAnchor(manual, ...placeOf(manual, 'five days'), 3)!
    const gone = page('# Orders', 'They arrive in five days, or later.')
    expect(findAgain(gone, anchor).place).toBe('lost')
    expect(findAgain(manual, anchor)).toEqual({ place: 'fixed', at: anchor.at, length: 9 })
  })

  it.each([
    { at: -1, length: 4 },
    { at: 1e9, length: 4 },
    { at: 0, length: 1e9 },
    { at: Number.NaN, length: 4 },
    { at: 0, length: 0 },
    { at: 0.5, length: 2 },
  ])('is lost if it was no place: %j (S143)', (place) => {
    for (const newer of [manual, page('Other')]) expect(carryAnchor(manual, newer, place)).toEqual({ place: 'lost', at: 0, length: 0 })
  })
})

describe('hostile pages take a bounded number of steps (S143)', () => {
  const cases: Record<string, [string[], string[]]> = {
    'one letter, over and over': [['a'.repeat(1_000_000)], [`b${'a'.repeat(1_000_000)}`]],
    'equal lines': [Array.from({ length: 100_000 }, () => 'the same line'), Array.from({ length: 99_000 }, () => 'the same line')],
    'equal lines that all change': [
      Array.from({ length: 20_000 }, () => 'the same line'),
      Array.from({ length: 20_000 }, () => 'the other line'),
    ],
    'lines that all change': [
      Array.from({ length: 20_000 }, (_, n) => `line ${n} of the page`),
      Array.from({ length: 20_000 }, (_, n) => `row ${n} of the page`),
    ],
    'two letters in turns': [['ab '.repeat(300_000)], ['ba '.repeat(300_000)]],
  }
  it.each(Object.entries(cases))('%s', (_name, [before, after]) => {
    const [old, newer] = [page(...before), page(...after)]
    const places = Array.from({ length: 500 }, (_, n) => ({ at: Math.floor((n * (old.text.length - 60)) / 500), length: 50 }))
    const budget = budgetOf(15_000_000)
    const carried = carryAnchors(old, newer, places, budget)
    expect(carried).toHaveLength(500)
    expect(budget.left).toBeGreaterThan(-4_000_000)
    for (const { at, length } of carried) expect(at + length).toBeLessThanOrEqual(newer.text.length)
  })
})
