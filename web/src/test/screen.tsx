import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { App } from '../app.tsx'
import { makeQueryClient } from '../lib/api.ts'
import { type Account, readBoot } from '../lib/boot.ts'
import { setAccount } from '../session/session.ts'

const Elsewhere = () => {
  const { pathname, search } = useLocation()
  return <p>{`now at ${pathname}${search}`}</p>
}

/**
 * A person opens `address`, where this screen is; any other place says where they are: "now at /item/index".
 * `pattern` is the screen's path in routes.tsx when it has parts to read; `account` is theirs when they are signed in.
 */
export function open(
  screen: ReactNode,
  address: string,
  pattern = new URL(address, 'http://here.invalid').pathname,
  account: Account | null = null,
) {
  setAccount(account)
  const router = createMemoryRouter(
    [
      { path: pattern, element: screen },
      { path: '*', element: <Elsewhere /> },
    ],
    { initialEntries: [address] },
  )
  const drawn = render(
    <App boot={readBoot()} queries={makeQueryClient()}>
      <RouterProvider router={router} />
    </App>,
  )
  return { ...drawn, navigate: router.navigate }
}
