// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react'
import { Link, Navigate, Outlet, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { memoryHistory } from './memory.ts'
import { HistoryProvider, Redirect, useBlocker, useNavigate } from './provider.tsx'

afterEach(cleanup)

const Here = () => {
  const { pathname, search, hash } = useLocation()
  return <output>{`${useNavigationType()} ${pathname}${search}${hash}`}</output>
}
const here = () => screen.getByRole('status').textContent

const Links = () => (
  <>
    <Link to="/12/3?q=a">page</Link>
    <Link to="#errors">errors</Link>
    <Link to="/window" target="_blank">
      window
    </Link>
    <Link to="/reload" reloadDocument>
      reload
    </Link>
    <Here />
    <Outlet />
  </>
)

function show(path: string, children: { path: string; element: React.ReactNode }[] = [{ path: '*', element: null }], base = '') {
  const history = memoryHistory(path, base)
  const rendered = render(
    <StrictMode>
      <Suspense fallback={<p>waiting</p>}>
        <HistoryProvider history={history} routes={[{ element: <Links />, children }]} pending={<p>loading</p>} />
      </Suspense>
    </StrictMode>,
  )
  return { ...rendered, history }
}

/** Clicks a link, and returns whether the browser has to follow it. A test cannot leave its page, so the click ends here. */
function click(name: string, init: MouseEventInit = {}) {
  let native: boolean | undefined
  const end = (event: MouseEvent) => {
    native = !event.defaultPrevented
    event.preventDefault()
  }
  document.addEventListener('click', end, { once: true })
  fireEvent.click(screen.getByRole('link', { name }), init)
  return native
}

it('shows the screen of each address, with the way that led to it', () => {
  const { history } = show('/12', [
    { path: '/12', element: <p>item</p> },
    { path: '/12/:page_id', element: <p>page</p> },
  ])
  expect([screen.getByText('item').tagName, here()]).toEqual(['P', 'POP /12'])
  expect(click('page')).toBe(false)
  expect([screen.queryByText('item'), here()]).toEqual([null, 'PUSH /12/3?q=a'])
  act(() => history.navigate('/12', { replace: true }))
  expect(here()).toBe('REPLACE /12')
})

it('replaces the entry if a link leads to the address that is shown, and adds one for a heading', () => {
  show('/12/3?q=a')
  click('page')
  expect(here()).toBe('REPLACE /12/3?q=a')
  click('errors')
  expect(here()).toBe('PUSH /12/3#errors')
  click('errors')
  expect(here()).toBe('REPLACE /12/3#errors')
})

it('leaves links to the browser that open a window or load the page again', () => {
  show('/12')
  expect([click('window'), click('reload')]).toEqual([true, true])
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) expect(click('page', { [key]: true })).toBe(true)
  expect(click('page', { button: 1 })).toBe(true)
  expect(here()).toBe('POP /12')
})

it('links have the base in their addresses', () => {
  show('/12', undefined, '/docs')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/docs/12/3?q=a',
    '/docs/12#errors',
    '/docs/window',
    '/docs/reload',
  ])
  click('page')
  expect(here()).toBe('PUSH /12/3?q=a')
})

it('gives effects a function that stays the same, and one for queries that sees the current ones', () => {
  const run = vi.fn()
  const Filter = () => {
    const navigate = useNavigate()
    const [address, setAddress] = useSearchParams()
    useEffect(() => run(navigate), [navigate])
    const add = () => setAddress((now) => ({ ...Object.fromEntries(now), kind: 'new' }), { replace: true })
    return (
      <button type="button" onClick={add}>
        {address.get('kind') ?? 'none'}
      </button>
    )
  }
  const { history } = show('/a?x=1', [{ path: '*', element: <Filter /> }])
  run.mockClear()
  act(() => history.navigate('/b?x=2'))
  fireEvent.click(screen.getByRole('button', { name: 'none' }))
  expect([here(), screen.getByRole('button').textContent]).toEqual(['REPLACE /b?x=2&kind=new', 'new'])
  expect(run).not.toHaveBeenCalled()
})

it('redirects once', () => {
  const { history } = show('/start', [
    { path: '/old', element: <Navigate to="/new" replace /> },
    { path: '*', element: null },
  ])
  act(() => history.navigate('/old'))
  expect(here()).toBe('REPLACE /new')
  act(() => history.navigate(-1))
  expect(here()).toBe('POP /start')
})

it('redirects no more from a screen that stays until the code of the next one has loaded', async () => {
  const loads = { slow: Promise.withResolvers<{ default: () => React.ReactNode }>() }
  const Slow = lazy(() => loads.slow.promise)
  let refuse = (_: boolean) => {}
  function Page() {
    const [isRefused, setRefused] = useState(false)
    refuse = setRefused
    return isRefused ? <Redirect to="/password" /> : <p>page</p>
  }
  const { history } = show('/page', [
    { path: '/page', element: <Page /> },
    { path: '/login', element: <Slow /> },
    { path: '/password', element: <p>password</p> },
  ])
  act(() => history.navigate('/login'))
  act(() => refuse(true))
  expect(history.location.pathname).toBe('/login')
  await act(async () => loads.slow.resolve({ default: () => <p>login</p> }))
  expect(here()).toBe('PUSH /login')
  act(() => history.navigate(-1))
  act(() => refuse(true))
  expect(here()).toBe('REPLACE /password')
})

it('keeps the previous screen and says so until the code of the next one has loaded; the last of two navigations wins', async () => {
  const loads = { slow: Promise.withResolvers<{ default: () => React.ReactNode }>() }
  const Slow = lazy(() => loads.slow.promise)
  const { history } = show('/first', [
    { path: '/first', element: <p>first</p> },
    { path: '/slow', element: <Slow /> },
    { path: '/last', element: <p>last</p> },
  ])
  act(() => history.navigate('/slow'))
  expect(history.location.pathname).toBe('/slow')
  expect([here(), screen.queryByText('waiting')]).toEqual(['POP /first', null])
  expect(screen.getByText('first')).toBeVisible()
  expect(screen.getByText('loading')).toBeVisible()
  act(() => history.navigate('/last'))
  expect(screen.queryByText('loading')).toBeNull()
  expect([here(), screen.getByText('last').tagName]).toEqual(['PUSH /last', 'P'])
  await act(async () => loads.slow.resolve({ default: () => <p>slow</p> }))
  expect([here(), screen.queryByText('slow')]).toEqual(['PUSH /last', null])
  act(() => history.navigate(-1))
  expect([here(), screen.getByText('slow').tagName]).toEqual(['POP /slow', 'P'])
})

it('a screen holds navigations with its latest state, and no longer after it has gone', () => {
  const Form = ({ dirty }: { dirty: boolean }) => {
    const blocker = useBlocker(({ nextLocation }) => dirty && nextLocation.pathname !== '/own')
    if (blocker.state !== 'blocked') return <p>{blocker.state}</p>
    return (
      <>
        <p>{`leave for ${blocker.location.pathname}?`}</p>
        <button type="button" onClick={blocker.proceed}>
          leave
        </button>
        <button type="button" onClick={blocker.reset}>
          stay
        </button>
      </>
    )
  }
  const { history } = show('/clean', [
    { path: '/dirty', element: <Form dirty /> },
    { path: '/own', element: <Form dirty /> },
    { path: '/clean', element: <Form dirty={false} /> },
    { path: '*', element: <p>gone</p> },
  ])
  act(() => history.navigate('/dirty'))
  act(() => history.navigate('/own'))
  expect(here()).toBe('PUSH /own')
  act(() => history.navigate(-2))
  expect(screen.getByText('leave for /clean?')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'stay' }))
  click('page')
  expect([here(), screen.getByText('leave for /12/3?').tagName]).toEqual(['PUSH /own', 'P'])
  fireEvent.click(screen.getByRole('button', { name: 'leave' }))
  expect([here(), screen.getByText('gone').tagName]).toEqual(['PUSH /12/3?q=a', 'P'])
  act(() => history.navigate('/free'))
  expect(here()).toBe('PUSH /free')
})
