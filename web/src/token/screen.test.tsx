// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import type { Account } from '../lib/boot.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { confirmIdentity, hasNoPassword } from '../test/no-password.ts'
import { open } from '../test/screen.tsx'
import type { Token } from './rows.ts'
import { TokenScreen } from './screen.tsx'

const NOW = 1_795_000_000
const DAY = 86_400
const account = (groupid: string): Account => ({
  uid: '1',
  username: 'emma',
  name: '',
  email: '',
  email_verify: '0',
  groupid,
  avatar: '',
  avatar_small: '',
})
const token = (grant_id: string, more: Partial<Token> = {}): Token => ({
  grant_id,
  kind: 'personal',
  client_id: '',
  client_kind: '',
  redirect_uri: '',
  name: `Token ${grant_id}`,
  level: '3',
  is_admin: '0',
  is_limited: '0',
  items: [],
  hint: 'Qk2f',
  addtime: String(NOW),
  until: String(NOW + 60 * DAY),
  last_used_time: '0',
  last_used_address: '',
  last_used_agent: '',
  ended_time: '0',
  ended_by: '',
  calls: '0',
  ...more,
})
const item = (item_id: string, item_name: string) => ({ item_id, item_name })
const limited = token('1', { name: 'docs-check', is_limited: '1', items: [item('7', 'Orders')] })

const show = (groupid = '2') => open(<TokenScreen />, '/user/tokens', '/user/tokens', account(groupid))
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label, { exact: true }), { target: { value } })
const row = async (name: RegExp) => (await screen.findByRole('rowheader', { name })).closest('tr')?.textContent
const choose = (name: string, action: string) => {
  press(`More for ${name}`)
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}

beforeEach(() => {
  vi.setSystemTime(NOW * 1000)
  answer(api.token.getList, [
    limited,
    token('2', { level: '1', until: String(NOW + 3 * DAY) }),
    token('3', { ended_time: String(NOW - DAY) }),
    token('4', { until: String(NOW - DAY) }),
  ])
  answer(api.item.myList, [])
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  resetAnswers()
})

it('lists the tokens with their level, items and end', async () => {
  show()
  expect(await row(/^docs-check/)).toMatch(/sheaf_pat_…Qk2f.*Write.*Orders.*Not used yet/)
  expect(await row(/^Token 2/)).toMatch(/Read.*All items.*Expires in 3 days/)
  expect(await row(/^Token 3/)).toContain('Revoked')
  expect(await row(/^Token 4/)).toContain('Expired')
})

it('explains tokens where there are none, and offers to load them again after an error', async () => {
  answer(api.token.getList, [])
  show()
  expect(await screen.findByText('No tokens yet')).toBeVisible()
  cleanup()
  refuse(api.token.getList, 'unexpected', 'Out of order')
  show()
  expect(await screen.findByText('The list could not be loaded')).toBeVisible()
})

it('creates a token, and shows it once', async () => {
  answer(api.token.save, { ...token('9', { name: 'Build' }), token: 'sheaf_pat_secret' })
  show()
  await screen.findByRole('rowheader', { name: /^docs-check/ })
  press('New token…')
  press('Create the token')
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a name')
  fill('Name', 'Build')
  press('Create the token')
  expect(await screen.findByDisplayValue('sheaf_pat_secret')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent('token/save')).toEqual([
    {
      name: 'Build',
      level: '1',
      item_ids: '[]',
      is_limited: '0',
      days: '90',
      is_admin: '0',
      password: '',
      request_id: expect.stringMatching(/^[\w-]{8,}$/),
    },
  ])
  press('Done')
  expect(screen.queryByDisplayValue('sheaf_pat_secret')).toBeNull()
})

it('limits a token to items, and requires at least one', async () => {
  answer(api.token.save, { ...token('9'), token: 'sheaf_pat_secret' })
  answer(api.token.getList, [limited])
  show()
  await screen.findByRole('rowheader', { name: /^docs-check/ })
  choose('docs-check', 'Change…')
  answer(api.token.update, limited)
  fireEvent.click(screen.getByRole('option', { name: 'Orders' }))
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose at least one item')
  expect(sent('token/update')).toEqual([])
  fireEvent.click(screen.getByRole('option', { name: 'Orders' }))
  fireEvent.click(screen.getByRole('radio', { name: /^Read(?! and)/ }))
  press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('token/update')).toEqual([{ grant_id: '1', name: 'docs-check', level: '1', item_ids: '[7]', is_limited: '1', days: '' }])
})

it('never offers more than a token has', async () => {
  show()
  await screen.findByRole('rowheader', { name: /^docs-check/ })
  choose('docs-check', 'Change…')
  expect(screen.queryByRole('radio', { name: /^Everything/ })).toBeNull()
  expect(screen.queryByRole('radio', { name: /^All your items/ })).toBeNull()
  expect(
    within(screen.getByLabelText('Valid for'))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Unchanged', '30 days'])
})

it('requires the password for all rights, and only administrators can pass on theirs', async () => {
  show()
  await screen.findByRole('rowheader', { name: /^docs-check/ })
  press('New token…')
  expect(screen.queryByLabelText('Your password')).toBeNull()
  expect(screen.queryByRole('switch', { name: 'Acts as an administrator' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^Everything/ }))
  expect(screen.getByLabelText('Your password')).toBeVisible()
  cleanup()
  show('1')
  await screen.findByRole('rowheader', { name: /^docs-check/ })
  press('New token…')
  fireEvent.click(screen.getByRole('switch', { name: 'Acts as an administrator' }))
  expect(screen.getByLabelText('Your password')).toBeVisible()
})

it('S163: an account without a password confirms a token of all rights in the dialog', async () => {
  hasNoPassword()
  refuse(api.token.save, 'confirmNeeded')
  show()
  await screen.findByRole('rowheader', { name: /^docs-check/ })
  press('New token…')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Backup' } })
  fireEvent.click(screen.getByRole('radio', { name: /^Everything/ }))
  await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull())
  press('Create the token')
  await confirmIdentity(() => refuse(api.token.save, 'tokensFull', 'You have 50 tokens already'))
  expect(await screen.findByText('You have 50 tokens already')).toBeVisible()
  expect(sentRequests.filter(({ path }) => path === 'token/save').map(({ fields }) => [fields['level'], fields['password']])).toEqual([
    ['4', ''],
    ['4', ''],
  ])
})

it('keeps the dialog and what was typed when a token is refused', async () => {
  refuse(api.token.save, 'tokensFull', 'You have 50 tokens already')
  show()
  await screen.findByRole('rowheader', { name: /^docs-check/ })
  press('New token…')
  fill('Name', 'Build')
  press('Create the token')
  expect(await screen.findByText('You have 50 tokens already')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Build')
})

it('ends a token after a question', async () => {
  answer(api.token.end, [])
  show()
  await screen.findByRole('rowheader', { name: /^docs-check/ })
  choose('docs-check', 'Revoke…')
  expect(screen.getByRole('dialog').textContent).toContain('lose their access at once')
  press('Revoke the token')
  await waitFor(() => expect(sent('token/end')).toEqual([{ grant_id: '1' }]))
})

it('says who ended a token, and lists what can be used first', async () => {
  answer(api.token.getList, [
    token('1', { ended_time: String(NOW - DAY), ended_by: 'admin' }),
    token('2', { ended_time: String(NOW - DAY), ended_by: 'server' }),
    token('3', { ended_time: String(NOW - DAY), ended_by: 'own' }),
    token('4'),
  ])
  show()
  expect(await row(/^Token 1/)).toMatch(/Revoked .* by an administrator/)
  expect(await row(/^Token 2/)).toMatch(/Revoked .* for safety/)
  expect(await row(/^Token 3/)).toMatch(/Revoked \d+ \w+ \d+$/)
  expect(screen.getAllByRole('rowheader').map((one) => one.textContent?.slice(0, 7))).toEqual(['Token 4', 'Token 1', 'Token 2', 'Token 3'])
})

it('has only a log where a token has ended', async () => {
  const names = { item_name: 'Handbook', page_title: 'Releases' }
  const unread = { item_name: '', page_title: '' }
  answer(api.token.calls, {
    list: [
      { id: '2', call: 'page/save', item_id: '7', page_id: '12', ...names, outcome: '0', address: '10.2.0.14', addtime: String(NOW) },
      { id: '1', call: 'item/update', item_id: '7', page_id: '0', ...unread, outcome: '403', address: '10.2.0.14', addtime: String(NOW) },
    ],
    total: '2',
  })
  show()
  await screen.findByRole('rowheader', { name: /^docs-check/ })
  press('More for Token 3')
  expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual(['Log…'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Log…' }))
  const log = within(await screen.findByRole('table', { name: 'Calls of “Token 3”' }))
  expect(log.getByRole('row', { name: /page\/save/ }).textContent).toMatch(/Releases.*Done/)
  expect(log.getByRole('link', { name: 'Releases' })).toHaveAttribute('href', '/page/12')
  expect(log.getByRole('row', { name: /item\/update/ }).textContent).toMatch(/Item you cannot read.*Error 403/)
})

const agent = token('7', { kind: 'oauth', name: 'Atlas', level: '2', redirect_uri: 'cursor://atlas/callback', calls: '12', hint: '' })

it('lists connected programs, and disconnects one after a question', async () => {
  const described = { client_id: 'https://app.example/c', client_kind: 'document' }
  answer(api.token.getList, [agent, token('8', { kind: 'oauth', name: 'Old', ended_time: String(NOW - DAY), ...described })])
  answer(api.token.end, [])
  show()
  expect(await screen.findByRole('heading', { name: 'Connected programs 2' })).toBeVisible()
  const entry = screen.getByText('Atlas').closest('li')
  expect(entry?.textContent).toMatch(/Name not verified.*Read and suggest, in all items.*12 calls in 30 days.*cursor:\/\/atlas\/callback/)
  expect(screen.getByText('Old').closest('li')?.textContent).toContain('Verified: app.example')
  expect(screen.getByText('No tokens yet')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Disconnect Old' })).toBeNull()
  press('Disconnect Atlas')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(sent('token/end')).toEqual([{ grant_id: '7' }]))
})

it('shows the calls of a connected program', async () => {
  answer(api.token.getList, [agent])
  answer(api.token.calls, { list: [], total: '0' })
  show()
  fireEvent.click(await screen.findByRole('button', { name: '12 calls in 30 days' }))
  expect(await screen.findByText('No calls yet')).toBeVisible()
})
