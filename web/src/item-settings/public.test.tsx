// @vitest-environment jsdom
import '../test/browser.ts'
import type { Answer } from '@sheaf/contract/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { anItem } from './screen.given.ts'
import { ItemSettingScreen } from './screen.tsx'

type Publishing = Answer<'publish', 'info'>
const listed: Publishing = {
  listed: '1',
  why: 'kind',
  by_kind: '1',
  is_indexed: '',
  agent_note: 'Amounts are in cents.',
  suggest_from: '2',
  accept_own: '1',
  truth_badge: '1',
  address: 'https://docs.example.com/orders',
  llms: 'https://docs.example.com/orders/llms.txt',
  sitemap: 'https://docs.example.com/sitemap.xml',
}
const show = (more: Partial<Publishing> = {}) => {
  answer(api.publish.info, { ...listed, ...more })
  answer(api.publish.tokens, { list: [], total: '0', since: '0' })
  open(<ItemSettingScreen />, '/item/setting/7?tab=public', '/item/setting/:item_id')
}
const sent = () => sentRequests.filter((call) => call.path === 'publish/save').map((call) => call.fields)

beforeEach(() => answer(api.item.detail, anItem()))
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('changes who can suggest edits, and who accepts those of editors', async () => {
  show()
  answer(api.publish.save, { ...listed, suggest_from: '1', accept_own: '0' })
  fireEvent.click(await screen.findByLabelText('Members'))
  fireEvent.click(screen.getByLabelText('Another editor must accept them'))
  fireEvent.click(screen.getByRole('button', { name: 'Save: Suggestions' }))
  await waitFor(() => expect(sent()).toEqual([{ item_id: '7', suggest_from: '1', accept_own: '0' }]))
})

it('hides from readers whether pages are still true', async () => {
  show()
  answer(api.publish.save, { ...listed, truth_badge: '0' })
  fireEvent.click(await screen.findByLabelText('Only people who can edit the page'))
  fireEvent.click(screen.getByRole('button', { name: 'Save: Still true?' }))
  await waitFor(() => expect(sent()).toEqual([{ item_id: '7', truth_badge: '0' }]))
})

it('shows whether the item is listed, and what its kind means', async () => {
  show()
  expect(await screen.findByText('This item is listed.')).toBeVisible()
  expect(screen.getByLabelText(/Site default \(list\)/)).toBeChecked()
  expect(screen.getByLabelText<HTMLInputElement>('Sitemap').value).toBe('https://docs.example.com/sitemap.xml')
  expect(screen.getByLabelText<HTMLInputElement>('All pages as one text (llms-full.txt)').value).toBe(
    'https://docs.example.com/orders/llms-full.txt',
  )
})

it.each([
  ['password', 'This item has a visit password, so it is not listed. The choice takes effect without the password.'],
  ['site', 'This site is closed to search engines, so no item is listed. The choice takes effect when an administrator opens the site.'],
  ['address', 'This site has no public address, so no item is listed. The choice takes effect when the operator sets PUBLIC_URL.'],
  ['chosen', 'This item is not listed.'],
  ['default', 'This item is not listed.'],
])('gives the reason why it is not listed: %s', async (why, text) => {
  show({ listed: '0', why, by_kind: '0', sitemap: '' })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByLabelText(/Site default \(do not list\)/)).toBeVisible()
  expect(screen.queryByLabelText('Sitemap')).toBeNull()
})

it('saves the choice and the note, each by its own button', async () => {
  answer(api.publish.save, { ...listed, is_indexed: '0', listed: '0', why: 'chosen' })
  show()
  fireEvent.click(await screen.findByLabelText(/Do not list/))
  fireEvent.click(screen.getByRole('button', { name: 'Save: Search engines' }))
  await waitFor(() => expect(sent()).toEqual([{ item_id: '7', is_indexed: '0' }]))
  fireEvent.change(screen.getByLabelText(/Note to agents/), { target: { value: 'Start with “Orders”.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save: Agents' }))
  await waitFor(() => expect(sent()[1]).toEqual({ item_id: '7', agent_note: 'Start with “Orders”.' }))
})

it('lists the tokens that used the item, whose they are and how often', async () => {
  show()
  const now = Math.floor(Date.now() / 1000)
  const token = { kind: 'personal' as const, username: 'liam', level: '2', calls: '12', last_time: String(now), is_ended: '0' }
  const list = [
    { ...token, grant_id: '1', name: 'Cursor' },
    { ...token, grant_id: '2', name: 'Laptop', level: '1', is_ended: '1' },
  ]
  answer(api.publish.tokens, { list, total: '70', since: String(now - 86_400) })
  const table = within(await screen.findByRole('table', { name: 'Tokens that used this item' }))
  const [cursor, laptop] = table.getAllByRole('row').slice(1)
  for (const text of ['Cursor', 'liam', 'Read and suggest', '12']) expect(within(cursor!).getByText(text)).toBeVisible()
  expect(within(laptop!).getByText('Revoked')).toBeVisible()
  expect(screen.getByText('The 2 most recent of 70 are shown.')).toBeVisible()
  expect(screen.getByText(/Earlier calls are no longer counted/)).toBeVisible()
})

it('says that no program has used the item, or that the tokens could not be loaded', async () => {
  show()
  expect(await screen.findByText('No program has used this item.')).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('Feed of changes (Atom)').value).toBe('https://docs.example.com/orders/changes.atom')
  expect(screen.getByLabelText<HTMLInputElement>('Server for agents (MCP)').value).toMatch(/\/mcp$/)
  cleanup()
  show()
  refuse(api.publish.tokens, 'unexpected', 'Out of order')
  expect(await screen.findByText('The tokens could not be loaded')).toBeVisible()
})

it('shows what the server refuses, and keeps what was typed', async () => {
  refuse(api.publish.save, 'needsPublicUrl', 'Set PUBLIC_URL first')
  show({ listed: '0', why: 'address' })
  fireEvent.click(await screen.findByLabelText('List'))
  fireEvent.click(screen.getByRole('button', { name: 'Save: Search engines' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Set PUBLIC_URL first')
  expect(screen.getByLabelText('List')).toBeChecked()
})

it('shows that the settings load', async () => {
  answer(api.publish.info, () => new Promise<never>(() => {}))
  open(<ItemSettingScreen />, '/item/setting/7?tab=public', '/item/setting/:item_id')
  await waitFor(() => expect(sentRequests.some(({ path }) => path === 'publish/info')).toBe(true))
  expect(document.querySelector('.skel')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('copies an address, and can retry when the settings cannot be loaded', async () => {
  refuse(api.publish.info, 'unexpected', 'Something went wrong')
  open(<ItemSettingScreen />, '/item/setting/7?tab=public', '/item/setting/:item_id')
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, language: 'en', clipboard: { writeText } })
  answer(api.publish.info, listed)
  answer(api.publish.tokens, { list: [], total: '0', since: '0' })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Copy Item' }))
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('https://docs.example.com/orders'))
  vi.unstubAllGlobals()
})
