import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../test/random.ts'
import { compareLines, mergeLines, mergeValue, type Region } from './merge.ts'

const lines = (text: string) => text.split(' ')
const shape = (regions: Region[]) =>
  regions.map(({ kind, mine, theirs }) =>
    kind === 'conflict' ? `<${mine.join(' ')}|${theirs.join(' ')}>` : `${kind}:${(kind === 'theirs' ? theirs : mine).join(' ')}`,
  )
/** The merged text, or undefined if there is a conflict. */
const merged = (base: string[], mine: string[], theirs: string[]) => {
  const regions = mergeLines(base, mine, theirs)
  return regions.some((region) => region.kind === 'conflict')
    ? undefined
    : regions.flatMap((region) => (region.kind === 'theirs' ? region.theirs : region.mine))
}

describe('changes of two users in different places', () => {
  it('are both kept', () => {
    expect(merged(lines('a b c d e'), lines('a B c d e'), lines('a b c d e f'))).toEqual(lines('a B c d e f'))
  })
  it('are both kept in adjacent table rows', () => {
    expect(merged(lines('h 1 2 t'), lines('h 1a 2 t'), lines('h 1 2b t'))).toEqual(lines('h 1a 2b t'))
  })
  it('are kept if one is a deletion', () => {
    expect(merged(lines('a b c d'), lines('a c d'), lines('a b c D'))).toEqual(lines('a c D'))
  })
})

describe('changes of two users in the same place', () => {
  it('are a conflict without the lines that both agree on', () => {
    expect(shape(mergeLines(lines('a b c'), lines('a x 1 c'), lines('a x 2 c')))).toEqual(['same:a', 'agreed:x', '<1|2>', 'same:c'])
  })
  it('are a conflict if both insert at the same position, because the order is undefined', () => {
    expect(shape(mergeLines(lines('a b'), lines('a 1 b'), lines('a 2 b')))).toEqual(['same:a', '<1|2>', 'same:b'])
  })
  it('are a conflict if one deletes lines that the other changes', () => {
    expect(shape(mergeLines(lines('a b c'), lines('a c'), lines('a B c')))).toEqual(['same:a', '<|B>', 'same:c'])
  })
  it('are not a conflict if both are equal', () => {
    expect(merged(lines('a b c'), lines('a X c'), lines('a X c'))).toEqual(lines('a X c'))
  })
})

const text = fc.array(fc.constantFrom<string>('', 'a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 24 })
/** A text and two changed versions of it. */
const three = fc.tuple(text, text, text).chain(([base, some, others]) => {
  const changed = (more: string[]) =>
    fc.array(fc.tuple(fc.nat({ max: 24 }), fc.nat({ max: 3 }), fc.nat({ max: 3 })), { maxLength: 4 }).map((edits) => {
      const copy = [...base]
      for (const [at, removed, added] of edits) copy.splice(at, removed, ...more.slice(0, added))
      return copy
    })
  return fc.tuple(fc.constant(base), changed(some), changed(others))
})

describe('for all texts', () => {
  it('loses no line: the concatenated regions are the three texts', () => {
    assertProperty(
      fc.property(fc.oneof(three, fc.tuple(text, text, text)), ([base, mine, theirs]) => {
        const regions = mergeLines(base, mine, theirs)
        expect(regions.flatMap((region) => region.base)).toEqual(base)
        expect(regions.flatMap((region) => region.mine)).toEqual(mine)
        expect(regions.flatMap((region) => region.theirs)).toEqual(theirs)
        for (const { kind, base, mine, theirs } of regions) {
          if (kind === 'mine') expect(theirs).toEqual(base)
          if (kind === 'theirs') expect(mine).toEqual(base)
          if (kind === 'agreed') expect(mine).toEqual(theirs)
          if (kind === 'conflict') expect(mine).not.toEqual(theirs)
        }
      }),
      { numRuns: 3000 },
    )
  })
  it('merge(base, a, a) = merge(base, a, base) = merge(base, base, a) = a', () => {
    assertProperty(
      fc.property(text, text, (base, a) => {
        expect(merged(base, a, a)).toEqual(a)
        expect(merged(base, a, base)).toEqual(a)
        expect(merged(base, base, a)).toEqual(a)
      }),
      { numRuns: 1000 },
    )
  })
  it('finds the same conflicts from either side', () => {
    assertProperty(
      fc.property(three, ([base, mine, theirs]) => {
        const turned = mergeLines(base, theirs, mine).map(({ mine, theirs, ...rest }) => ({ ...rest, mine: theirs, theirs: mine }))
        const kinds = { mine: 'theirs', theirs: 'mine' } as Record<string, Region['kind']>
        expect(turned.map((region) => ({ ...region, kind: kinds[region.kind] ?? region.kind }))).toEqual(mergeLines(base, mine, theirs))
      }),
    )
  })
  it('reports every difference, and nothing else, as a conflict without a base', () => {
    assertProperty(
      fc.property(text, text, (mine, theirs) => {
        const regions = compareLines(mine, theirs)
        expect(regions.flatMap((region) => region.mine)).toEqual(mine)
        expect(regions.flatMap((region) => region.theirs)).toEqual(theirs)
        expect(regions.every((region) => region.kind === 'same' || region.kind === 'conflict')).toBe(true)
      }),
    )
  })
})

it('merges a title or a catalog', () => {
  expect(mergeValue('a', 'a', 'b')).toEqual({ value: 'b', conflict: false })
  expect(mergeValue('a', 'b', 'a')).toEqual({ value: 'b', conflict: false })
  expect(mergeValue('a', 'b', 'c')).toEqual({ value: 'b', conflict: true })
  expect(mergeValue(undefined, 'b', 'b')).toEqual({ value: 'b', conflict: false })
  expect(mergeValue(undefined, 'b', 'c')).toEqual({ value: 'b', conflict: true })
})
