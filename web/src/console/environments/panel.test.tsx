// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { BootContext, readBoot } from '../../lib/boot.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { anEnvironment } from '../test/call.ts'
import { EnvironmentPanel } from './panel.tsx'

const sent = (path: string) => sentRequests.filter((one) => one.path === path).map(({ fields }) => fields)
const show = () => open(<EnvironmentPanel item_id="12" />, '/here')

beforeEach(() => {
  answer(api.console.environments, [anEnvironment(), anEnvironment({ env_id: '10', env_name: 'Old', base_url: '', variables: [] })])
  answer(api.console.addresses, [
    { source_id: '1', title: 'Orders', base_url: 'https://api.test/v2', about: 'Staging' },
    { source_id: '1', title: 'Orders', base_url: 'https://api.test/live', about: 'Production' },
  ])
  answer(api.console.saveEnvironment, { env_id: '9' })
  answer(api.console.deleteEnvironment, [])
})
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('lists environments, and the servers of sources that are none yet', async () => {
  const user = userEvent.setup()
  show()
  const rows = within(await screen.findByRole('list', { name: 'Environments' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Staginghttps:\/\/api\.test\/v2Shown to readers2 variables/),
    expect.stringMatching(/^OldNo addressAPI clients only/),
  ])
  const offered = await screen.findByRole('region', { name: 'From your sources' })
  expect(within(offered).getAllByRole('listitem')).toHaveLength(1)
  await user.click(within(offered).getByRole('button', { name: 'Make it an environment: https://api.test/live' }))
  expect(screen.getByLabelText('Name')).toHaveValue('Production')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(sent('console/saveEnvironment')).toMatchObject([
    { item_id: '12', env_id: '0', env_name: 'Production', base_url: 'https://api.test/live', is_shown: '1', variables: '[]' },
  ])
})

it('shows errors at their fields', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: 'Add an environment' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter a name')).toBeVisible()
  expect(screen.getByText('Enter a base address first')).toBeVisible()
  await user.type(screen.getByLabelText('Name'), 'New')
  await user.type(screen.getByLabelText('Base address'), 'https://user@api.test?x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText(/Enter an address such as/)).toBeVisible()
  expect(sent('console/saveEnvironment')).toEqual([])
  refuse(api.console.saveEnvironment, 'baseUrl')
  await user.clear(screen.getByLabelText('Base address'))
  await user.type(screen.getByLabelText('Base address'), 'https://999.999.999.999')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/A base address has http or https/)).toBeVisible()
})

it('stores no value for a name that sounds like a secret', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: 'Edit Staging' }))
  expect(screen.getByLabelText('Value of api_token')).toBeDisabled()
  expect(screen.getByText(/api_token sounds like a secret/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove api_token' }))
  await user.click(screen.getByRole('button', { name: 'Add a variable' }))
  await user.type(screen.getAllByLabelText('Name of the variable')[1] as HTMLElement, 'region')
  expect(screen.getByText('There are two variables named region')).toBeVisible()
  await user.type(screen.getAllByLabelText('Name of the variable')[1] as HTMLElement, '2')
  await user.type(screen.getByLabelText('Value of region2'), 'us')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(sent('console/saveEnvironment')[0]?.['variables']).toBe('[{"name":"region","value":"eu"},{"name":"region2","value":"us"}]')
})

it('ticks “sent by this server” where the operator allows it', async () => {
  const user = userEvent.setup()
  const given = { ...readBoot(), byServer: true }
  open(
    <BootContext value={given}>
      <EnvironmentPanel item_id="12" />
    </BootContext>,
    '/here',
  )
  await user.click(await screen.findByRole('button', { name: 'Edit Staging' }))
  await user.click(screen.getByRole('switch', { name: 'Sent by this server' }))
  refuse(api.console.saveEnvironment, 'outboundHost', 'The operator has not allowed api.test')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The operator has not allowed api.test')).toBeVisible()
  answer(api.console.saveEnvironment, { env_id: '9' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(sent('console/saveEnvironment').at(-1)).toMatchObject({ env_id: '9', by_server: '1' })
})

it('says why there is no such tick elsewhere, and keeps what is stored', async () => {
  const user = userEvent.setup()
  answer(api.console.environments, [anEnvironment({ by_server: true })])
  show()
  expect(await screen.findByText('Sent by the server, which the operator does not allow at present')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit Staging' }))
  expect(screen.queryByRole('switch', { name: 'Sent by this server' })).toBeNull()
  expect(screen.getByText(/does not allow this server to send them \(TRY_PROXY\)/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(sent('console/saveEnvironment')[0]).not.toHaveProperty('by_server')
})

it('deletes after a question', async () => {
  const user = userEvent.setup()
  show()
  await user.click((await screen.findAllByRole('button', { name: /^More actions for Staging|^More: Staging|Staging/ }))[1] as HTMLElement)
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(screen.getByText(/also for API clients/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Deleted')).toBeVisible()
  expect(sent('console/deleteEnvironment')).toEqual([{ item_id: '12', env_id: '9' }])
})

it('has an empty and a failed state', async () => {
  answer(api.console.environments, [])
  answer(api.console.addresses, [])
  const first = show()
  expect(await screen.findByText('No environment yet')).toBeVisible()
  first.unmount()
  refuse(api.console.environments, 'noVisit')
  show()
  expect(await screen.findByText('The environments could not be loaded')).toBeVisible()
})
