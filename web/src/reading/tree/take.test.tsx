// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../../app.tsx'
import { api, makeQueryClient } from '../../lib/api.ts'
import { memoryHistory } from '../../lib/navigation/memory.ts'
import { HistoryProvider } from '../../lib/navigation/provider.tsx'
import { setAccount } from '../../session/session.ts'
import { answer, resetAnswers, sentRequests } from '../../test/answer.ts'
import type { Info } from '../../tree/item-tree.ts'
import { anItem, aPage, boot, emma } from '../screen/screen.given.ts'
import { ItemScreen } from '../screen/screen.tsx'

const sent = () => sentRequests.filter((call) => call.path === 'catalog/arrange').map((call) => call.fields)
async function show(more: Partial<Info> = {}) {
  answer(api.item.info, anItem(more))
  const routes = [{ path: '/:item', element: <ItemScreen sheet={() => null} /> }]
  const history = memoryHistory('/12')
  render(
    <App boot={boot()} queries={makeQueryClient()}>
      <HistoryProvider history={history} routes={routes} />
    </App>,
  )
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 0, 250, this.getAttribute('role') === 'treeitem' ? 30 : 900)
  })
}
const line = (name: string) => screen.getByRole('treeitem', { name })
const press = (name: string, more = {}) =>
  fireEvent.pointerDown(line(name), { pointerId: 1, pointerType: 'mouse', button: 0, clientX: 60, clientY: 15, ...more })
const to = (y: number) => fireEvent.pointerMove(window, { pointerId: 1, buttons: 1, clientX: 60, clientY: y })
const ghost = () => document.querySelector('.move-ghost')

beforeEach(() => {
  resetAnswers()
  sessionStorage.clear()
  setAccount(emma)
  vi.stubGlobal('scrollTo', () => {})
  answer(api.page.view, ({ page_id }) => aPage(page_id ?? '1'))
  answer(api.catalog.arrange, { parent_cat_id: '0', before_id: '2' })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('an editor drags a page into a closed catalog with the mouse and stays on the current page', async () => {
  await show()
  press('Overview')
  await waitFor(() => {
    to(75)
    expect(ghost()?.textContent).toBe('Overview')
  })
  fireEvent.pointerUp(window, { pointerId: 1 })
  await waitFor(() => expect(sent()).toEqual([{ item_id: '12', page_id: '1', parent_cat_id: '10', before_id: '0', was_cat_id: '0' }]))
  expect(await screen.findByText('“Overview” is now in “Orders”')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

it('a press that ends before the drag code has loaded is a normal click', async () => {
  await show()
  press('Errors')
  fireEvent.pointerUp(window, { pointerId: 1 })
  await vi.dynamicImportSettled()
  to(75)
  expect(ghost()).toBeNull()
})

it.each([
  ['readers', { item_edit: false, item_manage: false }],
  ['users of an archived item', { is_archived: '1', item_edit: false }],
])('%s cannot drag rows and see no tools below the tree', async (_who, more) => {
  await show(more)
  press('Overview')
  await vi.dynamicImportSettled()
  to(75)
  expect(ghost()).toBeNull()
  expect(screen.queryByRole('link', { name: 'Arrange catalogs' })).toBeNull()
})

it('a new catalog is created next to the current page by default', async () => {
  await show()
  answer(api.catalog.save, {
    cat_id: '50',
    cat_name: 'Returns',
    item_id: '12',
    s_number: '99',
    parent_cat_id: '0',
    level: '2',
    addtime: '1',
  })
  expect(screen.getByRole('link', { name: 'Arrange catalogs' }).getAttribute('href')).toBe('/catalog/12')
  fireEvent.click(screen.getByRole('button', { name: 'New catalog' }))
  const name = await screen.findByLabelText('Name')
  expect(screen.getByLabelText<HTMLSelectElement>('Inside').value).toBe('0')
  fireEvent.change(name, { target: { value: 'Returns' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create the catalog' }))
  expect(await screen.findByText('“Returns” has been created')).toBeVisible()
})
