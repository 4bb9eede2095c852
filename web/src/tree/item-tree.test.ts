import { describe, expect, it } from 'vitest'
import { filterMenu, firstPage, type Menu, parentOf, pathTo, rowsOf } from './item-tree.ts'
import { moveOf } from './row-navigation.ts'
import { initialRange, rangeAt, scrollFor } from './row-window.ts'

const page = (page_id: string, page_title: string) => ({ page_id, page_title, author_uid: '1', cat_id: '0', addtime: '1' })
const catalog = (cat_id: string, cat_name: string, pages: Menu['pages'], catalogs: Menu['catalogs'] = []) => ({
  cat_id,
  cat_name,
  item_id: '1',
  s_number: '1',
  addtime: '1',
  parent_cat_id: '0',
  level: '2',
  pages,
  catalogs,
})

const menu: Menu = {
  pages: [page('1', 'Overview'), page('2', '鉴权')],
  catalogs: [
    catalog('10', 'Orders', [page('3', 'List orders')], [catalog('11', 'Lines', [page('4', 'Add a line'), page('5', 'Remove a line')])]),
    catalog('12', 'Empty', []),
  ],
}
const names = (open: string[]) => rowsOf(menu, (id) => open.includes(id)).map((row) => row.name)

describe('the rows of the tree', () => {
  it('lists the content of open folders only', () => {
    expect(names([])).toEqual(['Overview', '鉴权', 'Orders', 'Empty'])
    expect(names(['10'])).toEqual(['Overview', '鉴权', 'Orders', 'List orders', 'Lines', 'Empty'])
    expect(names(['10', '11'])).toContain('Remove a line')
  })

  it('gives each row its depth, its position among its siblings and a page inside', () => {
    const rows = rowsOf(menu, (id) => id === '10')
    expect(rows[2]).toMatchObject({ depth: 0, at: 3, of: 4, open: true, first: '3' })
    expect(rows[4]).toMatchObject({ depth: 1, at: 2, of: 2, open: false, first: '4' })
    expect(rows[5]?.first).toBeUndefined()
    expect(parentOf(rows, 4)).toBe(2)
    expect(parentOf(rows, 0)).toBe(-1)
  })

  it('finds the first page and the path to a page', () => {
    expect(firstPage(menu)).toBe('1')
    expect(firstPage({ pages: [], catalogs: [catalog('1', 'a', []), catalog('2', 'b', [], [catalog('3', 'c', [page('9', 'x')])])] })).toBe(
      '9',
    )
    expect(firstPage({ pages: [], catalogs: [] })).toBeUndefined()
    expect(pathTo(menu, '5')?.map((one) => one.cat_name)).toEqual(['Orders', 'Lines'])
    expect(pathTo(menu, '1')).toEqual([])
    expect(pathTo(menu, '99')).toBeUndefined()
  })

  it('filters by all words and keeps the folders of matching pages', () => {
    const found = (words: string[]) => rowsOf(filterMenu(menu, words), () => true).map((row) => row.name)
    expect(found(['line', 'add'])).toEqual(['Orders', 'Lines', 'Add a line'])
    expect(found(['鉴'])).toEqual(['鉴权'])
    expect(found(['lines'])).toEqual(['Orders', 'Lines', 'Add a line', 'Remove a line'])
    expect(found(['nothing'])).toEqual([])
  })
})

describe('keyboard navigation of the tree', () => {
  const rows = rowsOf(menu, (id) => id === '10')

  it('moves with the arrows, Home and End within the tree', () => {
    expect(moveOf(rows, -1, 'ArrowDown')).toEqual({ to: 0 })
    expect(moveOf(rows, 0, 'ArrowUp')).toEqual({ to: 0 })
    expect(moveOf(rows, 1, 'ArrowDown')).toEqual({ to: 2 })
    expect(moveOf(rows, 3, 'End')).toEqual({ to: 5 })
    expect(moveOf(rows, 5, 'ArrowDown')).toEqual({ to: 5 })
    expect(moveOf(rows, 5, 'Home')).toEqual({ to: 0 })
  })

  it('opens, enters, leaves and closes folders', () => {
    expect(moveOf(rows, 4, 'ArrowRight')).toEqual({ toggle: true })
    expect(moveOf(rows, 2, 'ArrowRight')).toEqual({ to: 3 })
    expect(moveOf(rows, 3, 'ArrowLeft')).toEqual({ to: 2 })
    expect(moveOf(rows, 2, 'ArrowLeft')).toEqual({ toggle: true })
    expect(moveOf(rows, 0, 'ArrowLeft')).toEqual({})
    expect(moveOf(rows, 3, 'Enter')).toEqual({ enter: true })
  })

  it('goes to the next row that starts with the typed character, and ignores other keys', () => {
    expect(moveOf(rows, 0, 'o')).toEqual({ to: 2 })
    expect(moveOf(rows, 3, 'l')).toEqual({ to: 4 })
    expect(moveOf(rows, 4, 'l')).toEqual({ to: 3 })
    expect(moveOf(rows, 0, '鉴')).toEqual({ to: 1 })
    expect(moveOf(rows, 0, 'Tab')).toBeUndefined()
    expect(moveOf([], 0, 'ArrowDown')).toBeUndefined()
  })
})

describe('the rendered window of the tree', () => {
  it('renders all rows of a small tree and a section of a large one', () => {
    expect(initialRange(100, 90)).toEqual({ from: 0, to: 100 })
    expect(initialRange(10_000, 5)).toEqual({ from: 0, to: 60 })
    expect(initialRange(10_000, 5000)).toEqual({ from: 4988, to: 5048 })
    expect(initialRange(10_000, 9999)).toEqual({ from: 9940, to: 10_000 })
    const { from, to } = rangeAt(10_000, 150_000, 900, 30)
    expect(from).toBeLessThanOrEqual(5000)
    expect(to).toBeGreaterThanOrEqual(5030)
    expect(to - from).toBeLessThan(100)
  })

  it('scrolls only when a row is not visible', () => {
    expect(scrollFor(10, 0, 900, 30, 'near')).toBeUndefined()
    expect(scrollFor(100, 0, 900, 30, 'near')).toBe(100 * 30 + 90 - 900)
    expect(scrollFor(10, 900, 900, 30, 'near')).toBe(240)
    expect(scrollFor(100, 0, 900, 30, 'middle')).toBe(3000 - 360)
  })
})
