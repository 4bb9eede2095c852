// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { RegisterScreen } from './register-screen.tsx'
import { SetupScreen } from './setup-screen.tsx'

afterEach(() => {
  cleanup()
  resetAnswers()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const fill = (confirm: string) => {
  type('User name', 'emma')
  type('Password', 'bamboo slips')
  type('Password again', confirm)
}
const picture = () => screen.getByRole('img', { name: 'Picture with the characters' }).getAttribute('src')

test('detects different passwords before it sends anything', async () => {
  open(<RegisterScreen />, '/user/register')
  fill('bamboo slip')
  type('Characters in the picture', 'K7RPX')
  fireEvent.click(screen.getByRole('button', { name: 'Create the account' }))
  await screen.findByText('The two passwords are not the same')
  expect(sentRequests).toEqual([])
})

test('sends name, both passwords and the captcha, and signs the new user in', async () => {
  const emma = { uid: '2', username: 'emma', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
  answer(api.user.register, { ...emma, user_token: 'secret', must_enrol: '0' })
  open(<RegisterScreen />, '/user/register')
  fill('bamboo slips')
  for (const label of ['Password', 'Password again']) expect(screen.getByLabelText(label)).toHaveAttribute('type', 'password')
  type('Characters in the picture', ' K7RPX ')
  fireEvent.click(screen.getByRole('button', { name: 'Create the account' }))
  await screen.findByText('now at /item/index')
  const fields = { username: 'emma', password: 'bamboo slips', confirm_password: 'bamboo slips', v_code: 'K7RPX' }
  expect(sentRequests.find(({ path }) => path === 'user/register')?.fields).toEqual(fields)
})

test('shows a refusal and loads another captcha picture', async () => {
  refuse(api.user.register, 'captchaWrong', 'Please enter the characters in the picture')
  open(<RegisterScreen />, '/user/register')
  const first = picture()
  fill('bamboo slips')
  type('Characters in the picture', 'wrong')
  fireEvent.click(screen.getByRole('button', { name: 'Create the account' }))
  await screen.findByRole('alert')
  await waitFor(() => expect(picture()).not.toBe(first))
  expect((screen.getByLabelText('Characters in the picture') as HTMLInputElement).value).toBe('')
})

test('shows a taken name at the name field, and clears an earlier captcha error', async () => {
  refuse(api.user.register, 'captchaWrong', 'Please enter the characters in the picture')
  open(<RegisterScreen />, '/user/register')
  fill('bamboo slips')
  type('Characters in the picture', 'wrong')
  const press = () => fireEvent.click(screen.getByRole('button', { name: /Create the account/ }))
  press()
  expect((await screen.findByRole('alert')).textContent).toContain('Please enter the characters')
  refuse(api.user.register, 'usernameTaken', 'This user name is taken', { field: 'username' })
  type('Characters in the picture', 'K7RPX')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Create the account/ }).getAttribute('aria-busy')).toBe('false'),
  )
  press()
  expect(await screen.findByText('This user name is taken')).toBeInTheDocument()
  expect(screen.getByLabelText('User name').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Please enter the characters in the picture')).toBeNull()
})

test('clears the error of the server when the form is incomplete', async () => {
  refuse(api.user.register, 'captchaWrong', 'Please enter the characters in the picture')
  open(<RegisterScreen />, '/user/register')
  fill('bamboo slips')
  type('Characters in the picture', 'wrong')
  fireEvent.click(screen.getByRole('button', { name: 'Create the account' }))
  await screen.findByText('Please enter the characters in the picture')
  type('Password again', 'bamboo slip')
  type('Characters in the picture', 'K7RPX')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Create the account/ }).getAttribute('aria-busy')).toBe('false'),
  )
  fireEvent.click(screen.getByRole('button', { name: /Create the account/ }))
  await screen.findByText('The two passwords are not the same')
  await waitFor(() => expect(screen.queryByText('Please enter the characters in the picture')).toBeNull())
})

test('shows that a set-up link was already used', async () => {
  refuse(api.user.setup, 'setupDone')
  open(<SetupScreen />, '/user/setup?token=abc')
  fill('bamboo slips')
  fireEvent.click(screen.getByRole('button', { name: 'Create the administrator' }))
  await screen.findByRole('heading', { name: 'Sheaf has been set up already' })
  expect(sentRequests[0]?.fields['token']).toBe('abc')
})

test('shows no set-up form without a token', () => {
  open(<SetupScreen />, '/user/setup')
  screen.getByRole('heading', { name: 'This set-up link is not valid' })
})
