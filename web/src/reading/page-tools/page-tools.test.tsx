// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { answer, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { anItem, aPage, emma } from '../screen/screen.given.ts'
import { ItemScreen } from '../screen/screen.tsx'

const revision = {
  page_history_id: '1',
  page_id: '4',
  item_id: '12',
  cat_id: '11',
  page_title: 'Add a line',
  page_content: '',
  page_comments: '',
  s_number: '99',
  author_uid: '1',
  author_username: 'liam',
  via: '',
  suggestion_id: '0',
  suggested_by: '',
  author_name: 'liam',
  suggested_by_name: '',
  addtime: '2026-11-03 09:10:00',
}
const row = {
  page_id: '4',
  author_uid: '1',
  author_username: 'Emma',
  item_id: '12',
  cat_id: '11',
  page_title: 'Add a line',
  s_number: '99',
  page_content: 'Four words of text',
  page_comments: '',
  is_del: '0',
  via: '',
  suggestion_id: '0',
  suggested_by: '',
  author_name: 'Emma',
  suggested_by_name: '',
  version: '3',
  addtime: '',
  attachment_count: '2',
  unique_key: '',
  truth_state: '',
}

const setPhone = (isPhone: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener: () => {}, removeEventListener: () => {} }))
const setWindowWidth = (width: number) =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: width <= 16 * Number(/max-width: ([\d.]+)em/.exec(media)?.[1] ?? 0),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
const show = async (account: Account | null = emma) => {
  open(<ItemScreen sheet={() => null} />, '/12/4', '/:item/:page_id', account)
  await screen.findByRole('heading', { level: 1, name: 'Add a line' })
}
const more = () => screen.getByRole('button', { name: 'More' })
const entries = () => {
  fireEvent.click(more())
  return screen.queryAllByRole('menuitem').map((entry) => entry.textContent)
}
/** Their entries, for each reader of a page. */
const markdown = ['Copy as Markdown', 'View as Markdown (opens a new tab)']
const choose = (name: string) => {
  fireEvent.click(more())
  fireEvent.click(screen.getByRole('menuitem', { name }))
}

beforeEach(() => {
  resetAnswers()
  sessionStorage.clear()
  setPhone(false)
  vi.stubGlobal('scrollTo', () => {})
  answer(api.item.info, anItem())
  answer(api.page.view, aPage('4', { attachment_count: '2' }))
  answer(api.page.info, row)
  answer(api.page.history, [{ ...revision, page_history_id: '2', addtime: '2026-11-09 10:00:00' }, revision])
})
afterEach(cleanup)

describe('the tools of a page', () => {
  it('match the permissions of the user', async () => {
    await show()
    expect(entries()).toEqual([
      'Full screen',
      'New page',
      'Copy page',
      'History',
      'What changed',
      'Page information',
      'Review…',
      'Sources of this page…',
      'Sort pages',
      'Move to…',
      'Arrange catalogs',
      ...markdown,
      'Import…',
      'Watch this item…',
      'Sources',
      'Still true?',
      'Due for review',
      'Export…',
      'Item settings',
      'Delete page…',
    ])
    cleanup()
    answer(api.item.info, anItem({ item_manage: false }))
    await show()
    expect(entries()).toContain('Delete page…')
    cleanup()
    answer(api.item.info, anItem({ item_edit: false, item_manage: false }))
    await show()
    expect(entries()).toEqual(['Full screen', 'Ask to edit…', 'What changed', 'Page information', ...markdown, 'Watch this item…'])
    expect(screen.getByRole('button', { name: 'Share' })).toBeVisible()
    cleanup()
    await show(null)
    expect(entries()).toEqual(['Full screen', 'What changed', ...markdown])
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  it('of a page that shows a part of a source name it, and can make the page plain text', async () => {
    answer(
      api.page.view,
      aPage('4', {
        editable: true,
        sources: [{ source_id: '5', name: 'orders', title: 'Orders API', label: '1.4.0', seq: '2', schema: '' }],
      }),
    )
    await show()
    choose('Keep as plain text…')
    expect(await screen.findByRole('dialog', { name: 'Keep “Add a line” as plain text?' })).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    choose('Page information')
    expect((await screen.findByRole('link', { name: 'orders' })).getAttribute('href')).toBe('/item/sources/12/5')
    expect(screen.getByText('1.4.0', { exact: false, selector: 'dd span' })).toBeVisible()
  })

  it('let a reader suggest an edit and a new page in the same catalog', async () => {
    answer(api.page.view, aPage('4', { suggestable: true }))
    answer(api.item.info, anItem({ item_edit: false, item_manage: false, can_suggest: true }))
    await show()
    expect(entries()).toEqual([
      'Full screen',
      'Suggest an edit',
      'Suggest a page',
      'Ask to edit…',
      'What changed',
      'Page information',
      ...markdown,
      'Watch this item…',
    ])
    expect(screen.getByRole('menuitem', { name: 'Suggest a page' })).toHaveAttribute('href', '/page/suggest/12/0?cat_id=11')
    expect(screen.getByRole('link', { name: 'Suggest a page' })).toHaveAttribute('href', '/page/suggest/12/0?cat_id=11')
    cleanup()
    answer(api.item.info, anItem({ can_suggest: true }))
    await show()
    expect(entries()).not.toContain('Suggest a page')
  })

  it('copy the page as Markdown, or say that it did not work', async () => {
    const writeText = vi.fn(async (_text: string) => {})
    vi.stubGlobal('navigator', { ...navigator, language: 'en', clipboard: { writeText } })
    await show(null)
    const ask = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response('# Add a line'))
    choose('Copy as Markdown')
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('# Add a line'))
    expect(ask.mock.calls[0]?.[0]).toBe('/12/4.md')
    ask.mockResolvedValueOnce(new Response('', { status: 429 }))
    choose('Copy as Markdown')
    await screen.findByText(/could not be copied/)
    expect(writeText).toHaveBeenCalledTimes(1)
    ask.mockRestore()
  })

  it('exclude editing in an archived item', async () => {
    answer(api.item.info, anItem({ is_archived: '1' }))
    await show()
    expect(entries()).toEqual([
      'Full screen',
      'History',
      'What changed',
      'Page information',
      'Review…',
      ...markdown,
      'Watch this item…',
      'Sources',
      'Still true?',
      'Due for review',
      'Export…',
      'Item settings',
    ])
  })

  it('omit tools for several pages in a single-page item', async () => {
    answer(api.item.info, anItem({ item_type: '2' }))
    await show()
    expect(screen.getByRole('link', { name: 'Edit page' }).getAttribute('href')).toBe('/page/edit/12/4')
    expect(entries()).toEqual([
      'Full screen',
      'History',
      'What changed',
      'Page information',
      'Review…',
      ...markdown,
      'Watch this item…',
      'Due for review',
      'Export…',
      'Item settings',
    ])
  })

  it('are all in the menu on a phone', async () => {
    setPhone(true)
    await show()
    const all = [
      'Share',
      'Edit page',
      'New page',
      'Copy page',
      'History',
      'What changed',
      'Sort pages',
      'Page information',
      'Item settings',
      'Delete page…',
    ]
    expect(entries()).toEqual(expect.arrayContaining(all))
    expect(screen.getByRole('menuitem', { name: 'Edit page' }).getAttribute('href')).toBe('/page/edit/12/4')
  })

  it('are in the menu of the compact bar below 1000 px, together with full screen', async () => {
    setWindowWidth(999)
    await show()
    expect(entries()).toEqual(expect.arrayContaining(['Share', 'Full screen', 'Edit page', 'My items', '中文']))
    cleanup()
    setWindowWidth(1000)
    await show()
    expect(entries()).not.toContain('Share')
  })

  it('open a new page and a copy in the catalog of the current page', async () => {
    await show()
    fireEvent.click(more())
    expect(screen.getByRole('menuitem', { name: 'New page' }).getAttribute('href')).toBe('/page/edit/12/0?cat_id=11')
    expect(screen.getByRole('menuitem', { name: 'Copy page' }).getAttribute('href')).toBe('/page/edit/12/0?copy_page_id=4&cat_id=11')
  })
})

it('shows author and dates of the page, and restores the focus', async () => {
  await show()
  choose('Page information')
  const dialog = await screen.findByRole('dialog', { name: 'About “Add a line”' })
  expect(await within(dialog).findByText('4 words')).toBeVisible()
  const facts = Object.fromEntries([...dialog.querySelectorAll('dt')].map((one) => [one.textContent, one.nextElementSibling?.textContent]))
  expect(facts).toMatchObject({
    'Last saved by': 'Emma',
    Created: expect.stringMatching(/^3 Nov 2026/),
    Version: '3',
    'Page number': '4',
    Attachments: '2',
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(more())
})

it('offers the deletion of a page only to users who can delete it', async () => {
  answer(api.page.view, aPage('4', { deletable: false }))
  await show()
  expect(entries()).not.toContain('Delete page…')
})

it('opens the history and the order of the pages', async () => {
  answer(api.catalog.catListName, [])
  answer(api.catalog.getPagesBycat, [])
  await show()
  choose('History')
  expect(await screen.findByRole('dialog', { name: 'History' })).toBeVisible()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(more())
  choose('Sort pages')
  expect(await screen.findByRole('dialog')).toBeVisible()
  await waitFor(() =>
    expect(sentRequests).toContainEqual(expect.objectContaining({ fields: expect.objectContaining({ item_id: '12', cat_id: '11' }) })),
  )
})

it('deletes a page after a confirmation that names it', async () => {
  answer(api.page.delete, [])
  await show()
  choose('Delete page…')
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Add a line”?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete page' }))
  expect(await screen.findByText('now at /12')).toBeVisible()
  expect(sentRequests.find(({ path }) => path === 'page/delete')?.fields).toEqual({ page_id: '4' })
})

it('moves the page to a catalog of another item and follows it to its new address', async () => {
  const tile = {
    item_id: '20',
    item_name: 'Handbook',
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
  }
  const catalog = {
    cat_id: '50',
    cat_name: 'Guides',
    item_id: '20',
    s_number: '1',
    addtime: '1',
    parent_cat_id: '0',
    level: '2',
    pages: [],
    catalogs: [],
  }
  let moved = false
  answer(api.item.myList, [tile])
  answer(api.item.info, ({ item_id }) =>
    item_id === '20' ? anItem({ item_id: '20', item_name: 'Handbook', menu: { pages: [], catalogs: [catalog] } }) : anItem(),
  )
  answer(api.page.view, () => aPage('4', moved ? { item_id: '20', cat_id: '50' } : {}))
  answer(api.page.move, () => {
    moved = true
    return []
  })
  await show()
  choose('Move to…')
  const dialog = await screen.findByRole('dialog', { name: 'Move “Add a line” to' })
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Catalog').value).toBe('11')
  const item = within(dialog).getByRole('combobox', { name: 'Item' })
  item.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(await within(dialog).findByRole('option', { name: 'Handbook' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(within(dialog).queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(within(dialog).getByRole('option', { name: 'Guides' })).toBeVisible())
  fireEvent.change(within(dialog).getByLabelText('Catalog'), { target: { value: '50' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(document.title).toContain('Add a line - Handbook'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Add a line' })).toBeVisible()
  expect(document.querySelector('.read-top .item')?.textContent).toBe('Handbook')
  expect(sentRequests.find(({ path }) => path === 'page/move')?.fields).toMatchObject({
    item_id: '12',
    page_ids: '["4"]',
    to_item_id: '20',
    to_cat_id: '50',
  })
})
