// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { mustEnrol, setEnrolling } from '../../session/session.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { browserWithPasskeys, cancelled, creationOptions, found, made, requestOptions } from '../../test/passkeys.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { SecurityScreen } from './screen.tsx'
import { plain, sessionRow, withStep } from './security.given.ts'

const emma = { uid: '2', username: 'emma', name: 'Emma', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const show = () => open(<SecurityScreen />, '/user/security', '/user/security', emma)
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const laptop = { passkey_id: '5', name: 'MacBook', addtime: '1788400000', used_time: '1788500000', is_uv: true, is_backed_up: true }
const yubikey = { ...laptop, passkey_id: '6', name: 'YubiKey 5C', used_time: '0', is_uv: false, is_backed_up: false }
const withPasskeys: typeof plain = { ...plain, methods: ['passkey'], passkeys: [laptop, yubikey], codes_left: '9', codes_total: '10' }

beforeEach(() => {
  browserWithPasskeys()
  answer(api.secondStep.info, plain)
  answer(api.session.getList, [sessionRow('7', { is_own: true, way: 'passkey' })])
  answer(api.user.outside, { has_password: '1', is_fresh: '1', identities: [], providers: [] })
  answer(api.notice.getList, [])
  answer(api.secondStep.beginPasskey, creationOptions)
  answer(api.user.passkeyOptions, requestOptions)
})
afterEach(() => {
  cleanup()
  resetAnswers()

  for (const { id } of getToasts()) closeToast(id)
})

test('adds a passkey with a name, after a try that was cancelled, and shows the recovery codes of a first method', async () => {
  browserWithPasskeys({ create: cancelled })
  answer(api.secondStep.addPasskey, () => {
    answer(api.secondStep.info, { ...withPasskeys, passkeys: [laptop] })
    return { passkey: laptop, codes: ['7KQ4M-2XH9D', '8KQ4M-2XH9D'] }
  })
  show()
  await screen.findByText('You have no passkey yet')
  await press('Add a passkey…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
  expect(dialog.getByText(/signing in with your password also needs it/)).toBeVisible()
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'MacBook' } })
  await press('Continue')
  await dialog.findByText(/No passkey was used/)
  expect(sent('secondStep/addPasskey')).toEqual([])
  browserWithPasskeys()
  await press('Continue')
  await screen.findByText('7KQ4M-2XH9D')
  expect(sent('secondStep/addPasskey')).toEqual([{ answer: JSON.stringify(made.toJSON()), name: 'MacBook' }])
  await press('I have kept them')
  await screen.findByText('The passkey was added')
  expect(await screen.findByText('MacBook')).toBeVisible()
  expect(screen.getByText('After the password, a passkey or a recovery code.')).toBeVisible()
})

test('says what a passkey can do and where it is, renames and removes it', async () => {
  answer(api.secondStep.info, withPasskeys)
  answer(api.secondStep.renamePasskey, { ...laptop, name: 'Laptop' })
  show()
  const list = within(await screen.findByRole('region', { name: 'Passkeys' }))
  expect(list.getByText(/^Added .* · used .* · on all your devices$/)).toBeVisible()
  expect(list.getByText(/^Added .* · not used yet · without a PIN, so it cannot sign in alone$/)).toBeVisible()
  expect(list.getAllByText('second step only')).toHaveLength(1)
  expect(screen.getByText(/passkey · since/)).toBeVisible()
  await press('Rename “MacBook”')
  fireEvent.change(within(await screen.findByRole('dialog')).getByLabelText('Name'), { target: { value: 'Laptop' } })
  await press('Rename')
  await waitFor(() => expect(sent('secondStep/renamePasskey')).toEqual([{ passkey_id: '5', name: 'Laptop' }]))
  // The confirmation comes first, with a passkey where there is one.
  refuse(api.secondStep.endPasskey, 'confirmNeeded')
  answer(api.secondStep.info, { ...withPasskeys, confirm_by: ['password', 'passkey', 'recovery'] })
  answer(api.user.confirm, () => {
    answer(api.secondStep.endPasskey, [])
    return { until: '1' }
  })
  await press('Remove “YubiKey 5C”')
  await press('Remove')
  await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  await screen.findByRole('button', { name: 'Use the password' })
  await press('Use a passkey')
  await screen.findByText('The passkey was removed')
  expect(sent('user/confirm')).toEqual([{ password: '', code: '', passkey: JSON.stringify(found.toJSON()) }])
  expect(sent('user/passkeyOptions')).toEqual([{ username: '', purpose: 'confirm' }])
  expect(sent('secondStep/endPasskey').at(-1)).toEqual({ passkey_id: '6' })
})

test('warns before the last method is removed, and says when the site requires it', async () => {
  answer(api.secondStep.info, { ...withPasskeys, passkeys: [laptop] })
  refuse(api.secondStep.endPasskey, 'lastPasskey')
  show()
  await press('Remove “MacBook”')
  expect(screen.getByText(/your password alone is enough/)).toBeVisible()
  await press('Remove')
  await screen.findByText(/requires a passkey of administrators/)
})

test.each([
  ['no address with https', { ...plain, has_passkey_address: false }, '', /need a site with https and a name/],
  ['another address', plain, 'https://docs.example.test', /work at https:\/\/docs\.example\.test only/],
] as const)('W55: with %s it says why none can be added', async (_what, info, site, reason) => {
  const boot = readBoot()
  const { site: before } = boot
  boot.site = site
  answer(api.secondStep.info, info)
  show()
  expect(await screen.findByText(reason)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a passkey…' })).toBeNull()
  boot.site = before
})

test('an administrator who needs a passkey can do nothing but add one', async () => {
  answer(api.secondStep.info, { ...withStep, is_required: true, required_from: '1', passkey_from: '1' })
  answer(api.secondStep.addPasskey, { passkey: laptop, codes: [] })
  setEnrolling(true)
  show()
  await screen.findByRole('heading', { name: 'Add a passkey' })
  expect(screen.queryByRole('button', { name: 'Set up an authenticator app' })).toBeNull()
  await press('Add a passkey')
  await press('Continue')
  await screen.findByText(/^now at/)
  expect(mustEnrol()).toBe(false)
})
