// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { figures, root, user } from './admin.given.ts'
import { AdminScreen } from './admin-screen.tsx'

afterEach(() => {
  cleanup()
  resetAnswers()
})
const show = (address: string, account: typeof root | null = root) => open(<AdminScreen />, address, '/admin/index', account)

it('refuses users who are not administrators, and redirects visitors to the login', async () => {
  show('/admin/index', { ...root, groupid: '2' })
  expect(await screen.findByRole('heading', { name: 'This part is for administrators' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Parts of the administration' })).toBeNull()
  expect(sentRequests.filter(({ path }) => path.startsWith('admin'))).toEqual([])
  cleanup()
  show('/admin/index?section=users', null)
  expect(await screen.findByText('now at /user/login?redirect=%2Fadmin%2Findex%3Fsection%3Dusers')).toBeVisible()
})

it('opens with the key figures of the site, and gives each section its own address', async () => {
  answer(api.adminOverview.info, figures)
  show('/admin/index')
  expect(await screen.findByText('3,917')).toBeVisible()
  expect(screen.getByText('1.8 GB')).toBeVisible()
  expect(screen.getByText('212 more than 30 days ago')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Pages: 3,700 on 18 Nov, 3,917 on 20 Nov' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Order Service API' }).getAttribute('href')).toBe('/7')
  const nav = screen.getByRole('navigation', { name: 'Parts of the administration' })
  expect([...nav.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['My items', '/item/index'],
    ['Overview', '/admin/index?section=overview'],
    ['Users', '/admin/index?section=users'],
    ['Sign-in', '/admin/index?section=signIn'],
    ['External login', '/admin/index?section=login'],
    ['Programs', '/admin/index?section=programs'],
    ['Items', '/admin/index?section=items'],
    ['Attachments', '/admin/index?section=attachments'],
    ['Site settings', '/admin/index?section=settings'],
    ['Notices', '/admin/index?section=messages'],
    ['Webhooks', '/admin/index?section=webhooks'],
    ['Log', '/admin/index?section=log'],
    ['Move from ShowDoc', '/admin/index?section=showdoc'],
    ['Sheaf dev', '/admin/index?section=update'],
  ])
  expect(
    within(nav)
      .getAllByRole('group')
      .map((group) => group.getAttribute('aria-labelledby') && group.firstElementChild?.textContent),
  ).toEqual([null, 'People', 'Content', 'Site', 'System'])
  answer(api.adminUser.getList, { users: [user(2, 'ben')], total: 1 })
  fireEvent.click(screen.getByRole('link', { name: 'Users' }))
  expect(await screen.findByRole('rowheader', { name: 'ben' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBe('page')
})

it('loads the figures of another period, and explains a chart without data', async () => {
  answer(api.adminOverview.info, { ...figures, days: figures.days.slice(-1) })
  show('/admin/index?section=nonsense')
  expect(await screen.findByText(/The curves begin tomorrow/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: '90 days' }))
  expect(sentRequests.at(-1)?.fields).toEqual({ days: '90' })
})

it('shows an error and retries', async () => {
  refuse(api.adminOverview.info, 'databaseAway', 'The database is away')
  show('/admin/index')
  expect(await screen.findByText('The database is away')).toBeVisible()
  answer(api.adminOverview.info, figures)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('3,917')).toBeVisible()
})
