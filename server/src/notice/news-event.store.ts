import type { Insertable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'

type NewEvent = Omit<Insertable<Schema['news_event']>, 'event_id'>

/** Called after an event was noted, shortly before its commit. */
const listeners = new Set<() => void>()

/** Calls the listener at each event that this process notes; returns a function that ends this. */
export function onNewsNoted(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** One of both has used the event: those who watch are informed, or its deliveries are made. After the other one the row goes. */
export async function eventUsed(db: Db, event_id: number, by: 'is_told' | 'is_hooked') {
  await db
    .updateTable('news_event')
    .set({ [by]: 1 })
    .where('event_id', '=', event_id)
    .execute()
  await db.deleteFrom('news_event').where('event_id', '=', event_id).where('is_told', '=', 1).where('is_hooked', '=', 1).execute()
}

/** Notes a comment, a resolution or a note of a reader in its transaction: those who watch the page are informed afterwards. */
export async function noteNews(db: Db, event: NewEvent) {
  await db.insertInto('news_event').values(event).execute()
  for (const listener of listeners) listener()
}
