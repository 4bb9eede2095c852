// @vitest-environment jsdom
import '../../../test/browser.ts'
import { fieldsOfProvider, PROVIDER_KINDS, type ProviderKind } from '@sheaf/contract/providers'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../../test/answer.ts'
import { open } from '../../../test/screen.tsx'
import { plain } from '../../../user/security/security.given.ts'
import { root } from '../../admin.given.ts'
import { AdminScreen } from '../../admin-screen.tsx'
import type { Provider } from '../../list.tsx'
import { acme, feishu, provider, wecom } from './providers.given.ts'

const ISSUER = 'https://sso.example.com/realms/staff'
let stored: Provider[] = []
beforeEach(() => {
  stored = [acme, feishu, wecom]
  answer(api.adminProvider.getList, () => stored)
  answer(api.secondStep.info, plain)
  answer(api.adminProvider.rules, [])
  answer(api.adminProvider.teams, [])
})
afterEach(() => {
  cleanup()
  resetAnswers()
})
const show = (more = '') => open(<AdminScreen />, `/admin/index?section=login&way=providers${more}`, '/admin/index', root)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const sent = (action: string) => sentRequests.filter(({ path }) => path === `adminProvider/${action}`).map(({ fields }) => fields)
const formSent = (action: string, at = 0): Record<string, string> => JSON.parse(sent(action)[at]?.['form'] ?? '{}')
const named = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent)

it('lists the providers in the order of their buttons, with kind, linked accounts and state', async () => {
  show()
  await screen.findByRole('table', { name: 'Providers' })
  expect(named()).toEqual(['Acme', 'Feishu', 'WeCom'])
  const [first, second, third] = screen.getAllByRole('row').slice(1) as [HTMLElement, HTMLElement, HTMLElement]
  expect(within(first).getByText('Standard')).toBeVisible()
  expect(within(first).getByText('12')).toBeVisible()
  expect(within(second).getByText('Feishu / Lark')).toBeVisible()
  expect(within(second).queryByText('Standard')).toBeNull()
  expect(within(third).getByRole('switch', { name: 'Show the button of WeCom' })).toHaveAttribute('aria-checked', 'false')
  expect(document.body.textContent).not.toContain('********')
})

it('says at the address of a provider with linked accounts that people are asked for a password at another one', async () => {
  show('&provider=1')
  expect(await screen.findByLabelText(/^Issuer/)).toHaveAccessibleDescription(
    /12 accounts are linked with this address.*asked for a password/,
  )
  cleanup()
  show('&provider=2')
  expect(await screen.findByLabelText(/^Host/)).not.toHaveAccessibleDescription(/linked/)
})

it('says what a provider is for when there is none, and offers the five kinds', async () => {
  stored = []
  show()
  expect(await screen.findByText('No provider yet')).toBeVisible()
  press('Add a provider…')
  const dialog = await screen.findByRole('dialog', { name: 'Which provider?' })
  const links = within(dialog).getAllByRole('link')
  expect(links.map((link) => link.querySelector('b')?.textContent)).toEqual([
    'OpenID Connect',
    'OAuth 2',
    'Feishu / Lark',
    'DingTalk',
    'WeCom',
  ])
  expect(links[0]).toHaveFocus()
  fireEvent.click(links[3] as HTMLElement)
  expect(await screen.findByRole('heading', { name: 'Add DingTalk' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('offers another attempt when the list could not be loaded', async () => {
  refuse(api.adminProvider.getList, 'unknownCall', 'The server is busy')
  show()
  expect(await screen.findByText('The providers could not be loaded')).toBeVisible()
  expect(screen.getByText('The server is busy')).toBeVisible()
  answer(api.adminProvider.getList, () => stored)
  press('Try again')
  expect(await screen.findByRole('link', { name: 'Acme' })).toBeVisible()
})

it('offers no ninth provider', async () => {
  stored = Array.from({ length: 8 }, (_, at) => provider(at + 1, 'oidc', `Acme ${at + 1}`))
  show()
  expect(await screen.findByText('A site has 8 providers at most')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add a provider…' })).toBeDisabled()
})

it('orders the buttons by keyboard after a confirmation, and says the new place', async () => {
  show()
  refuse(api.adminProvider.reorder, 'confirmNeeded')
  answer(api.user.confirm, () => {
    answer(api.adminProvider.reorder, ({ provider_ids = '' }) => {
      stored = (JSON.parse(provider_ids) as number[]).flatMap((id) => stored.find((one) => one.provider_id === String(id)) ?? [])
      return []
    })
    return { until: '1' }
  })
  const down = await screen.findByRole('button', { name: 'Move Acme down' })
  expect(screen.getByRole('button', { name: 'Move Acme up' })).toHaveAttribute('aria-disabled', 'true')
  fireEvent.click(screen.getByRole('button', { name: 'Move Acme up' }))
  down.focus()
  fireEvent.click(down)
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'bamboo slips' } })
  press('Confirm')
  expect(await screen.findByText('Acme is number 2 of 3 now')).toBeInTheDocument()
  expect(named()).toEqual(['Feishu', 'Acme', 'WeCom'])
  expect(sent('reorder')).toEqual([{ provider_ids: '[2,1,3]' }, { provider_ids: '[2,1,3]' }])
  expect(screen.getByRole('button', { name: 'Move Acme down' })).toHaveFocus()
})

it('shows the order of the server again when a move is refused', async () => {
  refuse(api.adminProvider.reorder, 'badInput', 'Another administrator has added a provider')
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Move WeCom up' }))
  expect(await screen.findByText('The order could not be changed')).toBeVisible()
  expect(screen.getByText('Another administrator has added a provider')).toBeVisible()
  await waitFor(() => expect(named()).toEqual(['Acme', 'Feishu', 'WeCom']))
})

it('switches a provider off, and switches on only a complete one', async () => {
  answer(api.adminProvider.save, ({ provider_id = '', is_on = '' }) => {
    stored = stored.map((one) => (one.provider_id === provider_id ? { ...one, is_on } : one))
    return { provider_id }
  })
  show()
  fireEvent.click(await screen.findByRole('switch', { name: 'Show the button of WeCom' }))
  expect(await screen.findByText('“WeCom” is not complete. Fill in first: Secret, AgentId')).toBeVisible()
  const button = screen.getByRole('switch', { name: 'Show the button of Feishu' })
  fireEvent.click(button)
  expect(await screen.findByText('“Feishu” is switched off now')).toBeVisible()
  expect(button).toHaveAttribute('aria-checked', 'false')
  expect(sent('save')).toEqual([{ provider_id: '2', kind: 'feishu', name: 'Feishu', form: '{}', is_on: '0' }])
})

it.each(PROVIDER_KINDS)('has a form with the settings of %s and no others', async (kind: ProviderKind) => {
  show(`&provider=${kind}`)
  answer(api.adminProvider.save, { provider_id: '9' })
  await screen.findByRole('heading', { level: 1 })
  const name = { oidc: 'OpenID Connect', oauth2: 'OAuth 2', feishu: 'Feishu / Lark', dingtalk: 'DingTalk', wecom: 'WeCom' }[kind]
  const names = [...document.querySelectorAll<HTMLInputElement>('form input[name]')].map((input) => input.name)
  const switches = ['register_open', 'private_mail']
  const wanted = fieldsOfProvider[kind].filter((field) => !switches.includes(field))
  expect([...new Set(names)].sort()).toEqual(['name', ...wanted].sort())
  expect(screen.queryByRole('switch', { name: 'Ask for the mail address' }) !== null).toBe(kind === 'wecom')
  type('Name', 'Acme')
  press(`Save: ${name}`)
  await waitFor(() => expect(sent('save')).toHaveLength(1))
  expect(Object.keys(formSent('save')).sort()).toEqual([...fieldsOfProvider[kind]].sort())
  expect(sent('save')[0]).toMatchObject({ kind, name: 'Acme', is_on: '0' })
})

it('adds a provider with a callback address to copy, once, and opens its page', async () => {
  show('&provider=oidc')
  const callback = `${location.origin}/api/ExtLogin/oauth2`
  const steps = await screen.findByRole('region', { name: 'What to set up at the provider' })
  expect(within(steps).getByText(callback)).toBeVisible()
  expect(within(steps).getByRole('button', { name: `Copy: ${callback}` })).toBeVisible()
  fireEvent.click(screen.getByRole('switch', { name: 'Show the button on the sign-in screen' }))
  press('Save: OpenID Connect')
  expect(await screen.findAllByText('Please fill this in')).toHaveLength(3)
  expect(screen.getByLabelText('Issuer')).toHaveFocus()
  type('Issuer', ISSUER)
  type('Client ID', 'docs')
  type(/^Client secret/, 'hush-hush')
  type('Name', ' Acme ')
  refuse(api.adminProvider.save, 'providersFull', 'A site has 8 providers at most')
  press('Save: OpenID Connect')
  expect(await screen.findByText('A site has 8 providers at most')).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('Issuer').value).toBe(ISSUER)
  answer(api.adminProvider.save, () => {
    stored = [...stored, { ...acme, provider_id: '9', name: 'Acme', linked: '0' }]
    return { provider_id: '9' }
  })
  press('Save: OpenID Connect')
  expect(await screen.findByText('“Acme” is added')).toBeVisible()
  expect(await screen.findByRole('heading', { level: 1, name: 'Acme' })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull()
  expect(sent('save').at(-1)).toMatchObject({ kind: 'oidc', name: 'Acme', is_on: '1' })
  expect(sent('save').at(-1)?.['request_id']).toBeTruthy()
  expect(formSent('save', 1)).toMatchObject({ issuer: ISSUER, client_id: 'docs', client_secret: 'hush-hush', redirectUri: callback })
})

it('S170: never shows the secret, keeps it, and asks for it again at its field when the address changed', async () => {
  show('&provider=1')
  const secret = await screen.findByLabelText<HTMLInputElement>(/^Client secret/)
  expect([secret.value, secret.type]).toEqual(['********', 'password'])
  expect(screen.queryByRole('button', { name: /Show the password/ })).toBeNull()
  type('Issuer', 'https://sso.example.com/realms/other')
  refuse(api.adminProvider.save, 'secretAgain')
  press('Save: Acme')
  await waitFor(() => expect(secret).toHaveFocus())
  expect(secret).toHaveAccessibleDescription(/again/)
  expect(screen.getByLabelText<HTMLInputElement>('Issuer').value).toBe('https://sso.example.com/realms/other')
  expect(formSent('save')['client_secret']).toBe('********')
  type(/^Client secret/, 'typed anew')
  answer(api.adminProvider.save, () => {
    stored = [{ ...acme, form: { ...acme.form, issuer: 'https://sso.example.com/realms/other' } }]
    return { provider_id: '1' }
  })
  press('Save: Acme')
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(formSent('save', 1)['client_secret']).toBe('typed anew')
  expect(secret.value).toBe('********')
})

it('asks who is there before it saves, and keeps what was typed when that is cancelled', async () => {
  show('&provider=2')
  refuse(api.adminProvider.save, 'confirmNeeded', 'Confirm that it is you')
  await screen.findByLabelText('tenant_key')
  type('App ID', 'cli_b2')
  press('Save: Feishu')
  await screen.findByLabelText('Your password')
  press('Cancel')
  await waitFor(() => expect(screen.queryByLabelText('Your password')).toBeNull())
  expect(await screen.findByText('Confirm that it is you')).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('App ID').value).toBe('cli_b2')
  answer(api.user.confirm, () => {
    answer(api.adminProvider.save, () => {
      stored = [{ ...feishu, form: { ...feishu.form, client_id: 'cli_b2' } }]
      return { provider_id: '2' }
    })
    return { until: '1' }
  })
  press('Save: Feishu')
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'bamboo slips' } })
  press('Confirm')
  expect(await screen.findByText('Saved')).toBeVisible()
})

it('tests what the form has, saved or not, and names what is missing before it asks the server', async () => {
  show('&provider=3')
  await screen.findByLabelText('AgentId')
  press('Try the connection')
  expect(await screen.findByText('Fill in first: Secret, AgentId')).toBeVisible()
  expect(sent('test')).toEqual([])
  type('AgentId', '1000002')
  type('Secret', 'hush')
  refuse(api.adminProvider.test, 'providerClient', 'WeCom does not accept the secret')
  press('Try the connection')
  expect(await screen.findByText('WeCom does not accept the secret')).toBeVisible()
  answer(api.adminProvider.test, [])
  press('Try the connection')
  expect(await screen.findByText('It works: the provider answers and knows this site.')).toBeVisible()
  expect(sent('test')[1]).toMatchObject({ provider_id: '3', kind: 'wecom' })
  expect(formSent('test', 1)).toMatchObject({ client_id: 'ww1234', agent_id: '1000002', client_secret: 'hush' })
  expect(sent('save')).toEqual([])
})

it('lists what to set at WeCom, with the domain to copy in both places', async () => {
  show('&provider=3')
  const steps = await screen.findByRole('region', { name: 'What to set up at WeCom' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(5)
  expect(within(steps).getAllByRole('button', { name: 'Copy: docs.example.com' })).toHaveLength(2)
  type('Callback address', 'https://wiki.example.com/api/ExtLogin/oauth2')
  expect(within(steps).getAllByText('wiki.example.com')).toHaveLength(2)
})

it('binds departments of WeCom and groups of OpenID Connect to teams', async () => {
  show(`&provider=${wecom.provider_id}`)
  expect(await screen.findByRole('heading', { name: 'Groups to teams' })).toBeVisible()
  expect(await screen.findByLabelText('Number of the department')).toBeVisible()
  cleanup()
  show(`&provider=${acme.provider_id}`)
  expect(await screen.findByLabelText('Group')).toBeVisible()
  expect(sent('rules').map((fields) => fields?.['provider_id'])).toEqual([wecom.provider_id, acme.provider_id])
})

it('deletes a provider with the links of its accounts only after it names them', async () => {
  show('&provider=1')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the provider…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Acme”?' })
  expect(within(dialog).getByText(/^12 accounts are linked with it and are unlinked\./)).toBeVisible()
  refuse(api.adminProvider.delete, 'lastWayIn', 'No administrator has a password of this site')
  press('Unlink 12 accounts and delete')
  expect(await within(dialog).findByText('No administrator has a password of this site')).toBeVisible()
  answer(api.adminProvider.delete, () => {
    stored = [feishu, wecom]
    return []
  })
  press('Unlink 12 accounts and delete')
  expect(await screen.findByText('“Acme” is deleted')).toBeVisible()
  await waitFor(() => expect(named()).toEqual(['Feishu', 'WeCom']))
  expect(sent('delete').at(-1)).toEqual({ provider_id: '1', unlink: '1' })
})

it('shows the new number when accounts were linked meanwhile', async () => {
  show('&provider=2')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the provider…' }))
  expect(await screen.findByText(/No account is linked with it/)).toBeVisible()
  refuse(api.adminProvider.delete, 'providerInUse', 'Accounts are linked with “Feishu” (1)')
  stored = [{ ...feishu, linked: '1' }]
  press('Delete the provider')
  expect(await screen.findByRole('button', { name: 'Unlink 1 account and delete' })).toBeVisible()
  expect(sent('delete')).toEqual([{ provider_id: '2', unlink: '0' }])
})

it('says that a provider is gone, with a link to the list', async () => {
  show('&provider=77')
  expect(await screen.findByText('This provider is no longer there')).toBeVisible()
  fireEvent.click(screen.getByRole('link', { name: 'Show the list' }))
  expect(await screen.findByRole('link', { name: 'Acme' })).toBeVisible()
})

it('asks before changes are lost, and finds the list under the address of the former form', async () => {
  open(<AdminScreen />, '/admin/index?section=login&way=oauth2', '/admin/index', root)
  fireEvent.click(await screen.findByRole('link', { name: 'Feishu' }))
  await screen.findByLabelText('App ID')
  type('App ID', 'cli_b2')
  fireEvent.click(screen.getByRole('link', { name: 'Providers' }))
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  press('Stay here')
  expect(screen.getByLabelText<HTMLInputElement>('App ID').value).toBe('cli_b2')
})

it('shows the address for sign-outs on the page of an OpenID provider only', async () => {
  show('&provider=1')
  const address = `${location.origin}/api/ExtLogin/backchannel/1`
  expect(await screen.findByText(address)).toBeVisible()
  expect(screen.getByRole('button', { name: `Copy: ${address}` })).toBeVisible()
  cleanup()
  show('&provider=2')
  expect(await screen.findByRole('heading', { name: 'Feishu' })).toBeVisible()
  expect(screen.queryByText(/backchannel/)).toBeNull()
})
