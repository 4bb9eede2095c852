import { type Budget, budgetOf, type Same } from '../sequence.ts'
import { alignTexts } from './align.ts'
import { Pairing } from './pairing.ts'
import { blockAt, isInside, isPlace } from './quote.ts'
import type { Carried, Place, ReadText } from './types.ts'

/** Steps for all anchors of one pair of versions: about a tenth of a second. What is left when they are used up is lost. */
const CARRY_STEPS_MAX = 15_000_000
/** The share of an anchor's characters that must be in one place. */
const KEPT_MIN = 0.6
/** A short text can be at a place by chance, so that this share of the text around must be there too. */
const CHANCE_MAX = 20
const AROUND_CHARS = 40
const AROUND_KEPT_MIN = 0.4
/** The same for a place that is in no block of its own: in one that was divided, or joined with others. */
const APART_KEPT_MIN = 0.6
/** Characters of a block and of what took its place that are compared as a whole. */
const AROUND_MAX_CHARS = 20_000

const lost = (): Carried => ({ place: 'lost', at: 0, length: 0 })

/** Characters that are no white space. */
function weigh(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (!/\s/.test(text.charAt(at))) count++
  return count
}

/** The parts of runs within a range of the old text. */
function within(runs: readonly Same[], from: number, to: number): Same[] {
  const parts: Same[] = []
  for (const { a, b, length } of runs) {
    const [start, end] = [Math.max(a, from), Math.min(a + length, to)]
    if (start < end) parts.push({ a: start, b: b + start - a, length: end - start })
  }
  return parts
}

type RunsOf = (block: number) => Same[]

/** Carries anchors from one version to the next one; all of them share the pairs of blocks. */
class Carrier {
  private readonly old: ReadText
  private readonly newer: ReadText
  private readonly budget: Budget
  private readonly pairing: Pairing
  private readonly aligned = new Map<number, Same[]>()
  private readonly around = new Map<number, Same[]>()

  constructor(old: ReadText, newer: ReadText, budget: Budget) {
    this.old = old
    this.newer = newer
    this.budget = budget
    this.pairing = new Pairing(old, newer, budget)
  }

  /** The common characters of a block and the block that it became, as offsets in both pages. */
  private runsOf(block: number): Same[] {
    const known = this.aligned.get(block)
    if (known) return known
    const { text, start } = this.old.blocks[block]!
    const partner = this.pairing.partnerOf(block)
    let runs: Same[] = []
    if (partner) {
      const to = this.newer.blocks[partner.to]!
      runs = partner.isEqual
        ? [{ a: start, b: to.start, length: text.length }]
        : alignTexts(text, to.text, this.budget).map(({ a, b, length }) => ({ a: a + start, b: b + to.start, length }))
    }
    this.aligned.set(block, runs)
    return runs
  }

  /** The common characters of a block and of all that is now between the unchanged blocks around it: for blocks that were divided or joined. */
  private runsAround(block: number): Same[] {
    const known = this.around.get(block)
    if (known) return known
    const { text, start } = this.old.blocks[block]!
    const place = this.pairing.placeOf(block)
    const isShort = place && text.length <= AROUND_MAX_CHARS && place[1] - place[0] <= AROUND_MAX_CHARS
    const runs = isShort
      ? alignTexts(text, this.newer.text.slice(...place), this.budget).map(({ a, b, length }) => ({
          a: a + start,
          b: b + place[0],
          length,
        }))
      : []
    this.around.set(block, runs)
    return runs
  }

  carry(place: Place): Carried {
    const { old, newer } = this
    const { at, length } = place
    if (!isPlace(old, at, length) || old.blocks.length === 0) return lost()
    this.budget.left -= length
    const first = blockAt(old, at)
    const whole = old.blocks[first]!
    if (whole.kind === 'heading' && whole.start === at && whole.text.length === length) {
      const to = this.pairing.renamed(first)
      if (to !== undefined) return { place: 'moved', at: newer.blocks[to]!.start, length: newer.blocks[to]!.text.length }
    }
    const byBlock = this.carryBy((block) => this.runsOf(block), place, length < CHANCE_MAX ? AROUND_KEPT_MIN : 0)
    if (byBlock) return byBlock
    const byPart = this.carryBy((block) => this.runsAround(block), place, APART_KEPT_MIN)
    return byPart && this.isOnlyOne(first, byPart) ? byPart : lost()
  }

  /** Whether a place and the text around it are there once between the unchanged blocks around a block. */
  private isOnlyOne(block: number, { at, length }: Place): boolean {
    const [from, to] = this.pairing.placeOf(block) ?? [0, 0]
    if (from === to) return false
    const part = this.newer.text.slice(from, to)
    const text = this.newer.text.slice(Math.max(from, at - AROUND_CHARS / 2), Math.min(to, at + length + AROUND_CHARS / 2))
    return part.indexOf(text) === part.lastIndexOf(text)
  }

  private carryBy(runsOf: RunsOf, { at, length }: Place, around: number): Carried | undefined {
    const { old, newer } = this
    const end = at + length
    const [first, last] = [blockAt(old, at), blockAt(old, end - 1)]
    const parts: Same[] = []
    for (let block = first; block <= last; block++) parts.push(...within(runsOf(block), at, end))
    const group = this.bestGroup(parts, length)
    const kept = group.reduce((sum, part) => sum + weigh(old.text, part.a, part.a + part.length), 0)
    if (group.length === 0 || kept < KEPT_MIN * weigh(old.text, at, end)) return undefined
    const place = this.widened(runsOf, group, at, end)
    if (around > 0 && !this.isKeptAround(runsOf, at, end, place, around)) return undefined
    const isSame = place.length === length && newer.text.startsWith(old.text.slice(at, end), place.at)
    return { place: isSame ? 'fixed' : 'moved', ...place }
  }

  /** The parts that are in order and near each other in the new text, the heaviest such group. */
  private bestGroup(parts: Same[], length: number): Same[] {
    const gapMax = Math.max(AROUND_CHARS, length)
    let best: Same[] = []
    let bestWeight = 0
    let group: Same[] = []
    let weight = 0
    for (const part of parts) {
      const previous = group.at(-1)
      const gap = previous ? part.b - previous.b - previous.length : 0
      if (gap < 0 || gap > gapMax) {
        group = []
        weight = 0
      }
      group.push(part)
      weight += part.length
      if (weight > bestWeight) [best, bestWeight] = [[...group], weight]
    }
    return best
  }

  /** The place of a group, with the words that took the place of words at its ends. */
  private widened(runsOf: RunsOf, group: Same[], at: number, end: number): Place {
    const { old, newer } = this
    const [first, last] = [blockAt(old, at), blockAt(old, end - 1)]
    let from = group[0]!.b
    let to = group.at(-1)!.b + group.at(-1)!.length
    if (group[0]!.a > at) {
      const before = runsOf(first).findLast((run) => run.a + run.length === at)
      const block = newer.blocks[blockAt(newer, from)]!
      if (before && before.b + before.length <= from) from = before.b + before.length
      else if (old.blocks[first]!.start === at) from = block.start
    }
    if (group.at(-1)!.a + group.at(-1)!.length < end) {
      const next = runsOf(last).find((run) => run.a === end)
      const block = newer.blocks[blockAt(newer, to - 1)]!
      const lastBlock = old.blocks[last]!
      if (next && next.b >= to) to = next.b
      else if (lastBlock.start + lastBlock.text.length === end) to = block.start + block.text.length
    }
    while (from < to && /\s/.test(newer.text.charAt(from))) from++
    while (to > from && /\s/.test(newer.text.charAt(to - 1))) to--
    if (isInside(newer.text, from)) from--
    if (isInside(newer.text, to)) to++
    return { at: from, length: to - from }
  }

  private isKeptAround(runsOf: RunsOf, at: number, end: number, place: Place, share: number): boolean {
    const block = blockAt(this.old, at)
    const { start, text } = this.old.blocks[block]!
    const [from, to] = [Math.max(start, at - AROUND_CHARS), Math.min(start + text.length, end + AROUND_CHARS)]
    const [low, high] = [place.at - 2 * AROUND_CHARS, place.at + place.length + 2 * AROUND_CHARS]
    let kept = 0
    for (const part of within(runsOf(block), from, to))
      if (part.b >= low && part.b <= high) kept += weigh(this.old.text, part.a, part.a + part.length)
    return kept >= share * weigh(this.old.text, from, to)
  }
}

/** Where the places of one version are in the next one, in the order of `places`. A place that is none is lost. */
export function carryAnchors(
  old: ReadText,
  newer: ReadText,
  places: readonly Place[],
  budget: Budget = budgetOf(CARRY_STEPS_MAX),
): Carried[] {
  if (places.length === 0) return []
  if (old.text === newer.text)
    return places.map((place) => (isPlace(old, place.at, place.length) ? { place: 'fixed', ...pick(place) } : lost()))
  const carrier = new Carrier(old, newer, budget)
  return places.map((place) => (budget.left > 0 ? carrier.carry(place) : lost()))
}

const pick = ({ at, length }: Place): Place => ({ at, length })

/** `carryAnchors` for one place. */
export const carryAnchor = (old: ReadText, newer: ReadText, place: Place): Carried => carryAnchors(old, newer, [place])[0]!
