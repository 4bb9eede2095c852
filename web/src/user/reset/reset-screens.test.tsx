// @vitest-environment jsdom
import '../../test/browser.ts'
import { errors } from '@sheaf/contract/errors'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { ResetByLinkScreen } from './reset-by-link-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'
import { VerifyEmailScreen } from './verify-email-screen.tsx'

const emma = {
  uid: '2',
  username: 'emma',
  name: '',
  email: 'emma@example.com',
  email_verify: '0',
  groupid: '2',
  avatar: '',
  avatar_small: '',
}
const mailed = '?uid=2&email=emma%40example.com&token=abc'
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const picture = () => screen.getByRole('img', { name: 'Picture with the characters' }).getAttribute('src')

beforeEach(() => {
  readBoot().mail = true
})
afterEach(() => {
  cleanup()
  resetAnswers()
  for (const { id } of getToasts()) closeToast(id)
})

test('requests a link, loads another captcha after a refusal, and does not reveal whether the address is known', async () => {
  refuse(api.user.resetPasswordEmail, 'captchaWrong', 'Please enter the characters in the picture')
  open(<ResetPasswordScreen />, '/user/resetPassword')
  const first = picture()
  type('E-mail address', ' emma@example.com ')
  type('Characters in the picture', 'wrong')
  press('Send the link')
  await screen.findByRole('alert')
  expect(picture()).not.toBe(first)
  expect(screen.getByLabelText<HTMLInputElement>('Characters in the picture').value).toBe('')
  answer(api.user.resetPasswordEmail, [])
  type('Characters in the picture', 'K7RPX')
  press('Send the link')
  await screen.findByText(/^If the address emma@example.com belongs to an account, a mail is on its way/)
  expect(sentRequests.at(-1)?.fields).toEqual({ email: 'emma@example.com', v_code: 'K7RPX' })
})

test('shows no form on a server without mail', () => {
  readBoot().mail = false
  open(<ResetPasswordScreen />, '/user/resetPassword')
  screen.getByRole('heading', { name: 'Please ask your administrator' })
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('sets a new password, typed twice, and opens the login with the redirect', async () => {
  answer(api.user.resetPasswordByUrl, [])
  open(<ResetByLinkScreen />, `/user/ResetPasswordByUrl${mailed}&redirect=%2F7%2F42`, undefined, emma)
  type('New password', 'silk and paper')
  type('Password again', 'silk and papier')
  press('Set the password')
  await screen.findByText('The two passwords are not the same')
  expect(sentRequests).toEqual([])
  type('Password again', 'silk and paper')
  press('Set the password')
  await screen.findByText('now at /user/login?redirect=%2F7%2F42')
  expect(sentRequests[0]?.fields).toEqual({ new_password: 'silk and paper', uid: '2', email: 'emma@example.com', token: 'abc' })
})

test('shows other refusals in the form, and offers a new link for an expired one', async () => {
  refuse(api.user.resetPasswordByUrl, 'passwordCommon')
  open(<ResetByLinkScreen />, `/user/ResetPasswordByUrl${mailed}`)
  type('New password', 'password1')
  type('Password again', 'password1')
  press('Set the password')
  await screen.findByText(errors.passwordCommon.en)
  refuse(api.user.resetPasswordByUrl, 'linkInvalid')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Set the password/ }).className).not.toContain('loading'),
  )
  fireEvent.click(screen.getByRole('button', { name: /Set the password/ }))
  await screen.findByRole('heading', { name: 'This link no longer works' })
  fireEvent.click(screen.getByRole('link', { name: 'Ask for a new link' }))
  await screen.findByText('now at /user/resetPassword')
})

test('does not send an incomplete link', () => {
  open(<ResetByLinkScreen />, '/user/ResetPasswordByUrl?uid=2')
  screen.getByRole('heading', { name: 'This link no longer works' })
  expect(sentRequests).toEqual([])
})

test('verifies the address immediately, with one request', async () => {
  answer(api.user.verifyEmail, [])
  open(<VerifyEmailScreen />, `/user/verifyEmail${mailed}`, undefined, emma)
  await screen.findByRole('heading', { name: 'Your address is verified' })
  expect(sentRequests).toEqual([{ path: 'user/verifyEmail', fields: { uid: '2', email: 'emma@example.com', token: 'abc' } }])
})

test('accepts a used link if the address is verified, else offers a new mail', async () => {
  refuse(api.user.verifyEmail, 'linkInvalid')
  open(<VerifyEmailScreen />, `/user/verifyEmail${mailed}`, undefined, { ...emma, email_verify: '1' })
  await screen.findByRole('heading', { name: 'Your address is verified' })
  cleanup()
  open(<VerifyEmailScreen />, `/user/verifyEmail${mailed}`)
  await screen.findByRole('heading', { name: 'The address was not verified' })
  fireEvent.click(screen.getByRole('link', { name: 'Send a new mail from the settings' }))
  await screen.findByText('now at /user/login?redirect=%2Fuser%2Fsetting')
})
