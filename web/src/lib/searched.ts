import { useLocation } from 'react-router'

/** The words a page was found by: they travel with the step that leads to it, or in the address of a new tab. */
export const searchedState = (words: string) => (words ? { searched: words } : null)

export function useSearched(): string {
  const { state, search } = useLocation()
  const words: unknown = (state as { searched?: unknown } | null)?.searched ?? new URLSearchParams(search).get('q')
  return typeof words === 'string' ? words.slice(0, 255) : ''
}
