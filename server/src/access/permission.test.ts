import { expect, expectTypeOf, it } from 'vitest'
import type {
  insertCatalog,
  lockTree,
  lockTrees,
  placePages,
  removeCatalogs,
  saveCatalogs,
  transferToItem,
} from '../content/catalog.store.ts'
import type { insertItem, showItem, touchItem, updateItem } from '../content/item.store.ts'
import type { deletePages, insertPage, restorePage, updatePage } from '../content/page.store.ts'
import type { removeItem } from '../item/item.service.ts'
import type { archiveItem, deleteItem, giveItem, makeKey, removeItemRow, removeKey } from '../item/item.store.ts'
import type { changePage, copyPages, createPage } from '../page/page.service.ts'
import type { numberPages, removePage } from '../page/page.store.ts'
import type { ItemHead } from './access.store.ts'
import type {
  Granted,
  mustAdminister,
  mustBeEditor,
  mustEdit,
  mustEditPage,
  mustManage,
  mustManageOpen,
  mustVisit,
  Rights,
} from './access.ts'
import type { mustHoldKeys, mustWriteByKeys } from './keys.ts'
import { asSystem, grant, type Permission } from './permission.ts'

/* `tsc` checks the types of these tests: a wrong expectation does not compile. */

type Edit = Permission<'edit'>
type Manage = Permission<'manage'>
type Second<F extends (...args: never[]) => unknown> = Parameters<F>[1]
type Both = Permission<'edit' | 'manage'>

it('no other object is a permission', () => {
  expectTypeOf<number>().not.toExtend<Edit>()
  expectTypeOf<{ item_id: number }>().not.toExtend<Edit>()
  expectTypeOf<{ item_id: number; allows: { edit: true } }>().not.toExtend<Edit>()
  expectTypeOf<ItemHead>().not.toExtend<Edit>()
  const granted = grant<'edit'>(1)
  const changed = { ...granted, item_id: 2 }
  expectTypeOf(changed).not.toExtend<Edit>()
  expect([granted.item_id, changed.item_id]).toEqual([1, 2])
})

it('a permission allows its own actions only', () => {
  expectTypeOf<Edit>().not.toExtend<Manage>()
  expectTypeOf<Manage>().not.toExtend<Edit>()
  expectTypeOf<Both>().toExtend<Edit>()
  expectTypeOf<Both>().toExtend<Manage>()
  expectTypeOf<Edit>().not.toExtend<Both>()
  expectTypeOf<Manage>().not.toExtend<Both>()
})

it('checks for writing grant a permission, and checks for reading grant none', () => {
  type Checked<F extends (...args: never[]) => unknown> = Awaited<ReturnType<F>>
  expectTypeOf<Checked<typeof mustEdit>>().toExtend<Granted<'edit'>>()
  expectTypeOf<Checked<typeof mustEditPage>>().toExtend<Granted<'edit'>>()
  expectTypeOf<Checked<typeof mustManageOpen>>().toExtend<Granted<'edit' | 'manage'>>()
  // Both allow an archived item.
  expectTypeOf<Checked<typeof mustAdminister>['permission']>().toEqualTypeOf<Manage>()
  expectTypeOf<Checked<typeof mustManage>['permission']>().toEqualTypeOf<Manage>()
  expectTypeOf<Checked<typeof mustWriteByKeys>['permission']>().toEqualTypeOf<Edit>()
  expectTypeOf<Checked<typeof mustVisit>>().toEqualTypeOf<Rights>()
  expectTypeOf<Checked<typeof mustBeEditor>>().toEqualTypeOf<Rights>()
  expectTypeOf<Rights>().not.toHaveProperty('permission')
  expectTypeOf<Checked<typeof mustHoldKeys>>().not.toHaveProperty('permission')
  expect(asSystem(3, 'newItem').item_id).toBe(3)
})

it('the writes of pages require a permission', () => {
  type First<F extends (...args: never[]) => unknown> = Parameters<F>[0]
  expectTypeOf<First<typeof createPage>['permission']>().toEqualTypeOf<Edit>()
  expectTypeOf<First<typeof changePage>['permission']>().toEqualTypeOf<Edit>()
  expectTypeOf<First<typeof copyPages>['permission']>().toEqualTypeOf<Edit>()
  expectTypeOf<First<typeof insertPage>['permission']>().toEqualTypeOf<Edit>()
  expectTypeOf<First<typeof updatePage>['permission']>().toEqualTypeOf<Edit>()
  expectTypeOf<First<typeof deletePages>['permission']>().toEqualTypeOf<Edit>()
  expectTypeOf<First<typeof removePage>['permission']>().toEqualTypeOf<Edit>()
  expectTypeOf<First<typeof restorePage>['permission']>().toEqualTypeOf<Edit>()
  expectTypeOf<Parameters<typeof numberPages>[1]>().toEqualTypeOf<Edit>()
})

it('the writes of catalogs require a permission', () => {
  expectTypeOf<Second<typeof touchItem>>().toEqualTypeOf<Edit>()
  expectTypeOf<Second<typeof lockTree>>().toEqualTypeOf<Edit>()
  expectTypeOf<Second<typeof lockTrees>>().toEqualTypeOf<Edit[]>()
  expectTypeOf<Second<typeof insertCatalog>>().toEqualTypeOf<Edit>()
  expectTypeOf<Second<typeof saveCatalogs>>().toEqualTypeOf<Edit>()
  expectTypeOf<Second<typeof removeCatalogs>>().toEqualTypeOf<Edit>()
  expectTypeOf<Second<typeof placePages>>().toEqualTypeOf<Edit>()
  expectTypeOf<Parameters<typeof transferToItem>[2]>().toEqualTypeOf<{ from: Edit; to: Edit }>()
})

it('the writes of items require a permission', () => {
  expectTypeOf<Awaited<ReturnType<typeof insertItem>>>().toEqualTypeOf<Both>()
  expectTypeOf<Second<typeof showItem>>().toEqualTypeOf<Manage>()
  expectTypeOf<Second<typeof updateItem>>().toEqualTypeOf<Both>()
  expectTypeOf<Second<typeof deleteItem>>().toEqualTypeOf<Manage>()
  expectTypeOf<Second<typeof archiveItem>>().toEqualTypeOf<Manage>()
  expectTypeOf<Second<typeof giveItem>>().toEqualTypeOf<Manage>()
  expectTypeOf<Second<typeof makeKey>>().toEqualTypeOf<Manage>()
  expectTypeOf<Second<typeof removeKey>>().toEqualTypeOf<Both>()
  expectTypeOf<Second<typeof removeItem>>().toEqualTypeOf<Both>()
  expectTypeOf<Second<typeof removeItemRow>>().toEqualTypeOf<Both>()
})
