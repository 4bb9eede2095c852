// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { root } from '../admin.given.ts'
import { AdminScreen } from '../admin-screen.tsx'
import { config } from './settings.given.ts'

const PLACEHOLDER = '********'
const oss = {
  oss_type: 'aliyun',
  key: 'k',
  secret: PLACEHOLDER,
  endpoint: 'e',
  bucket: 'b',
  protocol: 'https',
  domain: '',
  region: '',
  secretId: '',
  secretKey: '',
  addressing: '',
  public_read: '',
}

afterEach(() => {
  cleanup()
  resetAnswers()
})
const show = (more: string) => open(<AdminScreen />, `/admin/index?section=${more}`, '/admin/index', root)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const toggle = (name: string) => fireEvent.click(screen.getByRole('switch', { name }))
const part = (name: string) => screen.getByRole('region', { name })
const isSaved = async (name: string) => {
  const foot = screen.getByRole('button', { name: `Save: ${name}` }).closest('form') ?? document.body
  expect(await within(foot).findByText('Saved')).toBeVisible()
}
const sent = (path: string) => sentRequests.filter((call) => call.path === `adminSetting/${path}`).map((call) => call.fields)

it('saves the settings of the site', async () => {
  answer(api.adminSetting.loadConfig, config)
  answer(api.adminSetting.saveConfig, [])
  show('settings')
  await screen.findByRole('switch', { name: 'Anybody may register' })
  toggle('Anybody may register')
  expect(await within(part('Registration')).findByText('Saved')).toBeVisible()
  fireEvent.click(screen.getByRole('radio', { name: 'The sign-in page' }))
  fireEvent.change(screen.getByLabelText('Kept versions of a page'), { target: { value: '0' } })
  press('Save: Writing')
  expect(await screen.findByText('A number from 1 to 1000')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('Kept versions of a page'), { target: { value: '50' } })
  press('Save: Writing')
  await isSaved('Writing')
  press('Save: Home page')
  await isSaved('Home page')
  fireEvent.change(screen.getByLabelText('Kept versions of a source'), { target: { value: '1' } })
  press('Save: Sources and checks')
  expect(await screen.findByText('A number from 2 to 1000')).toBeInTheDocument()
  fireEvent.change(screen.getByLabelText('Kept versions of a source'), { target: { value: '10' } })
  press('Save: Sources and checks')
  await isSaved('Sources and checks')
  const sources = { source_versions: '10' }
  expect(sent('saveConfig')).toEqual([{ register_open: '0' }, { history_version_count: '50' }, { home_page: '2' }, sources])
})

it('asks for confirmation before another section discards changes', async () => {
  answer(api.adminSetting.loadConfig, config)
  show('settings')
  fireEvent.change(await screen.findByLabelText('Kept versions of a page'), { target: { value: '50' } })
  await screen.findByText('Not saved yet')
  fireEvent.click(screen.getByRole('link', { name: 'External login' }))
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  press('Stay here')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Kept versions of a page').value).toBe('50')
})

it('requires an item when the home page is an item', async () => {
  answer(api.adminSetting.loadConfig, config)
  answer(api.adminItem.getList, { items: [], total: 0 })
  show('settings')
  fireEvent.click(await screen.findByRole('radio', { name: 'An item' }))
  const field = await screen.findByRole('combobox', { name: 'Item' })
  press('Save: Home page')
  expect(await screen.findByRole('alert')).toHaveTextContent('Please choose an item')
  expect(field).toHaveFocus()
  expect(sentRequests.find(({ path }) => path === 'adminItem/getList')?.fields).toMatchObject({ page: '1', count: '1000' })
  expect(sent('saveConfig')).toEqual([])
})

it('keeps a saved secret without showing it', async () => {
  answer(api.adminSetting.loadConfig, { ...config, oss_open: '1', oss_setting: oss })
  answer(api.adminSetting.saveConfig, [])
  show('settings')
  const secret = await screen.findByLabelText<HTMLInputElement>('Secret key')
  expect(secret.value).toBe(PLACEHOLDER)
  fireEvent.change(screen.getByLabelText('Bucket'), { target: { value: 'other' } })
  press('Save: Storage')
  await isSaved('Storage')
  expect(JSON.parse(sent('saveConfig')[0]?.['oss_setting'] ?? '{}')).toMatchObject({ secret: PLACEHOLDER, bucket: 'other' })
  // The first key replaces the placeholder.
  fireEvent.change(secret, { target: { value: `${PLACEHOLDER}n` } })
  expect(secret.value).toBe('n')
})

it('tests a store before it is saved, and offers the public domain only when browsers access the store', async () => {
  answer(api.adminSetting.loadConfig, { ...config, oss_open: '1', oss_setting: { ...oss, oss_type: 's3' } })
  answer(api.adminSetting.saveConfig, [])
  refuse(api.adminSetting.testStorage, 'storeBucket', 'There is no such bucket')
  show('settings')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'host/bucket/file' })).checked).toBe(true)
  press('Try the connection')
  expect(await screen.findByText('There is no such bucket')).toBeVisible()
  expect(screen.queryByLabelText(/^Own domain/)).toBeNull()
  toggle('Let browsers fetch public files from the store itself')
  fireEvent.change(await screen.findByLabelText(/^Own domain/), { target: { value: 'files.example.com' } })
  answer(api.adminSetting.testStorage, { place: 'e/b' })
  press('Try the connection')
  expect(await screen.findByText('It works: a small file was written, read and deleted at e/b.')).toBeVisible()
  const wanted = { secret: PLACEHOLDER, public_read: '1', domain: 'files.example.com', addressing: 'path' }
  expect(JSON.parse(sent('testStorage')[1]?.['oss_setting'] ?? '{}')).toMatchObject(wanted)
  expect(sent('saveConfig')).toEqual([])
  press('Save: Storage')
  await isSaved('Storage')
  expect(JSON.parse(sent('saveConfig')[0]?.['oss_setting'] ?? '{}')).toMatchObject({ ...wanted, region: '' })
})

it('shows why a directory was not enabled', async () => {
  answer(api.adminSetting.loadLdapConfig, { ldap_open: '0', ldap_gone: 'tell', ldap_form: null })
  refuse(api.adminSetting.saveLdapConfig, 'directorySilent', 'The directory at 127.0.0.1:389 does not answer')
  show('login')
  expect((await screen.findByLabelText<HTMLInputElement>('Port')).value).toBe('389')
  toggle('Let people sign in with their account of the directory')
  press('Save: LDAP')
  expect((await screen.findAllByText('Please fill this in')).length).toBe(3)
  for (const [label, value] of [
    ['Host', '127.0.0.1'],
    ['Base DN', 'dc=example'],
    ['Field of the user name', 'cn'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  press('Save: LDAP')
  expect(await screen.findByText('The directory at 127.0.0.1:389 does not answer')).toBeVisible()
  const form = (n: number) => JSON.parse(sent('saveLdapConfig')[n]?.['ldap_form'] ?? '{}')
  expect(form(0)).toMatchObject({ host: '127.0.0.1', port: '389', version: '3' })
  fireEvent.click(screen.getByRole('radio', { name: '2' }))
  press('Save: LDAP')
  await waitFor(() => expect(form(1)).toMatchObject({ host: '127.0.0.1', port: '389', version: '2' }))
})

it('shows the general key on request, renews it after a confirmation, and saves its switches immediately', async () => {
  answer(api.adminSetting.getLoginSecretKey, { login_secret_key: 'aa11' })
  answer(api.adminSetting.loadConfig, config)
  answer(api.adminSetting.saveConfig, [])
  answer(api.adminSetting.resetLoginSecretKey, { login_secret_key: 'bb22' })
  show('login&way=key')
  const key = await screen.findByLabelText<HTMLInputElement>('login_secret_key')
  expect([key.value, key.type]).toEqual(['aa11', 'password'])
  press('Show the key')
  expect(key.type).toBe('text')
  press('Renew the key…')
  answer(api.adminSetting.getLoginSecretKey, { login_secret_key: 'bb22' })
  press('Renew the key')
  await waitFor(() => expect(key.value).toBe('bb22'))
  toggle('Accept the old signature with MD5 as well')
  await waitFor(() => expect(sent('saveConfig')).toEqual([{ login_secret_md5: '1' }]))
  toggle('Create an account at the first login')
  await waitFor(() => expect(sent('saveConfig')[1]).toEqual({ ext_register_open: '0' }))
})

it('tests a directory with a user’s password before it is enabled, and shows errors', async () => {
  answer(api.adminSetting.loadLdapConfig, { ldap_open: '0', ldap_gone: 'tell', ldap_form: null })
  refuse(api.adminSetting.testLdap, 'directoryBind', 'The directory refused the bind DN')
  show('login')
  fireEvent.change(await screen.findByLabelText('Host'), { target: { value: 'ldap.example.test' } })
  fireEvent.click(screen.getByRole('radio', { name: 'StartTLS' }))
  press('Try the connection')
  expect(await screen.findByText('The directory refused the bind DN')).toBeVisible()
  answer(api.adminSetting.testLdap, { people: '12', username: 'wang', name: '王', email: '' })
  fireEvent.change(screen.getByLabelText('User name'), { target: { value: ' wang ' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'x y' } })
  press('Try the connection')
  expect(await screen.findByText('It works: people found: 12. wang can sign in (王).')).toBeVisible()
  const { ldap_form, ...login } = sent('testLdap')[1] ?? {}
  expect(login).toEqual({ username: 'wang', password: 'x y' })
  expect(JSON.parse(ldap_form ?? '{}')).toMatchObject({ host: 'ldap.example.test', port: '389', encryption: 'starttls' })
  expect(JSON.parse(ldap_form ?? '{}')).not.toHaveProperty('gone')
  expect(sent('saveLdapConfig')).toEqual([])
})

it('S84: links existing accounts only as the administrator selects them', async () => {
  const pair = (uid: string, username: string) => ({ uid, username, name: '', entry: `uid=${username},ou=people` })
  answer(api.adminSetting.loadLdapConfig, { ldap_open: '1', ldap_gone: 'tell', ldap_form: null })
  answer(api.adminSetting.ldapMatches, [pair('7', 'wang'), pair('8', 'chen')])
  answer(api.adminSetting.linkLdap, { linked: '1' })
  show('login')
  fireEvent.click(await screen.findByRole('button', { name: 'Look for accounts' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: /wang/ }))
  answer(api.adminSetting.ldapMatches, [])
  press('Link 1 account')
  expect(await screen.findByText('1 account linked')).toBeVisible()
  expect(sent('linkLdap')).toEqual([{ uids: '[8]' }])
  expect(await screen.findByText(/No account that is not linked/)).toBeVisible()
})
