import { contract } from '@sheaf/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { encoderOf } from '../http/encode.ts'
import { arranged, catalogRow, changesBetween, menuRow, segmentsOf } from './menu.rules.ts'

it('finds the changes between two versions, or that it does not know all of them', () => {
  const log = ' 17:5031 18:+ 19:5031 20:7'
  expect(changesBetween(log, 16, 20)).toEqual({ page_ids: [5031, 7], added: true })
  expect(changesBetween(log, 18, 19)).toEqual({ page_ids: [5031], added: false })
  expect(changesBetween(log, 15, 20)).toBeUndefined()
  expect(changesBetween(log, 20, 21)).toBeUndefined()
  expect(changesBetween('', 3, 4)).toBeUndefined()
  expect(changesBetween(' 17:1 19:2', 16, 19)).toBeUndefined()
})

it('does not read an entry of the log that was cut', () => {
  expect(changesBetween('7:5031 18:2', 16, 18)).toBeUndefined()
  expect(changesBetween('7:5031 18:2', 6, 7)).toBeUndefined()
})

it('writes a menu in segments that together are its JSON text', () => {
  const page = fc.record({ cat_id: fc.nat(6), page_title: fc.string({ unit: 'grapheme' }), s_number: fc.nat(3) })
  const encode = encoderOf(contract.item.info.output.shape.menu, 'UTC')
  const catalog = (cat_id: number, parent_cat_id: number) => ({
    cat_id,
    parent_cat_id,
    cat_name: `“${cat_id}”`,
    item_id: 1,
    level: 2,
    s_number: 1,
    addtime: 5,
  })
  const catalogs = [catalog(1, 0), catalog(2, 1), catalog(3, 1), catalog(4, 3), catalog(5, 0), catalog(6, 0)]
  assertProperty(
    fc.property(fc.array(page, { maxLength: 600, size: 'max' }), (pages) => {
      const rows = pages.map((row, n) => menuRow({ ...row, page_id: n + 1, author_uid: n % 5 ? 2 : null, addtime: 9 }))
      const { menu } = arranged(rows, catalogs.map(catalogRow), 'all')
      const segments = segmentsOf(menu)
      expect(segments.flat().join('')).toBe(encode(menu))
      expect(segments).toHaveLength(1 + rows.filter((row) => row.page_id % 256 === 0).length)
    }),
  )
})
