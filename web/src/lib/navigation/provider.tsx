import { createContext, memo, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState, useTransition } from 'react'
import { type RouteObject, Router, useLocation, useRoutes } from 'react-router'
import { type AppHistory, type Blocker, type Navigate, type ShouldBlock, UNBLOCKED } from './history.ts'

const HistoryContext = createContext<AppHistory | undefined>(undefined)

function useHistory(): AppHistory {
  const history = useContext(HistoryContext)
  if (!history) throw new Error('Navigation needs a HistoryProvider')
  return history
}

/** Memoized, so that a new address alone renders it again. */
const Screens = memo(({ routes }: { routes: RouteObject[] }) => useRoutes(routes))

/** Shows the screen of the current address. The previous screen stays, with `pending`, until the code of the next one has loaded. */
export function HistoryProvider({ history, routes, pending }: { history: AppHistory; routes: RouteObject[]; pending?: ReactNode }) {
  const [state, setState] = useState(history.state)
  const [isPending, startTransition] = useTransition()
  useLayoutEffect(() => {
    const update = () => startTransition(() => setState(history.state))
    update()
    return history.listen(update)
  }, [history])
  return (
    <HistoryContext value={history}>
      <Router basename={history.base || '/'} location={state.location} navigationType={state.action} navigator={history.navigator}>
        <Screens routes={routes} />
        {isPending && pending}
      </Router>
    </HistoryContext>
  )
}

/** The path of the application, '' at the root; for links that scripts make. */
export const useBase = (): string => useHistory().base

/**
 * Replaces the current address, unless another navigation has begun since the screen was rendered: while the code of the next screen loads,
 * this one stays, and its redirect would win over the login of a session that has ended. The browser loads a call, such as a file.
 */
export function Redirect({ to }: { to: string }) {
  const history = useHistory()
  const { key } = useLocation()
  useEffect(() => {
    if (history.state.location.key !== key) return
    if (to.startsWith('/api/')) location.replace(history.base + to)
    else void history.navigate(to, { replace: true })
  }, [history, key, to])
  return null
}

/** A function that navigates. Unlike that of the library it is always the same one, so that effects can depend on it. */
export const useNavigate = (): Navigate => useHistory().navigate

/** Calls `moved` with the state of each entry that becomes the present one, at once: screens follow in a transition. */
export function useEveryEntry(moved: (state: unknown) => void) {
  const history = useHistory()
  const latest = useRef(moved)
  useLayoutEffect(() => {
    latest.current = moved
  })
  useEffect(() => history.listen(() => latest.current(history.state.location.state)), [history])
}

/** Holds navigations for which `should` is true until the user decides. */
export function useBlocker(should: ShouldBlock): Blocker {
  const history = useHistory()
  const [blocker, show] = useState(UNBLOCKED)
  const latest = useRef(should)
  useLayoutEffect(() => {
    latest.current = should
  })
  useEffect(() => history.guard({ should: (to) => latest.current(to), show }), [history])
  return blocker
}
