import { mapOffset, otherSide, type Pairs, placeOf, type Side, scrollTopFor } from './scroll.ts'

export interface Linked {
  /** Brings the half that does not lead to where the other is, after one of them changed its height. */
  follow: () => void
  /** From now on the text leads: somebody types. */
  lead: () => void
  stop: () => void
}

/** Scrolls two halves in step. The half that somebody moves leads; what we set ourselves is known by its value and not followed. */
export function linkScrolling(halves: Record<Side, HTMLElement>, pairs: () => Pairs): Linked {
  const ending = new AbortController()
  const expected: Partial<Record<Side, number>> = {}
  let leader: Side = 'left'
  let frame = 0

  const followFrom = (side: Side) => {
    const from = halves[side]
    const to = halves[otherSide[side]]
    if (!from.clientHeight || !to.clientHeight) return
    const top = Math.round(scrollTopFor(mapOffset(pairs(), side, placeOf(from)), to))
    const before = to.scrollTop
    if (Math.abs(before - top) < 1) return
    to.scrollTop = top
    if (to.scrollTop !== before) expected[otherSide[side]] = to.scrollTop
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
