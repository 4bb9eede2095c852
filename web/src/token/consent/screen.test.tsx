// @vitest-environment jsdom
import { errorMessage } from '@sheaf/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { confirmIdentity, hasNoPassword } from '../../test/no-password.ts'
import { open } from '../../test/screen.tsx'
import { personalWords } from '../../user/settings/frame.words.ts'
import { consentWords } from './consent.words.ts'
import { ConsentScreen } from './screen.tsx'

const account: Account = {
  uid: '1',
  username: 'emma',
  name: 'Emma Watts',
  email: '',
  email_verify: '0',
  groupid: '2',
  avatar: '',
  avatar_small: '',
}
const request = {
  client_id: 'c1',
  client_name: 'Atlas',
  kind: 'registered' as const,
  redirect_uri: 'http://127.0.0.1:33418/callback',
  level: '2',
  problem: '',
  back: '',
  connected_time: '0',
  connected_level: '0',
  days_max: '366',
}
const QUERY = 'client_id=c1&state=a%20b'
const show = (who: Account | null = account) => open(<ConsentScreen />, `/user/authorize?${QUERY}`, '/user/authorize', who)
const decided = () => sentRequests.filter(({ path }) => path === 'oauth/decide').map(({ fields }) => fields)
/** The buttons are enabled after the screen was visible for a moment. */
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  fireEvent.click(button)
}

const realLocation = location
beforeEach(() => {
  answer(api.oauth.request, request)
  answer(api.oauth.decide, { redirect: 'http://127.0.0.1:33418/callback?code=x' })
  answer(api.item.myList, [])
  vi.stubGlobal('location', { ...location, assign: vi.fn() })
})
afterEach(() => {
  cleanup()
  // Not all globals: the answers of the server are one of them.
  vi.stubGlobal('location', realLocation)
  resetAnswers()
})

it('O7: names the program, the account, where it goes back to, and focuses no button', async () => {
  show()
  expect(await screen.findByRole('heading', { name: 'Atlas wants to use Sheaf in your name' })).toBeVisible()
  expect(screen.getByText('Name not verified')).toBeVisible()
  expect(screen.getByText(request.redirect_uri)).toBeVisible()
  expect(screen.getByText('emma')).toBeVisible()
  const allow = screen.getByRole('button', { name: 'Allow' })
  expect(allow).toBeDisabled()
  expect(document.body).toHaveFocus()
  await waitFor(() => expect(allow).toBeEnabled())
  expect(document.body).toHaveFocus()
})

it('O7: gives at most what the program asks for, and goes back to it', async () => {
  show()
  expect(await screen.findByRole('radio', { name: /^Read and suggest/ })).toBeChecked()
  expect(screen.getByRole('radio', { name: /^Write/ })).toBeDisabled()
  expect(screen.queryByRole('radio', { name: /^Everything/ })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Read\s?Pages/ }))
  await press('Allow')
  expect(await screen.findByRole('heading', { name: 'Atlas is connected' })).toBeVisible()
  expect(decided()).toEqual([expect.objectContaining({ query: QUERY, allow: '1', level: '1', is_limited: '0', days: '90' })])
  expect(location.assign).toHaveBeenCalledWith('http://127.0.0.1:33418/callback?code=x')
  expect(screen.getByRole('link', { name: 'Back to Atlas' })).toHaveAttribute('href', 'http://127.0.0.1:33418/callback?code=x')
})

it('refuses with one click', async () => {
  show()
  await press('Refuse')
  expect(await screen.findByRole('heading', { name: 'Atlas has no access' })).toBeVisible()
  expect(decided()).toEqual([{ query: QUERY, allow: '0' }])
})

it('O7: limits to chosen items', async () => {
  answer(api.item.myList, [{ item_id: '7', item_name: 'Orders' }] as never)
  show()
  fireEvent.click(await screen.findByRole('radio', { name: 'Only these items' }))
  await press('Allow')
  expect(await screen.findByText('Please choose at least one item')).toBeVisible()
  expect(decided()).toEqual([])
  fireEvent.click(await screen.findByRole('option', { name: 'Orders' }))
  await press('Allow')
  await waitFor(() => expect(decided()).toEqual([expect.objectContaining({ is_limited: '1', item_ids: '[7]' })]))
})

it('O7: requires the password for the highest level, and shows a refusal', async () => {
  answer(api.oauth.request, { ...request, level: '4' })
  show()
  expect(await screen.findByRole('radio', { name: /^Everything/ })).toBeChecked()
  await press('Allow')
  expect(await screen.findByText('Please enter the password you sign in with')).toBeVisible()
  refuse(api.oauth.decide, 'wrongPassword', 'The password is wrong')
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'guess' } })
  await press('Allow')
  expect(await screen.findByText('The password is wrong')).toBeVisible()
})

it('S163: an account without a password confirms the highest level in the dialog', async () => {
  hasNoPassword()
  answer(api.oauth.request, { ...request, level: '4' })
  refuse(api.oauth.decide, 'confirmNeeded')
  show()
  expect(await screen.findByRole('radio', { name: /^Everything/ })).toBeChecked()
  await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull())
  await press('Allow')
  await confirmIdentity(() => refuse(api.oauth.decide, 'requestWrong'))
  await waitFor(() => expect(decided()).toHaveLength(2))
  expect(decided()).toEqual([expect.objectContaining({ level: '4', password: '' }), expect.objectContaining({ level: '4', password: '' })])
})

it('O7, O14: shows an earlier connection, and who entered the program', async () => {
  answer(api.oauth.request, { ...request, kind: 'given', connected_time: '1795000000', connected_level: '1' })
  show()
  expect(await screen.findByText('Added by an administrator')).toBeVisible()
  expect(screen.getByText(/Connected since .*: Read\. Allowing it again makes another connection/)).toBeVisible()
})

it('O7, O13: shows the host that vouches for a program that is described there', async () => {
  answer(api.oauth.request, {
    ...request,
    kind: 'document',
    client_id: 'https://claude.ai/oauth/client.json',
    connected_time: '1795000000',
  })
  show()
  expect(await screen.findByText('Verified: claude.ai')).toBeVisible()
  expect(screen.queryByText('Name not verified')).toBeNull()
  expect(screen.getByText(/makes another connection/)).toBeVisible()
})

it.each([
  ['documentsOff', false],
  ['documentForbidden', false],
  ['documentUnreachable', true],
  ['documentTooLarge', false],
  ['documentNotJson', false],
  ['documentOther', false],
  ['documentRedirects', false],
] as const)('O13: says why the description of a program does not count: %s', async (error, isRetried) => {
  refuse(api.oauth.request, error, 'Why it does not count')
  open(<ConsentScreen />, '/user/authorize?client_id=https%3A%2F%2Fapp.example%2Fc', '/user/authorize', account)
  expect(await screen.findByRole('heading', { name: 'This program could not be checked' })).toBeVisible()
  expect(screen.getByText('Why it does not count. Nothing was given to anyone.')).toBeVisible()
  expect(screen.getByText('https://app.example/c')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  const again = screen.queryByRole('button', { name: 'Try again' })
  expect(again !== null).toBe(isRetried)
  if (!again) return
  answer(api.oauth.request, request)
  fireEvent.click(again)
  expect(await screen.findByRole('heading', { name: 'Atlas wants to use Sheaf in your name' })).toBeVisible()
})

it('offers no longer time than the site allows', async () => {
  answer(api.oauth.request, { ...request, days_max: '45' })
  show()
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['30 days', '45 days'])
})

it.each([
  ['clientUnknown', 'This program is not known here'],
  ['oauthOff', 'Programs cannot be connected here'],
  ['agentsOff', 'An administrator has switched off access for agents.'],
  ['requestWrong', 'This request is no longer valid'],
  ['unexpected', 'The request could not be loaded'],
] as const)('O3: stays here after the refusal %s', async (error, heading) => {
  refuse(api.oauth.request, error, 'Refused')
  show()
  expect(await screen.findByText(heading)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
})

it('O3: shows a wrong address, and does not follow it', async () => {
  const registered = ['https://app.example/cb']
  refuse(api.oauth.request, 'redirectUnknown', 'Refused', { client_name: 'Atlas', redirect_uri: 'https://evil.example/', registered })
  show()
  expect(await screen.findByText('https://evil.example/')).toBeVisible()
  expect(screen.getByText('https://app.example/cb')).toBeVisible()
  expect(screen.queryByRole('link', { name: /evil/ })).toBeNull()
})

it('announces an invalid request to the program only with a click', async () => {
  answer(api.oauth.request, { ...request, problem: 'invalid_scope', back: 'http://127.0.0.1:33418/callback?error=invalid_scope' })
  show()
  expect(await screen.findByText(/invalid_scope/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Atlas' })).toHaveAttribute('href', expect.stringContaining('error=invalid_scope'))
  expect(location.assign).not.toHaveBeenCalled()
})

it('opens the login without an account, and returns afterwards', async () => {
  show(null)
  expect(await screen.findByText(/now at \/user\/login\?redirect=%2Fuser%2Fauthorize%3Fclient_id/)).toBeVisible()
})

it.each(['en', 'zh'] as const)(
  'names the part of the personal settings where programs are, as the refusal without a token does (%s)',
  (language) => {
    const { tokens } = personalWords[language]
    expect(consentWords[language].foot).toContain(`“${tokens}”`)
    expect(errorMessage('tokenNeeded', language)).toContain(`“${tokens}”`)
  },
)
