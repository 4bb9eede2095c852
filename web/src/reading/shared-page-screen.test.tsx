// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../app.tsx'
import { api, makeQueryClient } from '../lib/api.ts'
import { memoryHistory } from '../lib/navigation/memory.ts'
import { HistoryProvider } from '../lib/navigation/provider.tsx'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { aPage, boot } from './screen/screen.given.ts'
import { SharedPageScreen } from './shared-page-screen.tsx'

const show = (path: string, queries = makeQueryClient()) => {
  const routes = [
    { path: '/p/:unique_key', element: <SharedPageScreen sheet={() => null} /> },
    { path: '/page/:page_id', element: <SharedPageScreen sheet={() => null} /> },
    { path: '*', element: <div>elsewhere</div> },
  ]
  const history = memoryHistory(path)
  render(
    <App boot={boot({ account: null })} queries={queries}>
      <HistoryProvider history={history} routes={routes} />
    </App>,
  )
  return history
}

/* What jsdom lacks: the full screen of the browser. */
function showFull(fullscreenElement: Element | null) {
  Object.assign(document, { fullscreenElement })
  document.dispatchEvent(new Event('fullscreenchange'))
}

beforeEach(() => {
  resetAnswers()
  const exitFullscreen = async () => showFull(null)
  Object.assign(document, { fullscreenEnabled: true, fullscreenElement: null, exitFullscreen })
  document.documentElement.requestFullscreen = async () => showFull(document.documentElement)
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(cleanup)

it('shows only the page of a link, its table of contents and full screen', async () => {
  answer(api.page.view, aPage('4', { item_id: '0', attachment_count: '2' }))
  show('/p/k1')
  expect(await screen.findByRole('heading', { level: 1, name: 'Add a line' })).toBeVisible()
  expect(sentRequests.map(({ fields }) => fields)).toEqual([{ unique_key: 'k1', language: 'en' }])
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Headers', 'Body'])
  expect(screen.getAllByRole('button')).toHaveLength(2)
  expect(document.title).toBe('Add a line - Sheaf')
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(document.fullscreenElement).toBe(document.documentElement)
  fireEvent.click(screen.getByRole('button', { name: 'Leave full screen' }))
  expect(document.fullscreenElement).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  // The browser leaves full screen by itself on Escape.
  act(() => showFull(null))
  expect(screen.getByRole('button', { name: 'Full screen' })).toBeVisible()
})

it('has no button for full screen in a browser without it', async () => {
  Object.assign(document, { fullscreenEnabled: false })
  answer(api.page.view, aPage('4', { item_id: '0' }))
  show('/p/k1')
  await screen.findByRole('heading', { level: 1, name: 'Add a line' })
  expect(screen.queryByRole('button', { name: 'Full screen' })).toBeNull()
})

it('shows a page by its number with date and attachments', async () => {
  answer(api.page.view, aPage('4', { attachment_count: '1' }))
  const file = { file_id: '9', display_name: 'rates.pdf', url: '/f/9', addtime: '', file_size: '2048', file_type: 'application/pdf' }
  answer(api.page.uploadList, [file])
  show('/page/4')
  expect(await screen.findByText(/^Updated /)).toBeVisible()
  expect(sentRequests[0]).toMatchObject({ path: 'page/view', fields: { page_id: '4', language: 'en' } })
  fireEvent.click(screen.getByRole('button', { name: '1 attachment' }))
  expect((await screen.findByRole('link', { name: /rates.pdf/ })).getAttribute('href')).toBe('/f/9')
})

it('stops working immediately when the link is withdrawn, even if the page is already open', async () => {
  answer(api.page.view, aPage('4', { item_id: '0' }))
  const queries = makeQueryClient()
  show('/p/k1', queries)
  await screen.findByRole('heading', { level: 1, name: 'Add a line' })
  refuse(api.page.view, 'notFound', 'no')
  await queries.invalidateQueries({ queryKey: ['page'] })
  expect(await screen.findByText('This link no longer works')).toBeVisible()
  expect(screen.queryByText('Text of Add a line')).toBeNull()
  expect(document.title).toBe('Sheaf')
})

it.each(['/p/k1', '/page/4'])('explains an unformatted page only to users who can edit it, at %s', async (path) => {
  const plain = { html: '<pre class="as-written">&gt; &gt; quoted</pre>', headings: [], plain: true }
  answer(api.page.view, aPage('4', plain))
  show(path)
  expect((await screen.findByRole('note')).textContent).toContain('shown as it was written')
  expect(screen.getByText('> > quoted')).toBeVisible()
  cleanup()
  answer(api.page.view, aPage('4', { ...plain, editable: false }))
  show(path)
  expect(await screen.findByText('> > quoted')).toBeVisible()
  expect(screen.queryByRole('note')).toBeNull()
})

it('reports a link that no longer works', async () => {
  refuse(api.page.view, 'notFound', 'no')
  show('/p/k1')
  expect(await screen.findByText('This link no longer works')).toBeVisible()
})

it('redirects a member of other catalogs to the item, which lists the catalogs they can read', async () => {
  refuse(api.page.view, 'noVisit', 'no', { item_id: '12' })
  const history = show('/page/4#headers')
  await screen.findByText('elsewhere')
  expect(history.location.pathname + history.location.hash).toBe('/12/4#headers')
})

it('opens the password screen for a page by its number', async () => {
  refuse(api.page.view, 'noVisit', 'no')
  const history = show('/page/4')
  await screen.findByText('elsewhere')
  expect(history.location.pathname + history.location.search).toBe('/item/password/0?page_id=4&redirect=%2Fpage%2F4')
  expect(sentRequests[0]?.fields).toEqual({ page_id: '4', language: 'en' })
})
