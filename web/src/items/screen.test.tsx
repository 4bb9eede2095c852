// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { keyDown } from '../test/drag-keys.ts'
import { open } from '../test/screen.tsx'
import { Upload } from '../test/upload.ts'
import type { Latest } from './card.tsx'
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
/** The names of the cards, in their order. */
const cards = () => [...document.querySelectorAll('.ic h3 a')].map((link) => link.textContent)
const menuOf = async (name: string) => {
  fireEvent.click(within(await card(name)).getByRole('button', { name: `More on ${name}` }))
  return within(screen.getByRole('menu'))
}
const latest = (item_id: string, page_title: string, more: Partial<Latest> = {}): Latest => ({
  item_id,
  page_id: `${item_id}0`,
  page_title,
  author_username: 'lena',
  author_name: 'lena',
  addtime: String(Math.floor(Date.now() / 1000) - 7200),
  is_unread: 0,
  ...more,
})

beforeEach(() => {
  answer(api.item.myList, three)
  answer(api.itemGroup.getList, [])
  answer(api.item.latest, [])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  resetAnswers()
  Upload.all = []
})

describe('the cards', () => {
  it('show kind, time, privacy and archived state, and link to the item by its domain or id', async () => {
    show()
    const orders = within(await card('Order Service API'))
    expect(orders.getByRole('link', { name: 'Order Service API' }).getAttribute('href')).toBe('/orders')
    expect(orders.getByLabelText('Pages')).toBeVisible()
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

  it('show the page changed last, by whom and when, and whether it is unread', async () => {
    answer(api.item.latest, [
      latest('7', 'Create an order', { is_unread: 1 }),
      latest('8', 'orders', { author_username: 'marc', author_name: 'Marc Aubry' }),
      // ShowDoc has pages without a time.
      latest('11', 'page_history', { addtime: '0' }),
    ])
    answer(api.item.myList, [...three, tile('10', 'Runbooks'), tile('11', 'Data dictionary')])
    show()
    const orders = await card('Order Service API')
    expect(orders.querySelector('.change')?.textContent).toBe('Create an orderlena2 hours ago')
    expect(within(orders).getByRole('img', { name: 'Changed since your last visit' })).toBeVisible()
    expect((await menuOf('Order Service API')).getByRole('menuitem', { name: 'Open the page changed last' }).getAttribute('href')).toBe(
      '/orders/70',
    )
    expect((await card('数据字典')).querySelector('.change')?.textContent).toBe('SpreadsheetMarc Aubry (marc)2 hours ago')
    expect(within(await card('数据字典')).queryByRole('img', { name: 'Changed since your last visit' })).toBeNull()
    expect(within(await card('Runbooks')).getByText('No pages yet')).toBeVisible()
    expect((await card('Data dictionary')).querySelector('.change')?.textContent).toBe('page_historylena')
  })

  it('are complete without the latest changes when these could not be loaded', async () => {
    refuse(api.item.latest, 'unexpected', 'Out of order')
    show()
    expect(within(await card('Order Service API')).getByText('2 hours ago')).toBeVisible()
    expect(screen.queryByText('No pages yet')).toBeNull()
  })

  it('wrap the identifiers of a name, and keep a description in one line', async () => {
    answer(api.item.myList, [tile('7', 'com.example.warehouse', { item_description: 'com.example.warehouse.orders' })])
    show()
    const named = await card('com.example.warehouse')
    expect(named.querySelectorAll('h3 wbr')).toHaveLength(2)
    expect(named.querySelector('.about wbr')).toBeNull()
  })

  it('show a name that is cut to the mouse and to the keyboard', async () => {
    show()
    const link = within(await card('Release notes')).getByRole('link', { name: 'Release notes' })
    fireEvent.pointerEnter(link)
    expect(link).not.toHaveAttribute('data-tip')
    vi.spyOn(link, 'scrollHeight', 'get').mockReturnValue(66)
    fireEvent.focus(link)
    expect(link).toHaveAttribute('data-tip', 'Release notes')
  })

  it('ask only users who manage an item for a missing description', async () => {
    show()
    expect(within(await card('Release notes')).queryByRole('link', { name: 'Add a description' })).toBeNull()
    expect(within(await card('数据字典')).queryByRole('link', { name: 'Add a description' })).toBeNull()
    cleanup()
    answer(api.item.myList, [tile('10', 'Runbooks')])
    show()
    expect(
      within(await card('Runbooks'))
        .getByRole('link', { name: 'Add a description' })
        .getAttribute('href'),
    ).toBe('/item/setting/10')
  })

  it('link to the settings only for users who manage the item', async () => {
    answer(api.item.myList, [...three, tile('20', 'Capacity', { creator: 0, manage: 0 })])
    show()
    const settings = (await menuOf('Order Service API')).getByRole('menuitem', { name: 'Settings' })
    expect(settings.getAttribute('href')).toBe('/item/setting/7')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect((await menuOf('Capacity')).queryByRole('menuitem', { name: 'Settings' })).toBeNull()
  })

  it('become a list, and the choice is stored', async () => {
    show()
    await card('Release notes')
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    expect((await card('Release notes')).closest('ul')?.className).toBe('item-grid rows')
    cleanup()
    show()
    expect((await card('Release notes')).closest('ul')?.className).toBe('item-grid rows')
    expect(screen.getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Cards' }))
    expect((await card('Release notes')).closest('ul')?.className).toBe('item-grid')
  })

  it('move the focus by arrow keys, Home and End', async () => {
    show()
    const link = async (name: string) => within(await card(name)).getByRole('link', { name })
    ;(await link('Order Service API')).focus()
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    press('ArrowRight')
    expect(document.activeElement).toBe(await link('数据字典'))
    press('End')
    expect(document.activeElement).toBe(await link('Release notes'))
    press('ArrowRight')
    expect(document.activeElement).toBe(await link('Release notes'))
    press('ArrowLeft')
    press('Home')
    expect(document.activeElement).toBe(await link('Order Service API'))
  })

  it('are rendered in steps when there are hundreds', async () => {
    answer(
      api.item.myList,
      Array.from({ length: 50 }, (_, n) => tile(String(n + 1), `Item ${n + 1}`)),
    )
    const counts: number[] = []
    const observer = new MutationObserver(() => counts.push(document.querySelectorAll('.ic:not(.wait)').length))
    observer.observe(document.body, { childList: true, subtree: true })
    show()
    await waitFor(() => expect(cards()).toHaveLength(50))
    observer.disconnect()
    expect([...new Set(counts)].filter(Boolean)).toEqual([24, 48, 50])
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

describe('favourites', () => {
  it('come first, and are changed by the star of a card at once', async () => {
    const tiles = three.map((item) => ({ ...item, top: item.item_id === '9' ? 1 : 0 }))
    answer(api.item.myList, tiles)
    show()
    await card('Release notes')
    expect(cards()).toEqual(['Release notes', 'Order Service API', '数据字典'])
    expect(within(screen.getByRole('region', { name: 'Favourites' })).getAllByRole('listitem')).toHaveLength(1)
    expect(within(screen.getByRole('region', { name: 'Other items' })).getAllByRole('listitem')).toHaveLength(2)
    let stored = (_: string) => {}
    answer(api.item.top, () => new Promise((resolve) => (stored = () => resolve([]))))
    const star = screen.getByRole('button', { name: 'Add 数据字典 to the favourites' })
    star.focus()
    fireEvent.click(star)
    await waitFor(() => expect(cards()).toEqual(['数据字典', 'Release notes', 'Order Service API']))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove 数据字典 from the favourites' }))
    answer(
      api.item.myList,
      tiles.map((item) => ({ ...item, top: 1 })),
    )
    stored('')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Other items' })).toBeNull())
    expect(sentRequests.find((call) => call.path === 'item/top')?.fields).toEqual({ item_id: '8', action: 'top' })
  })

  it('return to what the server has after an error', async () => {
    refuse(api.item.top, 'unexpected', 'The disk is full')
    show()
    await card('Release notes')
    fireEvent.click(screen.getByRole('button', { name: 'Add Release notes to the favourites' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The favourites were not savedThe disk is full')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Favourites' })).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
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
    expect((await menuOf('Order Service API')).queryByRole('menuitem', { name: 'Leave the item' })).toBeNull()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    fireEvent.click((await menuOf('Capacity')).getByRole('menuitem', { name: 'Leave the item' }))
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
    fireEvent.input(box, { target: { value: 'ding' }, isComposing: true })
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

  it('adds the example item and opens it', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Add the example item' }))
    await waitFor(() => expect(Upload.all).toHaveLength(1))
    expect(sentRequests.map(({ path }) => path)).toContain('/example/en.zip')
    expect([Upload.last.address, Upload.last.body.get('password')]).toEqual(['/api/import/auto', ''])
    answer(api.item.update, 77)
    await Upload.last.answers({ item_id: '77', item_name: 'Order Service API (example)' })
    expect(await screen.findByText('now at /77')).toBeVisible()
    const described = sentRequests.find((call) => call.path === 'item/update')
    expect(described?.fields).toMatchObject({ item_id: '77', item_name: 'Order Service API (example)' })
    expect(described?.fields['item_description']).toContain('API pages')
  })

  it('repeats the example without an answer as the same, so that there is one', async () => {
    show()
    const add = await screen.findByRole('button', { name: 'Add the example item' })
    fireEvent.click(add)
    await waitFor(() => expect(Upload.all).toHaveLength(1))
    await act(async () => Upload.last.onerror())
    await screen.findByText(/cannot be reached/)
    fireEvent.click(screen.getByRole('button', { name: 'Add the example item' }))
    await waitFor(() => expect(Upload.all).toHaveLength(2))
    expect(Upload.all[1]?.body.get('request_id')).toBe(Upload.all[0]?.body.get('request_id'))
  })
})
