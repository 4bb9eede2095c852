// @vitest-environment jsdom
import '../test/browser.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { keyDown } from '../test/drag-keys.ts'
import { open } from '../test/screen.tsx'
import { moveInMenu } from '../tree/arrange.ts'
import type { Info } from '../tree/item-tree.ts'
import { placeOf, shapeOf } from '../tree/shape.ts'
import { getToasts } from '../ui/toast.tsx'
import { info, large } from './catalog-screen.given.ts'
import { CatalogScreen } from './catalog-screen.tsx'

const show = () => open(<CatalogScreen />, '/catalog/7', '/catalog/:item_id')
const tree = () => screen.findByRole('treegrid', { name: 'Catalogs and pages' })
const row = (name: string) => screen.getByRole('row', { name })
const lines = () =>
  screen.getAllByRole('row').map((line) => `${'-'.repeat(Number(line.getAttribute('aria-level')) - 1)}${line.getAttribute('aria-label')}`)
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const choose = async (name: string, action: string | RegExp) => {
  fireEvent.click(within(row(name)).getByRole('button', { name: `Actions for ${name}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const all = ['Overview', 'Authentication', 'Orders', '-Create', '-Lines', '--Add a line', '--Discounts', 'Stock', '-Reserve']

let now: Info
beforeEach(() => {
  now = info
  answer(api.item.info, () => now)
  answer(api.catalog.arrange, ({ cat_id, page_id = '', parent_cat_id = '0', before_id = '0' }) => {
    const entry = cat_id ? { cat_id } : { page_id }
    const was = placeOf(shapeOf(now), entry)
    now = { ...now, menu: moveInMenu(now.menu, entry, { parent: parent_cat_id, before: before_id }) }
    return { parent_cat_id: was.parent, before_id: was.before }
  })
})
afterEach(() => {
  cleanup()
  resetAnswers()
  vi.restoreAllMocks()
})

it('shows all catalogs and pages, expanded', async () => {
  show()
  await tree()
  expect(lines()).toEqual(all)
  expect(screen.getByText('4 catalogs, 5 pages')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Order API' }).getAttribute('href')).toBe('/7')
  fireEvent.click(screen.getByRole('button', { name: 'Close all' }))
  expect(lines()).toEqual(['Overview', 'Authentication', 'Orders', 'Stock'])
  fireEvent.click(row('Orders'))
  expect(lines()).toEqual(['Overview', 'Authentication', 'Orders', '-Create', '-Lines', 'Stock'])
})

it('is a treegrid: every button and menu of a row is in a cell, accessible to screen readers', async () => {
  show()
  const grid = await tree()
  fireEvent.click(within(row('Orders')).getByRole('button', { name: 'Actions for Orders' }))
  const menu = await screen.findByRole('menu', { name: 'Actions for Orders' })
  const cellOf = (control: Element) => control.closest('[role=gridcell]')?.parentElement?.closest('[role=row]')
  expect(cellOf(menu)).toBe(row('Orders'))
  for (const line of within(grid).getAllByRole('row')) {
    expect(within(line).getAllByRole('gridcell')).toHaveLength(2)
    const controls = [...line.querySelectorAll('button, a')]
    expect(controls.length).toBeGreaterThan(1)
    expect(controls.map((control) => cellOf(control) === line)).not.toContain(false)
  }
})

it('moves a page by keyboard, announces each step, shows the result immediately and offers an undo', async () => {
  show()
  const box = await tree()
  fireEvent.click(row('Authentication'))
  await keyDown(box, 'Space')
  await keyDown(box, 'ArrowDown')
  expect(screen.getByText('Authentication is now before Create in Orders.')).toBeVisible()
  await keyDown(box, 'ArrowDown')
  expect(screen.getByText('Authentication is now at the end of Orders.')).toBeVisible()
  await keyDown(box, 'Space')
  await waitFor(() =>
    expect(sent('catalog/arrange')).toEqual([{ item_id: '7', page_id: '2', parent_cat_id: '30', before_id: '0', was_cat_id: '0' }]),
  )
  expect(lines().slice(0, 4)).toEqual(['Overview', 'Orders', '-Create', '-Authentication'])
  await waitFor(() => expect(screen.getByText('“Authentication” is now in “Orders”')).toBeVisible())
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent('catalog/arrange')[1]).toEqual({ item_id: '7', page_id: '2', parent_cat_id: '0', before_id: '0', was_cat_id: '30' }),
  )
  await waitFor(() => expect(lines()).toEqual(all))
  expect(await screen.findByText('“Authentication” is back where it was')).toBeVisible()
})

it('shows a move as done when its answer was lost and the server has it', async () => {
  show()
  const box = await tree()
  fireEvent.click(row('Authentication'))
  answer(api.catalog.arrange, ({ page_id = '', parent_cat_id = '', before_id = '' }) => {
    now = { ...now, menu: moveInMenu(now.menu, { page_id }, { parent: parent_cat_id, before: before_id }) }
    throw new Error('offline')
  })
  for (const key of ['Space', 'ArrowDown', 'Space']) await keyDown(box, key)
  expect(await screen.findByText('“Authentication” is now in “Orders”')).toBeVisible()
  expect(screen.queryByText('Not saved')).toBeNull()
  expect(lines().slice(0, 3)).toEqual(['Overview', 'Orders', '-Authentication'])
})

it('still names the page to delete when the answer was lost and the page is gone, and a second try is done', async () => {
  show()
  await tree()
  await choose('Overview', /^Delete/)
  const dialog = within(screen.getByRole('dialog', { name: 'Delete “Overview”?' }))
  answer(api.page.delete, () => {
    now = { ...now, menu: { ...now.menu, pages: now.menu.pages.slice(1) } }
    throw new Error('offline')
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Delete page' }))
  await waitFor(() => expect(lines()[0]).toBe('Authentication'))
  expect(screen.getByRole('dialog', { name: 'Delete “Overview”?' })).toBeVisible()
  refuse(api.page.delete, 'noVisit', 'You have no access to this item')
  fireEvent.click(dialog.getByRole('button', { name: 'Delete page' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(getToasts().at(-1)?.text).toContain('Overview')
})

it('has no expand button at an empty catalog', async () => {
  show()
  await tree()
  expect([row('Stock'), row('Discounts')].map((line) => line.getAttribute('aria-expanded'))).toEqual(['true', null])
  expect([row('Stock'), row('Discounts')].map((line) => line.querySelector('button.cat-turn') !== null)).toEqual([true, false])
})

it('keeps showing the counts after a move is saved', async () => {
  show()
  const box = await tree()
  fireEvent.click(row('Authentication'))
  await keyDown(box, 'Space')
  await keyDown(box, 'ArrowDown')
  await keyDown(box, 'Space')
  expect(await screen.findByText('4 catalogs, 5 pages · Saved')).toBeVisible()
})

it('puts a row back on Escape and offers no fourth level', async () => {
  show()
  const box = await tree()
  fireEvent.click(row('Stock'))
  fireEvent.click(row('Stock'))
  await keyDown(box, 'Space')
  // Never into Discounts, which is on the third level.
  for (const place of [
    'Stock is now at the end of Orders.',
    'Stock is now at the end of Lines.',
    'Stock is now before Discounts in Lines.',
    'Stock is now before Lines in Orders.',
    'Stock is now before Orders in the top level.',
  ]) {
    await keyDown(box, 'ArrowUp')
    expect(document.querySelector('[data-drag-status]')?.textContent).toBe(place)
  }
  await keyDown(box, 'Escape')
  expect(screen.getByText('Stock is back at its old place.')).toBeVisible()
  expect(sent('catalog/arrange')).toEqual([])
})

it('reports why a move was not saved and shows the order on the server', async () => {
  show()
  const box = await tree()
  refuse(api.catalog.arrange, 'treeOutdated', 'Somebody else has moved this in the meantime')
  fireEvent.click(row('Overview'))
  await keyDown(box, 'Space')
  await keyDown(box, 'End')
  now = { ...info, menu: { ...info.menu, pages: [] } }
  await keyDown(box, 'Space')
  expect(await screen.findByText('Somebody else has moved this in the meantime')).toBeVisible()
  await waitFor(() => expect(lines()).toEqual(all.slice(2)))
  expect(screen.getByText('Not saved')).toBeVisible()
})

it('drags by mouse: a row follows the pointer, a refused target shows the reason, releasing moves', async () => {
  show()
  const box = await tree()
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 600, 400))
  const to = (y: number) => fireEvent.pointerMove(window, { pointerId: 1, buttons: 1, clientX: 100, clientY: y })
  const press = (name: string, y: number) =>
    fireEvent.pointerDown(row(name), { pointerId: 1, pointerType: 'mouse', button: 0, clientX: 100, clientY: y })
  press('Orders', 2.5 * 40)
  to(7.5 * 40)
  expect(document.querySelector('.move-ghost')?.textContent).toBe('Orders\nCatalogs go up to three levels')
  fireEvent.pointerUp(window, { pointerId: 1 })
  expect(document.querySelector('.move-ghost')).toBeNull()
  expect(sent('catalog/arrange')).toEqual([])
  screen.getByRole('button', { name: 'Open all' }).focus()
  press('Lines', 4.5 * 40)
  screen.getByRole('button', { name: 'Open all' }).blur()
  to(7.5 * 40)
  expect(document.querySelector('.move-ghost')?.textContent).toBe('Lines')
  fireEvent.pointerUp(window, { pointerId: 1 })
  await waitFor(() =>
    expect(sent('catalog/arrange')).toMatchObject([{ cat_id: '31', parent_cat_id: '40', before_id: '0', was_cat_id: '30' }]),
  )
  expect(lines().slice(-5)).toEqual(['Stock', '-Reserve', '-Lines', '--Add a line', '--Discounts'])
  // The drop swallows only the click that it causes itself.
  await choose('Orders', 'New catalog inside')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  press('Stock', 20)
  to(60)
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(document.querySelector('.move-ghost')).toBeNull()
  expect(box.querySelectorAll('[data-taken]')).toHaveLength(0)
})

it('picks up a row on a long press and scrolls on an immediate swipe', async () => {
  show()
  await tree()
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 600, 400))
  vi.useFakeTimers()
  const press = () => fireEvent.pointerDown(row('Overview'), { pointerId: 2, pointerType: 'touch', button: 0, clientX: 100, clientY: 20 })
  press()
  fireEvent.pointerMove(window, { pointerId: 2, clientX: 100, clientY: 60 })
  act(() => vi.advanceTimersByTime(600))
  expect(document.querySelector('.move-ghost')).toBeNull()
  press()
  act(() => vi.advanceTimersByTime(600))
  expect(document.querySelector('.move-ghost')?.textContent).toBe('Overview')
  fireEvent.pointerCancel(window, { pointerId: 2 })
  expect(document.querySelector('.move-ghost')).toBeNull()
  act(() => vi.advanceTimersByTime(600))
  vi.useRealTimers()
})

it('creates, edits and moves catalogs in dialogs; targets that are too deep are disabled', async () => {
  show()
  await tree()
  answer(api.catalog.save, {
    cat_id: '50',
    cat_name: 'Returns',
    item_id: '7',
    s_number: '99',
    parent_cat_id: '30',
    level: '3',
    addtime: '1',
  })
  await choose('Orders', 'New catalog inside')
  const dialog = await screen.findByRole('dialog', { name: 'New catalog' })
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' Returns ' } })
  const inside = within(dialog).getByLabelText<HTMLSelectElement>('Inside')
  expect([...inside.options].map((option) => [option.text, option.disabled])).toEqual([
    ['(top level)', false],
    ['Orders', false],
    ['Orders / Lines', false],
    ['Orders / Lines / Discounts (would be a fourth level)', true],
    ['Stock', false],
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create the catalog' }))
  await waitFor(() => expect(sent('catalog/save')[0]).toMatchObject({ item_id: '7', cat_id: '', cat_name: 'Returns', parent_cat_id: '30' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose('Lines', /^Edit/)
  const edit = await screen.findByRole('dialog', { name: 'Edit “Lines”' })
  refuse(api.catalog.save, 'catalogTooDeep')
  fireEvent.click(within(edit).getByRole('button', { name: 'Save' }))
  expect((await within(edit).findByRole('alert')).textContent).toContain('three levels')
  fireEvent.click(within(edit).getByRole('button', { name: 'Cancel' }))
  await choose('Stock', 'Move…')
  const first = await screen.findByRole('dialog', { name: 'Where should “Stock” be?' })
  expect(within(first).getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true)
  fireEvent.change(within(first).getByLabelText('Inside'), { target: { value: '31' } })
  fireEvent.click(within(first).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(sent('catalog/arrange').at(-1)).toMatchObject({ cat_id: '40', parent_cat_id: '31', before_id: '0' }))
  answer(api.item.myList, [])
  await choose('Create', 'Move to…')
  const place = await screen.findByRole('dialog', { name: 'Move “Create” to' })
  expect(within(place).getByText(/^The page is already there/)).toBeVisible()
  expect(within(place).getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true)
  fireEvent.change(within(place).getByLabelText('Catalog'), { target: { value: '0' } })
  fireEvent.change(within(place).getByLabelText('Position'), { target: { value: '2' } })
  fireEvent.click(within(place).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(sent('catalog/arrange').at(-1)).toMatchObject({ page_id: '3', parent_cat_id: '0', before_id: '2' }))
})

it('sorts the pages of a catalog and creates pages and catalogs in it', async () => {
  answer(api.catalog.catListName, [])
  answer(api.catalog.getPagesBycat, [])
  show()
  await tree()
  fireEvent.click(within(row('Orders')).getByRole('button', { name: 'Actions for Orders' }))
  expect(screen.getByRole('menuitem', { name: 'New catalog inside' })).toBeVisible()
  expect(screen.getByRole('menuitem', { name: /^New page/ }).getAttribute('href')).toBe('/page/edit/7/0?cat_id=30')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sort pages' }))
  await waitFor(() => expect(sent('catalog/getPagesBycat')[0]).toMatchObject({ item_id: '7', cat_id: '30' }))
  expect(screen.getByRole('dialog')).toBeVisible()
})

it('lists what is deleted with a catalog by counts and names before deleting it', async () => {
  show()
  await tree()
  answer(api.catalog.delete, true)
  await choose('Orders', 'Delete…')
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Orders”?' })
  expect(dialog.textContent).toContain('2 pages go to the recycle bin for 30 days; 2 catalogs inside it are gone for good.')
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((entry) => entry.textContent),
  ).toEqual(['Lines', 'Discounts', 'Create', 'Add a line'])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete the catalog' }))
  await waitFor(() => expect(sent('catalog/delete')).toEqual([{ item_id: '7', cat_id: '30' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const tile = (item_id: string, item_name: string, more = {}) => ({
  item_id,
  item_name,
  uid: '1',
  item_domain: '',
  item_type: '1',
  last_update_time: '1',
  item_description: '',
  is_del: '0',
  is_archived: '0',
  creator: 1,
  is_private: 0,
  manage: 1,
  edit: 1,
  password: '',
  ...more,
})
const tiles = [
  tile('7', 'Order API'),
  tile('8', 'Archive'),
  tile('9', 'Read only', { edit: 0 }),
  tile('10', 'Sheet', { item_type: '4' }),
  tile('11', 'Old', { is_archived: '1' }),
]
/** Chooses an item by name and checks the offered ones. */
async function chooseItem(dialog: HTMLElement, name: string, offered: string[]) {
  const field = within(dialog).getByRole('combobox', { name: 'Item' })
  fireEvent.click(field)
  await waitFor(() =>
    expect(
      within(dialog)
        .getAllByRole('option')
        .filter((option) => option.closest('.combo-list'))
        .map((option) => option.textContent),
    ).toEqual(offered),
  )
  fireEvent.change(field, { target: { value: name.slice(0, 3).toLowerCase() } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect((field as HTMLInputElement).value).toBe(name)
}

it('moves or copies a catalog to another editable item, into a catalog that is not too deep', async () => {
  answer(api.item.myList, tiles)
  answer(api.item.info, ({ item_id }) => (item_id === '8' ? { ...info, item_id: '8', item_name: 'Archive' } : now))
  answer(api.catalog.copy, '31')
  show()
  await tree()
  await choose('Lines', 'Copy or move to an item…')
  const dialog = await screen.findByRole('dialog', { name: 'Copy or move “Lines”' })
  expect(dialog.textContent).toContain('2 catalogs and 1 page')
  await chooseItem(dialog, 'Archive', ['Order API', 'Archive'])
  const inside = within(dialog).getByLabelText<HTMLSelectElement>('Inside')
  await waitFor(() =>
    expect([...inside.options].filter((option) => !option.disabled).map((option) => option.text)).toEqual([
      '(top level)',
      'Orders',
      'Stock',
    ]),
  )
  fireEvent.change(inside, { target: { value: '40' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(sent('catalog/copy')[0]).toMatchObject({ cat_id: '31', new_p_cat_id: '40', to_item_id: '8', is_del: '1' }))
  await waitFor(() => expect(getToasts().at(-1)?.text).toBe('“Lines” has been moved to “Archive”'))
  await choose('Lines', 'Copy or move to an item…')
  const again = await screen.findByRole('dialog', { name: 'Copy or move “Lines”' })
  fireEvent.click(within(again).getByRole('radio', { name: /^Copy/ }))
  fireEvent.click(within(again).getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(getToasts().at(-1)?.text).toBe('“Lines” has been copied to “Order API”'))
  expect(sent('catalog/copy')[1]).toMatchObject({ cat_id: '31', to_item_id: '7', is_del: '0' })
})

it('shows a member with one catalog only this catalog, to arrange its content', async () => {
  now = { ...info, item_manage: false, edit_cats: ['30', '31', '32'] }
  answer(api.item.myList, [])
  show()
  await tree()
  expect(lines()).toEqual(['Orders', '-Create', '-Lines', '--Add a line', '--Discounts'])
  expect(screen.getByRole('link', { name: 'New page' }).getAttribute('href')).toBe('/page/edit/7/0?cat_id=30')
  const inside = (dialog: HTMLElement) => within(dialog).getByLabelText<HTMLSelectElement>(/Inside|Catalog/)
  const places = (dialog: HTMLElement) => [...inside(dialog).options].map((option) => option.text)
  const cancel = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))

  fireEvent.click(screen.getByRole('button', { name: 'New catalog' }))
  const made = await screen.findByRole('dialog', { name: 'New catalog' })
  expect(places(made)).toEqual(['Orders', 'Orders / Lines', 'Orders / Lines / Discounts (would be a fourth level)'])
  expect(inside(made).value).toBe('30')
  cancel(made)

  await choose('Create', 'Move to…')
  const moved = await screen.findByRole('dialog', { name: 'Move “Create” to' })
  expect(places(moved)).toEqual(['Orders', 'Orders / Lines', 'Orders / Lines / Discounts'])
  cancel(moved)

  await choose('Discounts', 'Copy or move to an item…')
  const copied = await screen.findByRole('dialog', { name: 'Copy or move “Discounts”' })
  expect(places(copied)).toEqual(['Orders', 'Orders / Lines'])
  expect(inside(copied).value).toBe('30')
  cancel(copied)

  // The member can rename this catalog but not move it.
  fireEvent.click(within(row('Orders')).getByRole('button', { name: 'Actions for Orders' }))
  expect(screen.queryByRole('menuitem', { name: 'Move…' })).toBeNull()
  fireEvent.click(screen.getByRole('menuitem', { name: /^Edit/ }))
  const edited = await screen.findByRole('dialog', { name: 'Edit “Orders”' })
  expect(within(edited).queryByLabelText('Inside')).toBeNull()
})

it('moves several pages, found by name, to a catalog of another item and offers a link to it', async () => {
  answer(api.item.myList, tiles)
  answer(api.item.info, ({ item_id }) => (item_id === '8' ? { ...info, item_id: '8', item_name: 'Archive' } : now))
  show()
  await tree()
  fireEvent.click(screen.getByRole('button', { name: 'Move pages…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move pages' })
  const act = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Move/ })
  expect(act().disabled).toBe(true)
  const find = within(dialog).getByRole('combobox', { name: 'Pages to move' })
  for (const text of ['reserve', 'add a line orders']) {
    fireEvent.change(find, { target: { value: text } })
    await waitFor(() => expect(within(dialog).getAllByRole('option', { name: /^(Reserve|Add)/ })).toHaveLength(1))
    fireEvent.keyDown(find, { key: 'Enter' })
  }
  await chooseItem(dialog, 'Archive', ['Order API', 'Archive'])
  await waitFor(() => expect(within(dialog).getByLabelText<HTMLSelectElement>('Catalog').disabled).toBe(false))
  fireEvent.change(within(dialog).getByLabelText('Catalog'), { target: { value: '32' } })
  expect(within(dialog).queryByLabelText('Position')).toBeNull()
  expect(dialog.textContent).toContain('old addresses lead to the new ones')
  refuse(api.page.move, 'pageOfOthers')
  fireEvent.click(act())
  expect((await within(dialog).findByRole('alert')).textContent).toContain('made by others')
  answer(api.page.move, [])
  expect(act().textContent).toBe('Move 2 pages')
  fireEvent.click(act())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [refused, moved] = sent('page/move')
  // In tree order, independent of the order of selection.
  expect(moved).toMatchObject({ item_id: '7', page_ids: '["4","5"]', to_item_id: '8', to_cat_id: '32' })
  expect(moved?.['request_id']).not.toBe(refused?.['request_id'])
  const toast = getToasts().at(-1)
  expect(toast?.text).toBe('2 pages have been moved to “Archive”')
  expect(toast?.action?.text).toBe('Open it')
})

it('retries a move without a response with the same request id', async () => {
  answer(api.item.myList, tiles)
  show()
  await tree()
  fireEvent.click(screen.getByRole('button', { name: 'Move pages…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move pages' })
  fireEvent.click(within(dialog).getByRole('option', { name: /^Reserve/ }))
  answer(api.page.move, () => Promise.reject(new Error('no answer')))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('cannot be reached')
  answer(api.page.move, [])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, again] = sent('page/move')
  expect(first).toEqual(again)
  expect(getToasts().at(-1)?.text).toBe('“Reserve” has been moved')
})

it('renders only the visible rows of 5,000 pages in 500 catalogs', async () => {
  now = large(5000, 500)
  show()
  await tree()
  // The first render has 60 rows, and fewer follow as soon as the window is measured.
  expect(screen.getAllByRole('row').length).toBeLessThanOrEqual(60)
  expect(row('Catalog 0').getAttribute('aria-setsize')).toBe('500')
})

it.each([
  ['users who cannot edit', { item_edit: false }, 'You cannot arrange this item'],
  ['an archived item', { is_archived: '1', item_edit: false }, 'You cannot arrange this item'],
  ['a single-page item', { item_type: '2' }, 'This item has no catalogs'],
])('refuses arranging for %s', async (_case, more, text) => {
  now = { ...info, ...more }
  show()
  expect(await screen.findByRole('heading', { name: text })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the item' }).getAttribute('href')).toBe('/7')
})

it('reports that the catalogs could not be loaded, and retries', async () => {
  refuse(api.item.info, 'unexpected', 'Something went wrong')
  show()
  expect(await screen.findByText('The catalogs could not be loaded')).toBeVisible()
  answer(api.item.info, info)
  fireEvent.click(screen.getByRole('button', { name: /again/i }))
  await tree()
})
