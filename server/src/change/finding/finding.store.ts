import type { Meaning } from '@sheaf/markdown/meaning'
import { sql } from 'kysely'
import type { ChangeType } from '../../content/change.rules.ts'
import type { Services } from '../../context.ts'
import type { Db } from '../../db/schema.ts'

export interface PendingChange {
  change_id: number
  page_id: number
  cat_id: number
  type: ChangeType
  title: string
  from_history_id: number
  version_to: number
  detail: string | null
}

/** The oldest changes that are not announced yet. */
export const pendingChanges = ({ store }: Pick<Services, 'store'>, limit: number) =>
  store.hot<PendingChange>(
    `select change_id, page_id, cat_id, type, title, from_history_id, version_to, detail from change
     where seq is null order by change_id limit ?`,
    [limit],
  )

/** The revision that the next save of the page has stored, which is the text after this change; 0 while there is none. */
export const nextRevision = async ({ store }: Pick<Services, 'store'>, { page_id, change_id }: PendingChange) =>
  (
    await store.hot<{ from_history_id: number }>(
      `select from_history_id from change where page_id = ? and change_id > ? and from_history_id > 0 order by change_id limit 1`,
      [page_id, change_id],
    )
  )[0]?.from_history_id ?? 0

export const textNow = async ({ store }: Pick<Services, 'store'>, page_id: number) =>
  (
    await store.hot<{ title: string; text: string }>(
      `select page_title as title, case when is_composed = 1
        then (select page_text from page_text t where t.page_id = page.page_id) else page_content end as text from page where page_id = ?`,
      [page_id],
    )
  )[0]

export interface FoundMeaning {
  change: PendingChange
  meaning: Meaning[]
}

/**
 * Gives the changes their numbers. The counter row is locked until the commit, so numbers become visible in their order, and a reader
 * that goes on from the last number it has seen misses none. A change that was extended meanwhile stays pending.
 */
export async function announce(trx: Db, found: FoundMeaning[]) {
  const { rows } = await sql<{ last: number }>`update change_cursor set last = last + ${found.length} returning last`.execute(trx)
  const [cursor] = rows
  if (!cursor) throw new Error('The table of the change cursor is empty')
  const { last } = cursor
  for (const [n, { change, meaning }] of found.entries())
    await sql`update change set seq = ${last - found.length + 1 + n}, detail = ${JSON.stringify(meaning)}
      where change_id = ${change.change_id} and version_to = ${change.version_to} and seq is null`.execute(trx)
}
