// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { stored } from '../lib/stored.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import type { Change, Part } from './rows.ts'
import { ChangesScreen } from './screen.tsx'

const NOW = Date.UTC(2026, 10, 22, 12) / 1000

const row = (change_id: number, more: Partial<Change> = {}): Change => ({
  change_id: String(change_id),
  item_id: '7',
  item_name: 'Order Service API',
  item_domain: 'orders',
  page_id: '345',
  cat_id: '0',
  type: 'page.changed',
  title: 'Create an order',
  is_hidden: 0,
  is_there: 1,
  path: ['Orders'],
  username: 'emma',
  name: 'Emma Watts',
  via: '',
  suggestion_id: '0',
  batch_id: '0',
  from_history_id: '9001',
  version_from: '17',
  version_to: '18',
  is_pending: 0,
  meaning: [{ kind: 'field.required', section: 'Request', name: 'qty', from: '0', to: '1', text: '`qty` became required' }],
  addtime: String(NOW - 3600),
  until_time: String(NOW - 3600),
  ...more,
})

const part = (list: Change[], more: Partial<Part> = {}): Part => ({
  item: { item_id: '7', item_name: 'Order Service API', item_domain: 'orders', is_private: 0, can_manage: 0 },
  list,
  next: '0',
  cursor: '5',
  people: [
    { username: 'emma', name: 'Emma Watts' },
    { username: 'liam', name: 'Liam' },
  ],
  ...more,
})

const show = (search = '') => open(<ChangesScreen />, `/item/changes/7${search}`, '/item/changes/:item_id')
const asked = () => sentRequests.filter(({ path }) => path === 'change/getList').map(({ fields }) => fields)

vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] })
afterEach(() => {
  cleanup()
  resetAnswers()
  stored.remove('changes-seen 7')
})

describe('the changes of an item', () => {
  it('are listed by days, in meaning, with the person and the program', async () => {
    const old = { until_time: String(NOW - 3 * 86_400), addtime: String(NOW - 3 * 86_400) }
    answer(
      api.change.getList,
      part([row(3, { via: 'Claude Code' }), row(2, { ...old, type: 'page.created', meaning: [], title: 'Start' })]),
    )
    show()
    const today = await screen.findByRole('region', { name: 'Today' })
    expect(within(today).getByRole('link', { name: 'Create an order' })).toHaveAttribute('href', '/orders/345')
    expect(within(today).getByText('qty').tagName).toBe('CODE')
    expect(within(today).getByText(/became required/)).toHaveTextContent('qty became required · Request')
    expect(within(today).getByText(/Emma Watts, via Claude Code/)).toBeVisible()
    expect(within(today).getByRole('link', { name: 'Compare “Create an order” with before' })).toHaveAttribute(
      'href',
      '/page/diff/345/9001',
    )
    expect(within(screen.getByRole('region', { name: '19 Nov 2026' })).getByText('New page')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('What changed')
  })

  it('show no title of what the reader cannot see, and what is still compared', async () => {
    const hidden = { type: 'page.deleted', title: '', is_hidden: 1, is_there: 0, meaning: [], path: [], from_history_id: '0' }
    answer(api.change.getList, part([row(4, { is_pending: 1, meaning: [] }), row(3, hidden)]))
    show()
    expect(await screen.findByText('A page that is no longer here')).toBeVisible()
    expect(screen.getByText('Comparing the texts …')).toBeVisible()
    expect(screen.getAllByRole('link', { name: /Create an order/ })).toHaveLength(2)
  })

  it('show four of many meanings until the rest is wanted', async () => {
    const meaning = Array.from({ length: 9 }, (_, n) => ({
      kind: 'field.added',
      section: '',
      name: `f${n}`,
      from: '',
      to: '',
      text: `\`f${n}\` added`,
    }))
    answer(api.change.getList, part([row(3, { meaning })]))
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Show 5 more' }))
    expect(screen.getAllByText(/added/)).toHaveLength(9)
  })

  it('are filtered by kind and person, and the address keeps the filter', async () => {
    answer(api.change.getList, part([row(3)]))
    show('?kind=created')
    await screen.findByRole('link', { name: 'Create an order' })
    expect(asked().at(-1)).toMatchObject({ item_id: '7', types: '["page.created"]', username: '' })
    fireEvent.change(screen.getByRole('combobox', { name: 'Person' }), { target: { value: 'liam' } })
    await vi.waitFor(() => expect(asked().at(-1)).toMatchObject({ types: '["page.created"]', username: 'liam' }))
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: '' } })
    await vi.waitFor(() => expect(asked().at(-1)).toMatchObject({ types: '', username: 'liam' }))
  })

  it('mark what is new since the last visit, and can be limited to it', async () => {
    stored.write('changes-seen 7', String(NOW - 7200))
    answer(api.change.getList, part([row(3), row(2, { until_time: String(NOW - 9000) })]))
    show()
    expect(await screen.findAllByText('New')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Since my last visit' }))
    await vi.waitFor(() => expect(asked().at(-1)).toMatchObject({ since: String(NOW - 7200) }))
    expect(stored.read('changes-seen 7')).toBe(String(NOW))
  })

  it('go on with older ones on request', async () => {
    answer(api.change.getList, part([row(3)], { next: '3' }))
    show()
    const more = await screen.findByRole('button', { name: 'Show older changes' })
    answer(api.change.getList, part([row(1, { title: 'Earlier' })]))
    fireEvent.click(more)
    expect(await screen.findByRole('link', { name: 'Earlier' })).toBeVisible()
    expect(asked().at(-1)).toMatchObject({ before: '3' })
    expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull()
  })

  it('say that there are none, that nothing matches, that they failed, and that the item is closed', async () => {
    answer(api.change.getList, part([]))
    show()
    expect(await screen.findByText('No changes yet')).toBeVisible()
    cleanup()
    show('?kind=imports')
    expect(await screen.findByText('Nothing matches')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Show all changes' }))
    expect(await screen.findByText('No changes yet')).toBeVisible()
    cleanup()
    refuse(api.change.getList, 'unexpected', 'Out of order')
    show()
    expect(await screen.findByText('Out of order')).toBeVisible()
    answer(api.change.getList, part([row(3)]))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Create an order' })).toBeVisible()
    cleanup()
    refuse(api.change.getList, 'noVisit', 'Closed')
    show()
    expect(await screen.findByRole('heading', { name: 'You cannot read this item' })).toBeVisible()
  })

  it('can be subscribed to', async () => {
    answer(
      api.change.getList,
      part([row(3)], { item: { item_id: '7', item_name: 'Order Service API', item_domain: 'orders', is_private: 1, can_manage: 0 } }),
    )
    show()
    await screen.findByRole('link', { name: 'Create an order' })
    fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole('textbox', { name: 'Atom' })).toHaveDisplayValue(/\/orders\/changes\.atom\?lang=en$/)
    expect(within(dialog).getByRole('textbox', { name: 'JSON Feed' })).toHaveDisplayValue(/\/orders\/changes\.json\?lang=en$/)
    expect(within(dialog).getByText(/user name “visit”/)).toBeVisible()
    expect(within(dialog).queryByRole('link', { name: /webhooks/ })).toBeNull()
  })

  it('and its managers with a webhook', async () => {
    const item = { item_id: '7', item_name: 'Order Service API', item_domain: 'orders', is_private: 0, can_manage: 1 }
    answer(api.change.getList, part([row(3)], { item }))
    show()
    await screen.findByRole('heading', { level: 1, name: 'What changed' })
    await screen.findByRole('link', { name: 'Create an order' })
    fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
    const link = within(await screen.findByRole('dialog')).getByRole('link', { name: 'Open the webhooks of the item' })
    expect(link.getAttribute('href')).toBe('/item/setting/7?tab=webhooks')
  })
})

it('W58: shows what was moved together as one row that opens, and an undo as another', async () => {
  const moved = (change_id: number, title: string, kind: string, more: Partial<Change> = {}) =>
    row(change_id, {
      type: 'page.moved',
      title,
      batch_id: '90',
      meaning: [{ kind, section: '', name: '', from: '', to: '', text: '' }],
      ...more,
    })
  answer(
    api.change.getList,
    part([
      moved(9, 'Refunds', 'arrived'),
      moved(8, 'Labels', 'left'),
      moved(7, 'Returns', 'left'),
      moved(6, 'Stock', 'left', { type: 'catalog.moved', page_id: '0' }),
      row(5),
    ]),
  )
  show()
  const group = await screen.findByRole('button', { name: '2 pages and 1 catalog moved to another item' })
  expect(screen.getAllByRole('listitem').filter((item) => item.classList.contains('change'))).toHaveLength(3)
  expect(screen.queryByText('Labels')).toBeNull()
  fireEvent.click(group)
  expect(screen.getByText('Labels')).toBeVisible()
  expect(screen.getByText('Stock')).toBeVisible()
})
