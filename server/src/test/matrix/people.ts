import { hashPassword } from '../../auth/password.ts'
import { openSession } from '../../auth/session.ts'
import { insertUser } from '../../user/user.store.ts'
import { PASSWORD, type Product } from '../product.ts'

/**
 * Everybody of SECURITY 3.1: visitor without and with the visit password; stranger, reader, reader and editor of one catalog, editor;
 * by a team editor and reader; the team's owner, the item's owner, an administrator; an administrator disabled and an editor deleted
 * a second ago.
 */
export const roles = ['V', 'Vk', 'U', 'R', 'CR', 'CE', 'E', 'T1', 'T0', 'TO', 'O', 'A', 'X', 'D'] as const
export type Role = (typeof roles)[number]
/** Whose session is none, or no longer one of a user. */
export const isNobody = (role: Role) => ['V', 'Vk', 'X', 'D'].includes(role)

export interface Somebody {
  role: Role
  uid: number
  username: string
  password: string
  password_hash: string
}
export type People = Record<Role, Somebody>

let made = 0

/** One account for each role; hashing a password is slow, so they share one. */
export async function makePeople({ server }: Product): Promise<People> {
  const { db } = server.house.store
  const password_hash = await hashPassword(PASSWORD)
  const people = {} as People
  for (const role of roles) {
    const username = `m${++made}-${role}`
    const user = { username, password_hash, groupid: role === 'A' || role === 'X' ? 1 : 2, reg_time: server.house.now() }
    const uid = role.startsWith('V') ? 0 : ((await insertUser(db, user))?.uid as number)
    people[role] = { role, uid, username, password: PASSWORD, password_hash }
  }
  await db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', people.X.uid).execute()
  await db.deleteFrom('user').where('uid', '=', people.D.uid).execute()
  return people
}

/** As before a change of the account. */
export const restore = ({ server }: Product, { uid, password_hash }: Somebody) =>
  server.house.store.db.updateTable('user').set({ password_hash }).where('uid', '=', uid).execute()

type Opened = { item_id: string; stamp: string }

/** What this person's requests carry: a session of their own, and the visitor's with the password open to this item. */
export async function headersOf({ server }: Product, { role, uid }: Somebody, { item_id, stamp }: Opened): Promise<Record<string, string>> {
  const language = { 'accept-language': 'en', host: 'sheaf.test' }
  if (role === 'V') return language
  const { session_id, token } = await openSession(server.house, uid || null, null)
  const visit = { session_id, item_id: Number(item_id), password_stamp: stamp }
  if (role === 'Vk') await server.house.store.db.insertInto('session_visit').values(visit).execute()
  return { ...language, cookie: `sheaf_session=${token}` }
}
