// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { MockDialog } from './mock-dialog.tsx'
import type { MockOf } from './state.tsx'

const key = 'a'.repeat(32)
const stored = {
  id: '1',
  unique_key: key,
  uid: '1',
  page_id: '3',
  item_id: '7',
  view_times: '2',
  template: '{"n":1}',
  path: '/orders',
  addtime: '1',
  last_update_time: '1',
}
const onClose = vi.fn()
const show = (more: Partial<MockOf> = {}) =>
  open(
    <MockDialog item_id="7" isPrivate={false} page_id="3" read={() => ''} savePage={async () => {}} onClose={onClose} {...more} />,
    '/page/edit/7/3',
  )
const template = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = async (value: string) => fireEvent.change(await template(), { target: { value } })
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)

beforeEach(() => {
  answer(api.mock.infoByPageId, null)
  answer(api.mock.add, ({ path }) => ({ page_id: 3, path: path?.startsWith('/') ? path : `/${path}`, unique_key: key }))
})
afterEach(() => {
  cleanup()
  resetAnswers()
  onClose.mockReset()
  vi.restoreAllMocks()
})

it('requires a new page to be saved first', async () => {
  const savePage = vi.fn(async () => {})
  show({ page_id: '0', savePage })
  expect(await screen.findByText('Save the page first')).toBeVisible()
  press('Save the page')
  await vi.waitFor(() => expect(savePage).toHaveBeenCalledOnce())
  expect(sentRequests).toEqual([])
})

it('creates a mock and shows both its addresses', async () => {
  show()
  await type('{"code":0}')
  fireEvent.change(screen.getByRole('textbox', { name: 'Path of the mock' }), { target: { value: 'orders/list' } })
  expect(screen.getByPlaceholderText('You get it with the first save.')).toBeVisible()
  press('Save')
  await waitFor(() =>
    expect(sent('mock/add')).toEqual([{ page_id: '3', template: '{"code":0}', path: 'orders/list', redirect_login: 'false' }]),
  )
  expect(await screen.findByDisplayValue(`http://localhost:3000/mock-data/${key}`)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Path of the mock' })).toHaveProperty('value', '/orders/list')
  expect(screen.getByTitle('http://localhost:3000/mock-path/7')).toBeVisible()
})

it('opens with the stored mock, and shows how often it was called', async () => {
  answer(api.mock.infoByPageId, stored)
  show({ isPrivate: true })
  expect((await template()).value).toBe('{"n":1}')
  expect(screen.getByText('Called 2 times')).toBeVisible()
  expect(screen.getByText(/^This item is private/)).toBeVisible()
})

it('shows where a template is invalid, and does not save it', async () => {
  show()
  await type('{\n  "a": 1\n  "b": 2\n}')
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('line 3, column 3: a comma or a closing bracket is missing')
  const area = await template()
  press('Show the place')
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('"')
  expect(sent('mock/add')).toEqual([])
  press('Beautify')
  expect(area.value).toBe('{\n  "a": 1\n  "b": 2\n}')
  await type('{"a":[1.0]}')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  press('Beautify')
  expect(area.value).toBe('{\n  "a": [\n    1.0\n  ]\n}')
})

it('inserts the only example of the page, and adds random values', async () => {
  show({ read: () => '**Answer**\n```json\n{"rows":[{"id":1,"email":"a@b.c"}]}\n```' })
  await template()
  press('From the page')
  expect(JSON.parse((await template()).value)).toEqual({ rows: [{ id: 1, email: 'a@b.c' }] })
  press('Random values')
  expect(JSON.parse((await template()).value)).toEqual({ 'rows|3-6': [{ 'id|+1': 1, email: '@email' }] })
})

it('offers a choice of several examples, and explains what to do without any', async () => {
  show({ read: () => '# Good\n```json\n{"a":1}\n```\n# Bad\n```\n{"b":2}\n```' })
  await template()
  press('From the page')
  const menu = within(screen.getByRole('menu', { name: 'JSON examples in the page' }))
  expect(menu.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual(['Good{"a":1}', 'Bad{"b":2}'])
  fireEvent.click(menu.getByText('Bad'))
  expect(JSON.parse((await template()).value)).toEqual({ b: 2 })
  cleanup()
  show()
  await template()
  press('From the page')
  expect(screen.getByText('No JSON code block in the page')).toBeVisible()
})

it('saves changes and shows the response of the mock', async () => {
  answer(api.mock.infoByPageId, stored)
  const calls = vi.spyOn(globalThis, 'fetch')
  show()
  await type('{"n":2}')
  calls.mockImplementation(async (address, init) => {
    if (String(address).includes('/api/')) return Response.json({ error_code: 0, error_message: '', data: { ...stored, page_id: 3 } })
    expect([String(address), init?.credentials]).toEqual([`http://localhost:3000/mock-data/${key}`, 'omit'])
    return new Response('{"n":2}')
  })
  press('Save and try it')
  const answered = within(await screen.findByRole('region', { name: 'What came back' }))
  expect(answered.getByText(/^\{\s+"n": 2\s+\}$/)).toBeVisible()
  expect(answered.getByRole('status').textContent).toMatch(/^200 · \d+ ms, 7 B$/)
  expect(screen.getByRole('button', { name: 'Try it' })).toBeVisible()
  calls.mockRejectedValue(new TypeError('offline'))
  press('Try it')
  expect((await screen.findByRole('alert')).textContent).toContain('No answer came')
})

it('deletes the mock after a confirmation, and shows an error', async () => {
  answer(api.mock.infoByPageId, stored)
  refuse(api.mock.delete, 'noPermission')
  show()
  await template()
  press('Delete')
  const confirmation = within(screen.getByRole('dialog', { name: 'Delete the mock of this page?' }))
  fireEvent.click(confirmation.getByRole('button', { name: 'Cancel' }))
  expect(sent('mock/delete')).toEqual([])

  press('Delete')
  press('Delete the mock')
  expect((await screen.findByRole('alert')).textContent).toContain('You do not have permission')
  expect(onClose).not.toHaveBeenCalled()

  answer(api.mock.delete, 1)
  press('Delete the mock')
  expect(await screen.findByText('The mock is deleted')).toBeVisible()
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent('mock/delete')[1]).toEqual({ page_id: '3', redirect_login: 'false' })
})

it('offers deletion only after the first save', async () => {
  show()
  await type('{}')
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  press('Save')
  expect(await screen.findByRole('button', { name: 'Delete' })).toBeVisible()
})

it('leaves the field on Escape, and asks for confirmation before changes are lost', async () => {
  show()
  await type('{')
  const area = await template()
  area.focus()
  fireEvent.keyDown(area, { key: 'Escape' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
  expect(await screen.findByText('Close without saving the mock?')).toBeVisible()
  press('Keep editing')
  expect(area.value).toBe('{')
  fireEvent.click(within(screen.getByRole('dialog', { name: 'Mock data' })).getByRole('button', { name: 'Close' }))
  press('Close without saving')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

it('shows errors of saving and loading', async () => {
  refuse(api.mock.add, 'noPermission')
  show()
  await type('1')
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('You do not have permission')
  cleanup()
  refuse(api.mock.infoByPageId, 'unexpected', 'Something went wrong')
  show()
  expect(await screen.findByText('The mock could not be loaded')).toBeVisible()
})
