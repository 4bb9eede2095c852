import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { moveInMenu } from './arrange.ts'
import { markOf, placeAt, placesInOrder } from './drop-places.ts'
import { type Catalog, type Menu, rowsOf } from './item-tree.ts'
import { isSamePlace, type Place, placeOf, refusalOf, shapeOf, type TreeEntry } from './shape.ts'

const page = (page_id: string, cat_id = '0') => ({ page_id, page_title: `Page ${page_id}`, author_uid: '1', cat_id, addtime: '1' })
const catalog = (cat_id: string, level: number, pages: string[], catalogs: Catalog[] = [], parent_cat_id = '0'): Catalog => ({
  cat_id,
  cat_name: `Catalog ${cat_id}`,
  item_id: '1',
  s_number: '1',
  addtime: '1',
  parent_cat_id,
  level: String(level),
  pages: pages.map((page_id) => page(page_id, cat_id)),
  catalogs: catalogs.map((one) => ({ ...one, parent_cat_id: cat_id })),
})

/* Pages are numbers, catalogs are letters: 1 2 / A(3 4 / B(5 / C(6))) / D / E(7) */
const menu: Menu = {
  pages: [page('1'), page('2')],
  catalogs: [catalog('A', 2, ['3', '4'], [catalog('B', 3, ['5'], [catalog('C', 4, ['6'])])]), catalog('D', 2, []), catalog('E', 2, ['7'])],
}
const shape = shapeOf({ menu, edit_cats: null })
const rows = (open: string[], of = menu) => rowsOf(of, (cat_id) => open.includes(cat_id))
const at = (entry: TreeEntry, open: string[], name: string, part: number, depth = 9) => {
  const lines = rows(open)
  return placeAt(lines, shape, entry, { index: lines.findIndex((row) => row.name.endsWith(name)), part, depth })
}
const outline = (level: Pick<Menu, 'pages' | 'catalogs'>): string =>
  [...level.pages.map((one) => one.page_id), ...level.catalogs.map((one) => `${one.cat_id}(${outline(one)})`)].join(' ')

describe('the drop position of a page', () => {
  const p1 = { page_id: '1' }
  it('is before or after a page, depending on its upper or lower half', () => {
    expect(at(p1, ['A'], '3', 0.2)).toEqual({ parent: 'A', before: '3' })
    expect(at(p1, ['A'], '3', 0.8)).toEqual({ parent: 'A', before: '4' })
    expect(at(p1, ['A'], '4', 0.8)).toEqual({ parent: 'A', before: '0' })
  })
  it('is in a catalog, at the start if it is open, or after the pages above the first catalog', () => {
    expect(at(p1, [], 'D', 0.5)).toEqual({ parent: 'D', before: '0' })
    expect(at(p1, ['A'], 'A', 0.9)).toEqual({ parent: 'A', before: '3' })
    expect(at({ page_id: '3' }, ['A'], 'A', 0.1)).toEqual({ parent: '0', before: '0' })
    expect(at(p1, [], 'E', 0.1)).toEqual({ parent: 'E', before: '0' })
  })
  it('is the end of the root below the last row', () => {
    expect(placeAt(rows([]), shape, { page_id: '3' }, { index: 99, part: 0, depth: 0 })).toEqual({ parent: '0', before: '0' })
  })
})

describe('the drop position of a catalog', () => {
  const e = { cat_id: 'E' }
  it('is before, in or after another catalog', () => {
    expect(at(e, [], 'D', 0.1)).toEqual({ parent: '0', before: 'D' })
    expect(at(e, [], 'D', 0.5)).toEqual({ parent: 'D', before: '0' })
    expect(at(e, [], 'A', 0.9)).toEqual({ parent: '0', before: 'D' })
    expect(at(e, ['A'], 'A', 0.9)).toEqual({ parent: 'A', before: 'B' })
    expect(at(e, ['A'], '3', 0.5)).toEqual({ parent: 'A', before: 'B' })
  })
  it('below the last row of a group depends on the depth of the pointer', () => {
    expect(at(e, ['A'], 'B', 0.9, 1)).toEqual({ parent: 'A', before: '0' })
    expect(at(e, ['A'], 'B', 0.9, 0)).toEqual({ parent: '0', before: 'D' })
    expect(at({ cat_id: 'A' }, [], 'D', 0.9, 5)).toEqual({ parent: '0', before: 'E' })
  })
  it('is never in itself or deeper than three levels', () => {
    expect(refusalOf(shape, { cat_id: 'A' }, 'C')).toBe('itself')
    expect(refusalOf(shape, { cat_id: 'A' }, 'A')).toBe('itself')
    expect(refusalOf(shape, { cat_id: 'B' }, 'D')).toBeUndefined()
    expect(refusalOf(shape, { cat_id: 'A' }, 'D')).toBe('deep')
    expect(refusalOf(shape, e, 'C')).toBe('deep')
    expect(refusalOf(shape, { page_id: '1' }, 'C')).toBeUndefined()
  })
  it('is never a root that the reader does not see', () => {
    const part = shapeOf({ menu: { pages: [], catalogs: [{ ...catalog('B', 3, []), parent_cat_id: 'A' }] }, edit_cats: ['B'] })
    expect(refusalOf(part, { cat_id: 'C' }, '0')).toBe('outside')
  })
})

describe('the drop mark', () => {
  it('is a line before the next row, after the last row, or the closed folder', () => {
    const lines = rows(['A'])
    expect(markOf(lines, { page_id: '1' }, { parent: 'A', before: '4' })).toEqual({ into: 2, line: { index: 4, depth: 1 } })
    expect(markOf(lines, { page_id: '1' }, { parent: 'A', before: '0' })).toEqual({ into: 2, line: { index: 5, depth: 1 } })
    expect(markOf(lines, { cat_id: 'E' }, { parent: 'A', before: '0' })).toEqual({ into: 2, line: { index: 6, depth: 1 } })
    expect(markOf(lines, { cat_id: 'E' }, { parent: 'D', before: '0' })).toEqual({ into: 6, line: undefined })
    expect(markOf(lines, { cat_id: 'E' }, { parent: '0', before: '0' })).toEqual({ into: -1, line: { index: 8, depth: 0 } })
  })
})

describe('the places for the arrow keys', () => {
  const walk = (entry: TreeEntry, open: string[]) =>
    placesInOrder(shape, entry, (id) => open.includes(id)).map((one) => `${one.parent}:${one.before}`)
  it('of a page: before each other page, at each end, in each closed catalog', () => {
    expect(walk({ page_id: '1' }, ['A'])).toEqual(['0:2', '0:0', 'A:3', 'A:4', 'A:0', 'B:0', 'D:0', 'E:0'])
  })
  it('of a catalog: only within three levels', () => {
    expect(walk({ cat_id: 'B' }, ['A'])).toEqual(['0:A', 'A:0', '0:D', 'D:0', '0:E', 'E:0', '0:0'])
    expect(walk({ cat_id: 'A' }, [])).toEqual(['0:D', '0:E', '0:0'])
  })
})

describe('the tree after a move', () => {
  it('contains the entry only at its new place', () => {
    expect(outline(moveInMenu(menu, { page_id: '1' }, { parent: 'A', before: '4' }))).toBe('2 A(3 1 4 B(5 C(6))) D() E(7)')
    const moved = moveInMenu(menu, { cat_id: 'B' }, { parent: '0', before: 'D' })
    expect(outline(moved)).toBe('1 2 A(3 4) B(5 C(6)) D() E(7)')
    expect(moved.catalogs[1]).toMatchObject({ level: '2', parent_cat_id: '0', catalogs: [{ level: '3', parent_cat_id: 'B' }] })
    expect(moved.catalogs[2]).toBe(menu.catalogs[1])
  })

  it('keeps every page and catalog in any sequence of moves, and undo restores the previous tree', () => {
    const entry: fc.Arbitrary<TreeEntry> = fc.oneof(
      fc.constantFrom('1', '2', '3', '4', '5', '6', '7').map((page_id) => ({ page_id })),
      fc.constantFrom('A', 'B', 'C', 'D', 'E').map((cat_id) => ({ cat_id })),
    )
    const steps = fc.array(fc.tuple(entry, fc.nat(40), fc.boolean()), { maxLength: 12 })
    const all = (level: Pick<Menu, 'pages' | 'catalogs'>) => outline(level).match(/\w/g)?.sort().join('')
    assertProperty(
      fc.property(steps, (moves) => {
        let now: Menu = menu
        for (const [one, n, isOpen] of moves) {
          const here = shapeOf({ menu: now, edit_cats: null })
          const places = placesInOrder(here, one, () => isOpen)
          const place = places[n % Math.max(1, places.length)] as Place | undefined
          if (!place) continue
          expect(places.filter((other) => isSamePlace(here, one, other)).length).toBeLessThanOrEqual(1)
          const next = moveInMenu(now, one, place)
          expect(outline(moveInMenu(next, one, placeOf(here, one)))).toBe(outline(now))
          now = next
        }
        expect(all(now)).toBe(all(menu))
        for (const node of shapeOf({ menu: now, edit_cats: null }).catalogs.values()) expect(node.depth).toBeLessThanOrEqual(3)
      }),
      { numRuns: 300 },
    )
  })
})
