import { expect, expectTypeOf, it } from 'vitest'
import type { mustBeTarget } from '../attachment/attachment.rights.service.ts'
import type { insertFile, linkFiles, unlinkFile } from '../attachment/attachment.store.ts'
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
import type { removeTeamMember, touchTeam } from '../content/membership.store.ts'
import type { deletePages, insertPage, removeLink, restorePage, setLink, updatePage } from '../content/page.store.ts'
import type { giveLeastRights, insertByRule, moveToRule, removeByRule } from '../group/group.store.ts'
import type { removeItem } from '../item/item.service.ts'
import type { archiveItem, deleteItem, giveItem, makeKey, removeItemRow, removeKey } from '../item/item.store.ts'
import type { insertMembers, removeMember, updateMember } from '../member/member.store.ts'
import type { commentRevision } from '../page/history/page.history.store.ts'
import type { takeLock } from '../page/lock/page.lock.store.ts'
import type { changePage, copyPages, createPage } from '../page/page.service.ts'
import type { numberPages, removePage } from '../page/page.store.ts'
import type {
  giveRights,
  insertBindings,
  insertTeamMembers,
  removeBinding,
  removeTeam,
  transferItems,
  updateRights,
  updateTeam,
} from '../team/team.store.ts'
import type { ItemHead } from './access.store.ts'
import type {
  Granted,
  mustAdminister,
  mustBeEditor,
  mustEdit,
  mustEditPage,
  mustManage,
  mustManageOpen,
  mustOwnTeam,
  mustVisit,
  Rights,
} from './access.ts'
import type { mustHoldKeys, mustWriteByKeys } from './keys.ts'
import { asSystem, grant, grantPage, grantTeam, type PagePermission, type Permission, type TeamPermission } from './permission.ts'

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

it('a permission for a page is one for its item, but not the reverse, and none for a team', () => {
  expectTypeOf<PagePermission>().toExtend<Edit>()
  expectTypeOf<Edit>().not.toExtend<PagePermission>()
  expectTypeOf<{ item_id: number; page_id: number }>().not.toExtend<PagePermission>()
  expectTypeOf<PagePermission>().not.toExtend<Manage>()
  expectTypeOf<{ team_id: number }>().not.toExtend<TeamPermission>()
  expectTypeOf<PagePermission>().not.toExtend<TeamPermission>()
  expectTypeOf<Awaited<ReturnType<typeof mustEditPage>>['permission']>().toEqualTypeOf<PagePermission>()
  expectTypeOf<Awaited<ReturnType<typeof mustOwnTeam>>['permission']>().toEqualTypeOf<TeamPermission>()
  expect([grantPage(1, 2), grantTeam(3)]).toMatchObject([{ item_id: 1, page_id: 2 }, { team_id: 3 }])
})

it('the writes of links, locks, revisions and files require a permission', () => {
  expectTypeOf<Second<typeof setLink>>().toEqualTypeOf<PagePermission>()
  expectTypeOf<Second<typeof removeLink>>().toEqualTypeOf<PagePermission>()
  expectTypeOf<Second<typeof takeLock>>().toEqualTypeOf<PagePermission>()
  expectTypeOf<Second<typeof commentRevision>>().toEqualTypeOf<PagePermission>()
  expectTypeOf<Second<typeof unlinkFile>>().toEqualTypeOf<PagePermission>()
  expectTypeOf<Second<typeof linkFiles>>().toEqualTypeOf<Edit>()
  expectTypeOf<Second<typeof insertFile>>().toEqualTypeOf<Edit | { item_id: 0 }>()
  expectTypeOf<Awaited<ReturnType<typeof mustBeTarget>>>().toEqualTypeOf<{
    item: Edit | { item_id: 0 }
    page: PagePermission | undefined
  }>()
})

it('the writes of members and teams require a permission', () => {
  expectTypeOf<Second<typeof insertMembers>>().toEqualTypeOf<Both>()
  expectTypeOf<Second<typeof updateMember>>().toEqualTypeOf<Both>()
  expectTypeOf<Second<typeof removeMember>>().toEqualTypeOf<Both>()
  expectTypeOf<Second<typeof updateTeam>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof touchTeam>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof removeTeam>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof transferItems>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof insertTeamMembers>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof removeTeamMember>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof insertByRule>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof moveToRule>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof removeByRule>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof giveLeastRights>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof giveRights>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Second<typeof insertBindings>>().toEqualTypeOf<TeamPermission>()
  expectTypeOf<Parameters<typeof insertBindings>[2]>().toEqualTypeOf<Both[]>()
  expectTypeOf<Second<typeof removeBinding>>().toEqualTypeOf<Manage>()
  expectTypeOf<Second<typeof updateRights>>().toEqualTypeOf<{ item: Both; team: TeamPermission }>()
})
