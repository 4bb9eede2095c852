import { hashPassword } from '../../auth/password.ts'
import { openSession } from '../../auth/session.ts'
import { insertUser } from '../../user/user.store.ts'
import { PASSWORD, type Product } from '../product.ts'

/**
 * The roles of the permission matrix (test/matrix/rules.ts). V and Vk: visitor without and with the visit password. U: user without a
 * right. R: reader. CR and CE: reader and editor of one catalog. E: editor. T1 and T0: editor and reader through a team.
 * TO: owner of the team. O: owner of the item. A: administrator. X: administrator disabled a second ago. D: editor deleted a second ago.
 */
export const roles = ['V', 'Vk', 'U', 'R', 'CR', 'CE', 'E', 'T1', 'T0', 'TO', 'O', 'A', 'X', 'D'] as const
export type Role = (typeof roles)[number]
/** Returns whether the role has no session, or a session without a user. */
export const isAnonymous = (role: Role) => ['V', 'Vk', 'X', 'D'].includes(role)

export interface MatrixUser {
  role: Role
  uid: number
  username: string
  password: string
  password_hash: string
}
export type MatrixUsers = Record<Role, MatrixUser>

let made = 0

/** Creates an account for each role. They share one password hash, because hashing is slow. */
export async function makeUsers({ server }: Product): Promise<MatrixUsers> {
  const { db } = server.services.store
  const password_hash = await hashPassword(PASSWORD)
  const people = {} as MatrixUsers
  for (const role of roles) {
    const username = `m${++made}-${role}`
    const user = { username, password_hash, groupid: role === 'A' || role === 'X' ? 1 : 2, reg_time: server.services.now() }
    const uid = role.startsWith('V') ? 0 : ((await insertUser(db, user))?.uid as number)
    people[role] = { role, uid, username, password: PASSWORD, password_hash }
  }
  await db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', people.X.uid).execute()
  await db.deleteFrom('user').where('uid', '=', people.D.uid).execute()
  return people
}

/** Restores the account's password. */
export const restore = ({ server }: Product, { uid, password_hash }: MatrixUser) =>
  server.services.store.db.updateTable('user').set({ password_hash }).where('uid', '=', uid).execute()

type Opened = { item_id: string; stamp: string }

/** Request headers of a role: its own session. The session of Vk has the password of this item. */
export async function headersOf(
  { server }: Product,
  { role, uid }: MatrixUser,
  { item_id, stamp }: Opened,
): Promise<Record<string, string>> {
  const language = { 'accept-language': 'en', host: 'sheaf.test' }
  if (role === 'V') return language
  const { session_id, token } = await openSession(server.services, uid || null, null)
  const visit = { session_id, item_id: Number(item_id), password_stamp: stamp }
  if (role === 'Vk') await server.services.store.db.insertInto('session_visit').values(visit).execute()
  return { ...language, cookie: `sheaf_session=${token}` }
}
