import {
  createPath,
  type Location,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  parsePath,
  resolvePath,
  type To,
} from 'react-router'

/** Where the entries are: in the browser (browser.ts), or in memory for tests and for the server (memory.ts). */
export interface HistoryStack {
  /** The current entry; its path begins with the base. */
  read: () => Location
  /** The place of the current entry among those of this tab, if the application made it. */
  index: () => number | undefined
  write: (action: NavigationType, href: string, entry: Pick<Location, 'state' | 'key'> & { index: number }) => void
  go: (delta: number) => void
  /** `moved` is called when the user or `go` has moved to another entry. */
  onMove: (moved: () => void) => void
  origin: () => string
}

interface NavigationState {
  location: Location
  action: NavigationType
}

/** Whether a navigation has to wait for the user. Both addresses are without the base. */
export type ShouldBlock = (to: { currentLocation: Location; nextLocation: Location }) => boolean

export type Blocker =
  | { state: 'unblocked' }
  | { state: 'blocked'; location: Location; proceed: () => void; reset: () => void }
  | { state: 'proceeding'; location: Location }

export const UNBLOCKED: Blocker = { state: 'unblocked' }

interface Guard {
  should: ShouldBlock
  show: (blocker: Blocker) => void
}

export interface Navigate {
  (to: To, options?: Pick<NavigateOptions, 'replace' | 'state'>): void
  (delta: number): void
}

/** Longer than a movement between two entries of one page takes. */
const UNDO_AGAIN_AFTER_MS = 250

const createKey = () => Math.random().toString(36).slice(2, 10)

/** The entries of this tab, and navigation between them. A guard can hold a navigation until the user decides. */
export function createHistory(stack: HistoryStack, base = '') {
  let state: NavigationState = { location: stack.read(), action: NavigationType.Pop }
  /** The place of the entry that is shown. A blocked Back leaves it as it is. */
  let index = stack.index() ?? 0
  const listeners = new Set<() => void>()
  const guards = new Set<Guard>()
  let blocker: Blocker = UNBLOCKED
  let blocking: Guard | undefined
  /** Set while a blocked Back or Forward is being undone. */
  let undo: { from: number; delta: number; after?: () => void } | undefined

  const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to))
  const within = (location: Location): Location => {
    const { pathname } = location
    if (!base || !`${pathname}/`.toLowerCase().startsWith(`${base}/`.toLowerCase())) return location
    return { ...location, pathname: pathname.slice(base.length) || '/' }
  }

  function setBlocker(next: Blocker) {
    blocker = next
    blocking?.show(next)
  }

  function arrive(action: NavigationType) {
    state = { location: stack.read(), action }
    index = stack.index() ?? index
    undo = undefined
    if (blocker !== UNBLOCKED) setBlocker(UNBLOCKED)
    for (const listener of listeners) listener()
  }

  /** Asks the last guard. If it blocks, `run` happens when the user proceeds. */
  function isBlocked(nextLocation: Location, run: () => void) {
    const guard = [...guards].at(-1)
    const location = within(nextLocation)
    if (blocker.state === 'proceeding' || !guard?.should({ currentLocation: within(state.location), nextLocation: location })) return false
    blocking = guard
    setBlocker({
      state: 'blocked',
      location,
      proceed() {
        setBlocker({ state: 'proceeding', location })
        afterUndo(run)
      },
      reset: () => setBlocker(UNBLOCKED),
    })
    return true
  }

  /** Entries are written and left only from the entry that is shown. */
  function afterUndo(run: () => void) {
    if (undo) undo.after = run
    else run()
  }

  function mustStay(path: string) {
    if (new URL(path, stack.origin()).origin !== stack.origin()) throw new Error('External navigation is not allowed')
  }

  function write(action: NavigationType, to: To, userState: unknown) {
    const entry = { state: userState ?? null, key: createKey() }
    const next = { pathname: state.location.pathname, search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to), ...entry }
    mustStay(createPath(next))
    const run = () => {
      const isNew = action === NavigationType.Push || stack.index() === undefined
      stack.write(action, createPath(next), { ...entry, index: isNew ? index + 1 : index })
      arrive(action)
    }
    if (!isBlocked(next, run)) afterUndo(run)
  }

  function goBack(from: number) {
    undo = { ...undo, from, delta: index - from }
    stack.go(undo.delta)
  }

  /** The user pressed Back again before the first one was undone. Some browsers now drop the way back, others still make it. */
  function lookAgain(waiting: NonNullable<typeof undo>, now: number) {
    waiting.from = now
    setTimeout(() => {
      if (undo === waiting && undo.from === now) goBack(now)
    }, UNDO_AGAIN_AFTER_MS)
  }

  function moved() {
    const now = stack.index()
    if (undo && now !== undefined) {
      const { from, delta, after } = undo
      if (now !== index) {
        if (now === from + delta) goBack(now)
        else lookAgain(undo, now)
        return
      }
      undo = undefined
      return after?.()
    }
    const delta = now === undefined ? 0 : now - index
    // An entry that the application did not make has no place from which a way back could be counted.
    if (now === undefined || delta === 0 || !isBlocked(stack.read(), () => stack.go(delta))) return arrive(NavigationType.Pop)
    goBack(now)
  }

  const navigate: Navigate = (to: To | number, options: Pick<NavigateOptions, 'replace' | 'state'> = {}) => {
    if (typeof to === 'number') return stack.go(to)
    mustStay(createHref(to))
    const path = resolvePath(to, within(state.location).pathname)
    const pathname = base && path.pathname === '/' ? base : base + path.pathname
    write(options.replace ? NavigationType.Replace : NavigationType.Push, { ...path, pathname }, options.state)
  }

  // Also before the application is rendered: links in the HTML of the server work earlier.
  stack.onMove(moved)
  return {
    base,
    get state() {
      return state
    },
    get location() {
      return within(state.location)
    },
    /** The same function for as long as the application runs. */
    navigate,
    /** What the components of the library call. */
    navigator: {
      createHref,
      createURL: (to) => new URL(createHref(to), stack.origin()),
      go: stack.go,
      push: (to, userState) => write(NavigationType.Push, to, userState),
      replace: (to, userState) => write(NavigationType.Replace, to, userState),
    } satisfies Navigator,
    listen(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** One guard at a time decides: the last. */
    guard(guard: Guard) {
      guards.add(guard)
      return () => {
        guards.delete(guard)
        if (blocking === guard) blocker = UNBLOCKED
      }
    },
  }
}

export type AppHistory = ReturnType<typeof createHistory>
