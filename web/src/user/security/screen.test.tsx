// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { SecurityScreen } from './screen.tsx'
import { begun, plain, sessionRow, withStep } from './security.given.ts'

const emma = { uid: '2', username: 'emma', name: 'Emma', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const show = (address = '/user/security') => open(<SecurityScreen />, address, '/user/security', emma)
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const outside = { has_password: '1', is_fresh: '1', identities: [], providers: [] }
const DAY = 86_400

/** The server asks for a confirmation until the session has one. */
function confirmFirst() {
  refuse(api.secondStep.beginTotp, 'confirmNeeded')
  answer(api.user.confirm, () => {
    answer(api.secondStep.beginTotp, begun)
    return { until: '1' }
  })
}

beforeEach(() => {
  answer(api.secondStep.info, plain)
  answer(api.session.getList, [sessionRow('7', { is_own: true })])
  answer(api.user.outside, outside)
  answer(api.notice.getList, [])
})
afterEach(() => {
  cleanup()
  resetAnswers()
  for (const { id } of getToasts()) closeToast(id)
})

test('confirms an account of the directory with the password of the company account', async () => {
  confirmFirst()
  answer(api.secondStep.info, { ...plain, has_password: false, confirm_by: ['directory', 'fresh'] })
  show()
  await press('Set up…')
  await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  refuse(api.user.confirm, 'directoryDown')
  fireEvent.change(await screen.findByLabelText('Password of your company account'), { target: { value: 'hush-hush-emma' } })
  await press('Confirm')
  expect(await screen.findByRole('alert')).toBeVisible()
  confirmFirst()
  await press('Confirm')
  await screen.findByRole('dialog', { name: 'Set up an authenticator app' })
  const sent = sentRequests.filter(({ path }) => path === 'user/confirm').map(({ fields }) => fields)
  expect(sent.at(-1)).toMatchObject({ password: 'hush-hush-emma', code: '' })
})

test('sets up an app after the person has confirmed, keeps the dialog after a wrong code, and shows the recovery codes once', async () => {
  confirmFirst()
  show()
  await screen.findByText('Your account has no second step')
  await press('Set up…')
  await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  refuse(api.user.confirm, 'wrongPassword')
  await screen.findByLabelText('Your password')
  type('Your password', 'not mine')
  await press('Confirm')
  expect(await screen.findByRole('alert')).toHaveTextContent(/password/i)
  confirmFirst()
  type('Your password', 'bamboo slips')
  await press('Confirm')

  const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }))
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP 4QKD 7NRM UV2E 5HTA')).toBeVisible()
  expect(dialog.getByRole('img', { name: 'QR code with the key' }).getAttribute('src')).toMatch(/^data:image\/svg\+xml,%3Csvg/)
  expect(dialog.getByRole('link', { name: 'Open the app here' })).toHaveAttribute('href', begun.otpauth)
  refuse(api.secondStep.addTotp, 'secondStepWrong')
  type('The code it shows now', '12 34 56')
  await dialog.findByText(/not correct/)
  expect(screen.getByLabelText<HTMLInputElement>('The code it shows now').value).toBe('')
  answer(api.secondStep.addTotp, { codes: ['7KQ4M-2XH9D', 'PB3RT-W8N5C'] })
  // Input methods for Chinese type full-width digits.
  type('The code it shows now', '４０７９１２')
  const codes = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
  expect(codes.getByText('PB3RT-W8N5C')).toBeVisible()
  expect(sent('secondStep/addTotp').map(({ code }) => code)).toEqual(['123456', '407912'])
  // Only the button closes it: the codes are shown once.
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(codes.getByText('7KQ4M-2XH9D')).toBeVisible()
  answer(api.secondStep.info, withStep)
  await press('I have kept them')
  await waitFor(() => expect(getToasts().map(({ text }) => text)).toEqual(['The second step is on']))
})

test('a cancelled confirmation begins nothing, and an expired setup begins again', async () => {
  confirmFirst()
  show()
  await press('Set up…')
  await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(getToasts()).toEqual([])
  answer(api.secondStep.beginTotp, begun)
  await press('Set up…')
  await screen.findByRole('dialog', { name: 'Set up an authenticator app' })
  refuse(api.secondStep.addTotp, 'totpNotBegun')
  type('The code it shows now', '123456')
  await screen.findByText('This setup has expired. Start it again')
  answer(api.secondStep.beginTotp, { ...begun, secret: 'AAAABBBB' })
  await press('Start again')
  await screen.findByText('AAAA BBBB')
})

test('shows the method, warns at three codes, turns off with a recovery code as proof, and makes new codes', async () => {
  answer(api.secondStep.info, { ...withStep, confirm_by: ['recovery'], has_password: false })
  show()
  await screen.findByText('Your account asks for a second step')
  expect(screen.getByText('3 of 10 left')).toHaveClass('warn')
  refuse(api.secondStep.endTotp, 'confirmNeeded')
  answer(api.user.confirm, () => {
    refuse(api.secondStep.endTotp, 'lastMethod')
    return { until: '1' }
  })
  await press('Turn off…')
  await press('Turn off')
  await screen.findByLabelText('Recovery code')
  type('Recovery code', ' 7kq4m 2xh9d ')
  await press('Confirm')
  await screen.findByText(/this is your only one/)
  expect(sent('user/confirm')).toEqual([{ password: '', code: '7kq4m 2xh9d' }])
  await press('Cancel')
  answer(api.secondStep.newCodes, { codes: ['V6YJA-40ZEG'] })
  await press('Make new ones…')
  await press('Make new codes')
  await screen.findByText('V6YJA-40ZEG')
})

test('the focus stays in the list of sessions when one is ended', async () => {
  answer(api.session.getList, [sessionRow('7', { is_own: true }), sessionRow('6')])
  answer(api.session.end, [])
  show()
  const [end] = await screen.findAllByRole('button', { name: /^End the session/ })
  end?.focus()
  answer(api.session.getList, [sessionRow('7', { is_own: true })])
  fireEvent.click(end as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End the session/ })).toBeNull())
  await waitFor(() => expect(screen.getByRole('region', { name: 'Signed in at' })).toHaveFocus())
})

test('lists the sessions, this one first, ends others and their trust', async () => {
  const later = String(Math.floor(Date.now() / 1000) + 9 * DAY)
  answer(api.session.getList, [
    sessionRow('5', { browser: 'Edge', system: 'Windows', trusted_until: later }),
    sessionRow('6', { browser: '', system: '', is_program: true, way: 'password' }),
    sessionRow('7', { is_own: true }),
  ])
  show()
  const part = within(await screen.findByRole('region', { name: 'Signed in at' }))
  await waitFor(() =>
    expect(part.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Firefox · macOS this one',
      expect.stringMatching(/^Edge · Windows trusted until /),
      'A program ',
    ]),
  )
  expect(part.getByText(/password · since .* better with a token/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'End the session: Firefox · macOS' })).toBeNull()
  answer(api.session.forgetDevice, [])
  answer(api.session.end, [])
  answer(api.session.endOthers, { ended: '2' })
  await press('Trust no longer: Edge · Windows')
  await press('End the session: A program')
  await waitFor(() => expect(sent('session/end')).toEqual([{ session_id: '6' }]))
  expect(sent('session/forgetDevice')).toEqual([{ session_id: '5' }])
  await press('End all others…')
  answer(api.session.getList, [sessionRow('7', { is_own: true })])
  await press('End them')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End all others…' })).toBeNull())
  expect(getToasts().at(-1)?.text).toBe('2 sessions ended')
})

test('each part has its own failed state with a retry', async () => {
  refuse(api.secondStep.info, 'databaseAway', 'The database is away')
  show()
  await screen.findByText('The state of your account could not be loaded')
  await screen.findByText('Firefox · macOS')
  answer(api.secondStep.info, plain)
  await press('Try again')
  await screen.findByText('Your account has no second step')
})

test('says from when on the site requires a second step; after that there is the setup alone, and it leads on', async () => {
  const inDays = (days: number) => String(Math.floor(Date.now() / 1000) + days * DAY + 60)
  answer(api.secondStep.info, { ...plain, is_required: true, required_from: inDays(5) })
  show()
  await screen.findByText(/From .* on this site asks for a second step/)
  expect(screen.getByText(/5 days are left/)).toBeVisible()
  cleanup()
  answer(api.secondStep.info, { ...plain, is_required: true, required_from: inDays(-1) })
  answer(api.secondStep.beginTotp, begun)
  show('/user/security?redirect=%2F7%2F42')
  await screen.findByRole('heading', { name: 'Set up a second step' })
  expect(screen.queryByText('Signed in at')).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await press('Set up an authenticator app')
  await screen.findByRole('dialog')
  answer(api.secondStep.addTotp, () => {
    answer(api.secondStep.info, { ...withStep, is_required: true, required_from: inDays(-1) })
    return { codes: ['H1S7F-KM3QX'] }
  })
  type('The code it shows now', '407912')
  await screen.findByText('H1S7F-KM3QX')
  await press('I have kept them')
  await screen.findByText('now at /7/42')
})
