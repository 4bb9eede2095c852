// @vitest-environment jsdom
import '../../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../../test/answer.ts'
import { open } from '../../../test/screen.tsx'
import { root } from '../../admin.given.ts'
import { NightlyLook } from './look.tsx'

const last = {
  at: '2026-11-29 02:04:10',
  state: 'done' as const,
  problem: '',
  linked: '48',
  found: '48',
  joined: '2',
  left: '1',
  unread: '0',
  gone: '0',
  disabled: '0',
}
interface Gone {
  uid: string
  username: string
  name: string
  gone_at: string
}
const given = (more: object = {}, gone: Gone[] = [], is_looking = '0', gone_count = String(gone.length)) =>
  answer(api.adminSetting.ldapLook, { is_looking, last: { ...last, ...more }, gone, gone_count })

beforeEach(() => given())
afterEach(() => {
  cleanup()
  resetAnswers()
})
const show = () => open(<NightlyLook />, '/admin/index', '/admin/index', root)
const text = async () => {
  await screen.findByRole('button', { name: /^Look/ })
  return within(screen.getByRole('region', { name: 'Nightly look into the directory' }))
    .getByRole('status')
    .textContent?.trim()
    .replace(/\s+/g, ' ')
}

it('says when the last look was, and what it changed', async () => {
  show()
  expect(await text()).toBe('29 Nov 2026, 02:04: 48 of 48 linked people found. 2 memberships began, 1 ended.')
  cleanup()
  given({ unread: '3', disabled: '1', joined: '0', left: '0' })
  show()
  expect(await text()).toMatch(/No membership began, none ended\. The groups of 3 people .* 1 account was disabled\.$/)
})

it('says why it failed, and when too many are gone', async () => {
  given({ state: 'failed', problem: 'The directory was reached, but it refused the bind DN or its password' })
  show()
  expect(await text()).toMatch(/the look failed, and nothing was changed further\. The directory was reached, but it refused/)
  cleanup()
  given({ state: 'half' })
  show()
  expect(await text()).toContain('did not return all entries')
  cleanup()
  given({ state: 'many', gone: '12' })
  show()
  expect(await text()).toContain('12 of 48 linked accounts have no entry')
})

it('lists people who are gone, with the place where they can be disabled', async () => {
  given({}, [{ uid: '7', username: 'emma', name: 'Emma Watts', gone_at: '2026-11-28 02:03:00' }])
  show()
  expect((await screen.findByRole('listitem')).textContent).toBe('Emma Watts (emma)since 28 Nov 2026Find')
  const find = screen.getByRole('link', { name: 'Find Emma Watts (emma) in the list of users' })
  expect(find.getAttribute('href')).toBe('/admin/index?section=users&username=emma')
})

it('says how many are gone when it lists some of them', async () => {
  const gone = Array.from({ length: 50 }, (_, n) => ({ uid: `${n}`, username: `p${n}`, name: '', gone_at: '2026-11-28 02:03:00' }))
  given({}, gone)
  show()
  expect(await screen.findAllByRole('listitem')).toHaveLength(50)
  expect(screen.queryByText(/The latest/)).toBeNull()
  cleanup()
  given({}, gone, '0', '73')
  show()
  expect(await screen.findByText(/^The latest 50 of 73\. These accounts still work\./)).toBeVisible()
})

it('looks now, and shows the result when it is there', async () => {
  answer(api.adminSetting.ldapLook, { is_looking: '0', last: null, gone: [], gone_count: '0' })
  answer(api.adminSetting.lookNow, [])
  show()
  expect(await text()).toBe('The site has not looked into the directory yet.')
  given({}, [], '1')
  fireEvent.click(screen.getByRole('button', { name: 'Look now' }))
  expect(await screen.findByRole('button', { name: 'Looking…' })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Looking…' }))
  given()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Look now' })).toBeVisible())
  expect(await text()).toContain('48 of 48 linked people found.')
  expect(sentRequests.filter(({ path }) => path === 'adminSetting/lookNow')).toHaveLength(1)
})

it('shows an error with another try', async () => {
  refuse(api.adminSetting.ldapLook, 'noPermission', 'Only for administrators')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Only for administrators')
})
