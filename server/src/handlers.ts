import { adminItem, adminNotice, adminOverview } from './admin/admin.ts'
import { adminLog } from './admin/admin-log.ts'
import { adminSetting } from './admin/admin-setting.ts'
import { adminUser } from './admin/admin-user.ts'
import { adminProvider } from './admin/provider/admin-provider.ts'
import { ask } from './ask/ask.ts'
import { checkUploadTarget } from './attachment/attachment.rights.service.ts'
import { attachment } from './attachment/attachment.ts'
import { visitFile } from './attachment/attachment.visit.ts'
import { catalog } from './catalog/catalog.ts'
import { change } from './change/change.ts'
import { comment } from './comment/comment.ts'
import { pageComment } from './comment/page-comment.ts'
import { common, ScriptCron, update } from './common/common.ts'
import { consoleCalls } from './console/console.ts'
import type { AllHandlers, Guards } from './context.ts'
import { exports } from './export/export.ts'
import { ExtLogin } from './ext-login/ext-login.ts'
import { feedback, pageFeedback } from './feedback/feedback.ts'
import { teamRule } from './group/team-rule.ts'
import { checkImportTarget } from './import/import.save.ts'
import { importsWith } from './import/import.ts'
import { item } from './item/item.ts'
import { itemGroup } from './item/item-group.ts'
import { member } from './member/member.ts'
import { mock } from './mock/mock.ts'
import { notice } from './notice/notice.ts'
import { adminAgent } from './oauth/admin-agent.ts'
import { oauth } from './oauth/oauth.ts'
import { checkSourceByKeys } from './open/open.source.ts'
import { checkUploadTargetByKeys, fromComments, itemByKeys, open } from './open/open.ts'
import { page } from './page/page.ts'
import { publish } from './publish/publish.ts'
import { recycle } from './recycle/recycle.ts'
import { review } from './review/review.ts'
import { flow } from './runapi/flow.ts'
import { itemVariable, runapi } from './runapi/runapi.ts'
import { search } from './search/search.ts'
import { secondStep } from './second-step/second-step.ts'
import { session } from './session/session.ts'
import { adminShowdoc, mayMove } from './showdoc/admin-showdoc.ts'
import { followFile } from './source/restore/source.follow.service.ts'
import { restoreSources } from './source/restore/source.restore.service.ts'
import { checkSourceTarget } from './source/source.rights.service.ts'
import { source } from './source/source.ts'
import { suggestion } from './suggestion/suggestion.ts'
import { team, teamMember } from './team/team.ts'
import { teamItem, teamItemMember } from './team/team-item.ts'
import { template } from './template/template.ts'
import { token } from './token/token.ts'
import { tree } from './tree/tree.ts'
import { truth } from './truth/truth.ts'
import { adminUpdate } from './update/admin-update.ts'
import { user } from './user/user.ts'
import { subscription } from './watch/subscription.ts'
import { watch } from './watch/watch.ts'
import { adminWebhook, webhook } from './webhook/webhook.ts'

/** The handlers of every module; a call without a handler does not compile. */
export const handlers: AllHandlers = {
  common: { ...common, visitFile },
  ScriptCron,
  update,
  user,
  ExtLogin,
  item: { ...item, ...itemByKeys },
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
  ...importsWith({ restore: restoreSources, follow: followFile }),
  export: exports,
  token,
  source,
  truth,
  comment,
  tree,
  pageComment,
  console: consoleCalls,
  webhook,
  adminWebhook,
  suggestion,
  ask,
  feedback,
  pageFeedback,
  watch,
  subscription,
  publish,
  oauth,
  adminAgent,
  change,
  open,
  fromComments,
  adminUser,
  adminItem,
  adminSetting,
  adminProvider,
  adminOverview,
  adminLog,
  adminNotice,
  adminUpdate,
  adminShowdoc,
  runapi,
  itemVariable,
  flow,
  session,
  secondStep,
  review,
}

/** A guard for every call that stores an uploaded file; the server refuses to start without one. */
export const guards: Guards = {
  'page/upload': checkUploadTarget,
  'page/uploadImg': checkUploadTarget,
  'attachment/attachmentUpload': checkUploadTarget,
  'attachment/uploadImg': checkUploadTarget,
  'open/uploadAttachment': checkUploadTargetByKeys,
  'adminShowdoc/upload': mayMove,
  'import/auto': checkImportTarget,
  'source/add': checkSourceTarget,
  'source/push': checkSourceTarget,
  'open/pushSource': checkSourceByKeys,
  'import/preview': checkImportTarget,
  'import/markdown': checkImportTarget,
  'importSwagger/import': checkImportTarget,
  'importPostman/import': checkImportTarget,
}
