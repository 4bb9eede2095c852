import { useEffect, useRef, useState } from 'react'
import { ApiError, addressOf, api, requestId, withoutLoginRedirect } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { stored } from '../../lib/stored.ts'

type TabMessage = 'here' | 'too' | 'gone' | 'given'

interface TabHandlers {
  /** Another tab has closed the page. */
  onGone: () => void
  /** In another tab the writer has given the page free. */
  onGiven: () => void
}

/**
 * The tabs of this browser in which one page is being written. They hold one lock together: the last one to leave gives it
 * back, and those that stay behind renew it.
 */
function joinTabs(page_id: string, { onGone, onGiven }: TabHandlers) {
  const me = requestId()
  const others = new Set<string>()
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`sheaf.lock${readBoot().base}.${page_id}`) : undefined
  const say = (word: TabMessage) => channel?.postMessage({ from: me, word })
  channel?.addEventListener('message', ({ data: { from, word } }: MessageEvent<{ from: string; word: TabMessage }>) => {
    if (word === 'here' || word === 'too') others.add(from)
    else others.delete(from)
    if (word === 'here') say('too')
    if (word === 'gone') onGone()
    if (word === 'given') onGiven()
  })
  say('here')
  return {
    alone: () => others.size === 0,
    /** Forgets the tabs that have crashed: those that live answer at once. */
    ask() {
      others.clear()
      say('here')
    },
    leave(word: 'gone' | 'given') {
      say(word)
      channel?.close()
    },
  }
}

type Tabs = ReturnType<typeof joinTabs>

/** What the login left for this one call, if the browser keeps anything for us. */
function storedToken(): string {
  const kept = stored.readJson('userinfo') as { user_token?: unknown } | undefined
  return typeof kept?.user_token === 'string' ? kept.user_token : ''
}

/** Gives the lock back by a beacon: the one request that a closing tab still sends. */
function releaseLock(page_id: string, item_id: string) {
  const body = new URLSearchParams({ page_id, item_id, lock_to: '1000' })
  const user_token = storedToken()
  if (user_token) body.set('user_token', user_token)
  navigator.sendBeacon?.(addressOf('page/setLock'), body)
}

const HEARTBEAT_MS = 180_000
/** The server lets it lapse so long after a heartbeat. */
const LOCK_TTL_MS = 300_000
/** How often is looked whether somebody else is done, and a heartbeat without an answer repeated. */
const LOCK_POLL_MS = 15_000
const LOCKED_BY_OTHER_CODE = 10108

export type LockState =
  /** There is no page yet, the server has not answered, or it will not have us. */
  | { kind: 'none' | 'asking' }
  | { kind: 'held'; until: Date }
  /** `outside`: the editor is not open yet. `free`: they are done. */
  | { kind: 'foreign'; holder: string; outside: boolean; free: boolean }
  /** The writer has given the page free and goes on writing. */
  | { kind: 'given' }

/**
 * The edit lock of one sitting (SPEC 4): taken at the start, renewed every three minutes, given back at the end. A heartbeat
 * that fails is repeated in silence; a lock that somebody else got meanwhile is told and taken again when they are done.
 */
export function createLock(item_id: string, tell: (state: LockState) => void) {
  let page_id = '0'
  let state: LockState = { kind: 'none' }
  let inside = false
  let tabs: Tabs | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let taking: Promise<boolean> | undefined
  let turn = 0

  const set = (next: LockState) => {
    state = next
    tell(next)
  }
  const later = (run: () => unknown, after: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), after)
  }
  const stop = () => {
    clearTimeout(timer)
    taking = undefined
    turn++
  }

  function take(): Promise<boolean> {
    if (taking) return taking
    stop()
    taking = attempt(turn)
    return taking
  }

  async function attempt(mine: number): Promise<boolean> {
    try {
      await api.page.setLock(withoutLoginRedirect({ page_id, item_id }))
      if (mine !== turn) return false
      taking = undefined
      tabs?.ask()
      set({ kind: 'held', until: new Date(Date.now() + LOCK_TTL_MS) })
      later(take, HEARTBEAT_MS)
      return true
    } catch (error) {
      if (mine !== turn) return false
      taking = undefined
      if (error instanceof ApiError && error.code === LOCKED_BY_OTHER_CODE) await look(true)
      else miss(error)
      return false
    }
  }

  function miss(error: unknown) {
    if (state.kind !== 'held' || state.until.getTime() <= Date.now()) set({ kind: 'none' })
    if (inside) later(take, error instanceof ApiError && error.code === 0 ? LOCK_POLL_MS : HEARTBEAT_MS)
  }

  /** Who has it. Inside the editor it is taken as soon as it is free; before, the person is asked. */
  async function look(refused = false) {
    stop()
    const mine = turn
    const found = await api.page.isLock(withoutLoginRedirect({ page_id })).catch(() => undefined)
    if (mine !== turn) return
    const known = state.kind === 'foreign' ? state.holder : ''
    const free = found !== undefined && (found.lock === 0 || found.is_cur_user === 1)
    if (free && inside && !refused) {
      void take()
      return
    }
    set({ kind: 'foreign', holder: found?.lock_username || known, outside: !inside, free: free && !inside })
    later(look, LOCK_POLL_MS)
  }

  const isFresh = () => state.kind === 'held' && state.until.getTime() - Date.now() > LOCK_TTL_MS - LOCK_POLL_MS

  function join() {
    tabs ??= joinTabs(page_id, { onGone: () => void (state.kind === 'held' && take()), onGiven: () => part('given') })
  }

  function part(word: 'gone' | 'given') {
    stop()
    tabs?.leave(word)
    tabs = undefined
    if (word === 'given') set({ kind: 'given' })
  }

  return {
    /** Takes the lock of a page and keeps it. */
    hold(id: string) {
      if (tabs) return
      page_id = id
      if (!inside) set({ kind: 'asking' })
      join()
      void take()
    },
    take,
    /** The editor is open: from here on nothing closes it. */
    enter() {
      if (inside) return
      inside = true
      if (tabs && state.kind === 'none') later(take, LOCK_POLL_MS)
    },
    /** The window is looked at again, or the network is back. */
    wake() {
      if (!tabs || taking) return
      if (state.kind === 'foreign') void look()
      else if (inside && !isFresh()) void take()
    },
    /** The writer gives the page free; the text stays open. */
    async give() {
      await api.page.setLock(withoutLoginRedirect({ page_id, item_id, lock_to: '1000' }))
      part('given')
    },
    /** The editor is left; another tab with the page keeps the lock. */
    leave() {
      if (!tabs) return
      const release = tabs.alone() && state.kind !== 'foreign'
      part('gone')
      if (release) releaseLock(page_id, item_id)
    },
    /** The tab is back from the browser's memory. */
    again() {
      if (page_id !== '0' && state.kind !== 'given') this.hold(page_id)
    },
  }
}

type Lock = ReturnType<typeof createLock>

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
