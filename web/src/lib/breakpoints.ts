import { useCallback, useSyncExternalStore } from 'react'

/**
 * The largest width of a window of each size, in pixels at the usual text size of 16 pixels. Conditions are in em, so a user with larger
 * text gets the layout of a narrower window. Style sheets repeat them, because a media condition cannot use a custom property;
 * house.test.ts refuses any other width (docs/decisions/0062 and 0119).
 */
export const breakpoints = { phone: 767, tablet: 999, laptop: 1199, desktop: 1299, large: 1439, wide: 1599 } as const
type Size = keyof typeof breakpoints

/** The media condition of windows up to this width. */
export const upTo = (width: number) => `(max-width: ${width / 16}em)`

/** Whether the window is at most as wide as a window of this size; false where there is no window. */
export const isUpTo = (size: Size) => mediaUpTo(size)?.matches ?? false

const mediaUpTo = (size: Size) => globalThis.matchMedia?.(upTo(breakpoints[size]))

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
