// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import type { Bound, Right } from './rows.ts'
import { TeamItemsScreen } from './team-items-screen.tsx'

const item = (n: number, item_name: string): Bound => ({
  id: `5${n}`,
  team_id: '4',
  item_id: String(n),
  item_name,
  item_description: '',
  item_domain: n === 7 ? 'orders' : '',
  item_type: '1',
  uid: '1',
  username: 'lena',
  password: '',
  addtime: '2026-11-18 16:40:05',
  last_update_time: '1795000000',
  is_archived: '0',
  is_del: '0',
})
const own = (item_id: string, item_name: string, is_archived = '0') => ({
  item_id,
  item_name,
  is_archived,
  uid: '1',
  item_domain: '',
  item_type: '1',
  last_update_time: '1795000000',
  item_description: '',
  is_del: '0',
  creator: 1,
  is_private: 0,
  manage: 1,
  edit: 1,
  password: '',
})
const right = (id: string, member_username: string, more: Partial<Right> = {}): Right => ({
  id,
  member_username,
  name: '',
  team_id: '4',
  last_update_time: '1795000000',
  item_id: '7',
  member_group_id: '1',
  member_uid: id,
  cat_id: '0',
  cat_name: '',
  addtime: '2026-11-18 16:40:05',
  ...more,
})
const catalog = (cat_id: string, cat_name: string) => ({
  cat_id,
  cat_name,
  item_id: '7',
  s_number: '1',
  addtime: '',
  parent_cat_id: '0',
  level: '2',
})
const show = () => open(<TeamItemsScreen />, '/team/item/4', '/team/item/:team_id')
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  answer(api.team.getList, [
    { id: '4', team_name: 'Platform', memberCount: '2', itemCount: '2', uid: '1', username: 'lena', addtime: '', last_update_time: '' },
  ])
  answer(api.teamItem.getListByTeam, [item(7, 'Orders'), item(8, '数据字典')])
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('lists the items with links that open a new tab', async () => {
  show()
  const row = (await screen.findByRole('rowheader', { name: /^Orders/ })).closest('tr') as HTMLElement
  expect(row.textContent).toMatch(/^Orders.*18 Nov 2026, 16:40/)
  const link = within(row).getByRole('link', { name: /^Orders ?\(opens a new tab\)$/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/orders', '_blank'])
  expect(screen.getByRole('link', { name: 'Teams' }).getAttribute('href')).toBe('/team/index')
})

it('binds items of the user that are neither bound nor archived', async () => {
  answer(api.item.myList, [own('7', 'Orders'), own('9', 'Release notes'), own('10', 'Old', '1'), own('11', 'Runbooks')])
  answer(api.teamItem.save, { id: '60', team_id: '4', item_id: '11', addtime: '1795000000', last_update_time: '1795000000' })
  show()
  await screen.findByRole('heading', { name: 'Platform' })
  await screen.findByRole('rowheader', { name: /^Orders/ })
  press('Bind items')
  await screen.findByRole('listbox')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Release notes', 'Runbooks'])
  expect(sent('item/myList')).toEqual([{ original: '1' }])
  expect(screen.getByRole('link', { name: 'Create a new item' }).getAttribute('href')).toBe('/item/add')
  expect((screen.getByRole('button', { name: 'Bind' }) as HTMLButtonElement).disabled).toBe(true)
  for (const option of screen.getAllByRole('option')) fireEvent.click(option)
  press('Bind 2 items')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('teamItem/save')).toEqual([{ team_id: '4', item_id: '9,11' }])
})

it('unbinds after explaining the consequences', async () => {
  answer(api.teamItem.delete, 1)
  show()
  await screen.findByRole('heading', { name: 'Platform' })
  fireEvent.click(await screen.findByRole('button', { name: 'More for Orders' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Unbind…' }))
  expect(screen.getByRole('dialog', { name: 'Unbind “Orders” from the team?' }).textContent).toContain(
    'The item and all that is in it stay',
  )
  press('Unbind the item')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('teamItem/delete')).toEqual([{ id: '57' }])
})

describe('the rights', () => {
  const authority = () => screen.findByLabelText('Authority of emma') as Promise<HTMLSelectElement>
  const openRights = async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Rights of the members in Orders' }))
    return authority()
  }
  beforeEach(() => {
    answer(api.teamItemMember.getList, [right('1', 'emma'), right('2', 'liam', { cat_id: '5', cat_name: 'Version 2' })])
    answer(api.catalog.catListName, [catalog('3', 'Orders'), catalog('5', 'Orders/Version 2')])
  })

  it('are saved in place, right and catalog separately', async () => {
    answer(api.teamItemMember.save, 1)
    const select = await openRights()
    expect(screen.getByText(/^Changes count at once\. Who is also a member of the item by name keeps the wider of both/)).toBeVisible()
    expect(screen.getByRole('row', { name: /liam/ }).textContent).toContain('18 Nov 2026')
    expect([...select.options].map(({ value, text }) => [value, text])).toEqual([
      ['1', 'Can edit'],
      ['0', 'Read only'],
    ])
    fireEvent.change(select, { target: { value: '0' } })
    expect(await screen.findByText('Authority of emma saved')).toBeVisible()
    expect((await authority()).value).toBe('0')
    const scope = screen.getByLabelText('Catalog of liam') as HTMLSelectElement
    expect([...scope.options].map((option) => option.text)).toEqual(['All catalogs', 'Orders/Version 2'])
    fireEvent.focus(scope)
    expect([...scope.options].map((option) => option.text)).toEqual(['All catalogs', 'Orders', 'Orders/Version 2'])
    fireEvent.change(scope, { target: { value: '0' } })
    expect(await screen.findByText('Catalog of liam saved')).toBeVisible()
    expect(sent('teamItemMember/save')).toEqual([
      { id: '1', member_group_id: '0' },
      { id: '2', cat_id: '0' },
    ])
  })

  it('can all be set to read-only in one call', async () => {
    answer(api.teamItemMember.saveAll, 2)
    await openRights()
    press('Set all to read only')
    expect(await screen.findByText('All are read only now')).toBeVisible()
    expect(sent('teamItemMember/saveAll')).toEqual([{ item_id: '7', team_id: '4', member_group_id: '0' }])
    expect((screen.getByRole('button', { name: 'Set all to read only' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('return to the previous value when a change is refused', async () => {
    refuse(api.teamItemMember.save, 'archived', 'This item is archived')
    fireEvent.change(await openRights(), { target: { value: '0' } })
    expect((await screen.findByRole('alert')).textContent).toBe('This item is archived')
    await waitFor(async () => expect((await authority()).value).toBe('1'))
  })
})
