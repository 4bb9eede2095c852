// @vitest-environment jsdom
import '../test/browser.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { addRecentPage, closePalette } from '../lib/search-state.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { anna, changes, hit, hits, textHit } from './palette.given.ts'
import { PaletteHost } from './palette-host.tsx'

function Anywhere() {
  const { pathname, hash, state } = useLocation()
  return (
    <>
      <p>{`here ${pathname}${hash} ${JSON.stringify(state)}`}</p>
      <input aria-label="something else" />
      <PaletteHost />
    </>
  )
}
const at = (address: string, account: Parameters<typeof open>[3] = anna) => open(<Anywhere />, address, '*', account)

const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const call = async () => {
  press('k', { ctrlKey: true })
  return (await screen.findByRole('combobox')) as HTMLInputElement
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const options = () => screen.queryAllByRole('option').map((option) => option.querySelector('b')?.textContent)
const chosen = () => screen.queryByRole('option', { selected: true })?.querySelector('b')?.textContent

beforeEach(() => {
  resetAnswers()
  localStorage.clear()
  answer(api.search.pages, [])
  answer(api.change.getList, changes([]))
  answer(api.search.all, hits)
  answer(api.search.item, { ...hits, items: [] })
})
afterEach(() => {
  act(closePalette)
  cleanup()
})

describe('the search from anywhere', () => {
  // Must be the first test: afterwards the search is already loaded.
  it('receives the keys typed before it was rendered', async () => {
    at('/item/index')
    const behind = screen.getByRole('textbox') as HTMLInputElement
    behind.focus()
    press('k', { ctrlKey: true })
    expect(screen.queryByRole('combobox')).toBe(null)
    const went = ['o', 'r', 'x', 'Backspace', 'd'].map((key) => press(key))
    expect(went).not.toContain(true)
    expect(((await screen.findByRole('combobox')) as HTMLInputElement).value).toBe('ord')
    await waitFor(() => expect(chosen()).toBe('Order Service'))
    expect(press('e')).toBe(true)
    act(closePalette)
    await waitFor(() => expect(screen.queryByRole('combobox')).toBe(null))
  })

  it('opens with Ctrl+K or Cmd+K, takes the focus, and returns it on Escape', async () => {
    at('/item/index')
    screen.getByRole('textbox').focus()
    const field = await call()
    expect(document.activeElement).toBe(field)
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBe(null))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'something else' }))
    press('k', { metaKey: true })
    expect(await screen.findByRole('combobox')).toBeVisible()
  })

  it('stays open when a text selection ends outside, and closes on a press outside', async () => {
    at('/item/index')
    const field = await call()
    type(field, 'order')
    const dialog = screen.getByRole('dialog')
    dialog.getBoundingClientRect = () => ({ left: 100, right: 500, top: 100, bottom: 300 }) as DOMRect
    fireEvent.pointerDown(field, { clientX: 200, clientY: 120 })
    fireEvent.click(dialog, { clientX: 20, clientY: 120 })
    expect(field.value).toBe('order')
    expect(screen.queryByRole('combobox')).toBe(field)
    fireEvent.pointerDown(dialog, { clientX: 20, clientY: 120 })
    fireEvent.click(dialog, { clientX: 20, clientY: 120 })
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('leaves Ctrl+K to a text field that handles it, and opens with Ctrl+Shift+F', async () => {
    at('/page/edit/12/48')
    const text = screen.getByRole('textbox')
    text.addEventListener('keydown', (event) => event.key === 'k' && event.preventDefault())
    text.focus()
    press('k', { ctrlKey: true })
    expect(screen.queryByRole('combobox')).toBe(null)
    press('F', { ctrlKey: true, shiftKey: true })
    expect(await screen.findByRole('combobox')).toBeVisible()
  })

  it('shows items, pages and headings with marks, and sends one request for quickly typed keys', async () => {
    at('/item/index')
    const field = await call()
    for (const text of ['o', 'or', 'ord', 'order']) type(field, text)
    await waitFor(() => expect(options()).toEqual(['Order Service', 'Create an order', 'Order states']))
    expect(sentRequests.filter(({ path }) => path === 'search/all').map(({ fields }) => fields)).toEqual([{ keyword: 'order' }])
    const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))
    expect(groups).toEqual(['Items', 'Pages', 'Headings'])
    expect([...document.querySelectorAll('[role=option] mark')].map((mark) => mark.textContent)).toEqual([
      'Order',
      'order',
      '<b>order</b>',
      'Order',
    ])
    expect(screen.getByText('3 hits')).toBeVisible()
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  })

  it('selects hits with the arrow keys, wraps around, and passes on the words to mark', async () => {
    at('/item/index')
    const field = await call()
    type(field, 'order')
    await waitFor(() => expect(chosen()).toBe('Order Service'))
    press('ArrowDown')
    expect(chosen()).toBe('Create an order')
    press('ArrowUp')
    press('ArrowUp')
    expect(chosen()).toBe('Order states')
    press('Enter')
    expect(await screen.findByText('here /orders/49#order-states {"searched":"order"}')).toBeVisible()
    expect(screen.queryByRole('combobox')).toBe(null)
  })

  it('opens a new tab with Ctrl+Enter, with the words in the address', async () => {
    const tab = vi.spyOn(window, 'open').mockReturnValue(null)
    at('/item/index')
    type(await call(), 'order')
    await waitFor(() => expect(chosen()).toBe('Order Service'))
    press('ArrowDown')
    press('Enter', { ctrlKey: true })
    expect(tab).toHaveBeenCalledWith('/orders/48?q=order', '_blank', 'noopener')
    expect(screen.getByRole('combobox')).toBeVisible()
  })

  it('opens the first hit when Enter was pressed before the response', async () => {
    at('/item/index')
    type(await call(), 'order')
    press('Enter')
    expect(await screen.findByText('here /orders null')).toBeVisible()
  })

  it('does not search during the composition of a Chinese word', async () => {
    at('/item/index')
    const field = await call()
    fireEvent.compositionStart(field)
    type(field, 'ding')
    await new Promise((done) => setTimeout(done, 200))
    expect(sentRequests.filter(({ path }) => path === 'search/all')).toEqual([])
    type(field, '订')
    fireEvent.compositionEnd(field)
    await waitFor(() => expect(sentRequests.at(-1)?.fields).toEqual({ keyword: '订' }))
  })

  it('never shows the response of an earlier keyword after a newer one', async () => {
    let slow = () => {}
    answer(api.search.all, async ({ keyword }) => {
      if (keyword === 'old') await new Promise<void>((done) => (slow = done))
      return { items: [], headings: [], instead: '', pages: [keyword === 'old' ? hit('1', 'Old') : hit('2', 'New')] }
    })
    at('/item/index')
    const field = await call()
    type(field, 'old')
    await waitFor(() => expect(sentRequests.at(-1)?.fields).toEqual({ keyword: 'old' }))
    type(field, 'new')
    await waitFor(() => expect(options()).toEqual(['New']))
    await act(async () => slow())
    expect(options()).toEqual(['New'])
  })

  it('names the words of the results when nothing has those of the keyword, and marks them on the page', async () => {
    answer(api.search.all, { items: [], headings: [], pages: [textHit], instead: 'order' })
    at('/item/index')
    type(await call(), 'orders')
    expect(await screen.findByText('Nothing found for “orders”. Results for “order”:')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Nothing found for “orders”. Results for “order”: 1 hit')
    expect(screen.getByRole('option')).toHaveAttribute('href', expect.stringContaining('q=order'))
    expect(screen.getByRole('option').getAttribute('href')).not.toContain('q=orders')
    press('Enter')
    expect(await screen.findByText(/"order"/)).toBeVisible()
  })

  it('shows when nothing is found, and when the search failed', async () => {
    answer(api.search.all, { items: [], pages: [], headings: [], instead: '' })
    at('/item/index')
    const field = await call()
    expect(await screen.findByText(/Type a word from a title/)).toBeVisible()
    type(field, 'xyz')
    expect(await screen.findAllByText('Nothing found for “xyz”')).toHaveLength(2)
    refuse(api.search.all, 'tooMany', 'Too many requests')
    type(field, 'xyzz')
    expect(await screen.findByText('Too many requests')).toBeVisible()
    answer(api.search.all, hits)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(options()).toHaveLength(3))
  })
})

describe('in an item', () => {
  it('searches the item first, and everything with Tab, hits of the item on top', async () => {
    answer(api.search.all, { ...hits, pages: [hit('7', 'Elsewhere'), { ...textHit, item_id: '12', item_domain: '' }] })
    at('/12/3')
    const field = await call()
    type(field, 'order')
    await waitFor(() => expect(options()).toEqual(['Create an order', 'Order states']))
    expect(sentRequests.at(-1)).toEqual({ path: 'search/item', fields: { item_id: '12', keyword: 'order' } })
    press('Tab')
    await waitFor(() =>
      expect(screen.getAllByRole('group', { name: /item|Pages|Headings/ }).map((group) => group.getAttribute('aria-label'))).toEqual([
        'In this item',
        'In other items',
        'Headings',
      ]),
    )
    expect(sentRequests.at(-1)).toEqual({ path: 'search/all', fields: { keyword: 'order' } })
    expect(screen.getByRole('button', { name: 'All items', pressed: true })).toBeVisible()
    press('Tab')
    expect(screen.getByRole('button', { name: 'This item', pressed: true })).toBeVisible()
  })

  it('offers to search everything when the item has no hits', async () => {
    answer(api.search.item, { items: [], pages: [], headings: [], instead: '' })
    at('/12/3')
    type(await call(), 'order')
    fireEvent.click(await screen.findByRole('button', { name: 'Search all items' }))
    await waitFor(() => expect(options()).toHaveLength(3))
  })

  it('visitors can only search the item', async () => {
    at('/12/3', null)
    type(await call(), 'order')
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'All items' })).toBe(null)
    expect(sentRequests.map(({ path }) => path)).toEqual(['search/item'])
  })

  it('visitors have no search outside of items', () => {
    at('/', null)
    press('k', { ctrlKey: true })
    expect(screen.queryByRole('combobox')).toBe(null)
  })
})

describe('before anything is typed', () => {
  const place = (page_id: string) => {
    const { page_title: _title, snippet: _snippet, ...rest } = hit(page_id, '')
    return { ...rest, page_title: `Page ${page_id}` }
  }
  const answerPages = () => answer(api.search.pages, ({ page_ids = '[]' }) => (JSON.parse(page_ids) as string[]).map((id) => place(id)))
  const asked = () => sentRequests.filter(({ path }) => path === 'change/getList').length

  it('lists the pages read last with their current titles, without the current page', async () => {
    for (const id of ['5', '6', '3']) addRecentPage(anna.uid, id)
    answerPages()
    at('/12/3')
    await call()
    const list = await screen.findByRole('group', { name: 'Recently read' })
    expect(
      within(list)
        .getAllByRole('option')
        .map((option) => option.querySelector('b')?.textContent),
    ).toEqual(['Page 6', 'Page 5'])
    expect(screen.queryByRole('group', { name: 'Recently changed' })).toBeNull()
    press('Enter')
    expect(await screen.findByText('here /orders/6 null')).toBeVisible()
  })

  it('fills the list to eight with the pages that changed last, each once, and the keyboard goes through both', async () => {
    for (const id of ['6', '5', '4', '3', '2']) addRecentPage(anna.uid, id)
    answerPages()
    answer(api.change.getList, changes(['3', '9', '7', '9', '8', '10', '11']))
    at('/item/index')
    await call()
    const changed = await screen.findByRole('group', { name: 'Recently changed' })
    expect(options()).toEqual(['Page 2', 'Page 3', 'Page 4', 'Page 5', 'Page 6', 'Page 9', 'Page 7', 'Page 8'])
    expect(within(changed).getAllByText('Order Service / Orders')).toHaveLength(3)
    press('ArrowUp')
    press('Enter')
    expect(await screen.findByText('here /orders/8 null')).toBeVisible()
  })

  it('shows the pages read at once, and keeps the chosen one when the changed ones arrive', async () => {
    for (const id of ['3', '2']) addRecentPage(anna.uid, id)
    answerPages()
    let arrive = () => {}
    answer(api.change.getList, () => new Promise((resolve) => (arrive = () => resolve(changes(['9'])))))
    at('/item/index')
    await call()
    await waitFor(() => expect(options()).toEqual(['Page 2', 'Page 3']))
    expect(screen.getByRole('dialog').querySelector('[aria-busy="true"]')).toBeNull()
    press('ArrowDown')
    arrive()
    await waitFor(() => expect(options()).toEqual(['Page 2', 'Page 3', 'Page 9']))
    expect(chosen()).toBe('Page 3')
    press('Enter')
    expect(await screen.findByText('here /orders/3 null')).toBeVisible()
  })

  it('offers the changes of the item that it searches, and of all items when the scope changes', async () => {
    answerPages()
    const { list, ...rest } = changes(['9', '8'])
    const elsewhere = list.map((one) => (one.page_id === '8' ? { ...one, item_id: '4', item_domain: '' } : one))
    answer(api.change.getList, ({ item_id }) => ({ ...rest, list: item_id === '9' ? list.slice(0, 1) : elsewhere }))
    for (const item of ['9', 'Orders']) {
      at(`/${item}/3`)
      await call()
      await waitFor(() => expect(options()).toEqual(['Page 9']))
      press('Tab')
      await waitFor(() => expect(options()).toEqual(['Page 9', 'Page 8']))
      act(closePalette)
      cleanup()
    }
    expect(sentRequests.filter(({ path }) => path === 'change/getList').map(({ fields }) => fields['item_id'])).toContain('9')
  })

  it('has only changes of what is read, with the present titles and methods of pages that can be read', async () => {
    answer(api.search.pages, [{ ...place('9'), method: 'GET' }])
    answer(api.change.getList, changes(['9', '8']))
    at('/item/index')
    await call()
    const option = await screen.findByRole('option')
    expect(option.textContent).toContain('GET')
    expect(options()).toEqual(['Page 9'])
    expect(sentRequests.find(({ path }) => path === 'change/getList')?.fields['types']).toBe(
      '["page.created","page.changed","page.recovered"]',
    )
  })

  it('fills the list in place of pages that were read and are gone', async () => {
    for (let id = 1; id <= 8; id++) addRecentPage(anna.uid, String(id))
    answer(api.search.pages, ({ page_ids = '[]' }) =>
      (JSON.parse(page_ids) as string[]).filter((id) => Number(id) > 6).map((id) => place(id)),
    )
    answer(api.change.getList, changes(['9', '3']))
    at('/item/index')
    await call()
    await waitFor(() => expect(options()).toEqual(['Page 8', 'Page 7', 'Page 9']))
  })

  it('asks for no changes when eight pages were read, and none for a visitor', async () => {
    for (let id = 1; id <= 8; id++) addRecentPage(anna.uid, String(id))
    answerPages()
    at('/item/index')
    await call()
    await waitFor(() => expect(options()).toHaveLength(8))
    act(closePalette)
    cleanup()
    at('/12', null)
    await call()
    expect(screen.getByText('Type a word from a title, a heading or a text')).toBeVisible()
    expect(asked()).toBe(0)
  })

  it('says what can be typed when no page was read or changed, or the changes are refused', async () => {
    at('/item/index')
    await call()
    expect(await screen.findByText('Type a word from a title, a heading or a text')).toBeVisible()
    act(closePalette)
    cleanup()
    refuse(api.change.getList, 'unexpected')
    at('/item/index')
    await call()
    expect(await screen.findByText('Type a word from a title, a heading or a text')).toBeVisible()
  })
})
