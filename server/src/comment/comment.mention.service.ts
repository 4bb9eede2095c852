import type { Mention } from '@sheaf/markdown/small'
import { covers } from '../access/access.ts'
import { rightsOfEach } from '../access/people.ts'
import type { Ctx } from '../context.ts'
import { MANY_MEMBERS } from '../notice/notice.store.ts'
import type { PagePlace } from './comment.access.ts'
import { mayRead } from './comment.rules.ts'
import { type Mentioned, teamMentionsSince } from './comment.store.ts'
import { membersOfTeams, peopleByIds, teamsOfItem } from './people.store.ts'

const MENTIONS_MAX = 10
const TEAM_MEMBERS_MAX = 200
const TEAM_MENTIONS_PER_DAY = 10
const DAY = 86_400

export interface Mentions {
  mentioned: Mentioned[]
  /** The people to notify, without duplicates; members of teams included. */
  uids: number[]
  /** Those of them who are mentioned only as members of a large team. */
  many: number[]
  /** Names that stay plain text. */
  not_told: string[]
}

/** Those of the users who can read the page and see its comments. */
export async function readersAmong(ctx: Pick<Ctx, 'store'>, { rights: { item }, cat_id }: PagePlace, uids: number[]): Promise<number[]> {
  const each = await rightsOfEach(ctx, item, uids)
  return each.filter(([uid, rights]) => covers(rights.visits, cat_id) && mayRead({ rights, person: { uid } })).map(([uid]) => uid)
}

/**
 * Which mentions count (S146). A person counts if they can read the page and the text has their name, so that numbers tell no names;
 * those of `known` count anyway, because names change. A team counts if it belongs to the item.
 */
export async function mentionsIn(ctx: Ctx<'user'>, place: PagePlace, given: Mention[], known: Mentioned[] = []): Promise<Mentions> {
  const { item_id } = place.rights.item
  const first = given.slice(0, MENTIONS_MAX)
  const users = first.filter(({ kind }) => kind === 'user')
  const people = new Map((await peopleByIds(ctx.db, idsOf(users))).map((person) => [person.uid, person]))
  const isNamed = ({ id, name }: Mention) => {
    const person = people.get(id)
    if (!person) return false
    const names = [person.username, person.name].map((one) => one.toLowerCase())
    return known.some(({ uid }) => uid === id) || names.includes(name.toLowerCase())
  }
  const readers = new Set(await readersAmong(ctx, place, idsOf(users.filter(isNamed))))
  const teams = await teamsThatCount(ctx, item_id, first, known)
  const mayRead = ({ kind, id }: Mention) => (kind === 'user' ? readers.has(id) : teams.has(id))
  const members = await membersOfTeams(ctx.db, item_id, [...teams.keys()])
  const inSmall = new Set(members.flatMap(({ uid, team_id }) => ((teams.get(team_id) ?? 0) <= MANY_MEMBERS ? [uid] : [])))
  const readersOfTeams = await readersAmong(
    ctx,
    place,
    members.map(({ uid }) => uid),
  )
  const mentioned = [...[...readers].map((uid) => ({ uid, team_id: 0 })), ...[...teams.keys()].map((team_id) => ({ uid: 0, team_id }))]
  return {
    mentioned,
    uids: [...new Set([...readers, ...readersOfTeams])],
    many: readersOfTeams.filter((uid) => !inSmall.has(uid) && !readers.has(uid)),
    not_told: [...new Set(given.filter((mention, at) => at >= MENTIONS_MAX || !mayRead(mention)).map(({ name }) => name))],
  }
}

const idsOf = (mentions: Mention[]) => [...new Set(mentions.map(({ id }) => id))]

/** The teams with the number of their members. Those that the comment mentions already take no room of the day. */
async function teamsThatCount(ctx: Ctx<'user'>, item_id: number, mentions: Mention[], known: Mentioned[]): Promise<Map<number, number>> {
  const wanted = idsOf(mentions.filter(({ kind }) => kind === 'team'))
  if (wanted.length === 0) return new Map()
  const room = TEAM_MENTIONS_PER_DAY - (await teamMentionsSince(ctx, ctx.user.uid, item_id, ctx.now() - DAY))
  const teams = (await teamsOfItem(ctx.db, item_id)).filter(
    ({ team_id, members }) => wanted.includes(team_id) && members <= TEAM_MEMBERS_MAX,
  )
  const isKnown = ({ team_id }: { team_id: number }) => known.some((one) => one.team_id === team_id)
  const [there, added] = [teams.filter(isKnown), teams.filter((team) => !isKnown(team))]
  return new Map([...there, ...added.slice(0, Math.max(0, room))].map(({ team_id, members }) => [team_id, members]))
}
