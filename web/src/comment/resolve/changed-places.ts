import { carryAnchors, type Place, type ReadText } from '@sheaf/compare/anchor'
import { readingOf } from '@sheaf/markdown/reading-text'

export interface TextChange {
  /** Markdown of the saved page and of the edited one. */
  before: string
  after: string
  /** Places in the reading text of `before`. */
  places: Place[]
}

/** The whole blocks that a place touches, as text. */
function blocksAround({ text, blocks }: ReadText, { at, length }: Place) {
  const blockAt = (offset: number) => blocks.findLast(({ start }) => start <= offset)
  const [first, last] = [blockAt(at), blockAt(at + length - 1)]
  return first && last ? text.slice(first.start, last.start + last.text.length) : undefined
}

/** The places whose blocks have other words now or are gone, as indexes of `places`. */
export function changedPlaces({ before, after, places }: TextChange): number[] {
  const [old, newer] = [readingOf(before), readingOf(after)]
  return carryAnchors(old, newer, places).flatMap((found, n) => {
    const isSame = found.place !== 'lost' && blocksAround(newer, found) === blocksAround(old, places[n] as Place)
    return isSame ? [] : [n]
  })
}
