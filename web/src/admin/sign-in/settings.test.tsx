// @vitest-environment jsdom
import '../../test/browser.ts'
import type { Answer } from '@sheaf/contract/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { plain, sessionRow, withStep } from '../../user/security/security.given.ts'
import { root, user } from '../admin.given.ts'
import { AdminScreen } from '../admin-screen.tsx'

const settings: Answer<'adminSetting', 'loadSignIn'> = {
  mfa_require: '0',
  mfa_grace_days: '14',
  mfa_outside: '0',
  mfa_passkey_only: '0',
  trust_days: '30',
  session_idle_days: '30',
  session_days: '90',
  provider_logout: '0',
  required_since: '0',
  required_from: '0',
  admins: '2',
  admins_ready: '1',
  people: '128',
  people_ready: '17',
  admins_passkey: '1',
  is_ready: true,
  has_own_passkey: true,
  passkey_from: '0',
  has_passkey_address: true,
}

afterEach(() => {
  cleanup()
  resetAnswers()
})
const show = (section: string) => open(<AdminScreen />, `/admin/index?section=${section}`, '/admin/index', root)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)

it('shows how many accounts are ready, and requires a second step after a confirmation', async () => {
  answer(api.adminSetting.loadSignIn, settings)
  answer(api.secondStep.info, withStep)
  show('signIn')
  const admins = await screen.findByRole('radio', { name: /^Administrators/ })
  expect(screen.getByText('1 of 2 have one')).toBeVisible()
  expect(screen.getByText('17 of 128 have one')).toBeVisible()
  expect(screen.queryByText(/You have no second step yet/)).toBeNull()
  fireEvent.click(admins)
  type('Days to set it up', '91')
  press('Save: Second step')
  expect(await screen.findByText('A number from 0 to 90')).toBeVisible()
  type('Days to set it up', '7')
  refuse(api.adminSetting.saveSignIn, 'confirmNeeded')
  const saved = { ...settings, mfa_require: '1', mfa_grace_days: '7', required_from: '1796000000' }
  answer(api.user.confirm, () => {
    answer(api.adminSetting.saveSignIn, saved)
    answer(api.adminSetting.loadSignIn, saved)
    return { until: '1' }
  })
  press('Save: Second step')
  await screen.findByLabelText('Your password')
  type('Your password', 'bamboo slips')
  press('Confirm')
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(sent('adminSetting/saveSignIn')).toEqual([
    { mfa_require: '1', mfa_grace_days: '7' },
    { mfa_require: '1', mfa_grace_days: '7' },
  ])
  expect(await screen.findByText(/^Required from /)).toBeVisible()
})

it('leads an administrator without a second step to the setup first', async () => {
  answer(api.adminSetting.loadSignIn, { ...settings, is_ready: false })
  refuse(api.adminSetting.saveSignIn, 'enrolFirst')
  show('signIn')
  expect((await screen.findByRole('link', { name: 'Set it up' })).getAttribute('href')).toBe('/user/security')
  fireEvent.click(screen.getByRole('radio', { name: /^Everyone/ }))
  press('Save: Second step')
  expect(await screen.findByText('Set up a second step for your own account first')).toBeVisible()
})

it('shows the sessions and the second step of a person, and takes it off', async () => {
  answer(api.adminUser.getList, { users: [user(2, 'ben', { sessions: '1' })], total: 1 })
  answer(api.adminUser.sessions, {
    sessions: [sessionRow('5', { browser: 'Edge', system: 'Windows' })],
    methods: ['totp'],
    codes_left: '4',
  })
  answer(api.secondStep.info, plain)
  answer(api.adminUser.endSecondStep, [])
  show('users')
  await screen.findByRole('rowheader', { name: 'ben' })
  press('More for ben')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sessions and second step…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign-in of ben' }))
  expect(await dialog.findByText('Edge · Windows')).toBeVisible()
  expect(dialog.getByText(/4 recovery codes left/)).toBeVisible()
  press('Take it off…')
  answer(api.adminUser.sessions, { sessions: [], methods: [], codes_left: '0' })
  press('Take it off')
  await waitFor(() => expect(sent('adminUser/endSecondStep')).toEqual([{ uid: '2' }]))
  expect(await screen.findByText('No second step.')).toBeVisible()
  expect(screen.getByText('Nowhere signed in.')).toBeVisible()
})
