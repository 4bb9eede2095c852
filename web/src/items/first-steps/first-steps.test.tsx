// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { figures, root } from '../../admin/admin.given.ts'
import { AdminScreen } from '../../admin/admin-screen.tsx'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { ItemsScreen } from '../screen.tsx'

type Steps = Awaited<ReturnType<typeof api.adminOverview.firstSteps>>
const steps: Steps = [
  { step: 'address', state: 'done', fact: 'https://docs.example.com' },
  { step: 'register', state: 'open', fact: '1' },
  { step: 'mail', state: 'skipped', fact: '' },
  { step: 'backup', state: 'open', fact: '' },
  { step: 'item', state: 'open', fact: '' },
]

beforeEach(() => {
  answer(api.item.myList, [])
  answer(api.item.latest, [])
  answer(api.itemGroup.getList, [])
  answer(api.adminOverview.firstSteps, steps)
})
afterEach(() => {
  cleanup()
  resetAnswers()
  for (const { id } of getToasts()) closeToast(id)
})
const show = (account = root) => open(<ItemsScreen />, '/item/index', '/item/index', account)
const step = async (name: string) => within((await screen.findByRole('heading', { name, level: 3 })).closest('li') as HTMLElement)
const marks = () => sentRequests.filter(({ path }) => path === 'adminOverview/markStep').map(({ fields }) => fields)

it('an administrator without items sees what the site needs, and where it is done', async () => {
  show()
  expect((await step('Address of the site')).getByText('https://docs.example.com')).toBeVisible()
  expect((await step('Who may register')).getByRole('link', { name: 'Open the site settings' }).getAttribute('href')).toBe(
    '/admin/index?section=settings',
  )
  expect((await step('Mail')).getByText('Skipped')).toBeVisible()
  expect((await step('Backup')).getByText('npx --no-install sheaf backup /var/backups/sheaf')).toBeVisible()
  const item = await step('First item')
  expect(item.getByRole('button', { name: 'Add the example item' })).toBeVisible()
  expect(item.getByRole('link', { name: 'New item' }).getAttribute('href')).toBe('/item/add')
  expect(item.getByRole('link', { name: 'Import files' }).getAttribute('href')).toBe('/item/add?tab=import')
  expect(item.getByRole('link', { name: 'Move from ShowDoc' }).getAttribute('href')).toBe('/admin/index?section=showdoc')
  // A skipped step is not called done.
  expect(screen.getByText('3 steps left')).toBeVisible()
})

it('an administrator with items sees one line that leads to the steps, and other users see none', async () => {
  const item = { item_id: '7', item_name: 'Orders', uid: '1', item_domain: '', item_type: '1' as const, last_update_time: '1790000000' }
  const rest = { item_description: '', is_del: '0', is_archived: '0', creator: 1, is_private: 0, manage: 1, edit: 1, password: '' }
  answer(api.item.myList, [{ ...item, ...rest }])
  show()
  const line = within((await screen.findByText('3 steps left')).closest('p') as HTMLElement)
  expect(line.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/admin/index')
  cleanup()
  show({ ...root, groupid: '2' })
  await screen.findByRole('link', { name: 'Orders' })
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
})

it('a step is skipped, shown again and marked as done', async () => {
  answer(api.adminOverview.markStep, [])
  show()
  fireEvent.click((await step('Backup')).getByRole('button', { name: 'Skip: Backup' }))
  await waitFor(() => expect(marks()).toEqual([{ step: 'backup', state: 'skipped' }]))
  fireEvent.click((await step('Mail')).getByRole('button', { name: 'Show again: Mail' }))
  await waitFor(() => expect(marks().at(-1)).toEqual({ step: 'mail', state: 'open' }))
  answer(
    api.adminOverview.firstSteps,
    steps.map((one) => (one.step === 'backup' ? { ...one, state: 'done' } : one)),
  )
  fireEvent.click((await step('Backup')).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(marks().at(-1)).toEqual({ step: 'backup', state: 'done' }))
  expect(await (await step('Backup')).findByText('Marked as done')).toBeVisible()
})

it('closing gives way to the first visit, and an error keeps the steps', async () => {
  refuse(api.adminOverview.markStep, 'unexpected', 'The disk is full')
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Close the first steps' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The step was not savedThe disk is full')
  answer(api.adminOverview.markStep, [])
  answer(api.adminOverview.firstSteps, [])
  fireEvent.click(screen.getByRole('button', { name: 'Close the first steps' }))
  expect(await screen.findByRole('link', { name: 'Choose a file' })).toBeVisible()
  expect(marks().at(-1)).toEqual({ step: 'all', state: 'done' })
})

it('closed steps come back with Undo', async () => {
  answer(api.adminOverview.markStep, [])
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Close the first steps' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  fireEvent.click(undo)
  await waitFor(() => expect(marks().at(-1)).toEqual({ step: 'all', state: 'open' }))
})

it('other users see the first visit, without a request', async () => {
  show({ ...root, groupid: '2' })
  expect(await screen.findByRole('link', { name: 'Choose a file' })).toBeVisible()
  expect(sentRequests.some(({ path }) => path.startsWith('adminOverview'))).toBe(false)
})

it('are part of the overview, and charts without data give way to them', async () => {
  answer(api.adminOverview.info, { ...figures, days: figures.days.slice(-1) })
  open(<AdminScreen />, '/admin/index', '/admin/index', root)
  expect(await screen.findByRole('heading', { name: 'First steps' })).toBeVisible()
  expect(screen.getByText(/The curves begin tomorrow/)).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Pages read per day' })).toBeNull()
})
