// @vitest-environment jsdom
import '../../test/browser.ts'
import type { Language } from '@sheaf/contract/errors'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../../app.tsx'
import { makeQueryClient } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { memoryHistory } from '../../lib/navigation/memory.ts'
import { HistoryProvider } from '../../lib/navigation/provider.tsx'
import { initVersionCheck, recoverMissingChunk } from '../../lib/new-version.ts'
import { routes } from '../../routes.tsx'
import { closeToast, getToasts } from '../toast.tsx'
import { uiWords } from '../ui.words.ts'
import { lazyPart, lazyScreen } from './lazy-part.tsx'

const reload = vi.fn()
/** The response for the entry file of this build: missing after an update, or no response. */
let status: number | undefined

const aWindow = (build: string) => initVersionCheck(`http://docs.test/assets/main-${build}.js`)

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
  const shown = [{ ...routes[0], children: [{ path: '/', element }] } as (typeof routes)[number]]
  return render(
    <App boot={{ ...readBoot(), language }} queries={makeQueryClient([])}>
      <HistoryProvider history={memoryHistory('/')} routes={shown} />
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

it('a chunk of a removed version reloads the window without showing a failure', async () => {
  openScreen()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('heading')).toBeNull()
})

it('reloads only once per build', async () => {
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

it.each(['en', 'zh'] as Language[])('keeps typed text and announces the new version, in %s', async (language) => {
  const t = uiWords[language]
  typeSomething()
  openScreen(language)
  expect(await screen.findByRole('heading', { level: 1, name: t.newVersionTitle })).toBeVisible()
  expect(screen.getByText(t.newVersionKept)).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  screen.getByRole('button', { name: t.loadAgain }).click()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('ignores text typed on a screen that the user has left', async () => {
  typeSomething()
  location.pathname = '/item/index'
  openScreen()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('does not reload a screen with a beforeunload prompt', async () => {
  const prompt = (event: Event) => event.preventDefault()
  addEventListener('beforeunload', prompt)
  openScreen()
  expect(await screen.findByRole('heading', { level: 1, name: uiWords.en.newVersionTitle })).toBeVisible()
  removeEventListener('beforeunload', prompt)
  expect(reload).not.toHaveBeenCalled()
})

it.each([undefined, 502])('does not reload while the server is unavailable (%s)', async (answered) => {
  status = answered
  openScreen()
  expect(await screen.findByRole('heading', { level: 1, name: uiWords.en.failedTitle })).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

it('a dialog that cannot be loaded closes with a message; the screen below stays', async () => {
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

it('reports a dialog that cannot be loaded without a connection', async () => {
  status = undefined
  openPart()
  expect((await screen.findByRole('alert')).textContent).toContain(uiWords.en.partFailed)
})

it('a dialog that could not be loaded without a connection opens when it is asked for again', async () => {
  status = undefined
  const load = vi.fn(async () => () => <p>The dialog</p>).mockImplementationOnce(gone)
  const Part = lazyPart<{ onClose: () => void }>(load)
  function Asking() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Ask
        </button>
        <Suspense>{open && <Part onClose={() => setOpen(false)} />}</Suspense>
      </>
    )
  }
  show(<Asking />)
  fireEvent.click(await screen.findByText('Ask'))
  expect((await screen.findByRole('alert')).textContent).toContain(uiWords.en.partFailed)
  expect(load).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByText('Ask'))
  expect(await screen.findByText('The dialog')).toBeVisible()
})

it('a screen that failed without a connection is loaded when the connection is back, each time', async () => {
  for (const times of [1, 2]) {
    status = undefined
    openScreen()
    await screen.findByRole('heading', { level: 1, name: uiWords.en.failedTitle })
    dispatchEvent(new Event('online'))
    status = 200
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(times))
    cleanup()
  }
})

it('a missing module of an article (diagram, highlighting) also reloads if nothing was typed', async () => {
  typeSomething()
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  expect(await recoverMissingChunk()).toBe('new version')
  expect(reload).not.toHaveBeenCalled()
  location.pathname = '/12/4'
  dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})
