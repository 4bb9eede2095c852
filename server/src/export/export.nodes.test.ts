import { expect, it } from 'vitest'
import { exportNodes, mustBePart, type Part } from './export.nodes.ts'

const catalog = (cat_id: number, parent_cat_id: number) => ({
  cat_id,
  parent_cat_id,
  item_id: 1,
  level: 2,
  cat_name: `C${cat_id}`,
  s_number: 1,
  addtime: 1,
})
const page = (page_id: number, cat_id: number) => ({ page_id, cat_id, page_title: `P${page_id}`, s_number: 1, bytes: 5 })
const catalogs = [catalog(1, 0), catalog(2, 1), catalog(3, 2), catalog(4, 0), catalog(8, 9), catalog(9, 8)]
const pages = [page(11, 0), page(12, 0), page(21, 1), page(31, 2), page(41, 3), page(51, 4), page(61, 77)]
const shown = (scope: 'all' | ReadonlySet<number>, part: Part = { cat_id: 0, page_id: 0 }) =>
  exportNodes(catalogs, pages, scope, part).map(({ title, number, level }) => `${title} ${number} ${level}`)

it('lists pages before catalogs and numbers them by position, like the reading tree', () => {
  expect(shown('all')).toEqual([
    'P11 1 1',
    'P12 2 1',
    'C1 3 1',
    'P21 3.1 2',
    'C2 3.2 2',
    'P31 3.2.1 3',
    'C3 3.2.2 3',
    'P41 3.2.2.1 4',
    'C4 4 1',
    'P51 4.1 2',
  ])
})

it('limits the tree to a catalog with its descendants, or to a single page', () => {
  expect(shown('all', { cat_id: 2, page_id: 0 })).toEqual(['C2 1 1', 'P31 1.1 2', 'C3 1.2 2', 'P41 1.2.1 3'])
  expect(shown('all', { cat_id: 0, page_id: 41 })).toEqual(['P41  1'])
  expect(shown('all', { cat_id: 5, page_id: 0 })).toEqual([])
})

it('takes what is selected, in the order of the tree, without the catalogs around it', () => {
  const lines = (ids: { cats?: number[]; pages?: number[] }) => [
    ...(ids.cats ?? []).map((cat_id) => ({ cat_id, page_id: 0 })),
    ...(ids.pages ?? []).map((page_id) => ({ cat_id: 0, page_id })),
  ]
  const part = (ids: { cats?: number[]; pages?: number[] }) => ({ cat_id: 0, page_id: 0, lines: lines(ids) })
  expect(shown('all', part({ pages: [51, 12, 31] }))).toEqual(['P12 1 1', 'P31 2 1', 'P51 3 1'])
  expect(shown('all', part({ cats: [3, 2], pages: [41, 51] }))).toEqual(['C2 1 1', 'P31 1.1 2', 'C3 1.2 2', 'P41 1.2.1 3', 'P51 2 1'])
  expect(shown(new Set([2]), part({ cats: [1], pages: [11, 31] }))).toEqual(['P31 1 1'])
  const nodes = exportNodes(catalogs, pages, 'all', part({ cats: [2], pages: [11] }))
  expect(() => mustBePart(nodes, part({ cats: [2, 3], pages: [11, 41] }))).not.toThrow()
  for (const other of [{ pages: [11, 999] }, { cats: [2, 999] }, { pages: [61] }])
    expect(() => mustBePart(nodes, part(other))).toThrow('noPermission')
})

it('S35: leaves out what is out of scope; a catalog whose parent is out of scope moves to the root', () => {
  const scope = new Set([2, 3])
  expect(shown(scope)).toEqual(['C2 1 1', 'P31 1.1 2', 'C3 1.2 2', 'P41 1.2.1 3'])
  expect(shown(scope, { cat_id: 1, page_id: 0 })).toEqual([])
  expect(shown(scope, { cat_id: 0, page_id: 11 })).toEqual([])
})
