import type { Generated, Kysely, Transaction } from 'kysely'

/*
 * All tables of the database. Portable types only: integer, bigint, text, blob. Times are Unix seconds, a flag is 0 or 1, and 0 means
 * "none" in cat_id and parent_cat_id. Column names match the API fields, so that no mapping is needed.
 */
type Id = Generated<number>

interface User {
  uid: Id
  username: string
  /** NFKC, lower case: the unique form (W14). */
  username_key: string
  name: string
  /** Argon2id; "" for an account that cannot sign in with a password. */
  password_hash: string
  email: string
  email_key: string | null
  email_verify: number
  groupid: number
  avatar: string
  reg_time: number
  last_login_time: number
  is_disabled: number
  /** 1: the account has a method of `second_step` or a `passkey`. Here, because every request reads it. */
  has_second_step: Generated<number>
  /** 1: one of these methods is a passkey. */
  has_passkey: Generated<number>
}

/** An account at an external provider: linked by provider and subject, never by an equal name. */
interface Identity {
  id: Id
  uid: number
  provider: string
  subject: string
  addtime: number
}

/** A started sign-in through an external provider; `uid` is set when the identity is to be linked to an account. */
interface OutsideAttempt {
  /** SHA-256 of the state parameter that the provider returns. */
  state_hash: string
  session_id: number
  uid: number | null
  verifier: string
  nonce: string
  redirect: string
  until: number
  provider_id: Generated<number>
}

/** A provider of signing in. */
interface Provider {
  provider_id: Id
  /** PROVIDER_KINDS. */
  kind: string
  /** The text of its button. */
  name: string
  /** Its settings as JSON, with a sealed secret. */
  form: string
  is_on: number
  s_number: number
  /** 1: the one that the calls of ShowDoc read and write. */
  is_first: Generated<number>
  addtime: number
}

/** An external identity that signed in during this session and has no account yet. */
interface OutsideSignup {
  session_id: number
  provider: string
  subject: string
  username: string
  name: string
  email: string
  email_verify: number
  may_join: number
  until: number
}

/** The external identity of a deleted account: it must not create another account by itself. */
interface DeletedIdentity {
  id: Id
  username_key: string
  provider: string
  subject: string
  addtime: number
}

/** What a person gave a program, a token or a connection: it acts with the rights of the person, limited by level and items (W18 to W21). */
interface AccessGrant {
  grant_id: Id
  uid: number
  /** showdoc: a token that was moved here from ShowDoc. oauth: a program that the person connected. */
  kind: 'personal' | 'showdoc' | 'oauth'
  name: string
  /** The client of a connection. */
  client_id: string | null
  level: number
  /** 1: keeps the rights of an administrator. */
  is_admin: number
  /** 1: limited to the items of access_grant_item. */
  is_limited: number
  until: number
  addtime: number
  last_used_time: number
  last_used_address: string
  last_used_agent: string
  /** 0 while it has not ended. */
  ended_time: number
  /** The user who ended it. */
  ended_by: number | null
  /** 1 when the notice before its end was sent. */
  is_warned: number
  /** Of the request that created it. */
  request_id: string
}

interface AccessSecret {
  /** SHA-256 of the token. */
  secret_hash: string
  grant_id: number
  /** A token of a person, or a secret of a connection. */
  kind: 'token' | 'code' | 'access' | 'refresh'
  /** The last four characters. */
  hint: string
  until: number
  /** When a code or a refresh token was used, 0 before. */
  used_time: number
  /** Of a code: the PKCE challenge, and the end of the grant once the code is exchanged. */
  challenge: string
  grant_until: number
  redirect_uri: string
  /** The address that an access token is valid at. */
  resource: string
}

/** A program that can ask users for access. */
interface OauthClient {
  client_id: string
  /** registered: by itself. document: client_id is the address of its description. given: by an administrator. */
  kind: 'registered' | 'document' | 'given'
  name: string
  /** JSON list. */
  redirect_uris: string
  /** SHA-256, empty for a client without a secret. */
  secret_hash: string
  addtime: number
  last_used_time: number
  is_blocked: number
  /** Of a document: it is fetched again after this time. */
  until: number
}

interface AccessGrantItem {
  grant_id: number
  item_id: number
}

/** A call by a token (W30). */
interface TokenCall {
  id: Id
  grant_id: number
  uid: number
  /** `page/save` */
  call: string
  item_id: number
  page_id: number
  /** 0, the number of the error, or -1 until the call has ended. */
  outcome: number
  address: string
  addtime: number
}

interface Session {
  session_id: Id
  /** SHA-256 of the cookie's value. */
  token_hash: string
  /** SHA-256 of the token that only allows page/setLock (W10). */
  beacon_hash: string | null
  uid: number | null
  addtime: number
  seen_time: number
  user_agent: string
  /** How it was opened (SESSION_WAYS); "" when that is not known. */
  way: Generated<string>
  address: Generated<string>
  /** The browser in `device`, or "". */
  device_hash: Generated<string>
  /** Until when the person has confirmed that it is them (W48). */
  confirmed_until: Generated<number>
}

/** The authenticator app of an account, and a setup that has begun. */
interface SecondStep {
  uid: number
  /** Its secret, sealed; "" while only a setup has begun. */
  totp_sealed: Generated<string>
  totp_time: Generated<number>
  /** The time step of the last accepted code, so that each is accepted once. */
  last_step: Generated<number>
  begun_sealed: Generated<string>
  begun_until: Generated<number>
}

/** A recovery code: an HMAC under the key of the site. */
interface RecoveryCode {
  code_hash: string
  uid: number
  /** 0 until it is used. */
  used_time: Generated<number>
}

interface Passkey {
  passkey_id: Id
  uid: number
  /** As the authenticator gives it, base64url. */
  credential_id: string
  /** Random, the same for all passkeys of an account; the authenticator keeps it and answers it when no name was entered. */
  handle: string
  /** COSE, base64url. */
  public_key: string
  /** How often the authenticator says that it was used; 0 for one that does not count. */
  counter: Generated<number>
  /** How browsers reach it, separated by commas. */
  transports: Generated<string>
  /** 1: it verifies its person by fingerprint, face or PIN, so it can sign in alone. */
  is_uv: Generated<number>
  /** 1: it is copied to the other devices of its person. */
  is_backed_up: Generated<number>
  name: string
  addtime: number
  used_time: Generated<number>
}

/** A value that a passkey signs, once and in this session. */
interface Challenge {
  value: string
  session_id: number
  purpose: string
  /** The account whose passkeys were offered by its name; 0 for an unknown name, null without a name. */
  uid: number | null
  /** The handle that a new passkey gets. */
  handle: Generated<string>
  until: number
}

/** A browser in which a person has signed in. Its cookie only names it; whether it is trusted is stored here (W49). */
interface Device {
  uid: number
  device_hash: string
  trusted_until: Generated<number>
  agent: Generated<string>
  addtime: number
  seen_time: number
}

/** A sign-in that waits for its second step, in a session without a user. */
interface PendingStep {
  session_id: number
  uid: number
  way: string
  /** The provider of an external sign-in, for the log. */
  provider: Generated<string>
  /** 1: the external identity of the session is linked when it succeeds. */
  links: Generated<number>
  /** A hash of the password hash: a new password ends the sign-in. */
  stamp: string
  tries: Generated<number>
  until: number
}

/** A visit password entered in a session; valid while the password stamp of the item is the same. */
interface SessionVisit {
  session_id: number
  item_id: number
  password_stamp: string
}

interface Captcha {
  session_id: number
  answer: string
  until: number
}

/** Counters that must survive a restart and that several processes share. */
interface Throttle {
  name: string
  count: number
  until: number
}

/** Rate limits that several processes share, until a time in milliseconds (http/limits/rate.ts). */
interface Rate {
  name: string
  count: number
  until: number
}

interface ResetToken {
  id: Id
  uid: number
  email: string
  token_hash: string
  until: number
}

interface Item {
  item_id: Id
  item_name: string
  item_description: string
  item_domain: string
  domain_key: string | null
  item_type: number
  uid: number
  /** "" for a public item. */
  password_hash: string
  /** Changes with each visit password, which ends older visits. */
  password_stamp: string
  is_archived: number
  is_del: number
  del_time: number
  /** The value of `retention.counted` when the deletion was first noticed; null until then. */
  counted_from: Generated<number | null>
  addtime: number
  last_update_time: number
  /** Grows with every change that the menu shows; rendered menus are cached per version. */
  tree_version: Generated<number>
  /** The newest versions that changed one page, so that a cached menu can be changed instead of rendered again: ` 17:5031 18:+`. */
  tree_log: Generated<string>
  global_param: string
  /** Who can suggest edits: 0 editors, 1 members, 2 every signed-in reader. */
  suggest_from: Generated<number>
  /** 1: an editor can accept a suggestion of their own. */
  accept_own: Generated<number>
  /** 1: readers see whether its pages are still true; editors always do. */
  truth_badge: Generated<number>
  /** Who can comment: 0 no one, 1 members, 2 every signed-in reader. */
  comment_from: Generated<number>
  /** Who sees comments: 1 members, 2 every signed-in reader, 3 everyone who can read the item; never less than comment_from. */
  comment_see: Generated<number>
  /** 1: visitors see names in comments, otherwise initials. */
  comment_names: Generated<number>
  /** Whom the item asks whether a page was helpful: 0 no one, 1 signed-in readers, 2 visitors too. */
  feedback_from: Generated<number>
  /** 1: readers see the figures. */
  feedback_show: Generated<number>
  /** 1: people ask for access. */
  ask_access: Generated<number>
  /** 1: readers see verified marks. */
  review_show: Generated<number>
  /** 1 listed, 0 not listed, null as the site says for its kind. Only public items are listed. */
  is_indexed: Generated<number | null>
  /** The note to agents. */
  agent_note: Generated<string>
}

interface ItemGroup {
  id: Id
  uid: number
  group_name: string
  item_ids: string
  s_number: number
  created_at: number
  updated_at: number
}

/** The order of a user's items in a group, as JSON { item_id: number }. */
interface ItemSort {
  uid: number
  item_group_id: number
  item_sort_data: string
}

interface ItemKey {
  id: Id
  item_id: number
  api_key: string
  api_token: string
  addtime: number
  last_check_time: number
}

interface ItemMember {
  item_member_id: Id
  item_id: number
  uid: number
  member_group_id: number
  cat_id: number
  addtime: number
}

interface Team {
  id: Id
  uid: number
  team_name: string
  addtime: number
  last_update_time: number
}

interface TeamMember {
  id: Id
  team_id: number
  member_uid: number
  addtime: number
}

interface TeamItem {
  id: Id
  team_id: number
  item_id: number
  addtime: number
}

interface TeamItemMember {
  id: Id
  team_id: number
  item_id: number
  member_uid: number
  member_group_id: number
  cat_id: number
  addtime: number
}

interface Catalog {
  cat_id: Id
  item_id: number
  parent_cat_id: number
  /** The depth, starting at 2 for a top-level catalog (as in ShowDoc). */
  level: number
  cat_name: string
  s_number: number
  addtime: number
}

interface Page {
  page_id: Id
  item_id: number
  cat_id: number
  page_title: string
  page_content: string
  page_comments: string
  s_number: number
  /** The user who saved the page last. */
  author_uid: number | null
  author_username: string
  /** The user who created the page: a member may delete their own pages. */
  creator_uid: number | null
  addtime: number
  created: number
  version: Generated<number>
  is_del: Generated<number>
  /** GET, POST and so on for a page that documents one call, "" for others; null until it is determined (page/page.store.ts). */
  method: Generated<string | null>
  /** The program that saved this version for its author; "" for a person in a session (W29). */
  via: Generated<string>
  /** The accepted suggestion that this version comes from, and the user who made it; 0 and "" for a save. */
  suggestion_id: Generated<number>
  suggested_by: Generated<string>
  /** 1: page_content is composed of the stored text in `page_text` and of parts of sources. */
  is_composed: Generated<number>
}

/** The stored text of a page that shows parts of sources: what people wrote, with a block for each part (docs/decisions/0082). */
interface PageText {
  page_id: number
  item_id: number
  page_text: string
}

/** What pages of an item are kept in step with: a description of an API. */
interface Source {
  source_id: Id
  item_id: number
  /** The catalog that has its pages; 0 for the root. */
  cat_id: number
  kind: 'openapi' | 'database'
  /** Its name in the blocks of pages; unique in the item. */
  name: string
  title: string
  /** The language of generated texts. */
  language: string
  /** The version that pages show; 0 before the first. */
  version_id: Generated<number>
  /** What happens to the page of a part that is gone and that has no words of people. */
  on_gone: 'bin' | 'keep'
  /** Which parts get pages. */
  views: 'operations' | 'all'
  uid: number | null
  addtime: number
  check_time: number
  request_id: Generated<string>
}

/** A source as it was received once. */
interface SourceVersion {
  version_id: Id
  source_id: number
  /** 1, 2, 3 … within the source. */
  seq: number
  /** Of the bytes as received, in hex. */
  sha256: string
  /** The bytes as received, compressed. */
  bytes: Buffer
  size: number
  file_name: string
  label: string
  commit_id: string
  branch: string
  commit_time: number
  uid: number | null
  username: string
  via: Generated<string>
  addtime: number
  /** `held`: too many parts would go, so a manager decides. `dropped`: a manager has refused it. */
  state: 'applied' | 'held' | 'dropped'
  /** Counts and problems as JSON. */
  report: string
  /** What it changes for those who use the API, as JSON. */
  changes: Generated<string>
  /** The description as compressed JSON, of a YAML file that pages show. */
  document: Generated<Buffer | null>
}

/** A part of a source as pages show it: an operation, a webhook, a schema, the introduction. */
interface SourcePart {
  part_id: Id
  source_id: number
  kind: string
  /** Unique among the parts of this kind. */
  part_key: string
  /** The operationId; '' without. */
  name: string
  method: string
  path: string
  title: string
  /** SHA-256 of all that its page shows. */
  seal: string
  /** SHA-256 of its method, its path and its fields without texts; '' if that is unknown. */
  shape: Generated<string>
  /** Characters of the Markdown of its page; 0 if they are not known. */
  chars: Generated<number>
  /** Its call or its Markdown as compressed JSON, with the addresses of pages as links. */
  body: Buffer
  /** Its own page; 0 for none. */
  page_id: Generated<number>
  /** The title that the source gave to the page. */
  title_base: string
  /** 1: its page no longer has its block; no other page is made for it. */
  is_detached: Generated<number>
  since_seq: number
  /** The version that no longer has it; 0 while it is there. */
  gone_seq: Generated<number>
  /** Of a table or an operation: what counts for coverage, and what of it the source describes. */
  describable: Generated<number>
  described: Generated<number>
  /** The paths of the rest as JSON. */
  gaps: Generated<string>
}

/** Words of people in the block of a page, with what the source said when they were written. */
interface SourceWord {
  page_id: number
  path: string
  mode: 'replace' | 'add'
  part_id: number
  words: string
  base: string
  state: 'same' | 'moved_on' | 'adopted' | 'homeless'
  /** Who wrote them; null if it is not known. */
  uid: number | null
}

/** A part that is gone and a new one that may be the same: a question to people. */
interface SourceMatch {
  match_id: Id
  source_id: number
  /** The version that asked. */
  version_id: number
  from_part: number
  to_part: number
  /** In thousandths. */
  score: number
  state: 'open' | 'yes' | 'no'
  uid: number | null
  username: Generated<string>
  decided_time: Generated<number>
}

/** A change that a manager has accepted: builds no longer fail because of it. */
interface SourceAccepted {
  source_id: number
  /** Of the change, in hex. */
  seal: string
  reason: string
  uid: number | null
  username: string
  addtime: number
}

/** The newest comparison of a branch that found breaking or risky changes. */
interface SourceCheck {
  source_id: number
  branch: string
  label: string
  commit_id: string
  addtime: number
  /** As in `source_version`. */
  changes: string
}

/** Another instance of a database, as it was received last. */
interface SourceInstance {
  source_id: number
  name: string
  file_name: string
  /** Of the file, in hex. */
  sha256: string
  /** The file, compressed. */
  bytes: Buffer
  label: string
  addtime: number
  check_time: number
  /** The version that it was compared with; 0 for none. */
  version_id: number
}

/** How an instance differs from the version that pages show. */
interface SourceDrift {
  source_id: number
  instance: string
  position: number
  /** Of the part, as in `source_part`; tables that only the instance has are no part. */
  kind: string
  part_key: string
  label: string
  rule: string
  path: string
  value_main: string
  value_here: string
  seal: string
  since: number
}

/** Changes of words about the schemas of a source. Pages show them up to `done_seq`; they are composed again up to `seq`. */
interface SourceRenewal {
  source_id: number
  seq: number
  done_seq: number
}

/** The address that a source is fetched from; `every_hours` is 0 when only a person fetches it. */
interface SourceFetch {
  source_id: number
  url: string
  every_hours: number
  /** A header of the request, with its sealed value; "" without. */
  header_name: string
  header_sealed: string
  etag: Generated<string>
  /** Of the bytes that were fetched last, in hex. */
  sha256: Generated<string>
  next_time: number
  claimed_until: Generated<number>
  check_time: Generated<number>
  /** Why the last fetch failed; "" after a success. */
  problem: Generated<string>
  problem_since: Generated<number>
  failures: Generated<number>
}

/** A former key of a part: a block with it still shows the part. */
interface SourceAlias {
  source_id: number
  kind: string
  part_key: string
  part_id: number
}

/** The parts that the blocks of a page show. */
interface PagePart {
  page_id: number
  part_id: number
}

/** An example in the text of a page, with its last run. */
interface ExampleRun {
  page_id: number
  name: string
  /** '' for every environment. */
  env: string
  item_id: number
  /** 0, 1, 2 … in the order of the text. */
  position: number
  /** The hash of `request`. */
  seal: string
  /** What a build sends and compares: JSON. */
  request: string
  /** '' before the first run, and after a change of the text. */
  state: Generated<'' | 'passing' | 'failing'>
  status: Generated<number>
  ms: Generated<number>
  /** Paths that differ: JSON, at most 4 KB. */
  detail: Generated<string>
  /** The commit of the build. */
  ref: Generated<string>
  /** When it ran; 0 for never. */
  addtime: Generated<number>
}

/** What a section of a page was written from: a comment in its stored text (docs/decisions/0084). */
interface Proof {
  proof_id: Id
  item_id: number
  page_id: number
  /** 0, 1, 2 … in the order of the text. */
  position: number
  /** The text of the heading of its section; '' before the first one. */
  heading: string
  kind: 'file' | 'operation' | 'table' | 'address'
  /** Of a file: the name of its repository; otherwise ''. */
  repo: string
  target: string
  /** Of an operation: the part that it names; 0 if there is none that its writer can read. */
  part_id: Generated<number>
  /** The seal that a person has accepted; '' before. */
  accepted: Generated<string>
  /** The person, also if what the next report sees is accepted; null after a program has written the proof. */
  accepted_uid: number | null
  accepted_username: Generated<string>
  /** 0 before a seal is accepted. */
  accepted_time: Generated<number>
  accepted_ref: Generated<string>
  /** The seal that was seen last; '' before. */
  seen: Generated<string>
  /** The commit or version in which it was seen. */
  seen_ref: Generated<string>
  /** Also when the check failed. */
  seen_time: Generated<number>
  problem: Generated<'' | 'missing' | 'ambiguous' | 'failed' | 'moved'>
}

/** A repository that builds report from. */
interface ProofRepo {
  item_id: number
  repo: string
  /** The address that compares two commits, with `{from}` and `{to}`; '' for none. */
  pattern: Generated<string>
  seen_ref: Generated<string>
  seen_time: Generated<number>
}

/** Steward and period of a page, of a catalog (page_id 0), or of the item (both 0). */
interface Stewardship {
  item_id: number
  page_id: number
  cat_id: number
  /** A person, or a team of the item; both 0 for a period alone. */
  uid: Generated<number>
  team_id: Generated<number>
  /** 0: the period comes from above. */
  days: Generated<number>
  set_time: number
  /** When the steward lost the right to edit there, and so does not count; 0 while they have it. */
  gone_time: Generated<number>
}

/** A person said that a page is still true: kept as long as the page. */
interface Verification {
  verification_id: Id
  page_id: number
  item_id: number
  uid: number | null
  username: string
  via: Generated<string>
  version: number
  until: number
  note: Generated<string>
  addtime: number
  /** '' for the mark that holds. */
  ended_reason: Generated<'' | 'changed' | 'sync' | 'import' | 'suggestion' | 'api' | 'verified'>
  ended_time: Generated<number>
  ended_version: Generated<number>
  ended_username: Generated<string>
}

/** What follows for a page from stewardship and verification; made in the transaction that changes one of them (content/review). */
interface PageReview {
  page_id: number
  item_id: number
  /** As in `page`, so that lists and figures read no texts. */
  cat_id: Generated<number>
  is_del: Generated<number>
  /** The nearest steward that counts, and the nearest period. */
  uid: Generated<number>
  team_id: Generated<number>
  days: Generated<number>
  /** The day of the next review; 0 without a period. */
  due: Generated<number>
  verified_time: Generated<number>
  verified_until: Generated<number>
  verified_version: Generated<number>
  verified_uid: Generated<number | null>
  /** When someone else changed the page; 0 while the mark holds. */
  changed_time: Generated<number>
  /** The steward was informed of this day, up to this step (review/due.rules.ts). */
  told_due: Generated<number>
  told_step: Generated<number>
}

/** A steward offers a page to another person. */
interface StewardOffer {
  offer_id: Id
  item_id: number
  page_id: number
  from_uid: number
  uid: number
  addtime: number
}

/** The state of a page by its proofs, words, parts and examples; made in the transaction that changes one of them. */
interface PageState {
  page_id: number
  item_id: number
  state: 'gone' | 'stale' | 'unchecked' | 'fresh'
  /** When it becomes unchecked without a new report; 0 for never. */
  fresh_until: Generated<number>
  since: number
  /** JSON. */
  reasons: string
}

/** A proposed edit of a page, or a proposed new page. */
interface Suggestion {
  suggestion_id: Id
  item_id: number
  /** 0 for a new page. */
  page_id: number
  /** The catalog of a new page. */
  cat_id: number
  base_version: number
  base_title: string
  /** Compressed like a revision without a base. */
  base_content: Buffer
  page_title: string
  page_content: Buffer
  reason: string
  uid: number
  username: string
  /** 0 for a person in a session. */
  grant_id: Generated<number>
  via: Generated<string>
  state: Generated<'open' | 'accepted' | 'declined' | 'withdrawn' | 'overtaken'>
  /** 1: accepted with parts left out, or edited. */
  is_partial: Generated<number>
  revision: Generated<number>
  added: number
  removed: number
  decided_uid: Generated<number | null>
  decided_name: Generated<string>
  decided_note: Generated<string>
  decided_time: Generated<number>
  result_version: Generated<number>
  addtime: number
  last_update_time: number
}

/** A discussion of a page: its first comment, the replies, and the words that it is about (docs/decisions/0102). */
interface Thread {
  thread_id: Id
  item_id: number
  page_id: number
  kind: 'page' | 'heading' | 'passage' | 'block'
  /** The words in `version` of the page; of long ones the first and the last 200 characters. Offsets are those of the reading text. */
  heading: Generated<string>
  quote: Generated<string>
  quote_length: Generated<number>
  text_before: Generated<string>
  text_after: Generated<string>
  start_at: Generated<number>
  version: number
  /** Where the words are in `place_version`. */
  place: 'fixed' | 'moved' | 'lost'
  place_at: Generated<number>
  place_length: Generated<number>
  place_version: number
  state: Generated<'open' | 'resolved'>
  resolved_uid: Generated<number>
  resolved_name: Generated<string>
  resolved_time: Generated<number>
  resolved_version: Generated<number>
  uid: number
  addtime: number
  last_time: number
  last_comment_id: Generated<number>
  replies: Generated<number>
}

interface PageComment {
  comment_id: Id
  thread_id: number
  page_id: number
  item_id: number
  /** The first comment of the thread; 0 for the first comment itself. */
  parent_id: Generated<number>
  uid: number
  username: string
  via: Generated<string>
  content: string
  html: string
  edited_time: Generated<number>
  /** 1: deleted by its author, 2: by a manager; such a row has no text. */
  is_deleted: Generated<number>
  addtime: number
}

/** A person (team_id 0) or a team (uid 0) that a comment mentions. */
interface CommentMention {
  comment_id: number
  thread_id: number
  page_id: number
  item_id: number
  uid: number
  team_id: number
  addtime: number
}

/** What one reader said about a page: a voice, and a note if they wrote one (docs/decisions/0103). */
interface PageFeedback {
  feedback_id: Id
  page_id: number
  item_id: number
  /** The signed-in reader; null for a visitor and for a deleted account. */
  uid: number | null
  /** Of the number in the visitor's browser and the page, so that rows of different pages cannot be connected. */
  client_hash: string | null
  /** 1 helpful, 2 not helpful. */
  feedback_type: number
  /** Names with commas. */
  reasons: Generated<string>
  note: Generated<string>
  note_state: Generated<'' | 'new' | 'answered' | 'aside'>
  note_time: Generated<number>
  /** How often this note came within a day. */
  count: Generated<number>
  /** What an editor answered to the note. */
  answer: Generated<string>
  settled_uid: Generated<number | null>
  settled_username: Generated<string>
  settled_time: Generated<number>
  /** The version of the page that the reader read. */
  version: number
  addtime: number
}

/** A version of a page from before a save; ordered by id, never by time. */
interface PageHistory {
  page_history_id: Id
  page_id: number
  item_id: number
  cat_id: number
  page_title: string
  /** See page.history.pack.ts. */
  page_content: Buffer
  base_id: number | null
  page_comments: string
  s_number: number
  author_uid: number | null
  author_username: string
  addtime: number
  via: Generated<string>
  suggestion_id: Generated<number>
  suggested_by: Generated<string>
}

/** A change of the content of an item (content/change.store.ts). */
interface Change {
  change_id: Id
  /** Numbers the changes in the order in which they are announced; null until the meaning is found, and again after a further save. */
  seq: Generated<number | null>
  item_id: number
  /** 0 for a change of a catalog or of the item. */
  page_id: Generated<number>
  /** The catalog that changed, or the place of the page after the change. */
  cat_id: Generated<number>
  type: string
  uid: number | null
  username: string
  /** The name of the program that acted for the person; "" for none. */
  via: Generated<string>
  suggestion_id: Generated<number>
  /** The title of the page, or the name of the catalog, after the change. */
  title: Generated<string>
  /** The move or deletion of many pages that it is a part of, or 0. */
  batch_id: Generated<number>
  /** The revision from before the first of the saves; 0 for none. */
  from_history_id: Generated<number>
  version_from: Generated<number>
  version_to: Generated<number>
  /** What the change means, as JSON; null until it is found. */
  detail: Generated<string | null>
  addtime: number
  /** The time of the last save. */
  until_time: number
  /** 1: only small changes, which are no news (W45). */
  is_minor: Generated<number>
}

/** A single row: the number of the last announced change. It never goes back, even if changes are deleted. */
interface ChangeCursor {
  last: number
}

interface PageLink {
  page_id: number
  unique_key: string
  addtime: number
  /** The expiry; 0 for never. */
  until: Generated<number>
}

interface PageLock {
  page_id: number
  uid: number
  until: number
}

interface Recycle {
  id: Id
  item_id: number
  page_id: number
  page_title: string
  del_by_uid: number
  del_by_username: string
  del_time: number
  /** The value of `retention.counted` when the row was first noticed; null until then. */
  counted_from: Generated<number | null>
  /** The deletion of many pages that it is a part of, or 0. */
  batch_id: Generated<number>
}

/** A move, copy or deletion of selected pages and catalogs. */
interface TreeBatch {
  batch_id: Id
  uid: number
  kind: 'move' | 'copy' | 'delete'
  item_id: number
  /** The target of a move or copy, otherwise 0. */
  to_item_id: number
  to_cat_id: number
  /** The places before it, as JSON (tree/batch.store.ts). */
  places: string
  addtime: number
}

/** A single row: the time that servers have run on this database, by clocks that can be wrong (docs/decisions/0024, recycle.rules.ts). */
interface Retention {
  counted: number
  seen: number
  odd: number
}

interface Attachment {
  file_id: Id
  /** 128 random bits in hex; part of the URL of the file. */
  sign: string
  uid: number
  item_id: number
  display_name: string
  file_type: string
  file_size: number
  /** The store that holds the file, and its name there. */
  store: string
  path: string
  visit_times: Generated<number>
  addtime: number
  last_visit_time: Generated<number>
}

interface AttachmentPage {
  id: Id
  file_id: number
  page_id: number
  addtime: number
}

interface AttachmentFlow {
  uid: number
  month: string
  bytes: number
}

/** Stored bytes without a committed row; see attachment/attachment.store.ts. */
interface FileOrphan {
  path: string
  store: string
  addtime: number
}

/** A cloud store that is or was configured; `s3-<store_id>` in the rows of its files. */
interface FileStore {
  store_id: Id
  /** Host and bucket, which identify the store. */
  place: string
  /** The stored settings; secrets are encrypted. */
  form: string
  addtime: number
}

interface Template {
  id: Id
  uid: number
  template_title: string
  template_content: string
  addtime: number
}

interface Mock {
  id: Id
  /** The user who saved it last. */
  uid: number
  page_id: number
  item_id: number
  unique_key: string
  path: string
  template: string
  view_times: Generated<number>
  addtime: number
  last_update_time: number
}

interface Notice {
  notice_id: Id
  uid: number
  kind: string
  notice_title: string
  notice_content: string
  from_uid: number | null
  from_name: string
  item_id: number
  page_id: number
  is_read: Generated<number>
  notice_time: number
  /** 0: whether it is mailed has not been decided yet. */
  is_planned: Generated<number>
}

interface SiteConfig {
  name: string
  value: string
}

/** The first response to a creating call with a request_id (W15). */
interface Repeat {
  uid: number
  request_id: string
  path: string
  answer: string
  addtime: number
}

/** A long job (runtime/job.ts). `kind`, `run`, `part`, `detail`, `problem` and `result` are '' where a job has none. */
interface Job {
  uid: number
  request_id: string
  kind: Generated<string>
  run: Generated<string>
  state: Generated<'running' | 'cancelling' | 'cancelled' | 'failed' | 'done'>
  stage: string
  part: Generated<string>
  done: number
  total: number
  detail: Generated<string>
  problem: Generated<string>
  result: Generated<string>
  /** The last heartbeat. */
  addtime: number
}

/** The audit log (auth/audit.ts). */
interface Audit {
  id: Id
  uid: number | null
  username: string
  action: string
  subject: string
  detail: Generated<string>
  address: string
  addtime: number
}

/** Figures of a day in the site's time zone: totals at the last count, and events of the day. */
interface DayCount {
  day: string
  name: string
  value: number
}

/** Number of page reads of an item on a day. */
interface ItemRead {
  day: string
  item_id: number
  reads: number
}

/** Environments that API clients keep with an item (contract/src/calls/runapi.ts). */
interface RunapiEnv {
  id: Id
  item_id: number
  env_name: string
  uid: number
  addtime: number
  last_update_time: number
  /** The base address for requests of readers; '' for an environment of API clients only. */
  base_url: Generated<string>
  /** Readers see the environment. */
  is_shown: Generated<number>
  /** This server sends the requests of readers, if the operator allows it. */
  by_server: Generated<number>
}

/** The environment that a user has selected. */
interface RunapiEnvSelected {
  id: Id
  item_id: number
  uid: number
  env_id: number
}

/** A variable name is unique in an environment; env_id 0 means no environment. */
interface ItemVariable {
  id: Id
  item_id: number
  env_id: number
  var_name: string
  var_value: string
  uid: number
  addtime: number
}

/** A sequence of calls that a client runs, by pages of the item. */
interface RunapiFlow {
  id: Id
  item_id: number
  flow_name: string
  /** The user who created it. */
  uid: number
  username: string
  env_id: number
  times: number
  time_interval: number
  error_continue: number
  save_change: number
  addtime: number
  last_update_time: number
}

interface RunapiFlowPage {
  id: Id
  flow_id: number
  page_id: number
  s_number: number
  enabled: number
  addtime: number
}

/** An item that a user has pinned. */
interface ItemTop {
  uid: number
  item_id: number
  addtime: number
}

/** When a user opened an item last. */
interface ItemVisit {
  uid: number
  item_id: number
  addtime: number
}

/** A captcha for a client without a session; its id is random. */
interface SessionlessCaptcha {
  captcha_id: number
  answer: string
  until: number
}

/** A migration from ShowDoc: the state of the source, the progress, and the final report. */
interface ShowdocMove {
  move_id: Id
  fingerprint: string
  place: string
  state: string
  progress: string
  anchors: string
  report: string
  addtime: number
}

/** A row whose id differs from its ShowDoc id; new_id 0: it was not migrated. All other rows keep their ids. */
interface ShowdocId {
  move_id: number
  table_name: string
  old_id: number
  new_id: number
}

/** Migrated data without a counterpart in Sheaf, as JSON. */
interface ShowdocLeft {
  id: Id
  move_id: number
  table_name: string
  old_id: string
  reason: string
  body: string
}

/** The path of a file below Public/Uploads, so that old URLs keep working. */
interface ShowdocFile {
  path: string
  file_id: number
}

/** An address that changes are sent to; item_id 0: those of all items. Its address and secrets are encrypted. */
interface Webhook {
  webhook_id: Id
  item_id: number
  /** The user who created it. */
  uid: number
  kind: string
  name: string
  url_sealed: string
  host: string
  hint: string
  secret_sealed: Generated<string>
  secret_before_sealed: Generated<string>
  secret_before_until: Generated<number>
  /** Types of changes as JSON. */
  events: string
  cat_id: Generated<number>
  language: string
  is_on: Generated<number>
  state: Generated<'ok' | 'failing' | 'off'>
  /** Failures since the last success, and the time of the first of them. */
  failures: Generated<number>
  failing_since: Generated<number>
  /** A bot sends no message before. */
  quiet_until: Generated<number>
  dropped: Generated<number>
  /** When the next delivery can begin; NEVER without one (webhook/delivery). */
  due_time: Generated<number>
  /** Until then, one server delivers for this webhook. */
  claimed_until: Generated<number>
  request_id: Generated<string>
  addtime: number
  last_update_time: number
}

/** What is sent to webhooks: a change, or a test. */
interface WebhookEventRow {
  /** 128 random bits in hex; the `webhook-id` of every attempt. */
  event_id: string
  item_id: number
  change_id: number | null
  type: string
  title: string
  body: string
  addtime: number
}

interface WebhookDelivery {
  id: Id
  webhook_id: number
  event_id: string
  state: 'waiting' | 'done' | 'failed' | 'dropped'
  tries: Generated<number>
  next_time: Generated<number>
  status: Generated<number>
  ms: Generated<number>
  problem: Generated<string>
  said: Generated<string>
  answer: Generated<string>
  /** The attempts as JSON. */
  attempts: Generated<string>
  addtime: number
  done_time: Generated<number>
}

/** The last change that became events. Changes before `since` become none: a restored backup does not send them again (R30). */
interface WebhookCursor {
  last: number
  since: number
}

/** The index of search.ts; its columns are only accessed through SQL. */
interface PageWords {
  rowid: number
}

/** Pages that still have to be added to the search index. */
interface SearchBacklog {
  page_id: number
}

/** What a person, or a team of an item, watches (watch/watch.rules.ts). */
interface Watch {
  watch_id: Id
  /** 0: a team watches. */
  uid: number
  team_id: Generated<number>
  kind: 'thread' | 'page' | 'catalog' | 'item'
  subject_id: number
  item_id: number
  /** Of a page or a thread, otherwise 0. */
  page_id: Generated<number>
  level: 'all' | 'changes' | 'muted'
  source: 'own' | 'team' | 'showdoc'
  addtime: number
}

/** What happened and is in no log of changes: it waits until it has become news (watch/news). */
interface NewsEvent {
  event_id: Id
  kind: 'comment.created' | 'comment.resolved' | 'feedback.note' | 'access.asked'
  item_id: number
  page_id: number
  thread_id: Generated<number>
  /** Of a note, its feedback_id; of a request for access, its ask_id. */
  comment_id: Generated<number>
  /** 0 for a visitor. */
  uid: number
  username: string
  via: Generated<string>
  addtime: number
  /** Whether those who watch were informed, and whether webhooks were; then the row goes. */
  is_told: Generated<number>
  is_hooked: Generated<number>
}

/** A request for access (docs/decisions/0109). */
interface AccessAsk {
  ask_id: Id
  uid: number
  /** What was asked for: `p12` a page, `i7` or `iorders` an item. */
  subject: string
  /** The item that takes the request and the page in it; 0 where none does, and while it is new. */
  item_id: Generated<number>
  page_id: Generated<number>
  wants: 'read' | 'edit'
  note: Generated<string>
  state: Generated<'new' | 'open' | 'given' | 'declined' | 'withdrawn' | 'closed'>
  decided_uid: Generated<number | null>
  answer: Generated<string>
  /** The end of an open request, or of the pause after it was declined. */
  until: number
  addtime: number
  decided_time: Generated<number>
}

/** A piece of news for one person, until it has been mailed (docs/decisions/0104). It holds no title and no text. */
interface Tell {
  tell_id: Id
  uid: number
  news_group: string
  kind: string
  /** Kind and subject: further events of the same kind join the row. */
  news_key: string
  item_id: number
  page_id: Generated<number>
  thread_id: Generated<number>
  /** JSON: numbers of changes and comments, and who acted. */
  about: string
  notice_id: Generated<number>
  mail: 'soon' | 'daily' | 'weekly'
  state: Generated<'waiting' | 'mailed' | 'dropped'>
  mail_id: Generated<number>
  addtime: number
  last_time: number
}

/** A mail about news. Its text is made when it is sent, and not kept. */
interface Mail {
  mail_id: Id
  uid: number
  kind: 'soon' | 'daily' | 'weekly'
  /** The day of the person, and the number of a mail within it: one digest a day. */
  day: string
  message_id: string
  state: 'waiting' | 'sent' | 'empty' | 'failed'
  tries: Generated<number>
  next_time: number
  claimed_until: Generated<number>
  problem: Generated<string>
  addtime: number
  sent_time: Generated<number>
}

/** When a person gets mail. Without a row, the first settings count. */
interface TellSetting {
  uid: number
  zone: Generated<string>
  language: Generated<string>
  /** JSON by group; '' the first settings. */
  news_rows: Generated<string>
  quiet: Generated<string>
  digest_hour: Generated<number>
  digest_day: Generated<number>
  /** Grows to make the links of all older mails invalid. */
  counter: Generated<number>
  /** Mails in a row that the mailbox refused for good. */
  bounced: Generated<number>
  /** JSON: subjects and groups whose mail the person has ended by a link. */
  ended: Generated<string>
  /** When a digest was last planned. */
  looked_time: Generated<number>
}

/** The last change that became news; changes before `since` become none. */
interface NewsCursor {
  last: number
  since: number
  /** The server that makes news, and until when. */
  owner: Generated<string>
  claimed_until: Generated<number>
}

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
