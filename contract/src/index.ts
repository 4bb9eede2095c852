import type { Call } from './call.ts'
import { secondStep, session } from './calls/account/sign-in.ts'
import { common, ExtLogin, notice, ScriptCron, update, user } from './calls/account/user.ts'
import { subscription, watch } from './calls/account/watch.ts'
import { adminItem, adminLog, adminNotice, adminOverview, adminUpdate, adminUser } from './calls/admin/admin.ts'
import { adminSetting } from './calls/admin/admin-setting.ts'
import { adminProvider } from './calls/admin/provider.ts'
import { adminShowdoc } from './calls/admin/showdoc.ts'
import { ask } from './calls/ask.ts'
import { catalog } from './calls/catalog.ts'
import { change } from './calls/change.ts'
import { comment, pageComment } from './calls/comment.ts'
import { console } from './calls/console.ts'
import { feedback, pageFeedback } from './calls/feedback.ts'
import { exports, importPostman, importSwagger, imports } from './calls/import-export.ts'
import { item, itemGroup, recycle } from './calls/item.ts'
import { adminAgent, oauth } from './calls/oauth.ts'
import { fromComments, open } from './calls/open.ts'
import { attachment, page, template } from './calls/page.ts'
import { publish } from './calls/publish.ts'
import { review } from './calls/review.ts'
import { flow, itemVariable, mock, runapi } from './calls/runapi.ts'
import { search } from './calls/search.ts'
import { source } from './calls/source.ts'
import { suggestion } from './calls/suggestion.ts'
import { member, team, teamItem, teamItemMember, teamMember, teamRule } from './calls/team.ts'
import { token } from './calls/token.ts'
import { tree } from './calls/tree.ts'
import { truth } from './calls/truth.ts'
import { adminWebhook, webhook } from './calls/webhook.ts'

/** Every API call: `contract.page.save` is /api/page/save, the handler page.save and the browser's api.page.save. */
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
  teamRule,
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
  token,
  suggestion,
  ask,
  feedback,
  pageFeedback,
  publish,
  oauth,
  adminAgent,
  change,
  webhook,
  source,
  truth,
  adminWebhook,
  console,
  comment,
  pageComment,
  tree,
  watch,
  subscription,
  session,
  secondStep,
  review,
  adminProvider,
}
export type Contract = typeof contract

/** [controller, action, call] of every declared call. */
export const everyCall = (): [string, string, Call][] =>
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([action, call]): [string, string, Call] => [group, action, call as Call]),
  )

export * from './call.ts'
export type * from './calls/account/passkey.ts'
export * from './calls/account/sign-in.ts'
export type * from './calls/account/user.ts'
export type * from './calls/account/watch.ts'
export * from './calls/admin/admin.ts'
export * from './calls/admin/admin-setting.ts'
export * from './calls/admin/move-proofs.ts'
export * from './calls/admin/provider.ts'
export * from './calls/admin/provider-kinds.ts'
export * from './calls/admin/showdoc.ts'
export type * from './calls/ask.ts'
export type * from './calls/catalog.ts'
export type * from './calls/change.ts'
export type * from './calls/comment.ts'
export type * from './calls/console.ts'
export type * from './calls/feedback.ts'
export type * from './calls/import-export.ts'
export type * from './calls/item.ts'
export type * from './calls/page.ts'
export type * from './calls/review.ts'
export type * from './calls/runapi.ts'
export type * from './calls/search.ts'
export type * from './calls/source.ts'
export type * from './calls/tree.ts'
export type * from './calls/truth.ts'
export * from './errors.ts'
export { isYes } from './fields.ts'
export * from './limits.ts'
export * from './redirect.ts'
