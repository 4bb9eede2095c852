import type { ItemHead } from '../access/access.store.ts'
import type { ChangeActor } from '../content/change.rules.ts'
import type { Db } from '../db/schema.ts'
import { type Actor, notify, notifyWordsMoved } from '../notice/notice.store.ts'
import type { ReadDescription } from './source.read.ts'
import type { Moved } from './source.renew.service.ts'
import type { Source } from './source.store.ts'

/** A version that people are notified of. */
interface NewVersion {
  source: Pick<Source, 'source_id' | 'title' | 'name'>
  read: Pick<ReadDescription, 'title' | 'changes'>
  actor: ChangeActor
  granted: { item: ItemHead }
  /** Seals of changes that a manager has accepted. */
  accepted: Set<string>
}

/** Who pushed the version, with the name that others read. */
async function byOf(db: Db, { uid, username, via }: ChangeActor): Promise<Actor> {
  const person = uid === null ? undefined : await db.selectFrom('user').select('name').where('uid', '=', uid).executeTakeFirst()
  return { uid, username, name: person?.name ?? '', ...(via ? { via } : {}) }
}

const aboutOf = ({ source, granted, read }: NewVersion) => ({
  item: granted.item.item_name,
  source: source.title || read.title || source.name,
  source_id: source.source_id,
})

/** A version waits for the owner of the item. */
export async function notifyHeld(db: Db, work: NewVersion & { plan: { gone: unknown[] } }, at: number) {
  const { item } = work.granted
  const about = { ...aboutOf(work), parts: work.plan.gone.length }
  await notify(db, await byOf(db, work.actor), { uids: [item.uid], kind: 'sourceHeld', about, item_id: item.item_id }, at)
}

/** A version is applied: its breaking changes are for the owner of the item, and waiting words for those who wrote them. */
export async function notifyApplied(db: Db, work: NewVersion, moved: Moved[], at: number) {
  const { counts, accepted, list } = work.read.changes
  const breaking = counts.breaking - accepted.breaking
  if (breaking === 0 && moved.length === 0) return
  const { item } = work.granted
  const by = await byOf(db, work.actor)
  const first = list.find((change) => change.class === 'breaking' && !work.accepted.has(change.seal))
  if (breaking > 0) {
    const about = { ...aboutOf(work), breaking, ...(first ? { change: first } : {}) }
    await notify(db, by, { uids: [item.uid], kind: 'sourceBroke', about, item_id: item.item_id }, at)
  }
  await notifyWordsMoved(db, by, item, aboutOf(work), moved, at)
}
