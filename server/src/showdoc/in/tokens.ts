import { TOKEN_NAME_MAX } from '@sheaf/contract/limits'
import { sha256 } from '../../auth/secrets.ts'
import { isWellFormed } from '../../auth/token.ts'
import { notify } from '../../notice/notice.store.ts'
import { insertGrant, insertSecret } from '../../token/token.store.ts'
import { jsonIn } from './items.ts'
import type { TableMigrator } from './migrate-table.ts'
import type { MigrationRun } from './run.ts'
import type { Row } from './staging.ts'
import { flagOf, nameOf, timeOf } from './texts.ts'

/** Days from the move on that a token without an end is valid. */
const USUAL_DAYS = 90
const DAY = 86_400
const READ = 1
const WRITE = 3
const HINT_CHARS = 4

/** Who sends the notice about a moved token. */
const SHEAF = { uid: null, username: 'Sheaf', name: 'Sheaf' }

/** The items that the token is limited to; undefined for all. */
function itemsOf(row: Row, run: MigrationRun): number[] | undefined {
  if (String(row['scope'] ?? 'all') === 'all') return undefined
  const listed = jsonIn(String(row['allowed_items'] ?? ''))
  const ids = Array.isArray(listed) ? listed : []
  return [...new Set(ids.flatMap((old: unknown) => run.id('item', String(old)) ?? []))]
}

/**
 * The tokens of ShowDoc 3.9, which its agents continue to use. They get the level of their permission and never that of an administrator.
 * ShowDoc stores them in clear text, Sheaf stores a hash.
 */
export const tokens: TableMigrator = {
  table: 'user_ai_token',
  key: ['id'],
  async take(row, run) {
    const uid = run.id('user', row['uid'])
    const token = String(row['token'])
    const end = timeOf(row['expires_at'])
    if (!uid) return { left: 'orphan' }
    if (!flagOf(row['is_active']) || (end > 0 && end <= run.now)) return { left: 'transient' }
    // Another form is accepted nowhere, so the row is stored without its token.
    if (!isWellFormed(token, ['pat'])) return { left: 'unknownHere' }
    const secret_hash = sha256(token)
    if (!(await run.claim('access_secret', { secret_hash }))) return { left: 'taken' }
    const items = itemsOf(row, run)
    const name = nameOf(row['name']).trim().slice(0, TOKEN_NAME_MAX) || 'ShowDoc'
    const until = end || run.now + USUAL_DAYS * DAY
    const grant = {
      uid,
      kind: 'showdoc' as const,
      name,
      client_id: null,
      level: row['permission'] === 'read' ? READ : WRITE,
      is_admin: 0,
      is_limited: items ? 1 : 0,
      until,
      addtime: timeOf(row['created_at']) || run.now,
      request_id: '',
    }
    return {
      async after(trx) {
        const grant_id = await insertGrant(trx, grant, items ?? [])
        await insertSecret(trx, { secret_hash, hint: token.slice(-HINT_CHARS), grant_id, kind: 'token', until })
        await notify(trx, SHEAF, { uids: [uid], kind: 'tokenMoved', about: { token: name } }, run.now)
      },
    }
  },
}
