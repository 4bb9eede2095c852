// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { keyDown } from '../../test/drag-keys.ts'
import { open } from '../../test/screen.tsx'
import type { Tile } from '../item-search.ts'
import { GroupScreen } from './screen.tsx'

const tile = (n: number): Tile => ({
  item_id: String(n),
  item_name: `Item ${n}`,
  uid: '1',
  item_domain: '',
  item_type: '1',
  last_update_time: '1795000000',
  item_description: '',
  is_del: '0',
  is_archived: '0',
  creator: 1,
  is_private: 0,
  manage: 1,
  edit: 1,
  password: '',
})
const group = (id: string, group_name: string, item_ids: string) => ({
  id,
  group_name,
  item_ids,
  uid: '1',
  s_number: id,
  created_at: '2026-11-20 10:00:00',
  updated_at: '2026-11-20 10:00:00',
})
const two = [group('3', 'Platform', '2,1,9404'), group('4', 'Data', '')]
const show = (query = '') => open(<GroupScreen />, `/item/group/index${query}`)
const names = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const option = (name: string) => screen.getByRole('option', { name })

beforeEach(() => {
  answer(api.itemGroup.getList, two)
  answer(
    api.item.myList,
    Array.from({ length: 500 }, (_, n) => tile(n + 1)),
  )
})
afterEach(() => {
  cleanup()
  resetAnswers()
  vi.restoreAllMocks()
})

it('lists the groups with their items, and a link back', async () => {
  show()
  expect((await screen.findByText('2 items')).closest('li')?.textContent).toContain('PlatformItem 2 · Item 1'.replace('Platform', ''))
  expect(within(screen.getByRole('list', { name: 'Item groups' })).getByText('No items yet')).toBeVisible()
  expect(screen.getByText(/^Drag the rows/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/item/index')
})

it('has no tip and no grip for a single group, and a hint without groups', async () => {
  answer(api.itemGroup.getList, two.slice(0, 1))
  show()
  await screen.findByText('Platform')
  expect(screen.queryByText(/^Drag the rows/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Move Platform' })).toBeNull()
  cleanup()
  answer(api.itemGroup.getList, [])
  show()
  expect(await screen.findByText('No groups yet')).toBeVisible()
})

it('creates a group from 500 items, found by typing and selected by keyboard', async () => {
  answer(api.itemGroup.save, group('9', 'New', ''))
  show()
  await screen.findByText('Platform')
  fireEvent.click(screen.getByRole('button', { name: 'New group' }))
  expect(screen.getAllByRole('option').length).toBeLessThan(40)
  fireEvent.click(screen.getByRole('button', { name: 'Create the group' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Give the group a name.')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Operations ' } })
  const box = screen.getByRole('combobox', { name: 'Items in this group' })
  fireEvent.change(box, { target: { value: '49' } })
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(15))
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.keyDown(box, { key: 'Enter' })
  fireEvent.click(option('Item 499'))
  expect(option('Item 149').getAttribute('aria-selected')).toBe('true')
  expect(box.getAttribute('aria-activedescendant')).toBe(option('Item 499').id)
  expect(sent('itemGroup/save')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Create the group' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [saved] = sent('itemGroup/save')
  expect(saved).toMatchObject({ group_name: 'Operations', item_ids: '149,499' })
  expect(saved?.['request_id']).toMatch(/^[\w-]{8,64}$/)
})

it('edits a group, also opened by its address; its items come first', async () => {
  answer(api.itemGroup.save, two[0] as (typeof two)[0])
  show('?edit=3')
  await screen.findByRole('dialog', { name: 'Change “Platform”' })
  expect(screen.getAllByRole('option', { selected: true }).map((selected) => selected.textContent)).toEqual(['Item 1', 'Item 2'])
  fireEvent.click(option('Item 1'))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('itemGroup/save')).toEqual([{ id: '3', group_name: 'Platform', item_ids: '2' }])
})

it('keeps the dialog open and shows the error when a save is refused', async () => {
  refuse(api.itemGroup.save, 'unexpected', 'Out of order')
  show('?edit=4')
  await screen.findByRole('dialog')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Out of order')
})

it('deletes a group after stating what stays', async () => {
  answer(api.itemGroup.getList, two.toReversed())
  answer(api.itemGroup.delete, () => {
    answer(api.itemGroup.getList, two.slice(1))
    return 1
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'More for Platform' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }))
  expect(screen.getByRole('dialog').textContent).toContain('Its 2 items stay in your list')
  fireEvent.click(screen.getByRole('button', { name: 'Delete the group' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('itemGroup/delete')).toEqual([{ id: '3' }])
  await waitFor(() => expect(names()).toEqual(['Data']))
})

it('reorders by keyboard and saves all numbers from 1 in one request', async () => {
  answer(api.itemGroup.saveSort, [])
  show()
  const grip = await screen.findByRole('button', { name: 'Move Platform' })
  grip.focus()
  for (const code of ['Space', 'ArrowDown', 'Space']) await keyDown(grip, code)
  await waitFor(() => expect(names()).toEqual(['Data', 'Platform']))
  expect(sent('itemGroup/saveSort').map(({ groups = '' }) => JSON.parse(groups))).toEqual([
    [
      { id: 4, s_number: 1 },
      { id: 3, s_number: 2 },
    ],
  ])
})
