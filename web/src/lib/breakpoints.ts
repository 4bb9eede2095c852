import { useCallback, useSyncExternalStore } from 'react'

/**
 * The largest width of a window of each size, in CSS pixels. Style sheets repeat the numbers, because a media condition cannot use a
 * custom property; house.test.ts refuses any other width (docs/decisions/0062).
 */
export const breakpoints = { phone: 767, tablet: 999, laptop: 1199, desktop: 1299, large: 1439, wide: 1599 } as const
type Size = keyof typeof breakpoints

/** Whether the window is at most as wide as a window of this size; false where there is no window. */
export const isUpTo = (size: Size) => mediaUpTo(size)?.matches ?? false

const mediaUpTo = (size: Size) => globalThis.matchMedia?.(`(max-width: ${breakpoints[size]}px)`)

/** Calls a function when the window grows above this size or shrinks to it. Returns a function that ends it. */
export function onResizeAcross(size: Size, onChange: () => void) {
  const media = mediaUpTo(size)
  media?.addEventListener('change', onChange)
  return () => media?.removeEventListener('change', onChange)
}

/** The value of isUpTo, kept up to date. */
export function useIsUpTo(size: Size) {
  const subscribe = useCallback((onChange: () => void) => onResizeAcross(size, onChange), [size])
  return useSyncExternalStore(
    subscribe,
    () => isUpTo(size),
    () => false,
  )
}
