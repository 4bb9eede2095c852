// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import type { Account } from '../../lib/boot.ts'
import { answer, resetAnswers } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import { closeToast, getToasts } from '../../ui/toast.tsx'
import { anItem, aPage, emma } from '../screen/screen.given.ts'
import { ItemScreen } from '../screen/screen.tsx'

const item = anItem({ item_type: '3', item_edit: false, item_manage: false, ItemPermn: false, ItemCreator: false })
item.menu.pages = item.menu.pages.map((page, at) => ({ ...page, ...(at === 0 ? { method: 'DELETE' } : {}) }))
const hint = 'The pages of this item are written in an API client. Change them there'

beforeEach(() => {
  resetAnswers()
  sessionStorage.clear()
  vi.stubGlobal('scrollTo', () => {})
  answer(api.item.info, item)
  answer(api.page.view, ({ page_id }) => aPage(page_id ?? '1'))
})
afterEach(() => {
  cleanup()
  vi.stubGlobal('matchMedia', undefined)
  for (const { id } of getToasts()) closeToast(id)
})

const show = (account: Account | null = emma) => open(<ItemScreen sheet={() => null} />, '/12/1', '/:item/:page_id', account)

it('an item of an API client has a disabled Edit button with an explanation, and no editing tools', async () => {
  show()
  const editButton = await screen.findByRole('button', { name: `Edit page. ${hint}` })
  expect([editButton.getAttribute('aria-disabled'), editButton.getAttribute('data-tip')]).toEqual(['true', hint])
  fireEvent.click(editButton)
  expect(getToasts().map(({ text, kind }) => [text, kind])).toEqual([[hint, 'info']])
  expect(screen.queryByRole('link', { name: /Edit page|New page/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(within(await screen.findByRole('menu')).queryByText(/New page|Copy page|Sort|Delete|settings/i)).toBeNull()
})

it('on a phone the menu shows the explanation', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  show()
  await screen.findByRole('heading', { level: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Read only' }))
  expect(getToasts().map(({ text }) => text)).toEqual([hint])
})

it('visitors see no disabled Edit button', async () => {
  show(null)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('button', { name: /Edit page/ })).toBeNull()
})

it('the tree shows the HTTP method of a page that documents an API call', async () => {
  show()
  const lines = await screen.findAllByRole('treeitem')
  expect(lines.slice(0, 2).map((line) => [line.textContent, line.getAttribute('data-verb')])).toEqual([
    ['Overview', 'DEL'],
    ['Errors', null],
  ])
})
