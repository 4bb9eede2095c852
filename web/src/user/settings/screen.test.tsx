// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../lib/api.ts'
import { type Account, readBoot } from '../../lib/boot.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { confirmIdentity, hasNoPassword } from '../../test/no-password.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { SettingScreen } from './screen.tsx'

const emma = { uid: '2', username: 'emma', name: 'Emma', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const show = (more: Partial<Account> = {}) => {
  answer(api.user.info, { ...emma, ...more })
  return open(<SettingScreen />, '/user/setting', undefined, { ...emma, ...more })
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)

beforeEach(() => {
  readBoot().mail = true
  answer(api.notice.getList, [])
  answer(api.user.updateInfo, [])
  answer(api.user.updateEmail, [])
  answer(api.user.resetPassword, [])
  answer(api.user.sendVerifyMail, [])
})
afterEach(() => {
  cleanup()
  resetAnswers()
  for (const { id } of getToasts()) closeToast(id)
})

test('shows the user name read-only, and changes the name', async () => {
  show()
  expect(screen.getByLabelText<HTMLInputElement>('User name').readOnly).toBe(true)
  const save = screen.getByRole('button', { name: 'Save: Profile' })
  expect(save).toHaveAttribute('aria-disabled', 'true')
  type('Name', ' Emma Watts ')
  await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'false'))
  answer(api.user.info, { ...emma, name: 'Emma Watts' })
  fireEvent.click(save)
  await screen.findByText('Modify success!')
  expect(sent('user/updateInfo')).toEqual([{ name: 'Emma Watts' }])
  await screen.findByRole('button', { name: 'Account of Emma Watts' })
})

test('adds an address with the password, and shows it as not verified', async () => {
  show()
  screen.getByText('No address')
  press('Add an address…')
  type('E-mail address', 'emma@example')
  type('Your password', 'bamboo slips')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add the address' }))
  await screen.findByText('Please enter an e-mail address such as emma@example.com')
  type('E-mail address', 'emma@example.com')
  answer(api.user.info, { ...emma, email: 'emma@example.com' })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add the address' }))
  await screen.findByText('Not verified')
  expect(sent('user/updateEmail')).toEqual([{ email: 'emma@example.com', password: 'bamboo slips' }])
  refuse(api.user.sendVerifyMail, 'tooMany', 'Too many requests. Please wait a moment')
  press('Send the mail again')
  await screen.findByText('Too many requests. Please wait a moment')
  answer(api.user.sendVerifyMail, [])
  press('Send the mail again')
  await waitFor(() => expect(getToasts().some(({ text }) => text === 'A mail is on its way to emma@example.com')).toBe(true))
})

test('offers no new address on a server without mail, and still the change of a stored one', async () => {
  readBoot().mail = false
  show()
  expect(await screen.findByText(/This server sends no mail, so an address cannot be verified/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add an address…' })).toBeNull()
  cleanup()
  show({ email: 'emma@example.com' })
  expect(await screen.findByRole('button', { name: 'Change your e-mail address' })).toBeVisible()
})

test('changes an address with the password, after which it is not verified', async () => {
  show({ email: 'emma@example.com', email_verify: '1' })
  await screen.findByText('Verified')
  press('Change your e-mail address')
  const dialog = within(screen.getByRole('dialog', { name: 'Change your e-mail address' }))
  expect(dialog.getByText('Now: emma@example.com')).toBeVisible()
  type('E-mail address', 'emma@example.org')
  fireEvent.click(dialog.getByRole('button', { name: 'Change the address' }))
  await dialog.findByText('Please enter the password you sign in with')
  expect(sent('user/updateEmail')).toEqual([])
  type('Your password', 'bamboo slips')
  answer(api.user.updateEmail, () => {
    answer(api.user.info, { ...emma, email: 'emma@example.org' })
    return []
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Change the address' }))
  expect(await screen.findByText('emma@example.org')).toBeVisible()
  expect(screen.getByText('Not verified')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent('user/updateEmail')).toEqual([{ email: 'emma@example.org', password: 'bamboo slips' }])
})

test('S163: an account without a password confirms a new address in the dialog', async () => {
  hasNoPassword()
  refuse(api.user.updateEmail, 'confirmNeeded')
  show()
  press('Add an address…')
  await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull())
  type('E-mail address', 'emma@example.com')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add the address' }))
  await confirmIdentity(() => {
    answer(api.user.updateEmail, [])
    answer(api.user.info, { ...emma, email: 'emma@example.com' })
  })
  await screen.findByText('Not verified')
  expect(sent('user/updateEmail')).toEqual([
    { email: 'emma@example.com', password: '' },
    { email: 'emma@example.com', password: '' },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('explains that the server sends no mail', () => {
  readBoot().mail = false
  show({ email: 'emma@example.com' })
  screen.getByText(/^This server sends no mail, so an address cannot be verified/)
  expect(screen.queryByRole('button', { name: 'Send the mail again' })).toBeNull()
})

test('shows an address as verified after it was verified in another window', async () => {
  show({ email: 'emma@example.com' })
  screen.getByText('Not verified')
  await new Promise((go) => setTimeout(go, 20))
  answer(api.user.info, { ...emma, email: 'emma@example.com', email_verify: '1' })
  window.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText('Verified')
})

test('changes the theme, and redirects visitors to the login', async () => {
  show()
  const theme = within(screen.getByRole('group', { name: 'Theme' }))
  fireEvent.click(theme.getByRole('button', { name: 'Dark' }))
  await waitFor(() => expect(theme.getByRole('button', { name: 'Dark' }).getAttribute('aria-pressed')).toBe('true'))
  expect(document.documentElement.dataset['theme']).toBe('dark')
  cleanup()
  open(<SettingScreen />, '/user/setting')
  await screen.findByText('now at /user/login?redirect=%2Fuser%2Fsetting')
})
