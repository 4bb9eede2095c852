import type { UnsupportedReason } from '@sheaf/contract'
import { hashPassword, isBcrypt, showdocHash, showdocMd5, verifyShowdocHash } from '../../auth/password.ts'
import { keyOf } from '../../user/user.store.ts'
import { jsonIn } from './items.ts'
import { type TableMigrator, unmappedColumns } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { flagOf, nameOf, numberOf, timeOf, unescapeHtml, wholeOf } from './texts.ts'

const memberOf = (row: Row) => {
  // Later versions of ShowDoc can name several catalogs; Sheaf has one. Taking the first never widens the access of a member.
  const several = String(row['cat_ids'] ?? '')
    .split(',')
    .map(Number)
    .filter(Boolean)
  return { cat: wholeOf(row['cat_id']) || (several[0] ?? 0), several }
}

export const memberships: TableMigrator[] = [
  {
    table: 'item_token',
    key: ['id'],
    async take(row, run) {
      const item_id = run.id('item', row['item_id'])
      const api_key = String(row['api_key'])
      if (!item_id) return { left: 'orphan' }
      if (!(await run.claim('item_key', { item_id }))) return { left: 'twice' }
      if (!(await run.claim('item_key', { api_key }))) return { left: 'taken' }
      const key = { id: run.own('item_token', row['id']), item_id, api_key, api_token: String(row['api_token']) }
      return { rows: [['item_key', { ...key, addtime: timeOf(row['addtime']), last_check_time: timeOf(row['last_check_time']) }]] }
    },
  },
  {
    table: 'item_member',
    key: ['item_member_id'],
    async take(row, run) {
      const [item_id, uid] = [run.id('item', row['item_id']), run.id('user', row['uid'])]
      const { cat, several } = memberOf(row)
      const cat_id = cat === 0 ? 0 : run.id('catalog', cat)
      // A member whose catalog is gone must be left out: without the catalog the access would cover the whole item.
      if (!item_id || !uid || cat_id === undefined) return { left: 'orphan' }
      if (!(await run.claim('item_member', { item_id, uid }))) return { left: 'twice' }
      const member = { item_member_id: run.own('item_member', row['item_member_id']), item_id, uid, cat_id }
      const rest = { member_group_id: flagOf(row['member_group_id']), addtime: timeOf(row['addtime']) }
      return { rows: [['item_member', { ...member, ...rest }]], ...(several.length > 1 ? { aside: { cat_ids: row['cat_ids'] } } : {}) }
    },
  },
  {
    table: 'item_group',
    key: ['id'],
    take(row, run) {
      const [id, uid] = [run.id('item_group', row['id']), run.id('user', row['uid'])]
      if (!id || !uid) return { left: 'orphan' }
      const item_ids = String(row['item_ids'] ?? '')
        .split(',')
        .flatMap((old) => run.id('item', old) ?? [])
        .join()
      const group = { id, uid, group_name: nameOf(row['group_name']), item_ids, s_number: numberOf(row['s_number']) }
      return { rows: [['item_group', { ...group, created_at: timeOf(row['created_at']), updated_at: timeOf(row['updated_at']) }]] }
    },
  },
  {
    table: 'item_sort',
    key: ['id'],
    async take(row, run) {
      const uid = run.id('user', row['uid'])
      const old = wholeOf(row['item_group_id'])
      const item_group_id = old === 0 ? 0 : run.id('item_group', old)
      if (!uid || item_group_id === undefined) return { left: 'orphan' }
      if (!(await run.claim('item_sort', { uid, item_group_id }))) return { left: 'twice' }
      const order = Object.entries(Object(jsonIn(unescapeHtml(row['item_sort_data'])))).flatMap(([item, number]) => {
        const id = run.id('item', item)
        return id ? [[id, Number(number)]] : []
      })
      return { rows: [['item_sort', { uid, item_group_id, item_sort_data: JSON.stringify(Object.fromEntries(order)) }]] }
    },
  },
  {
    table: 'item_top',
    key: ['id'],
    async take(row, run) {
      const [uid, item_id] = [run.id('user', row['uid']), run.id('item', row['item_id'])]
      if (!uid || !item_id) return { left: 'orphan' }
      if (!(await run.claim('item_top', { uid, item_id }))) return { left: 'twice' }
      return { rows: [['item_top', { uid, item_id, addtime: timeOf(row['addtime']) }]] }
    },
  },
]

export const teams: TableMigrator[] = [
  {
    table: 'team',
    key: ['id'],
    take(row, run) {
      const [id, addtime] = [run.id('team', row['id']) as number, timeOf(row['addtime'])]
      const team = { id, uid: run.id('user', row['uid']) ?? run.owner, team_name: nameOf(row['team_name']), addtime }
      return { rows: [['team', { ...team, last_update_time: timeOf(row['last_update_time']) || addtime }]] }
    },
  },
  {
    table: 'team_member',
    key: ['id'],
    async take(row, run) {
      const [team_id, member_uid] = [run.id('team', row['team_id']), run.id('user', row['member_uid'])]
      if (!team_id || !member_uid) return { left: 'orphan' }
      if (!(await run.claim('team_member', { team_id, member_uid }))) return { left: 'twice' }
      return { rows: [['team_member', { id: run.own('team_member', row['id']), team_id, member_uid, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'team_item',
    key: ['id'],
    async take(row, run) {
      const [team_id, item_id] = [run.id('team', row['team_id']), run.id('item', row['item_id'])]
      if (!team_id || !item_id) return { left: 'orphan' }
      if (!(await run.claim('team_item', { team_id, item_id }))) return { left: 'twice' }
      return { rows: [['team_item', { id: run.own('team_item', row['id']), team_id, item_id, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'team_item_member',
    key: ['id'],
    async take(row, run) {
      const [team_id, item_id, member_uid] = [
        run.id('team', row['team_id']),
        run.id('item', row['item_id']),
        run.id('user', row['member_uid']),
      ]
      const { cat, several } = memberOf(row)
      const cat_id = cat === 0 ? 0 : run.id('catalog', cat)
      if (!team_id || !item_id || !member_uid || cat_id === undefined) return { left: 'orphan' }
      if (!(await run.claim('team_item_member', { team_id, item_id, member_uid }))) return { left: 'twice' }
      const member = { id: run.own('team_item_member', row['id']), team_id, item_id, member_uid, cat_id }
      const rest = { member_group_id: flagOf(row['member_group_id']), addtime: timeOf(row['addtime']) }
      return { rows: [['team_item_member', { ...member, ...rest }]], ...(several.length > 1 ? { aside: { cat_ids: row['cat_ids'] } } : {}) }
    },
  },
]

const isMd5 = (password: string) => /^[\da-f]{32}$/i.test(password)
const text = (row: Row, column: string) => String(row[column] ?? '')

/** Why the owner of this account cannot sign in with the ShowDoc password; undefined when it works. */
export function cannotSignIn(row: Row): UnsupportedReason | undefined {
  const password = text(row, 'password')
  if (numberOf(row['is_sso'])) return 'outside'
  if (nameOf(row['username']).trim() === '') return 'noName'
  if (password === '' || password.toLowerCase() === showdocMd5('', text(row, 'salt'))) return 'noPassword'
  return isMd5(password) || isBcrypt(password) ? undefined : 'unknownForm'
}

/** Wraps the MD5 hash of ShowDoc in Argon2id, so that no weak hash is stored. An empty password stays empty. */
async function passwordOf(row: Row): Promise<string> {
  const [password, salt] = [text(row, 'password'), text(row, 'salt')]
  if (isBcrypt(password)) return password
  if (!isMd5(password) || password.toLowerCase() === showdocMd5('', salt)) return ''
  return showdocHash(salt, await hashPassword(password.toLowerCase()))
}

/** Whether the account has the default password of ShowDoc's first account, which its manual publishes. */
export async function hasDefaultPassword(row: Row): Promise<boolean> {
  const [password, salt] = [text(row, 'password'), text(row, 'salt')]
  if (isMd5(password)) return password.toLowerCase() === showdocMd5('123456', salt)
  return isBcrypt(password) && verifyShowdocHash(password, '123456')
}

/** The user name of ShowDoc, with a number appended when another account here has it. */
async function freeName(username: string, run: MigrationRun): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? username : `${username || 'user'}-${n}`
    if (await run.claim('user', { username_key: keyOf(name) })) return name
  }
}

export const users: TableMigrator[] = [
  {
    table: 'user',
    key: ['uid'],
    // Hashing the password of each row takes as long as a sign-in.
    atOnce: 20,
    async take(row, run) {
      const old = wholeOf(row['uid'])
      if (run.isMerged(old)) return { here: true, ...unmappedColumns(row, ['email', 'name']) }
      const uid = run.id('user', old) as number
      const original = nameOf(row['username'])
      const username = await freeName(original, run)
      if (username !== original) run.move.progress.renamed.push({ table: 'user', id: uid, from: original, to: username })
      const email = nameOf(row['email']).trim()
      const isFree = email !== '' && (await run.claim('user', { email_key: keyOf(email) }))
      const user = {
        uid,
        username,
        username_key: keyOf(username),
        name: nameOf(row['name']),
        password_hash: await passwordOf(row),
        email: isFree ? email : '',
        email_key: isFree ? keyOf(email) : null,
        email_verify: 0,
        groupid: numberOf(row['groupid']) === 1 ? 1 : 2,
        avatar: '',
        reg_time: timeOf(row['reg_time']),
        last_login_time: timeOf(row['last_login_time']),
        is_disabled: 0,
      }
      return {
        rows: [['user', user]],
        ...unmappedColumns(row, ['avatar', 'avatar_small', 'is_sso', ...(email && !isFree ? ['email'] : [])]),
      }
    },
  },
]
