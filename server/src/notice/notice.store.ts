import { sql } from 'kysely'
import type { ItemHead } from '../access/access.store.ts'
import { covers } from '../access/access.ts'
import { rightsOfEach } from '../access/people.ts'
import type { User } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { type About, groupOf, type Kind } from './notice.words.ts'

const KIND = 'message'
const MESSAGES_MAX = 50

/** Sends a message of an administrator to all enabled users, the sender included. Returns the number of recipients. */
export async function notifyAllUsers(db: Db, by: User, words: { notice_title: string; notice_content: string }, at: number) {
  const allUsers = db
    .selectFrom('user')
    .where('is_disabled', '=', 0)
    .select([
      'uid',
      sql<string>`cast(${KIND} as text)`.as('kind'),
      sql<string>`cast(${words.notice_title} as text)`.as('notice_title'),
      sql<string>`cast(${words.notice_content} as text)`.as('notice_content'),
      sql<number>`cast(${by.uid} as integer)`.as('from_uid'),
      sql<string>`cast(${by.username} as text)`.as('from_name'),
      sql<number>`0`.as('item_id'),
      sql<number>`0`.as('page_id'),
      sql<number>`cast(${at} as bigint)`.as('notice_time'),
    ])
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notice')
    .columns(['uid', 'kind', 'notice_title', 'notice_content', 'from_uid', 'from_name', 'item_id', 'page_id', 'notice_time'])
    .expression(allUsers)
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** The messages sent to all users, newest first. `sent` counts the copies not deleted, `read` those that were read. */
export const messagesSent = (db: Db) =>
  db
    .selectFrom('notice')
    // A literal and not a parameter, so that the database uses the partial index of these notices.
    .where(sql<boolean>`kind = 'message'`)
    .select(['notice_title', 'notice_content', 'from_name', 'notice_time'])
    .select((row) => [row.fn.countAll<number>().as('sent'), sql<number>`cast(coalesce(sum(is_read), 0) as integer)`.as('read')])
    .groupBy(['notice_time', 'from_uid', 'from_name', 'notice_title', 'notice_content'])
    .orderBy('notice_time', 'desc')
    .limit(MESSAGES_MAX)
    .execute()

/** The account that acted. An API client has no account, so its uid is null. */
export type Actor = Pick<User, 'username' | 'name'> & { uid: number | null; via?: string }

/** The actor of notices that no person causes. */
export const SHEAF: Actor = { uid: null, username: 'Sheaf', name: 'Sheaf' }

/** Members of a team to whom a notice is mailed soon; those of a larger one find it in their digest. */
export const MANY_MEMBERS = 20

interface NoticeDraft {
  /** The recipients. The actor is always left out. */
  uids: (number | null)[]
  kind: Kind
  about: Omit<About, 'by'>
  item_id?: number
  page_id?: number
}

/** Writes a notice for each recipient, in the transaction of the action it reports. */
export const notify = (db: Db, by: Actor, draft: NoticeDraft, at: number) => insertNotices(db, by, [draft], at)

/** Rows per insert. At ten values each they stay far below the parameter limits of both databases. */
const INSERT_BATCH_ROWS = 500

async function insertNotices(db: Db, by: Actor, drafts: NoticeDraft[], at: number) {
  const rows = drafts.flatMap((draft) => rowsOf(by, draft, at))
  for (let first = 0; first < rows.length; first += INSERT_BATCH_ROWS)
    await db
      .insertInto('notice')
      .values(rows.slice(first, first + INSERT_BATCH_ROWS))
      .execute()
}

/** Whether mail about a notice has been decided: that of a changed page follows from the log of changes. */
const isPlanned = (kind: Kind) => (kind === 'pageChanged' || ['site', 'security'].includes(groupOf(kind)) ? 1 : 0)

function rowsOf(by: Actor, { uids, kind, about, item_id = 0, page_id = 0 }: NoticeDraft, notice_time: number) {
  const notice_content = JSON.stringify({ ...about, by: by.name || by.username, ...(by.via ? { via: by.via } : {}) })
  const row = {
    kind,
    notice_title: '',
    notice_content,
    from_uid: by.uid,
    from_name: by.username,
    item_id,
    page_id,
    notice_time,
    is_planned: isPlanned(kind),
  }
  return [...new Set(uids)].filter((uid): uid is number => uid !== null && uid !== by.uid).map((uid) => ({ ...row, uid }))
}

interface NoticePage {
  page_title: string
  cat_id: number
  creator_uid: number | null
}

type Sees = (uid: number | null, cat_id: number) => boolean

/** Which of these users can read a catalog of the item now. A notice must not reveal content that its recipient cannot read (S43, S147). */
async function sightOf(db: Db, item: ItemHead, uids: (number | null)[]): Promise<Sees> {
  if (uids.length === 0 || item.password_hash === '') return () => true
  const rights = new Map(await rightsOfEach({ store: { db } }, item, uids))
  return (uid, cat_id) => covers(rights.get(uid ?? 0)?.visits ?? 'none', cat_id)
}

const creatorsOf = (pages: Pick<NoticePage, 'creator_uid'>[], by: Actor) =>
  [...new Set(pages.map((page) => page.creator_uid))].filter((uid): uid is number => uid !== null && uid !== by.uid)

/** Notifies the creators of deleted pages, one notice per page. Their catalogs are not deleted yet. */
export async function notifyPagesDeleted(db: Db, by: Actor, item: ItemHead, pages: NoticePage[], at: number) {
  const sees = await sightOf(db, item, creatorsOf(pages, by))
  const about = (page: NoticePage) => ({ item: item.item_name, page: page.page_title })
  const notices = pages
    .filter((page) => sees(page.creator_uid, page.cat_id))
    .map((page) => ({ uids: [page.creator_uid], kind: 'pageDeleted' as const, about: about(page), item_id: item.item_id }))
  await insertNotices(db, by, notices, at)
}

/** A catalog that moves to another item, with those below it, and whom that concerns. */
interface LeavingCatalog {
  cat_name: string
  cat_ids: number[]
  uids: (number | null)[]
}

/** Notifies users whose pages or whose rights leave the item with a catalog. The notice does not name the target item (S43). */
export async function notifyCatalogsMoved(db: Db, by: Actor, item: ItemHead, catalogs: LeavingCatalog[], at: number) {
  const sees = await sightOf(
    db,
    item,
    catalogs.flatMap(({ uids }) => uids),
  )
  const notices = catalogs.map(({ cat_name, cat_ids, uids }) => ({
    uids: uids.filter((uid) => cat_ids.some((cat_id) => sees(uid, cat_id))),
    kind: 'catalogMoved' as const,
    about: { item: item.item_name, catalog: cat_name },
    item_id: item.item_id,
  }))
  await insertNotices(db, by, notices, at)
}

/** When one action changes or moves more pages than this, each creator receives a single notice about all of them. */
const SEPARATE_NOTICES_MAX = 3

type MovedPage = NoticePage & { page_id: number }

/** Pages that move to a catalog of another item; `cat_id` of a page is the former one. */
interface LeavingPages {
  from: ItemHead
  to: ItemHead
  to_cat_id: number
  pages: MovedPage[]
}

/** Notifies the creators of pages that left an item. The notice names the target item only to users who can read them there (S43). */
export async function notifyPagesMoved(db: Db, by: Actor, { from, to, to_cat_id, pages }: LeavingPages, at: number) {
  const creators = creatorsOf(pages, by)
  const [seesThere, sawThem] = [await sightOf(db, to, creators), await sightOf(db, from, creators)]
  for (const uid of creators) {
    const isReader = seesThere(uid, to_cat_id)
    const own = pages.filter((page) => page.creator_uid === uid && (isReader || sawThem(uid, page.cat_id)))
    if (own.length === 0) continue
    const about = { item: from.item_name, ...(isReader ? { to: to.item_name } : {}) }
    const item_id = isReader ? to.item_id : from.item_id
    const one = (page: MovedPage) => ({
      uids: [uid],
      kind: 'pageMoved' as const,
      about: { ...about, page: page.page_title },
      item_id,
      ...(isReader ? { page_id: page.page_id } : {}),
    })
    const all = { uids: [uid], kind: 'pagesMoved' as const, about: { ...about, pages: own.length }, item_id }
    await insertNotices(db, by, own.length <= SEPARATE_NOTICES_MAX ? own.map(one) : [all], at)
  }
}

const CHANGE_NOTICE_INTERVAL_SECONDS = 3600

/** Whether the creator watches the page no more, or wants nothing of what they watch in the list. */
async function isMuted(db: Db, { page_id, creator_uid }: { page_id: number; creator_uid: number | null }) {
  const own = db.selectFrom('watch').select(sql<string>`level`.as('setting')).where('uid', '=', creator_uid).where('team_id', '=', 0)
  const setting = db.selectFrom('tell_setting').select('news_rows as setting').where('uid', '=', creator_uid)
  const rows = await own.where('kind', '=', 'page').where('subject_id', '=', page_id).unionAll(setting).execute()
  return rows.some(({ setting }) => setting === 'muted' || (setting.startsWith('{') && JSON.parse(setting).watched?.list === false))
}

/** Notifies the creator of a changed page, at most once an hour per page. `page` is the page before the change, at its place after it. */
export async function notifyPageChanged(db: Db, by: Actor, item: ItemHead, page: NoticePage & { page_id: number }, at: number) {
  const creators = creatorsOf([page], by)
  // Most saves end here, with one statement instead of those for the rights.
  if (creators.length === 0 || (await isMuted(db, page))) return
  const sees = await sightOf(db, item, creators)
  if (!sees(page.creator_uid, page.cat_id)) return
  const recent = await db
    .selectFrom('notice')
    .select('notice_id')
    .where('uid', '=', page.creator_uid)
    .where('kind', '=', 'pageChanged')
    .where('page_id', '=', page.page_id)
    .where('notice_time', '>', at - CHANGE_NOTICE_INTERVAL_SECONDS)
    .limit(1)
    .executeTakeFirst()
  if (recent) return
  const about = { item: item.item_name, page: page.page_title }
  await notify(db, by, { uids: [page.creator_uid], kind: 'pageChanged', about, item_id: item.item_id, page_id: page.page_id }, at)
}

/** Notifies the creators of pages that one import changed. */
export async function notifyPagesChanged(db: Db, by: Actor, item: ItemHead, pages: (NoticePage & { page_id: number })[], at: number) {
  const creators = creatorsOf(pages, by)
  const sees = await sightOf(db, item, creators)
  for (const uid of creators) {
    const own = pages.filter((page) => page.creator_uid === uid && sees(uid, page.cat_id))
    if (own.length === 0) continue
    if (own.length <= SEPARATE_NOTICES_MAX) for (const page of own) await notifyPageChanged(db, by, item, page, at)
    else
      await notify(
        db,
        by,
        { uids: [uid], kind: 'pagesChanged', about: { item: item.item_name, pages: own.length }, item_id: item.item_id },
        at,
      )
  }
}

interface SuggestionNotice {
  item: ItemHead
  /** 0 for a suggested new page. */
  page_id: number
  title: string
  suggestion_id: number
}

const aboutSuggestion = ({ item, title, suggestion_id }: SuggestionNotice) => ({ item: item.item_name, page: title, suggestion_id })

/** Notifies those who can decide about a new suggestion, at most once an hour per page. */
export async function notifySuggestionMade(db: Db, by: Actor, suggestion: SuggestionNotice, uids: number[], at: number) {
  const { item, page_id } = suggestion
  if (uids.length === 0) return
  const recent = await db
    .selectFrom('notice')
    .select('uid')
    .where('uid', 'in', uids)
    .where('kind', '=', 'suggestionMade')
    .where('item_id', '=', item.item_id)
    .where('page_id', '=', page_id)
    .where('notice_time', '>', at - CHANGE_NOTICE_INTERVAL_SECONDS)
    .execute()
  const others = uids.filter((uid) => !recent.some((row) => row.uid === uid))
  await notify(db, by, { uids: others, kind: 'suggestionMade', about: aboutSuggestion(suggestion), item_id: item.item_id, page_id }, at)
}

interface MovedWords {
  uid: number
  cat_id: number
  page_id: number
  page_title: string
}

/** Notifies those whose words wait because the source says something new: one notice for each person and version. */
export async function notifyWordsMoved(
  db: Db,
  by: Actor,
  item: ItemHead,
  source: { item: string; source: string; source_id: number },
  moved: MovedWords[],
  at: number,
) {
  const byPerson = Map.groupBy(moved, (one) => one.uid)
  const sees = await sightOf(db, item, [...byPerson.keys()])
  for (const [uid, own] of byPerson) {
    const [first, ...others] = own.filter(({ cat_id }) => sees(uid, cat_id))
    if (!first) continue
    const about = { ...source, page: first.page_title, pages: others.length }
    await notify(db, by, { uids: [uid], kind: 'wordsMoved', about, item_id: item.item_id, page_id: first.page_id }, at)
  }
}

const decidedKinds = { accepted: 'suggestionAccepted', declined: 'suggestionDeclined', overtaken: 'suggestionOvertaken' } as const

/** Notifies the proposer, if they are among the users who can read the place. */
export async function notifySuggestionDecided(
  db: Db,
  by: Actor,
  suggestion: SuggestionNotice & { state: string; note: string },
  uids: number[],
  at: number,
) {
  const kind = decidedKinds[suggestion.state as keyof typeof decidedKinds]
  const about = { ...aboutSuggestion(suggestion), note: suggestion.note }
  await notify(db, by, { uids, kind, about, item_id: suggestion.item.item_id, page_id: suggestion.page_id }, at)
}

interface Answered {
  item: ItemHead
  page_id: number
  title: string
  answer: string
}

/** Notifies the reader whose note an editor answered, if they are among the users who can read the page. */
export const notifyFeedbackAnswered = (db: Db, by: Actor, { item, page_id, title, answer }: Answered, uids: number[], at: number) =>
  notify(
    db,
    by,
    { uids, kind: 'feedbackAnswered', about: { item: item.item_name, page: title, note: answer }, item_id: item.item_id, page_id },
    at,
  )
