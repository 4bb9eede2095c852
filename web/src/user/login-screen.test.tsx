// @vitest-environment jsdom
import '../test/browser.ts'
import { errors } from '@sheaf/contract/errors'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, onLoginInvalid } from '../lib/api.ts'
import { readBoot } from '../lib/boot.ts'
import { followLoginInvalid, setAccount } from '../session/session.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { browserWithPasskeys, cancelled, found, requestOptions } from '../test/passkeys.ts'
import { open } from '../test/screen.tsx'
import { externalLoginWords } from './link/outside.words.ts'
import { LoginScreen, problemText } from './login-screen.tsx'

const emma = {
  uid: '2',
  username: 'emma',
  name: '',
  email: '',
  email_verify: '0',
  groupid: '2',
  avatar: '',
  avatar_small: '',
  user_token: 'secret',
  must_enrol: '0',
}

beforeEach(() => {
  answer(api.user.oauthInfo, { oauth2_open: '0', oauth2_entrance_tips: '', passkey_open: '0', providers: [] })
  answer(api.ScriptCron.run, [])
  answer(api.update.checkDb, [])
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  resetAnswers()
  localStorage.clear()
})

const signIn = (password = 'bamboo slips') => {
  fireEvent.change(screen.getByLabelText('User name or e-mail'), { target: { value: ' emma ' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}
const tries = () => sentRequests.filter(({ path }) => path === 'user/login')

test('shows a wrong password in the form and selects it', async () => {
  refuse(api.user.login, 'wrongLogin')
  open(<LoginScreen />, '/user/login')
  signIn()
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong user name or password')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(screen.queryByLabelText('Characters in the picture')).toBeNull()
})

test.each(['captchaWrong', 'wrongLoginOften'] as const)('requires and sends a captcha after the error %s', async (error) => {
  refuse(api.user.login, error, 'no')
  open(<LoginScreen />, '/user/login')
  signIn()
  const field = await screen.findByLabelText('Characters in the picture')
  const picture = () => screen.getByRole('img', { name: 'Picture with the characters' }).getAttribute('src')
  const first = picture()
  fireEvent.click(screen.getByRole('button', { name: 'Show another picture' }))
  expect(picture()).not.toBe(first)
  answer(api.user.login, emma)
  fireEvent.change(field, { target: { value: 'K7RPX' } })
  // The form is blocked for a short time after a refusal.
  await waitFor(() => {
    if (tries().length < 2) fireEvent.click(screen.getByRole('button', { name: /Sign in/ }))
    expect(tries()).toHaveLength(2)
  })
  await screen.findByText('now at /item/index')
  expect(tries()[1]?.fields['v_code']).toBe('K7RPX')
})

test('signs in even if the browser storage is full', async () => {
  answer(api.user.login, emma)
  open(<LoginScreen />, '/user/login')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  signIn()
  await screen.findByText('now at /item/index')
  expect(full).toHaveBeenCalled()
  full.mockRestore()
})

test('shows no error when the captcha is already required', async () => {
  refuse(api.user.login, 'captchaWrong', 'Please enter the characters in the picture')
  open(<LoginScreen />, '/user/login')
  signIn()
  const field = await screen.findByLabelText('Characters in the picture')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(/several wrong passwords lately/)).toBeVisible()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('bamboo slips')
  // Wrong characters are an error.
  fireEvent.change(field, { target: { value: 'wrong' } })
  await waitFor(() => {
    if (tries().length < 2) fireEvent.click(screen.getByRole('button', { name: /Sign in/ }))
    expect(tries()).toHaveLength(2)
  })
  expect((await screen.findByRole('alert')).textContent).toContain('characters in the picture')
})

test('ignores a second submit right after a failure', async () => {
  vi.useFakeTimers()
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const submitAgain = async () => {
    fireEvent.submit(screen.getByLabelText('Password'))
    await pass(0)
    return tries().length
  }
  refuse(api.user.login, 'wrongLogin', 'no')
  open(<LoginScreen />, '/user/login')
  signIn()
  await pass(0)
  expect(screen.getByRole('alert')).toBeVisible()
  expect(await submitAgain()).toBe(1)
  await pass(499)
  expect(await submitAgain()).toBe(1)
  await pass(1)
  expect(await submitAgain()).toBe(2)
})

test('redirects to the previous page', async () => {
  answer(api.user.login, emma)
  open(<LoginScreen />, '/user/login?redirect=%2Forders%2F12%3Fq%3D1')
  signIn()
  await screen.findByText('now at /orders/12?q=1')
  expect(tries()[0]?.fields).toEqual({ username: 'emma', password: 'bamboo slips' })
  expect(JSON.parse(localStorage.getItem('userinfo') ?? '')).toEqual({ uid: '2', username: 'emma', user_token: 'secret' })
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'does not redirect to %s',
  async (target) => {
    answer(api.user.login, emma)
    open(<LoginScreen />, `/user/login?redirect=${encodeURIComponent(target)}`)
    signIn()
    await screen.findByText('now at /item/index')
  },
)

test('has a button for each provider, in their order', async () => {
  const providers = [
    { provider_id: '4', kind: 'oidc', name: 'Sign in with Acme' },
    { provider_id: '1', kind: 'oauth2', name: '' },
  ]
  answer(api.user.oauthInfo, { oauth2_open: '1', oauth2_entrance_tips: '', passkey_open: '0', providers })
  open(<LoginScreen />, '/user/login')
  const first = await screen.findByRole('link', { name: 'Sign in with Acme' })
  const second = screen.getByRole('link', { name: 'Sign in with your company account' })
  expect(first.getAttribute('href')).toBe('/api/ExtLogin/oauth2?provider_id=4')
  expect(second.getAttribute('href')).toBe('/api/ExtLogin/oauth2?provider_id=1')
  expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(sentRequests.map(({ path }) => path)).toEqual(expect.arrayContaining(['ScriptCron/run', 'update/checkDb']))
})

test('shows a text of the product for an error of an external login', async () => {
  open(<LoginScreen />, '/user/login?problem=outsideGone')
  expect((await screen.findByRole('alert')).textContent).toContain('disabled or deleted')
})

test.each([
  ['problem=wecomRefused', 'confirm the sign-in there'],
  ['problem=notOurTenant', 'not a member of the company'],
  ['problem=providerRange', 'add you to its range'],
  ['problem=wecomAddress&address=203.0.113.9', 'from this server (203.0.113.9)'],
  ['problem=dingtalkAddress&address=2001:db8::7', 'from this server (2001:db8::7)'],
  ['problem=wecomAddress&address=call+0100+555', 'from this server (?)'],
])('S168: %s says what the provider refused', async (query, text) => {
  open(<LoginScreen />, `/user/login?${query}`)
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})

test('S168: a signed-in person whose account could not be linked sees why, where they came from', async () => {
  open(<LoginScreen />, '/user/login?problem=outsideLinked&redirect=%2Fuser%2Fsecurity', '/user/login', emma)
  expect(await screen.findByText('now at /user/security')).toBeVisible()
  const toast = await screen.findByRole('alert')
  expect(toast.textContent).toContain('linked with another account of this site already')
  fireEvent.click(within(toast).getByRole('button'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('every refusal on the way to a provider and back has its own text', () => {
  // Those of the screen for linking and of the administration never lead to the sign-in screen.
  const elsewhere = ['outsideTaken', 'outsideClosed', 'outsideNobody', 'providerInUse', 'providersFull']
  const names = Object.keys(errors).filter((name) => /^(outside|provider|outbound)/.test(name) && !elsewhere.includes(name))
  expect(names).toContain('providerMissing')
  const general = externalLoginWords.en.problem
  const texts = new Map([...names, 'confirmNeeded', 'registerClosed'].map((name) => [name, problemText(externalLoginWords.en, name)]))
  expect([...texts].filter(([, text]) => text === general)).toEqual([])
})

test.each(['constructor', 'title', '<b>x</b>', 'from'])('shows no text from the address: %s', async (problem) => {
  open(<LoginScreen />, `/user/login?${new URLSearchParams({ problem })}`, '/user/login')
  expect((await screen.findByRole('alert')).textContent).toBe('The external login did not work. Try again, or inform your administrator.')
})

test('says that the session has ended, until the person has signed in again', () => {
  followLoginInvalid(vi.fn())
  setAccount(emma)
  onLoginInvalid.notify()
  open(<LoginScreen />, '/user/login?redirect=%2F7%2F42')
  expect(screen.getByText('Your session has ended. Sign in again to go on where you were.')).toBeVisible()
  cleanup()
  act(() => setAccount(emma))
  open(<LoginScreen />, '/user/login')
  expect(screen.queryByText(/session has ended/)).toBeNull()
})

test('says plainly that the person is signed out after the provider led back', () => {
  open(<LoginScreen />, '/user/login?out=1&state=forged')
  expect(screen.getByText('You are signed out.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('links to registration, if open, with the redirect, and to the password reset', async () => {
  open(<LoginScreen />, '/user/login?redirect=%2F7%2F42')
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/user/register?redirect=%2F7%2F42')
  expect(screen.getByRole('link', { name: 'Forgot it?' }).getAttribute('href')).toBe('/user/resetPassword')
  cleanup()
  readBoot().registerOpen = false
  open(<LoginScreen />, '/user/login')
  readBoot().registerOpen = true
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
})

test.each([
  ['/user/login', '/item/index'],
  ['/user/login?redirect=%2F7%2F42', '/7/42'],
])('redirects a signed-in user from %s to %s', async (address, place) => {
  const { user_token: _, ...account } = emma
  open(<LoginScreen />, address, '/user/login', account)
  await screen.findByText(`now at ${place}`)
})

test('explains where to create the first account while there is no administrator', async () => {
  open(<LoginScreen />, '/user/login')
  expect(await screen.findByLabelText('User name or e-mail')).toBeVisible()
  expect(screen.queryByText(/no administrator yet/)).toBeNull()
  cleanup()
  readBoot().unclaimed = true
  open(<LoginScreen />, '/user/login')
  expect(await screen.findByText(/no administrator yet/)).toBeVisible()
  delete readBoot().unclaimed
})

test('signs in with a passkey: by the button for the name that was typed, and says when none was found', async () => {
  answer(api.user.oauthInfo, { oauth2_open: '0', oauth2_entrance_tips: '', passkey_open: '1', providers: [] })
  answer(api.user.passkeyOptions, requestOptions)
  answer(api.user.passkeyLogin, emma)
  browserWithPasskeys({ get: cancelled })
  open(<LoginScreen />, '/user/login?redirect=%2F7%2F42')
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' })
  fireEvent.change(screen.getByLabelText('User name or e-mail'), { target: { value: ' emma ' } })
  fireEvent.click(button)
  await screen.findByText(/No passkey was used/)
  browserWithPasskeys()
  const sent = (path: string) => sentRequests.filter((one) => one.path === path).map(({ fields }) => fields)
  await waitFor(() => {
    if (sent('user/passkeyLogin').length === 0) fireEvent.click(button)
    expect(sent('user/passkeyLogin')).toEqual([{ answer: JSON.stringify(found.toJSON()) }])
  })
  expect(sent('user/passkeyOptions')[0]).toEqual({ username: 'emma', purpose: '' })
  await screen.findByText('now at /7/42')
})

test('offers passkeys in the field of the user name, and ends the offer when the button is pressed', async () => {
  answer(api.user.oauthInfo, { oauth2_open: '0', oauth2_entrance_tips: '', passkey_open: '1', providers: [] })
  answer(api.user.passkeyOptions, requestOptions)
  answer(api.user.passkeyLogin, emma)
  let choose: (passkey: unknown) => void = () => {}
  const chosen = new Promise((done) => {
    choose = done
  })
  const asked = browserWithPasskeys({ inField: true, get: ({ mediation }) => (mediation === 'conditional' ? chosen : cancelled()) })
  open(<LoginScreen />, '/user/login')
  await waitFor(() => expect(asked).toMatchObject([{ mediation: 'conditional' }]))
  expect(screen.getByLabelText<HTMLInputElement>('User name or e-mail').autocomplete).toBe('username webauthn')
  fireEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  await screen.findByText(/No passkey was used/)
  expect(asked[0]?.signal?.aborted).toBe(true)
  // The offer is there again.
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ mediation: 'conditional' }))
  expect(asked.at(-1)?.signal?.aborted).toBe(false)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled())
  choose(found)
  await screen.findByText('now at /item/index')
})

test('shows no passkeys where no one has one, or the browser has none', async () => {
  answer(api.user.oauthInfo, { oauth2_open: '0', oauth2_entrance_tips: '', passkey_open: '1', providers: [] })
  vi.stubGlobal('PublicKeyCredential', undefined)
  open(<LoginScreen />, '/user/login')
  await screen.findByRole('button', { name: 'Sign in' })
  await waitFor(() => expect(sentRequests.some(({ path }) => path === 'user/oauthInfo')).toBe(true))
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})
