import type { WatchKind, WatchLevel } from '@sheaf/contract'
import { type Selectable, sql } from 'kysely'
import type { Services } from '../context.ts'
import { inParts } from '../db/batches.ts'
import type { Db, Schema } from '../db/schema.ts'
import { stewardReasons } from './steward.store.ts'
import type { Chain, Reason } from './watch.rules.ts'

type WithStore = Pick<Services, 'store'>
type Row = Selectable<Schema['watch']>

const atPlaces = (db: Db, chain: Chain) =>
  db
    .selectFrom('watch')
    .where((row) => row.or(chain.map(({ kind, subject_id }) => row.and([row('kind', '=', kind), row('subject_id', '=', subject_id)]))))

interface Question {
  chain: Chain
  item_id: number
  thread_id: number
  page_id: number
  creator_uid: number | null
  /** Only what this person watches. */
  only?: number | undefined
}

/** Why people watch at these places: own rows, rows of teams for each of their members, and what follows from making, writing and duty. */
export async function reasonsAt(
  services: WithStore,
  { chain, item_id, thread_id, page_id, creator_uid, only }: Question,
): Promise<Reason[]> {
  const { db } = services.store
  const columns = ['uid', 'kind', 'subject_id', 'level', 'source', 'team_id'] as const
  const own = atPlaces(db, chain).select(columns).where('team_id', '=', 0)
  const teams = atPlaces(db, chain)
    .innerJoin('team_item_member as member', (join) =>
      join.onRef('member.team_id', '=', 'watch.team_id').onRef('member.item_id', '=', 'watch.item_id'),
    )
    .select(['member.member_uid as uid', 'watch.kind', 'watch.subject_id', 'watch.level', 'watch.source', 'watch.team_id'])
    .distinct()
    .where('watch.item_id', '=', item_id)
  const writers = db.selectFrom('page_comment').select('uid').distinct().where('thread_id', '=', thread_id)
  const named = db.selectFrom('comment_mention').select('uid').distinct().where('thread_id', '=', thread_id).where('uid', '>', 0)
  const none: { uid: number }[] = []
  const [ownRows, teamRows, wrote, mentioned, stewards] = await Promise.all([
    own.$if(only !== undefined, (query) => query.where('uid', '=', only ?? 0)).execute(),
    teams.$if(only !== undefined, (query) => query.where('member.member_uid', '=', only ?? 0)).execute(),
    thread_id === 0 ? none : writers.$if(only !== undefined, (query) => query.where('uid', '=', only ?? 0)).execute(),
    thread_id === 0 ? none : named.$if(only !== undefined, (query) => query.where('uid', '=', only ?? 0)).execute(),
    stewardReasons(services, { chain, item_id, page_id, only }),
  ])
  const automatic =
    (source: 'wrote' | 'named') =>
    ({ uid }: { uid: number }): Reason => ({
      uid,
      kind: 'thread',
      subject_id: thread_id,
      level: 'all',
      source,
      team_id: 0,
    })
  const isMaker = page_id > 0 && creator_uid !== null && (only === undefined || only === creator_uid)
  const made: Reason[] = isMaker
    ? [{ uid: creator_uid, kind: 'page', subject_id: page_id, level: 'changes', source: 'made', team_id: 0 }]
    : []
  return [...ownRows, ...teamRows, ...wrote.map(automatic('wrote')), ...mentioned.map(automatic('named')), ...made, ...stewards]
}

/** The own choices of these people at the places of a chain. */
export async function ownReasonsAt({ store: { db } }: WithStore, chain: Chain, uids: number[]): Promise<Reason[]> {
  if (uids.length === 0 || chain.length === 0) return []
  const rows = await db
    .selectFrom('watch')
    .select(['uid', 'kind', 'subject_id', 'level', 'source', 'team_id'])
    .where('uid', 'in', uids)
    .where('team_id', '=', 0)
    .where((row) => row.or(chain.map(({ kind, subject_id }) => row.and([row('kind', '=', kind), row('subject_id', '=', subject_id)]))))
    .execute()
  return rows.map((row) => row as Reason)
}

export interface Subject {
  kind: WatchKind
  subject_id: number
  item_id: number
  page_id: number
}

const keys = ['uid', 'team_id', 'kind', 'subject_id'] as const

/** Sets what a person, or a team, watches at a place. */
export const putWatch = (
  db: Db,
  { uid, team_id = 0 }: { uid: number; team_id?: number },
  subject: Subject,
  set: { level: WatchLevel; source: Row['source']; addtime: number },
) =>
  db
    .insertInto('watch')
    .values({ uid, team_id, ...subject, ...set })
    .onConflict((conflict) => conflict.columns([...keys]).doUpdateSet(set))
    .execute()

/** The own setting of a person for several subjects. */
export const putWatches = (db: Db, uid: number, subjects: Subject[], set: { level: WatchLevel; source: Row['source']; addtime: number }) =>
  db
    .insertInto('watch')
    .values(subjects.map((subject) => ({ uid, team_id: 0, ...subject, ...set })))
    .onConflict((conflict) => conflict.columns([...keys]).doUpdateSet(set))
    .execute()

export async function removeWatches(db: Db, uid: number, subjects: Subject[]) {
  for (const [kind, of] of Map.groupBy(subjects, (one) => one.kind))
    await db
      .deleteFrom('watch')
      .where('uid', '=', uid)
      .where('team_id', '=', 0)
      .where('kind', '=', kind)
      .where(
        'subject_id',
        'in',
        of.map(({ subject_id }) => subject_id),
      )
      .execute()
}

export const removeWatch = (
  db: Db,
  { uid, team_id = 0 }: { uid: number; team_id?: number },
  { kind, subject_id }: Pick<Subject, 'kind' | 'subject_id'>,
) =>
  db
    .deleteFrom('watch')
    .where('uid', '=', uid)
    .where('team_id', '=', team_id)
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .execute()

export const ownLevel = async ({ store: { db } }: WithStore, uid: number, { kind, subject_id }: Pick<Subject, 'kind' | 'subject_id'>) =>
  (
    await db
      .selectFrom('watch')
      .select('level')
      .where('uid', '=', uid)
      .where('team_id', '=', 0)
      .where('kind', '=', kind)
      .where('subject_id', '=', subject_id)
      .executeTakeFirst()
  )?.level ?? 'none'

export const countWatches = async (db: Db, uid: number) =>
  Number(
    (
      await db
        .selectFrom('watch')
        .select((row) => row.fn.countAll().as('n'))
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
    ).n,
  )

/** The teams that watch an item or its catalogs, with the number of their members there. */
export const teamsWatching = ({ store: { db } }: WithStore, item_id: number) =>
  db
    .selectFrom('watch')
    .innerJoin('team', 'team.id', 'watch.team_id')
    .leftJoin('catalog', (join) => join.onRef('catalog.cat_id', '=', 'watch.subject_id').on('watch.kind', '=', 'catalog'))
    .select(['watch.kind', 'watch.subject_id', 'watch.team_id', 'team.team_name', 'watch.level', 'catalog.cat_name'])
    .select((row) =>
      row
        .selectFrom('team_item_member as member')
        .select((count) => sql<number>`cast(count(distinct ${count.ref('member.member_uid')}) as integer)`.as('n'))
        .whereRef('member.team_id', '=', 'watch.team_id')
        .where('member.item_id', '=', item_id)
        .$asScalar()
        .$notNull()
        .as('members'),
    )
    .where('watch.item_id', '=', item_id)
    .where('watch.team_id', '>', 0)
    .orderBy('watch.kind', 'desc')
    .orderBy('team.team_name')
    .execute()

export const isTeamOf = async ({ store: { db } }: WithStore, item_id: number, team_id: number) =>
  (await db.selectFrom('team_item').select('id').where('item_id', '=', item_id).where('team_id', '=', team_id).executeTakeFirst()) !==
  undefined

export async function namesOfPeople({ store: { db } }: WithStore, uids: number[]) {
  const rows: { uid: number; username: string; name: string }[] = []
  for (const part of inParts(uids))
    rows.push(...(await db.selectFrom('user').select(['uid', 'username', 'name']).where('uid', 'in', part).execute()))
  return rows
}
