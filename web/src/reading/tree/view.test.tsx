// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Menu, rowsOf } from '../../tree/item-tree.ts'
import { Tree } from './view.tsx'

const page = (n: number) => ({ page_id: `${n}`, page_title: `Page ${n}`, author_uid: null, cat_id: '0', addtime: '1' })
const catalog = (cat_id: string, cat_name: string, pages: Menu['pages']) => ({
  cat_id,
  cat_name,
  item_id: '1',
  s_number: '1',
  addtime: '1',
  parent_cat_id: '0',
  level: '2',
  pages,
  catalogs: [],
})
const large: Menu = { pages: Array.from({ length: 10_000 }, (_, n) => page(n + 1)), catalogs: [] }
const small: Menu = { pages: [page(1), page(2)], catalogs: [catalog('7', 'Orders', [page(3), page(4)])] }

const openPage = vi.fn()
const prefetched = vi.fn()

function Shown({ menu, current }: { menu: Menu; current: string }) {
  const [open, setOpen] = useState<string[]>([])
  const rows = rowsOf(menu, (id) => open.includes(id))
  return (
    <Tree
      rows={rows}
      label="Pages"
      current={current}
      hrefOf={(id) => `/1/${id}`}
      onPage={openPage}
      onNear={prefetched}
      onFolder={(id, on) => setOpen(on ? [...open, id] : open.filter((one) => one !== id))}
    />
  )
}

const tree = () => screen.getByRole('tree')
const active = () => document.getElementById(tree().getAttribute('aria-activedescendant') ?? '')?.textContent
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(tree(), { key })
}

beforeEach(() => {
  openPage.mockClear()
  prefetched.mockClear()
})
afterEach(cleanup)

it('renders only the visible rows of ten thousand pages', () => {
  render(<Shown menu={large} current="5000" />)
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(100)
  const current = screen.getByRole('treeitem', { current: 'page' })
  expect(current.textContent).toBe('Page 5000')
  expect(current.getAttribute('aria-posinset')).toBe('5000')
  expect(current.getAttribute('aria-setsize')).toBe('10000')
})

it('renders the rows at the scroll position', () => {
  render(<Shown menu={large} current="1" />)
  const box = tree().parentElement as HTMLElement
  box.scrollTop = 9000 * 30
  fireEvent.scroll(box)
  expect(screen.getByText('Page 9010')).toBeVisible()
  expect(screen.queryByText('Page 10')).toBeNull()
  expect(screen.getAllByRole('treeitem').length).toBeLessThan(100)
})

it('moves to the last row on End, and opens a page on Enter', () => {
  render(<Shown menu={large} current="1" />)
  press('End')
  expect(active()).toBe('Page 10000')
  press('ArrowUp', 'Enter')
  expect(openPage).toHaveBeenCalledWith('9999')
})

it('opens and closes folders with the arrow keys and sets aria-expanded', () => {
  render(<Shown menu={small} current="1" />)
  const folder = () => screen.getByRole('treeitem', { name: 'Orders' })
  press('End', 'ArrowRight')
  expect(folder().getAttribute('aria-expanded')).toBe('true')
  press('ArrowRight')
  expect(active()).toBe('Page 3')
  expect(screen.getByText('Page 3').getAttribute('aria-level')).toBe('2')
  press('ArrowLeft', 'ArrowLeft')
  expect(folder().getAttribute('aria-expanded')).toBe('false')
  press('p')
  expect(active()).toBe('Page 1')
})

it('renders rows as links, and a folder as a link to a page in it', () => {
  render(<Shown menu={small} current="1" />)
  expect(screen.getByText('Page 2').getAttribute('href')).toBe('/1/2')
  expect(screen.getByText('Orders').getAttribute('href')).toBe('/1/3')
})

it('leaves a click with a modifier key to the browser and handles a plain click', () => {
  render(<Shown menu={small} current="1" />)
  expect(fireEvent.click(screen.getByText('Page 2'), { ctrlKey: true })).toBe(true)
  expect(openPage).not.toHaveBeenCalled()
  expect(fireEvent.click(screen.getByText('Page 2'))).toBe(false)
  expect(openPage).toHaveBeenCalledWith('2')
  fireEvent.click(screen.getByText('Orders'))
  expect(screen.getByText('Page 4')).toBeVisible()
})

it('prefetches a page after the pointer rests on it', () => {
  vi.useFakeTimers()
  render(<Shown menu={small} current="1" />)
  fireEvent.pointerOver(screen.getByText('Page 2'))
  expect(prefetched).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(100))
  expect(prefetched).toHaveBeenCalledWith('2')
  vi.useRealTimers()
})
