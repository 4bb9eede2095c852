// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { EditingSession, PanelName } from '../session.ts'
import { CatalogItems, EditorCatalog, readablePaths } from './catalog.tsx'
import { NewCatalogDialog } from './new-catalog.tsx'

const catalog = (cat_id: string, cat_name: string, parent_cat_id = '0', level = '2') => ({
  cat_id,
  cat_name,
  parent_cat_id,
  level,
  item_id: '7',
  s_number: '1',
  addtime: '',
})
const orders = [catalog('3', 'Orders'), catalog('4', 'Orders/In/Out', '3', '3'), catalog('5', 'Orders/In/Out/Lines', '4', '4')]

interface ChoiceProps {
  first: string
  edit_cats?: string[] | null
}
function Choice({ first, edit_cats = null }: ChoiceProps) {
  const [value, setValue] = useState(first)
  const [panel, show] = useState<PanelName>()
  const session = {
    item: { item_id: '7', edit_cats },
    show,
    read: () => ({ title: '', text: '', cat_id: value }),
    setCatalog: setValue,
  } as unknown as EditingSession
  return (
    <>
      <EditorCatalog item={session.item} value={value} onChange={setValue} />
      <Menu label="More" button={(opener) => <button type="button" {...opener} aria-label="More" />}>
        <CatalogItems session={session} />
      </Menu>
      {panel === 'newCatalog' && <NewCatalogDialog session={session} onClose={() => show(undefined)} />}
    </>
  )
}
const choose = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(screen.getByRole('menuitem', { name }))
}
const show = (first = '0', edit_cats: string[] | null = null) => open(<Choice {...{ first, edit_cats }} />, '/page/edit/7/0')
const select = () => screen.getByLabelText<HTMLSelectElement>('Catalog')
const options = () => [...select().options].map((option) => option.text)

beforeEach(() => {
  resetAnswers()
  answer(api.catalog.catListName, orders)
})
afterEach(cleanup)

it('shows every catalog by its full path', async () => {
  show('5')
  await waitFor(() => expect(options()).toEqual(['(top level)', 'Orders', 'Orders / In/Out', 'Orders / In/Out / Lines']))
  expect(select().selectedOptions[0]?.text).toBe('Orders / In/Out / Lines')
  // The label is shortened in its middle.
  expect(screen.getByText('Orders / … / Lines')).toBeVisible()
  fireEvent.change(select(), { target: { value: '3' } })
  expect(select().value).toBe('3')
  expect(screen.getByText('Orders', { selector: 'span' })).toBeVisible()
  expect(readablePaths([catalog('8', 'A/B', '9')])[0]?.cat_name).toBe('A/B')
})

it('offers a member with one catalog only this catalog and its descendants', async () => {
  answer(api.catalog.catListName, [catalog('2', 'Guides'), ...orders, catalog('6', 'Stock')])
  show('3', ['3', '4'])
  await waitFor(() => expect(options()).toEqual(['Orders', 'Orders / In/Out', 'Orders / In/Out / Lines']))
  choose('New catalog')
  const inside = within(screen.getByRole('dialog', { name: 'New catalog' })).getByLabelText<HTMLSelectElement>('Inside')
  expect([...inside.options].map(({ text }) => text)).toEqual(['Orders', 'Orders / In/Out'])
  expect(inside.selectedOptions[0]?.text).toBe('Orders')
})

it('refreshes the catalogs on request and reports a failure', async () => {
  show()
  await waitFor(() => expect(options()).toHaveLength(4))
  answer(api.catalog.catListName, [...orders, catalog('6', 'Stock')])
  choose('Refresh the catalogs')
  await waitFor(() => expect(options()).toContain('Stock'))
  refuse(api.catalog.catListName, 'unexpected', 'Something went wrong')
  choose('Refresh the catalogs')
  expect(await screen.findByText('The catalogs could not be loaded')).toBeVisible()
  expect(options()).toContain('Stock')
})

it('creates a catalog inside the chosen one and moves the page there', async () => {
  show('3')
  await waitFor(() => expect(options()).toHaveLength(4))
  answer(api.catalog.save, catalog('9', 'Returns', '3', '3'))
  answer(api.catalog.catListName, [...orders, catalog('9', 'Orders/Returns', '3', '3')])
  choose('New catalog')
  const dialog = screen.getByRole('dialog', { name: 'New catalog' })
  expect([...within(dialog).getByLabelText<HTMLSelectElement>('Inside').options].map(({ text }) => text)).toEqual([
    '(top level)',
    'Orders',
    'Orders / In/Out',
  ])
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' Returns ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create the catalog' }))
  await waitFor(() => expect(select().selectedOptions[0]?.text).toBe('Orders / Returns'))
  expect(sentRequests.find(({ path }) => path === 'catalog/save')?.fields).toMatchObject({
    item_id: '7',
    cat_name: 'Returns',
    parent_cat_id: '3',
  })
})
