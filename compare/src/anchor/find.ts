import { type Budget, budgetOf } from '../sequence.ts'
import { quoteIsAt } from './quote.ts'
import type { Anchor, Carried, Place, ReadText } from './types.ts'

/** Steps of one search; a page of 5 MB needs less. */
const SEARCH_STEPS_MAX = 20_000_000
/** Occurrences that are looked at. A text that occurs more often has no place of its own. */
const FOUND_MAX = 1000
/** Fewer characters can be at a place by chance, so that the text around must be there too. */
const CHANCE_MAX = 24
/** Characters around that must be the same. */
const AROUND_MIN = 12

/** Offsets of a quote, found in time that is linear for all texts (Knuth, Morris and Pratt); undefined for too many or too long. */
function occurrences(text: string, quote: string, length: number, budget: Budget): number[] | undefined {
  const part = length === quote.length ? quote : quote.slice(0, quote.length >> 1)
  const borders = new Int32Array(part.length)
  for (let at = 1, size = 0; at < part.length; at++) {
    while (size > 0 && part.charCodeAt(at) !== part.charCodeAt(size)) size = borders[size - 1]!
    if (part.charCodeAt(at) === part.charCodeAt(size)) size++
    borders[at] = size
  }
  budget.left -= text.length + part.length
  if (budget.left < 0) return undefined
  const found: number[] = []
  for (let at = 0, size = 0; at < text.length; at++) {
    while (size > 0 && text.charCodeAt(at) !== part.charCodeAt(size)) size = borders[size - 1]!
    if (text.charCodeAt(at) === part.charCodeAt(size)) size++
    if (size < part.length) continue
    const from = at + 1 - size
    size = borders[size - 1]!
    if (length !== quote.length && !quoteIsAt(text, quote, length, from)) continue
    if (found.length === FOUND_MAX) return undefined
    found.push(from)
  }
  return found
}

function sameBefore(text: string, at: number, before: string): number {
  let size = 0
  while (size < before.length && text.charCodeAt(at - 1 - size) === before.charCodeAt(before.length - 1 - size)) size++
  return size
}

function sameAfter(text: string, at: number, after: string): number {
  let size = 0
  while (size < after.length && text.charCodeAt(at + size) === after.charCodeAt(size)) size++
  return size
}

type Quoted = Pick<Anchor, 'quote' | 'before' | 'after'> & { length?: number | undefined }

/** The only place of a quote; of several the one with all of the given text around it. */
export function placeOfQuote({ text }: ReadText, { quote, before, after, length = quote.length }: Quoted): Place | undefined {
  const found = quote === '' ? [] : occurrences(text, quote, length, budgetOf(SEARCH_STEPS_MAX))
  if (!found || found.length === 0) return undefined
  if (found.length === 1) return { at: found[0]!, length }
  if (before === '' && after === '') return undefined
  const exact = found.filter(
    (at) => sameBefore(text, at, before) === before.length && sameAfter(text, at + length, after) === after.length,
  )
  return exact.length === 1 ? { at: exact[0]!, length } : undefined
}

/**
 * Looks for a lost anchor in a version: its words must be there once, and a short text needs its surroundings too, because it can be
 * anywhere by chance.
 */
export function findAgain(reading: ReadText, anchor: Anchor, budget: Budget = budgetOf(SEARCH_STEPS_MAX)): Carried {
  const { quote, before, after } = anchor
  const length = anchor.length ?? quote.length
  const lost: Carried = { place: 'lost', at: 0, length: 0 }
  if (anchor.kind === 'page') return { place: 'fixed', at: 0, length: 0 }
  const found = quote === '' ? undefined : occurrences(reading.text, quote, length, budget)
  if (!found || found.length === 0) return lost
  const scored = found.map((at) => ({ at, around: sameBefore(reading.text, at, before) + sameAfter(reading.text, at + length, after) }))
  scored.sort((a, b) => b.around - a.around)
  const [best, next] = scored as [(typeof scored)[number], (typeof scored)[number] | undefined]
  const needed = Math.min(AROUND_MIN, before.length + after.length)
  if (next && (best.around < needed || best.around - next.around < AROUND_MIN / 2)) return lost
  if (length < CHANCE_MAX && best.around < needed) return lost
  return { place: 'fixed', at: best.at, length }
}
