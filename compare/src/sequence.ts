/**
 * Steps that a comparison can still take. Several comparisons can share one budget. When it is used up, the remaining parts count
 * as different: the result is coarser, but correct.
 */
export interface Budget {
  left: number
}

/** About a second of work. */
const STEPS_MAX = 150_000_000

export const budgetOf = (steps = STEPS_MAX): Budget => ({ left: steps })

/** After this number of edits the search in one box takes a good split instead of the best: time stays linear in the length. */
const SPLIT_EDITS_MAX = 200

/** A part of both sequences: [from in the first, to in the first, from in the second, to in the second]. */
type Box = [number, number, number, number]

/** Finds the middle snake of the box: [x from, y from, x to, y to]. Requires that both sequences differ at either end. */
function split(x: Int32Array, y: Int32Array, [a0, a1, b0, b1]: Box, budget: Budget): Box {
  const [n, m] = [a1 - a0, b1 - b0]
  const delta = n - m
  const odd = (n + m) % 2
  const most = Math.min(Math.ceil((n + m) / 2), SPLIT_EDITS_MAX)
  const zero = most + 1
  const forth = new Int32Array(2 * zero + 1)
  const back = new Int32Array(2 * zero + 1)
  for (let d = 0; d <= most && budget.left > 0; d++)
    for (const forward of [1, 0]) {
      const [near, far] = forward ? [forth, back] : [back, forth]
      const last = d - 2 * Math.max(0, d - n)
      for (let k = -(d - 2 * Math.max(0, d - m)); k <= last; k += 2) {
        const down = k === -d || (k !== d && near[zero + k - 1]! < near[zero + k + 1]!)
        let i = down ? near[zero + k + 1]! : near[zero + k - 1]! + 1
        let j = i - k
        const [s, t] = [i, j]
        while (i < n && j < m && (forward ? x[a0 + i] === y[b0 + j] : x[a1 - 1 - i] === y[b1 - 1 - j])) {
          i++
          j++
        }
        near[zero + k] = i
        budget.left -= 1 + i - s
        const opposite = delta - k
        if (odd !== forward || Math.abs(opposite) > d - forward || i + far[zero + opposite]! < n) continue
        return forward ? [a0 + s, b0 + t, a0 + i, b0 + j] : [a1 - i, b1 - j, a1 - s, b1 - t]
      }
    }
  return furthest(forth, zero, n, m, a0, b0)
}

/** The furthest point that the forward search reached. */
function furthest(forth: Int32Array, zero: number, n: number, m: number, a0: number, b0: number): Box {
  let best: [number, number] = [1, 0]
  for (let k = 1 - zero; k < zero; k++) {
    const i = forth[zero + k]!
    const j = i - k
    if (i <= n && j >= 0 && j <= m && i + j > best[0] + best[1] && i + j < n + m) best = [i, j]
  }
  const [i, j] = [a0 + best[0], b0 + best[1]]
  return [i, j, i, j]
}

/** A common run: its start in each sequence and its length. */
export interface Same {
  a: number
  b: number
  length: number
}

/**
 * The common runs of two sequences, in order. Anchors are elements that occur once in each, because readers recognise them;
 * between anchors the shortest edit script decides (Myers, linear space). The parts wait in a list instead of in recursive calls,
 * because hostile texts nest as deep as they are long.
 */
export function sameRuns(first: readonly string[], second: readonly string[], budget: Budget = budgetOf()): Same[] {
  const ids = new Map<string, number>()
  const numbered = (list: readonly string[]) =>
    Int32Array.from(list, (element) => {
      const known = ids.get(element)
      if (known !== undefined) return known
      ids.set(element, ids.size)
      return ids.size - 1
    })
  const x = numbered(first)
  const y = numbered(second)
  const runs: Same[] = []
  const take = (a: number, b: number, length: number) => {
    const last = runs.at(-1)
    if (last && last.a + last.length === a && last.b + last.length === b) last.length += length
    else if (length > 0) runs.push({ a, b, length })
  }
  const once = onceInBoth(x, y, ids.size)

  /** What is left to do, the next part last. A box whose first `to` is -1 is a known run: [a, -1, b, length]. */
  const waiting: Box[] = [[0, x.length, 0, y.length]]

  /** Takes the common start of a box, then compares the middle and takes the common end later. */
  const open = ([a0, a1, b0, b1]: Box) => {
    let head = 0
    while (a0 + head < a1 && b0 + head < b1 && x[a0 + head] === y[b0 + head]) head++
    take(a0, b0, head)
    const [a, b] = [a0 + head, b0 + head]
    let tail = 0
    while (a < a1 - tail && b < b1 - tail && x[a1 - tail - 1] === y[b1 - tail - 1]) tail++
    budget.left -= head + tail + 1
    if (tail > 0) waiting.push([a1 - tail, -1, b1 - tail, tail])
    divide([a, a1 - tail, b, b1 - tail])
  }

  const divide = (box: Box) => {
    const [a0, a1, b0, b1] = box
    if (a0 === a1 || b0 === b1 || budget.left <= 0) return
    budget.left -= a1 - a0 + b1 - b0
    const anchors = once(a0, a1, b0, b1)
    if (anchors.length === 0) {
      const [s, t, u, v] = split(x, y, box, budget)
      if (budget.left > 0) waiting.push([u, a1, v, b1], [s, -1, t, u - s], [a0, s, b0, t])
      return
    }
    let [a, b] = [a1, b1]
    for (const [i, j] of anchors.reverse()) {
      waiting.push([i + 1, a, j + 1, b], [i, -1, j, 1])
      ;[a, b] = [i, j]
    }
    waiting.push([a0, a, b0, b])
  }

  for (let box = waiting.pop(); box; box = waiting.pop())
    if (box[1] === -1) take(box[0], box[2], box[3])
    else open(box)
  return runs
}

/** Finds the longest increasing subsequence of elements that occur exactly once in each part. */
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
  const predecessor = new Int32Array(pairs.length)
  pairs.forEach(([, j], at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < j) low = middle + 1
      else high = middle
    }
    predecessor[at] = low > 0 ? ends[low - 1]! : -1
    ends[low] = at
  })
  const series: [number, number][] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = predecessor[at]!) series.push(pairs[at]!)
  return series.reverse()
}
