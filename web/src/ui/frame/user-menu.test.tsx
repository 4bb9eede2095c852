// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { addRecentPage, recentPages } from '../../lib/search-state.ts'
import { answer, refuse, resetAnswers } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { Screen } from './screen.tsx'

const emma = { uid: '2', username: 'emma', name: 'Emma Watts', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const show = (more: Partial<typeof emma> = {}) => open(<Screen title="Items">text</Screen>, '/item/index', undefined, { ...emma, ...more })
const links = (role: string) => screen.getAllByRole(role).map((link) => [link.textContent, link.getAttribute('href')])
const openMenu = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => void answer(api.notice.getList, []))
afterEach(() => {
  cleanup()
  resetAnswers()
  Object.assign(readBoot(), { links: {}, language: 'en' })
})

it('links to every area, and to the administration for administrators only', () => {
  show()
  expect(links('link')).toEqual(
    expect.arrayContaining([
      ['Items', '/item/index'],
      ['Teams', '/team/index'],
      ['Attachments', '/attachment/index'],
    ]),
  )
  openMenu(/^Account of/)
  const mine = [
    ['Settings', '/user/setting'],
    ['Notices', '/notice/index'],
    ['Item groups', '/item/group/index'],
  ]
  expect(links('menuitem')).toEqual([...mine, ['Sign out', null]])
  cleanup()
  show({ groupid: '1' })
  openMenu(/^Account of/)
  expect(links('menuitem')).toEqual([...mine, ['Administration', '/admin/index'], ['Sign out', null]])
})

it('has all links in one menu on a phone', () => {
  show({ groupid: '1' })
  openMenu(/^Menu$/)
  const names = links('menuitem').map(([name]) => name)
  expect(names.slice(0, 8)).toEqual(['Items', 'Teams', 'Due', 'Attachments', 'Settings', 'Notices', 'Item groups', 'Administration'])
  expect(names).toContain('Sign out')
})

it('shows the links of the operator in Chinese only', () => {
  readBoot().links = { feedback: 'https://a.test/', client: 'https://b.test/', runapi: 'https://c.test/' }
  show()
  openMenu(/^Account of/)
  expect(screen.queryByRole('menuitem', { name: /Feedback|Client|RunApi/ })).toBeNull()
  cleanup()
  readBoot().language = 'zh'
  show()
  openMenu(/Emma Watts/)
  expect(links('menuitem').filter(([, href]) => href?.startsWith('https'))).toEqual([
    ['意见反馈（在新标签页打开）', 'https://a.test/'],
    ['客户端（在新标签页打开）', 'https://b.test/'],
    ['RunApi（在新标签页打开）', 'https://c.test/'],
  ])
  cleanup()
  readBoot().links = {}
  show()
  openMenu(/Emma Watts/)
  expect(screen.queryByRole('menuitem', { name: 'RunApi' })).toBeNull()
})

it('signs out and clears the account before the request', async () => {
  let left: string | null = 'not asked'
  answer(api.user.logout, () => {
    left = localStorage.getItem('userinfo')
    return []
  })
  localStorage.setItem('userinfo', '{}')
  show()
  openMenu(/^Account of/)
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  await waitFor(() => expect(left).toBeNull())
})

it.each([
  ['to the provider when the server says so', { provider: 'https://acme.test/logout?state=abc' }, 'https://acme.test/logout?state=abc'],
  ['to the sign-in screen', [] as never[], '/user/login'],
  ['to the sign-in screen when the server does not answer', undefined, '/user/login'],
])('a sign-out leads %s', async (_, left, to) => {
  const assign = vi.fn()
  addRecentPage(emma.uid, '4')
  if (left) answer(api.user.logout, left)
  else refuse(api.user.logout, 'unexpected')
  vi.stubGlobal('location', { ...location, assign })
  try {
    show()
    openMenu(/^Account of/)
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(assign.mock.calls).toEqual([[to]]))
    expect(recentPages(emma.uid)).toEqual([])
    // The browser still shows this screen until the next one has loaded.
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Account of/ })).toBeNull())
  } finally {
    vi.unstubAllGlobals()
  }
})
