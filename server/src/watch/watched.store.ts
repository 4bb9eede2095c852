import type { WatchKind, WatchLevel } from '@sheaf/contract'
import { firstChars } from '@sheaf/contract/limits'
import type { Services } from '../context.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import { watchedAsSteward } from './steward.store.ts'
import type { Reason } from './watch.rules.ts'

type WithStore = Pick<Services, 'store'>

/** Rows of a list before rights are checked: automatic ones of each kind are cut there, the latest first. */
const LISTED_MAX = 5000
const THREAD_NAME_CHARS = 80
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

/** The latest threads in which a person wrote a comment or was mentioned. */
const threadsIn = (db: Db, table: 'page_comment' | 'comment_mention', uid: number, count: number) =>
  db
    .selectFrom(table)
    .select(['thread_id as subject_id', (row) => row.fn.max('addtime').as('addtime')])
    .where('uid', '=', uid)
    .groupBy('thread_id')
    .orderBy('thread_id', 'desc')
    .limit(count)
    .execute()

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
  const wrote = await threadsIn(db, 'page_comment', uid, automatic)
  const named = await threadsIn(db, 'comment_mention', uid, automatic)
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
