// @vitest-environment jsdom
import '../../test/browser.ts'
import { EditorView } from '@codemirror/view'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { HistoryDialog } from '../../versions/history/dialog.tsx'
import { item, row, versionRow } from '../../versions/history/history.given.ts'
import { EditorScreen } from '../screen.tsx'

const emma: Account = { uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const old = versionRow('3', { author_uid: '5', author_username: 'liam', author_name: 'Liam Fox', page_comments: 'before the review' })
const older = versionRow('2', { page_title: 'Orders' })

const openEditor = (page_id = '12', search = '') =>
  open(<EditorScreen />, `/page/edit/7/${page_id}${search}`, '/page/edit/:item_id/:page_id', emma)
const text = () => waitFor(() => EditorView.findFromDOM(document.querySelector('.ed-text .cm-editor') as HTMLElement) as EditorView)
const panel = () => screen.findByRole('complementary', { name: 'History' })

async function openPanel() {
  openEditor()
  const view = await text()
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'History' }))
  return { view, inside: within(await panel()) }
}

beforeEach(() => {
  resetAnswers()
  localStorage.clear()
  sessionStorage.clear()
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  answer(api.item.info, item)
  answer(api.page.info, { ...row, addtime: '2026-11-18 16:40:00', attachment_count: '0', unique_key: '', truth_state: '' })
  answer(api.catalog.catListName, [])
  answer(api.page.history, [old, older])
  answer(api.page.diff, ({ page_history_id = '' }) => ({
    page: row,
    history_page: { ...old, page_history_id, page_title: 'Old title', page_content: 'The old\r\ntext', addtime: '1795000000' },
  }))
})
afterEach(cleanup)

it('lists the current version and the stored versions, newest first', async () => {
  const { inside } = await openPanel()
  await inside.findByText('before the review')
  expect(inside.getAllByText(/^18 Nov 2026, /).map((time) => time.textContent)).toEqual([
    '18 Nov 2026, 16:40',
    '18 Nov 2026, 13:00',
    '18 Nov 2026, 12:00',
  ])
  expect(inside.getByText('Current')).toBeVisible()
  expect(inside.getByRole('heading', { name: 'History' }).parentElement?.textContent).toBe('History3')
  // The name that people read; the user name is for hovering and for screen readers.
  expect(inside.getByText('Liam Fox')).toHaveAttribute('title', 'liam')
  expect(inside.getByText('Liam Fox')).toHaveTextContent('Liam Fox (liam)')
  expect(inside.getByText('Orders')).toBeVisible()
  expect(sentRequests.find((call) => call.path === 'page/history')?.fields).toMatchObject({ page_id: '12', brief: '1' })
})

it('compares in a new tab and restores into the editor, unsaved, with an undo', async () => {
  const { view, inside } = await openPanel()
  fireEvent.click(await inside.findByRole('button', { name: /13:00/ }))
  const compare = inside.getByRole('link', { name: /^Compare/ })
  expect([compare.getAttribute('href'), compare.getAttribute('target')]).toEqual(['/page/diff/12/3', '_blank'])
  fireEvent.click(inside.getByRole('button', { name: /^Restore/ }))
  expect(await screen.findByText('Not saved yet')).toBeVisible()
  expect(view.state.doc.toString()).toBe('The old\ntext')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Old title')
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  fireEvent.click(screen.getByText('Undo'))
  expect(view.state.doc.toString()).toBe('The text of now')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Create an order')
  expect(sentRequests.some((call) => call.path === 'page/save')).toBe(false)
})

it('shows at the version why it could not be restored', async () => {
  const { inside } = await openPanel()
  refuse(api.page.diff, 'notFound', 'gone')
  fireEvent.click(await inside.findByRole('button', { name: /13:00/ }))
  fireEvent.click(inside.getByRole('button', { name: /^Restore/ }))
  expect((await inside.findByRole('alert')).textContent).toContain('gone')
})

it('edits a note in place: Enter saves, Escape cancels', async () => {
  answer(api.page.updateHistoryComments, 1)
  const { inside } = await openPanel()
  fireEvent.click(await inside.findByRole('button', { name: /13:00/ }))
  fireEvent.click(inside.getByRole('button', { name: /before the review/ }))
  const field = () => inside.getByLabelText<HTMLInputElement>('Note on this version')
  await userEvent.type(field(), 'nonsense{Escape}')
  expect(inside.queryByLabelText('Note on this version')).toBeNull()
  expect(await panel()).toBeTruthy()
  fireEvent.click(inside.getByRole('button', { name: /before the review/ }))
  expect(field().maxLength).toBe(255)
  await userEvent.clear(field())
  answer(api.page.history, [{ ...old, page_comments: '' }, older])
  await userEvent.keyboard('{Enter}')
  expect(await inside.findByText('Add a note to this version')).toBeVisible()
  const sent = sentRequests.filter((call) => call.path === 'page/updateHistoryComments')
  expect(sent.map((call) => call.fields)).toEqual([{ page_id: '12', page_history_id: '3', page_comments: '', redirect_login: 'false' }])
})

it('moves between versions by arrow keys and closes on Escape', async () => {
  const { inside } = await openPanel()
  const first = await inside.findByRole('button', { name: /13:00/ })
  act(() => first.focus())
  await userEvent.keyboard('{ArrowDown}')
  const second = inside.getByRole('button', { name: /^18 Nov 2026, 12:00/ })
  expect([document.activeElement, second.getAttribute('aria-expanded')]).toEqual([second, 'true'])
  await userEvent.keyboard('{Home}')
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('complementary', { name: 'History' })).toBeNull()
})

it('refreshes after a save', async () => {
  const { view, inside } = await openPanel()
  await inside.findByText('before the review')
  answer(api.page.save, { ...row, version: '5' })
  answer(api.page.history, [versionRow('4', { page_comments: 'just now' }), old, older])
  await act(async () => view.dispatch({ changes: { from: 0, insert: 'New. ' } }))
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  expect(await inside.findByText('just now')).toBeVisible()
})

it('shows an empty history and a load error', async () => {
  answer(api.page.history, [])
  const first = await openPanel()
  expect(await first.inside.findByText('No data')).toBeVisible()
  cleanup()
  refuse(api.page.history, 'unexpected', 'broken')
  const second = await openPanel()
  expect(await second.inside.findByText('broken')).toBeVisible()
  answer(api.page.history, [old])
  fireEvent.click(second.inside.getByText('Try again'))
  expect(await second.inside.findByText('before the review')).toBeVisible()
})

it('explains on a new page when its history begins', async () => {
  openEditor('0')
  await text()
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'History' }))
  expect(await within(await panel()).findByText(/begins with the second save/)).toBeVisible()
  expect(sentRequests.some((call) => call.path === 'page/history')).toBe(false)
})

it('opens with the version from the address instead of the current text, unsaved', async () => {
  openEditor('12', '?history_id=3')
  const view = await text()
  await waitFor(() => expect(view.state.doc.toString()).toBe('The old\ntext'))
  expect(await screen.findByText('Unsaved changes')).toBeVisible()
  answer(api.page.save, { ...row, version: '5' })
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await screen.findByText(/^Saved/)
  const sent = sentRequests.find((call) => call.path === 'page/save')?.fields
  expect(sent).toMatchObject({ base_version: '4', page_content: 'The old\ntext', page_title: 'Old title' })
})

it('opens from the reading screen, where restoring opens the editor and is available to editors only', async () => {
  open(<HistoryDialog item={item} page_id="12" onClose={() => {}} />, '/7/12', '/7/12', emma)
  fireEvent.click(await screen.findByRole('button', { name: /13:00/ }))
  fireEvent.click(screen.getByRole('button', { name: /^Restore/ }))
  expect(await screen.findByText('now at /page/edit/7/12?history_id=3')).toBeVisible()
  for (const reader of [{ is_archived: '1' }, { item_edit: false }]) {
    cleanup()
    open(<HistoryDialog item={{ ...item, ...reader }} page_id="12" onClose={() => {}} />, '/7/12', '/7/12', emma)
    fireEvent.click(await screen.findByRole('button', { name: /13:00/ }))
    expect(screen.getByRole('link', { name: /^Compare/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull()
    expect(screen.getByText('before the review')).toBeVisible()
  }
})

it('names both persons of an accepted suggestion, with both user names on hover', async () => {
  const suggestion = { author_name: 'Liam Fox', author_username: 'liam', suggested_by: 'olga', suggested_by_name: 'Olga Lund' }
  answer(api.page.history, [versionRow('3', suggestion)])
  const { inside } = await openPanel()
  const both = await inside.findByText('accepted by Liam Fox, suggested by Olga Lund')
  expect(both).toHaveAttribute('title', 'liam, olga')
})
