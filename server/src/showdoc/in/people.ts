import type { UnsupportedReason } from '@sheaf/contract'
import { isBcrypt, oldForm, showdocMd5, verifyOld } from '../../auth/old-password.ts'
import { hashPassword } from '../../auth/password.ts'
import { keyOf } from '../../user/user.store.ts'
import { type TableMigrator, unmappedColumns } from './mover.ts'
import type { Row } from './staging.ts'
import { nameOf, numberOf, timeOf, wholeOf } from './texts.ts'
import type { MigrationRun } from './way.ts'

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
