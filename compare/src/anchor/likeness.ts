import type { Budget } from '../sequence.ts'
import { countWords, similarity } from '../words.ts'
import type { ReadText } from './types.ts'

type Counts = ReturnType<typeof countWords>
/** A part between equal blocks: [from in the old version, to, from in the new version, to]. */
export type Hunk = [number, number, number, number]

/** From this similarity on, a changed block is the same one at the same place, or moved from another place. */
const HERE_MIN = 0.4
const MOVED_MIN = 0.7
/** A second block that is as similar makes the first one a guess. */
const RIVAL_WITHIN = 0.05
/** Pairs of blocks between equal ones that are compared; of more only equal and moved texts are found. */
const PAIRS_MAX = 40_000
/** Blocks with a word that make it a frequent one. */
const FREQUENT_FROM = 50
/** Characters of changed blocks among which moved ones are looked for. */
const INDEXED_MAX_CHARS = 2_000_000
/** Characters of a block whose words are counted. */
const COUNTED_MAX_CHARS = 20_000
/** What is counted for a character whose word is read, and for a word that is compared, in steps of the sequence comparison. */
const STEPS_PER_CHAR = 3
const STEPS_PER_WORD = 6

/** How similar blocks of two versions are, by their words. */
export class Likeness {
  private readonly old: ReadText
  private readonly newer: ReadText
  private readonly budget: Budget
  private readonly counts = new Map<string, Counts>()

  constructor(old: ReadText, newer: ReadText, budget: Budget) {
    this.old = old
    this.newer = newer
    this.budget = budget
  }

  private countsOf(text: string): Counts {
    const known = this.counts.get(text)
    if (known) return known
    const made = countWords(text.slice(0, COUNTED_MAX_CHARS))
    this.budget.left -= STEPS_PER_CHAR * Math.min(text.length, COUNTED_MAX_CHARS)
    this.counts.set(text, made)
    return made
  }

  private likeness(a: number, b: number): number {
    const [x, y] = [this.old.blocks[a]!, this.newer.blocks[b]!]
    if ((x.kind === 'heading') !== (y.kind === 'heading')) return 0
    const [m, n] = [this.countsOf(x.text), this.countsOf(y.text)]
    // Dice cannot be higher than this.
    if (2 * Math.min(m.all, n.all) < HERE_MIN * (m.all + n.all)) return 0
    this.budget.left -= STEPS_PER_WORD * (m.words.size + 1)
    return similarity(m, n)
  }

  /** Pairs the blocks of a part in order so that the sum of their similarities is highest. */
  pairsOf([a0, a1, b0, b1]: Hunk): Map<number, number> {
    const pairs = new Map<number, number>()
    const [m, n] = [a1 - a0, b1 - b0]
    if (m === 0 || n === 0 || m * n > PAIRS_MAX || this.budget.left <= 0) return pairs
    const width = n + 1
    const like = new Float32Array(m * n)
    const best = new Float64Array((m + 1) * width)
    for (let i = m - 1; i >= 0 && this.budget.left > 0; i--)
      for (let j = n - 1; j >= 0; j--) {
        const value = this.likeness(a0 + i, b0 + j)
        like[i * n + j] = value
        const apart = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!)
        best[i * width + j] = value >= HERE_MIN ? Math.max(apart, value + best[(i + 1) * width + j + 1]!) : apart
      }
    const taken = new Set<number>()
    for (let i = 0, j = 0; i < m && j < n; ) {
      const here = best[i * width + j]!
      if (here === best[(i + 1) * width + j]) i++
      else if (here === best[i * width + j + 1]) j++
      else {
        taken.add(j)
        pairs.set(a0 + i++, b0 + j++)
      }
    }
    for (const [block, to] of pairs) {
      const row = (block - a0) * n
      const value = like[row + to - b0]!
      for (let j = 0; j < n; j++) if (!taken.has(j) && like[row + j]! > value - RIVAL_WITHIN) pairs.delete(block)
    }
    return pairs
  }

  /** The words of the blocks that no equal one was found for, with these blocks. */
  indexOf(hunks: readonly Hunk[]): Map<string, number[]> {
    const index = new Map<string, number[]>()
    const blocks = hunks.flatMap(([, , from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
    if (blocks.reduce((sum, at) => sum + this.newer.blocks[at]!.text.length, 0) > INDEXED_MAX_CHARS) return index
    for (const at of blocks)
      for (const word of this.countsOf(this.newer.blocks[at]!.text).words.keys()) {
        const places = index.get(word)
        if (places) places.push(at)
        else index.set(word, [at])
      }
    return index
  }

  /**
   * The only block of the new version that is similar enough to be this one. Candidates share a word that is rare there; no other block
   * may be as similar by its frequent words.
   */
  onlyLike(block: number, index: Map<string, number[]>, isTaken: (at: number) => boolean): number | undefined {
    const { words, all } = this.countsOf(this.old.blocks[block]!.text)
    const candidates = new Set<number>()
    let frequent = 0
    for (const [word, times] of words) {
      const places = index.get(word) ?? []
      if (places.length > FREQUENT_FROM) frequent += times
      else for (const at of places) candidates.add(at)
      this.budget.left -= places.length > FREQUENT_FROM ? 1 : places.length + 1
    }
    let [first, second, found] = [0, (2 * frequent) / (all + frequent), -1]
    for (const at of candidates) {
      if (this.budget.left <= 0) return undefined
      const value = this.likeness(block, at)
      if (value <= second || isTaken(at)) continue
      if (value > first) [first, second, found] = [value, Math.max(first, second), at]
      else second = value
    }
    return first >= MOVED_MIN && first - second > RIVAL_WITHIN ? found : undefined
  }
}
