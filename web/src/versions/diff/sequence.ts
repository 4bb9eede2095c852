import { split } from './split.ts'

/** A stretch that is the same in both: where it begins in each, and how long it is. */
export interface Same {
  a: number
  b: number
  length: number
}

/**
 * What two sequences have in common, in order. First by elements that occur once in each (they are what a reader recognises),
 * between them by the shortest edit (Myers, linear space).
 */
export function sameRuns(first: readonly string[], second: readonly string[]): Same[] {
  const ids = new Map<string, number>()
  const numbered = (list: readonly string[]) =>
    Int32Array.from(list, (one) => {
      const known = ids.get(one)
      if (known !== undefined) return known
      ids.set(one, ids.size)
      return ids.size - 1
    })
  const x = numbered(first)
  const y = numbered(second)
  const found: Same[] = []
  const take = (a: number, b: number, length: number) => {
    const last = found.at(-1)
    if (last && last.a + last.length === a && last.b + last.length === b) last.length += length
    else if (length > 0) found.push({ a, b, length })
  }
  const once = onceInBoth(x, y, ids.size)

  const walk = (a0: number, a1: number, b0: number, b1: number): void => {
    let head = 0
    while (a0 + head < a1 && b0 + head < b1 && x[a0 + head] === y[b0 + head]) head++
    take(a0, b0, head)
    const [a, b] = [a0 + head, b0 + head]
    let tail = 0
    while (a < a1 - tail && b < b1 - tail && x[a1 - tail - 1] === y[b1 - tail - 1]) tail++
    between(a, a1 - tail, b, b1 - tail)
    take(a1 - tail, b1 - tail, tail)
  }

  const between = (a0: number, a1: number, b0: number, b1: number) => {
    if (a0 === a1 || b0 === b1) return
    const anchors = once(a0, a1, b0, b1)
    if (anchors.length === 0) {
      const [s, t, u, v] = split(x, y, a0, a1, b0, b1)
      walk(a0, s, b0, t)
      take(s, t, u - s)
      return walk(u, a1, v, b1)
    }
    let [a, b] = [a0, b0]
    for (const [i, j] of anchors) {
      walk(a, i, b, j)
      take(i, j, 1)
      ;[a, b] = [i + 1, j + 1]
    }
    walk(a, a1, b, b1)
  }

  walk(0, x.length, 0, y.length)
  return found
}

/** Finds the longest ascending series of elements that occur exactly once in either part. */
function onceInBoth(x: Int32Array, y: Int32Array, kinds: number) {
  const count = new Int32Array(kinds)
  const other = new Int32Array(kinds)
  const place = new Int32Array(kinds)
  return (a0: number, a1: number, b0: number, b1: number): [number, number][] => {
    for (let i = a0; i < a1; i++) count[x[i]!]!++
    for (let j = b0; j < b1; j++) {
      other[y[j]!]!++
      place[y[j]!] = j
    }
    const pairs: [number, number][] = []
    for (let i = a0; i < a1; i++) if (count[x[i]!] === 1 && other[x[i]!] === 1) pairs.push([i, place[x[i]!]!])
    for (let i = a0; i < a1; i++) count[x[i]!] = 0
    for (let j = b0; j < b1; j++) other[y[j]!] = 0
    return ascending(pairs)
  }
}

function ascending(pairs: [number, number][]): [number, number][] {
  const ends: number[] = []
  const before = new Int32Array(pairs.length)
  pairs.forEach(([, j], at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < j) low = middle + 1
      else high = middle
    }
    before[at] = low > 0 ? ends[low - 1]! : -1
    ends[low] = at
  })
  const series: [number, number][] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) series.push(pairs[at]!)
  return series.reverse()
}
