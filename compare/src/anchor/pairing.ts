import { type Budget, sameRuns } from '../sequence.ts'
import { type Hunk, Likeness } from './likeness.ts'
import type { ReadText } from './types.ts'

interface Partner {
  to: number
  isEqual: boolean
}

type Changed = [pairs: Map<number, number>, to: Set<number>]

/** Blocks between equal ones among which a heading is looked for that was renamed. */
const RENAMED_AMONG_MAX = 200

/** How many blocks have a text. */
function timesOf({ blocks }: ReadText): Map<string, number> {
  const count = new Map<string, number>()
  for (const { text } of blocks) count.set(text, (count.get(text) ?? 0) + 1)
  return count
}

/** Which blocks of two versions are the same: equal ones in order, moved ones, changed ones. Each is worked out when it is asked for. */
export class Pairing {
  private readonly old: ReadText
  private readonly newer: ReadText
  private readonly budget: Budget
  private readonly equal: Int32Array
  private readonly equalBack: Int32Array
  private readonly times: [Map<string, number>, Map<string, number>]
  private readonly hunks: Hunk[] = []
  private readonly changed = new Map<number, Changed>()
  private readonly likeness: Likeness
  private readonly partners = new Map<number, Partner | undefined>()
  private index: Map<string, number[]> | undefined
  private moves: Map<string, [number[], number[]]> | undefined

  constructor(old: ReadText, newer: ReadText, budget: Budget) {
    this.old = old
    this.newer = newer
    this.budget = budget
    this.likeness = new Likeness(old, newer, budget)
    this.equal = new Int32Array(old.blocks.length).fill(-1)
    this.equalBack = new Int32Array(newer.blocks.length).fill(-1)
    this.times = [timesOf(old), timesOf(newer)]
    this.pairEqual()
    this.distrustRepeated()
    this.findHunks()
  }

  /** Pairs equal blocks in order. Texts that only one version has are left out first: they take the most time and pair with nothing. */
  private pairEqual(): void {
    const inBoth = ({ blocks }: ReadText, other: Map<string, number>) => {
      const kept: number[] = []
      for (const [at, { text }] of blocks.entries()) if (other.has(text)) kept.push(at)
      return kept
    }
    const [a, b] = [inBoth(this.old, this.times[1]), inBoth(this.newer, this.times[0])]
    const textsOf = ({ blocks }: ReadText, kept: number[]) => kept.map((at) => blocks[at]!.text)
    for (const run of sameRuns(textsOf(this.old, a), textsOf(this.newer, b), this.budget))
      for (let at = 0; at < run.length; at++) {
        const [from, to] = [a[run.a + at]!, b[run.b + at]!]
        this.equal[from] = to
        this.equalBack[to] = from
      }
  }

  /**
   * A text that is on the page several times is the same one only in the same section or between the same blocks. The line of names of a
   * table, for example, would otherwise pair with that of another table when a section goes.
   */
  private distrustRepeated(): void {
    const { old, newer, equal, equalBack } = this
    const [a, b] = this.times
    const distrusted: number[] = []
    for (let at = 0; at < equal.length; at++) {
      const to = equal[at]!
      if (to < 0) continue
      const block = old.blocks[at]!
      if (a.get(block.text) === 1 && b.get(block.text) === 1) continue
      const isSameSection = block.headings.at(-1) === newer.blocks[to]!.headings.at(-1)
      const follows = at === 0 ? to === 0 : equal[at - 1] === to - 1
      const leads = at === equal.length - 1 ? to === newer.blocks.length - 1 : equal[at + 1] === to + 1
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
      const to = at === this.equal.length ? this.newer.blocks.length : this.equal[at]!
      if (to < 0) continue
      if (at > i || to > j) this.hunks.push([i, at, j, to])
      ;[i, j] = [at + 1, to + 1]
    }
  }

  /** The part with a block of the old version (side 0) or of the new one (side 2). */
  private hunkOf(block: number, side: 0 | 2 = 0): Hunk | undefined {
    let [low, high] = [0, this.hunks.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.hunks[middle]![side] <= block) low = middle
      else high = middle - 1
    }
    // Of parts that begin at the same block, all but the last are empty on this side.
    const hunk = this.hunks[low]
    return hunk && block >= hunk[side] && block < hunk[side === 0 ? 1 : 3] ? hunk : undefined
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
    const { text: own } = this.old.blocks[block]!
    if (!this.times[1].has(own)) return undefined
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
      add(this.newer.blocks, this.equalBack, 1)
    }
    const [from, to] = this.moves.get(own)!
    if (to.length === 0) return undefined
    return from.length === 1 && to.length === 1 ? to[0] : 'several'
  }

  /** The changed block in the same place between equal blocks. */
  private changedHere(block: number): number | undefined {
    const hunk = this.hunkOf(block)
    if (!hunk) return undefined
    return this.changedIn(hunk)[0].get(block)
  }

  /** The changed blocks of a part, and the blocks that they became. */
  private changedIn(hunk: Hunk): Changed {
    let changed = this.changed.get(hunk[0])
    if (!changed) {
      const pairs = this.likeness.pairsOf(hunk)
      changed = [pairs, new Set(pairs.values())]
      this.changed.set(hunk[0], changed)
    }
    return changed
  }

  /** Whether a block of the new version is another block that changed in its place. Worked out for any block in any order alike. */
  private isTaken(at: number): boolean {
    const hunk = this.hunkOf(at, 2)
    return hunk !== undefined && this.changedIn(hunk)[1].has(at)
  }

  private similarAway(block: number): number | undefined {
    this.index ??= this.likeness.indexOf(this.hunks)
    return this.likeness.onlyLike(block, this.index, (at) => this.isTaken(at))
  }

  /** Where the blocks are that took the place of a block and of those around it: from and to in the new text; undefined if none did. */
  placeOf(block: number): [from: number, to: number] | undefined {
    const hunk = this.hunkOf(block)
    if (!hunk || hunk[2] === hunk[3]) return undefined
    const last = this.newer.blocks[hunk[3] - 1]!
    return [this.newer.blocks[hunk[2]]!.start, last.start + last.text.length]
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
    for (let at = b0; at < b1; at++) if (this.newer.blocks[at]!.kind === 'heading' && !taken.has(at)) free.push(at)
    const [to] = free
    if (own.length !== 1 || free.length !== 1 || to === undefined) return undefined
    const isSameLevel = this.newer.blocks[to]!.headings.length === heading.headings.length
    return isSameLevel && this.partnerOf(block + 1)?.to === to + 1 ? to : undefined
  }
}
