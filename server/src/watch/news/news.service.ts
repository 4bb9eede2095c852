import { headsIn, type ItemHead } from '../../access/access.store.ts'
import { covers, type Rights } from '../../access/access.ts'
import { rightsOfEach } from '../../access/people.ts'
import { announcedAfter, newestCursor } from '../../change/change.store.ts'
import type { Services } from '../../context.ts'
import { inParts } from '../../db/batches.ts'
import { type About, groupOf } from '../../notice/notice.words.ts'
import type { Setting } from '../setting/setting.rules.ts'
import { settingsOf } from '../setting/setting.store.ts'
import type { WatchPlace } from '../watch.access.ts'
import type { Reason } from '../watch.rules.ts'
import { mutedBy, watchersAt } from '../watch.service.ts'
import { namesOfPeople } from '../watch.store.ts'
import { type Happening, happeningOf, happeningsOf, placeKindOf } from './happening.rules.ts'
import {
  claimNews,
  finishEvent,
  moveCursor,
  noticedOf,
  oldestEvents,
  pagesOfNews,
  planNotice,
  type Share,
  unplannedNotices,
  writeNotices,
  writeTellRows,
} from './news.store.ts'

type NewsServices = Pick<Services, 'store' | 'log'>

/** Changes, events and notices that are looked at together. */
const BATCH = 50
/** People of one transaction, so that other writers wait only briefly. */
const PEOPLE_PER_STEP = 100

/**
 * Makes news of all changes, comments and notices that wait. `owner` names this server: one of several does it at a time. What a server
 * leaves behind when it ends is done again by the next one, which joins it with what is there (R40).
 */
export async function makeNews(services: NewsServices, owner: string, clock: () => Promise<number> | number, signal?: AbortSignal) {
  for (;;) {
    const cursor = await claimNews(services, owner, await clock())
    if (!cursor || signal?.aborted) return
    const isBusy = [
      await ofChanges(services, cursor, owner, clock),
      await ofEvents(services, owner, clock),
      await ofNotices(services),
    ].includes(true)
    if (!isBusy) return
  }
}

type Clock = () => Promise<number> | number

async function ofChanges(services: NewsServices, { last, since }: { last: number; since: number }, owner: string, clock: Clock) {
  if ((await newestCursor(services)) <= last) return false
  const changes = await announcedAfter(services, last, BATCH)
  const end = changes.at(-1)
  if (!end) return false
  const fresh = changes.filter(({ until_time }) => until_time >= since)
  for (const happening of happeningsOf(fresh)) await inform(services, happening, owner, clock)
  await moveCursor(services, end.seq)
  return true
}

async function ofEvents(services: NewsServices, owner: string, clock: Clock) {
  const events = await oldestEvents(services, BATCH)
  if (events.length === 0) return false
  const pages = await pagesOfNews(
    services,
    events.map(({ page_id }) => page_id),
  )
  const people = await namesOfPeople(services, [...new Set(events.map(({ uid }) => uid))])
  const names = new Map(people.map(({ uid, name, username }) => [uid, name || username]))
  for (const event of events) {
    const page = pages.get(event.page_id)
    // Requests for access are no news of a page: they are noted for webhooks.
    const { kind, uid } = event
    if (page && kind !== 'access.asked')
      await inform(services, happeningOf({ ...event, kind, item_id: page.item_id }, page.cat_id, names.get(uid) ?? ''), owner, clock)
    await finishEvent(services, event.event_id)
  }
  return true
}

/** Who is informed of something: rights count as they are now (S147). */
async function sharesOf(services: NewsServices, happening: Happening, item: ItemHead): Promise<Share[]> {
  const { page_id, cat_id, thread_id, uid, isTalk, group } = happening
  const page = page_id > 0 ? (await pagesOfNews(services, [page_id])).get(page_id) : undefined
  // A page that went to another item while its news waited.
  if (page_id > 0 && page?.item_id !== item.item_id) return []
  const kind = placeKindOf(happening)
  const subject_id = { thread: thread_id, page: page_id, catalog: cat_id, item: item.item_id }[kind]
  const rights = { item } as Rights
  const place: WatchPlace = {
    kind,
    subject_id,
    item_id: item.item_id,
    page_id,
    thread_id,
    rights,
    creator_uid: page?.creator_uid ?? null,
    cat_id: page?.cat_id ?? cat_id,
  }
  const watchers = await watchersAt(services, place)
  const noticed = isTalk ? await noticedOf(services, happening) : new Set<number>()
  const wanted = [...watchers].filter(([person, reason]) => person !== uid && !noticed.has(person) && concerns(reason, isTalk))
  const editors = group === 'feedback' ? await editorsAmong(services, place, [...watchers.keys()]) : undefined
  const people = wanted.filter(([person]) => editors?.has(person) ?? true)
  const settings = await settingsOf(
    services.store.db,
    people.map(([person]) => person),
  )
  return people.map(([person, reason]) => shareOf(person, settings.get(person), reason, happening))
}

const concerns = ({ level }: Reason, isTalk: boolean) => level === 'all' || (level === 'changes' && !isTalk)

/** Notes of readers are for those who can edit the page. */
async function editorsAmong(services: NewsServices, { rights: { item }, cat_id }: WatchPlace, uids: number[]) {
  const each = await rightsOfEach(services, item, uids)
  return new Set(each.filter(([, { edits }]) => covers(edits, cat_id)).map(([uid]) => uid))
}

/** Who made a page gets notices of changes, moves and deletions in their transaction already. */
const ofMakers: readonly string[] = ['watchedChanged', 'watchedMoved', 'watchedGone']

const shareOf = (uid: number, setting: Setting | undefined, { source }: Reason, { group, kind }: Happening): Share => {
  const { list = false, mail = 'none' } = setting?.rows[group] ?? {}
  return { uid, isListed: list && !(source === 'made' && ofMakers.includes(kind)), mail }
}

async function inform(services: NewsServices, happening: Happening, owner: string, clock: Clock) {
  const [item] = await headsIn(services, [happening.item_id])
  if (!item) return
  const shares = (await sharesOf(services, happening, item)).filter(({ isListed, mail }) => isListed || mail !== 'none')
  if (shares.length === 0) return
  const { page_id } = happening
  const title = page_id > 0 ? (await pagesOfNews(services, [page_id])).get(page_id)?.page_title : ''
  const words = { item: item.item_name, page: title ?? '' }
  for (const part of inParts(shares, PEOPLE_PER_STEP)) {
    await services.store.write(async (trx) => {
      const listed = part.filter(({ isListed }) => isListed).map(({ uid }) => uid)
      await writeNotices(trx, happening, words, listed)
      await writeTellRows(trx, happening, part)
    })
    await new Promise(setImmediate)
    if (shares.length > PEOPLE_PER_STEP) await claimNews(services, owner, await clock())
  }
}

/** Mail about notices of one person: mentions, replies, rights and decisions. */
async function ofNotices(services: NewsServices) {
  const notices = await unplannedNotices(services, BATCH)
  if (notices.length === 0) return false
  const settings = await settingsOf(services.store.db, [...new Set(notices.map(({ uid }) => uid))])
  const threaded = notices.map((notice) => {
    const { thread_id = 0, is_many = false } = JSON.parse(notice.notice_content || '{}') as Pick<About, 'thread_id' | 'is_many'>
    return { ...notice, thread_id, is_many }
  })
  const muted = await mutedAmong(services, threaded)
  await services.store.write(async (trx) => {
    for (const notice of threaded) {
      const { uid, kind, is_read, thread_id, notice_id, is_many } = notice
      const group = groupOf(kind)
      const rows = settings.get(uid)?.rows
      const isMailed = rows && is_read === 0 && group in rows && !muted.has(notice_id)
      const chosen = isMailed ? rows[group as keyof typeof rows].mail : 'none'
      await planNotice(trx, notice, { group, mail: is_many && chosen === 'soon' ? 'daily' : chosen, thread_id })
    }
  })
  return true
}

type Threaded = Pick<Awaited<ReturnType<typeof unplannedNotices>>[number], 'notice_id' | 'uid' | 'item_id' | 'page_id'> & {
  thread_id: number
}

/** Notices of mentions and replies at places that the person has muted: they are listed, but cause no mail. */
async function mutedAmong(services: NewsServices, notices: readonly Threaded[]): Promise<Set<number>> {
  const found = new Set<number>()
  const about = notices.filter(({ thread_id }) => thread_id > 0)
  const pages = await pagesOfNews(
    services,
    about.map(({ page_id }) => page_id),
  )
  for (const own of Map.groupBy(about, ({ thread_id }) => thread_id).values()) {
    const [{ thread_id, page_id } = { thread_id: 0, page_id: 0 }] = own
    const page = pages.get(page_id)
    if (!page) continue
    const place = { kind: 'thread' as const, subject_id: thread_id, thread_id, page_id, item_id: page.item_id, cat_id: page.cat_id }
    const muted = await mutedBy(
      services,
      place,
      own.map(({ uid }) => uid),
    )
    for (const { notice_id, uid } of own) if (muted.has(uid)) found.add(notice_id)
  }
  return found
}
