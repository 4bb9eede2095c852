import { useCallback, useState, useSyncExternalStore } from 'react'
import { stored } from '../../lib/stored.ts'

export type DiffView = 'two' | 'one'

const KEY = 'sheaf.diff'
/** Below it two columns are too narrow to read. */
const NARROW_QUERY = '(max-width: 767px)'

const storedView = (): DiffView => (stored.read(KEY) === 'one' ? 'one' : 'two')

const narrow = () => globalThis.matchMedia?.(NARROW_QUERY)
const subscribeToWidth = (tell: () => void) => {
  const query = narrow()
  query?.addEventListener('change', tell)
  return () => query?.removeEventListener('change', tell)
}

/** Side by side or in one column, remembered in this browser; on a phone always one. */
export function useDiffView() {
  const [chosen, setChosen] = useState(storedView)
  const isNarrow = useSyncExternalStore(subscribeToWidth, () => narrow()?.matches ?? false)
  const choose = useCallback((view: DiffView) => {
    setChosen(view)
    stored.write(KEY, view)
  }, [])
  return { view: isNarrow ? 'one' : chosen, choose } as const
}
