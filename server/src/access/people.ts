import type { Services } from '../context.ts'
import type { ItemHead } from './access.store.ts'
import { covers, type Rights, rightsOn } from './access.ts'

type ItemServices = Pick<Services, 'store'>

/** The rights of users who are not the caller, without what their sessions have opened. Disabled users have none. */
export async function rightsOfEach({ store }: ItemServices, item: ItemHead, uids: (number | null)[]): Promise<[number, Rights][]> {
  const wanted = [...new Set(uids)].filter((uid) => uid !== null)
  if (wanted.length === 0) return []
  const users = await store.db
    .selectFrom('user')
    .select(['uid', 'groupid'])
    .where('uid', 'in', wanted)
    .where('is_disabled', '=', 0)
    .execute()
  const nameless = { username: '', name: '', email: '', email_verify: 0, avatar: '' }
  return Promise.all(
    users.map(async (user) => {
      const viewer = { store, user: { ...user, ...nameless }, session_id: null, grant: undefined }
      return [user.uid, await rightsOn(viewer, item)] as [number, Rights]
    }),
  )
}

/** Those of the users who can edit this catalog of the item. */
export const editorsOf = async (services: ItemServices, item: ItemHead, cat_id: number, uids: (number | null)[]) =>
  (await rightsOfEach(services, item, uids)).filter(([, { edits }]) => covers(edits, cat_id)).map(([uid]) => uid)

/** Those of the users who can read this catalog of the item: others must not learn a title from a notice (S43). */
export const readersOf = async (services: ItemServices, item: ItemHead, cat_id: number, uids: (number | null)[]) =>
  (await rightsOfEach(services, item, uids)).filter(([, { visits }]) => covers(visits, cat_id)).map(([uid]) => uid)
