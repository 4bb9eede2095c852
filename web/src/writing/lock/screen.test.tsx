// @vitest-environment jsdom
import '../../test/browser.ts'
import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EditorScreen } from '../../editor/screen.tsx'
import { api, onLoginInvalid } from '../../lib/api.ts'
import { anItem, emma } from '../../reading/screen/screen.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'

const row = {
  page_id: '12',
  author_uid: '1',
  author_username: 'emma',
  item_id: '12',
  cat_id: '0',
  page_title: 'Refunds',
  page_content: 'A text long enough',
  s_number: '99',
  page_comments: '',
  is_del: '0',
  via: '',
  suggestion_id: '0',
  suggested_by: '',
  version: '4',
  addtime: '1',
}
const info = { ...row, author_name: 'emma', suggested_by_name: '', attachment_count: '0', unique_key: '', truth_state: '' }
const liam = { lock: 1, lock_uid: '3', lock_username: 'liam', lock_name: 'liam', is_cur_user: 0 }
const unlocked = { lock: 0, lock_uid: '', lock_username: '', lock_name: '', is_cur_user: 0 }
const beacon = vi.fn((_address: string, _body: URLSearchParams) => true)
const show = (path = '/page/edit/12/12') => open(<EditorScreen />, path, '/page/edit/:item_id/:page_id', emma)
const text = () => waitFor(() => EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement) as EditorView)
const type = (view: EditorView, insert: string) => act(async () => view.dispatch({ changes: { from: view.state.doc.length, insert } }))
const takes = () => sentRequests.filter(({ path }) => path === 'page/setLock').map(({ fields }) => fields)
const lockForLiam = () => {
  refuse(api.page.setLock, 'lockedBy', 'liam is editing this page')
  answer(api.page.isLock, liam)
}
const unlock = () => {
  answer(api.page.setLock, { id: '12' })
  answer(api.page.isLock, unlocked)
}

beforeEach(() => {
  resetAnswers()
  localStorage.clear()
  sessionStorage.clear()
  beacon.mockClear()
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true })
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  answer(api.item.info, anItem({ item_type: '2' }))
  answer(api.page.info, info)
  answer(api.page.save, { ...row, version: '5' })
  unlock()
})
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await new Promise((done) => setTimeout(done, 5))
})

it('holds the lock while the page is open and shows its expiry', async () => {
  show()
  await text()
  expect(await screen.findByText(/^You hold the lock until \d\d:\d\d$/)).toBeVisible()
  expect(takes()).toEqual([{ page_id: '12', item_id: '12', redirect_login: 'false' }])
})

it('R09: releases the lock when the tab closes and when the editor is left', async () => {
  show()
  await screen.findByText(/^You hold the lock/)
  fireEvent(window, new Event('pagehide'))
  expect(beacon.mock.calls.map(([, body]) => body.get('lock_to'))).toEqual(['1000'])
  cleanup()
  show()
  await screen.findByText(/^You hold the lock/)
  fireEvent.click(screen.getByRole('link', { name: 'Back to the page' }))
  expect(await screen.findByText('now at /12/12')).toBeVisible()
  await waitFor(() => expect(beacon).toHaveBeenCalledTimes(2))
})

it('names the lock holder before the editor opens, and offers a link back', async () => {
  lockForLiam()
  show()
  const dialog = await screen.findByRole('dialog', { name: 'liam is editing this page' })
  expect(document.querySelector('.cm-editor')).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Back to the page' }))
  expect(await screen.findByText('now at /12/12')).toBeVisible()
  await new Promise((done) => setTimeout(done))
  expect(beacon).not.toHaveBeenCalled()
})

it('can be retried and opens with the text that the other user saved', async () => {
  lockForLiam()
  show()
  const again = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Try again' })
  fireEvent.click(again)
  expect(await screen.findByText('liam is still editing.')).toBeVisible()
  unlock()
  answer(api.page.info, { ...info, page_content: 'What liam wrote', version: '5' })
  fireEvent.click(again)
  expect((await text()).state.doc.toString()).toBe('What liam wrote')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('detects that the page is free and offers to edit it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  lockForLiam()
  show()
  await screen.findByRole('dialog', { name: 'liam is editing this page' })
  unlock()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  const dialog = screen.getByRole('dialog', { name: 'The page is free now' })
  expect(takes()).toHaveLength(1)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Edit the page' }))
  expect((await text()).state.doc.toString()).toBe('A text long enough')
})

it('names the user who took the lock meanwhile and loses no text', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show()
  const view = await text()
  await screen.findByText(/^You hold the lock/)
  lockForLiam()
  await act(() => vi.advanceTimersByTimeAsync(180_000))
  expect(screen.getByText(/^liam is editing this page too/)).toBeVisible()
  expect(screen.getByText('Locked by liam')).toBeVisible()
  await type(view, ' and more')
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(Object.values(localStorage).join()).toContain('A text long enough and more')
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await waitFor(() =>
    expect(sentRequests.find(({ path }) => path === 'page/save')?.fields).toMatchObject({
      base_version: '4',
      page_content: 'A text long enough and more',
    }),
  )
  unlock()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(screen.getByText(/^You hold the lock/)).toBeVisible()
  expect(screen.queryByText(/editing this page too/)).toBeNull()
})

it('stays in the editor when the session has expired', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const redirect = vi.fn()
  onLoginInvalid.notify = redirect
  show()
  const view = await text()
  await type(view, '!')
  refuse(api.page.setLock, 'loginInvalid', 'Please log in')
  await act(() => vi.advanceTimersByTimeAsync(180_000))
  expect(takes().length).toBeGreaterThan(1)
  expect(redirect).not.toHaveBeenCalled()
  expect(view.state.doc.toString()).toBe('A text long enough!')
})

it('opens without a response to the lock request and retries it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  refuse(api.page.setLock, 'unexpected', 'Something went wrong')
  show()
  await text()
  expect(screen.queryByText(/lock/)).toBeNull()
  answer(api.page.setLock, { id: '12' })
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(screen.getByText(/^You hold the lock/)).toBeVisible()
})

it('takes the lock of a new page after its first save', async () => {
  show('/page/edit/12/0')
  const view = await text()
  expect(takes()).toEqual([])
  await type(view, 'first words')
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  expect(await screen.findByText(/^You hold the lock/)).toBeVisible()
  expect(takes()).toEqual([{ page_id: '12', item_id: '12', redirect_login: 'false' }])
})

it('is unlocked and locked again in the menu', async () => {
  show()
  await screen.findByText(/^You hold the lock/)
  const choose = (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    fireEvent.click(screen.getByRole('menuitem', { name }))
  }
  choose('Unlock this page')
  expect(await screen.findByText('Not locked: others can edit too')).toBeVisible()
  expect(takes().at(-1)).toMatchObject({ page_id: '12', lock_to: '1000' })
  choose('Lock it again')
  expect(await screen.findByText(/^You hold the lock/)).toBeVisible()
})
