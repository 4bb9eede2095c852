import type { UnsupportedReason } from '@sheaf/contract'
import { hashPassword, isBcrypt, oldForm, showdocMd5, verifyOld } from '../../auth/password.ts'
import { keyOf } from '../../user/user.store.ts'
import { jsonIn } from './items.ts'
import { type TableMigrator, unmappedColumns } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { flagOf, nameOf, numberOf, plain, timeOf, wholeOf } from './texts.ts'

const memberOf = (row: Row) => {
  // Later versions may name several catalogs; ours names one. The first, never all: nobody sees more than before.
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
    async take(row, way) {
      const item_id = way.id('item', row['item_id'])
      const api_key = String(row['api_key'])
      if (!item_id) return { left: 'orphan' }
      if (!(await way.claim('item_key', { item_id }))) return { left: 'twice' }
      if (!(await way.claim('item_key', { api_key }))) return { left: 'taken' }
      const key = { id: way.own('item_token', row['id']), item_id, api_key, api_token: String(row['api_token']) }
      return { rows: [['item_key', { ...key, addtime: timeOf(row['addtime']), last_check_time: timeOf(row['last_check_time']) }]] }
    },
  },
  {
    table: 'item_member',
    key: ['item_member_id'],
    async take(row, way) {
      const [item_id, uid] = [way.id('item', row['item_id']), way.id('user', row['uid'])]
      const { cat, several } = memberOf(row)
      const cat_id = cat === 0 ? 0 : way.id('catalog', cat)
      // Of a scope that is gone nothing is left to see; without it there would be everything.
      if (!item_id || !uid || cat_id === undefined) return { left: 'orphan' }
      if (!(await way.claim('item_member', { item_id, uid }))) return { left: 'twice' }
      const member = { item_member_id: way.own('item_member', row['item_member_id']), item_id, uid, cat_id }
      const rest = { member_group_id: flagOf(row['member_group_id']), addtime: timeOf(row['addtime']) }
      return { rows: [['item_member', { ...member, ...rest }]], ...(several.length > 1 ? { aside: { cat_ids: row['cat_ids'] } } : {}) }
    },
  },
  {
    table: 'item_group',
    key: ['id'],
    take(row, way) {
      const [id, uid] = [way.id('item_group', row['id']), way.id('user', row['uid'])]
      if (!id || !uid) return { left: 'orphan' }
      const item_ids = String(row['item_ids'] ?? '')
        .split(',')
        .flatMap((old) => way.id('item', old) ?? [])
        .join()
      const group = { id, uid, group_name: nameOf(row['group_name']), item_ids, s_number: numberOf(row['s_number']) }
      return { rows: [['item_group', { ...group, created_at: timeOf(row['created_at']), updated_at: timeOf(row['updated_at']) }]] }
    },
  },
  {
    table: 'item_sort',
    key: ['id'],
    async take(row, way) {
      const uid = way.id('user', row['uid'])
      const old = wholeOf(row['item_group_id'])
      const item_group_id = old === 0 ? 0 : way.id('item_group', old)
      if (!uid || item_group_id === undefined) return { left: 'orphan' }
      if (!(await way.claim('item_sort', { uid, item_group_id }))) return { left: 'twice' }
      const order = Object.entries(Object(jsonIn(plain(row['item_sort_data'])))).flatMap(([item, number]) => {
        const id = way.id('item', item)
        return id ? [[id, Number(number)]] : []
      })
      return { rows: [['item_sort', { uid, item_group_id, item_sort_data: JSON.stringify(Object.fromEntries(order)) }]] }
    },
  },
  {
    table: 'item_top',
    key: ['id'],
    async take(row, way) {
      const [uid, item_id] = [way.id('user', row['uid']), way.id('item', row['item_id'])]
      if (!uid || !item_id) return { left: 'orphan' }
      if (!(await way.claim('item_top', { uid, item_id }))) return { left: 'twice' }
      return { rows: [['item_top', { uid, item_id, addtime: timeOf(row['addtime']) }]] }
    },
  },
]

export const teams: TableMigrator[] = [
  {
    table: 'team',
    key: ['id'],
    take(row, way) {
      const [id, addtime] = [way.id('team', row['id']) as number, timeOf(row['addtime'])]
      const team = { id, uid: way.id('user', row['uid']) ?? way.owner, team_name: nameOf(row['team_name']), addtime }
      return { rows: [['team', { ...team, last_update_time: timeOf(row['last_update_time']) || addtime }]] }
    },
  },
  {
    table: 'team_member',
    key: ['id'],
    async take(row, way) {
      const [team_id, member_uid] = [way.id('team', row['team_id']), way.id('user', row['member_uid'])]
      if (!team_id || !member_uid) return { left: 'orphan' }
      if (!(await way.claim('team_member', { team_id, member_uid }))) return { left: 'twice' }
      return { rows: [['team_member', { id: way.own('team_member', row['id']), team_id, member_uid, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'team_item',
    key: ['id'],
    async take(row, way) {
      const [team_id, item_id] = [way.id('team', row['team_id']), way.id('item', row['item_id'])]
      if (!team_id || !item_id) return { left: 'orphan' }
      if (!(await way.claim('team_item', { team_id, item_id }))) return { left: 'twice' }
      return { rows: [['team_item', { id: way.own('team_item', row['id']), team_id, item_id, addtime: timeOf(row['addtime']) }]] }
    },
  },
  {
    table: 'team_item_member',
    key: ['id'],
    async take(row, way) {
      const [team_id, item_id, member_uid] = [
        way.id('team', row['team_id']),
        way.id('item', row['item_id']),
        way.id('user', row['member_uid']),
      ]
      const { cat, several } = memberOf(row)
      const cat_id = cat === 0 ? 0 : way.id('catalog', cat)
      if (!team_id || !item_id || !member_uid || cat_id === undefined) return { left: 'orphan' }
      if (!(await way.claim('team_item_member', { team_id, item_id, member_uid }))) return { left: 'twice' }
      const member = { id: way.own('team_item_member', row['id']), team_id, item_id, member_uid, cat_id }
      const rest = { member_group_id: flagOf(row['member_group_id']), addtime: timeOf(row['addtime']) }
      return { rows: [['team_item_member', { ...member, ...rest }]], ...(several.length > 1 ? { aside: { cat_ids: row['cat_ids'] } } : {}) }
    },
  },
]

const isMd5 = (password: string) => /^[\da-f]{32}$/i.test(password)
const text = (row: Row, column: string) => String(row[column] ?? '')

/** Why nobody can sign in with the password ShowDoc has of this account; undefined when somebody can. */
export function cannotSignIn(row: Row): UnsupportedReason | undefined {
  const password = text(row, 'password')
  if (numberOf(row['is_sso'])) return 'outside'
  if (nameOf(row['username']).trim() === '') return 'noName'
  if (password === '' || password.toLowerCase() === showdocMd5('', text(row, 'salt'))) return 'noPassword'
  return isMd5(password) || isBcrypt(password) ? undefined : 'unknownForm'
}

/** Never as weak as it was there: MD5 inside of Argon2id. Of an empty password nothing is kept. */
async function passwordOf(row: Row): Promise<string> {
  const [password, salt] = [text(row, 'password'), text(row, 'salt')]
  if (isBcrypt(password)) return password
  if (!isMd5(password) || password.toLowerCase() === showdocMd5('', salt)) return ''
  return oldForm(salt, await hashPassword(password.toLowerCase()))
}

/** ShowDoc's own first account has this one, and its manual says so. */
export async function hasDefaultPassword(row: Row): Promise<boolean> {
  const [password, salt] = [text(row, 'password'), text(row, 'salt')]
  if (isMd5(password)) return password.toLowerCase() === showdocMd5('123456', salt)
  return isBcrypt(password) && verifyOld(password, '123456')
}

/** The name there, with a number behind it if it is somebody else's here. */
async function freeName(username: string, way: MigrationRun): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? username : `${username || 'user'}-${n}`
    if (await way.claim('user', { username_key: keyOf(name) })) return name
  }
}

export const users: TableMigrator[] = [
  {
    table: 'user',
    key: ['uid'],
    // Each takes as long as a sign-in does.
    atOnce: 20,
    async take(row, way) {
      const old = wholeOf(row['uid'])
      if (way.isMerged(old)) return { here: true, ...unmappedColumns(row, ['email', 'name']) }
      const uid = way.id('user', old) as number
      const given = nameOf(row['username'])
      const username = await freeName(given, way)
      if (username !== given) way.move.progress.renamed.push({ table: 'user', id: uid, from: given, to: username })
      const email = nameOf(row['email']).trim()
      const isFree = email !== '' && (await way.claim('user', { email_key: keyOf(email) }))
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
