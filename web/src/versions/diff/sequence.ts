/** After this number of edits the search in one box takes a good split instead of the best: time stays linear in the length. */
const SPLIT_EDITS_MAX = 200

/** Finds the middle snake of the box: [x from, y from, x to, y to]. Requires that both sequences differ at either end. */
function split(x: Int32Array, y: Int32Array, a0: number, a1: number, b0: number, b1: number): [number, number, number, number] {
  const [n, m] = [a1 - a0, b1 - b0]
  const delta = n - m
  const odd = (n + m) % 2
  const most = Math.min(Math.ceil((n + m) / 2), SPLIT_EDITS_MAX)
  const zero = most + 1
  const forth = new Int32Array(2 * zero + 1)
  const back = new Int32Array(2 * zero + 1)
  for (let d = 0; d <= most; d++)
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
        const opposite = delta - k
        if (odd !== forward || Math.abs(opposite) > d - forward || i + far[zero + opposite]! < n) continue
        return forward ? [a0 + s, b0 + t, a0 + i, b0 + j] : [a1 - i, b1 - j, a1 - s, b1 - t]
      }
    }
  return furthest(forth, zero, n, m, a0, b0)
}

/** The furthest point that the forward search reached. */
function furthest(forth: Int32Array, zero: number, n: number, m: number, a0: number, b0: number): [number, number, number, number] {
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
 * between anchors the shortest edit script decides (Myers, linear space).
 */
export function sameRuns(first: readonly string[], second: readonly string[]): Same[] {
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
