// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import type { State } from '../reason.ts'
import { TeamWatches } from '../teams.tsx'
import { WatchPanel } from './panel.tsx'

const page = { page_id: '30', page_title: 'Create an order', cat_id: '0', item_id: '12' }
const state: State = {
  level: 'none',
  source: '',
  from_kind: '',
  from_id: '0',
  from_name: '',
  team_name: '',
  own_level: 'none',
  watchers: null,
}
const byTeam: State = {
  ...state,
  level: 'changes',
  source: 'team',
  from_kind: 'item',
  from_id: '12',
  from_name: 'Orders',
  team_name: 'Platform',
}
const show = (manages = false) => open(<WatchPanel page={page} names={{ item: 'Orders', catalog: '', manages }} />, '/12/30')
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value

beforeEach(() => {
  answer(api.watch.info, state)
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

test('watches a page, and then its item', async () => {
  answer(api.watch.set, state)
  show()
  await screen.findByText('You get no news about this')
  expect(chosen()).toBe('none')
  expect(screen.queryByText(/watch this/)).toBeNull()
  answer(api.watch.info, { ...state, level: 'all', own_level: 'all', source: 'own', from_kind: 'page', from_id: '30' })
  fireEvent.click(screen.getByLabelText(/^Everything/))
  await screen.findByText('Saved')
  expect(chosen()).toBe('all')
  answer(api.watch.info, state)
  fireEvent.click(screen.getByRole('button', { name: 'Item' }))
  fireEvent.click(await screen.findByLabelText(/^Mute/))
  await waitFor(() => expect(sent('watch/set').at(-1)).toEqual({ kind: 'item', subject_id: '12', level: 'muted' }))
})

test('says why: by the team of the item, or because the user made the page', async () => {
  answer(api.watch.info, byTeam)
  show()
  await screen.findByText('As for the item “Orders”')
  screen.getByText('Changes · by the team Platform')
  expect(chosen()).toBe('none')
  cleanup()
  answer(api.watch.info, { ...state, level: 'changes', source: 'made', from_kind: 'page', from_id: '30' })
  show()
  await screen.findByText('Because you made it')
  expect(chosen()).toBe('none')
})

test('shows the number of watchers to those who may know, and the names to managers', async () => {
  answer(api.watch.info, { ...state, watchers: '1' })
  answer(api.watch.people, [{ uid: '5', username: 'noah', name: 'Noah Fischer', level: 'all', source: 'own' }])
  show()
  await screen.findByText('1 person watches this')
  expect(screen.queryByRole('button', { name: 'Who?' })).toBeNull()
  cleanup()
  show(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Who?' }))
  await screen.findByText('Noah Fischer')
})

test('shows the old choice again after a refusal', async () => {
  refuse(api.watch.set, 'watchFull', 'You watch 2000 places already. Remove some first')
  show()
  fireEvent.click(await screen.findByLabelText(/^Everything/))
  await screen.findByText('Not saved: You watch 2000 places already. Remove some first')
  expect(chosen()).toBe('none')
})

test('a manager lets a team watch the item, and ends it', async () => {
  const watch = { cat_id: '0', cat_name: '', team_id: '4', team_name: 'Platform', members: '6', level: 'changes' } as const
  answer(api.watch.teams, [])
  answer(api.teamItem.getList, [])
  open(<TeamWatches item_id="12" />, '/item/setting/12')
  await screen.findByText(/^Only a team that belongs to the item can watch it/)
  cleanup()
  answer(api.teamItem.getList, [{ team_id: '4', team_name: 'Platform' }] as never)
  answer(api.watch.ofTeam, [watch])
  open(<TeamWatches item_id="12" />, '/item/setting/12')
  fireEvent.click(await screen.findByRole('button', { name: 'Let a team watch…' }))
  answer(api.watch.teams, [watch])
  fireEvent.click(screen.getByRole('button', { name: 'Watch' }))
  await screen.findByText('6 members')
  expect(sent('watch/ofTeam')).toEqual([{ item_id: '12', team_id: '4', cat_id: '0', level: 'changes' }])
  fireEvent.click(screen.getByRole('button', { name: 'End: Platform, The whole item' }))
  await waitFor(() => expect(sent('watch/ofTeam').at(-1)).toEqual({ item_id: '12', team_id: '4', cat_id: '0', level: 'none' }))
})
