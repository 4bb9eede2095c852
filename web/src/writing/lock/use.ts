import { useEffect, useRef, useState } from 'react'
import { createLock, type Lock, type LockState } from './lock.ts'

export interface EditLock {
  lock: Lock
  state: LockState
}

/** The lock of a sitting, from its beginning until the route or the page is left. A page without an id has none yet. */
export function useLock(item_id: string, page_id: string): EditLock {
  const [state, setState] = useState<LockState>({ kind: page_id === '0' ? 'none' : 'asking' })
  const [lock] = useState(() => createLock(item_id, setState))
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    clearTimeout(leaving.current)
    if (page_id !== '0') lock.hold(page_id)
    const visible = () => document.visibilityState === 'visible' && lock.wake()
    const shown = ({ persisted }: PageTransitionEvent) => persisted && lock.again()
    document.addEventListener('visibilitychange', visible)
    addEventListener('focus', lock.wake)
    addEventListener('online', lock.wake)
    addEventListener('pagehide', lock.leave)
    addEventListener('pageshow', shown)
    return () => {
      document.removeEventListener('visibilitychange', visible)
      removeEventListener('focus', lock.wake)
      removeEventListener('online', lock.wake)
      removeEventListener('pagehide', lock.leave)
      removeEventListener('pageshow', shown)
      // A moment later: React may run an effect twice, and that is no leaving.
      leaving.current = setTimeout(lock.leave)
    }
  }, [lock, page_id])

  return { lock, state }
}
