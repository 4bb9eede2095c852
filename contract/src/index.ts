import { adminItem, adminUser } from './admin.ts'
import { adminSetting } from './admin-setting.ts'
import { adminShowdoc } from './admin-showdoc.ts'
import { adminLog, adminNotice, adminOverview } from './admin-site.ts'
import { adminUpdate } from './admin-update.ts'
import { attachment } from './attachment.ts'
import type { Call } from './call.ts'
import { catalog } from './catalog.ts'
import { common, ScriptCron, update } from './common.ts'
import { exports } from './export.ts'
import { ExtLogin } from './ext-login.ts'
import { importPostman, importSwagger, imports } from './import.ts'
import { item } from './item.ts'
import { itemGroup } from './item-group.ts'
import { member } from './member.ts'
import { mock } from './mock.ts'
import { notice } from './notice.ts'
import { fromComments, open } from './open.ts'
import { page } from './page.ts'
import { recycle } from './recycle.ts'
import { flow, itemVariable, runapi } from './runapi.ts'
import { search } from './search.ts'
import { team, teamItem, teamItemMember, teamMember } from './team.ts'
import { template } from './template.ts'
import { user } from './user.ts'

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

export * from './admin-setting.ts'
export type * from './admin-showdoc.ts'
export type * from './admin-site.ts'
export type * from './admin-update.ts'
export * from './call.ts'
export type * from './catalog.ts'
export * from './errors.ts'
export { isYes } from './fields.ts'
export type * from './import.ts'
export type * from './item.ts'
export * from './json-bounds.ts'
export * from './limits.ts'
export type * from './page.ts'
export * from './plain.ts'
export * from './redirect.ts'
export type * from './runapi.ts'
export type * from './search.ts'
export * from './showdoc.ts'
export type * from './user.ts'
