// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { WebhookPanel } from './panel.tsx'
import type { Delivery, Webhook } from './rows.ts'

const hook = (webhook_id: string, more: Partial<Webhook> = {}): Webhook => ({
  webhook_id,
  item_id: '7',
  name: `Hook ${webhook_id}`,
  kind: 'json',
  host: 'ci.example.com',
  hint: '1234',
  has_secret: '1',
  events: ['page.changed'],
  cat_id: '0',
  cat_name: '',
  language: 'en',
  is_on: '1',
  state: 'ok',
  failing_since: '0',
  next_time: '0',
  last_time: '1795000000',
  problem: '',
  said: '',
  is_readable: '1',
  waiting: '0',
  dropped: '0',
  recent: ['done', 'failed'],
  addtime: '1795000000',
  last_update_time: '1795000000',
  ...more,
})
const delivery = (id: string, more: Partial<Delivery> = {}): Delivery => ({
  id,
  event_id: 'e',
  type: 'page.changed',
  title: 'Create an order',
  state: 'done',
  tries: '1',
  next_time: '0',
  status: '200',
  ms: '112',
  problem: '',
  said: '',
  addtime: '1795000000',
  done_time: '1795000000',
  ...more,
})
const show = () => open(<WebhookPanel item_id="7" />, '/item/setting/7')
const listed = (list: Webhook[], is_out = '1') => answer(api.webhook.getList, { list, max: '20', is_out })
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  answer(api.catalog.catListName, [])
  answer(api.webhook.deliveries, { list: [], total: '0', failed: '0', waiting: '0' })
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('shows each webhook with its state, and what to do about its trouble', async () => {
  listed([
    hook('1'),
    hook('2', {
      kind: 'dingtalk',
      host: 'oapi.dingtalk.com',
      state: 'failing',
      failing_since: '1795000000',
      problem: 'signature',
      said: 'sign not match',
    }),
    hook('3', { state: 'off' }),
    hook('4', { is_on: '0' }),
    hook('5', { is_readable: '0' }),
  ])
  show()
  expect(await screen.findByText(/failing since/)).toBeTruthy()
  expect(screen.getByText(/sign not match/).textContent).toContain('oapi.dingtalk.com')
  expect(screen.getByRole('button', { name: 'Switch on again' })).toBeTruthy()
  expect(screen.getByText('paused')).toBeTruthy()
  expect(screen.getByText(/another SECRET_KEY/)).toBeTruthy()
})

it('shows what waits and what was dropped, and switches a webhook on again', async () => {
  listed([hook('1', { state: 'off', waiting: '3', dropped: '2' })])
  answer(api.webhook.save, { ...hook('1'), secret: '' })
  show()
  expect(await screen.findByText(/^3 wait/)).toBeVisible()
  expect(screen.getByText(/^2 .*dropped/)).toBeVisible()
  expect(screen.getByText(/switched off after five days/)).toBeVisible()
  press('Switch on again')
  await waitFor(() => expect(sent('webhook/save')).toEqual([expect.objectContaining({ webhook_id: '1', is_on: '1' })]))
})

it('names OUTBOUND_ALLOW for an address that the server may not call, in the list and when it is entered', async () => {
  listed([hook('1', { state: 'failing', failing_since: '1795000000', problem: 'forbidden', host: '10.1.0.7' })])
  refuse(api.webhook.save, 'outboundForbidden', 'The operator can name 10.1.0.8 in OUTBOUND_ALLOW')
  show()
  expect((await screen.findByText(/This server may not call 10\.1\.0\.7/)).textContent).toContain('OUTBOUND_ALLOW')
  press('Enter the address again')
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Address'), { target: { value: 'https://10.1.0.8/x' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/10\.1\.0\.8 in OUTBOUND_ALLOW/)).toBeVisible()
  const address = dialog.getByLabelText('Address')
  expect(address).toHaveAccessibleDescription(/10\.1\.0\.8 in OUTBOUND_ALLOW/)
  expect(address).toHaveFocus()
})

it('says that nothing is there, that loading failed, and that webhooks are switched off', async () => {
  listed([], '0')
  show()
  expect(await screen.findByText('No webhooks yet')).toBeTruthy()
  expect(screen.getByText(/switched off on this site/)).toBeTruthy()
  cleanup()
  refuse(api.webhook.getList, 'unexpected', 'Broken')
  show()
  expect(await screen.findByText('The webhooks could not be loaded')).toBeTruthy()
})

it('adds a webhook, and shows its secret once', async () => {
  listed([])
  show()
  await screen.findByText('No webhooks yet')
  press('Add a webhook…')
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter a name')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'CI' } })
  fireEvent.change(dialog.getByLabelText('Address'), { target: { value: 'https://ci.example.com/x' } })
  for (const name of ['Comments', 'Notes of readers', 'Notes of visitors', 'Requests for access', 'Reviews: verified and due'])
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(false)
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Catalogs' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Comments' }))
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Reviews: verified and due' }))
  answer(api.webhook.save, { ...hook('9', { name: 'CI' }), secret: 'whsec_once' })
  listed([hook('9', { name: 'CI' })])
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(((await screen.findByLabelText('Secret')) as HTMLInputElement).value).toBe('whsec_once')
  const [fields] = sent('webhook/save')
  expect(fields).toMatchObject({ item_id: '7', kind: 'json', name: 'CI', url: 'https://ci.example.com/x', is_on: '1' })
  expect(JSON.parse(String(fields?.['events']))).toEqual(
    expect.arrayContaining(['page.changed', 'catalog.moved', 'comment.created', 'comment.resolved', 'page.verified', 'review.due']),
  )
  expect(String(fields?.['events'])).not.toContain('feedback')
})

it('lists the deliveries, opens one and sends it again', async () => {
  listed([hook('1')])
  answer(api.webhook.deliveries, {
    list: [delivery('5', { state: 'waiting', status: '503', problem: 'status', tries: '2' }), delivery('4')],
    total: '2',
    failed: '0',
    waiting: '1',
  })
  const body = {
    attempts: [{ time: '1795000000', status: '503', ms: '38', problem: 'status' }],
    sent: 'POST https://…',
    answer: 'not ready',
  }
  answer(api.webhook.delivery, { ...delivery('5'), ...body })
  answer(api.webhook.resend, delivery('5'))
  show()
  expect(await screen.findByText('Waiting (503)')).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: 'Create an order' })[0] as HTMLElement)
  expect(await screen.findByText('not ready')).toBeTruthy()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sent('webhook/resend')).toEqual([{ id: '5' }]))
})
