// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { LinkScreen } from './link-screen.tsx'

const emma = {
  uid: '2',
  username: 'emma',
  name: '',
  email: '',
  email_verify: '0',
  groupid: '2',
  avatar: '',
  avatar_small: '',
  user_token: '',
  must_enrol: '0',
}
const taken = { kind: 'ldap', place: '', username: 'emma', is_taken: '1', may_join: '1', free_name: 'emma-2' }

afterEach(() => {
  cleanup()
  resetAnswers()
  localStorage.clear()
})
const show = () => open(<LinkScreen />, '/user/link?redirect=%2F7', '/user/link')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = (path: string) => sentRequests.filter((call) => call.path === `user/${path}`).map((call) => call.fields)

it('S84: requires the password of the existing account with the same name', async () => {
  answer(api.user.newcomer, taken)
  refuse(api.user.linkNewcomer, 'wrongLogin')
  show()
  expect(await screen.findByText(/There is an account named emma here already/)).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('User name or e-mail').value).toBe('emma')
  fireEvent.change(screen.getByLabelText('Password of this site'), { target: { value: 'bamboo slips' } })
  press('Link and sign in')
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong user name or password')
  expect(sent('linkNewcomer')).toEqual([{ username: 'emma', password: 'bamboo slips' }])
})

it('can create another account under a free name', async () => {
  answer(api.user.newcomer, taken)
  answer(api.user.joinNewcomer, { ...emma, username: 'emma-2' })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'It is not mine: make a new account' }))
  expect(screen.getByLabelText<HTMLInputElement>('User name of the new account').value).toBe('emma-2')
  press('Create the account')
  await screen.findByText('now at /7')
  expect(sent('joinNewcomer')).toEqual([{ username: 'emma-2' }])
})

it('offers no new account while registration is closed', async () => {
  answer(api.user.newcomer, { ...taken, kind: 'oauth2', place: 'sso.example.test', is_taken: '0', may_join: '0' })
  show()
  expect(await screen.findByText(/signed in with sso.example.test, but no account here is linked/)).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('User name or e-mail').value).toBe('')
  expect(screen.queryByRole('button', { name: /new account/ })).toBeNull()
  expect(screen.getByText(/ask your administrator/)).toBeVisible()
})

it('links back to the login when the sign-in has expired', async () => {
  refuse(api.user.newcomer, 'outsideNobody', 'run out')
  show()
  expect(await screen.findByRole('heading', { name: 'This sign-in has run out' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to signing in' }).getAttribute('href')).toBe('/user/login?redirect=%2F7')
})
