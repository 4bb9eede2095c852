// @vitest-environment jsdom
import '../test/browser.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { anItem } from './screen.given.ts'
import { ItemSettingScreen } from './screen.tsx'

const start = async (act: string) => {
  open(<ItemSettingScreen />, '/item/setting/7?tab=advanced', '/item/setting/:item_id')
  fireEvent.click(await screen.findByRole('button', { name: `${act}…` }))
  return within(screen.getByRole('dialog'))
}
type Dialog = Awaited<ReturnType<typeof start>>
const type = (dialog: Dialog, label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
const press = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole('button', { name }))
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)

/** Fakes the timers from here on. */
const clock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
const twoSeconds = () => act(() => vi.advanceTimersByTimeAsync(2000))

beforeEach(() => {
  answer(api.item.detail, anItem())
  answer(api.teamItem.getList, [])
  answer(api.user.allUser, [
    { uid: '1', username: 'lena', name: 'Lena Hartwig' },
    { uid: '2', username: 'noah', name: 'Noah Park' },
  ])
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  resetAnswers()
})

describe.each([
  ['Archive', 'Archive “Orders”?', 'Archive item', 'item/archive', '“Orders” is archived'],
  ['Delete', 'Delete “Orders”?', 'Delete item', 'item/delete', '“Orders” is deleted'],
] as const)('%s', (act, title, verb, path, done) => {
  it('requires the user’s password, confirms the action and returns to the list', async () => {
    answer(api.item.archive, 1)
    answer(api.item.delete, 1)
    const dialog = await start(act)
    expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    expect(dialog.getByText(/cannot be undone/)).toBeVisible()
    press(dialog, verb)
    expect(dialog.getByRole('alert').textContent).toBe('Please enter your sign-in password')
    expect(sent(path)).toEqual([])

    type(dialog, /sign-in password/, 'horse battery')
    clock()
    press(dialog, verb)
    expect(await screen.findByText(done)).toBeVisible()
    expect(sent(path)).toEqual([{ item_id: '7', password: 'horse battery' }])
    await twoSeconds()
    expect(screen.getByText('now at /item/index')).toBeVisible()
  })

  it('shows a wrong password in the dialog', async () => {
    refuse(api.item.archive, 'wrongPassword')
    refuse(api.item.delete, 'wrongPassword')
    const dialog = await start(act)
    type(dialog, /sign-in password/, 'nope')
    press(dialog, verb)
    expect((await dialog.findByRole('alert')).textContent).toBe('Wrong password')
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/sign-in password/)))
    expect(screen.queryByText(done)).toBeNull()
    press(dialog, 'Cancel')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('Transfer', () => {
  const transfer = (dialog: Dialog, username: string, password = 'horse battery') => {
    type(dialog, /new owner/, username)
    type(dialog, /sign-in password/, password)
    press(dialog, 'Transfer item')
  }

  const aTeam = (team_name: string, username: string) => ({
    id: '3',
    team_id: '4',
    team_name,
    uid: '1',
    username,
    addtime: '',
    last_update_time: '',
  })

  it('names the teams that keep their rights and unbinds them on request', async () => {
    answer(api.teamItem.getList, [aTeam('Docs', 'lena'), aTeam('Backend', 'noah')])
    answer(api.item.attorn, anItem({ uid: '2', username: 'noah' }))
    const dialog = await start('Transfer')
    expect(await dialog.findByText(/keep their rights: Docs \(of lena\), Backend \(of noah\)/)).toBeVisible()
    type(dialog, /new owner/, 'noah')
    expect(await dialog.findByText(/keep their rights: Docs \(of lena\)\./)).toBeVisible()
    fireEvent.click(dialog.getByLabelText('Unbind these teams'))
    clock()
    transfer(dialog, 'noah')
    expect(await screen.findByText('“Orders” now belongs to noah')).toBeVisible()
    expect(sent('item/attorn')).toEqual([{ item_id: '7', username: 'noah', password: 'horse battery', unbind: '1' }])
  })

  it('transfers the item', async () => {
    answer(api.item.attorn, anItem({ uid: '2', username: 'noah' }))
    const dialog = await start('Transfer')
    expect(dialog.getByText(/loses it unless|lose it unless/)).toBeVisible()
    type(dialog, /new owner/, 'noah')
    expect(await dialog.findByText('Noah Park')).toBeVisible()
    clock()
    transfer(dialog, ' noah ')
    expect(await screen.findByText('“Orders” now belongs to noah')).toBeVisible()
    await twoSeconds()
    expect(screen.getByText('now at /item/index')).toBeVisible()
    expect(sent('item/attorn')).toEqual([{ item_id: '7', username: 'noah', password: 'horse battery' }])
  })

  it('requires the name of another user', async () => {
    const dialog = await start('Transfer')
    transfer(dialog, '')
    expect(dialog.getByRole('alert').textContent).toBe('Please enter the user name of the new owner')
    transfer(dialog, 'Lena')
    expect(dialog.getByRole('alert').textContent).toBe('The item belongs to lena already')
    expect(sent('item/attorn')).toEqual([])
  })

  it.each([
    ['userUnknown', 'There is no user named noha', /new owner/],
    ['userMissing', 'Please enter a user name', /new owner/],
    ['wrongPassword', 'Wrong password', /sign-in password/],
    ['ownPasswordNone', 'Your account has no password of this site yet', /sign-in password/],
  ] as const)('shows the error %s at its field', async (error, message, field) => {
    refuse(api.item.attorn, error, message)
    const dialog = await start('Transfer')
    transfer(dialog, 'noha')
    expect((await dialog.findByRole('alert')).textContent).toBe(message)
    expect(dialog.getByLabelText(field).getAttribute('aria-invalid')).toBe('true')
  })
})
