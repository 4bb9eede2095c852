// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { readBoot } from '../../lib/boot.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { root, user } from '../admin.given.ts'
import { AdminScreen } from '../admin-screen.tsx'

const lena = user(1, 'root', { name: 'Lena', groupid: '1', sessions: '2' })
const ben = user(2, 'ben', { email: 'ben@example.test', sessions: '1', items: '3' })
const gina = user(3, 'gina', { is_disabled: '1', last_login_time: '' })

beforeEach(() => answer(api.adminUser.getList, { users: [lena, ben, gina], total: 16 }))
afterEach(() => {
  cleanup()
  resetAnswers()
  readBoot().mail = false
})
const show = async (more = '') => {
  open(<AdminScreen />, `/admin/index?section=users${more}`, '/admin/index', root)
  await screen.findByRole('rowheader', { name: 'ben' })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sent = (path: string) => sentRequests.filter((call) => call.path === `adminUser/${path}`).map((call) => call.fields)
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const choose = (name: string, action: RegExp) => {
  press(`More for ${name}`)
  fireEvent.click(screen.getByRole('menuitem', { name: action }))
}

it('lists accounts with role and state, seven per page', async () => {
  await show()
  expect(sent('getList')).toEqual([{ username: '', role: '', page: '1', count: '7' }])
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(rows[0]).toContain('Administrator')
  expect(rows[1]).toContain('ben@example.test · not verified')
  expect(rows[2]).toContain('Disabled')
  expect(rows[2]).toContain('never')
  expect(screen.getByText('1 to 7 of 16')).toBeVisible()
  fireEvent.change(screen.getByRole('combobox', { name: 'Role' }), { target: { value: 'disabled' } })
  await waitFor(() => expect(sent('getList').at(-1)).toMatchObject({ role: 'disabled', page: '1' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), { target: { value: '20' } })
  await waitFor(() => expect(sent('getList').at(-1)).toMatchObject({ count: '20' }))
})

it('filters by text, also from the address, and shows when nothing matches', async () => {
  await show('&username=be&page=2')
  expect(sent('getList')).toEqual([{ username: 'be', role: '', page: '2', count: '7' }])
  answer(api.adminUser.getList, ({ username }) => (username ? { users: [], total: 0 } : { users: [ben], total: 1 }))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } })
  expect(await screen.findByText('Nothing matches')).toBeVisible()
  press('Show all')
  expect(await screen.findByRole('rowheader', { name: 'ben' })).toBeVisible()
})

it('adds a user with a generated password', async () => {
  await show()
  answer(api.adminUser.addUser, () => {
    answer(api.adminUser.getList, { users: [lena, ben, gina, user(4, 'carol')], total: 17 })
    return null
  })
  press('Add user')
  press('Add the user')
  expect(screen.getByText('Please enter a user name')).toBeVisible()
  type('User name', 'carol')
  press('Add the user')
  expect(screen.getByText('Please enter a password of at least 8 characters')).toBeVisible()
  press('Generate one')
  // It is shown, because the administrator has to pass it on.
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text')
  const password = screen.getByLabelText<HTMLInputElement>('Password').value
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  type('Name', 'Carol C.')
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(/sends no mail/)
  type('E-mail', ' carol@example.test ')
  press('Add the user')
  expect(await screen.findByText('carol added')).toBeVisible()
  expect(sent('addUser')).toEqual([
    { uid: '', username: 'carol', password, name: 'Carol C.', email: 'carol@example.test', request_id: expect.stringMatching(/./) },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('rowheader', { name: 'carol' })).toBeVisible()
  press('Add user')
  for (const label of ['User name', 'Name', 'Password']) expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('')
})

it('invites a user by mail without a password, if the server sends mail', async () => {
  readBoot().mail = true
  await show()
  answer(api.adminUser.addUser, null)
  press('Add user')
  type('User name', 'carol')
  press('Add the user')
  expect(screen.getByText('Please enter a password of at least 8 characters')).toBeVisible()
  type('E-mail', 'carol@example.test')
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
    'Leave it empty to mail the user a link with which they choose one.',
  )
  press('Add the user')
  expect(await screen.findByText('carol@example.test gets an invitation by mail')).toBeVisible()
  expect(sent('addUser')).toEqual([
    { uid: '', username: 'carol', password: '', name: '', email: 'carol@example.test', request_id: expect.stringMatching(/./) },
  ])
})

it('sends the link of an invitation again to a user who has never signed in', async () => {
  readBoot().mail = true
  const hana = user(4, 'hana', { email: 'hana@example.test', last_login_time: '' })
  answer(api.adminUser.getList, { users: [lena, ben, gina, hana], total: 4 })
  answer(api.adminUser.sendLink, [])
  await show()
  choose('hana', /^Send the invitation again$/)
  expect(await screen.findByText('Mail sent to hana@example.test')).toBeVisible()
  choose('ben', /^Send the confirmation link again$/)
  await waitFor(() => expect(sent('sendLink')).toEqual([{ uid: '4' }, { uid: '2' }]))
  press('More for gina')
  expect(screen.queryByRole('menuitem', { name: /again/ })).toBeNull()
})

it('shows a refusal of the server in the dialog', async () => {
  await show()
  refuse(api.adminUser.addUser, 'usernameTaken')
  press('Add user')
  type('User name', 'ben')
  type('Password', 'long enough 1')
  press('Add the user')
  expect(await screen.findByText('This user name is taken')).toBeVisible()
})

it('edits name and password, but not the user name', async () => {
  await show()
  answer(api.adminUser.addUser, [])
  answer(api.adminUser.update, [])
  press('Edit ben')
  expect(screen.getByLabelText<HTMLInputElement>('User name').readOnly).toBe(true)
  type('Name', 'Ben B.')
  press('Save')
  expect(await screen.findByText('Ben B. saved')).toBeVisible()
  expect([sent('update'), sent('addUser')]).toEqual([[{ uid: '2', name: 'Ben B.' }], []])
  press('Edit ben')
  type('E-mail', 'ben@example.org ')
  press('Save')
  await waitFor(() => expect(sent('update').at(-1)).toEqual({ uid: '2', email: 'ben@example.org' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Edit ben')
  type('E-mail', '')
  press('Save')
  await waitFor(() => expect(sent('update').at(-1)).toEqual({ uid: '2', email: '' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Edit ben')
  type('New password', 'another horse 8')
  press('Save')
  await waitFor(() => expect(sent('addUser')).toEqual([{ uid: '2', username: 'ben', password: 'another horse 8', name: '' }]))
})

it("does not offer to change the administrator's own password and address, or to disable or delete an administrator", async () => {
  await show()
  press('Edit Lena')
  expect([screen.queryByLabelText('New password'), screen.queryByLabelText('E-mail')]).toEqual([null, null])
  press('Cancel')
  press('More for Lena')
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Take the administrator’s right…',
    'Sessions and second step…',
    'End 2 sessions…',
  ])
})

it('asks for confirmation of each action with the user’s name, and reports the result', async () => {
  await show()
  answer(api.adminUser.update, [])
  answer(api.adminUser.endSessions, 1)
  answer(api.adminUser.deleteUser, 1)
  choose('ben', /administrator/)
  fireEvent.click(
    within(screen.getByRole('dialog', { name: 'Make ben an administrator?' })).getByRole('button', { name: 'Make administrator' }),
  )
  expect(await screen.findByText('ben is an administrator now')).toBeVisible()
  choose('ben', /Disable/)
  press('Disable the account')
  expect(await screen.findByText('ben disabled')).toBeVisible()
  choose('gina', /Enable/)
  press('Enable the account')
  expect(await screen.findByText('gina enabled')).toBeVisible()
  expect(sent('update')).toEqual([
    { uid: '2', groupid: '1' },
    { uid: '2', is_disabled: '1' },
    { uid: '3', is_disabled: '0' },
  ])
  choose('ben', /End 1 session/)
  press('End the sessions')
  expect(await screen.findByText('1 session ended')).toBeVisible()
  choose('ben', /Delete/)
  expect(screen.getByRole('link', { name: 'Show the items' }).getAttribute('href')).toBe('/admin/index?section=items&username=ben')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete the account' }).disabled).toBe(true)
  press('Cancel')
  refuse(api.adminUser.deleteUser, 'ownsItems', 'gina still owns items (1)')
  choose('gina', /Delete/)
  press('Delete the account')
  expect(await screen.findByText('gina still owns items (1)')).toBeVisible()
  answer(api.adminUser.deleteUser, 1)
  fireEvent.click(screen.getByRole('checkbox', { name: /Former member/ }))
  press('Delete the account')
  expect(await screen.findByText('gina deleted')).toBeVisible()
  expect(sent('deleteUser')).toEqual([
    { uid: '3', hide_name: '0' },
    { uid: '3', hide_name: '1' },
  ])
})
