// @vitest-environment jsdom
import '../../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../../test/answer.ts'
import { open } from '../../../test/screen.tsx'
import { plain } from '../../../user/security/security.given.ts'
import { root } from '../../admin.given.ts'
import type { BoundGroup } from '../../list.tsx'
import { type GroupsOf, GroupsToTeams } from './groups.tsx'

const writers: BoundGroup = {
  rule_id: '3',
  group_value: 'writers',
  team_id: '4',
  team_name: 'Handbook',
  username: 'emma',
  name: 'Emma Watts',
  members: '12',
  by_username: 'root',
  addtime: '2026-11-18 16:40:05',
}

beforeEach(() => {
  answer(api.adminProvider.rules, [writers])
  answer(api.adminProvider.teams, [{ team_id: '9', team_name: 'Platform', username: 'liam', name: '' }])
  answer(api.secondStep.info, plain)
})
afterEach(() => {
  cleanup()
  resetAnswers()
})
const show = (kind: GroupsOf['kind'] = 'group') =>
  open(<GroupsToTeams provider_id={kind === 'dn' ? '0' : '5'} kind={kind} />, '/admin/index', '/admin/index', root)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const sent = (path: string) => sentRequests.filter((call) => call.path === `adminProvider/${path}`).map((call) => call.fields)
const chooseTeam = async () => {
  fireEvent.change(screen.getByRole('combobox', { name: 'Team' }), { target: { value: 'plat' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Platform (of liam)' }))
}

it('lists the groups with their team, owner and members', async () => {
  show()
  const [row] = await screen.findAllByRole('listitem')
  expect(row?.textContent).toBe('writersto the team Handbook of Emma Watts (emma)12 members · bound by root on 18 Nov 2026Unbind…')
  expect(sent('rules')).toEqual([{ provider_id: '5' }])
})

it('binds a group after a confirmation, and keeps its letters', async () => {
  refuse(api.adminProvider.saveRule, 'confirmNeeded')
  answer(api.user.confirm, () => {
    answer(api.adminProvider.saveRule, { rule_id: '7' })
    return { until: '1' }
  })
  show()
  await screen.findByText('writers')
  press('Bind')
  expect(screen.getByText('Enter the group.')).toBeVisible()
  expect(screen.getByText('Choose the team.')).toBeVisible()
  type('Group', ' Ops')
  await chooseTeam()
  await waitFor(() => expect(sent('teams').at(-1)).toEqual({ team_name: 'plat' }))
  press('Bind')
  await screen.findByLabelText('Your password')
  type('Your password', 'bamboo slips')
  press('Confirm')
  await waitFor(() => expect((screen.getByLabelText('Group') as HTMLInputElement).value).toBe(''))
  expect(sent('saveRule').at(-1)).toMatchObject({ provider_id: '5', group_value: ' Ops', team_id: '9' })
  expect(sent('rules')).toHaveLength(2)
})

it('keeps what was entered after an error', async () => {
  refuse(api.adminProvider.saveRule, 'groupDn', 'Enter the full DN of the group')
  show('dn')
  await screen.findByText('writers')
  type('DN of the group', 'ops')
  await chooseTeam()
  press('Bind')
  expect(await screen.findByText('Enter the full DN of the group')).toBeVisible()
  expect((screen.getByLabelText('DN of the group') as HTMLInputElement).value).toBe('ops')
})

it('unbinds after saying how many people leave the team', async () => {
  answer(api.adminProvider.deleteRule, [])
  show()
  await screen.findByText('writers')
  press('Unbind the group writers from Handbook')
  expect(screen.getByRole('dialog', { name: 'Unbind “writers” from “Handbook”?' }).textContent).toContain(
    '12 people who are members through this group leave the team.',
  )
  press('Unbind the group')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('deleteRule')).toEqual([{ rule_id: '3' }])
})

it('shows an empty list, and an error with another try', async () => {
  answer(api.adminProvider.rules, [])
  show('department')
  expect(await screen.findByText('No group is bound to a team.')).toBeVisible()
  expect(screen.getByLabelText('Number of the department')).toBeVisible()
  cleanup()
  refuse(api.adminProvider.rules, 'noPermission', 'Only for administrators')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Only for administrators')
  expect(screen.queryByRole('button', { name: 'Bind' })).toBeNull()
})
