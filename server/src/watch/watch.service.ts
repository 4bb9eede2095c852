import type { WatchState } from '@sheaf/contract'
import { covers } from '../access/access.ts'
import { rightsOfEach } from '../access/people.ts'
import { mayRead } from '../comment/comment.rules.ts'
import type { Ctx, Services } from '../context.ts'
import { inParts } from '../db/batches.ts'
import { sortedByName } from '../member/member.rules.ts'
import { chainOf, type WatchPlace } from './watch.access.ts'
import { nearest, type Reason } from './watch.rules.ts'
import { namesOfPeople, ownLevel, ownReasonsAt, reasonsAt } from './watch.store.ts'
import { subjectsOf } from './watched.store.ts'

/** A statement of both databases has room for them. */
const PEOPLE_PER_QUERY = 5000

/** Everyone who watches a place and can read it, with the reason that counts. A fixed number of queries for any number of people. */
export async function watchersAt(services: Pick<Services, 'store'>, place: WatchPlace): Promise<Map<number, Reason>> {
  const chain = await chainOf(services, place)
  const found = nearest(chain, await reasonsAt(services, { chain, ...place }))
  const each: Awaited<ReturnType<typeof rightsOfEach>> = []
  for (const part of inParts([...found.keys()], PEOPLE_PER_QUERY)) each.push(...(await rightsOfEach(services, place.rights.item, part)))
  const sees = each.filter(
    ([uid, rights]) =>
      (place.kind === 'item' ? rights.visits !== 'none' : covers(rights.visits, place.cat_id)) &&
      (place.thread_id === 0 || mayRead({ rights, person: { uid } })),
  )
  return new Map(sees.flatMap(([uid]) => (found.has(uid) ? [[uid, found.get(uid) as Reason]] : [])))
}

/** The people whose own nearest choice mutes a place. What follows from writing there is no choice. */
export async function mutedBy(services: Pick<Services, 'store'>, place: Omit<WatchPlace, 'rights' | 'creator_uid'>, uids: number[]) {
  const chain = await chainOf(services, place)
  const found = nearest(chain, await ownReasonsAt(services, chain, uids))
  return new Set([...found.values()].filter(({ level }) => level === 'muted').map(({ uid }) => uid))
}

/** What counts for the caller at a place. */
export async function stateOf(ctx: Ctx<'user'>, place: WatchPlace): Promise<WatchState> {
  const { rights, item_id, kind, subject_id, cat_id } = place
  const chain = await chainOf(ctx, place)
  const { uid } = ctx.user
  const reason = nearest(chain, await reasonsAt(ctx, { chain, ...place, only: uid })).get(uid)
  const own_level = await ownLevel(ctx, uid, place)
  const isEditor = rights.manage || (kind === 'item' ? rights.edits !== 'none' : covers(rights.edits, cat_id))
  const watchers = isEditor ? [...(await watchersAt(ctx, place)).values()].filter(({ level }) => level !== 'muted').length : null
  if (!reason) return { level: 'none', source: '', from_kind: '', from_id: 0, from_name: '', team_name: '', own_level, watchers }
  const isHere = reason.kind === kind && reason.subject_id === subject_id
  const at = chain.find((one) => one.kind === reason.kind && one.subject_id === reason.subject_id)
  // A team can watch a catalog above those that its member can read.
  const isHidden = reason.kind === 'catalog' && !covers(rights.visits, reason.subject_id)
  const name = reason.kind === 'item' ? rights.item.item_name : at?.name || (await nameOf(ctx, reason))
  const team =
    reason.team_id > 0 ? await ctx.db.selectFrom('team').select('team_name').where('id', '=', reason.team_id).executeTakeFirst() : undefined
  return {
    level: reason.level,
    source: reason.source,
    from_kind: reason.kind,
    from_id: isHidden ? item_id : reason.subject_id,
    from_name: isHere || isHidden ? '' : name,
    team_name: team?.team_name ?? '',
    own_level,
    watchers,
  }
}

const nameOf = async (ctx: Ctx<'user'>, { kind, subject_id }: Reason) =>
  (await subjectsOf(ctx, [{ kind, subject_id }])).get(`${kind}:${subject_id}`)?.name ?? ''

const PEOPLE_MAX = 500

/** Who watches a place, by name. */
export async function peopleAt(ctx: Ctx<'user'>, place: WatchPlace) {
  const found = await watchersAt(ctx, place)
  const people = sortedByName(await namesOfPeople(ctx, [...found.keys()]), ctx.language)
  return people.slice(0, PEOPLE_MAX).flatMap((person) => {
    const reason = found.get(person.uid)
    return reason ? [{ ...person, level: reason.level, source: reason.source }] : []
  })
}
