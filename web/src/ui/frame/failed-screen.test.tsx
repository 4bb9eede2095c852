// @vitest-environment jsdom
import '../../test/browser.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { App } from '../../app.tsx'
import { makeQueryClient } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { memoryHistory } from '../../lib/navigation/memory.ts'
import { HistoryProvider } from '../../lib/navigation/provider.tsx'
import { routes } from '../../routes.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('a failed screen shows an error message with links', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('Failed to fetch dynamically imported module')
  }
  const shown = [{ ...routes[0], children: [{ path: '/', element: <Broken /> }] } as (typeof routes)[number]]
  render(
    <App boot={readBoot()} queries={makeQueryClient([])}>
      <HistoryProvider history={memoryHistory('/')} routes={shown} />
    </App>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'This screen could not be shown' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Load it again' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
  expect(screen.queryByText(/dynamically/)).toBeNull()
})

it('an error ends with the address: the next screen is shown, and the failed one is tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  const Once = () => {
    if (broken) throw new Error('once')
    return <p>The screen itself</p>
  }
  const history = memoryHistory('/')
  const children = [
    { path: '/', element: <Once /> },
    { path: '/other', element: <p>Another screen</p> },
  ]
  render(
    <App boot={readBoot()} queries={makeQueryClient([])}>
      <HistoryProvider history={history} routes={[{ ...routes[0], children } as (typeof routes)[number]]} />
    </App>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'This screen could not be shown' })).toBeVisible()
  act(() => history.navigate('/other'))
  expect(await screen.findByText('Another screen')).toBeVisible()
  broken = false
  act(() => history.navigate(-1))
  expect(await screen.findByText('The screen itself')).toBeVisible()
})
