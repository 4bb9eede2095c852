// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import type { Team } from './rows.ts'
import { TeamsScreen } from './teams-screen.tsx'

const team = (id: string, team_name: string, memberCount: string, itemCount: string): Team => ({
  id,
  team_name,
  memberCount,
  itemCount,
  uid: '1',
  username: 'lena',
  addtime: '2026-11-18 16:40:05',
  last_update_time: '2026-11-18 16:40:05',
})
const platform = team('4', 'Platform', '9', '2')
const show = () => open(<TeamsScreen />, '/team/index')
const row = async (name: string) => within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement)
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (row: string, action: string) => {
  press(`More for ${row}`)
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

beforeEach(() => answer(api.team.getList, [platform, team('5', '设计组', '0', '0')]))
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('links the counts to members and items, and links back', async () => {
  show()
  const { getByRole } = await row('Platform')
  const [members, items] = [getByRole('link', { name: 'Platform: 9 members' }), getByRole('link', { name: 'Platform: 2 items' })]
  expect([members.getAttribute('href'), members.textContent]).toEqual(['/team/member/4', '99 members'])
  expect([items.getAttribute('href'), items.textContent]).toEqual(['/team/item/4', '22 items'])
  expect(getByRole('link', { name: 'Members of Platform' }).getAttribute('href')).toBe('/team/member/4')
  press('More for Platform')
  expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual(['Items', 'Rename…', 'Transfer…', 'Delete…'])
  expect(screen.getByRole('menuitem', { name: 'Items' }).getAttribute('href')).toBe('/team/item/4')
  expect(screen.getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/item/index')
})

it('shows an empty list, and an error', async () => {
  answer(api.team.getList, [])
  show()
  expect(await screen.findByText('No teams yet')).toBeVisible()
  cleanup()
  refuse(api.team.getList, 'unexpected', 'Out of order')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Out of order')
})

describe('the dialogs', () => {
  it('create and rename', async () => {
    answer(api.team.save, platform)
    show()
    await row('Platform')
    press('New team')
    press('Create the team')
    expect((await screen.findByRole('alert')).textContent).toBe('Give the team a name.')
    fill('Name', ' Support ')
    press('Create the team')
    await dialogClosed()
    await waitFor(() => expect(sent('team/getList')).toHaveLength(2))
    press('New team')
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('')
    press('Cancel')
    await dialogClosed()
    choose('Platform', 'Rename…')
    fill('Name', 'Core')
    press('Save')
    await dialogClosed()
    const [made, renamed] = sent('team/save')
    expect(made).toEqual({ team_name: 'Support', request_id: expect.stringMatching(/^[\w-]{8,64}$/) })
    expect(renamed).toEqual({ id: '4', team_name: 'Core' })
  })

  it('mention the single item of a team in the transfer', async () => {
    answer(api.team.getList, [team('6', 'Solo', '1', '1')])
    show()
    await row('Solo')
    choose('Solo', 'Transfer…')
    expect(screen.getByRole('dialog').textContent).toContain('Its item changes hands too if it is yours.')
  })

  it('transfer after the password is checked, and explain that the items are transferred too', async () => {
    refuse(api.team.attorn, 'wrongPassword')
    show()
    await row('Platform')
    choose('Platform', 'Transfer…')
    expect(screen.getByRole('dialog').textContent).toContain('Those of its 2 items that are yours change hands too.')
    press('Transfer the team')
    expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
      'Say who gets the team.',
      'Your password is needed for this.',
    ])
    fill('User name of the new owner', 'emma')
    fill('Your own password', 'secret-12')
    press('Transfer the team')
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong password')
    expect(screen.getByLabelText('Your own password')).toHaveFocus()
    answer(api.team.attorn, null)
    press('Transfer the team')
    await dialogClosed()
    expect(sent('team/attorn').at(-1)).toEqual({ team_id: '4', username: 'emma', password: 'secret-12' })
  })

  it('delete after explaining which rights are lost', async () => {
    answer(api.team.delete, 1)
    show()
    await row('Platform')
    choose('Platform', 'Delete…')
    expect(screen.getByRole('dialog').textContent).toContain(
      '9 members lose the rights this team gave in 2 items. The items and all that is in them stay.',
    )
    press('Delete the team')
    await dialogClosed()
    expect(sent('team/delete')).toEqual([{ id: '4' }])
  })
})
