// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { closeToast, getToasts } from '../ui/toast.tsx'
import { aMember, aPath, item, users } from './member-panel.given.ts'
import { MemberPanel } from './member-panel.tsx'

const show = (more: Partial<typeof item> = {}) => open(<MemberPanel item={{ ...item, ...more }} />, '/here')
const usersField = () => screen.getByLabelText('Add people')
const offered = () =>
  screen
    .getAllByRole('option')
    .filter((option) => option.closest('[role=listbox]'))
    .map((option) => option.textContent)
const choose = async (...labels: string[]) => {
  fireEvent.click(usersField())
  for (const label of labels) fireEvent.click(await screen.findByRole('option', { name: label }))
}
const pick = (label: string, value: string) => {
  const select = screen.getByLabelText(label)
  fireEvent.focus(select)
  fireEvent.change(select, { target: { value } })
}
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const made = { ...aMember('40', 'noah'), addtime: '1760000000' }

/** Two catalogs, one member, three other users, no team. */
function answerPanel() {
  answer(api.catalog.catListName, [aPath('21', 'Orders'), aPath('22', 'Orders/Refunds')])
  answer(api.member.getList, [aMember('31', 'emma', { name: 'Emma Watts' })])
  answer(api.user.allUser, users)
  answer(api.teamItem.getList, [])
  answer(api.ask.getList, [])
  answer(api.team.getList, [])
}
beforeEach(answerPanel)
afterEach(() => {
  cleanup()
  for (const { id } of getToasts()) closeToast(id)
  resetAnswers()
})

describe('adding members', () => {
  it('offers all users except the owner and the members', async () => {
    show()
    await screen.findByText('Emma Watts')
    fireEvent.click(usersField())
    await screen.findByRole('option', { name: 'plain' })
    expect(offered()).toEqual(['Noah Park (noah)', '林知远 (zhiyuan)', 'plain'])
  })

  it('adds several users in one call', async () => {
    answer(api.member.save, made)
    show()
    await screen.findByText('Emma Watts')
    await choose('Noah Park (noah)', 'plain')
    pick('Authority', '0')
    fireEvent.click(screen.getByLabelText('Catalog'))
    fireEvent.click(within(await screen.findByRole('listbox', { name: 'Catalog' })).getByRole('option', { name: 'Orders/Refunds' }))
    fireEvent.click(screen.getByRole('button', { name: 'Add 2 people' }))
    expect(await screen.findByText('2 members added')).toBeVisible()
    expect(sent('member/save')).toEqual([{ item_id: '7', username: 'noah,plain', member_group_id: '0', cat_id: '22' }])
    expect(await screen.findByRole('button', { name: 'Add' })).toBeVisible()
    expect(sent('member/getList').length).toBe(2)
  })

  it('shows which user the server does not know, and keeps the selection', async () => {
    refuse(api.member.save, 'userUnknown', 'There is no user named noah')
    show()
    await screen.findByText('Emma Watts')
    await choose('Noah Park (noah)')
    fireEvent.click(screen.getByRole('button', { name: 'Add 1 person' }))
    expect((await screen.findByRole('alert')).textContent).toBe('There is no user named noah')
    expect(screen.getByRole('button', { name: 'Add 1 person' })).toBeVisible()
  })
})

describe('the list of members', () => {
  it('lists members after the owner', async () => {
    show()
    await screen.findByText('Emma Watts')
    expect(screen.getByRole('heading', { name: 'The owner and 1 member' })).toBeVisible()
    await waitFor(() =>
      expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
        'PersonAuthorityCatalogAddedActions',
        'LLena Hartwig lenaOwnerAll catalogs',
        expect.stringMatching(/^EEmma Watts emma.*11 Feb 2026Remove$/),
      ]),
    )
  })

  it('changes a permission in place', async () => {
    answer(api.member.update, () => {
      answer(api.member.getList, [aMember('31', 'emma', { member_group_id: '0' })])
      return 1
    })
    show()
    await screen.findByText('Emma Watts')
    pick('Authority of emma', '0')
    expect(await screen.findByText('Authority saved')).toBeVisible()
    expect(sent('member/update')).toEqual([{ item_id: '7', item_member_id: '31', member_group_id: '0' }])
    expect((screen.getByLabelText('Authority of emma') as HTMLSelectElement).value).toBe('0')
  })

  it('changes a scope in place, with full catalog paths', async () => {
    answer(api.member.update, 1)
    show()
    await screen.findByText('Emma Watts')
    const options = within(await screen.findByLabelText('Catalog of emma'))
    expect((await options.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'All catalogs',
      'Orders',
      'Orders/Refunds',
    ])
    pick('Catalog of emma', '22')
    expect(await screen.findByText('Catalog saved')).toBeVisible()
    expect(sent('member/update')).toEqual([{ item_id: '7', item_member_id: '31', cat_id: '22' }])
  })

  it('shows the previous value again when the server refuses', async () => {
    refuse(api.member.update, 'noPermission')
    show()
    await screen.findByText('Emma Watts')
    pick('Authority of emma', '0')
    expect(await screen.findByText('You do not have permission to do this')).toBeVisible()
    expect((screen.getByLabelText('Authority of emma') as HTMLSelectElement).value).toBe('1')
  })

  it('renders the options of many catalogs only when needed', async () => {
    answer(
      api.catalog.catListName,
      Array.from({ length: 200 }, (_, n) => aPath(`${100 + n}`, `C${n}`)),
    )
    answer(api.member.getList, [aMember('31', 'emma', { cat_id: '150' })])
    show()
    const select = await screen.findByLabelText('Catalog of emma')
    await waitFor(() => expect(select.textContent).toBe('C50'))
    fireEvent.focus(select)
    expect(within(select).getAllByRole('option')).toHaveLength(201)
  })

  it('names a deleted catalog', async () => {
    answer(api.member.getList, [aMember('31', 'emma', { cat_id: '99' })])
    show()
    await waitFor(() => expect(screen.getByLabelText('Catalog of emma').textContent).toContain('Deleted catalog'))
  })

  it('removes a member after a confirmation', async () => {
    answer(api.member.delete, () => {
      answer(api.member.getList, [])
      return 1
    })
    show()
    await screen.findByText('Emma Watts')
    fireEvent.click(screen.getByRole('button', { name: 'Remove emma' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByRole('heading', { name: 'Remove emma from “Orders”?' })).toBeVisible()
    expect(sent('member/delete')).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('emma is no longer a member')).toBeVisible()
    expect(sent('member/delete')).toEqual([{ item_id: '7', item_member_id: '31' }])
    await waitFor(() => expect(screen.queryByText('Emma Watts')).toBeNull())
  })

  it('filters a long list', async () => {
    answer(
      api.member.getList,
      Array.from({ length: 12 }, (_, n) => aMember(`${50 + n}`, `user${n}`)),
    )
    show()
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Find a member' }), { target: { value: 'USER11' } })
    expect(screen.getAllByRole('row')).toHaveLength(2)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } })
    expect(screen.getByText('No member matches')).toBeVisible()
  })

  it('shows fifty members per page, with the date they were added', async () => {
    answer(
      api.member.getList,
      Array.from({ length: 120 }, (_, n) => aMember(`${500 + n}`, `user${n}`)),
    )
    show()
    await screen.findByRole('heading', { name: 'The owner and 120 members' })
    expect(screen.getAllByRole('row')).toHaveLength(1 + 1 + 50)
    expect(screen.getAllByText('11 Feb 2026')).toHaveLength(50)
    fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    expect(screen.getByText('user119')).toBeVisible()
    expect(screen.getAllByRole('row')).toHaveLength(1 + 20)
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find a member' }), { target: { value: 'user7' } })
    expect(screen.getByText('user70')).toBeVisible()
  })

  it('shows no scope for a single page', async () => {
    show({ item_type: '2' })
    await screen.findByText('Emma Watts')
    expect(screen.queryByText('Catalog')).toBeNull()
    expect(sent('catalog/catListName')).toEqual([])
  })

  it('retries after an error', async () => {
    refuse(api.member.getList, 'unexpected', 'Something went wrong')
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
    answerPanel()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Emma Watts')).toBeVisible()
  })
})
