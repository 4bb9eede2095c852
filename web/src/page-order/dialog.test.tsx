// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { keyDown } from '../test/drag-keys.ts'
import { open } from '../test/screen.tsx'
import { PageSortDialog } from './dialog.tsx'

const catalog = (cat_id: string, cat_name: string) => ({
  cat_id,
  cat_name,
  item_id: '7',
  s_number: '1',
  parent_cat_id: '0',
  level: '2',
  addtime: '2026-11-20 10:00:00',
})
const page = (n: number) => ({ page_id: String(n), page_title: `Page ${n}`, s_number: '99' })
const titles = () => screen.getAllByRole('listitem').map((row) => row.textContent)
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const onClose = vi.fn()
const show = (cat_id = '5') =>
  open(<PageSortDialog item={{ item_id: '7', edit_cats: null }} cat_id={cat_id} page_id="2" onClose={onClose} />, '/page/edit/7/2')

beforeEach(() => {
  answer(api.catalog.catListName, [catalog('5', 'API'), catalog('6', 'API/Orders')])
  answer(api.catalog.getPagesBycat, ({ cat_id }) => (cat_id === '5' ? [page(1), page(2), page(3)] : []))
  answer(api.page.sort, [])
})
afterEach(() => {
  cleanup()
  resetAnswers()
  vi.restoreAllMocks()
  onClose.mockReset()
})

it('shows the pages of the catalog in order and marks the current page', async () => {
  show()
  await screen.findByText('Page 1')
  expect(titles()).toEqual(['1Page 1', '2Page 2this page', '3Page 3'])
  expect(screen.getByRole('combobox', { name: 'Catalog' })).toHaveProperty('value', '5')
  expect(sent('catalog/getPagesBycat')[0]).toMatchObject({ item_id: '7', cat_id: '5' })
})

it('switches to another catalog by its full path, and shows a notice if it has no pages', async () => {
  show()
  await screen.findByText('Page 1')
  await screen.findByRole('option', { name: 'API/Orders' })
  fireEvent.change(screen.getByRole('combobox', { name: 'Catalog' }), { target: { value: '6' } })
  expect(await screen.findByText('No pages here')).toBeVisible()
  fireEvent.change(screen.getByRole('combobox', { name: 'Catalog' }), { target: { value: '0' } })
  await waitFor(() => expect(sent('catalog/getPagesBycat').at(-1)).toMatchObject({ cat_id: '0' }))
})

it('moves a page by keyboard, announces each step, numbers all pages from 1 and saves immediately', async () => {
  show()
  const grip = await screen.findByRole('button', { name: 'Move Page 1' })
  grip.focus()
  await keyDown(grip, 'Space')
  await keyDown(grip, 'ArrowDown')
  expect(screen.getByText('Page 1 is now at place 2 of 3.')).toBeVisible()
  await keyDown(grip, 'Space')
  await waitFor(() => expect(sent('page/sort')).toHaveLength(1))
  expect(sent('page/sort')[0]).toMatchObject({ item_id: '7', pages: '{"1":2,"2":1,"3":3}' })
  expect(titles()).toEqual(['1Page 2this page', '2Page 1', '3Page 3'])
  expect(await screen.findByText('The order is saved')).toBeVisible()
})

it('puts a page back on Escape and stays open', async () => {
  show()
  const grip = await screen.findByRole('button', { name: 'Move Page 1' })
  grip.focus()
  await keyDown(grip, 'Space')
  await keyDown(grip, 'ArrowDown')
  await keyDown(grip, 'Escape')
  expect(onClose).not.toHaveBeenCalled()
  expect(sent('page/sort')).toEqual([])
  fireEvent.keyDown(grip, { code: 'Escape', key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})

it('reports why an order was not saved and shows the order on the server', async () => {
  refuse(api.page.sort, 'noPermission')
  show()
  const grip = await screen.findByRole('button', { name: 'Move Page 1' })
  // Another user has moved the last page to the top.
  answer(api.catalog.getPagesBycat, [page(3), page(1), page(2)])
  grip.focus()
  await keyDown(grip, 'Space')
  await keyDown(grip, 'ArrowDown')
  await keyDown(grip, 'Space')
  expect((await screen.findByRole('alert')).textContent).toContain('You do not have permission to do this')
  await waitFor(() => expect(titles()).toEqual(['1Page 3', '2Page 1', '3Page 2this page']))
})

it('has no grip for a single page', async () => {
  answer(api.catalog.getPagesBycat, [page(1)])
  show()
  await screen.findByText('Page 1')
  expect(screen.queryByRole('button', { name: 'Move Page 1' })).toBeNull()
})

it('moves any of 500 pages, and renders nothing before the drop', async () => {
  answer(
    api.catalog.getPagesBycat,
    Array.from({ length: 500 }, (_, n) => page(n + 1)),
  )
  show()
  await screen.findByText('Page 1')
  const grip = document.querySelector('[data-sort="400"] .grip') as HTMLElement
  const rendered = vi.fn()
  const observer = new MutationObserver(rendered)
  observer.observe(screen.getByRole('list', { name: 'Pages of the catalog' }), { childList: true, characterData: true, subtree: true })
  grip.focus()
  for (const code of ['Space', 'Home', 'ArrowDown']) await keyDown(grip, code)
  expect(rendered).not.toHaveBeenCalled()
  await keyDown(grip, 'Space')
  await waitFor(() => expect(titles().slice(0, 3)).toEqual(['1Page 1', '2Page 400', '3Page 2this page']))
  observer.disconnect()
})

it('reports that the pages could not be loaded, and retries', async () => {
  refuse(api.catalog.getPagesBycat, 'unexpected', 'Something went wrong')
  show()
  expect(await screen.findByText('The pages could not be loaded')).toBeVisible()
  answer(api.catalog.getPagesBycat, [page(1), page(2)])
  fireEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByText('Page 2')).toBeVisible()
})
