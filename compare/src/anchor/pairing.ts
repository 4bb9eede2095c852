import { type Budget, type Same, sameRuns } from '../sequence.ts'
import { countWords, similarity } from '../words.ts'
import type { ReadText } from './types.ts'

type Counts = ReturnType<typeof countWords>
/** A part between equal blocks: [from in the old version, to, from in the new version, to]. */
type Hunk = [number, number, number, number]

interface Partner {
  to: number
  isEqual: boolean
}

/** From this similarity on, a changed block is the same one at the same place, or moved from another place. */
const HERE_MIN = 0.4
const MOVED_MIN = 0.7
/** A second block that is as similar makes the first one a guess. */
const RIVAL_WITHIN = 0.05
/** Pairs of blocks between equal ones that are compared; of more only equal texts are found. */
const PAIRS_MAX = 40_000
/** Blocks with a word that make it a frequent one. */
const FREQUENT_FROM = 50
/** Characters of changed blocks among which moved ones are looked for. */
const INDEXED_MAX_CHARS = 2_000_000
/** What is counted for a character whose word is read, and for a word that is compared, in steps of the sequence comparison. */
const STEPS_PER_CHAR = 3
const STEPS_PER_WORD = 6
/** Blocks between equal ones among which a heading is looked for that was renamed. */
const RENAMED_AMONG_MAX = 200
/** Characters of a block whose words are counted. */
const COUNTED_MAX_CHARS = 20_000

/** Which blocks of two versions are the same: equal ones in order, moved ones, changed ones. Each is worked out when it is asked for. */
export class Pairing {
  private readonly old: ReadText
  private readonly young: ReadText
  private readonly budget: Budget
  private readonly equal: Int32Array
  private readonly equalBack: Int32Array
  private readonly hunks: Hunk[] = []
  private readonly changed = new Map<number, Map<number, number>>()
  private readonly counts = new Map<string, Counts>()
  private readonly partners = new Map<number, Partner | undefined>()
  private index: Map<string, number[]> | undefined
  private moves: Map<string, [number[], number[]]> | undefined

  constructor(old: ReadText, young: ReadText, budget: Budget) {
    this.old = old
    this.young = young
    this.budget = budget
    const texts = ({ blocks }: ReadText) => blocks.map(({ text }) => text)
    const runs = sameRuns(texts(old), texts(young), budget)
    this.equal = new Int32Array(old.blocks.length).fill(-1)
    this.equalBack = new Int32Array(young.blocks.length).fill(-1)
    for (const run of runs) this.takeRun(run)
    this.distrustRepeated()
    this.findHunks()
  }

  private takeRun({ a, b, length }: Same): void {
    for (let at = 0; at < length; at++) {
      this.equal[a + at] = b + at
      this.equalBack[b + at] = a + at
    }
  }

  /**
   * A text that is on the page several times is the same one only in the same section or between the same blocks. The line of names of a
   * table, for example, would otherwise pair with that of another table when a section goes.
   */
  private distrustRepeated(): void {
    const { old, young, equal, equalBack } = this
    const times = (blocks: ReadText['blocks']) => {
      const count = new Map<string, number>()
      for (const { text } of blocks) count.set(text, (count.get(text) ?? 0) + 1)
      return count
    }
    const [a, b] = [times(old.blocks), times(young.blocks)]
    const distrusted: number[] = []
    for (let at = 0; at < equal.length; at++) {
      const to = equal[at]!
      if (to < 0) continue
      const block = old.blocks[at]!
      if (a.get(block.text) === 1 && b.get(block.text) === 1) continue
      const isSameSection = block.headings.at(-1) === young.blocks[to]!.headings.at(-1)
      const follows = at === 0 ? to === 0 : equal[at - 1] === to - 1
      const leads = at === equal.length - 1 ? to === young.blocks.length - 1 : equal[at + 1] === to + 1
      if (!isSameSection && !(follows && leads)) distrusted.push(at)
    }
    for (const at of distrusted) {
      equalBack[equal[at]!] = -1
      equal[at] = -1
    }
  }

  private findHunks(): void {
    let [i, j] = [0, 0]
    for (let at = 0; at <= this.equal.length; at++) {
      const to = at === this.equal.length ? this.young.blocks.length : this.equal[at]!
      if (to < 0) continue
      if (at > i || to > j) this.hunks.push([i, at, j, to])
      ;[i, j] = [at + 1, to + 1]
    }
  }

  private hunkOf(block: number): Hunk | undefined {
    let [low, high] = [0, this.hunks.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.hunks[middle]![0] <= block) low = middle
      else high = middle - 1
    }
    const hunk = this.hunks[low]
    return hunk && block >= hunk[0] && block < hunk[1] ? hunk : undefined
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
    const [x, y] = [this.old.blocks[a]!, this.young.blocks[b]!]
    if ((x.kind === 'heading') !== (y.kind === 'heading')) return 0
    const [m, n] = [this.countsOf(x.text), this.countsOf(y.text)]
    // Dice cannot be higher than this.
    if (2 * Math.min(m.all, n.all) < HERE_MIN * (m.all + n.all)) return 0
    this.budget.left -= STEPS_PER_WORD * (m.words.size + 1)
    return similarity(m, n)
  }

  /** The block of the new version that is this one; undefined if there is none, or more than one. */
  partnerOf(block: number): Partner | undefined {
    if (!this.partners.has(block)) this.partners.set(block, this.findPartner(block))
    return this.partners.get(block)
  }

  private findPartner(block: number): Partner | undefined {
    if (block >= this.equal.length) return undefined
    const equal = this.equal[block]!
    if (equal >= 0) return { to: equal, isEqual: true }
    const moved = this.movedOf(block)
    if (moved === 'several') return undefined
    if (moved !== undefined) return { to: moved, isEqual: true }
    const here = this.changedHere(block)
    if (here !== undefined) return { to: here, isEqual: false }
    const away = this.similarAway(block)
    return away === undefined ? undefined : { to: away, isEqual: false }
  }

  /** The only block with an equal text that is elsewhere now. */
  private movedOf(block: number): number | 'several' | undefined {
    if (!this.moves) {
      this.moves = new Map()
      const all = this.moves
      const add = (blocks: ReadText['blocks'], paired: Int32Array, side: 0 | 1) => {
        for (let at = 0; at < blocks.length; at++) {
          if (paired[at]! >= 0) continue
          const { text } = blocks[at]!
          const places = all.get(text) ?? [[], []]
          places[side].push(at)
          all.set(text, places)
        }
      }
      add(this.old.blocks, this.equal, 0)
      add(this.young.blocks, this.equalBack, 1)
    }
    const [from, to] = this.moves.get(this.old.blocks[block]!.text)!
    if (to.length === 0) return undefined
    return from.length === 1 && to.length === 1 ? to[0] : 'several'
  }

  /** The changed block in the same place between equal blocks. */
  private changedHere(block: number): number | undefined {
    const hunk = this.hunkOf(block)
    if (!hunk) return undefined
    let pairs = this.changed.get(hunk[0])
    if (!pairs) {
      pairs = this.pairsOf(hunk)
      this.changed.set(hunk[0], pairs)
    }
    return pairs.get(block)
  }

  /** Pairs the blocks of a part in order so that the sum of their similarities is highest. */
  private pairsOf([a0, a1, b0, b1]: Hunk): Map<number, number> {
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
  private wordIndex(): Map<string, number[]> {
    if (this.index) return this.index
    this.index = new Map()
    const blocks = this.hunks.flatMap(([, , from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
    if (blocks.reduce((sum, at) => sum + this.young.blocks[at]!.text.length, 0) > INDEXED_MAX_CHARS) return this.index
    for (const at of blocks)
      for (const word of this.countsOf(this.young.blocks[at]!.text).words.keys()) {
        const places = this.index.get(word)
        if (places) places.push(at)
        else this.index.set(word, [at])
      }
    return this.index
  }

  /**
   * The only block elsewhere that is similar enough to be this one. Candidates share a word that is rare in the new version; no other
   * block may be as similar by its frequent words.
   */
  private similarAway(block: number): number | undefined {
    const index = this.wordIndex()
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
      if (this.isTaken(at)) continue
      const value = this.likeness(block, at)
      if (value > first) [first, second, found] = [value, Math.max(first, second), at]
      else if (value > second) second = value
    }
    return first >= MOVED_MIN && first - second > RIVAL_WITHIN ? found : undefined
  }

  /** Whether a block of the new version is another block that changed in its place. */
  private isTaken(at: number): boolean {
    for (const pairs of this.changed.values()) for (const to of pairs.values()) if (to === at) return true
    return false
  }

  /** Where the blocks are that took the place of a block and of its neighbours: from and to in the new text; undefined if none did. */
  placeOf(block: number): [from: number, to: number] | undefined {
    const hunk = this.hunkOf(block)
    if (!hunk || hunk[2] === hunk[3]) return undefined
    const last = this.young.blocks[hunk[3] - 1]!
    return [this.young.blocks[hunk[2]]!.start, last.start + last.text.length]
  }

  /**
   * The heading that a heading was renamed to, even to other words: it changed in its place, or both are the only ones without a partner
   * there; and what is below them is the same.
   */
  renamed(block: number): number | undefined {
    const hunk = this.hunkOf(block)
    const heading = this.old.blocks[block]!
    if (!hunk || heading.kind !== 'heading') return undefined
    const partner = this.partnerOf(block)
    if (partner) return !partner.isEqual && this.partnerOf(block + 1)?.to === partner.to + 1 ? partner.to : undefined
    const [a0, a1, b0, b1] = hunk
    if (a1 - a0 + b1 - b0 > RENAMED_AMONG_MAX) return undefined
    const own: number[] = []
    for (let at = a0; at < a1; at++) if (this.old.blocks[at]!.kind === 'heading' && !this.partnerOf(at)) own.push(at)
    const taken = new Set<number>()
    for (let at = a0; at < a1; at++) taken.add(this.partnerOf(at)?.to ?? -1)
    const free: number[] = []
    for (let at = b0; at < b1; at++) if (this.young.blocks[at]!.kind === 'heading' && !taken.has(at)) free.push(at)
    const [to] = free
    if (own.length !== 1 || free.length !== 1 || to === undefined) return undefined
    const isSameLevel = this.young.blocks[to]!.headings.length === heading.headings.length
    return isSameLevel && this.partnerOf(block + 1)?.to === to + 1 ? to : undefined
  }
}
