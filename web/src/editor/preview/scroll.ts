/** The same position in both halves: its distance from the top of the text and from the top of the preview. */
export interface Pair {
  left: number
  right: number
}

/** Pairs from the top of the page to its end, computed on demand: only a few of thousands are needed. */
interface Pairs {
  count: number
  at: (index: number) => Pair
}

type Side = keyof Pair
const otherSide: Record<Side, Side> = { left: 'right', right: 'left' }

type Half = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>

/** Maps an offset of one half to the other, interpolated between the two surrounding pairs. */
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
 * The reference point moves from the top of the window to its bottom while a half is scrolled from start to end. Thus both
 * halves start and end together, and each direction is the inverse of the other, so that nothing jitters.
 */
export const placeOf = ({ scrollTop, scrollHeight, clientHeight }: Half) => {
  const room = scrollHeight - clientHeight
  return room <= 0 ? 0 : (scrollTop / room) * scrollHeight
}

export const scrollTopFor = (place: number, { scrollHeight, clientHeight }: Omit<Half, 'scrollTop'>) =>
  scrollHeight <= 0 ? 0 : Math.max(0, (place / scrollHeight) * (scrollHeight - clientHeight))

export interface ScrollLink {
  /** Scrolls the following half to the position of the leading one, after a change of height. */
  follow: () => void
  /** The text becomes the leading half, because the user types. */
  lead: () => void
  stop: () => void
}

/** Scrolls two halves in step. The half that the user scrolls leads; a scroll set by code is recognised by its value and ignored. */
export function linkScrolling(halves: Record<Side, HTMLElement>, pairs: () => Pairs): ScrollLink {
  const ending = new AbortController()
  const expected: Partial<Record<Side, number>> = {}
  let leader: Side = 'left'
  let frame = 0

  const followFrom = (side: Side) => {
    const from = halves[side]
    const to = halves[otherSide[side]]
    if (!from.clientHeight || !to.clientHeight) return
    const top = Math.round(scrollTopFor(mapOffset(pairs(), side, placeOf(from)), to))
    const previousTop = to.scrollTop
    if (Math.abs(previousTop - top) < 1) return
    to.scrollTop = top
    if (to.scrollTop !== previousTop) expected[otherSide[side]] = to.scrollTop
  }

  const listen = (side: Side) =>
    halves[side].addEventListener(
      'scroll',
      () => {
        const ours = expected[side]
        delete expected[side]
        if (ours !== undefined && Math.abs(halves[side].scrollTop - ours) <= 1) return
        leader = side
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(() => followFrom(side))
      },
      { signal: ending.signal, passive: true },
    )
  listen('left')
  listen('right')

  return {
    follow: () => followFrom(leader),
    lead: () => {
      leader = 'left'
    },
    stop: () => {
      ending.abort()
      cancelAnimationFrame(frame)
    },
  }
}
