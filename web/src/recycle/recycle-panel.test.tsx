// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { type Deleted, RecyclePanel } from './recycle-panel.tsx'

const item = { item_id: '7', item_name: 'Orders', item_domain: 'orders', item_type: '1' }
const show = (more: Partial<typeof item> = {}) => open(<RecyclePanel item={{ ...item, ...more }} />, '/here')
const aDeleted = (page_id: string, page_title: string, more: Partial<Deleted> = {}): Deleted => ({
  id: page_id,
  item_id: '7',
  page_id,
  page_title,
  del_by_uid: '2',
  del_by_username: 'noah',
  del_by_name: 'noah',
  del_time: '2026-11-18 16:40:05',
  days_left: '28',
  batch_id: '0',
  ...more,
})
/** Answers as the server does: in parts, and pages that were deleted together as one entry. */
const bin = (...all: Deleted[]) =>
  answer(api.recycle.entries, ({ batch_id = '0', find = '', page, count }) => {
    const groups = Map.groupBy(
      all.filter((row) => batch_id === '0' || row.batch_id === batch_id),
      (row) => (batch_id !== '0' || row.batch_id === '0' ? row.id : `batch ${row.batch_id}`),
    )
    const fits = (rows: Deleted[]) => rows.some((row) => row.page_title.toLowerCase().includes(find.toLowerCase()))
    const found = [...groups.values()].filter(fits).map((rows) => ({ ...(rows[0] as Deleted), pages: String(rows.length) }))
    const list = found.slice((Number(page) - 1) * Number(count), Number(page) * Number(count))
    return { list, total: String(found.length), pages: String(found.reduce((sum, row) => sum + Number(row.pages), 0)) }
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))
const sent = (path: string) => sentRequests.filter((call) => call.path === path).map((call) => call.fields)
const titles = () => screen.queryAllByRole('rowheader').map((cell) => cell.textContent)

beforeEach(() => bin(aDeleted('12', 'Refunds'), aDeleted('11', 'Errors', { days_left: '1', del_by_username: 'emma', del_by_name: 'emma' })))
afterEach(() => {
  cleanup()
  resetAnswers()
})

it('lists deleted pages with user, date and remaining days', async () => {
  show()
  await screen.findByRole('button', { name: 'Recover “Refunds”' })
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows[1]).toMatch(/^Refundsnoah.*18 Nov 2026, 16:40.*28 days left/)
  expect(rows[2]).toMatch(/^Errorsemma.*1 day left/)
  expect(screen.getByText('1 day left').className).toContain('soon')
  expect(screen.getByText(/for 30 days/)).toBeVisible()
})

describe('recovering', () => {
  it('explains where the page will be restored, and links to it', async () => {
    answer(api.recycle.recover, () => {
      bin(aDeleted('11', 'Errors'))
      return []
    })
    show()
    await screen.findByText('Refunds')
    press('Recover “Refunds”')
    expect(dialog().getByText(/top level of “Orders”/)).toBeVisible()
    expect(sent('recycle/recover')).toEqual([])
    fireEvent.click(dialog().getByRole('button', { name: 'Recover page' }))
    expect((await screen.findByRole('link', { name: 'Open the page' })).getAttribute('href')).toBe('/orders/12')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Open the page'))
    expect(screen.getByRole('status').textContent).toContain('“Refunds” is back')
    expect(sent('recycle/recover')).toEqual([{ item_id: '7', page_id: '12' }])
    await waitFor(() => expect(titles()).toEqual(['Errors']))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows that another user has already restored the page, and reloads the list', async () => {
    refuse(api.recycle.recover, 'notInBin', 'This page is not in the recycle bin')
    show()
    await screen.findByText('Refunds')
    bin(aDeleted('11', 'Errors'))
    press('Recover “Refunds”')
    fireEvent.click(dialog().getByRole('button', { name: 'Recover page' }))
    expect((await screen.findByRole('alert')).textContent).toContain('not in the recycle bin')
    await waitFor(() => expect(titles()).toEqual(['Errors']))
    expect(screen.queryByText(/is back/)).toBeNull()
  })
})

it('shows the text of a page before it is restored', async () => {
  answer(api.recycle.info, {
    page_id: '12',
    page_title: 'Refunds',
    page_content: '# Refunds\nwithin <b>14</b> days',
    author_username: 'emma',
    author_name: 'Emma Watts',
    addtime: '2026-11-17 08:00:00',
  })
  show()
  await screen.findByText('Refunds')
  press('Look at “Refunds”')
  expect((await screen.findByLabelText('Text of the page')).textContent).toBe('# Refunds\nwithin <b>14</b> days')
  expect(dialog().getByText('Last saved by Emma Watts, 17 Nov 2026, 08:00')).toBeVisible()
  fireEvent.click(dialog().getByRole('button', { name: 'Recover' }))
  expect(dialog().getByRole('heading', { name: 'Recover “Refunds”?' })).toBeVisible()
})

it('offers no preview of a spreadsheet', async () => {
  show({ item_type: '4' })
  await screen.findByText('Refunds')
  expect(screen.queryByRole('button', { name: 'Look at “Refunds”' })).toBeNull()
})

it('pages a list of thousands, and filters it', async () => {
  bin(...Array.from({ length: 3000 }, (_, n) => aDeleted(String(9000 - n), `Page ${n}`)))
  show()
  await screen.findByText('3000 pages')
  expect(titles()).toHaveLength(20)
  press('Next page')
  await waitFor(() => expect(titles()[0]).toBe('Page 20'))
  fireEvent.change(screen.getByLabelText('Find a deleted page'), { target: { value: 'PAGE 2999' } })
  await waitFor(() => expect(titles()).toEqual(['Page 2999']))
  fireEvent.change(screen.getByLabelText('Find a deleted page'), { target: { value: 'nothing' } })
  expect(await screen.findByText('No deleted page matches')).toBeVisible()
  expect(sent('recycle/getList')).toEqual([])
})

it('shows an empty recycle bin, and an error with a retry', async () => {
  refuse(api.recycle.entries, 'unexpected', 'Something went wrong')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
  bin()
  press('Try again')
  expect(await screen.findByText('The recycle bin is empty')).toBeVisible()
})

it('W58: shows pages that were deleted together as one row that opens, and recovers them at once', async () => {
  bin(aDeleted('14', 'Returns', { batch_id: '90' }), aDeleted('13', 'Labels', { batch_id: '90' }), aDeleted('12', 'Refunds'))
  answer(api.tree.undo, () => {
    bin(aDeleted('12', 'Refunds'))
    return []
  })
  show()
  await screen.findByText('3 pages')
  expect(titles()).toEqual(['2 pages', 'Refunds'])
  press('2 pages')
  await waitFor(() => expect(titles()).toEqual(['2 pages', 'Returns', 'Labels', 'Refunds']))
  press('Recover all: 2 pages')
  expect(dialog().getByText(/back to the catalogs they were in/)).toBeVisible()
  fireEvent.click(dialog().getByRole('button', { name: 'Recover all' }))
  expect(await screen.findByText('2 pages are back where they were.')).toBeVisible()
  expect(sent('tree/undo')).toEqual([{ batch_id: '90' }])
  await waitFor(() => expect(titles()).toEqual(['Refunds']))
})

it('says when the pages of a deletion could not be loaded, and tries again', async () => {
  bin(aDeleted('12', 'Refunds', { batch_id: '5' }), aDeleted('11', 'Errors', { batch_id: '5' }))
  show()
  const group = await screen.findByRole('button', { name: '2 pages' })
  refuse(api.recycle.entries, 'unexpected', 'No answer')
  fireEvent.click(group)
  expect(await screen.findByText('No answer')).toBeVisible()
  bin(aDeleted('12', 'Refunds', { batch_id: '5' }), aDeleted('11', 'Errors', { batch_id: '5' }))
  press('Try again')
  expect(await screen.findByRole('button', { name: 'Recover “Errors”' })).toBeVisible()
  expect(screen.queryByText('No answer')).toBeNull()
})

it('shows the pages of a large deletion in parts', async () => {
  bin(...Array.from({ length: 120 }, (_, n) => aDeleted(String(900 - n), `Page ${n}`, { batch_id: '90' })), aDeleted('12', 'Refunds'))
  show()
  await screen.findByText('121 pages')
  expect(titles()).toEqual(['120 pages', 'Refunds'])
  press('120 pages')
  await waitFor(() => expect(titles()).toHaveLength(52))
  press('Show more')
  await waitFor(() => expect(titles()).toHaveLength(102))
  press('Show more')
  await waitFor(() => expect(titles()).toHaveLength(122))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  press('120 pages')
  expect(titles()).toEqual(['120 pages', 'Refunds'])
})
