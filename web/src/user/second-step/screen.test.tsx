// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { browserWithPasskeys, cancelled, found, requestOptions } from '../../test/passkeys.ts'
import { open } from '../../test/screen.tsx'
import { LoginScreen } from '../login-screen.tsx'
import { plain } from '../security/security.given.ts'
import { useSecondStepLine } from './reminder.tsx'
import { SecondStepScreen } from './screen.tsx'

const emma = { uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const signedIn = { ...emma, user_token: 'secret', must_enrol: '0' }
const show = (query = '?trust_days=30') => open(<SecondStepScreen />, `/user/secondStep${query}`, '/user/secondStep')
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = () => sentRequests.filter(({ path }) => path === 'user/secondStep').map(({ fields }) => fields)

beforeEach(() => {
  answer(api.user.oauthInfo, { oauth2_open: '0', oauth2_entrance_tips: '', passkey_open: '0', providers: [] })
  answer(api.ScriptCron.run, [])
  answer(api.update.checkDb, [])
})
afterEach(() => {
  cleanup()
  resetAnswers()
  localStorage.clear()
})

test('the password of an account with a second step leads to its screen, and keeps where to go', async () => {
  refuse(api.user.login, 'secondStepNeeded', undefined, { methods: ['totp', 'recovery'], until: '1795000600', trust_days: '30' })
  open(<LoginScreen />, '/user/login?redirect=%2F7%2F42')
  type('User name or e-mail', 'emma')
  type('Password', 'bamboo slips')
  press('Sign in')
  await screen.findByText('now at /user/secondStep?redirect=%2F7%2F42&trust_days=30&methods=totp%2Crecovery')
})

test('sends at the sixth digit, trusts the device if asked to, and goes on', async () => {
  answer(api.user.secondStep, signedIn)
  show('?redirect=%2F7%2F42&trust_days=30')
  const field = screen.getByLabelText<HTMLInputElement>('Code')
  expect(field).toHaveFocus()
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric'])
  fireEvent.click(screen.getByRole('checkbox', { name: /Do not ask on this device for 30 days/ }))
  type('Code', '40791')
  expect(sent()).toEqual([])
  type('Code', '407 912')
  await screen.findByText('now at /7/42')
  expect(sent()).toEqual([{ code: '407912', trust: '1' }])
})

test('keeps the screen after a wrong code, says when codes are stopped, and accepts a recovery code', async () => {
  refuse(api.user.secondStep, 'secondStepWrong')
  show('?trust_days=0')
  expect(screen.queryByRole('checkbox')).toBeNull()
  press('Sign in')
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter the six digits')
  type('Code', '111111')
  await screen.findByText(/not correct or was used already/)
  expect(screen.getByLabelText('Code')).toHaveValue('')
  press('Use a recovery code')
  refuse(api.user.secondStep, 'secondStepStopped', 'Too many wrong codes. Try again in 42 minutes')
  type('Recovery code', ' 7kq4m-2xh9d ')
  // The form is blocked for a short time after a refusal.
  await waitFor(() => {
    if (sent().length < 2) press('Sign in')
    expect(sent().at(-1)).toEqual({ code: '7kq4m-2xh9d', trust: '0' })
  })
  await screen.findByText(/Try again in 42 minutes/)
})

test('asks for a passkey where the account has one, and offers the other methods after it was cancelled', async () => {
  answer(api.user.passkeyOptions, requestOptions)
  answer(api.user.secondStep, signedIn)
  browserWithPasskeys({ get: cancelled })
  show('?redirect=%2F7%2F42&trust_days=30&methods=passkey,recovery')
  expect(screen.queryByLabelText('Code')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Use a code from the app' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toHaveFocus()
  press('Use a passkey')
  await screen.findByText(/No passkey was used/)
  press('Use a recovery code')
  expect(screen.getByLabelText('Recovery code')).toHaveFocus()
  press('Use a passkey')
  browserWithPasskeys()
  await waitFor(() => {
    if (sent().length === 0) press('Use a passkey')
    expect(sent()).toEqual([{ code: '', passkey: JSON.stringify(found.toJSON()), trust: '0' }])
  })
  await screen.findByText('now at /7/42')
})

test('an expired sign-in leads back to the password', async () => {
  refuse(api.user.secondStep, 'secondStepOver')
  show('?redirect=%2F7%2F42')
  type('Code', '111111')
  await screen.findByRole('heading', { name: 'This sign-in has expired' })
  expect(screen.getByRole('link', { name: 'Back to the password' }).getAttribute('href')).toBe('/user/login?redirect=%2F7%2F42')
})

test('an account that must set up a second step is led to the setup, with the way back', async () => {
  answer(api.user.login, { ...signedIn, must_enrol: '1' })
  open(<LoginScreen />, '/user/login?redirect=%2F7%2F42')
  type('User name or e-mail', 'emma')
  type('Password', 'bamboo slips')
  press('Sign in')
  await screen.findByText('now at /user/security?redirect=%2F7%2F42')
  cleanup()
  answer(api.user.login, signedIn)
  open(<LoginScreen />, '/user/login?redirect=%2F7%2F42')
  type('User name or e-mail', 'emma')
  type('Password', 'bamboo slips')
  press('Sign in')
  await screen.findByText('now at /7/42')
})

const Due = () => useSecondStepLine().line ?? <p>no line</p>

test('a line says from when on an administrator needs a passkey', async () => {
  const passkey_from = String(Math.floor(Date.now() / 1000) + 5 * 86_400 + 60)
  answer(api.secondStep.info, { ...plain, methods: ['totp'], is_required: true, required_from: '1', passkey_from })
  open(<Due />, '/item/index', undefined, emma)
  await screen.findByText(/administrators of this site need a passkey/)
  expect(screen.getByRole('link', { name: 'Add one now' }).getAttribute('href')).toBe('/user/security')
})

test('before the date a line leads to the setup, and can wait for a day', async () => {
  const from = String(Math.floor(Date.now() / 1000) + 5 * 86_400 + 60)
  answer(api.secondStep.info, { ...plain, is_required: true, required_from: from })
  open(<Due />, '/item/index', undefined, emma)
  expect((await screen.findByRole('link', { name: 'Set it up now' })).getAttribute('href')).toBe('/user/security')
  press('Later (5 days left)')
  await screen.findByText('no line')
  cleanup()
  open(<Due />, '/item/index', undefined, emma)
  await waitFor(() => expect(sentRequests.filter(({ path }) => path === 'secondStep/info')).toHaveLength(2))
  expect(screen.getByText('no line')).toBeVisible()
})
