// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { users } from '../member/member-panel.given.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { closeToast, getToasts } from '../ui/toast.tsx'
import { anItem } from './screen.given.ts'
import { ItemSettingScreen } from './screen.tsx'

const show = (tab = 'basic') => open(<ItemSettingScreen />, `/item/setting/7?tab=${tab}`, '/item/setting/:item_id')
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = () => sentRequests.filter((call) => call.path === 'item/update').map((call) => call.fields)

afterEach(() => {
  cleanup()
  for (const { id } of getToasts()) closeToast(id)
  resetAnswers()
})

describe('a user who cannot manage the item', () => {
  it('gets a notice and a link back', async () => {
    refuse(api.item.detail, 'noVisit', 'no')
    show()
    expect(await screen.findByRole('heading', { name: 'You cannot change the settings of this item' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/item/index')
  })

  it('can retry when the server fails', async () => {
    refuse(api.item.detail, 'unexpected', 'Something went wrong')
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
    answer(api.item.detail, anItem())
    press('Try again')
    expect(await screen.findByLabelText('Name')).toBeVisible()
  })
})

describe('the tabs', () => {
  it('have their own addresses; an unknown one opens the first tab', async () => {
    answer(api.item.detail, anItem())
    show('nonsense')
    await screen.findByLabelText('Name')
    expect(screen.getByRole('link', { name: 'Basics' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'Open API' }).getAttribute('href')).toBe('/item/setting/7?tab=api')
    expect(screen.getByRole('link', { name: 'Recycle bin' }).getAttribute('href')).toBe('/item/setting/7?tab=recycle')
    const tabs = within(screen.getByRole('navigation', { name: 'Settings of the item' })).getAllByRole('link')
    expect(tabs.map((link) => link.textContent)).toEqual([
      'Orders',
      'Basics',
      'Members',
      'Public and agents',
      'Talk and review',
      'Webhooks and bots',
      'Environments',
      'Open API',
      'Recycle bin',
      'Advanced',
    ])
  })

  it('keep unsaved input in the form', async () => {
    answer(api.item.detail, anItem())
    show()
    await screen.findByLabelText('Name')
    type('Name', 'Orders two')
    fireEvent.click(screen.getByRole('link', { name: 'Advanced' }))
    await screen.findByRole('heading', { name: 'Advanced' })
    fireEvent.click(screen.getByRole('link', { name: 'Basics' }))
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Orders two')
  })

  it('are steps in the browser history', async () => {
    answer(api.item.detail, anItem())
    const history = show()
    await screen.findByLabelText('Name')
    fireEvent.click(screen.getByRole('link', { name: 'Advanced' }))
    await screen.findByRole('heading', { name: 'Advanced' })
    history.navigate(-1)
    expect(await screen.findByRole('heading', { name: 'Basics' })).toBeVisible()
  })

  it('ask for confirmation before users who were chosen but not added are lost', async () => {
    answer(api.item.detail, anItem())
    answer(api.catalog.catListName, [])
    answer(api.member.getList, [])
    answer(api.user.allUser, users)
    answer(api.teamItem.getList, [])
    answer(api.team.getList, [])
    show('members')
    fireEvent.click(await screen.findByLabelText('Add people'))
    fireEvent.click(await screen.findByRole('option', { name: 'plain' }))
    fireEvent.click(screen.getByRole('link', { name: 'Advanced' }))
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    press('Leave without saving')
    expect(await screen.findByRole('heading', { name: 'Advanced' })).toBeVisible()
  })

  it('of an archived item are limited to the advanced tab, with the reason', async () => {
    answer(api.item.detail, anItem({ is_archived: '1' }))
    show()
    expect(await screen.findByText(/This item is archived/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Basics' })).toBeNull()
    expect(screen.queryByLabelText('Name')).toBeNull()
    expect(screen.getByRole('button', { name: 'Delete…' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Transfer…' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Archive…' })).toBeNull()
  })
})

const SAVE_NAME = 'Save: Name and description'

describe('the basics', () => {
  beforeEach(() => {
    answer(api.item.detail, anItem())
    answer(api.item.update, 1)
  })

  it('keep an unchanged visit password by not sending one', async () => {
    show()
    await screen.findByLabelText('Name')
    expect((screen.getByLabelText('Visit password') as HTMLInputElement).value).toBe('')
    type('Name', ' Orders & refunds ')
    press(SAVE_NAME)
    expect(await screen.findByText('Modify success!')).toBeVisible()
    expect(sent()).toEqual([{ item_id: '7', item_name: 'Orders & refunds', item_description: 'All about orders', item_domain: 'orders' }])
  })

  it('ask for confirmation before unsaved changes are left, and not after a save', async () => {
    show()
    await screen.findByLabelText('Name')
    expect(screen.queryByText('Not saved yet')).toBeNull()
    type('Name', 'Orders two')
    expect(await screen.findByText('Not saved yet')).toBeVisible()
    const openItem = () => fireEvent.click(screen.getByRole('link', { name: 'Orders' }))
    openItem()
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    press('Stay here')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press(SAVE_NAME)
    await screen.findByText('Modify success!')
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull())
    openItem()
    expect(await screen.findByText('now at /orders')).toBeVisible()
  })

  it('send a new visit password', async () => {
    show()
    await screen.findByLabelText('Name')
    type('Visit password', 'open sesame')
    press('Save: Access')
    await screen.findByText('Modify success!')
    expect(sent()[0]?.['password']).toBe('open sesame')
    expect((screen.getByLabelText('Visit password') as HTMLInputElement).value).toBe('')
  })

  it('clear the password of an item that becomes public', async () => {
    show()
    await screen.findByLabelText('Name')
    type('Visit password', 'typed before')
    fireEvent.click(screen.getByRole('radio', { name: 'Open' }))
    press('Save: Access')
    await screen.findByText('Modify success!')
    expect(sent()[0]?.['password']).toBe('')
  })

  it('require a password for a public item that becomes private', async () => {
    answer(api.item.detail, anItem({ password: '' }))
    show()
    await screen.findByLabelText('Name')
    fireEvent.click(screen.getByRole('radio', { name: 'Private' }))
    await screen.findByLabelText('Visit password')
    press('Save: Access')
    expect(await screen.findByText('Please set a password for private item')).toBeInTheDocument()
    expect(sent()).toEqual([])
  })

  it.each([
    ['or-ders', 'Personalized domain names can only be a combination of letters or numbers'],
    ['2026', 'A personal domain needs at least one letter'],
  ])('refuse %s as a personal domain', async (domain, message) => {
    show()
    await screen.findByLabelText('Name')
    type(/Personal domain/, domain)
    press('Save: Address')
    expect(await screen.findByText(message)).toBeInTheDocument()
    expect(sent()).toEqual([])
  })

  it('show at the field that the domain is taken', async () => {
    refuse(api.item.update, 'domainTaken')
    show()
    await screen.findByLabelText('Name')
    type(/Personal domain/, 'taken')
    press('Save: Address')
    expect(await screen.findByText('Personal domain name already exists')).toBeInTheDocument()
    expect(screen.getByLabelText(/Personal domain/).getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText('Modify success!')).toBeNull()
  })
})
