// @vitest-environment jsdom
import { errors } from '@sheaf/contract/errors'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, api } from '../lib/api.ts'
import { answer, resetAnswers, sentRequests } from '../test/answer.ts'
import { withQueries } from '../test/screen.tsx'
import { OwnPasswordDialog } from './own-password-dialog.tsx'

afterEach(cleanup)

const send = vi.fn(async (_password: string) => {})
const onClose = vi.fn()
const fails = (error: 'wrongPassword' | 'ownPasswordNone' | 'noPermission' | 'userUnknown') =>
  send.mockRejectedValueOnce(new ApiError(errors[error].code, error, null, error))

function Transfer({ isLocking = false }: { isLocking?: boolean }) {
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState('')
  const check = () => {
    setWrong(name ? '' : 'Name missing')
    return name !== ''
  }
  const refused = (error: Error) => {
    if (error.message === 'userUnknown') setWrong(error.message)
    return error.message === 'userUnknown'
  }
  return (
    <OwnPasswordDialog
      title="Transfer “Orders”?"
      action="Transfer"
      working="Transferring"
      isLocking={isLocking}
      label="Password"
      missing="Password missing"
      check={check}
      onSend={send}
      onRefused={refused}
      onClose={onClose}
    >
      <input aria-label="Name" aria-invalid={wrong !== ''} value={name} onChange={(event) => setName(event.target.value)} />
      {wrong && <p role="alert">{wrong}</p>}
    </OwnPasswordDialog>
  )
}

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)

it('shows everything that is missing, focuses the first field of it, and sends nothing', () => {
  render(<Transfer />, withQueries())
  press('Transfer')
  expect(alerts()).toEqual(['Name missing', 'Password missing'])
  expect(screen.getByLabelText('Name')).toHaveFocus()
  fill('Name', 'emma')
  press('Transfer')
  expect(alerts()).toEqual(['Password missing'])
  expect(screen.getByLabelText('Password')).toHaveFocus()
  fill('Password', 'secret')
  expect(alerts()).toEqual([])
  expect(send).not.toHaveBeenCalled()
})

it.each([
  ['wrongPassword', 'Password'],
  ['ownPasswordNone', 'Password'],
  ['userUnknown', 'Name'],
  ['noPermission', undefined],
] as const)('shows the refusal %s at the field %s', async (error, field) => {
  render(<Transfer />, withQueries())
  fill('Name', 'emma')
  fill('Password', ' secret ')
  fails(error)
  press('Transfer')
  await waitFor(() => expect(alerts()).toEqual([error]))
  expect(send).toHaveBeenLastCalledWith(' secret ')
  for (const label of ['Name', 'Password']) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe(String(label === field))
  if (field) expect(screen.getByLabelText(field)).toHaveFocus()
  press('Transfer')
  await waitFor(() => expect(alerts()).toEqual([]))
})

it.each([true, false])('closes while the action runs, unless it locks the dialog: %s', async (isLocking) => {
  let refuse = (_error: Error) => {}
  send.mockImplementationOnce(() => new Promise<void>((_resolve, reject) => (refuse = reject)))
  onClose.mockClear()
  render(<Transfer isLocking={isLocking} />, withQueries())
  fill('Name', 'emma')
  fill('Password', 'secret')
  press('Transfer')
  expect((await screen.findByRole('button', { name: 'Transferring' })).hasAttribute('disabled')).toBe(true)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(isLocking ? 0 : 1)
  expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(isLocking)
  refuse(new ApiError(0, 'No answer'))
  await waitFor(() => expect(alerts()).toEqual(['No answer']))
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(isLocking ? 1 : 2)
})

const account = {
  passkeys: [],
  has_passkey_address: true,
  passkey_from: '0',
  totp_time: '0',
  codes_left: '9',
  codes_total: '10',
  is_required: false,
  required_from: '0',
  trust_days: '0',
  confirmed_until: '0',
}

it('accepts a code in place of the password, and sends it once', async () => {
  answer(api.secondStep.info, { ...account, methods: ['totp'], confirm_by: ['password', 'totp', 'recovery'], has_password: true })
  answer(api.user.confirm, { until: '1' })
  send.mockClear()
  render(<Transfer />, withQueries())
  fill('Name', 'emma')
  fireEvent.click(await screen.findByRole('button', { name: 'Use a code from your app' }))
  fails('userUnknown')
  fill('Code from your app', '407912')
  press('Transfer')
  await waitFor(() => expect(alerts()).toEqual(['userUnknown']))
  fill('Name', 'emma2')
  press('Transfer')
  await waitFor(() => expect(send.mock.calls).toEqual([[''], ['']]))
  expect(sentRequests.filter(({ path }) => path === 'user/confirm').map(({ fields }) => fields)).toEqual([{ password: '', code: '407912' }])
  resetAnswers()
})

it('accepts the password of the company account, which confirms the session first', async () => {
  answer(api.secondStep.info, { ...account, methods: [], confirm_by: ['directory', 'fresh'], has_password: false })
  answer(api.user.confirm, { until: '1' })
  send.mockClear()
  fails('userUnknown')
  const before = sentRequests.length
  render(<Transfer />, withQueries())
  fill('Name', 'emma')
  fireEvent.change(await screen.findByLabelText('Password of your company account'), { target: { value: 'hush-hush-emma' } })
  press('Transfer')
  await waitFor(() => expect(send.mock.calls).toEqual([['']]))
  const sent = sentRequests.slice(before).filter(({ path }) => path === 'user/confirm')
  expect(sent.map(({ fields }) => fields)).toEqual([{ password: 'hush-hush-emma', code: '' }])
  resetAnswers()
})

it('asks for a new code when the confirmation ended while the dialog was open', async () => {
  answer(api.secondStep.info, { ...account, methods: ['totp'], confirm_by: ['totp'], has_password: true })
  answer(api.user.confirm, { until: '1' })
  render(<Transfer />, withQueries())
  fill('Name', 'emma')
  const code = await screen.findByLabelText('Code from your app')
  fails('wrongPassword')
  fireEvent.change(code, { target: { value: '407912' } })
  press('Transfer')
  expect(await screen.findByText('The confirmation has ended. Please enter a new code')).toBeVisible()
  expect(screen.getByLabelText('Code from your app')).toHaveValue('')
  fill('Code from your app', '118230')
  press('Transfer')
  const codes = () => sentRequests.filter(({ path }) => path === 'user/confirm').map(({ fields }) => fields?.code)
  await waitFor(() => expect(codes().slice(-2)).toEqual(['407912', '118230']))
  resetAnswers()
})

it.each([
  ['fresh', true],
  ['', false],
] as const)(
  'an account without a password and a method needs nothing soon after signing in, and cannot go on later: %s',
  async (kind, isPossible) => {
    answer(api.secondStep.info, { ...account, methods: [], confirm_by: kind ? [kind] : [], has_password: false })
    answer(api.user.confirm, { until: '1' })
    send.mockClear()
    render(<Transfer />, withQueries())
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
    fill('Name', 'emma')
    press('Transfer')
    if (isPossible) await waitFor(() => expect(send).toHaveBeenCalledWith(''))
    else expect(screen.getByText(/Sign out and in again/)).toBeVisible()
    expect(send).toHaveBeenCalledTimes(isPossible ? 1 : 0)
    resetAnswers()
  },
)
