// @vitest-environment jsdom
import '../../test/browser.ts'
import type { Answer } from '@sheaf/contract/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { WatchingScreen } from './screen.tsx'

type Settings = Answer<'watch', 'settings'>
type Watched = Answer<'watch', 'getList'>['list'][number]

const emma = { uid: '2', username: 'emma', name: 'Emma', email: 'emma@example.com', email_verify: '1', groupid: '2' }
const account = { ...emma, avatar: '', avatar_small: '' }
const settings: Settings = {
  rows: {
    to_me: { list: true, mail: 'soon' },
    watched: { list: true, mail: 'daily' },
    due: { list: true, mail: 'weekly' },
    feedback: { list: false, mail: 'weekly' },
  },
  quiet: { from: 19, to: 8, days: [6, 7] },
  digest_hour: '8',
  digest_day: '1',
  zone: 'Asia/Shanghai',
  language: 'en',
  mail: 'ok',
  email: 'emma@example.com',
  sent_today: '0',
  day_max: '12',
}
const watched = (more: Partial<Watched>): Watched => ({
  kind: 'item',
  subject_id: '12',
  name: 'Order Service API',
  item_id: '12',
  item_name: 'Order Service API',
  page_id: '0',
  page_title: '',
  level: 'changes',
  source: 'team',
  team_id: '4',
  team_name: 'Platform',
  addtime: '1793700000',
  ...more,
})
const rows = [
  watched({}),
  watched({ kind: 'page', subject_id: '30', page_id: '30', name: 'Price list', source: 'made', team_id: '0', team_name: '' }),
  watched({ kind: 'catalog', subject_id: '5', name: 'Runbooks', source: 'own', team_id: '0', team_name: '' }),
  watched({
    kind: 'thread',
    subject_id: '7',
    page_id: '31',
    name: '72 hours, or 24?',
    page_title: 'Retention',
    source: 'wrote',
    level: 'all',
  }),
]

let stored = settings
const show = (more: Partial<Settings> = {}) => {
  stored = { ...settings, ...more }
  return open(<WatchingScreen />, '/user/watching', undefined, account)
}
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeEach(() => {
  answer(api.notice.getList, [])
  answer(api.watch.settings, () => stored)
  answer(api.watch.saveSettings, (fields) => {
    const { rows, quiet, ...plain } = fields
    stored = { ...stored, ...plain, ...(rows && { rows: JSON.parse(rows) }), ...(quiet && { quiet: JSON.parse(quiet) }) }
    return stored
  })
  answer(api.watch.getList, { list: rows, total: '4', automatic: '1' })
})
afterEach(() => {
  cleanup()
  resetAnswers()
  for (const { id } of getToasts()) closeToast(id)
})

test('saves each choice at once: list, mail, hours and quiet days', async () => {
  show()
  await screen.findByText(/Mail goes to emma@example.com: at most 12 a day/)
  screen.getByText('Shanghai, UTC+8.')
  expect(screen.queryByText('Due for review')).toBeNull()
  fireEvent.click(screen.getByLabelText('Feedback of readers: among your notices'))
  await screen.findByText('Saved')
  expect(JSON.parse(sent('watch/saveSettings')[0]?.['rows'] ?? '')).toMatchObject({ feedback: { list: true, mail: 'weekly' } })
  choose('What I watch: mail', 'weekly')
  choose('Digest at', '17')
  fireEvent.click(screen.getByRole('button', { name: 'Saturday' }))
  await waitFor(() =>
    expect(stored).toMatchObject({ digest_hour: '17', quiet: { from: 19, to: 8, days: [7] }, rows: { watched: { mail: 'weekly' } } }),
  )
  choose('Quiet from', '')
  await waitFor(() => expect(stored.quiet).toEqual({ from: 0, to: 0, days: [7] }))
  expect(screen.queryByLabelText('Quiet to')).toBeNull()
})

test('keeps a choice that was not saved, with the reason, and sends it again', async () => {
  show()
  refuse(api.watch.saveSettings, 'unexpected', 'Out of order')
  await screen.findByText('Shanghai, UTC+8.')
  choose('To me: mail', 'none')
  await screen.findByText('Not saved. Out of order')
  expect(screen.getByLabelText<HTMLSelectElement>('To me: mail').value).toBe('none')
  answer(api.watch.saveSettings, stored)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Saved')
})

test('reports the zone of the browser at the first visit, and changes it', async () => {
  show({ zone: '' })
  await waitFor(() =>
    expect(sent('watch/saveSettings').map(({ zone }) => zone)).toEqual([new Intl.DateTimeFormat().resolvedOptions().timeZone]),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Change the time zone' }))
  expect(screen.queryByText('Saved')).toBeNull()
  const field = screen.getByRole('combobox', { name: 'Time zone' })
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'berlin' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Europe/Berlin' }))
  await screen.findByText(/^Berlin, UTC\+[12]\.$/)
  expect(sent('watch/saveSettings').at(-1)).toEqual({ zone: 'Europe/Berlin' })
})

test('explains why no mail is sent: no SMTP, no address, not verified, bounced', async () => {
  answer(api.user.sendVerifyMail, [])
  show({ mail: 'off' })
  await screen.findByText('This server sends no mail. You find all news among your notices.')
  expect(screen.getByLabelText<HTMLSelectElement>('To me: mail').disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Send me one now' })).toBeNull()
  cleanup()
  show({ mail: 'no_address', email: '' })
  expect(await screen.findByRole('link', { name: 'Add an address' })).toHaveAttribute('href', '/user/setting')
  cleanup()
  show({ mail: 'unverified' })
  await screen.findByText('emma@example.com is not verified yet, so no mail is sent.')
  cleanup()
  show({ mail: 'bounced' })
  await screen.findByText(/came back three times/)
  fireEvent.click(screen.getByRole('button', { name: 'Send the verification mail' }))
  await waitFor(() => expect(getToasts().map(({ text }) => text)).toEqual(['A mail is on its way to emma@example.com']))
})

test('offers mail to an account that gets none', async () => {
  const none = { list: true, mail: 'none' } as const
  show({ rows: { to_me: none, watched: none, due: none, feedback: none } })
  fireEvent.click(await screen.findByRole('button', { name: 'Switch this mail on' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Switch this mail on' })).toBeNull())
  await waitFor(() =>
    expect(stored.rows).toMatchObject({ to_me: { mail: 'soon' }, watched: { mail: 'daily' }, feedback: { mail: 'weekly' } }),
  )
})

test('sends a digest to look at, and says when there is no news', async () => {
  answer(api.watch.preview, { lines: '0', email: 'emma@example.com' })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Send me one now' }))
  await waitFor(() => expect(getToasts().at(-1)?.text).toBe('On its way to emma@example.com. There is no news at present.'))
})

test('lists what is watched with the reason; changes, ends and takes back', async () => {
  answer(api.watch.set, (fields) => ({ level: fields['level'] }) as never)
  show()
  await screen.findByText('Item · by the team Platform')
  screen.getByText('Page in Order Service API · you made it')
  screen.getByText('Thread on Retention · you replied')
  expect(screen.getByRole('link', { name: '“72 hours, or 24?”' })).toHaveAttribute('href', '/12/31?thread=7')
  // A member can mute what a team watches, but not remove it.
  expect(screen.queryByRole('button', { name: 'Stop watching “Order Service API”' })).toBeNull()
  choose('News about “Order Service API”', 'muted')
  await waitFor(() => expect(sent('watch/set')).toEqual([{ kind: 'item', subject_id: '12', level: 'muted' }]))
  fireEvent.click(screen.getByRole('button', { name: 'Stop watching “Runbooks”' }))
  await waitFor(() => expect(getToasts().at(-1)?.text).toBe('You no longer watch “Runbooks”'))
  getToasts().at(-1)?.action?.run()
  await waitFor(() =>
    expect(
      sent('watch/set')
        .slice(1)
        .map(({ level }) => level),
    ).toEqual(['none', 'changes']),
  )
})

test('shows an empty list, and errors with a retry', async () => {
  answer(api.watch.getList, { list: [], total: '0', automatic: '0' })
  refuse(api.watch.settings, 'unexpected', 'Out of order')
  show()
  await screen.findByText('You watch nothing yet')
  const problem = await screen.findByRole('alert')
  within(problem).getByText('Your settings could not be loaded')
  answer(api.watch.settings, settings)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('What happened')
})

test('leads visitors to the login', async () => {
  open(<WatchingScreen />, '/user/watching')
  await screen.findByText('now at /user/login?redirect=%2Fuser%2Fwatching')
})

test('of what was added automatically, the newest are listed with the number of all; the others are found by name', async () => {
  answer(api.watch.getList, ({ find }) => ({ list: find ? rows.slice(0, 1) : rows, total: find ? '1' : '204', automatic: '3214' }))
  show()
  expect((await screen.findByText(/^Of 3.?214 pages and discussions/)).textContent).toContain('the newest 200 are listed')
  for (const value of ['r', 're', ' ref '])
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find what you watch' }), { target: { value } })
  await waitFor(() => expect(sent('watch/getList').at(-1)).toMatchObject({ find: 'ref', page: '1' }))
  // A request for the pause, none for each letter.
  expect(sent('watch/getList').filter(({ find }) => find !== '')).toHaveLength(1)
  await waitFor(() => expect(screen.queryByText(/added automatically, the newest/)).toBeNull())
  answer(api.watch.getList, { list: [], total: '0', automatic: '3214' })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } })
  await screen.findByText('Nothing that you watch matches')
})
