// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import type { Client, Program } from '../list.tsx'
import { Programs } from './programs.tsx'

const NOW = 1_795_000_000
const DAY = 86_400
const program = (grant_id: string, more: Partial<Program> = {}): Program => ({
  grant_id,
  kind: 'personal',
  name: `Program ${grant_id}`,
  client_id: '',
  uid: '2',
  username: 'emma',
  level: '3',
  is_admin: '0',
  is_limited: '0',
  addtime: String(NOW),
  until: String(NOW + 60 * DAY),
  last_used_time: '0',
  last_used_address: '',
  ended_time: '0',
  ...more,
})
const client = (client_id: string, more: Partial<Client> = {}): Client => ({
  client_id,
  kind: 'registered',
  name: `Client ${client_id}`,
  redirect_uris: ['https://app.example/cb'],
  has_secret: '0',
  is_blocked: '0',
  addtime: String(NOW),
  last_used_time: '0',
  grants: '2',
  ...more,
})
const show = (part = '') => open(<Programs />, `/admin/index?section=programs${part}`, '/admin/index')
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const choose = async (name: string, action: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `More for ${name}` }))
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}
const confirm = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

beforeEach(() => {
  vi.setSystemTime(NOW * 1000)
  answer(api.adminAgent.getList, {
    list: [program('1', { kind: 'oauth', name: 'Atlas', is_limited: '1' }), program('2', { ended_time: String(NOW - DAY) })],
    total: '2',
  })
  answer(api.adminAgent.clients, { list: [client('a'), client('b', { kind: 'given', is_blocked: '1' })], total: '2' })
  answer(api.adminAgent.end, [])
  answer(api.adminAgent.block, [])
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  resetAnswers()
})

it('lists what acts for users, and ends it after a question', async () => {
  show()
  const row = (await screen.findByRole('rowheader', { name: /^Atlas/ })).closest('tr')
  expect(row?.textContent).toMatch(/Connected.*emma.*Write, some items.*Not used yet/)
  await choose('Atlas', 'Revoke…')
  expect(screen.getByText('The program loses its access at once. emma receives a notice.')).toBeVisible()
  confirm('Revoke')
  await waitFor(() => expect(sent('adminAgent/end')).toEqual([{ grant_id: '1' }]))
  fireEvent.click(screen.getByRole('button', { name: 'More for Program 2' }))
  expect(screen.queryByRole('menuitem', { name: 'Revoke…' })).toBeNull()
})

it('shows the calls of a program', async () => {
  answer(api.adminAgent.calls, { list: [], total: '0' })
  show()
  await choose('Atlas', 'Log…')
  expect(await screen.findByText('No calls yet')).toBeVisible()
  expect(sent('adminAgent/calls')).toEqual([expect.objectContaining({ grant_id: '1' })])
})

it('explains an empty list, and offers to load it again after an error', async () => {
  answer(api.adminAgent.getList, { list: [], total: '0' })
  show()
  expect(await screen.findByText('No programs yet')).toBeVisible()
  cleanup()
  refuse(api.adminAgent.getList, 'unexpected', 'Out of order')
  show()
  expect(await screen.findByText('The list could not be loaded')).toBeVisible()
})

it('blocks and unblocks clients', async () => {
  show('&part=clients')
  await choose('Client a', 'Block…')
  expect(screen.getByText(/2 connections are revoked at once/)).toBeVisible()
  confirm('Block')
  await waitFor(() => expect(sent('adminAgent/block')).toEqual([{ client_id: 'a', is_blocked: '1' }]))
  await choose('Client b', 'Unblock…')
  confirm('Unblock')
  await waitFor(() => expect(sent('adminAgent/block')).toContainEqual({ client_id: 'b', is_blocked: '0' }))
})

it('names the host of a client that is described there, which can be blocked and not changed', async () => {
  answer(api.adminAgent.clients, {
    list: [client('https://agents.example.com/oauth/c.json', { kind: 'document', name: 'Review Agent' })],
    total: '1',
  })
  show('&part=clients')
  const row = (await screen.findByRole('rowheader', { name: /^Review Agent/ })).closest('tr')
  expect(row?.textContent).toContain('Described at agents.example.com')
  fireEvent.click(screen.getByRole('button', { name: 'More for Review Agent' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Block…'])
})

it('adds a client, and shows its secret once', async () => {
  answer(api.adminAgent.saveClient, { ...client('n', { name: 'Portal', kind: 'given' }), client_secret: 'sheaf_cs_secret' })
  show('&part=clients')
  fireEvent.click(await screen.findByRole('button', { name: 'Add a client…' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Portal' } })
  confirm('Save')
  expect(await screen.findByText('Please enter at least one address')).toBeVisible()
  fireEvent.change(within(dialog).getByLabelText('Redirect addresses'), {
    target: { value: 'https://portal.example/done\n\n https://portal.example/two ' },
  })
  fireEvent.click(within(dialog).getByRole('switch', { name: 'With a secret' }))
  confirm('Save')
  expect(await screen.findByText('sheaf_cs_secret')).toBeVisible()
  expect(sent('adminAgent/saveClient')).toEqual([
    expect.objectContaining({
      name: 'Portal',
      redirect_uris: '["https://portal.example/done","https://portal.example/two"]',
      has_secret: '1',
    }),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('sheaf_cs_secret')).toBeNull()
})
