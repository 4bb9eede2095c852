// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { SecurityScreen } from './screen.tsx'
import { plain } from './security.given.ts'

const emma = { uid: '2', username: 'emma', name: 'Emma', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const outside = { has_password: '1', is_fresh: '1', identities: [], providers: [] }
const ldap = { identity_id: '5', kind: 'ldap', place: '', name: '', addtime: '1795200000' }
const show = () => open(<SecurityScreen />, '/user/security', undefined, emma)

beforeEach(() => {
  answer(api.user.outside, outside)
  answer(api.user.resetPassword, [])
})
afterEach(() => {
  cleanup()
  resetAnswers()
  for (const { id } of getToasts()) closeToast(id)
})

test('changes the password: shows the rule, keeps a refusal in the dialog, and mentions other devices', async () => {
  show()
  press('Change your password')
  const dialog = within(screen.getByRole('dialog'))
  dialog.getByText('8 characters or more, and nothing that is easy to guess.')
  type('Current password', 'bamboo slips')
  type('New password', 'short')
  press('Change the password')
  await dialog.findByText('The password needs at least 8 characters')
  expect(sent('user/resetPassword')).toEqual([])
  refuse(api.user.resetPassword, 'wrongOldPassword')
  type('New password', 'silk and paper')
  press('Change the password')
  expect((await dialog.findByText('The current password is wrong')).closest('[role=alert]')).not.toBeNull()
  answer(api.user.resetPassword, [])
  press('Change the password')
  await screen.findByText('You have been signed out on all other devices.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent('user/resetPassword').at(-1)).toEqual({ password: 'bamboo slips', new_password: 'silk and paper', end_tokens: '0' })
})

test('unlinks an external account with the password of this site', async () => {
  answer(api.user.outside, { ...outside, identities: [ldap] })
  answer(api.user.unlink, [])
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Unlink Directory' }))
  type('Your password', 'bamboo slips')
  answer(api.user.outside, outside)
  press('Unlink')
  await screen.findByText('Unlinked')
  expect(sent('user/unlink')).toEqual([{ identity_id: '5', password: 'bamboo slips' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Unlink Directory' })).toBeNull())
})

test('sets a first password soon after signing in, and does not unlink before', async () => {
  answer(api.user.outside, { ...outside, has_password: '0', identities: [ldap] })
  answer(api.user.setFirstPassword, [])
  show()
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Unlink Directory' })).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Change your password' })).toBeNull()
  press('Set a password')
  type('New password', 'bamboo slips 1')
  press('Set the password')
  await waitFor(() => expect(sent('user/setFirstPassword')).toEqual([{ new_password: 'bamboo slips 1' }]))
})

test('explains later when a first password can be set', async () => {
  answer(api.user.outside, { ...outside, has_password: '0', is_fresh: '0', identities: [ldap] })
  show()
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Set a password' })).disabled).toBe(true)
  expect(screen.getByText(/sign out and in again/)).toBeVisible()
})

test('offers the provider with the operator’s label, and asks for a confirmation before the way there', async () => {
  answer(api.user.outside, { ...outside, providers: [{ provider_id: '3', kind: 'oidc', name: 'Sign in with Example' }] })
  show()
  const link = await screen.findByRole('link', { name: 'Link: Sign in with Example' })
  expect(link.getAttribute('href')).toBe('/api/ExtLogin/oauth2?provider_id=3&link=1&redirect=%2Fuser%2Fsecurity')
  const followed: string[] = []
  const follow = (event: Event) => {
    if (event.defaultPrevented || event.target !== link) return
    event.preventDefault()
    followed.push('the provider')
  }
  document.addEventListener('click', follow)
  answer(api.secondStep.info, plain)
  answer(api.user.confirm, { until: '1' })
  fireEvent.click(link)
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'bamboo slips' } })
  expect(followed).toEqual([])
  press('Confirm')
  await waitFor(() => expect(followed).toEqual(['the provider']))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  document.removeEventListener('click', follow)
})
