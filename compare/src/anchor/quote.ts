import { type Anchor, type AnchorKind, AROUND_MAX, PASSAGE_MAX, type Place, QUOTE_MAX, type ReadText } from './types.ts'

const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff
const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
/** Whether an offset is between the two halves of one character. */
export const isInside = (text: string, at: number) => at > 0 && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))

const after = (text: string, at: number) => (isInside(text, at) ? at + 1 : at)
const before = (text: string, at: number) => (isInside(text, at) ? at - 1 : at)

/** The quote of a text: all of it, or its beginning and its end. */
export function quoteOf(text: string): string {
  if (text.length <= QUOTE_MAX) return text
  const end = QUOTE_MAX / 2
  return text.slice(0, before(text, end)) + text.slice(after(text, text.length - end))
}

/** The block that an offset is in, by binary search; the line break after a block belongs to it. */
export function blockAt(reading: ReadText, at: number): number {
  let [low, high] = [0, reading.blocks.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (reading.blocks[middle]!.start <= at) low = middle
    else high = middle - 1
  }
  return low
}

export const isPlace = (reading: ReadText, at: number, length: number) =>
  Number.isSafeInteger(at) &&
  Number.isSafeInteger(length) &&
  at >= 0 &&
  length > 0 &&
  at + length <= reading.text.length &&
  !isInside(reading.text, at) &&
  !isInside(reading.text, at + length)

const sectionOf = ({ kind, headings, text }: ReadText['blocks'][number]) => (kind === 'heading' ? [...headings, text] : headings).join('\n')

/** What a comment on these characters is about: a heading, a whole block, or a passage. */
function kindOf(reading: ReadText, { at, length }: Place): AnchorKind {
  const block = reading.blocks[blockAt(reading, at)]!
  if (block.start !== at || block.text.length !== length) return 'passage'
  if (block.kind === 'heading') return 'heading'
  return block.kind === 'paragraph' || block.kind === 'item' ? 'passage' : 'block'
}

/** The anchor of a place; null if no comment can be on it. */
export function anchorAt(reading: ReadText, place: Place, version: number, kind?: AnchorKind): Anchor | null {
  const { at, length } = place
  if (!isPlace(reading, at, length)) return null
  const [first, last] = [reading.blocks[blockAt(reading, at)]!, reading.blocks[blockAt(reading, at + length - 1)]!]
  const found = kindOf(reading, place)
  const own = kind ?? found
  const isWhole = first === last && first.start === at && first.text.length === length
  if (own === 'page' || (own === 'heading' && found !== 'heading') || (own === 'block' && !isWhole)) return null
  if (own === 'passage' && (length > PASSAGE_MAX || sectionOf(first) !== sectionOf(last))) return null
  const { text } = reading
  const quote = text.slice(at, at + length)
  if (quote.trim() === '') return null
  return {
    kind: own,
    heading: first.kind === 'heading' ? first.text : (first.headings.at(-1) ?? ''),
    quote: quoteOf(quote),
    ...(length > QUOTE_MAX ? { length } : {}),
    before: text.slice(after(text, Math.max(0, at - AROUND_MAX)), at),
    after: text.slice(at + length, before(text, Math.min(text.length, at + length + AROUND_MAX))),
    at,
    version,
  }
}

/** Whether the quote of an anchor is at an offset. */
export function quoteIsAt(text: string, quote: string, length: number, at: number): boolean {
  if (length === quote.length) return text.startsWith(quote, at)
  return at >= 0 && at + length <= text.length && quoteOf(text.slice(at, at + length)) === quote
}
