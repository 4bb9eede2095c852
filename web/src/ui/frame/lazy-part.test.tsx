// @vitest-environment jsdom
import '../../test/browser.ts'
import type { Language } from '@sheaf/contract/errors'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../../app.tsx'
import { makeQueryClient } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { followVersions, renew } from '../../lib/new-version.ts'
import { routes } from '../../routes.tsx'
import { closeToast, getToasts } from '../toast.tsx'
import { uiWords } from '../ui.words.ts'
import { lazyPart, lazyScreen } from './lazy-part.tsx'

const reload = vi.fn()
/** What the server says of this build's own first file: gone after an update, or no answer at all. */
let status: number | undefined

const aWindow = (build: string) => followVersions(`http://docs.test/assets/main-${build}.js`)

beforeEach(() => {
  status = 404
  vi.stubGlobal('location', { pathname: '/12/3', reload })
  vi.stubGlobal('fetch', async () => (status === undefined ? Promise.reject(new TypeError('network')) : new Response(null, { status })))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  aWindow('one')
})

afterEach(() => {
  cleanup()
  for (const { id } of getToasts()) closeToast(id)
  sessionStorage.clear()
  reload.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

function show(element: ReactNode, language: Language = 'en') {
  const router = createMemoryRouter([{ ...routes[0], children: [{ path: '/', element }] } as (typeof routes)[number]])
  return render(
    <App boot={{ ...readBoot(), language }} queries={makeQueryClient([])}>
      <RouterProvider router={router} />
    </App>,
  )
}

function openScreen(language?: Language) {
  const Screen = lazyScreen(gone)
  return show(<Screen />, language)
}

function openPart(onClose = () => {}) {
  const Part = lazyPart<{ onClose: () => void }>(gone)
  return show(
    <>
      <p>The screen itself</p>
      <Suspense>
        <Part onClose={onClose} />
      </Suspense>
    </>,
  )
}

function typeSomething() {
  const field = document.body.appendChild(document.createElement('input'))
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.remove()
}

it('a screen of a version that is gone makes the window load itself again, and shows no failure meanwhile', async () => {
  openScreen()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('heading')).toBeNull()
})

it('the same build is never loaded again twice; another one may be', async () => {
  openScreen()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  cleanup()

  aWindow('one')
  openScreen()
  expect(await screen.findByRole('heading', { level: 1, name: uiWords.en.failedTitle })).toBeVisible()
  expect(reload).toHaveBeenCalledTimes(1)
  cleanup()

  aWindow('two')
  openScreen()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})

it.each(['en', 'zh'] as Language[])('what somebody has typed is not thrown away: the new version is said, in %s', async (language) => {
  const t = uiWords[language]
  typeSomething()
  openScreen(language)
  expect(await screen.findByRole('heading', { level: 1, name: t.newVersionTitle })).toBeVisible()
  expect(screen.getByText(t.newVersionKept)).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  screen.getByRole('button', { name: t.loadAgain }).click()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('what was typed on another screen was left there on purpose', async () => {
  typeSomething()
  location.pathname = '/item/index'
  openScreen()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('a screen that asks before it is closed is not closed unasked', async () => {
  const ask = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', ask)
  openScreen()
  expect(await screen.findByRole('heading', { level: 1, name: uiWords.en.newVersionTitle })).toBeVisible()
  removeEventListener('beforeunload', ask)
  expect(reload).not.toHaveBeenCalled()
})

it.each([undefined, 502])('a server that is away (%s) would give no page either', async (answered) => {
  status = answered
  openScreen()
  expect(await screen.findByRole('heading', { level: 1, name: uiWords.en.failedTitle })).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

it('a dialog that cannot be had closes itself and says why; the screen under it stays', async () => {
  typeSomething()
  const onClose = vi.fn()
  openPart(onClose)
  expect((await screen.findByRole('alert')).textContent).toContain(uiWords.en.newVersionTitle)
  expect(screen.getByText('The screen itself')).toBeVisible()
  expect(onClose).toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
  screen.getByRole('button', { name: uiWords.en.loadAgain }).click()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a dialog that cannot be had, without any connection', async () => {
  status = undefined
  openPart()
  expect((await screen.findByRole('alert')).textContent).toContain(uiWords.en.partFailed)
})

it('what the article lacks (a diagram, colours of code) brings the new version too, where nothing was typed', async () => {
  typeSomething()
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  expect(await renew()).toBe('new version')
  expect(reload).not.toHaveBeenCalled()
  location.pathname = '/12/4'
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})
