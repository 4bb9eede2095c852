import { sql } from 'kysely'
import type { Permission } from '../access/permission.ts'
import { inParts } from '../db/batches.ts'
import type { Db } from '../db/schema.ts'
import type { ChangeActor, ChangeDraft } from './change.rules.ts'
import type { WriteTarget } from './page.store.ts'
import { refreshReviews } from './review/review.store.ts'

/*
 * The log of changes. Each row is written in the transaction of the change that it describes, so no acknowledged change is without one
 * (R26). The module `change` completes the rows later and reads them; everything that changes content writes them here.
 */
/** Called for each noted change, before its transaction ends. */
const listeners = new Set<() => void>()

/** Calls the listener at each change that this process notes, shortly before its commit; returns a function that ends this. */
export function onChangeNoted(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const announceNote = () => {
  for (const listener of listeners) listener()
}

type Item = Pick<Permission<'edit' | 'manage'>, 'item_id'>

/** Rows per statement; at ten values each they stay far below the parameter limits of both databases. */
const ROWS = 500

/** Notes a change in the transaction that makes it. */
export const noteChange = (db: Db, item: Item, by: ChangeActor, draft: ChangeDraft, at: number) => noteChanges(db, item, by, [draft], at)

/** Notes several changes of one action; a statement for each five hundred of them. */
export async function noteChanges(db: Db, { item_id }: Item, { uid, username, via = '' }: ChangeActor, drafts: ChangeDraft[], at: number) {
  const rows = drafts.map(({ detail, ...draft }) => ({
    page_id: 0,
    cat_id: 0,
    title: '',
    suggestion_id: 0,
    batch_id: 0,
    ...draft,
    item_id,
    uid,
    username,
    via,
    // There is no text to compare.
    detail: JSON.stringify(detail ?? []),
    addtime: at,
    until_time: at,
  }))
  for (const part of inParts(rows, ROWS)) await db.insertInto('change').values(part).execute()
  await followPlaces(db, item_id, drafts)
  if (rows.length > 0) announceNote()
}

/** What changes the nearest steward and period of pages: their place. A page that has left the item follows the other one. */
async function followPlaces(db: Db, item_id: number, drafts: ChangeDraft[]) {
  if (drafts.some(({ type }) => type === 'catalog.moved')) return refreshReviews(db, item_id, 'all')
  if (drafts.some(({ type }) => type === 'item.imported')) return refreshReviews(db, item_id, 'new')
  const placed = drafts.filter(({ type }) => type === 'page.moved' || type === 'page.recovered' || type === 'page.created')
  await refreshReviews(
    db,
    item_id,
    placed.map(({ page_id = 0 }) => page_id),
  )
}

/** Saves of a page by one person within this time are one change. */
const SAVES_TOGETHER_SECONDS = 600

interface SaveDraft {
  type: 'page.created' | 'page.changed'
  page_id: number
  cat_id: number
  title: string
  /** The revision that the save has stored; 0 for a new page. */
  from_history_id: number
  version_from: number
  version_to: number
  suggestion_id?: number
  /** A small change is no news (W45). */
  is_minor?: boolean
}

/**
 * Notes a save of a page in one statement. It extends the latest change of the page if that is a save by the same person and program in
 * the last ten minutes. The saves of an accepted suggestion stay apart.
 */
export async function noteSave({ permission, store, trx, at }: WriteTarget, { uid, username, via = '' }: ChangeActor, draft: SaveDraft) {
  const { item_id } = permission
  const { type, page_id, cat_id, title, from_history_id, version_from, version_to, suggestion_id = 0, is_minor = false } = draft
  const latest = sql`(select latest.change_id from (select * from change where page_id = ${page_id} order by change_id desc limit 1) latest
    where latest.type in ('page.created', 'page.changed') and latest.item_id = ${item_id} and latest.suggestion_id = 0
      and latest.uid is not distinct from ${uid} and latest.via = ${via} and latest.addtime > ${at - SAVES_TOGETHER_SECONDS})`
  const isAlone = suggestion_id > 0 || type === 'page.created'
  const next = store.kind === 'postgres' ? sql`nextval('change_change_id_seq')` : sql`null`
  const change_id = isAlone ? next : sql`coalesce(${latest}, ${next})`
  await sql`insert into change (change_id, item_id, page_id, cat_id, type, uid, username, via, suggestion_id, title, from_history_id,
      version_from, version_to, addtime, until_time, is_minor)
    values (${change_id}, ${item_id}, ${page_id}, ${cat_id}, ${type}, ${uid}, ${username}, ${via}, ${suggestion_id}, ${title},
      ${from_history_id}, ${version_from}, ${version_to}, ${at}, ${at}, ${is_minor ? 1 : 0})
    on conflict (change_id) do update set cat_id = excluded.cat_id, title = excluded.title, version_to = excluded.version_to,
      until_time = excluded.until_time, seq = null, detail = null,
      is_minor = case when excluded.is_minor = 1 then change.is_minor else 0 end`.execute(trx)
  await refreshReviews(trx, item_id, [page_id])
  announceNote()
}

/** Changes of these pages and catalogs follow them to another item. */
export async function transferChanges(db: Db, from: number, to: number, cat_ids: number[], page_ids: number[]) {
  for (const part of inParts(page_ids))
    await db.updateTable('change').set({ item_id: to }).where('item_id', '=', from).where('page_id', 'in', part).execute()
  for (const part of inParts(cat_ids))
    await db
      .updateTable('change')
      .set({ item_id: to })
      .where('item_id', '=', from)
      .where('page_id', '=', 0)
      .where('cat_id', 'in', part)
      .execute()
}
