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

/** Notes a comment, a resolution or a note of a reader in its transaction: those who watch the page are informed afterwards. */
export async function noteNews(db: Db, event: NewEvent) {
  await db.insertInto('news_event').values(event).execute()
  for (const listener of listeners) listener()
}
