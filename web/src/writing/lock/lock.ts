import { useEffect, useRef, useState } from 'react'
import { addressOf, api, isError, isNetworkError, requestId, withoutLoginRedirect } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { stored } from '../../lib/stored.ts'

type TabMessage = 'here' | 'too' | 'gone' | 'given'

interface TabHandlers {
  /** Another tab closed the page. */
  onGone: () => void
  /** The user released the lock in another tab. */
  onGiven: () => void
}

/**
 * Coordinates the tabs of this browser that edit the same page. They share one lock: the last tab to leave releases it, and
 * the remaining tabs renew it.
 */
function joinTabs(page_id: string, { onGone, onGiven }: TabHandlers) {
  const me = requestId()
  const others = new Set<string>()
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`sheaf.lock${readBoot().base}.${page_id}`) : undefined
  const post = (word: TabMessage) => channel?.postMessage({ from: me, word })
  channel?.addEventListener('message', ({ data: { from, word } }: MessageEvent<{ from: string; word: TabMessage }>) => {
    if (word === 'here' || word === 'too') others.add(from)
    else others.delete(from)
    if (word === 'here') post('too')
    if (word === 'gone') onGone()
    if (word === 'given') onGiven()
  })
  post('here')
  return {
    alone: () => others.size === 0,
    /** Forgets crashed tabs: live tabs respond immediately. */
    refresh() {
      others.clear()
      post('here')
    },
    leave(word: 'gone' | 'given') {
      post(word)
      channel?.close()
    },
  }
}

type Tabs = ReturnType<typeof joinTabs>

/** The user token that the login stored, or ''; this request needs it in its body. */
function storedToken(): string {
  const userInfo = stored.readJson('userinfo') as { user_token?: unknown } | undefined
  return typeof userInfo?.user_token === 'string' ? userInfo.user_token : ''
}

/** Releases the lock with a beacon, the only request that a closing tab reliably sends. */
function releaseLock(page_id: string, item_id: string) {
  const body = new URLSearchParams({ page_id, item_id, lock_to: '1000' })
  const user_token = storedToken()
  if (user_token) body.set('user_token', user_token)
  navigator.sendBeacon?.(addressOf('page/setLock'), body)
}

const HEARTBEAT_MS = 180_000
/** The server expires the lock this long after a heartbeat. */
const LOCK_TTL_MS = 300_000
/** Interval for polling a lock of another user and for retrying a heartbeat without a response. */
const LOCK_POLL_MS = 15_000

export type LockState =
  /** No page yet, no response yet, or the server refused the lock. */
  | { kind: 'none' | 'asking' }
  | { kind: 'held'; until: Date }
  /** Another user holds the lock. `outside`: the editor is not open yet. `free`: the lock was released. */
  | { kind: 'foreign'; holder: string; outside: boolean; free: boolean }
  /** The user released the lock and continues editing. */
  | { kind: 'given' }

/**
 * The edit lock of one editing session (SPEC 4): taken at the start, renewed every three minutes, released at the end. A failed
 * heartbeat is retried silently. If another user gets the lock meanwhile, the state changes, and the lock is taken again
 * after their release.
 */
export function createLock(item_id: string, onChange: (state: LockState) => void) {
  let page_id = '0'
  let state: LockState = { kind: 'none' }
  let editorOpen = false
  let tabs: Tabs | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let taking: Promise<boolean> | undefined
  let generation = 0

  const set = (next: LockState) => {
    state = next
    onChange(next)
  }
  const later = (run: () => unknown, after: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), after)
  }
  const stop = () => {
    clearTimeout(timer)
    taking = undefined
    generation++
  }

  function take(): Promise<boolean> {
    if (taking) return taking
    stop()
    taking = attempt(generation)
    return taking
  }

  async function attempt(mine: number): Promise<boolean> {
    try {
      await api.page.setLock(withoutLoginRedirect({ page_id, item_id }))
      if (mine !== generation) return false
      taking = undefined
      tabs?.refresh()
      set({ kind: 'held', until: new Date(Date.now() + LOCK_TTL_MS) })
      later(take, HEARTBEAT_MS)
      return true
    } catch (error) {
      if (mine !== generation) return false
      taking = undefined
      if (isError(error, 'lockedBy')) await poll(true)
      else retryLater(error)
      return false
    }
  }

  function retryLater(error: unknown) {
    if (state.kind !== 'held' || state.until.getTime() <= Date.now()) set({ kind: 'none' })
    if (editorOpen) later(take, isNetworkError(error) ? LOCK_POLL_MS : HEARTBEAT_MS)
  }

  /** Queries the lock holder. An open editor takes a free lock immediately; otherwise the user decides. */
  async function poll(refused = false) {
    stop()
    const mine = generation
    const lock = await api.page.isLock(withoutLoginRedirect({ page_id })).catch(() => undefined)
    if (mine !== generation) return
    const known = state.kind === 'foreign' ? state.holder : ''
    const free = lock !== undefined && (lock.lock === 0 || lock.is_cur_user === 1)
    if (free && editorOpen && !refused) {
      void take()
      return
    }
    set({ kind: 'foreign', holder: lock?.lock_name || known, outside: !editorOpen, free: free && !editorOpen })
    later(poll, LOCK_POLL_MS)
  }

  const isFresh = () => state.kind === 'held' && state.until.getTime() - Date.now() > LOCK_TTL_MS - LOCK_POLL_MS

  function join() {
    tabs ??= joinTabs(page_id, { onGone: () => void (state.kind === 'held' && take()), onGiven: () => leaveTabs('given') })
  }

  function leaveTabs(word: 'gone' | 'given') {
    stop()
    tabs?.leave(word)
    tabs = undefined
    if (word === 'given') set({ kind: 'given' })
  }

  return {
    /** Takes the lock of a page and renews it. */
    hold(id: string) {
      if (tabs) return
      page_id = id
      if (!editorOpen) set({ kind: 'asking' })
      join()
      void take()
    },
    take,
    /** The editor has opened: from now on a lost lock does not close it. */
    enter() {
      if (editorOpen) return
      editorOpen = true
      if (tabs && state.kind === 'none') later(take, LOCK_POLL_MS)
    },
    /** The window is visible again, or the network is back. */
    wake() {
      if (!tabs || taking) return
      if (state.kind === 'foreign') void poll()
      else if (editorOpen && !isFresh()) void take()
    },
    /** The user releases the lock; the editor stays open. */
    async release() {
      await api.page.setLock(withoutLoginRedirect({ page_id, item_id, lock_to: '1000' }))
      leaveTabs('given')
    },
    /** The editor is left; another tab with the same page keeps the lock. */
    leave() {
      if (!tabs) return
      const release = tabs.alone() && state.kind !== 'foreign'
      leaveTabs('gone')
      if (release) releaseLock(page_id, item_id)
    },
    /** The tab was restored from the back/forward cache. */
    resume() {
      if (page_id !== '0' && state.kind !== 'given') this.hold(page_id)
    },
  }
}

type Lock = ReturnType<typeof createLock>

export interface EditLock {
  lock: Lock
  state: LockState
}

/** The lock of an editing session, held until the route or the page is left. A page without an id has no lock yet. */
export function useLock(item_id: string, page_id: string): EditLock {
  const [state, setState] = useState<LockState>({ kind: page_id === '0' ? 'none' : 'asking' })
  const [lock] = useState(() => createLock(item_id, setState))
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    clearTimeout(leaving.current)
    if (page_id !== '0') lock.hold(page_id)
    const visible = () => document.visibilityState === 'visible' && lock.wake()
    const shown = ({ persisted }: PageTransitionEvent) => persisted && lock.resume()
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
      // Deferred: React can run an effect twice, which must not release the lock.
      leaving.current = setTimeout(lock.leave)
    }
  }, [lock, page_id])

  return { lock, state }
}
