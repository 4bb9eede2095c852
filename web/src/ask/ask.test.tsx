// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../lib/api.ts'
import { chooseLanguage } from '../lib/preferences.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { closeToast, getToasts } from '../ui/toast.tsx'
import { ClosedFor } from './closed.tsx'
import type { Ask } from './decide.tsx'
import { AskDialog } from './dialog.tsx'
import { AskRequests } from './requests.tsx'
import { AskSetting } from './setting.tsx'

const noah = {
  uid: '3',
  username: 'noah',
  name: 'Noah Lindqvist',
  email: '',
  email_verify: '0',
  groupid: '2',
  avatar: '',
  avatar_small: '',
}
const none = { is_on: '1', state: 'none' as const, ask_id: '0', wants: 'read' as const, addtime: '0', until: '0' }
const DAY = 86_400
const now = Math.floor(Date.UTC(2026, 10, 20) / 1000)
const openOne = { ...none, state: 'open' as const, ask_id: '9', addtime: String(now), until: String(now + 30 * DAY) }
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)

afterEach(async () => {
  cleanup()
  await chooseLanguage('en')
  resetAnswers()
  for (const { id } of getToasts()) closeToast(id)
})

const closed = () =>
  open(
    <ClosedFor account={noah} place={{ item_id: 'orders', page_id: '0' }} back="/orders" items="My items" />,
    '/item/password/orders',
    undefined,
    noah,
  )

test('a person asks for access with a note, sees that it was sent, and can withdraw it', async () => {
  let own: Parameters<typeof answer<never, typeof none | typeof openOne>>[1] = none
  answer(api.ask.own, () => own as typeof none)
  answer(api.ask.send, () => {
    own = openOne
    return []
  })
  answer(api.ask.withdraw, () => {
    own = none
    return []
  })
  closed()
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for access' }))
  const wants = screen.getByLabelText('What do you need?')
  expect(wants).toHaveFocus()
  fireEvent.change(wants, { target: { value: 'edit' } })
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'I mend the examples.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the request' }))
  await screen.findByText('If this item takes requests, yours has been passed on.')
  expect(sent('ask/send')).toMatchObject([{ item_id: 'orders', page_id: '0', wants: 'edit', note: 'I mend the examples.' }])
  expect(sent('ask/send')[0]?.['request_id']).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw the request' }))
  await screen.findByRole('button', { name: 'Ask for access' })
  expect(sent('ask/withdraw')).toEqual([{ ask_id: '9' }])
})

test('shows a pause, a site that takes none, a refusal with the note kept, and a failed list with a retry, in both languages', async () => {
  answer(api.ask.own, { ...none, state: 'paused', until: String(now) })
  closed()
  await screen.findByText(/^Your last request here was declined\. You can ask again from/)
  cleanup()
  answer(api.ask.own, { ...none, is_on: '0' })
  closed()
  await screen.findByText(/^This site takes no requests/)
  cleanup()
  answer(api.ask.own, none)
  refuse(api.ask.send, 'asksFull', 'You can send 5 requests a day')
  closed()
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for access' }))
  const note = screen.getByLabelText<HTMLTextAreaElement>(/^Note/)
  fireEvent.change(note, { target: { value: 'Kept' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the request' }))
  expect((await screen.findByRole('alert')).textContent).toContain('5 requests a day')
  expect(note.value).toBe('Kept')
  cleanup()
  await chooseLanguage('zh')
  refuse(api.ask.own, 'unexpected')
  closed()
  await screen.findByText('申请加载失败')
  answer(api.ask.own, none)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('button', { name: '申请访问' })
  expect(screen.getByRole('button', { name: '切换账号' })).toBeVisible()
})

test('a reader asks to edit from the menu of a page', async () => {
  answer(api.ask.own, none)
  answer(api.ask.send, [])
  open(<AskDialog item_id="7" page_id="42" onClose={() => {}} />, '/7/42', undefined, noah)
  const dialog = await screen.findByRole('dialog', { name: 'Ask to edit' })
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Send the request' }))
  await waitFor(() => expect(sent('ask/send')).toMatchObject([{ item_id: '7', page_id: '42', wants: 'edit', note: '' }]))
})

const ask = (more: Partial<Ask> = {}): Ask => ({
  ask_id: '9',
  uid: '3',
  username: 'noah',
  name: 'Noah Lindqvist',
  wants: 'edit',
  note: 'I mend the examples.',
  page_id: '42',
  page_title: 'Retention',
  addtime: String(now),
  until: String(now + DAY),
  member_group_id: '',
  cat_id: '0',
  ...more,
})
const scopes = [
  { value: '0', label: 'All catalogs' },
  { value: '5', label: 'Guides' },
]
const team = { uid: '1', username: 'lena', addtime: '2026-02-11 10:00:00', last_update_time: '2026-02-11 10:00:00', team_name: 'Platform' }

beforeEach(() => {
  answer(api.ask.decide, [])
  answer(api.teamItem.getList, [
    { ...team, id: '1', team_id: '5' },
    { ...team, id: '2', team_id: '6', team_name: 'Others' },
  ])
  answer(api.team.getList, [{ ...team, id: '5', memberCount: '2', itemCount: '1' }])
})
const requests = () => open(<AskRequests item_id="7" scopes={scopes} />, '/item/setting/7', undefined, noah)

test('a manager gives a role in a catalog, or a place in an own team of the item', async () => {
  answer(api.ask.getList, [ask()])
  requests()
  await screen.findByText('I mend the examples.')
  expect(screen.getByRole('link', { name: 'at “Retention”' }).getAttribute('href')).toBe('/7/42')
  fireEvent.click(screen.getByRole('button', { name: 'Give access to Noah Lindqvist' }))
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Authority').value).toBe('1')
  fireEvent.change(within(dialog).getByLabelText('Catalog'), { target: { value: '5' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Give access' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Give access to Noah Lindqvist' }))
  fireEvent.change(screen.getByLabelText('As'), { target: { value: 'team' } })
  await waitFor(() =>
    expect(
      within(screen.getByLabelText('Team'))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Platform']),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Give access' }))
  await waitFor(() =>
    expect(sent('ask/decide')).toMatchObject([
      { ask_id: '9', yes: '1', member_group_id: '1', cat_id: '5', team_id: '0' },
      { ask_id: '9', yes: '1', member_group_id: '0', team_id: '5' },
    ]),
  )
})

test('a manager declines with an answer; a refusal stays in the dialog; without requests there is nothing', async () => {
  answer(api.ask.getList, [ask({ member_group_id: '0', page_id: '0', page_title: '' })])
  refuse(api.ask.decide, 'askClosed', 'This request has been decided')
  requests()
  await screen.findByText(/reads it already/)
  fireEvent.click(screen.getByRole('button', { name: 'Decline the request of Noah Lindqvist' }))
  fireEvent.change(screen.getByLabelText(/^Answer/), { target: { value: 'Ask your lead.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
  await screen.findByText('This request has been decided')
  expect(screen.getByLabelText(/^Answer/)).toBeValid()
  expect(sent('ask/decide')).toMatchObject([{ ask_id: '9', yes: '0', answer: 'Ask your lead.' }])
  cleanup()
  answer(api.ask.getList, [])
  requests()
  await waitFor(() => expect(sent('ask/getList').length).toBeGreaterThan(1))
  expect(screen.queryByRole('heading')).toBeNull()
})

test('a request that was withdrawn meanwhile leaves the list', async () => {
  let list = [ask()]
  answer(api.ask.getList, () => list)
  refuse(api.ask.decide, 'askClosed', 'This request has been withdrawn')
  requests()
  fireEvent.click(await screen.findByRole('button', { name: 'Give access to Noah Lindqvist' }))
  list = []
  fireEvent.click(screen.getByRole('button', { name: 'Give access' }))
  expect(await screen.findByText('This request has been withdrawn')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('I mend the examples.')).toBeNull())
})

test('the focus goes to the next request when one is decided', async () => {
  let list = [ask(), ask({ ask_id: '10', uid: '4', username: 'emma', name: 'Emma Reyes' })]
  answer(api.ask.getList, () => list)
  answer(api.ask.decide, () => {
    list = list.slice(1)
    return []
  })
  requests()
  for (const [name, next] of [
    ['Noah Lindqvist', 'Give access to Emma Reyes'],
    ['Emma Reyes', undefined],
  ] as const) {
    const decline = await screen.findByRole('button', { name: `Decline the request of ${name}` })
    decline.focus()
    fireEvent.click(decline)
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: `Decline the request of ${name}` })).toBeNull())
    if (next) expect(screen.getByRole('button', { name: next })).toHaveFocus()
    else expect(document.body).not.toHaveFocus()
  }
})

test('the focus stays in the request when it is sent and withdrawn', async () => {
  let own: typeof none | typeof openOne = none
  answer(api.ask.own, () => own as typeof none)
  answer(api.ask.send, () => {
    own = openOne
    return []
  })
  closed()
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for access' }))
  const send = screen.getByRole('button', { name: 'Send the request' })
  send.focus()
  fireEvent.click(send)
  const withdraw = await screen.findByRole('button', { name: 'Withdraw the request' })
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  expect(document.activeElement?.contains(withdraw)).toBe(true)
})

test('an item switches requests off; the screen says when the site has', async () => {
  answer(api.ask.settings, { ask_access: '1', is_on: '0' })
  answer(api.ask.saveSettings, { ask_access: '0', is_on: '0' })
  open(<AskSetting item_id="7" />, '/item/setting/7', undefined, noah)
  const one = await screen.findByRole('switch', { name: /People can ask for access/ })
  expect(screen.getByText(/An administrator has switched off requests/)).toBeVisible()
  fireEvent.click(one)
  await waitFor(() => expect(sent('ask/saveSettings')).toEqual([{ item_id: '7', ask_access: '0' }]))
})
