// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { root } from '../admin.given.ts'
import { AdminScreen } from '../admin-screen.tsx'
import type { Entry } from '../list.tsx'

afterEach(() => {
  cleanup()
  resetAnswers()
})
const entry = (id: number, action: string, subject = '', detail = '', username = 'root'): Entry => ({
  id: String(id),
  addtime: '2026-11-20 16:31:00',
  uid: '1',
  username,
  name: username,
  action,
  subject,
  detail,
  address: '10.0.0.7',
})
const show = (section: string) => open(<AdminScreen />, `/admin/index?section=${section}`, '/admin/index', root)
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)

it('shows user, action and subject of each entry as text, filters and exports them', async () => {
  const list = [
    entry(4, 'itemTransferred', 'Orders', 'carol'),
    entry(3, 'memberAdded', 'Orders', 'ben (1)'),
    entry(2, 'loginFailed', '', '', ''),
    entry(1, 'somethingNewer', 'x'),
    entry(0, 'tokenMade', 'Atlas', '2'),
  ]
  answer(api.adminLog.getList, { list, total: '5' })
  show('log')
  await screen.findAllByRole('rowheader')
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(rows).toEqual([
    '20 Nov 2026, 16:31roottransferred an itemOrders → carol10.0.0.7',
    '20 Nov 2026, 16:31rootadded a memberOrders → ben (edit)10.0.0.7',
    '20 Nov 2026, 16:31unknown userfailed to sign in10.0.0.7',
    '20 Nov 2026, 16:31rootsomethingNewerx10.0.0.7',
    '20 Nov 2026, 16:31rootcreated a tokenAtlas → Read and suggest10.0.0.7',
  ])
  fireEvent.change(screen.getByRole('combobox', { name: 'What happened' }), { target: { value: 'transfers' } })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
  await waitFor(() =>
    expect(sent('adminLog/getList').at(-1)).toEqual({
      username: '',
      action: 'transfers',
      subject: '',
      from: '2026-11-01',
      until: '',
      page: '1',
      count: '7',
    }),
  )
  const link = await screen.findByRole('link', { name: 'Export as CSV' })
  await waitFor(() =>
    expect(link.getAttribute('href')).toBe('/api/adminLog/export?username=&action=transfers&subject=&from=2026-11-01&until='),
  )
})

it('sends a notice to all users after a confirmation, and shows how many users read earlier ones', async () => {
  const earlier = { notice_title: 'Last week', notice_content: 'Done.', from_name: 'root', notice_time: '2026-11-13 10:00:00' }
  answer(api.adminNotice.getList, [{ ...earlier, sent: '128', read: '90' }])
  answer(api.adminNotice.send, { sent: '128' })
  show('messages')
  expect(await screen.findByText(/Read by 90 of 128/)).toBeVisible()
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  press('Send to everybody…')
  expect(screen.getByText('Please write a title')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: ' Tonight ' } })
  fireEvent.change(screen.getByRole('textbox', { name: /^Text/ }), { target: { value: 'We update at ten.' } })
  press('Send to everybody…')
  expect(sent('adminNotice/send')).toEqual([])
  press('Send the notice')
  expect(await screen.findByText('Sent to 128 people')).toBeVisible()
  expect(sent('adminNotice/send')).toMatchObject([{ notice_title: 'Tonight', notice_content: 'We update at ten.' }])
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
})
