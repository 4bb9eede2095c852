// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, asked, forgetAnswers, refuse } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import type { Tile } from './item-search.ts'
import { ItemsScreen } from './items-screen.tsx'

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
const searches = () => asked.filter((call) => call.path === 'item/search').map((call) => call.fields)
const cards = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)

beforeEach(() => answer(api.item.myList, three))
afterEach(() => {
  cleanup()
  forgetAnswers()
})

describe('the cards', () => {
  it('tell kind, time, lock and archive, and lead to the item by its domain or number', async () => {
    show()
    const orders = within(await card('Order Service API'))
    expect(orders.getByRole('link', { name: 'Order Service API' }).getAttribute('href')).toBe('/orders')
    expect(orders.getByText('Pages')).toBeTruthy()
    expect(orders.getByText('2 hours ago')).toBeTruthy()
    expect(orders.queryByLabelText('Private')).toBeNull()
    const words = within(await card('数据字典'))
    expect(words.getByRole('link', { name: '数据字典' }).getAttribute('href')).toBe('/8')
    expect(words.getByText('Spreadsheet')).toBeTruthy()
    expect(words.getByLabelText('Private')).toBeTruthy()
    const notes = within(await card('Release notes'))
    expect(notes.getByText('Single page')).toBeTruthy()
    expect(notes.getByText('Archived')).toBeTruthy()
  })

  it('show the settings to those who manage the item only', async () => {
    show()
    const settings = await screen.findByRole('link', { name: 'Settings of Order Service API' })
    expect(settings.getAttribute('href')).toBe('/item/setting/7')
    expect(screen.queryByRole('link', { name: 'Settings of 数据字典' })).toBeNull()
  })

  it('say what is wrong and try again', async () => {
    refuse(api.item.myList, 500, 'Out of order')
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order')
    answer(api.item.myList, three)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await card('Release notes')).toBeTruthy()
  })
})

describe('the search', () => {
  it('is there for more than one item', async () => {
    answer(api.item.myList, three.slice(0, 1))
    show()
    await card('Order Service API')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('filters names and descriptions at once, also by one letter, without asking the server', async () => {
    show()
    await card('Order Service API')
    search('z')
    expect(await screen.findByText('Nothing found for “z”')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear the search' }).at(-1) as HTMLElement)
    await waitFor(() => expect(cards()).toHaveLength(3))
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
    search('v')
    await waitFor(() => expect(cards()).toEqual(['Order Service API']))
    expect(searches()).toEqual([])
  })

  it('takes the slash key and gives way to Escape', async () => {
    show()
    await card('Order Service API')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    search('zzz')
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })
    await waitFor(() => expect(cards()).toHaveLength(3))
  })

  it('looks inside every item and lists the pages under their item, words marked', async () => {
    answer(api.item.search, ({ item_id = '' }) => ({
      item_id: Number(item_id),
      item_name: 'x',
      pages: item_id === '7' ? [hit('7', '31', 'Create an order', 'reserves stock for one order')] : [],
    }))
    show()
    await card('Order Service API')
    search('order')
    const link = await screen.findByRole('link', { name: /Create an order/ })
    expect(link.getAttribute('href')).toBe('/orders/31')
    expect([...link.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['order', 'order'])
    expect(searches().map(({ item_id, keyword }) => `${item_id} ${keyword}`)).toEqual(['7 order', '8 order', '9 order'])
    expect(within(screen.getByRole('region', { name: 'In the pages' })).getAllByText('1 page')).toHaveLength(2)
  })

  it('needs one Chinese character only, once it is composed', async () => {
    answer(api.item.search, ({ item_id = '' }) => ({
      item_id: Number(item_id),
      item_name: 'x',
      pages: [hit('8', '40', '订单', '订')].slice(item_id === '8' ? 0 : 1),
    }))
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

  it('never has more than four questions open and forgets them when the text changes', async () => {
    const many = Array.from({ length: 9 }, (_, n) => tile(String(n + 1), `Item ${n + 1}`))
    answer(api.item.myList, many)
    const waiting: (() => void)[] = []
    answer(api.item.search, async ({ item_id = '', keyword = '' }) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { item_id: Number(item_id), item_name: 'x', pages: [hit(item_id, item_id, `${keyword} in ${item_id}`, '')] }
    })
    show()
    await card('Item 1')
    search('old words')
    await waitFor(() => expect(waiting).toHaveLength(4))
    search('new')
    for (const go of waiting.splice(0)) go()
    await waitFor(() => expect(waiting).toHaveLength(4))
    expect(searches().filter(({ keyword }) => keyword === 'old words')).toHaveLength(4)
    while (searches().length < 13 || waiting.length) {
      for (const go of waiting.splice(0)) go()
      await new Promise((resolve) => setTimeout(resolve))
    }
    expect(await screen.findByRole('link', { name: 'new in 9' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /old words in/ })).toBeNull()
  })

  it('leaves out an item that refuses, and stops with a way on when the server wants a pause', async () => {
    let tooMany = true
    answer(api.item.search, ({ item_id = '' }) => ({
      item_id: Number(item_id),
      item_name: 'x',
      pages: [hit('9', '50', 'Version 2', 'order')].slice(item_id === '9' ? 0 : 1),
    }))
    const plain = globalThis.fetch
    globalThis.fetch = (async (address: string, init: RequestInit) => {
      const item_id = (init.body as URLSearchParams | undefined)?.get('item_id')
      if (address.endsWith('item/search') && item_id === '8') return Response.json({ error_code: 10303, error_message: 'no', data: null })
      if (address.endsWith('item/search') && item_id === '9' && tooMany)
        return Response.json({ error_code: 429, error_message: 'Please wait a moment', data: null })
      return plain(address, init)
    }) as typeof fetch
    show()
    await card('Order Service API')
    search('order')
    expect((await screen.findByRole('alert')).textContent).toContain('Please wait a moment 1 item has not been searched yet.')
    tooMany = false
    fireEvent.click(screen.getByRole('button', { name: 'Search the rest' }))
    expect(await screen.findByRole('link', { name: /Version 2/ })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    globalThis.fetch = plain
  })

  it('shows five pages of an item and then the others', async () => {
    answer(api.item.search, ({ item_id = '' }) => ({
      item_id: Number(item_id),
      item_name: 'x',
      pages: item_id === '7' ? Array.from({ length: 7 }, (_, n) => hit('7', String(n), `Chapter ${n}`, 'order')) : [],
    }))
    show('/item/index?q=order')
    await screen.findByRole('link', { name: /Chapter 4/ })
    expect(screen.queryByRole('link', { name: /Chapter 5/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show 2 more pages' }))
    expect(screen.getByRole('link', { name: /Chapter 6/ })).toBeTruthy()
  })
})

describe('the first visit', () => {
  beforeEach(() => answer(api.item.myList, []))

  it('offers to import and to create', async () => {
    show()
    expect((await screen.findByRole('link', { name: 'Choose a file' })).getAttribute('href')).toBe('/item/add?tab=import')
    expect(screen.getByRole('link', { name: 'Create' }).getAttribute('href')).toBe('/item/add')
  })

  it('makes an example and opens it', async () => {
    answer(api.item.add, { item_id: '77' })
    answer(api.catalog.save, { cat_id: '5', cat_name: '', item_id: '77', s_number: '1', parent_cat_id: '0', level: '2', addtime: '0' })
    answer(api.page.save, {} as Awaited<ReturnType<typeof api.page.save>>)
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Open' }))
    expect(await screen.findByText('now at /77')).toBeTruthy()
    const pages = asked.filter((call) => call.path === 'page/save')
    expect(pages.map(({ fields }) => [fields['page_title'], fields['cat_id']])).toEqual([
      ['Read me first', '0'],
      ['Create an order', '5'],
      ['Read an order', '5'],
      ['Error codes', '5'],
      ['Changelog', '5'],
    ])
  })
})
