// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import type { Member } from './rows.ts'
import { TeamMembersScreen } from './team-members-screen.tsx'

const member = (n: number, member_username: string, name: string): Member => ({
  id: String(n + 100),
  team_id: '4',
  member_uid: String(n),
  last_update_time: '1795000000',
  member_username,
  name,
  group: '',
  addtime: '2026-11-18 16:40:05',
})
const two = [member(2, 'emma', 'Emma Watts'), member(3, 'tomasz', '')]
const users = Array.from({ length: 2000 }, (_, n) => ({ uid: String(n + 1), username: `worker${n + 1}`, name: n % 2 ? `Nr ${n + 1}` : '' }))
const show = () => open(<TeamMembersScreen />, '/team/member/4', '/team/member/:team_id')
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  answer(api.team.getList, [
    { id: '4', team_name: 'Platform', memberCount: '2', itemCount: '1', uid: '1', username: 'lena', addtime: '', last_update_time: '' },
  ])
  answer(api.teamMember.getList, two)
  answer(api.teamRule.getList, [])
  answer(api.user.allUser, users)
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('lists the members, with links back and to the items of the team', async () => {
  show()
  const row = (await screen.findByRole('rowheader', { name: 'emma' })).closest('tr')
  expect(row?.textContent).toBe('emmaEmma Watts18 Nov 2026, 16:40Remove')
  expect(await screen.findByRole('heading', { name: 'Platform' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Teams' }).getAttribute('href')).toBe('/team/index')
  expect(screen.getByRole('link', { name: 'Items 1' }).getAttribute('href')).toBe('/team/item/4')
  expect(screen.getByRole('link', { name: 'Members 2' }).getAttribute('aria-current')).toBe('page')
  expect(sent('teamMember/getList')).toEqual([{ team_id: '4' }])
})

it('offers the users who are not members yet, even two thousand, and adds the selected ones', async () => {
  answer(api.teamMember.save, { ...member(9, 'worker9', ''), addtime: '1795000000' })
  show()
  await screen.findByRole('rowheader', { name: 'emma' })
  await waitFor(() => expect((screen.getByRole('button', { name: 'Add members' }) as HTMLButtonElement).disabled).toBe(false))
  press('Add members')
  expect(await screen.findByRole('option', { name: 'Nr 4 (worker4)' })).toBeVisible()
  expect(screen.queryByRole('option', { name: 'Nr 2 (worker2)' })).toBeNull()
  expect(screen.getAllByRole('option').length).toBeLessThan(40)
  const box = screen.getByRole('combobox', { name: 'Users' })
  expect(document.activeElement).toBe(box)
  fireEvent.change(box, { target: { value: 'nr 1998' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Nr 1998 (worker1998)' }))
  fireEvent.keyDown(box, { key: 'Escape' })
  fireEvent.click(await screen.findByRole('option', { name: 'worker1' }))
  press('2 chosen. Show the chosen ones only')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['worker1', 'Nr 1998 (worker1998)'])
  press('Add 2 people')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('teamMember/save')).toEqual([{ team_id: '4', member_username: 'worker1998,worker1' }])
})

it('removes a member after a confirmation', async () => {
  answer(api.teamMember.delete, 1)
  show()
  await screen.findByRole('heading', { name: 'Platform' })
  press('Remove Emma Watts (emma)')
  expect(screen.getByRole('dialog', { name: 'Remove Emma Watts (emma) from the team?' })).toBeVisible()
  press('Remove from the team')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('teamMember/delete')).toEqual([{ id: '102' }])
})

it('shows a lock and the group of a member by group, who cannot be removed, and lets the owner unbind the group', async () => {
  answer(api.teamMember.getList, [two[0] as Member, { ...(two[1] as Member), group: 'writers' }])
  const rule = { rule_id: '8', group_value: 'writers', provider: 'Acme', by_username: 'root', members: '1', addtime: '' }
  answer(api.teamRule.getList, [rule, { ...rule, rule_id: '9', group_value: 'cn=ops,dc=acme', provider: '', members: '0' }])
  answer(api.teamRule.delete, [])
  show()
  const row = (await screen.findByRole('rowheader', { name: /^tomasz/ })).closest('tr') as HTMLElement
  expect(row.textContent).toContain('Member through the group “writers”')
  expect(within(row).queryByRole('button')).toBeNull()
  expect(await screen.findByText('cn=ops,dc=acme of the directory')).toBeVisible()
  press('Unbind the group writers')
  expect(screen.getByRole('dialog', { name: 'Unbind “writers” from the team?' }).textContent).toContain('1 person who is a member')
  press('Unbind the group')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('teamRule/delete')).toEqual([{ rule_id: '8' }])
})

it('has a search field for ten or more members', async () => {
  answer(api.teamMember.getList, [...two, ...Array.from({ length: 9 }, (_, n) => member(n + 10, `person${n}`, ''))])
  show()
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Find a member' }), { target: { value: 'WATTS' } })
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1))
})

it('shows an empty team, and an error', async () => {
  answer(api.teamMember.getList, [])
  show()
  expect(await screen.findByText('This team has no members yet')).toBeVisible()
  cleanup()
  refuse(api.teamMember.getList, 'noPermission', 'This is not your team')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('This is not your team')
})
