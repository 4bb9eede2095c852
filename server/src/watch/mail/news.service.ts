import { headsIn, type ItemHead } from '../../access/access.store.ts'
import { covers, type Rights } from '../../access/access.ts'
import { rightsInEach } from '../../access/people.ts'
import { isElsewhere, isNamed, isVisible } from '../../change/change.rules.ts'
import { type ChangeRow, catalogsThere, changesById } from '../../change/change.store.ts'
import { mayRead } from '../../comment/comment.rules.ts'
import type { Services } from '../../context.ts'
import type { Setting } from '../setting/setting.rules.ts'
import { commentsById, pagesNow, placesOf, type TellRow, threadsThere, unreadNotices } from './news.store.ts'
import { isEnded } from './unsubscribe.rules.ts'

/** The content of a piece of news, as far as the person can read it at this moment. */
export interface News {
  tell: TellRow
  /** How often, as the row counts it, and by whom. */
  count: number
  by: string[]
  item: Pick<ItemHead, 'item_id' | 'item_name' | 'item_domain'> | undefined
  /** Undefined when the page is not there or the person cannot read it. */
  page: { page_id: number; page_title: string } | undefined
  changes: ChangeRow[]
  comments: { comment_id: number; thread_id: number; content: string; name: string }[]
  notice: { kind: string; notice_title: string; notice_content: string } | undefined
}

interface About {
  change_ids?: number[]
  comment_ids?: number[]
  notice_id?: number
  by?: string[]
  count?: number
}

const aboutOf = ({ about }: TellRow): About => JSON.parse(about) as About

/** Notices that concern the person even after the item is gone for them; they show its name of that time. */
const ABOUT_LOST_ITEMS: readonly string[] = ['itemRemoved', 'itemTaken', 'itemDeleted']

/**
 * What a person is mailed of these rows: rights, deletions, read notices and ended mail count as they are now, and not as they were when
 * it happened (S147, S150). A fixed number of queries.
 */
export async function newsNow(
  services: Pick<Services, 'store'>,
  person: { uid: number; groupid: number },
  { ended, rows }: Pick<Setting, 'ended' | 'rows'>,
  all: readonly TellRow[],
): Promise<News[]> {
  const isWanted = (tell: TellRow) => !isEnded(ended, tell) && rows[tell.news_group as keyof typeof rows]?.mail !== 'none'
  const tellRows = all.filter(isWanted)
  const abouts = new Map(tellRows.map((tell) => [tell.tell_id, aboutOf(tell)]))
  const numbers = (pick: (about: About) => number[] | undefined) => [...abouts.values()].flatMap((about) => pick(about) ?? [])
  const places = await placesOf(
    services,
    numbers(({ change_ids }) => change_ids),
  )
  const comments = await commentsById(
    services,
    numbers(({ comment_ids }) => comment_ids),
  )
  const threads = await threadsThere(
    services,
    tellRows.map(({ thread_id }) => thread_id),
  )
  const notices = await unreadNotices(services, person.uid, tellRows.map(noticeOf))
  const pages = await pagesNow(
    services,
    [...tellRows, ...comments].map(({ page_id }) => page_id),
  )
  const items = [...tellRows.map(({ item_id }) => item_id), ...[...pages.values()].map(({ item_id }) => item_id)]
  const wanted = [...new Set(items)].filter((id) => id > 0)
  const rights = await rightsInEach(services, person, wanted)
  const names = new Map((await headsIn(services, wanted)).map((item) => [item.item_id, item]))
  const rowsOfChanges = await changesById(
    services,
    places.map(({ change_id }) => change_id),
  )
  const catalogs = await catalogsThere(
    services,
    places.map(({ cat_id }) => cat_id),
  )
  const placeOf = new Map(places.map((place) => [place.change_id, place]))

  const isSeenChange = (change_id: number) => {
    const place = placeOf.get(change_id)
    const sight = place && rights.get(place.item_id)
    if (!place || !sight || !isVisible(place, sight, person.uid, undefined)) return false
    const elsewhere = isElsewhere(place) ? rights.get(place.page_item ?? 0) : undefined
    return isNamed(place, sight, elsewhere, catalogs.has(place.cat_id))
  }
  const pageSeen = (page_id: number) => {
    const page = pages.get(page_id)
    const own = page && rights.get(page.item_id)
    return page && own && page.is_del === 0 && covers(own.visits, page.cat_id) ? { ...page, rights: own } : undefined
  }
  const isSeenThread = (own: Rights | undefined) => own !== undefined && mayRead({ rights: own, person })

  return tellRows.flatMap((tell): News[] => {
    const about = abouts.get(tell.tell_id) ?? {}
    const page = pageSeen(tell.page_id)
    const own = rights.get(page?.rights.item.item_id ?? tell.item_id)
    const notice = notices.get(noticeOf(tell))
    // A notice that the person has read, or deleted, is no news.
    if (noticeOf(tell) > 0 && !notice) return []
    const changes = (about.change_ids ?? []).filter(isSeenChange).flatMap((id) => rowsOfChanges.get(id) ?? [])
    const mayReadPage = page !== undefined && (tell.thread_id === 0 || isSeenThread(page.rights))
    const seen = mayReadPage ? comments.filter(({ comment_id }) => about.comment_ids?.includes(comment_id)) : []
    const news = {
      tell,
      count: about.count ?? 1,
      by: about.by ?? [],
      item: own && names.get(own.item.item_id),
      page,
      changes,
      comments: seen,
      notice,
    }
    if (changes.length > 0) return [news]
    if (tell.page_id > 0) {
      if (!mayReadPage || (tell.thread_id > 0 && !threads.has(tell.thread_id))) return []
      if ((about.comment_ids?.length ?? 0) > 0) return seen.length > 0 ? [news] : []
      return (about.change_ids?.length ?? 0) > 0 ? [] : [news]
    }
    if (notice && (tell.item_id === 0 || ABOUT_LOST_ITEMS.includes(notice.kind))) return [news]
    if ((about.change_ids?.length ?? 0) > 0) return []
    return own && own.visits !== 'none' ? [news] : []
  })
}

const noticeOf = (tell: TellRow) => tell.notice_id || (aboutOf(tell).notice_id ?? 0)
