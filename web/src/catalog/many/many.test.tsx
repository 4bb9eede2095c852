// @vitest-environment jsdom
import '../../test/browser.ts'
import type { Answer } from '@sheaf/contract/client'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { confirmIdentity, hasNoPassword } from '../../test/no-password.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { info } from '../catalog-screen.given.ts'
import { CatalogScreen } from '../catalog-screen.tsx'

type Check = Answer<'tree', 'check'>
const check: Check = {
  pages: '3',
  catalogs: '0',
  hindrance: '',
  names: [],
  gain: '0',
  lose: '0',
  becomes_public: false,
  becomes_private: false,
  page_links: '0',
  mocks: '0',
  suggestions: '0',
  threads: '0',
  stewards: '0',
  editing: [],
  needs_password: false,
  checked: 'first',
}
const fields = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const row = (name: string) => screen.getByRole('row', { name })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const chosen = () =>
  screen
    .getAllByRole('row')
    .filter((line) => line.getAttribute('aria-selected') === 'true')
    .map((line) => line.getAttribute('aria-label'))
const dialog = () => within(screen.getByRole('dialog'))

async function select(...names: string[]) {
  open(<CatalogScreen />, '/catalog/7', '/catalog/:item_id')
  const grid = await screen.findByRole('treegrid')
  press('Select')
  for (const name of names) fireEvent.click(row(name))
  return grid
}

beforeEach(() => {
  answer(api.item.info, ({ item_id }) =>
    item_id === '8' ? { ...info, item_id: '8', item_name: 'Shop', menu: { pages: [], catalogs: [] } } : info,
  )
  answer(api.item.myList, [])
  answer(api.tree.check, check)
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  for (const { id } of getToasts()) closeToast(id)
  resetAnswers()
})

it('selects by pointer, by ranges and by keyboard; a catalog includes what is below it; Escape ends', async () => {
  const grid = await select('Overview')
  fireEvent.click(row('Create'), { shiftKey: true })
  expect(chosen()).toEqual(['Overview', 'Authentication', 'Orders', 'Create', 'Lines', 'Add a line', 'Discounts'])
  expect(screen.getByText('4 pages and 3 catalogs selected')).toBeVisible()
  expect(within(row('Create')).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  fireEvent.click(row('Create'))
  fireEvent.click(row('Orders'))
  expect(chosen()).toEqual(['Overview', 'Authentication', 'Create'])
  press('Clear')
  fireEvent.click(row('Overview'))
  grid.focus()
  fireEvent.keyDown(grid, { key: 'ArrowDown', shiftKey: true })
  expect(chosen()).toEqual(['Overview', 'Authentication'])
  fireEvent.keyDown(grid, { key: ' ' })
  expect(chosen()).toEqual(['Overview'])
  press('Select all')
  expect(screen.getByText('5 pages and 4 catalogs selected')).toBeVisible()
  fireEvent.keyDown(grid, { key: 'Escape' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select' })))
})

it('shows within a moment that many pages move, and moves them once', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer<'tree', 'move'>>()
  answer(api.tree.move, () => promise)
  await select('Overview', 'Create')
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 600, 400))
  const drag = () => {
    fireEvent.pointerDown(row('Overview'), { pointerId: 1, pointerType: 'mouse', button: 0, clientX: 100, clientY: 20 })
    for (const y of [100, 300]) fireEvent.pointerMove(window, { pointerId: 1, buttons: 1, clientX: 100, clientY: y })
    fireEvent.pointerUp(window, { pointerId: 1 })
  }
  drag()
  expect(await screen.findByText('Moving 2 pages…')).toBeVisible()
  drag()
  expect(fields('tree/move')).toHaveLength(1)
  resolve({ batch_id: '9', pages: '2', catalogs: '0' })
  expect(await screen.findByText('2 pages moved to “Stock”')).toBeVisible()
  expect(screen.queryByText('Moving 2 pages…')).toBeNull()
  expect(fields('tree/move')).toHaveLength(1)
})

it('the dialog of a move says at once that it moves, cannot be closed meanwhile, and sends once', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer<'tree', 'move'>>()
  answer(api.tree.move, () => promise)
  await select('Overview', 'Create')
  press('Move…')
  await waitFor(() => expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(false))
  fireEvent.click(dialog().getByRole('button', { name: 'Move' }))
  const button = await dialog().findByRole<HTMLButtonElement>('button', { name: 'Moving…' })
  expect(button.disabled).toBe(true)
  fireEvent.click(button)
  fireEvent.submit(button.closest('form') as HTMLFormElement)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(screen.getByRole('dialog')).toBeVisible()
  expect(fields('tree/move')).toHaveLength(1)
  resolve({ batch_id: '9', pages: '2', catalogs: '0' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(fields('tree/move')).toHaveLength(1)
})

it('moves nothing to where it is already', async () => {
  await select('Overview', 'Authentication')
  press('Move…')
  const button = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Move' })
  expect(await dialog().findByText('All of this is already there. Choose another item or catalog.')).toBeVisible()
  expect(button().disabled).toBe(true)
  fireEvent.submit(button().closest('form') as HTMLFormElement)
  fireEvent.change(dialog().getByLabelText('Inside'), { target: { value: '30' } })
  await waitFor(() => expect(button().disabled).toBe(false))
  expect(fields('tree/move')).toEqual([])
})

it('drags the selection into another catalog of the item; a press on another row drags nothing', async () => {
  answer(api.tree.move, { batch_id: '9', pages: '2', catalogs: '0' })
  await select('Overview', 'Create')
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 600, 400))
  const drag = (name: string, ...path: number[]) => {
    fireEvent.pointerDown(row(name), { pointerId: 1, pointerType: 'mouse', button: 0, clientX: 100, clientY: 20 })
    for (const y of path) fireEvent.pointerMove(window, { pointerId: 1, buttons: 1, clientX: 100, clientY: y })
  }
  const ghost = () => document.querySelector('.move-ghost')?.textContent
  const drop = () => fireEvent.pointerUp(window, { pointerId: 1 })
  drag('Authentication', 100, 300)
  expect(ghost()).toBeUndefined()
  drop()
  drag('Overview', 100, 7.5 * 40)
  expect(ghost()).toBe('2 pages')
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(fields('tree/move')).toEqual([])
  drag('Overview', 100, 7.5 * 40)
  drop()
  expect(await screen.findByText('2 pages moved to “Stock”')).toBeVisible()
  const lines = '[{"page_id":"1"},{"page_id":"3"}]'
  expect(fields('tree/move')).toMatchObject([{ item_id: '7', lines, to_item_id: '7', to_cat_id: '40' }])
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('says while it is dragged why a catalog of the selection cannot go there', async () => {
  refuse(api.tree.move, 'treeOutdated', 'The tree has changed')
  await select('Orders', 'Overview')
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 600, 400))
  const to = (y: number) => fireEvent.pointerMove(window, { pointerId: 1, buttons: 1, clientX: 100, clientY: y })
  const ghost = () => document.querySelector('.move-ghost')?.textContent
  fireEvent.pointerDown(row('Create'), { pointerId: 1, pointerType: 'mouse', button: 0, clientX: 100, clientY: 140 })
  to(4.5 * 40)
  expect(ghost()).toBe('3 pages and 3 catalogs\nA catalog cannot be moved into itself')
  to(7.5 * 40)
  expect(ghost()).toBe('3 pages and 3 catalogs\nCatalogs go up to three levels')
  fireEvent.pointerUp(window, { pointerId: 1 })
  expect(fields('tree/move')).toEqual([])
})

it('a manager sets who is responsible for a selection; others have no such button', async () => {
  answer(api.review.people, { people: [], teams: [] })
  answer(api.review.set, { subjects: '2' })
  await select('Overview', 'Lines')
  press('Responsible…')
  expect(dialog().getByRole('button', { name: 'Save' })).toBeDisabled()
  fireEvent.change(dialog().getByLabelText('Review'), { target: { value: '90' } })
  fireEvent.click(dialog().getByRole('button', { name: 'Save' }))
  const subjects = '[{"kind":"page","subject_id":"1"},{"kind":"catalog","subject_id":"31"}]'
  await waitFor(() => expect(fields('review/set')).toEqual([{ item_id: '7', subjects, days: '90' }]))
  cleanup()
  answer(api.item.info, { ...info, item_manage: false })
  await select('Overview')
  expect(screen.queryByRole('button', { name: 'Responsible…' })).toBeNull()
})

it('watches a selection with one choice, which is kept if the server refuses, and leads to its export', async () => {
  await select('Overview', 'Lines')
  press('Watch…')
  expect(dialog().getByRole('heading', { name: 'Watch 2 pages and 2 catalogs' })).toBeVisible()
  refuse(api.watch.setMany, 'watchFull', 'You watch 2,000 places')
  fireEvent.click(dialog().getByRole('radio', { name: /Everything/ }))
  fireEvent.click(dialog().getByRole('button', { name: 'Save' }))
  expect(await dialog().findByText('You watch 2,000 places')).toBeVisible()
  answer(api.watch.setMany, { subjects: '2' })
  fireEvent.click(dialog().getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved for 2 pages and 2 catalogs')).toBeVisible()
  const sent = { item_id: '7', lines: '[{"page_id":"1"},{"cat_id":"31"}]', level: 'all' }
  expect(fields('watch/setMany')).toEqual([sent, sent])
  cleanup()
  await select('Overview', 'Lines')
  press('Export…')
  expect(await screen.findByText('now at /item/export/7?lines=1.c31')).toBeVisible()
})

it('moves after it shows what would happen, asks again if that has changed, and undoes', async () => {
  answer(api.tree.check, {
    ...check,
    gain: '12',
    lose: '1',
    becomes_public: true,
    page_links: '1',
    threads: '2',
    editing: ['Emma Watts'],
    needs_password: true,
  })
  await select('Overview', 'Authentication')
  fireEvent.click(row('Lines'))
  press('Move…')
  const happens = within(await dialog().findByRole('list', { name: 'What happens' }))
  expect(happens.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '3 pages will be moved to “Order API”',
    'They become public',
    '12 more people will be able to read them',
    '1 person will no longer see them',
    '1 link to a single page keeps working',
    '2 open comment threads go along',
    'Emma Watts is editing here now',
  ])
  const lines = '[{"page_id":"1"},{"page_id":"2"},{"cat_id":"31"}]'
  expect(fields('tree/check')[0]).toMatchObject({ item_id: '7', lines, action: 'move', to_item_id: '7', to_cat_id: '0' })
  fireEvent.click(dialog().getByRole('button', { name: 'Move' }))
  expect(dialog().getByRole('alert').textContent).toContain('Please enter your sign-in password')
  expect(fields('tree/move')).toEqual([])
  refuse(api.tree.move, 'treeOutdated')
  answer(api.tree.check, { ...check, pages: '4', checked: 'second' })
  fireEvent.change(dialog().getByLabelText('Your sign-in password'), { target: { value: 'correct horse' } })
  fireEvent.click(dialog().getByRole('button', { name: 'Move' }))
  expect(await dialog().findByText(/Something has changed in the meantime/)).toBeVisible()
  expect(await dialog().findByText('4 pages will be moved to “Order API”')).toBeVisible()
  expect(fields('tree/move')[0]).toMatchObject({ lines, to_item_id: '7', checked: 'first', password: 'correct horse' })
  answer(api.tree.move, { batch_id: '90', pages: '4', catalogs: '0' })
  answer(api.tree.undo, [])
  await waitFor(() => expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(false))
  fireEvent.click(dialog().getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('4 pages moved to “Order API”')).toBeVisible()
  expect(fields('tree/move')[1]).toMatchObject({ checked: 'second' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  press('Undo')
  expect(await screen.findByText('Everything is back where it was')).toBeVisible()
  expect(fields('tree/undo')).toEqual([{ batch_id: '90' }])
})

it('offers to undo again when the server was not reached', async () => {
  answer(api.tree.move, { batch_id: '90', pages: '1', catalogs: '0' })
  answer(api.tree.undo, () => {
    throw new TypeError('failed')
  })
  await select('Create')
  press('Move…')
  await waitFor(() => expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(false))
  fireEvent.click(dialog().getByRole('button', { name: 'Move' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/cannot be reached/)).toBeVisible()
  answer(api.tree.undo, [])
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Everything is back where it was')).toBeVisible()
  expect(fields('tree/undo')).toEqual([{ batch_id: '90' }, { batch_id: '90' }])
})

it('closes when part of the selection is gone, and the screen shows what is left of it', async () => {
  refuse(api.tree.check, 'treeOutdated')
  await select('Overview', 'Create')
  const { pages } = info.menu
  answer(api.item.info, { ...info, menu: { ...info.menu, pages: pages.filter(({ page_title }) => page_title !== 'Overview') } })
  press('Move…')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(/^Someone else has moved this/)).toBeVisible()
  expect(await screen.findByText('1 page selected')).toBeVisible()
  expect(chosen()).toEqual(['Create'])
})

it('S163: an account without a password confirms a move that opens pages in the dialog', async () => {
  hasNoPassword()
  answer(api.tree.check, { ...check, becomes_public: true, needs_password: true })
  refuse(api.tree.move, 'confirmNeeded')
  await select('Create')
  press('Move…')
  await dialog().findByRole('list', { name: 'What happens' })
  await waitFor(() => expect(screen.queryByLabelText('Your sign-in password')).toBeNull())
  fireEvent.click(dialog().getByRole('button', { name: 'Move' }))
  await confirmIdentity(() => answer(api.tree.move, { batch_id: '90', pages: '1', catalogs: '0' }))
  expect(await screen.findByText('1 page moved to “Order API”')).toBeVisible()
  expect(fields('tree/move').map(({ password }) => password)).toEqual(['', ''])
})

it('names what hinders a deletion, and deletes nothing', async () => {
  answer(api.tree.check, { ...check, hindrance: 'of_others', names: ['Create', 'Reserve'] })
  await select('Orders', 'Reserve')
  press('Delete…')
  expect((await dialog().findByRole('alert')).textContent).toContain('only a manager can delete them: “Create” and “Reserve”')
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)
})
