import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { App } from '../app.tsx'
import { makeQueryClient } from '../lib/api.ts'
import { type Account, readBoot } from '../lib/boot.ts'
import { memoryHistory } from '../lib/navigation/memory.ts'
import { HistoryProvider } from '../lib/navigation/provider.tsx'
import { setAccount } from '../session/session.ts'

const Elsewhere = () => {
  const { pathname, search } = useLocation()
  return <p>{`now at ${pathname}${search}`}</p>
}

/** The queries that a component without a screen needs. */
export function withQueries() {
  const queries = makeQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  return { wrapper }
}

/**
 * Renders `screen` at `address`; every other address shows its own path: "now at /item/index".
 * `pattern` is the path of the screen in routes.tsx if it has parameters; `account` is the signed-in account.
 */
export function open(
  screen: ReactNode,
  address: string,
  pattern = new URL(address, 'http://here.invalid').pathname,
  account: Account | null = null,
) {
  setAccount(account)
  const routes = [
    { path: pattern, element: screen },
    { path: '*', element: <Elsewhere /> },
  ]
  const history = memoryHistory(address)
  const queries = makeQueryClient()
  const rendered = render(
    <App boot={readBoot()} queries={queries}>
      <HistoryProvider history={history} routes={routes} />
    </App>,
  )
  return { ...rendered, navigate: history.navigate, queries }
}

/** The screen at `path` with a link that leaves it, to an address that shows "somewhere else". */
export const routesWithLinkAway = (path: string, element: ReactNode) => [
  {
    element: (
      <>
        <Link to="/away">away</Link>
        <Outlet />
      </>
    ),
    children: [
      { path, element },
      { path: '*', element: <p>somewhere else</p> },
    ],
  },
]
