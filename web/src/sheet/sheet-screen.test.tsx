// @vitest-environment jsdom
import '../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../lib/api.ts'
import { anItem, aPage, emma } from '../reading/screen/screen.given.ts'
import { ItemScreen } from '../reading/screen/screen.tsx'
import { SharedPageScreen } from '../reading/shared-page-screen.tsx'
import { answer, refuse, resetAnswers, sentRequests } from '../test/answer.ts'
import { open } from '../test/screen.tsx'
import { lazyScreen } from '../ui/frame/lazy-part.tsx'
import { DiffScreen } from '../versions/diff/screen.tsx'

// Loaded lazily, as in the routes.
const SheetScreen = lazyScreen(() => import('./sheet-screen.tsx').then((m) => m.SheetScreen))
const SharedSheet = lazyScreen(() => import('./shared-sheet.tsx').then((m) => m.SharedSheet))

const table = (name: string, text: string) =>
  `<section class="sheet-page" data-name="${name}"><h2 class="sheet-name">${name}</h2><div class="sheet-box"><table class="sh"><tbody><tr><th>1</th><td>${text}</td></tr></tbody></table></div></section>`
const view = (more: object = {}) => ({
  ...aPage('1'),
  html: table('Hosts', 'orders-01') + table('证书', '2027-01-01'),
  headings: [],
  needs: ['sheet'],
  ...more,
})
const show = (path = '/12') => open(<ItemScreen sheet={SheetScreen} />, path, '/:item')

beforeEach(() => {
  resetAnswers()
  answer(api.item.info, anItem({ item_type: '4', item_name: 'Environment matrix', item_edit: false, item_manage: false }))
  answer(api.page.view, view())
})
afterEach(cleanup)

describe('a spreadsheet for readers', () => {
  it('shows one sheet at a time as a table, without editing', async () => {
    show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Environment matrix' })).toBeVisible()
    expect(await screen.findByText('orders-01')).toBeVisible()
    expect(screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
      ['Hosts', 'true'],
      ['证书', 'false'],
    ])
    const hidden = () => [...document.querySelectorAll('.sheet-page')].map((section) => section.classList.contains('off'))
    expect(hidden()).toEqual([false, true])
    // One tab stop; the arrow keys move between the tabs.
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map((tab) => tab.tabIndex)).toEqual(tabs.map((_, at) => (at === 0 ? 0 : -1)))
    tabs[0]?.focus()
    fireEvent.keyDown(tabs[0] as Element, { key: 'End' })
    expect(document.activeElement).toBe(tabs.at(-1))
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(tabs[0])
    expect(screen.getByRole('tabpanel').id).toBe(tabs[0]?.getAttribute('aria-controls'))
    fireEvent.click(screen.getByRole('tab', { name: '证书' }))
    expect(hidden()).toEqual([true, false])
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual(['Print'])
    expect(sentRequests.map(({ path }) => path)).not.toContain('page/setLock')
  })

  it('shows when it is empty, when loading failed, and when it requires a password', async () => {
    answer(api.page.view, view({ html: table('Sheet1', '') }))
    show()
    expect(await screen.findByText('This spreadsheet is empty')).toBeVisible()
    cleanup()
    refuse(api.page.view, 'unexpected', 'Something went wrong')
    show()
    expect(await screen.findByText('The spreadsheet could not be loaded')).toBeVisible()
    cleanup()
    refuse(api.page.view, 'wrongVisitPassword')
    open(<ItemScreen sheet={SheetScreen} />, '/12', '/:item')
    expect(await screen.findByText(/^now at \/item\/password\/12/)).toBeVisible()
  })

  it('shows only the table through a single-page link', async () => {
    open(<SharedPageScreen sheet={SharedSheet} />, '/p/abcdefgh', '/p/:unique_key')
    expect(await screen.findByText('orders-01')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
    expect(screen.getAllByRole('tab')).toHaveLength(2)
  })
})

describe('a spreadsheet for editors', () => {
  beforeEach(() => {
    localStorage.clear()
    Object.defineProperty(navigator, 'sendBeacon', { value: vi.fn(() => true), configurable: true })
    answer(api.item.info, anItem({ item_type: '4', item_name: 'Environment matrix', item_edit: true, item_manage: true }))
    answer(api.page.info, { ...aPage('1'), page_content: '[]', version: '3', addtime: '1' } as never)
  })

  it('is read-only while another user holds the edit lock, and names that user', async () => {
    refuse(api.page.setLock, 'lockedBy', 'liam is editing this page')
    answer(api.page.isLock, { lock: 1, lock_uid: '3', lock_username: 'liam', lock_name: 'liam', is_cur_user: 0 })
    open(<ItemScreen sheet={SheetScreen} />, '/12', '/:item', emma)
    expect((await screen.findByRole('alert', {})).textContent).toContain('liam is editing this spreadsheet.')
    expect(screen.getByText('orders-01')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    const entries = screen.getAllByRole('menuitem').map((entry) => entry.textContent)
    expect(entries).toEqual(['Export as Excel file', 'Print', 'Page information', 'Item settings'])
  })

  it('is read-only in an archived item', async () => {
    answer(api.item.info, anItem({ item_type: '4', item_edit: true, is_archived: '1' }))
    open(<ItemScreen sheet={SheetScreen} />, '/12', '/:item', emma)
    await waitFor(() => expect(screen.getByText('This item is archived: it can be read but not changed.')).toBeVisible())
    await waitFor(() => expect(sentRequests.map(({ path }) => path)).not.toContain('page/setLock'))
  })

  it.each([true, false])('shows the settings only to managers of the item: %s', async (item_manage) => {
    answer(api.item.info, anItem({ item_type: '4', item_edit: true, item_manage, is_archived: '1' }))
    open(<ItemScreen sheet={SheetScreen} />, '/12', '/:item', emma)
    await screen.findByText('orders-01')
    fireEvent.click(screen.getByRole('button', { name: 'More' }))
    const entry = screen.queryByRole('menuitem', { name: 'Item settings' })
    expect(entry?.getAttribute('href')).toBe(item_manage ? '/item/setting/12' : undefined)
  })
})

it('compares two versions row by row', async () => {
  const row = { ...aPage('1'), page_comments: '', s_number: '99', author_uid: '1', is_del: '0' }
  const sheet = (text: string) => JSON.stringify([{ name: 'Hosts', rows: { 0: { cells: { 0: { text: 'a' }, 1: { text } } } } }])
  answer(api.page.diff, {
    page: { ...row, page_content: sheet('new'), addtime: '100' },
    history_page: { ...row, page_history_id: '7', page_content: sheet('old'), addtime: '50' },
  } as never)
  answer(api.page.history, [{ ...row, page_history_id: '7', page_content: '', addtime: '2026-11-20 10:00:00' }] as never)
  open(<DiffScreen />, '/page/diff/1/7', '/page/diff/:page_id/:page_history_id', emma)
  await waitFor(() => expect(document.body.textContent).toContain('1 | A: a | B: old'))
  expect(document.body.textContent).toContain('1 | A: a | B: new')
})
