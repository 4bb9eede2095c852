// @vitest-environment jsdom
import { EditorView } from '@codemirror/view'
import type { Answer } from '@sheaf/contract/client'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { BASE, current, emma, LINES, suggestionInfo, suggestionRow } from '../suggestion.given.ts'
import { unsent } from './open.ts'
import { SuggestScreen } from './screen.tsx'

const item = {
  item_id: '7',
  item_domain: '',
  is_archived: '0',
  item_name: 'Orders',
  item_type: '1',
  edit_cats: null,
  can_suggest: true,
} as Answer<'item', 'info'>
const page = (more: Partial<Answer<'page', 'info'>> = {}) =>
  ({ page_id: '12', page_title: 'Create an order', page_content: BASE, cat_id: '0', version: '3', ...more }) as Answer<'page', 'info'>
const own = (more: Parameters<typeof suggestionInfo>[0] = {}) => {
  answer(api.suggestion.getList, { list: [suggestionRow('5', { via: '' })], next: '0' })
  answer(api.suggestion.info, suggestionInfo({ via: '', is_own: true, reason: 'Since 2.4', ...more }))
}

const show = (search = '', account: typeof emma | null = emma, page_id = '12') =>
  open(<SuggestScreen />, `/page/suggest/7/${page_id}${search}`, '/page/suggest/:item_id/:page_id', account)
const editor = () => waitFor(() => EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement) as EditorView)
const send = async (name = 'Send suggestion') => fireEvent.click(await screen.findByRole('button', { name }))
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const withLine = (at: number, line: string) => LINES.with(at, line).join('\n')

beforeEach(() => {
  localStorage.clear()
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  answer(api.item.info, item)
  answer(api.page.info, page())
  answer(api.page.view, { suggestable: true } as Answer<'page', 'view'>)
  answer(api.suggestion.getList, { list: [], next: '0' })
  answer(api.suggestion.save, suggestionRow('9'))
})
afterEach(() => {
  cleanup()
  for (const { id } of getToasts()) closeToast(id)
  resetAnswers()
})

it('sends the text with its reason and the version it is made from', async () => {
  show()
  const view = await editor()
  await act(async () => view.dispatch({ changes: { from: 0, insert: 'New\n' } }))
  fireEvent.change(screen.getByLabelText('Why?'), { target: { value: 'It was missing' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show the difference' }))
  expect((await screen.findByRole('dialog', { name: 'What you suggest' })).textContent).toContain('New')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await send()
  expect(await screen.findByRole('heading', { name: 'Your suggestion is sent' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'See your suggestion' })).toHaveAttribute('href', '/page/suggestion/9')
  expect(sent('suggestion/save')).toEqual([
    expect.objectContaining({
      page_id: '12',
      base_version: '3',
      page_title: 'Create an order',
      page_content: `New\n${BASE}`,
      reason: 'It was missing',
      suggestion_id: '0',
    }),
  ])
})

it('goes on with the own open suggestion', async () => {
  own()
  show()
  expect(await screen.findByText(/You continue with your suggestion of/)).toBeVisible()
  expect((await editor()).state.doc.line(4).text).toBe('line three')
  expect(screen.getByLabelText('Why?')).toHaveValue('Since 2.4')
  await send()
  await waitFor(() => expect(sent('suggestion/save')).toEqual([expect.objectContaining({ suggestion_id: '5', base_version: '3' })]))
})

it('merges the own suggestion with a page that has changed meanwhile', async () => {
  own({ current: current({ version: '5', page_content: withLine(10, 'line ten') }) })
  answer(api.page.info, page({ version: '5', page_content: withLine(10, 'line ten') }))
  show()
  expect(await screen.findByText(/Your text contains these changes/)).toBeVisible()
  const { doc } = (await editor()).state
  expect([doc.line(4).text, doc.line(11).text]).toEqual(['line three', 'line ten'])
  await send()
  await waitFor(() => expect(sent('suggestion/save')).toEqual([expect.objectContaining({ suggestion_id: '5', base_version: '5' })]))
})

it('keeps the own text where the page has changed in the same places', async () => {
  own({ current: current({ version: '4', page_content: withLine(3, 'line 3 of the page') }), conflicts: '1' })
  show()
  expect(await screen.findByText(/An editor chooses there/)).toBeVisible()
  expect((await editor()).state.doc.line(4).text).toBe('line three')
  await send()
  await waitFor(() => expect(sent('suggestion/save')).toEqual([expect.objectContaining({ base_version: '3' })]))
})

it.each([
  ['0', 'The manager of the item decides who can suggest edits.'],
  ['1', 'The item is archived, so nothing in it can be changed.'],
])('says that the page takes no suggestions: archived %s', async (is_archived, text) => {
  answer(api.item.info, { ...item, is_archived })
  answer(api.page.view, { suggestable: false } as Answer<'page', 'view'>)
  show()
  expect(await screen.findByRole('heading', { name: 'This page takes no suggestions from you' })).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
})

it('opens the login without an account, and returns afterwards', async () => {
  show('', null)
  expect(await screen.findByText('now at /user/login?redirect=%2Fpage%2Fsuggest%2F7%2F12')).toBeVisible()
})

it('keeps the text in this browser until it is sent, also when sending fails', async () => {
  refuse(api.suggestion.save, 'loginInvalid', 'Please sign in')
  show()
  const view = await editor()
  await act(async () => view.dispatch({ changes: { from: 0, insert: 'New\n' } }))
  await waitFor(() =>
    expect(unsent('1', { item_id: '7', page_id: '12' }).read()).toMatchObject({ text: `New\n${BASE}`, base_version: '3' }),
  )
  await send()
  await waitFor(() => expect(getToasts().map(({ text }) => text)).toEqual([expect.stringContaining('Please sign in')]))
  cleanup()
  show()
  expect(await screen.findByText(/Your unsent text of this page is back/)).toBeVisible()
  expect((await editor()).state.doc.line(1).text).toBe('New')
  fireEvent.click(screen.getByRole('button', { name: 'Discard it' }))
  await waitFor(async () => expect((await editor()).state.doc.line(1).text).toBe('line 0'))
  expect(unsent('1', { item_id: '7', page_id: '12' }).read()).toBeUndefined()
})

it('keeps what was typed last when the screen is left at once, the reason alone too, and nothing without a change', async () => {
  const kept = unsent('1', { item_id: '7', page_id: '12' })
  show()
  await editor()
  cleanup()
  expect(kept.read()).toBeUndefined()
  show()
  const view = await editor()
  await act(async () => view.dispatch({ changes: { from: 0, insert: 'New\n' } }))
  fireEvent.change(screen.getByLabelText('Why?'), { target: { value: 'It was missing' } })
  cleanup()
  expect(kept.read()).toMatchObject({ text: `New\n${BASE}`, reason: 'It was missing' })
  show()
  await act(async () => (await editor()).dispatch({ changes: { from: 0, to: 4 } }))
  fireEvent.change(screen.getByLabelText('Why?'), { target: { value: '' } })
  cleanup()
  expect(kept.read()).toBeUndefined()
})

it('merges the unsent text with a page that has changed meanwhile', async () => {
  const kept = { title: 'Create an order', reason: 'Later', base_version: '3', base: { title: 'Create an order', text: BASE } }
  unsent('1', { item_id: '7', page_id: '12' }).keep({ ...kept, text: withLine(3, 'line three') })
  answer(api.page.info, page({ version: '4', page_content: withLine(10, 'line ten') }))
  show()
  expect(await screen.findByText(/Your text contains these changes/)).toBeVisible()
  const { doc } = (await editor()).state
  expect([doc.line(4).text, doc.line(11).text]).toEqual(['line three', 'line ten'])
  cleanup()
  answer(api.page.info, page({ version: '4', page_content: withLine(3, 'line 3 of the page') }))
  show()
  expect(await screen.findByText(/An editor chooses there/)).toBeVisible()
  await send()
  await waitFor(() =>
    expect(sent('suggestion/save')).toEqual([expect.objectContaining({ base_version: '3', page_content: withLine(3, 'line three') })]),
  )
})

it('edits a suggestion before it is accepted', async () => {
  answer(api.suggestion.info, suggestionInfo())
  answer(api.suggestion.accept, { state: 'accepted', page_id: '12', version: '4' })
  show('?review=5')
  expect(await screen.findByText(/Accepting saves this text in your name/)).toBeVisible()
  const view = await editor()
  await act(async () => view.dispatch({ changes: { from: 0, insert: 'Edited\n' } }))
  await send('Accept')
  expect(await screen.findByText('now at /page/suggestion/5')).toBeVisible()
  expect(sent('suggestion/accept')).toEqual([
    expect.objectContaining({ suggestion_id: '5', base_version: '3', page_content: expect.stringMatching(/^Edited\nline 0/) }),
  ])
})

it('suggests a new page in a catalog', async () => {
  answer(api.catalog.catListName, [
    { cat_id: '3', cat_name: 'Calls', item_id: '7', s_number: '1', parent_cat_id: '0', level: '2', addtime: '' },
  ])
  show('?cat_id=3', emma, '0')
  const view = await editor()
  expect(await screen.findByRole('combobox', { name: 'Catalog' })).toHaveDisplayValue('Calls')
  fireEvent.change(screen.getByPlaceholderText(/Untitled/), { target: { value: 'Refund an order' } })
  await act(async () => view.dispatch({ changes: { from: 0, insert: 'Text' } }))
  await waitFor(() => expect(unsent('1', { item_id: '7', page_id: '0' }).read()).toMatchObject({ title: 'Refund an order', text: 'Text' }))
  await send()
  expect(await screen.findByText(/Those who can edit the item are notified/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to the item' })).toHaveAttribute('href', '/7')
  const fields = { page_id: '0', item_id: '7', cat_id: '3', page_title: 'Refund an order', page_content: 'Text', suggestion_id: '0' }
  expect(sent('suggestion/save')).toEqual([expect.objectContaining(fields)])
  expect(unsent('1', { item_id: '7', page_id: '0' }).read()).toBeUndefined()
})

const newPage = (more: Parameters<typeof suggestionInfo>[0] = {}) =>
  answer(api.suggestion.info, suggestionInfo({ page_id: '0', cat_id: '3', base_version: '0', current: null, via: '', ...more }))

it('goes on with the own suggestion of a new page, and keeps its unsent text apart', async () => {
  answer(api.catalog.catListName, [
    { cat_id: '3', cat_name: 'Calls', item_id: '7', s_number: '1', parent_cat_id: '0', level: '2', addtime: '' },
  ])
  newPage({ is_own: true, reason: 'It is missing', refused: 'reader' })
  show('?suggestion=5', emma, '0')
  const view = await editor()
  expect(screen.getByText(/You continue with your suggestion of/)).toBeVisible()
  expect(view.state.doc.line(4).text).toBe('line three')
  expect(await screen.findByRole('combobox', { name: 'Catalog' })).toHaveDisplayValue('Calls')
  expect(screen.getByLabelText('Why?')).toHaveValue('It is missing')
  expect(screen.getByRole('link', { name: 'Suggestion 5' })).toHaveAttribute('href', '/page/suggestion/5')
  await act(async () => view.dispatch({ changes: { from: 0, insert: 'New\n' } }))
  const kept = unsent('1', { item_id: '7', page_id: '0', suggestion_id: '5' })
  await waitFor(() => expect(kept.read()).toMatchObject({ text: expect.stringMatching(/^New\nline 0/) }))
  expect(unsent('1', { item_id: '7', page_id: '0' }).read()).toBeUndefined()
  await send()
  await screen.findByRole('heading', { name: 'Your suggestion is sent' })
  expect(sent('suggestion/save')).toEqual([
    expect.objectContaining({ suggestion_id: '5', item_id: '7', cat_id: '3', page_title: 'Create an order', reason: 'It is missing' }),
  ])
  expect(kept.read()).toBeUndefined()
})

it.each([
  ['of another person', {}],
  ['that is closed', { is_own: true, state: 'accepted' }],
  ['of a program', { is_own: true, via: 'Cursor' }],
] as [string, Parameters<typeof suggestionInfo>[0]][])('continues no suggestion %s', async (_, more) => {
  newPage(more)
  show('?suggestion=5', emma, '0')
  expect(await screen.findByText('now at /page/suggestion/5')).toBeVisible()
})

it('edits a suggested new page before it is accepted', async () => {
  answer(api.item.info, { ...item, can_suggest: false })
  newPage()
  answer(api.suggestion.accept, { state: 'accepted', page_id: '13', version: '1' })
  show('?review=5', emma, '0')
  const view = await editor()
  await act(async () => view.dispatch({ changes: { from: 0, insert: 'Edited\n' } }))
  await send('Accept')
  expect(await screen.findByText('now at /page/suggestion/5')).toBeVisible()
  expect(sent('suggestion/accept')).toEqual([
    expect.objectContaining({ revision: '1', base_version: '0', page_content: expect.stringMatching(/^Edited\nline 0/) }),
  ])
})

it('says that the item takes no new pages', async () => {
  answer(api.item.info, { ...item, can_suggest: false })
  show('', emma, '0')
  expect(await screen.findByRole('heading', { name: 'This item takes no new pages from you' })).toBeVisible()
})

it('explains a missing page, and offers to load it again after an error', async () => {
  refuse(api.page.info, 'noPermission', 'No')
  show()
  expect(await screen.findByText('There is no such suggestion here')).toBeVisible()
  cleanup()
  refuse(api.page.info, 'unexpected', 'Out of order')
  show()
  expect(await screen.findByText('The page could not be loaded')).toBeVisible()
})
