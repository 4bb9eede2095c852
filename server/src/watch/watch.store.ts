import type { WatchKind, WatchLevel } from '@sheaf/contract'
import { firstChars } from '@sheaf/contract/limits'
import { type Selectable, sql } from 'kysely'
import type { Services } from '../context.ts'
import { inParts } from '../db/batches.ts'
import type { Db, Schema } from '../db/schema.ts'
import { stewardReasons, watchedAsSteward } from './steward.store.ts'
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

/** Rows of a list before rights are checked: automatic ones of each kind are cut there, the latest first. */
const LISTED_MAX = 5000
/** Pages that a person made and threads that they wrote in, listed without a search. */
export const AUTOMATIC_MAX = 200

export interface Listed {
  kind: WatchKind
  subject_id: number
  level: WatchLevel
  source: Reason['source']
  team_id: number
  team_name: string
  addtime: number
}

/** What a person watches: own rows, those of their teams, pages that they made, threads with them, and what they are responsible for. */
export async function watchedBy(services: WithStore, uid: number, automatic = LISTED_MAX): Promise<Listed[]> {
  const { db } = services.store
  const columns = ['kind', 'subject_id', 'level', 'source', 'team_id', 'addtime'] as const
  const own = await db.selectFrom('watch').select(columns).where('uid', '=', uid).execute()
  const byTeam = await db
    .selectFrom('watch')
    .innerJoin('team', 'team.id', 'watch.team_id')
    .select([...columns.map((column) => `watch.${column}` as const), 'team.team_name'])
    .where('watch.team_id', '>', 0)
    .where((row) =>
      row.exists(
        row
          .selectFrom('team_item_member as member')
          .select('member.team_id')
          .whereRef('member.team_id', '=', 'watch.team_id')
          .whereRef('member.item_id', '=', 'watch.item_id')
          .where('member.member_uid', '=', uid),
      ),
    )
    .execute()
  const pages = await db
    .selectFrom('page')
    .select(['page_id as subject_id', 'created as addtime'])
    .where('creator_uid', '=', uid)
    .where('is_del', '=', 0)
    .orderBy('page_id', 'desc')
    .limit(automatic)
    .execute()
  const wrote = await db
    .selectFrom('page_comment')
    .select(['thread_id as subject_id', (row) => row.fn.max('addtime').as('addtime')])
    .where('uid', '=', uid)
    .groupBy('thread_id')
    .orderBy('thread_id', 'desc')
    .limit(automatic)
    .execute()
  const named = await db
    .selectFrom('comment_mention')
    .select(['thread_id as subject_id', (row) => row.fn.max('addtime').as('addtime')])
    .where('uid', '=', uid)
    .groupBy('thread_id')
    .orderBy('thread_id', 'desc')
    .limit(automatic)
    .execute()
  const found = new Map<string, Listed>()
  const add = (rows: (Omit<Listed, 'addtime'> & { addtime: number | string })[]) => {
    for (const row of rows) {
      const key = `${row.kind}:${row.subject_id}`
      if (!found.has(key)) found.set(key, { ...row, addtime: Number(row.addtime) })
    }
  }
  const none = { team_id: 0, team_name: '' }
  add(own.map((row) => ({ ...row, ...none })))
  add(byTeam)
  add(wrote.map((row) => ({ ...row, ...none, kind: 'thread', level: 'all', source: 'wrote' })))
  add(named.map((row) => ({ ...row, ...none, kind: 'thread', level: 'all', source: 'named' })))
  add(pages.map((row) => ({ ...row, ...none, kind: 'page', level: 'changes', source: 'made' })))
  add(await watchedAsSteward(services, uid))
  const isChosen = ({ source }: Listed) => source === 'own' || source === 'showdoc' || source === 'team'
  const newest = [...found.values()].sort((one, other) => other.addtime - one.addtime || other.subject_id - one.subject_id)
  const listed = new Set(newest.filter((row) => !isChosen(row)).slice(0, automatic))
  return newest.filter((row) => isChosen(row) || listed.has(row)).slice(0, LISTED_MAX)
}

/** How many pages a person made, threads they wrote in or were named in, and other places that they or their teams are responsible for. */
export async function countAutomatic({ store }: WithStore, uid: number): Promise<number> {
  const [row] = await store.hot<{ count: number }>(
    `select (select count(*) from page where creator_uid = ? and is_del = 0) + (select count(*) from
      (select thread_id from page_comment where uid = ? union select thread_id from comment_mention where uid = ?) as t) +
      (select count(*) from stewardship s where s.uid = ? and s.uid > 0 and s.gone_time = 0
        and not exists (select 1 from page p where p.page_id = s.page_id and p.creator_uid = ?)) +
      (select count(*) from stewardship s where s.team_id > 0 and s.gone_time = 0
        and exists (select 1 from team_item_member m where m.team_id = s.team_id and m.item_id = s.item_id and m.member_uid = ?)
        and not exists (select 1 from page p where p.page_id = s.page_id and p.creator_uid = ?)) as count`,
    Array<number>(7).fill(uid),
  )
  return Number(row?.count ?? 0)
}

interface SubjectRow {
  kind: WatchKind
  subject_id: number
  name: string
  item_id: number
  cat_id: number
  page_id: number
  page_title: string
}

/** Names and places of what is watched; what is deleted is left out. One query for each kind and five hundred rows. */
export async function subjectsOf(
  { store: { db } }: WithStore,
  wanted: Pick<Listed, 'kind' | 'subject_id'>[],
): Promise<Map<string, SubjectRow>> {
  const idsOf = (kind: WatchKind) => wanted.filter((one) => one.kind === kind).map(({ subject_id }) => subject_id)
  const rows: SubjectRow[] = []
  for (const part of inParts(idsOf('page')))
    rows.push(
      ...(
        await db
          .selectFrom('page')
          .select(['page_id', 'page_title', 'item_id', 'cat_id'])
          .where('page_id', 'in', part)
          .where('is_del', '=', 0)
          .execute()
      ).map((row) => ({ ...row, kind: 'page' as const, subject_id: row.page_id, name: row.page_title })),
    )
  for (const part of inParts(idsOf('thread')))
    rows.push(
      ...(
        await db
          .selectFrom('thread')
          .innerJoin('page', 'page.page_id', 'thread.page_id')
          .select(['thread.thread_id', 'thread.quote', 'thread.heading', 'page.page_id', 'page.page_title', 'page.item_id', 'page.cat_id'])
          .where('thread.thread_id', 'in', part)
          .where('page.is_del', '=', 0)
          .execute()
      ).map(({ thread_id, quote, heading, ...row }) => ({
        ...row,
        kind: 'thread' as const,
        subject_id: thread_id,
        name: firstChars(quote || heading || row.page_title, THREAD_NAME_CHARS),
      })),
    )
  for (const part of inParts(idsOf('catalog')))
    rows.push(
      ...(await db.selectFrom('catalog').select(['cat_id', 'cat_name as name', 'item_id']).where('cat_id', 'in', part).execute()).map(
        (row) => ({ ...row, kind: 'catalog' as const, subject_id: row.cat_id, page_id: 0, page_title: '' }),
      ),
    )
  for (const part of inParts(idsOf('item')))
    rows.push(
      ...(
        await db.selectFrom('item').select(['item_id', 'item_name as name']).where('item_id', 'in', part).where('is_del', '=', 0).execute()
      ).map((row) => ({ ...row, kind: 'item' as const, subject_id: row.item_id, cat_id: 0, page_id: 0, page_title: '' })),
    )
  return new Map(rows.map((row) => [`${row.kind}:${row.subject_id}`, row]))
}

const THREAD_NAME_CHARS = 80

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
