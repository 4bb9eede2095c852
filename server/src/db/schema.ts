import type { Kysely, Transaction } from 'kysely'
import type {
  Challenge,
  DeletedIdentity,
  Device,
  Identity,
  OutsideAttempt,
  OutsideSignup,
  Passkey,
  PendingStep,
  Provider,
  RecoveryCode,
  ResetToken,
  SecondStep,
  Session,
  SessionVisit,
  User,
} from './tables/account.ts'
import type { Attachment, AttachmentFlow, AttachmentPage, FileOrphan, FileStore } from './tables/attachment.ts'
import type { ItemVariable, RunapiEnv, RunapiEnvSelected, RunapiFlow, RunapiFlowPage } from './tables/client.ts'
import type { CommentMention, PageComment, PageFeedback, Thread } from './tables/comment.ts'
import type { AccessGrant, AccessGrantItem, AccessSecret, OauthClient, TokenCall } from './tables/grant.ts'
import type {
  AccessAsk,
  Catalog,
  Item,
  ItemGroup,
  ItemKey,
  ItemMember,
  ItemRead,
  ItemSort,
  ItemTop,
  ItemVisit,
  Team,
  TeamItem,
  TeamItemMember,
  TeamMember,
  TeamRule,
} from './tables/item.ts'
import type { Mail, NewsCursor, NewsEvent, Notice, Tell, TellSetting, Watch } from './tables/news.ts'
import type {
  Change,
  ChangeCursor,
  Mock,
  Page,
  PageHistory,
  PageLink,
  PageLock,
  PageText,
  PageWords,
  Recycle,
  SearchBacklog,
  Suggestion,
  Template,
  TreeBatch,
} from './tables/page.ts'
import type { ShowdocFile, ShowdocId, ShowdocLeft, ShowdocMove } from './tables/showdoc.ts'
import type { Audit, Captcha, DayCount, Job, Rate, Repeat, Retention, SessionlessCaptcha, SiteConfig, Throttle } from './tables/site.ts'
import type {
  PagePart,
  Source,
  SourceAccepted,
  SourceAlias,
  SourceCheck,
  SourceDrift,
  SourceFetch,
  SourceInstance,
  SourceMatch,
  SourcePart,
  SourceRenewal,
  SourceVersion,
  SourceWord,
} from './tables/source.ts'
import type { ExampleRun, PageReview, PageState, Proof, ProofRepo, StewardOffer, Stewardship, Verification } from './tables/truth.ts'
import type { Webhook, WebhookCursor, WebhookDelivery, WebhookEventRow } from './tables/webhook.ts'

/*
 * All tables of the database. Portable types only: integer, bigint, text, blob. Times are Unix seconds, a flag is 0 or 1, and 0 means
 * "none" in cat_id and parent_cat_id. Column names match the API fields, so that no mapping is needed.
 */
export interface Schema {
  user: User
  identity: Identity
  outside_attempt: OutsideAttempt
  outside_newcomer: OutsideSignup
  provider: Provider
  departed: DeletedIdentity
  session: Session
  second_step: SecondStep
  recovery_code: RecoveryCode
  passkey: Passkey
  challenge: Challenge
  device: Device
  pending_step: PendingStep
  access_grant: AccessGrant
  access_secret: AccessSecret
  access_grant_item: AccessGrantItem
  oauth_client: OauthClient
  token_call: TokenCall
  session_visit: SessionVisit
  captcha: Captcha
  throttle: Throttle
  rate: Rate
  reset_token: ResetToken
  item: Item
  item_group: ItemGroup
  item_sort: ItemSort
  item_key: ItemKey
  item_member: ItemMember
  team: Team
  team_member: TeamMember
  team_item: TeamItem
  team_item_member: TeamItemMember
  team_rule: TeamRule
  catalog: Catalog
  page: Page
  page_text: PageText
  page_part: PagePart
  proof: Proof
  example_run: ExampleRun
  proof_repo: ProofRepo
  stewardship: Stewardship
  verification: Verification
  page_review: PageReview
  steward_offer: StewardOffer
  page_state: PageState
  source: Source
  source_version: SourceVersion
  source_part: SourcePart
  source_alias: SourceAlias
  source_word: SourceWord
  source_fetch: SourceFetch
  source_renewal: SourceRenewal
  source_match: SourceMatch
  source_accepted: SourceAccepted
  source_check: SourceCheck
  source_instance: SourceInstance
  source_drift: SourceDrift
  page_history: PageHistory
  suggestion: Suggestion
  thread: Thread
  page_comment: PageComment
  comment_mention: CommentMention
  page_feedback: PageFeedback
  access_ask: AccessAsk
  change: Change
  change_cursor: ChangeCursor
  page_link: PageLink
  page_lock: PageLock
  recycle: Recycle
  tree_batch: TreeBatch
  retention: Retention
  attachment: Attachment
  attachment_page: AttachmentPage
  attachment_flow: AttachmentFlow
  file_orphan: FileOrphan
  file_store: FileStore
  template: Template
  mock: Mock
  notice: Notice
  site_config: SiteConfig
  repeat: Repeat
  job: Job
  audit: Audit
  day_count: DayCount
  item_read: ItemRead
  runapi_env: RunapiEnv
  runapi_env_selected: RunapiEnvSelected
  item_variable: ItemVariable
  runapi_flow: RunapiFlow
  runapi_flow_page: RunapiFlowPage
  item_top: ItemTop
  item_visit: ItemVisit
  riddle: SessionlessCaptcha
  showdoc_move: ShowdocMove
  showdoc_id: ShowdocId
  showdoc_left: ShowdocLeft
  showdoc_file: ShowdocFile
  webhook: Webhook
  webhook_event: WebhookEventRow
  webhook_delivery: WebhookDelivery
  webhook_cursor: WebhookCursor
  watch: Watch
  news_event: NewsEvent
  tell: Tell
  mail: Mail
  tell_setting: TellSetting
  news_cursor: NewsCursor
  page_words: PageWords
  search_backlog: SearchBacklog
}

/** The database, or the transaction that a store function runs in. */
export type Db = Kysely<Schema> | Transaction<Schema>
