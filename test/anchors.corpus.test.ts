import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Carried, carryAnchors, findAgain, makeAnchor } from '../compare/src/anchor/index.ts'
import { readingOf } from '../markdown/src/reading-text/index.ts'

/*
 * Passages of pages before and after a real edit, with the place where a person finds each one again, or null (testdata/README.md). A
 * wrong place is worse than a lost one: who comments on a sentence would be shown on another.
 */
const RIGHT_MIN = 0.97
const WRONG_MAX = 0.005

interface Labelled {
  at: number
  quote: string
  /** `mayBeLost`: about half of the words changed, so that both answers are right. */
  to: { at: number; text: string; mayBeLost?: true } | null
}
interface Pair {
  path: string
  before: string
  after: string
  anchors: Labelled[]
}

const languages = ['en', 'zh'].map((language) => {
  const { pairs } = JSON.parse(readFileSync(`testdata/anchors/${language}.json`, 'utf8')) as { pairs: Pair[] }
  return { language, pairs: pairs.map((pair) => ({ ...pair, old: readingOf(pair.before), young: readingOf(pair.after) })) }
})

/** A place is right if it has most of the labelled text and not much more. */
function verdict({ to }: Labelled, { place, at, length }: Carried): 'right' | 'missed' | 'wrong' {
  if (place === 'lost') return to === null || to.mayBeLost ? 'right' : 'missed'
  if (to === null) return 'wrong'
  const common = Math.min(at + length, to.at + to.text.length) - Math.max(at, to.at)
  return common >= 0.6 * to.text.length && common >= 0.4 * length ? 'right' : 'wrong'
}

describe.each(languages)('passages of real pages ($language)', ({ language, pairs }) => {
  it('are 150, at least half of them in a block that changed', () => {
    const all = pairs.flatMap(({ anchors, old, young }) => anchors.map((anchor) => ({ anchor, old, young })))
    expect(all).toHaveLength(150)
    const isChanged = ({ anchor, old, young }: (typeof all)[number]) => {
      const block = old.blocks.findLast(({ start }) => start <= anchor.at)!
      return !young.blocks.some(({ text }) => text === block.text)
    }
    expect(all.filter(isChanged).length).toBeGreaterThanOrEqual(75)
    for (const { anchor, old, young } of all) {
      expect(old.text.startsWith(anchor.quote, anchor.at)).toBe(true)
      if (anchor.to) expect(young.text.startsWith(anchor.to.text, anchor.to.at)).toBe(true)
    }
    if (language === 'zh') expect(pairs.filter(({ before }) => !/\p{Script=Han}/u.test(before))).toEqual([])
  })

  it('are found where a person finds them, or lost (W41, W43)', () => {
    const counted = { right: 0, missed: 0, wrong: 0 }
    const differences: unknown[] = []
    for (const { path, anchors, old, young } of pairs) {
      const carried = carryAnchors(
        old,
        young,
        anchors.map(({ at, quote }) => ({ at, length: quote.length })),
      )
      expect(carried).toHaveLength(anchors.length)
      for (const [index, anchor] of anchors.entries()) {
        const { at, length, place } = carried[index]!
        const is = verdict(anchor, carried[index]!)
        counted[is]++
        if (is !== 'right')
          differences.push({ path, is, quote: anchor.quote, to: anchor.to, found: `${place} ${young.text.slice(at, at + length)}` })
      }
    }
    const all = counted.right + counted.missed + counted.wrong
    expect(counted.right / all, JSON.stringify(differences, undefined, 1)).toBeGreaterThanOrEqual(RIGHT_MIN)
    expect(counted.wrong / all, JSON.stringify(differences, undefined, 1)).toBeLessThanOrEqual(WRONG_MAX)
  })

  it('are found again in the version that has them, and nowhere where a person finds them lost', () => {
    for (const { anchors, old, young } of pairs)
      for (const { at, quote, to } of anchors) {
        const anchor = makeAnchor(old, at, at + quote.length)
        if (!anchor) continue
        expect(findAgain(old, anchor)).toEqual({ place: 'fixed', at: anchor.at, length: anchor.length ?? anchor.quote.length })
        const again = findAgain(young, anchor)
        if (again.place !== 'lost') expect(Math.abs(again.at - (to?.at ?? Number.POSITIVE_INFINITY)), quote).toBeLessThan(5)
      }
  })
})
