/** The same place of a page in both halves: its distance from the top of the text and from the top of the preview. */
export interface Pair {
  left: number
  right: number
}

/** Pairs from the top of the page to its foot; asked for one by one, since only a few of thousands are looked at. */
export interface Pairs {
  count: number
  at: (index: number) => Pair
}

export type Side = keyof Pair
export const otherSide: Record<Side, Side> = { left: 'right', right: 'left' }

type Half = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/** Where a distance of one half lies in the other, between the two pairs around it. */
export function mapOffset({ count, at }: Pairs, side: Side, distance: number) {
  if (count < 2) return distance
  const other = otherSide[side]
  let low = 0
  let high = count - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (at(middle)[side] <= distance) low = middle
    else high = middle
  }
  const a = at(low)
  const b = at(high)
  const length = b[side] - a[side]
  return length <= 0 ? a[other] : a[other] + ((distance - a[side]) / length) * (b[other] - a[other])
}

/**
 * The place looked at moves from the top of the window to its foot while a half is scrolled from its top to its end: so both
 * halves start and end together, and either direction is the other's inverse, which is why nothing jitters.
 */
export const placeOf = ({ scrollTop, scrollHeight, clientHeight }: Half) => {
  const room = scrollHeight - clientHeight
  return room <= 0 ? 0 : (scrollTop / room) * scrollHeight
}

export const scrollTopFor = (place: number, { scrollHeight, clientHeight }: Omit<Half, 'scrollTop'>) =>
  scrollHeight <= 0 ? 0 : Math.max(0, (place / scrollHeight) * (scrollHeight - clientHeight))
