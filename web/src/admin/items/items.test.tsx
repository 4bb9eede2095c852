// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { root } from '../admin.given.ts'
import { AdminScreen } from '../admin-screen.tsx'
import type { AdminFile, Item } from '../list.tsx'

const item: Item = {
  item_id: '7',
  item_name: 'Orders',
  item_description: '',
  uid: '2',
  username: 'ben',
  password: '',
  addtime: '2026-11-03 09:00:00',
  last_update_time: '1',
  item_domain: 'orders',
  item_type: '1',
  is_archived: '1',
  is_del: '0',
  is_private: '1',
  member_num: 3,
}
const file: AdminFile = {
  file_id: '9',
  uid: '2',
  username: 'ben',
  display_name: 'spec.pdf',
  file_type: 'application/pdf',
  file_size: '2048',
  file_size_m: 0.002,
  visit_times: '7',
  item_id: '7',
  page_id: '12',
  url: '/f/9',
  addtime: '2026-11-18 16:40:05',
  last_visit_time: '',
}
beforeEach(() => {
  answer(api.adminItem.getList, { items: [item], total: 1 })
  answer(api.user.allUser, [{ uid: '3', username: 'carol', name: 'Carol C.' }])
  answer(api.attachment.getAllList, { list: [file], total: '1', used: '2048', used_m: 0.002 })
})
afterEach(() => {
  cleanup()
  resetAnswers()
})
const show = (section: string) => open(<AdminScreen />, `/admin/index?section=${section}`, '/admin/index', root)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (row: string, action: string) => {
  press(`More for ${row}`)
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)

it('lists all items with links, transfer and deletion', async () => {
  show('items')
  const link = await screen.findByRole('link', { name: /^Orders ?\(opens a new tab\)$/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/orders', '_blank'])
  expect(screen.getByRole('row', { name: /Orders/ }).textContent).toMatch(/ben.*Private.*Archived.*3/)
  fireEvent.change(screen.getByRole('searchbox', { name: 'User name of the owner' }), { target: { value: 'be' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'private' } })
  await waitFor(() =>
    expect(sent('adminItem/getList').at(-1)).toEqual({ item_name: '', username: 'be', kind: 'private', page: '1', count: '7' }),
  )
  choose('Orders', 'Transfer…')
  press('Transfer the item')
  expect(screen.getByText('Please enter a user name')).toBeVisible()
  const owner = screen.getByLabelText('User name of the new owner')
  fireEvent.change(owner, { target: { value: 'Ben' } })
  press('Transfer the item')
  expect(screen.getByText('ben owns it already')).toBeVisible()
  refuse(api.adminItem.attorn, 'userUnknown', 'There is no user named ghost')
  fireEvent.change(owner, { target: { value: 'ghost' } })
  press('Transfer the item')
  expect(await screen.findByText('There is no user named ghost')).toBeVisible()
  answer(api.adminItem.attorn, { ...item, username: 'carol' })
  fireEvent.change(owner, { target: { value: 'carol' } })
  expect(await screen.findByText('Carol C.')).toBeVisible()
  press('Transfer the item')
  expect(await screen.findByText('“Orders” belongs to carol now')).toBeVisible()
  answer(api.adminItem.deleteItem, 1)
  choose('Orders', 'Delete…')
  expect(screen.getByText(/After 30 days it is deleted permanently. ben receives a notice/)).toBeVisible()
  press('Delete the item')
  expect(await screen.findByText('“Orders” deleted')).toBeVisible()
  expect(sent('adminItem/deleteItem')).toEqual([{ item_id: '7' }])
})

it('lists the files of all users with their size, and deletes one after a confirmation', async () => {
  show('attachments')
  expect(await screen.findByText('1 file, 2 KB in all')).toBeVisible()
  const row = screen.getByRole('rowheader', { name: 'spec.pdf' }).closest('tr')
  expect([...(row?.cells ?? [])].slice(0, 5).map((cell) => cell.textContent)).toEqual([
    'spec.pdf',
    'ben',
    '2 KB',
    '77 visits',
    '18 Nov 2026, 16:40',
  ])
  press('More for spec.pdf')
  expect(screen.getByRole('menuitem', { name: 'Open its page' }).getAttribute('href')).toBe('/page/12')
  press('More for spec.pdf')
  fireEvent.click(screen.getByRole('radio', { name: 'Pictures' }))
  await waitFor(() =>
    expect(sent('attachment/getAllList').at(-1)).toEqual({ display_name: '', username: '', attachment_type: '1', page: '1', count: '7' }),
  )
  answer(api.attachment.deleteAttachment, () => {
    answer(api.attachment.getAllList, { list: [], total: '0', used: '0', used_m: 0 })
    return []
  })
  choose('spec.pdf', 'Delete…')
  expect(screen.getByText(/The file of ben is deleted for good/)).toBeVisible()
  press('Delete the file')
  expect(await screen.findByText('“spec.pdf” deleted')).toBeVisible()
  expect(sent('attachment/deleteAttachment')).toEqual([{ file_id: '9' }])
  await waitFor(() => expect(screen.queryByText('spec.pdf')).toBeNull())
})

it('shows an empty state', async () => {
  answer(api.adminItem.getList, { items: [], total: 0 })
  show('items')
  expect(await screen.findByText('There is no item on this site yet')).toBeVisible()
})
