// @vitest-environment jsdom
import '../test/browser.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { setAccount } from '../session/session.ts'
import { answer, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { closeToast, getToasts } from '../ui/toast.tsx'
import { aBound, aPath, aRight, aTeam, item, users } from './member-panel.given.ts'
import { MemberPanel } from './member-panel.tsx'

const lena = { uid: '1', username: 'lena', name: '', email: '', email_verify: '0', groupid: '2', avatar: '', avatar_small: '' }
const show = async () => {
  open(<MemberPanel item={item} />, '/here')
  act(() => setAccount(lena))
  await screen.findByRole('heading', { name: 'Teams' })
}
const openRights = async (team: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Authority of team ${team}` }))
  const dialog = within(screen.getByRole('dialog'))
  await dialog.findByText('noah')
  return dialog
}
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)

beforeEach(() => {
  answer(api.catalog.catListName, [aPath('21', 'Orders')])
  answer(api.member.getList, [])
  answer(api.user.allUser, users)
  answer(api.team.getList, [aTeam('5', 'Platform'), aTeam('6', 'Support')])
  answer(api.teamItem.getList, [aBound('51', '5', 'Platform')])
  answer(api.ask.getList, [])
  answer(api.teamItemMember.getList, [aRight('61', 'noah'), aRight('62', 'zhiyuan')])
})
afterEach(() => {
  cleanup()
  for (const { id } of getToasts()) closeToast(id)
  resetAnswers()
})

describe('the teams of an item', () => {
  it('binds a team of the user that is not bound yet', async () => {
    answer(api.teamItem.save, { id: '52', team_id: '6', item_id: '7', addtime: '1760000000', last_update_time: '1760000000' })
    await show()
    await screen.findByText('Platform')
    fireEvent.click(await screen.findByLabelText('Add a team'))
    expect(screen.queryByRole('option', { name: 'Platform' })).toBeNull()
    fireEvent.click(await screen.findByRole('option', { name: 'Support' }))
    fireEvent.click(screen.getByRole('button', { name: 'Add team' }))
    expect(await screen.findByText('Team “Support” added')).toBeVisible()
    expect(sent('teamItem/save')).toEqual([{ team_id: '6', item_id: '7' }])
  })

  it('links to the team screen when the user has no team', async () => {
    answer(api.team.getList, [])
    await show()
    expect(await screen.findByText(/You have no team yet/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Manage teams' }).getAttribute('href')).toBe('/team/index')
  })

  it('unbinds a team after a confirmation', async () => {
    answer(api.teamItem.delete, 1)
    await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Remove team Platform' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByRole('heading', { name: 'Remove team “Platform” from “Orders”?' })).toBeVisible()
    fireEvent.click(dialog.getByRole('button', { name: 'Remove team' }))
    expect(await screen.findByText('Team “Platform” no longer has access')).toBeVisible()
    expect(sent('teamItem/delete')).toEqual([{ id: '51' }])
  })
})

describe('the rights of team members', () => {
  it('can be set per member', async () => {
    answer(api.teamItemMember.save, 1)
    await show()
    const dialog = await openRights('Platform')
    fireEvent.change(dialog.getByLabelText('Authority of noah'), { target: { value: '0' } })
    await screen.findByText('Authority saved')
    fireEvent.change(dialog.getByLabelText('Catalog of zhiyuan'), { target: { value: '21' } })
    await screen.findByText('Catalog saved')
    expect(sent('teamItemMember/save')).toEqual([
      { id: '61', member_group_id: '0' },
      { id: '62', cat_id: '21' },
    ])
  })

  it('can be set to read-only for all in one call', async () => {
    answer(api.teamItemMember.saveAll, () => {
      answer(api.teamItemMember.getList, [
        aRight('61', 'noah', { member_group_id: '0' }),
        aRight('62', 'zhiyuan', { member_group_id: '0' }),
      ])
      return 2
    })
    await show()
    const dialog = await openRights('Platform')
    fireEvent.click(dialog.getByRole('button', { name: 'Set all to read-only' }))
    expect(await screen.findByText('All are read-only now')).toBeVisible()
    expect(sent('teamItemMember/saveAll')).toEqual([{ item_id: '7', team_id: '5', member_group_id: '0' }])
    await waitFor(() => expect((dialog.getByLabelText('Authority of noah') as HTMLSelectElement).value).toBe('0'))
    expect(dialog.getByRole('button', { name: 'Set all to read-only' })).toHaveProperty('disabled', true)
  })

  it('are read-only for managers who do not own the team', async () => {
    answer(api.teamItem.getList, [aBound('51', '5', 'Platform', { uid: '9', username: 'omar' })])
    await show()
    const dialog = await openRights('Platform')
    expect(dialog.getByText(/Only omar/)).toBeVisible()
    expect(dialog.getByLabelText('Authority of noah')).toHaveProperty('disabled', true)
    expect(dialog.queryByRole('button', { name: 'Set all to read-only' })).toBeNull()
  })
})
