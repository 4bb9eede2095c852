import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carryAnchors, findAgain, makeAnchor, type ReadText, settleAnchor } from '../compare/src/anchor/index.ts'
import { render } from '../markdown/src/index.ts'
import { readingOf, readingOfElements } from '../markdown/src/reading-text/index.ts'
import { documentOf } from '../markdown/src/test/page-node.ts'
import { assertProperty } from './random.ts'

/** Pages with one to five edits each. */
const RUNS = process.env['FULL'] === '1' ? 4000 : 150

const words = 'order refund page token 订单 退款 页面 令牌 sends keeps never `code` **bold** [link](/x) 😀 a_b 1.5'.split(' ')
const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map((all) => all.join(' '))
const block = fc.oneof(
  { weight: 5, arbitrary: sentence },
  sentence.map((text) => `## ${text}`),
  fc.array(sentence, { minLength: 1, maxLength: 3 }).map((all) => all.map((text) => `- ${text}`).join('\n')),
  fc.tuple(sentence, sentence).map(([a, b]) => `| A | B |\n|-|-|\n| ${a} | ${b} |`),
  sentence.map((text) => `\`\`\`js\n${text}\n\n  b()\n\`\`\``),
  fc.constantFrom('![](a.png)', '---', '<b>x</b> &amp; y', '> [!TIP]\n> Keep it', '```schema shop Order\n```', '$$x^2$$'),
)
const edit = fc.record({
  kind: fc.constantFrom('insert', 'remove', 'replace', 'move', 'change'),
  at: fc.nat(20),
  to: fc.nat(20),
  block,
  word: fc.constantFrom(...words),
})

function edited(blocks: readonly string[], edits: { kind: string; at: number; to: number; block: string; word: string }[]): string[] {
  const all = [...blocks]
  for (const { kind, at, to, block: other, word } of edits) {
    const here = at % (all.length + 1)
    if (kind === 'insert') all.splice(here, 0, other)
    else if (here === all.length) continue
    else if (kind === 'remove') all.splice(here, 1)
    else if (kind === 'replace') all.splice(here, 1, other)
    else if (kind === 'change') all[here] = all[here]!.replace(/\S+$/, (last) => (last.endsWith('`') ? last : `${last} ${word}`))
    else all.splice(to % all.length, 0, ...all.splice(here, 1))
  }
  return all
}

const pages = fc.tuple(fc.array(block, { minLength: 1, maxLength: 10 }), fc.array(edit, { minLength: 1, maxLength: 5 }))
const selections = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 60 })), {
  minLength: 1,
  maxLength: 6,
})

async function inBrowser(text: string): Promise<ReadText> {
  const blocks = readingOfElements(documentOf((await render(text)).html))
  return { text: blocks.map((one) => one.text).join('\n'), blocks }
}

/** Anchors of the selections that can have one. */
const anchorsOf = (reading: ReadText, selected: [number, number][]) =>
  selected.flatMap(([share, length]) => {
    const from = Math.floor(share * reading.text.length)
    return makeAnchor(reading, from, Math.min(reading.text.length, from + length), 1) ?? []
  })
const placesOf = (anchors: ReturnType<typeof anchorsOf>) => anchors.map(({ at, quote }) => ({ at, length: quote.length }))

describe(`random edits of ${RUNS} pages`, () => {
  it('have the same anchors and places in the browser and on the server, and lose none (W42, W43)', async () => {
    await assertProperty(
      fc.asyncProperty(pages, selections, async ([blocks, edits], selected) => {
        const [before, after] = [blocks.join('\n\n'), edited(blocks, edits).join('\n\n')]
        const [old, young, seen, seenAfter] = [readingOf(before), readingOf(after), await inBrowser(before), await inBrowser(after)]
        expect(seen.text).toBe(old.text)
        const anchors = anchorsOf(seen, selected)
        for (const anchor of anchors) expect(settleAnchor(old, anchor, 1)).toEqual(anchor)
        const carried = carryAnchors(old, young, placesOf(anchors))
        expect(carryAnchors(seen, seenAfter, placesOf(anchors))).toEqual(carried)
        expect(carried).toHaveLength(anchors.length)
        for (const [index, { place, at, length }] of carried.entries()) {
          const { quote } = anchors[index]!
          if (place === 'fixed') expect(young.text.slice(at, at + length)).toBe(quote)
          if (place === 'moved') expect(length).toBeGreaterThan(0)
          expect(at + length).toBeLessThanOrEqual(young.text.length)
        }
        expect(carryAnchors(old, readingOf(before), placesOf(anchors)).map(({ place }) => place)).toEqual(anchors.map(() => 'fixed'))
      }),
      { numRuns: RUNS },
    )
  })

  it('leave the words of an anchor in a block that they do not touch', () => {
    assertProperty(
      fc.property(pages, fc.nat(9), ([blocks, edits], at) => {
        const own = 'The quick summary that a reader selects stays'
        const place = at % (blocks.length + 1)
        const before = [...blocks.slice(0, place), own, ...blocks.slice(place)]
        const after = edited(before, edits)
        const old = readingOf(before.join('\n\n'))
        const young = readingOf(after.join('\n\n'))
        const from = old.text.indexOf('reader selects')
        const [carried] = carryAnchors(old, young, [{ at: from, length: 14 }])
        if (after.filter((text) => text.includes(own)).length !== 1) expect(carried!.place).toBe('lost')
        else expect([carried!.place, young.text.slice(carried!.at, carried!.at + 14)]).toEqual(['fixed', 'reader selects'])
      }),
      { numRuns: RUNS },
    )
  })

  it('give a lost anchor its place back when its version is restored', () => {
    assertProperty(
      fc.property(pages, selections, ([blocks], selected) => {
        const old = readingOf(blocks.join('\n\n'))
        for (const anchor of anchorsOf(old, selected)) {
          expect(findAgain(old, anchor)).toEqual({ place: 'fixed', at: anchor.at, length: anchor.quote.length })
        }
      }),
      { numRuns: RUNS },
    )
  })
})
