// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { keyDown } from '../test/drag-keys.ts'
import { open } from '../test/screen.tsx'
import { Upload } from '../test/upload.ts'
import type { Tile } from './item-search.ts'
import { ItemsScreen } from './screen.tsx'

const tile = (item_id: string, item_name: string, more: Partial<Tile> = {}): Tile => ({
  item_id,
  item_name,
  uid: '1',
  item_domain: '',
  item_type: '1',
  last_update_time: String(Math.floor(Date.now() / 1000) - 7200),
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
const hit = (item_id: string, page_id: string, page_title: string, search_content: string) => ({
  page_id,
  page_title,
  search_content,
  author_uid: '1',
  author_username: 'lena',
  item_id,
  cat_id: '0',
  s_number: '1',
  page_comments: '',
  is_del: '0',
  addtime: '2026-11-20 10:00:00',
  item_name: '',
})
const three = [
  tile('7', 'Order Service API', { item_description: 'Reservations and shipments', item_domain: 'orders' }),
  tile('8', '数据字典', { item_type: '4', is_private: 1, manage: 0 }),
  tile('9', 'Release notes', { item_type: '2', is_archived: '1' }),
]

const show = (address = '/item/index') => open(<ItemsScreen />, address)
const card = async (name: string) => (await screen.findByRole('link', { name })).closest('li') as HTMLElement
const search = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
const searches = () => sentRequests.filter((call) => call.path === 'item/searchMine').map((call) => call.fields)
const cards = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

beforeEach(() => {
  answer(api.item.myList, three)
  answer(api.itemGroup.getList, [])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  resetAnswers()
})

describe('the cards', () => {
  it('show kind, time, privacy and archived state, and link to the item by its domain or id', async () => {
    show()
    const orders = within(await card('Order Service API'))
    expect(orders.getByRole('link', { name: 'Order Service API' }).getAttribute('href')).toBe('/orders')
    expect(orders.getByText('Pages')).toBeVisible()
    expect(orders.getByText('2 hours ago')).toBeVisible()
    expect(orders.queryByLabelText('Private')).toBeNull()
    const words = within(await card('数据字典'))
    expect(words.getByRole('link', { name: '数据字典' }).getAttribute('href')).toBe('/8')
    expect(words.getByText('Spreadsheet')).toBeVisible()
    expect(words.getByLabelText('Private')).toBeVisible()
    const notes = within(await card('Release notes'))
    expect(notes.getByText('Single page')).toBeVisible()
    expect(notes.getByText('Archived')).toBeVisible()
  })

  it('link to the settings only for users who manage the item', async () => {
    show()
    const settings = await screen.findByRole('link', { name: 'Settings of Order Service API' })
    expect(settings.getAttribute('href')).toBe('/item/setting/7')
    expect(screen.queryByRole('link', { name: 'Settings of 数据字典' })).toBeNull()
  })

  it('show a load error and a retry', async () => {
    refuse(api.item.myList, 'unexpected', 'Out of order')
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order')
    answer(api.item.myList, three)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await card('Release notes')).toBeTruthy()
  })
})

const group = (id: string, group_name: string, item_ids: string) => ({
  id,
  group_name,
  item_ids,
  uid: '1',
  s_number: '1',
  created_at: '2026-11-20 10:00:00',
  updated_at: '2026-11-20 10:00:00',
})
const chip = (name: RegExp) => screen.findByRole('radio', { name }) as Promise<HTMLInputElement>

describe('the groups', () => {
  const six = [...three, tile('10', 'Runbooks'), tile('11', 'Partners'), tile('12', 'Onboarding')]
  const lists = () => sentRequests.filter((call) => call.path === 'item/myList').map((call) => call.fields['item_group_id'])

  beforeEach(() => {
    answer(api.itemGroup.getList, [group('3', 'Platform', '8,7,404'), group('4', 'Empty', '')])
    answer(api.item.myList, ({ item_group_id }) =>
      item_group_id === '3' ? [three[1], three[0]].flatMap((item) => item ?? []) : item_group_id === '4' ? [] : six,
    )
  })

  it('are hidden while there are few items', async () => {
    answer(api.item.myList, six.slice(0, 5))
    show()
    await card('Partners')
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })

  it('show their counts and their items in group order, and the choice is stored', async () => {
    show()
    expect((await chip(/^All/)).checked).toBe(true)
    expect((await chip(/^All/)).closest('label')?.textContent).toBe('All6')
    expect((await chip(/^Platform/)).closest('label')?.textContent).toBe('Platform2')
    expect(screen.getByRole('link', { name: 'Groups' }).getAttribute('href')).toBe('/item/group/index')
    fireEvent.click(await chip(/^Platform/))
    await waitFor(() => expect(cards()).toEqual(['数据字典', 'Order Service API']))
    cleanup()
    sentRequests.length = 0
    show()
    await waitFor(() => expect(cards()).toEqual(['数据字典', 'Order Service API']))
    expect((await chip(/^Platform/)).checked).toBe(true)
    expect(lists()).toEqual([undefined, '3'])
  })

  it('are shown for few items too while one is chosen, and the choice is dropped when it is deleted', async () => {
    localStorage.setItem('sheaf.item-group', '3')
    show()
    expect((await chip(/^Platform/)).checked).toBe(true)
    cleanup()
    answer(api.itemGroup.getList, [])
    show()
    await waitFor(() => expect(cards()).toHaveLength(6))
    expect((await chip(/^All/)).checked).toBe(true)
  })

  it('offer a next step when one is empty or a search finds nothing in it', async () => {
    answer(api.item.searchMine, { pages: [], has_more: false })
    show()
    fireEvent.click(await chip(/^Empty/))
    expect(await screen.findByText('No items in “Empty” yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Choose items' }).getAttribute('href')).toBe('/item/group/index?edit=4')
    search('z')
    fireEvent.click(await screen.findByRole('button', { name: 'Search all items' }))
    search('Run')
    await waitFor(() => expect(cards()).toEqual(['Runbooks']))
  })
})

const press = async (code: string) => {
  await keyDown(document.activeElement ?? document.body, code)
}
async function moveDown(name: string) {
  const grip = await screen.findByRole('button', { name: `Move ${name}` })
  grip.focus()
  await press('Space')
  await press('ArrowRight')
  await press('Space')
}

describe('the order', () => {
  it('is changed by keyboard, shown immediately and saved for the group', async () => {
    answer(api.item.sort, [])
    show()
    await moveDown('Order Service API')
    await waitFor(() => expect(cards()).toEqual(['数据字典', 'Order Service API', 'Release notes']))
    const sorted = sentRequests.filter((call) => call.path === 'item/sort').map((call) => call.fields)
    expect(sorted.map(({ data = '', item_group_id }) => [JSON.parse(data), item_group_id])).toEqual([[{ 8: 1, 7: 2, 9: 3 }, '0']])
  })

  it('is restored with an alert when it could not be saved', async () => {
    refuse(api.item.sort, 'unexpected', 'The disk is full')
    show()
    await card('Release notes')
    // An item added meanwhile proves that the list was fetched again.
    answer(api.item.myList, [...three, tile('20', 'Capacity')])
    await moveDown('Order Service API')
    expect((await screen.findByRole('alert')).textContent).toContain('The new order was not savedThe disk is full')
    await waitFor(() => expect(cards()).toEqual(['Order Service API', '数据字典', 'Release notes', 'Capacity']))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  })

  it('cannot be changed while searching', async () => {
    show()
    await screen.findByRole('button', { name: 'Move Release notes' })
    search('e')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull())
  })
})

describe('leaving', () => {
  it('is offered to members and requires a confirmation with the name', async () => {
    answer(api.item.myList, [...three, tile('20', 'Capacity', { creator: 0, manage: 0 })])
    answer(api.item.exitItem, [])
    show()
    await card('Capacity')
    expect(screen.queryByRole('button', { name: 'Leave Order Service API' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Leave Capacity' }))
    expect(screen.getByRole('dialog', { name: 'Leave “Capacity”?' })).toBeVisible()
    expect(sentRequests.some((call) => call.path === 'item/exitItem')).toBe(false)
    answer(api.item.myList, three)
    fireEvent.click(screen.getByRole('button', { name: 'Leave the item' }))
    await waitFor(() => expect(cards()).toHaveLength(3))
    expect(sentRequests.find((call) => call.path === 'item/exitItem')?.fields).toEqual({ item_id: '20' })
  })
})

describe('the search', () => {
  it('is shown for more than one item', async () => {
    answer(api.item.myList, three.slice(0, 1))
    show()
    await card('Order Service API')
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.getByRole('link', { name: 'New item' }).getAttribute('href')).toBe('/item/add')
    cleanup()
    answer(api.item.myList, three.slice(0, 2))
    show()
    await card('数据字典')
    expect(screen.getByRole('searchbox')).toBeVisible()
  })

  it('filters names and descriptions immediately, even by one letter, without a request', async () => {
    show()
    await card('Order Service API')
    search('z')
    expect(await screen.findByText('Nothing found for “z”')).toBeVisible()
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear the search' }).at(-1) as HTMLElement)
    await waitFor(() => expect(cards()).toHaveLength(3))
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
    search('v')
    await waitFor(() => expect(cards()).toEqual(['Order Service API']))
    expect(searches()).toEqual([])
  })

  it('is focused by the slash key and cleared by Escape', async () => {
    show()
    await card('Order Service API')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    search('zzz')
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })
    await waitFor(() => expect(cards()).toHaveLength(3))
  })

  it('searches all items with one request and lists the pages by item with highlighted words', async () => {
    answer(api.item.searchMine, {
      pages: [
        hit('9', '50', 'Version 2', 'an order'),
        hit('7', '31', 'Create an order', 'reserves stock for one order'),
        hit('99', '60', 'Of an item that is not listed', 'order'),
      ],
      has_more: false,
    })
    show()
    await card('Order Service API')
    search('order')
    const link = await screen.findByRole('link', { name: /Create an order/ })
    expect(link.getAttribute('href')).toBe('/orders/31')
    expect([...link.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['order', 'order'])
    expect(searches()).toEqual([{ keyword: 'order' }])
    const pages = within(screen.getByRole('region', { name: 'In the pages' }))
    expect(pages.getAllByRole('heading', { level: 3 }).map((item) => item.textContent)).toEqual([
      expect.stringContaining('Order Service API'),
      expect.stringContaining('Release notes'),
    ])
    expect(pages.getByText('2 pages')).toBeVisible()
  })

  it('needs only one Chinese character, after composition', async () => {
    answer(api.item.searchMine, { pages: [hit('8', '40', '订单', '订')], has_more: false })
    show()
    await card('Order Service API')
    const box = screen.getByRole('searchbox')
    fireEvent.compositionStart(box)
    search('ding')
    expect(cards()).toHaveLength(3)
    search('订')
    fireEvent.compositionEnd(box)
    expect((await screen.findByRole('link', { name: /订单/ })).getAttribute('href')).toBe('/8/40')
  })

  it('searches only the items of the chosen group', async () => {
    answer(api.itemGroup.getList, [group('3', 'Work', '7,8')])
    answer(api.item.searchMine, { pages: [hit('7', '31', 'Create an order', '')], has_more: false })
    localStorage.setItem('sheaf.item-group', '3')
    show()
    await chip(/^Work/)
    search('order')
    await screen.findByRole('link', { name: /Create an order/ })
    expect(searches()).toEqual([{ keyword: 'order', item_group_id: '3' }])
  })

  it('discards a response to an outdated query', async () => {
    let late = (_: string) => {}
    answer(api.item.searchMine, async ({ keyword = '' }) => {
      if (keyword === 'old words') await new Promise((resolve) => (late = resolve))
      return { pages: [hit('7', '31', `Of ${keyword}`, '')], has_more: false }
    })
    show()
    await card('Order Service API')
    search('old words')
    await waitFor(() => expect(searches()).toHaveLength(1))
    search('new')
    expect(await screen.findByRole('link', { name: /Of new/ })).toBeVisible()
    late('')
    await waitFor(() => expect(screen.queryByRole('link', { name: /Of old words/ })).toBeNull())
    expect(screen.getByRole('link', { name: /Of new/ })).toBeVisible()
  })

  it('shows why it failed, with a retry button', async () => {
    refuse(api.item.searchMine, 'tooMany', 'Please wait a moment')
    show()
    await card('Order Service API')
    search('order')
    expect((await screen.findByRole('alert')).textContent).toContain('The pages could not be searched. Please wait a moment')
    answer(api.item.searchMine, { pages: [hit('9', '50', 'Version 2', 'order')], has_more: false })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /Version 2/ })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('reports that only the best matches are listed when there are more', async () => {
    answer(api.item.searchMine, { pages: [hit('7', '31', 'Create an order', 'order')], has_more: true })
    show()
    await card('Order Service API')
    search('order')
    expect(await screen.findByText('The 1 best matches. Add a word to narrow the search.')).toBeVisible()
  })

  it('shows five pages of an item and then the others', async () => {
    const pages = Array.from({ length: 7 }, (_, n) => hit('7', String(n), `Chapter ${n}`, 'order'))
    answer(api.item.searchMine, { pages, has_more: false })
    show('/item/index?q=order')
    await screen.findByRole('link', { name: /Chapter 4/ })
    expect(screen.queryByRole('link', { name: /Chapter 5/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show 2 more pages' }))
    expect(screen.getByRole('link', { name: /Chapter 6/ })).toBeVisible()
  })
})

describe('the first visit', () => {
  beforeEach(() => answer(api.item.myList, []))

  it('offers to import and to create', async () => {
    show()
    expect((await screen.findByRole('link', { name: 'Choose a file' })).getAttribute('href')).toBe('/item/add?tab=import')
    expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/item/add')
  })

  it('creates an example item from the manual and opens it', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Open' }))
    await waitFor(() => expect(Upload.all).toHaveLength(1))
    expect(sentRequests.map(({ path }) => path)).toContain('/manual/en.zip')
    expect([Upload.last.address, Upload.last.body.get('password')]).toEqual(['/api/import/auto', ''])
    await Upload.last.answers({ item_id: '77', item_name: 'Sheaf manual' })
    expect(await screen.findByText('now at /77')).toBeVisible()
  })
})
