import { stored } from './stored.ts'

const RECENT_MAX = 20
const keyOf = (uid: string | undefined) => `sheaf.recent.${uid ?? '0'}`

/** The pages somebody read last in this browser, by number alone: what they are called the server says to whoever may still know. */
export function recentPages(uid: string | undefined): string[] {
  const kept = stored.readJson(keyOf(uid))
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string' && /^\d{1,10}$/.test(id)).slice(0, RECENT_MAX) : []
}

export function noteRecent(uid: string | undefined, page_id: string) {
  const ids = [page_id, ...recentPages(uid).filter((id) => id !== page_id)].slice(0, RECENT_MAX)
  stored.write(keyOf(uid), JSON.stringify(ids))
}
