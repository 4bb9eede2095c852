import type { Selectable } from 'kysely'
import type { Permission } from '../../access/permission.ts'
import type { Services } from '../../context.ts'
import type { Db, Schema } from '../../db/schema.ts'

export type SourceFetch = Selectable<Schema['source_fetch']>

/** `next_time` of a source that is fetched only when a person asks for it. */
export const NEVER = Number.MAX_SAFE_INTEGER

export const fetchOf = (db: Db, source_id: number) =>
  db.selectFrom('source_fetch').selectAll().where('source_id', '=', source_id).executeTakeFirst()

type Address = Pick<SourceFetch, 'source_id' | 'url' | 'every_hours' | 'header_name' | 'header_sealed' | 'next_time'>

/** Stores the address of a source. What was seen at another address does not count. */
export async function saveAddress(db: Db, _: Permission<'edit'>, row: Address, isSame: boolean) {
  const seen = isSame ? {} : { etag: '', sha256: '', check_time: 0 }
  const fresh = { ...seen, problem: '', problem_since: 0, failures: 0 }
  await db
    .insertInto('source_fetch')
    .values(row)
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ ...row, ...fresh }))
    .execute()
}

export const removeAddress = (db: Db, _: Permission<'edit'>, source_id: number) =>
  db.deleteFrom('source_fetch').where('source_id', '=', source_id).execute()

type Fetch = Pick<SourceFetch, 'source_id' | 'url' | 'header_sealed'>

/** Stores the result of one fetch, and ends its claim. What was seen at an address that was changed meanwhile does not count. */
export async function settle(db: Db, { source_id, url, header_sealed }: Fetch, seen: Partial<Omit<SourceFetch, keyof Fetch>>) {
  const row = db.updateTable('source_fetch').where('source_id', '=', source_id)
  await row.set({ claimed_until: 0 }).execute()
  await row.set(seen).where('url', '=', url).where('header_sealed', '=', header_sealed).execute()
}

/**
 * Claims the source that is due first, so that one of several servers fetches it. A claim has an end: a server that dies leaves its source
 * to the next one. Sources of archived and deleted items rest.
 */
export const claimDue = ({ store }: Pick<Services, 'store'>, now: number, seconds: number): Promise<SourceFetch | undefined> =>
  store.write(async (trx) => {
    const due = trx
      .selectFrom('source_fetch as fetch')
      .innerJoin('source', 'source.source_id', 'fetch.source_id')
      .innerJoin('item', 'item.item_id', 'source.item_id')
      .selectAll('fetch')
      .where('fetch.next_time', '<=', now)
      .where('fetch.claimed_until', '<=', now)
      .where('item.is_del', '=', 0)
      .where('item.is_archived', '=', 0)
      .orderBy('fetch.next_time')
      .limit(1)
    const row = await (store.kind === 'postgres' ? due.forUpdate('fetch').skipLocked() : due).executeTakeFirst()
    if (!row) return undefined
    await trx
      .updateTable('source_fetch')
      .set({ claimed_until: now + seconds })
      .where('source_id', '=', row.source_id)
      .execute()
    return row
  })
