import { placeOfQuote } from './find.ts'
import { anchorAt, isInside, quoteIsAt } from './quote.ts'
import { type Anchor, type AnchorKind, AROUND_MAX, QUOTE_MAX, type ReadText } from './types.ts'

const whole = (version: number): Anchor => ({ kind: 'page', heading: '', quote: '', before: '', after: '', at: 0, version })

/**
 * The anchor of a selection, in the browser. White space at its ends is left out. Null for what is no text of the page, for half a
 * character, for a passage of more than PASSAGE_MAX characters or of two sections.
 */
export function makeAnchor(reading: ReadText, from: number, to: number, version = 0): Anchor | null {
  const { text } = reading
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || to > text.length || from >= to) return null
  if (isInside(text, from) || isInside(text, to)) return null
  const selected = text.slice(from, to)
  const at = from + (selected.length - selected.trimStart().length)
  return anchorAt(reading, { at, length: selected.trim().length }, version)
}

const kinds = new Set<unknown>(['page', 'heading', 'passage', 'block'])
const own = (value: object, name: string): unknown => (Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined)

interface Given {
  kind: AnchorKind
  heading: string
  quote: string
  before: string
  after: string
  at: number | undefined
  length: number | undefined
}

/** The fields of an anchor that a client sent; undefined if one is of a wrong type or too long. */
function given(sent: unknown): Given | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  const text = (name: string, max: number): string | undefined => {
    const value = own(sent, name) ?? ''
    return typeof value === 'string' && value.length <= max ? value : undefined
  }
  const count = (name: string): number | undefined | null => {
    const value = own(sent, name) ?? undefined
    if (value === undefined) return undefined
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
  }
  const [kind, heading, quote] = [own(sent, 'kind'), text('heading', Number.POSITIVE_INFINITY), text('quote', QUOTE_MAX)]
  const [before, after, at, length] = [text('before', AROUND_MAX), text('after', AROUND_MAX), count('at'), count('length')]
  if (!kinds.has(kind) || heading === undefined || quote === undefined || before === undefined || after === undefined) return undefined
  if (at === null || length === null) return undefined
  return { kind: kind as AnchorKind, heading, quote, before, after, at, length }
}

/**
 * Checks an anchor that a client sent, and fills what is missing: nothing of it is believed. Its quote must be at its offset in the
 * reading text of its version, or be there once with the text around it. Null means that it is not in that version (S143).
 */
export function settleAnchor(reading: ReadText, sent: unknown, version = 0): Anchor | null {
  const anchor = given(sent)
  if (!anchor) return null
  const { kind, heading, at } = anchor
  if (kind === 'page') return whole(version)
  if (at !== undefined && at > reading.text.length) return null
  const isByHeading = kind === 'heading' && anchor.quote === ''
  const quote = isByHeading ? heading.slice(0, QUOTE_MAX + 1) : anchor.quote
  const length = anchor.length ?? quote.length
  if (quote === '' || quote.length > QUOTE_MAX || length < quote.length || length > reading.text.length) return null
  if (length !== quote.length && length <= QUOTE_MAX) return null
  if (at !== undefined && quoteIsAt(reading.text, quote, length, at)) return anchorAt(reading, { at, length }, version, kind)
  if (kind === 'heading' || isByHeading) {
    const found = reading.blocks.filter((block) => block.kind === 'heading' && quoteIsAt(block.text, quote, length, 0) && block.text.length === length)
    return found.length === 1 ? anchorAt(reading, { at: found[0]!.start, length }, version, kind) : null
  }
  const place = placeOfQuote(reading, { ...anchor, quote, length })
  return place ? anchorAt(reading, place, version, kind) : null
}
