// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../app.tsx'
import { api, makeQueryClient } from '../../lib/api.ts'
import type { Boot } from '../../lib/boot.ts'
import { memoryHistory } from '../../lib/navigation/memory.ts'
import { HistoryProvider } from '../../lib/navigation/provider.tsx'
import { closePalette, recentPages, usePaletteOpen } from '../../lib/search-state.ts'
import { anInfo } from '../../review/review.given.ts'
import { setAccount } from '../../session/session.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { anItem, aPage, boot, emma } from './screen.given.ts'
import { ItemScreen } from './screen.tsx'

const show = (path: string, more: Partial<Boot> = {}) => {
  const elsewhere = { path: '*', element: <div>elsewhere</div> }
  const routes = [
    { path: '/:item', element: <ItemScreen sheet={({ info }) => <p>{`Sheets of ${info.item_name}`}</p>} /> },
    { path: '/:item/:page_id', element: <ItemScreen sheet={({ info }) => <p>{`Sheets of ${info.item_name}`}</p>} /> },
    elsewhere,
  ]
  routes.splice(2, 0, { path: '/user/login', element: <div>login</div> }, { path: '/item/password/:item_id', element: <div>password</div> })
  const history = memoryHistory(path)
  const all = boot(more)
  render(
    <App boot={all} queries={makeQueryClient(all.seed)}>
      <HistoryProvider history={history} routes={routes} />
    </App>,
  )
  return history
}
/** The requests but the one that is sent once the browser is idle. */
const withoutVisit = () => sentRequests.filter(({ path }) => path !== 'item/visit')
const names = (role: string) => screen.queryAllByRole(role).map((one) => one.getAttribute('aria-label') ?? one.textContent)

beforeEach(() => {
  resetAnswers()
  sessionStorage.clear()
  setAccount(emma)
  vi.stubGlobal('scrollTo', () => {})
  answer(api.item.info, anItem())
  answer(api.page.view, ({ page_id }) => aPage(page_id ?? '1'))
})
afterEach(cleanup)

describe('reading', () => {
  it('shows the first page of the item with its tree and its name in the title', async () => {
    show('/12')
    expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    expect(screen.getByText('Text of Overview')).toBeVisible()
    expect(screen.getByRole('treeitem', { current: 'page' }).textContent).toBe('Overview')
    expect(document.title).toBe('Overview - Order Service API - Sheaf')
    expect(withoutVisit().map(({ fields }) => fields)).toEqual([
      { item_id: '12', default_page_id: '' },
      { page_id: '1', language: 'en' },
    ])
  })

  it('opens another page without requesting the item again, and opens the folders above the page', async () => {
    const history = show('/12/4')
    await screen.findByRole('heading', { name: 'Add a line' })
    expect(screen.getByRole('navigation', { name: 'Where this page is' }).textContent).toBe('OrdersLines')
    fireEvent.click(screen.getByRole('treeitem', { name: 'Overview' }))
    await screen.findByRole('heading', { name: 'Overview' })
    expect(history.location.pathname).toBe('/12/1')
    expect(sentRequests.filter(({ path }) => path === 'item/info')).toHaveLength(1)
  })

  it('names the catalogs of the previous and the next page when their titles cannot tell them apart', async () => {
    const around = (previous: string, next: string) => ({
      previous: { page_id: '3', page_title: previous },
      next: { page_id: '4', page_title: next },
    })
    const links = () => within(screen.getByRole('navigation', { name: 'Previous and next page' })).getAllByRole('link')
    answer(api.page.view, aPage('1', around('Example', 'Example')))
    show('/12/1')
    await screen.findByRole('heading', { name: 'Overview' })
    expect(links().map((one) => one.textContent)).toEqual(['PreviousExampleOrders', 'NextExampleOrders / Lines'])
    cleanup()
    answer(api.page.view, aPage('1', around('Example', 'Overview')))
    show('/12/1')
    await screen.findByRole('heading', { name: 'Overview' })
    expect(links().map((one) => one.textContent)).toEqual(['PreviousExample', 'NextOverviewOrders / Lines'])
  })

  it('shows an archived item without pages as archived, and not as one that will be written', async () => {
    const menu = { pages: [], catalogs: [] }
    answer(api.item.info, anItem({ menu, is_archived: '1', item_edit: false, item_manage: false }))
    show('/12')
    expect(await screen.findByRole('heading', { name: 'This item has no pages' })).toBeVisible()
    expect(screen.getByText('This item is archived: it can be read but not changed.')).toBeVisible()
  })

  it('names the item and counts the pages when those with equal titles are at the top level', async () => {
    const { menu } = anItem()
    const pages = menu.pages.map((one) => ({ ...one, page_title: 'Overview' }))
    answer(api.item.info, anItem({ menu: { ...menu, pages } }))
    answer(
      api.page.view,
      aPage('3', { next: { page_id: '2', page_title: 'Overview' }, previous: { page_id: '1', page_title: 'Overview' } }),
    )
    show('/12/3')
    await screen.findByRole('heading', { name: 'List orders' })
    const links = within(screen.getByRole('navigation', { name: 'Previous and next page' })).getAllByRole('link')
    expect(links.map((one) => one.querySelector('small')?.textContent)).toEqual([
      'Order Service API · 1 of 2 with this title',
      'Order Service API · 2 of 2 with this title',
    ])
  })

  it('explains an unformatted page only to users who can edit it', async () => {
    const plain = { html: '<pre class="as-written">&gt; &gt; quoted</pre>', headings: [], plain: true }
    answer(api.page.view, aPage('1', plain))
    show('/12/1')
    expect((await screen.findByRole('note')).textContent).toContain('shown as it was written')
    expect(screen.getByText('> > quoted')).toBeVisible()
    cleanup()
    answer(api.page.view, aPage('1', { ...plain, editable: false }))
    show('/12/1')
    expect(await screen.findByText('> > quoted')).toBeVisible()
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('says on the page of a schema where words on it are shown, only to users who can write them', async () => {
    const sources = [{ source_id: '5', name: 'orders', title: 'Orders API', label: '1.4.0', seq: '2', schema: 'Line' }]
    answer(api.source.words, { version: '1', source_id: '5', words: [], unreadable: [], schemas: [] })
    answer(api.page.view, aPage('1', { sources }))
    show('/12/1')
    expect((await screen.findByRole('note')).textContent).toBe('What you write here is shown everywhere Line is used.')
    cleanup()
    answer(api.page.view, aPage('1', { sources, editable: false }))
    show('/12/1')
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible()
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('shows the loading state immediately, and no content of the previous page under the new address', async () => {
    answer(api.page.view, ({ page_id = '1' }) => aPage(page_id, { attachment_count: '2', unique_key: 'k'.repeat(32) }))
    const history = show('/12/1')
    await screen.findByRole('heading', { name: 'Overview' })
    let resolvePage = () => {}
    answer(api.page.view, () => new Promise((done) => (resolvePage = () => done(aPage('2')))))
    fireEvent.click(screen.getByRole('treeitem', { name: 'Errors' }))
    await waitFor(() => expect(history.location.pathname).toBe('/12/2'))
    expect(screen.getByRole('progressbar')).toBeVisible()
    expect(screen.getByRole('treeitem', { current: 'page' }).textContent).toBe('Errors')
    expect(document.title).toBe('Errors - Order Service API - Sheaf')
    expect(screen.queryByText('Text of Overview')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Overview' })).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'On this page' })).toBeNull()
    expect(screen.queryByRole('button', { name: /attachment/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Edit page' }).getAttribute('href')).toBe('/page/edit/12/2')
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    for (const tool of ['History', 'Sort pages', 'Move to…', 'Page information', 'Delete page…'])
      expect(screen.queryByRole('menuitem', { name: tool })).toBeNull()
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    await waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Opening Errors…'))
    expect(document.querySelector('.page-wait')).toBeTruthy()
    resolvePage()
    await screen.findByRole('heading', { name: 'Errors' })
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Errors is shown')
  })

  it('shows an error when a page cannot be loaded, and requests it again on Try again', async () => {
    show('/12/1')
    await screen.findByRole('heading', { name: 'Overview' })
    refuse(api.page.view, 'unexpected', 'Something went wrong')
    fireEvent.click(screen.getByRole('treeitem', { name: 'Errors' }))
    expect(await screen.findByText('The page could not be loaded')).toBeVisible()
    expect(screen.queryByText('Text of Overview')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Edit page' })).toBeNull()
    answer(api.page.view, aPage('2'))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Errors' })).toBeVisible()
  })

  it('requests a failed page again automatically when the network returns', async () => {
    show('/12/1')
    await screen.findByRole('heading', { name: 'Overview' })
    fireEvent(window, new Event('offline'))
    answer(api.page.view, () => Promise.reject(new Error('no network')))
    fireEvent.click(screen.getByRole('treeitem', { name: 'Errors' }))
    expect(await screen.findByText('The page could not be loaded')).toBeVisible()
    answer(api.page.view, aPage('2'))
    fireEvent(window, new Event('online'))
    expect(await screen.findByRole('heading', { name: 'Errors' })).toBeVisible()
  })

  it('adds a history entry for a heading, so that Back returns within the page', async () => {
    Element.prototype.scrollIntoView = vi.fn()
    const history = show('/12/1')
    await screen.findByRole('heading', { name: 'Overview' })
    fireEvent.click(within(screen.getByRole('navigation', { name: 'On this page' })).getByRole('link', { name: 'Headers' }))
    await waitFor(() => expect(history.location.hash).toBe('#headers'))
    expect(history.state.action).toBe('PUSH')
    fireEvent.click(within(screen.getByRole('navigation', { name: 'On this page' })).getByRole('link', { name: 'Headers' }))
    await waitFor(() => expect(history.state.action).toBe('REPLACE'))
    await act(() => history.navigate(-1))
    expect([history.location.pathname, history.location.hash]).toEqual(['/12/1', ''])
  })

  it('closes the drawer on a Back that comes before the screen has shown its history entry', async () => {
    const history = show('/12/1')
    const panel = () => document.querySelector('.reading')?.getAttribute('data-panel')
    await screen.findByRole('heading', { name: 'Overview' })
    await act(async () => {
      ;(screen.getAllByRole('button', { name: 'Contents' })[0] as HTMLElement).click()
      history.navigate(-1)
    })
    await waitFor(() => expect(panel()).toBe('none'))
    expect(history.location.pathname).toBe('/12/1')
  })

  it('closes the drawer on Back and keeps the page; a page selected in it replaces the history entry of the drawer', async () => {
    const history = show('/12/1')
    const panel = () => document.querySelector('.reading')?.getAttribute('data-panel')
    const open = () => fireEvent.click(screen.getAllByRole('button', { name: 'Contents' })[0] as HTMLElement)
    await screen.findByRole('heading', { name: 'Overview' })
    fireEvent.click(screen.getByRole('treeitem', { name: 'Errors' }))
    await screen.findByRole('heading', { name: 'Errors' })
    open()
    expect(panel()).toBe('tree')
    await act(() => history.navigate(-1))
    expect([panel(), history.location.pathname]).toEqual(['none', '/12/2'])
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect([panel(), history.state.action]).toEqual(['none', 'POP']))
    open()
    fireEvent.click(screen.getByRole('treeitem', { name: 'Orders' }))
    fireEvent.click(await screen.findByRole('treeitem', { name: 'List orders' }))
    await screen.findByRole('heading', { name: 'List orders' })
    expect(panel()).toBe('none')
    await act(() => history.navigate(-1))
    expect([panel(), history.location.pathname]).toEqual(['none', '/12/2'])
  })

  it('redirects a page of another item to that item', async () => {
    answer(api.page.view, { ...aPage('4'), item_id: '99' })
    const history = show('/12/4')
    await waitFor(() => expect(history.location.pathname).toBe('/99/4'))
  })

  it('remembers open folders in this tab', async () => {
    show('/12')
    fireEvent.click(await screen.findByRole('treeitem', { name: 'Orders' }))
    cleanup()
    show('/12')
    expect(await screen.findByRole('treeitem', { name: 'Lines' })).toBeVisible()
  })
})

it('shows the first page and the tree without the page after deleting it', async () => {
  const { menu } = anItem()
  answer(api.page.delete, () => {
    answer(api.item.info, anItem({ menu: { ...menu, pages: menu.pages.filter(({ page_id }) => page_id !== '2') } }))
    return []
  })
  const history = show('/12/2')
  await screen.findByRole('heading', { level: 1, name: 'Errors' })
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete page…' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete page' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(history.location.pathname).toBe('/12')
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: 'Errors' })).toBeNull())
  expect(screen.getByRole('treeitem', { name: 'Overview' })).toBeVisible()
})

describe('next to the text', () => {
  it('shows the table of contents, the link to the items, and the attachments of a page that has them', async () => {
    answer(api.page.view, ({ page_id = '1' }) => aPage(page_id, { attachment_count: page_id === '2' ? '3' : '0' }))
    show('/12/2')
    await screen.findByRole('heading', { level: 1, name: 'Errors' })
    const toc = within(screen.getByRole('complementary', { name: 'On this page' }))
    expect(toc.getAllByRole('link').map((link) => link.textContent)).toEqual(['Headers', 'Body'])
    expect(screen.getByRole('link', { name: 'My items' }).getAttribute('href')).toBe('/item/index')
    expect(screen.getByRole('button', { name: 'Share' })).toBeVisible()
    expect(screen.getByRole('button', { name: '3 attachments' })).toBeVisible()
    fireEvent.click(screen.getByRole('treeitem', { name: 'Overview' }))
    await screen.findByRole('heading', { level: 1, name: 'Overview' })
    expect(screen.queryByRole('button', { name: /attachment/ })).toBeNull()
  })

  it('shows Back to top only far from the top', async () => {
    const scrollTo = vi.fn()
    vi.stubGlobal('scrollTo', scrollTo)
    show('/12')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Back to top' })).toBeNull()
    vi.stubGlobal('scrollY', 2000)
    fireEvent.scroll(window)
    fireEvent.click(screen.getByRole('button', { name: 'Back to top' }))
    expect(scrollTo).toHaveBeenLastCalledWith(expect.objectContaining({ top: 0 }))
    vi.stubGlobal('scrollY', 0)
    fireEvent.scroll(window)
    expect(screen.queryByRole('button', { name: 'Back to top' })).toBeNull()
  })
})

const markdown = ['Copy as Markdown', 'View as Markdown (opens a new tab)']

describe('permissions', () => {
  it('shows an editor Edit, New page, Export and settings', async () => {
    show('/12/4')
    await screen.findByRole('heading', { name: 'Add a line' })
    expect(screen.getByRole('link', { name: 'Edit page' }).getAttribute('href')).toBe('/page/edit/12/4')
    expect(screen.getByRole('link', { name: 'New page' }).getAttribute('href')).toBe('/page/edit/12/0?cat_id=11')
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    const tools = [
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
    ]
    expect(names('menuitem')).toEqual([
      'Full screen',
      ...tools,
      'Import…',
      'Watch this item…',
      'Sources',
      'Still true?',
      'Due for review',
      'Export…',
      'Item settings',
      'Delete page…',
    ])
  })

  it.each([
    ['changes', 'Watching'],
    ['muted', 'Muted'],
    ['none', 'Watch'],
  ] as const)('says whether the reader watches the page: %s', async (level, label) => {
    answer(api.watch.info, {
      level,
      source: level === 'none' ? '' : 'made',
      from_kind: level === 'none' ? '' : 'page',
      from_id: '0',
      from_name: '',
      team_name: '',
      own_level: 'none',
      watchers: null,
    })
    show('/12/4')
    await waitFor(() => expect(sentRequests.some(({ path }) => path === 'watch/info')).toBe(true))
    fireEvent.click(await screen.findByRole('button', { name: label }))
    expect(await screen.findByRole('radio', { name: /^Everything/ })).toBeVisible()
  })

  it('opens the review of the page when its address says so, which ends with the dialog', async () => {
    answer(api.review.info, anInfo({ subject_id: '4' }))
    answer(api.review.trail, { list: [], total: '0' })
    const history = show('/12/4?open=review')
    const dialog = await screen.findByRole('dialog', { name: 'Review of “Add a line”' })
    expect(await within(dialog).findByRole('button', { name: 'Still true' })).toBeVisible()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(history.state.location).toMatchObject({ pathname: '/12/4', search: '' })
  })

  it('shows a reader the page information and no editing tools', async () => {
    answer(api.item.info, anItem({ item_edit: false, item_manage: false }))
    show('/12/4')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('link', { name: /Edit|New page/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(names('menuitem')).toEqual(['Full screen', 'Ask to edit…', 'What changed', 'Page information', ...markdown, 'Watch this item…'])
  })

  it('hides editing in an archived item and explains why', async () => {
    answer(api.item.info, anItem({ is_archived: '1' }))
    show('/12')
    expect(await screen.findByText(/archived/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /Edit|New page/ })).toBeNull()
  })

  it('lets a visitor sign in and return to the page', async () => {
    setAccount(null)
    show('/12/2')
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/user/login?redirect=%2F12%2F2')
    expect(screen.getByRole('link', { name: 'Home page' })).toBeVisible()
  })

  it('lets an editor of one catalog edit pages only in that catalog', async () => {
    answer(api.item.info, anItem({ item_manage: false, edit_cats: ['10', '11'] }))
    answer(api.page.view, ({ page_id = '1' }) => aPage(page_id, { deletable: false, cat_id: page_id === '3' ? '10' : '0' }))
    show('/12/3')
    await screen.findByRole('heading', { name: 'List orders' })
    expect(screen.getByRole('link', { name: 'Edit page' })).toBeVisible()
    fireEvent.click(screen.getByRole('treeitem', { name: 'Overview' }))
    await screen.findByRole('heading', { name: 'Overview' })
    expect(screen.queryByRole('link', { name: 'Edit page' })).toBeNull()
    expect(screen.getByRole('link', { name: 'New page' }).getAttribute('href')).toBe('/page/edit/12/0?cat_id=10')
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.queryByRole('menuitem', { name: 'History' })).toBeNull()
    expect(screen.getByRole('menuitem', { name: 'Export…' })).toBeVisible()
  })

  it('opens the editor on Ctrl+E only for users who can edit', async () => {
    const history = show('/12/4')
    await screen.findByRole('heading', { level: 1 })
    fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true })
    await waitFor(() => expect(history.location.pathname).toBe('/page/edit/12/4'))
    cleanup()
    answer(api.item.info, anItem({ item_edit: false }))
    const other = show('/12/4')
    await screen.findByRole('heading', { level: 1 })
    expect(fireEvent.keyDown(document.body, { key: 'e', ctrlKey: true })).toBe(true)
    expect(other.state.location.pathname).toBe('/12/4')
  })
})

describe('search', () => {
  const field = () => screen.getByRole('searchbox', { name: 'Filter pages' })

  it('filters titles immediately and restores the tree on Escape', async () => {
    show('/12')
    await screen.findByRole('tree')
    fireEvent.change(field(), { target: { value: 'a' } })
    await waitFor(() => expect(names('treeitem')).not.toContain('Errors'))
    fireEvent.change(field(), { target: { value: 'line' } })
    await waitFor(() => expect(names('treeitem')).toEqual(['Orders', 'Lines', 'Add a line']))
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(names('treeitem')).toEqual(['Overview', 'Errors', 'Orders'])
  })

  it('searches on the server after a pause and shows the ranked list with the words marked', async () => {
    const hit = { ...anItem().menu.pages[1], page_title: 'The line above' }
    answer(api.item.info, ({ keyword }) => (keyword ? anItem({ menu: { pages: [hit as never], catalogs: [] } }) : anItem()))
    const history = show('/12')
    await screen.findByRole('tree')
    fireEvent.change(field(), { target: { value: 'line' } })
    const list = await screen.findByRole('tree', { name: 'Pages found' })
    await waitFor(() => expect(within(list).getAllByRole('treeitem')).toHaveLength(1))
    expect(sentRequests.at(-1)?.fields).toEqual({ item_id: '12', keyword: 'line' })
    expect(list.querySelector('mark')?.textContent).toBe('line')
    expect(screen.getByText('1 page found')).toBeVisible()
    fireEvent.click(within(list).getByRole('treeitem'))
    await waitFor(() => expect(history.location.pathname).toBe('/12/2'))
  })

  it('searches immediately on Enter, even for a single letter, and reports an empty result', async () => {
    answer(api.item.info, ({ keyword }) => (keyword ? anItem({ menu: { pages: [], catalogs: [] } }) : anItem()))
    show('/12')
    await screen.findByRole('tree')
    fireEvent.change(field(), { target: { value: 'q' } })
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(await screen.findByText('No page contains “q”')).toBeVisible()
    expect(sentRequests.at(-1)?.fields).toEqual({ item_id: '12', keyword: 'q' })
  })

  it('focuses the filter field on a slash', async () => {
    show('/12')
    await screen.findByRole('tree')
    fireEvent.keyDown(document.body, { key: '/' })
    await waitFor(() => expect(document.activeElement).toBe(field()))
    fireEvent.change(field(), { target: { value: 'a/b' } })
    expect(fireEvent.keyDown(field(), { key: '/' })).toBe(true)
  })

  it('opens the full search from the button in the bar', async () => {
    show('/12')
    fireEvent.click(await screen.findByRole('button', { name: /^Search this item/ }))
    const { result } = renderHook(() => usePaletteOpen())
    expect(result.current).toBe(true)
    act(closePalette)
  })

  it('stores only the number of a page that was read', async () => {
    localStorage.clear()
    show('/12/4')
    await screen.findByRole('heading', { name: 'Add a line' })
    expect(recentPages(emma.uid)).toEqual(['4'])
    expect({ ...localStorage }).toEqual({ [`sheaf.recent.${emma.uid}`]: '["4"]', 'sheaf.account': emma.uid })
  })
})

describe('a large item', () => {
  const partial = () => {
    const info = anItem()
    const catalogs = info.menu.catalogs.map((one) => ({ ...one, pages: [], catalogs: [] }))
    return { ...info, partial: true, menu: { pages: info.menu.pages, catalogs } }
  }
  const seed: Boot['seed'] = [
    ['item/info', { item_id: '12', default_page_id: '' }, partial()],
    ['page/view', { page_id: '1', language: 'en' }, aPage('1')],
  ]

  it('requests no data that the server has embedded, and the rest of the menu when the reader needs it', async () => {
    show('/12', { seed })
    const folder = await screen.findByRole('treeitem', { name: 'Orders' })
    expect(sentRequests).toEqual([])
    fireEvent.click(folder)
    expect(await screen.findByRole('treeitem', { name: 'Lines' })).toBeVisible()
    expect(withoutVisit().map(({ fields }) => fields)).toEqual([{ item_id: '12', default_page_id: '' }])
  })

  it('completes the menu automatically after a delay', async () => {
    show('/12', { seed })
    await screen.findByRole('tree')
    await waitFor(() => expect(sentRequests.map(({ path }) => path)).toContain('item/info'))
  })

  it('is recorded as visited, but not for an anonymous visitor', async () => {
    const visits = () => sentRequests.filter(({ path }) => path === 'item/visit').map(({ fields }) => fields)
    const asks = vi.fn((run: () => void) => {
      run()
      return 0
    })
    vi.stubGlobal('requestIdleCallback', asks)
    vi.stubGlobal('cancelIdleCallback', () => {})
    answer(api.item.visit, [])
    show('/12', { seed: [['item/info', { item_id: '12', default_page_id: '' }, { ...anItem(), is_login: false }]] })
    await screen.findByRole('tree')
    expect(visits()).toEqual([])
    cleanup()
    show('/12', { seed })
    await waitFor(() => expect(visits()).toEqual([{ item_id: '12' }]))
    vi.stubGlobal('requestIdleCallback', undefined)
  })
})

describe('errors', () => {
  /** The address of the password screen that a page leads to. */
  async function passwordScreen() {
    const history = show('/12/4')
    await screen.findByText('password')
    return history.location.pathname + history.location.search
  }

  it('redirects a page that was moved out of a locked item to its new item', async () => {
    refuse(api.item.info, 'noVisit', 'no')
    answer(api.page.view, aPage('4', { item_id: '20' }))
    const history = show('/12/4')
    await screen.findByText('password')
    // The password screen of the new item, which is locked in this test as well.
    expect(history.location.pathname).toBe('/item/password/20')
  })

  it.each(['noVisit', 'wrongVisitPassword'] as const)(
    'opens the password screen of a private item with the return address after %s',
    async (error) => {
      refuse(api.item.info, error, 'no')
      expect(await passwordScreen()).toBe('/item/password/12?page_id=4&redirect=%2F12%2F4')
    },
  )

  it.each(['noVisit', 'wrongVisitPassword'] as const)(
    'opens the password screen when only the page request is refused by %s',
    async (error) => {
      refuse(api.page.view, error, 'no')
      expect(await passwordScreen()).toBe('/item/password/12?page_id=4&redirect=%2F12%2F4')
    },
  )

  it('informs a member of some catalogs that a page is outside them, and names the owner to contact', async () => {
    const { menu } = anItem()
    answer(
      api.item.info,
      anItem({ is_private: 1, owner_name: 'Alice Wu', can_suggest: false, edit_cats: ['10'], menu: { ...menu, pages: [] } }),
    )
    refuse(api.page.view, 'noVisit', 'no')
    show('/12/1')
    expect(await screen.findByRole('heading', { name: 'This page is outside the part of the item that you can read' })).toBeVisible()
    expect(screen.getByText(/You can read “Orders”. Ask Alice Wu for more/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the first page' }).getAttribute('href')).toBe('/12/3')
    const password = screen.getByRole('link', { name: 'Enter the visit password' }).getAttribute('href')
    expect(password).toBe('/item/password/12?page_id=1&redirect=%2F12%2F1')
  })

  it('shows not found for a missing item, a missing page or a malformed address', async () => {
    refuse(api.item.info, 'notFound', 'no')
    show('/12')
    await waitFor(() => expect(screen.getByText('There is nothing at this address')).toBeVisible())
    cleanup()
    show('/12/3x')
    expect(await screen.findByText('There is nothing at this address')).toBeVisible()
    cleanup()
    answer(api.item.info, anItem())
    refuse(api.page.view, 'notFound', 'no')
    show('/12/77')
    expect(await screen.findByText('This page does not exist')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the first page' }).getAttribute('href')).toBe('/12/1')
  })

  it.each([
    ['the network fails', () => Promise.reject(new TypeError('network'))],
    ['the server refuses', undefined],
  ])('offers to try again when %s', async (_why, fetchMock) => {
    refuse(api.item.info, 'unexpected', 'Something went wrong')
    const originalFetch = fetch
    if (fetchMock) vi.stubGlobal('fetch', fetchMock)
    show('/12')
    const retryButton = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText(fetchMock ? /cannot be reached/ : 'Something went wrong')).toBeVisible()
    vi.stubGlobal('fetch', originalFetch)
    answer(api.item.info, anItem())
    fireEvent.click(retryButton)
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible()
  })
})

describe('other kinds of items', () => {
  it('suggests the first steps in an empty item to users who can edit', async () => {
    answer(api.item.info, anItem({ menu: { pages: [], catalogs: [] } }))
    show('/12')
    expect((await screen.findByRole('link', { name: 'Write the first page' })).getAttribute('href')).toBe('/page/edit/12/0')
    fireEvent.click(screen.getByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('dialog', { name: /Import into/ })).toBeVisible()
    cleanup()
    answer(api.item.info, anItem({ item_edit: false, menu: { pages: [], catalogs: [] } }))
    show('/12')
    expect(await screen.findByText(/Nothing has been written/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  })

  it('shows a single-page item without a tree, and a spreadsheet item as a spreadsheet', async () => {
    answer(api.item.info, anItem({ item_type: '2' }))
    show('/12')
    await screen.findByRole('heading', { name: 'Overview' })
    expect(screen.queryByRole('tree')).toBeNull()
    expect(screen.getByRole('link', { name: 'Edit page' })).toBeVisible()
    cleanup()
    answer(api.item.info, anItem({ item_type: '4' }))
    show('/12')
    expect(await screen.findByText(/^Sheets of /)).toBeVisible()
    expect(screen.queryByRole('tree')).toBeNull()
  })

  it.each(['0', '1', '3'])('shows an item of type %s with its tree', async (item_type) => {
    answer(api.item.info, anItem({ item_type }))
    show('/12')
    await screen.findByRole('heading', { name: 'Overview' })
    expect(screen.getByRole('tree')).toBeVisible()
  })

  it('shows only the text in full screen until Escape', async () => {
    show('/12')
    await screen.findByRole('heading', { level: 1 })
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Full screen' }))
    expect(screen.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(screen.queryByRole('button', { name: 'Leave full screen' })).toBeNull()
  })
})
