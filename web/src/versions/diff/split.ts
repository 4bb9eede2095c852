/** Edits after which the search within one box settles for a good split instead of the best one, so that time grows with the length only. */
const SPLIT_EDITS_MAX = 200

/** A snake in the middle of the shortest edit of the box: [from in x, from in y, to in x, to in y]. Both sides differ at either end. */
export function split(x: Int32Array, y: Int32Array, a0: number, a1: number, b0: number, b1: number): [number, number, number, number] {
  const [n, m] = [a1 - a0, b1 - b0]
  const delta = n - m
  const odd = (n + m) % 2
  const most = Math.min(Math.ceil((n + m) / 2), SPLIT_EDITS_MAX)
  const zero = most + 1
  const forth = new Int32Array(2 * zero + 1)
  const back = new Int32Array(2 * zero + 1)
  for (let d = 0; d <= most; d++)
    for (const way of [1, 0]) {
      const [near, far] = way ? [forth, back] : [back, forth]
      const last = d - 2 * Math.max(0, d - n)
      for (let k = -(d - 2 * Math.max(0, d - m)); k <= last; k += 2) {
        const down = k === -d || (k !== d && near[zero + k - 1]! < near[zero + k + 1]!)
        let i = down ? near[zero + k + 1]! : near[zero + k - 1]! + 1
        let j = i - k
        const [s, t] = [i, j]
        while (i < n && j < m && (way ? x[a0 + i] === y[b0 + j] : x[a1 - 1 - i] === y[b1 - 1 - j])) {
          i++
          j++
        }
        near[zero + k] = i
        const opposite = delta - k
        if (odd !== way || Math.abs(opposite) > d - way || i + far[zero + opposite]! < n) continue
        return way ? [a0 + s, b0 + t, a0 + i, b0 + j] : [a1 - i, b1 - j, a1 - s, b1 - t]
      }
    }
  return furthest(forth, zero, n, m, a0, b0)
}

/** Where the search got furthest when it ended. */
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
