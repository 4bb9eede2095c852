// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { api } from '../lib/api.ts'
import { readBoot } from '../lib/boot.ts'
import { answer, refuse, resetAnswers } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { HomeScreen } from './home-screen.tsx'

const emma = { uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }

afterEach(() => {
  cleanup()
  resetAnswers()
})

const setting = (home_page: string, home_item = '0') => answer(api.common.homePageSetting, { home_page, home_item, beian: '' })

test('home page 2 redirects to the login', async () => {
  setting('2')
  open(<HomeScreen />, '/')
  await screen.findByText('now at /user/login')
})

test('home page 3 redirects to the selected item', async () => {
  setting('3', '17')
  open(<HomeScreen />, '/')
  await screen.findByText('now at /17')
})

test.each([() => setting('1', '17'), () => setting('3'), () => refuse(api.common.homePageSetting, 'unexpected', 'no')])(
  'otherwise shows the full page with links to the login (%#)',
  async (given) => {
    given()
    open(<HomeScreen />, '/')
    await screen.findByRole('heading', { level: 1 })
    const links = ['Sign in', 'Start now'].flatMap((name) => screen.getAllByRole('link', { name }))
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/user/login', '/user/login', '/user/login'])
  },
)

test('a site without an administrator says where the link for the first account is', async () => {
  readBoot().unclaimed = true
  setting('1')
  open(<HomeScreen />, '/')
  expect(await screen.findByText(/Open the link that the server printed/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
  delete readBoot().unclaimed
})

test('the full page describes Sheaf, and links signed-in users to My items', async () => {
  setting('1')
  open(<HomeScreen />, '/', '/', emma)
  const text = (await screen.findByRole('main')).textContent
  for (const part of [
    'API docs',
    'Data dictionary',
    'Explanation docs',
    'Team work',
    'Members and teams, with rights down to a single catalog',
    'Documents by themselves',
    'comments in the code',
    'debugging client',
    'Open source, on your own server',
    'Used in the browser',
  ])
    expect(text).toContain(part)
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'My items' })).toBeVisible()
  const links = screen.getAllByRole('link', { name: 'My items' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/item/index', '/item/index'])
  expect(screen.getByRole('link', { name: 'Start now' }).getAttribute('href')).toBe('/user/login')
})

test('the link to the ICP record announces that it opens a new tab', async () => {
  answer(api.common.homePageSetting, { home_page: '1', home_item: '0', beian: '京ICP备12345678号' })
  open(<HomeScreen />, '/')
  const link = await screen.findByRole('link', { name: /^京ICP备12345678号 ?\(opens a new tab\)$/ })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://beian.miit.gov.cn/', '_blank'])
})
