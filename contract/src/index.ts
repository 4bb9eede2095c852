import type { Call } from './call.ts'
import { adminItem, adminUser } from './calls/admin.ts'
import { adminSetting } from './calls/admin-setting.ts'
import { adminShowdoc } from './calls/admin-showdoc.ts'
import { adminLog, adminNotice, adminOverview } from './calls/admin-site.ts'
import { adminUpdate } from './calls/admin-update.ts'
import { attachment } from './calls/attachment.ts'
import { catalog } from './calls/catalog.ts'
import { common, ScriptCron, update } from './calls/common.ts'
import { exports } from './calls/export.ts'
import { importPostman, importSwagger, imports } from './calls/import.ts'
import { item } from './calls/item.ts'
import { itemGroup } from './calls/item-group.ts'
import { member } from './calls/member.ts'
import { mock } from './calls/mock.ts'
import { notice } from './calls/notice.ts'
import { fromComments, open } from './calls/open.ts'
import { page } from './calls/page.ts'
import { recycle } from './calls/recycle.ts'
import { flow, itemVariable, runapi } from './calls/runapi.ts'
import { search } from './calls/search.ts'
import { team, teamItem, teamItemMember, teamMember } from './calls/team.ts'
import { template } from './calls/template.ts'
import { ExtLogin, user } from './calls/user.ts'

/** Every call of the product: `contract.page.save` is /api/page/save, the handler page.save and the browser's api.page.save. */
export const contract = {
  common,
  ScriptCron,
  update,
  user,
  ExtLogin,
  item,
  itemGroup,
  member,
  team,
  teamMember,
  teamItem,
  teamItemMember,
  catalog,
  page,
  attachment,
  template,
  mock,
  recycle,
  notice,
  search,
  import: imports,
  export: exports,
  adminUser,
  adminItem,
  adminSetting,
  adminOverview,
  adminLog,
  adminNotice,
  adminUpdate,
  adminShowdoc,
  open,
  fromComments,
  importSwagger,
  importPostman,
  runapi,
  itemVariable,
  flow,
}
export type Contract = typeof contract

/** [controller, action, call] of every declared call. */
export const everyCall = (): [string, string, Call][] =>
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([action, call]): [string, string, Call] => [group, action, call as Call]),
  )

export * from './call.ts'
export * from './calls/admin-setting.ts'
export type * from './calls/admin-showdoc.ts'
export type * from './calls/admin-site.ts'
export type * from './calls/admin-update.ts'
export type * from './calls/catalog.ts'
export type * from './calls/import.ts'
export type * from './calls/item.ts'
export type * from './calls/page.ts'
export type * from './calls/runapi.ts'
export type * from './calls/search.ts'
export * from './calls/showdoc.ts'
export type * from './calls/user.ts'
export * from './errors.ts'
export { isYes } from './fields.ts'
export * from './json-bounds.ts'
export * from './limits.ts'
export * from './plain.ts'
export * from './redirect.ts'
