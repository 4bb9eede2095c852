import { isId, storableText } from '@sheaf/contract/limits'
import type { Selectable } from 'kysely'
import type { Services } from '../context.ts'
import { inParts } from '../db/batches.ts'
import { personName, proposerName } from '../db/person-name.ts'
import type { Db, Schema } from '../db/schema.ts'

interface Pair {
  id: number
  item_id: number
  api_token: string
  last_check_time: number
}

export const pairOf = async ({ store }: Pick<Services, 'store'>, api_key: string) =>
  (await store.hot<Pair>('select id, item_id, api_token, last_check_time from item_key where api_key = ?', [api_key]))[0]

export const noteUse = (db: Db, id: number, at: number) =>
  db.updateTable('item_key').set({ last_check_time: at }).where('id', '=', id).execute()

export const isDisabled = async ({ store }: Pick<Services, 'store'>, uid: number) =>
  (await store.hot<{ is_disabled: number }>('select is_disabled from "user" where uid = ?', [uid]))[0]?.is_disabled === 1

const headColumns = [
  'item_id',
  'item_name',
  'item_description',
  'item_domain',
  'item_type',
  'uid',
  'password_hash',
  'password_stamp',
  'is_archived',
  'is_del',
  'addtime',
  'last_update_time',
  'tree_version',
  'tree_log',
  'is_indexed',
  'suggest_from',
  'accept_own',
  'truth_badge',
  'comment_from',
  'comment_see',
  'comment_names',
  'feedback_from',
  'feedback_show',
  'ask_access',
  'review_show',
] as const
/** The fields of an item that permission checks need; `is_del` 2 marks an item that an import or copy is still creating. */
export type ItemHead = Pick<Selectable<Schema['item']>, (typeof headColumns)[number]>

/** A row that grants a membership, directly or through a team. */
export interface Membership {
  member_group_id: number
  cat_id: number
}

type StoreServices = Pick<Services, 'store'>
interface DbServices {
  store: { db: Db }
}

const HEAD = `select ${headColumns.join(', ')} from item`

export const headOf = async ({ store }: StoreServices, item_id: number) =>
  (await store.hot<ItemHead>(`${HEAD} where item_id = ? and is_del = 0`, [item_id]))[0]

/** An item that an import is still creating. */
export const hiddenHeadOf = async ({ store }: StoreServices, item_id: number) =>
  (await store.hot<ItemHead>(`${HEAD} where item_id = ? and is_del = 2`, [item_id]))[0]

/** The items that a user owns. */
export const headsOf = ({ store }: StoreServices, uid: number) =>
  store.hot<ItemHead>(`${HEAD} where uid = ? and is_del = 0 order by item_id`, [uid])

/** Those of the items that are not deleted. */
export async function headsIn({ store }: DbServices, item_ids: number[]): Promise<ItemHead[]> {
  const found: ItemHead[] = []
  for (const part of inParts([...new Set(item_ids)]))
    found.push(...(await store.db.selectFrom('item').select(headColumns).where('item_id', 'in', part).where('is_del', '=', 0).execute()))
  return found
}

export async function parentsIn({ store }: DbServices, item_ids: number[]) {
  const found: { item_id: number; cat_id: number; parent_cat_id: number }[] = []
  for (const part of inParts(item_ids))
    found.push(
      ...(await store.db.selectFrom('catalog').select(['item_id', 'cat_id', 'parent_cat_id']).where('item_id', 'in', part).execute()),
    )
  return found
}

const headByDomain = async ({ store }: StoreServices, domain: string) =>
  (await store.hot<ItemHead>(`${HEAD} where domain_key = ? and is_del = 0`, [domain.toLowerCase()]))[0]

export const membershipsOf = ({ store }: StoreServices, item_id: number, uid: number) =>
  store.hot<Membership>(
    `select member_group_id, cat_id from item_member where item_id = ? and uid = ?
     union all select m.member_group_id, m.cat_id from team_item_member m join team_item t on t.team_id = m.team_id and t.item_id = m.item_id where m.item_id = ? and m.member_uid = ?`,
    [item_id, uid, item_id, uid],
  )

export const hasVisit = async ({ store }: StoreServices, session_id: number, item_id: number, stamp: string) =>
  (
    await store.hot('select 1 as one from session_visit where session_id = ? and item_id = ? and password_stamp = ?', [
      session_id,
      item_id,
      stamp,
    ])
  ).length > 0

export const parentsOf = ({ store }: StoreServices, item_id: number) =>
  store.hot<{ cat_id: number; parent_cat_id: number }>('select cat_id, parent_cat_id from catalog where item_id = ?', [item_id])

/** The item with this number or personal domain. The text can come from an address, and PostgreSQL takes no NUL character. */
export function itemNamed(services: StoreServices, text: string) {
  const name = storableText(text.trim())
  return isId(name) ? headOf(services, Number(name)) : headByDomain(services, name)
}

const pageColumns = [
  'page_id',
  'item_id',
  'cat_id',
  'page_title',
  'page_content',
  'page_comments',
  's_number',
  'author_uid',
  'author_username',
  'creator_uid',
  'addtime',
  'created',
  'version',
  'via',
  'suggestion_id',
  'suggested_by',
  'is_del',
  'is_composed',
] as const
/** A page with all fields of page/info; deleted pages are not found. */
export interface PageFound
  extends Pick<Selectable<Schema['page']>, (typeof pageColumns)[number]>,
    Omit<Selectable<Schema['page_review']>, 'page_id' | 'item_id' | 'cat_id' | 'is_del' | 'uid' | 'team_id'> {
  attachment_count: number
  unique_key: string
  author_name: string
  suggested_by_name: string
  /** What is stored about whether it is still true. */
  stored_state: string
  fresh_until: number
  /** Period, day of the next review and mark (`page_review`); 0 without. The steward is a person or a team. */
  steward_uid: number
  steward_team: number
}

const PAGE = `select ${pageColumns.map((column) => `p.${column}`).join(', ')},
  (select count(*) from attachment_page a where a.page_id = p.page_id) as attachment_count,
  coalesce((select l.unique_key from page_link l where l.page_id = p.page_id), '') as unique_key,
  ${personName('p.author_uid', 'p.author_username')} as author_name,
  ${proposerName('p.suggestion_id', 'p.suggested_by')} as suggested_by_name,
  coalesce(t.state, '') as stored_state, coalesce(t.fresh_until, 0) as fresh_until,
  coalesce(v.days, 0) as days, coalesce(v.due, 0) as due, coalesce(v.verified_time, 0) as verified_time,
  coalesce(v.verified_until, 0) as verified_until, coalesce(v.verified_version, 0) as verified_version, v.verified_uid,
  coalesce(v.changed_time, 0) as changed_time, coalesce(v.uid, 0) as steward_uid, coalesce(v.team_id, 0) as steward_team
  from page p left join page_state t on t.page_id = p.page_id left join page_review v on v.page_id = p.page_id`

export const pageOf = async ({ store }: StoreServices, page_id: number) =>
  (await store.hot<PageFound>(`${PAGE} where p.page_id = ? and p.is_del = 0`, [page_id]))[0]

/** The format of a single-page key. */
export const isKey = (text: string) => /^[\w-]{8,64}$/.test(text)

export async function pageByKey({ store, now }: Pick<Services, 'store' | 'now'>, unique_key: string) {
  const [link] = await store.hot<{ page_id: number; until: number }>('select page_id, until from page_link where unique_key = ?', [
    unique_key,
  ])
  if (!link || (link.until > 0 && link.until <= now())) return undefined
  const whole = `${PAGE} where p.page_id = ? and p.is_del = 0 and exists (select 1 from item i where i.item_id = p.item_id and i.is_del = 0)`
  return (await store.hot<PageFound>(whole, [link.page_id]))[0]
}
