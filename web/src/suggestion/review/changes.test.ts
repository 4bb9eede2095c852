import { diffLines, linesOf } from '@sheaf/compare/lines'
import { mergedLines, mergeLines } from '@sheaf/compare/merge'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesOf, partsOf, resultOf } from './changes.ts'

const text = fc.array(fc.constantFrom('', 'a', 'b', 'c d', 'c e', 'f'), { maxLength: 30 }).map((lines) => lines.join('\n'))
/** The same cases in every run: no line may get lost in any of them. */
const fixed = { numRuns: 1000, seed: 20_261_127 }

it('shows each row once, and saves what is shown for any changes left out', () => {
  fc.assert(
    fc.property(text, text, fc.infiniteStream(fc.boolean()), (a, b, choices) => {
      const diff = diffLines(a, b)
      const changes = changesOf(diff.rows)
      expect(partsOf(diff.rows, changes, new Set()).flatMap((part) => part.rows)).toEqual(diff.rows)
      const all = new Set(changes.map(({ number }) => number))
      expect(resultOf(diff, new Set())).toBe(b)
      expect(resultOf(diff, all)).toBe(a)
      const some = new Set([...all].filter(() => choices.next().value))
      const taken = diff.rows.filter((row) => row.kind === 'same').length
      expect(linesOf(resultOf(diff, some)).length).toBeGreaterThanOrEqual(taken)
    }),
    fixed,
  )
})

it('loses no line of 1,000 merges of a suggestion with a page that has moved on', () => {
  fc.assert(
    fc.property(text, text, text, (base, proposed, present) => {
      const regions = mergeLines(linesOf(base), linesOf(proposed), linesOf(present))
      expect(regions.flatMap(({ base }) => base)).toEqual(linesOf(base))
      expect(regions.flatMap(({ mine }) => mine)).toEqual(linesOf(proposed))
      expect(regions.flatMap(({ theirs }) => theirs)).toEqual(linesOf(present))
      const merged = mergedLines(regions)?.join('\n')
      if (merged === undefined) return
      const diff = diffLines(present, merged)
      expect(resultOf(diff, new Set())).toBe(merged)
      expect(resultOf(diff, new Set(changesOf(diff.rows).map(({ number }) => number)))).toBe(present)
    }),
    fixed,
  )
})
