import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { compared, countOf } from '../../cluster/peers.ts'
import { ANNOUNCEMENTS_SQL, type Announcement } from '../../db/keeper.ts'
import { bad, type CheckTarget, type Finding, good, note } from './finding.ts'

/** Whether the servers that run on this database have what this place has: one key, and one folder of files or a cloud store. */
export async function checkServers({ config, db, kind }: CheckTarget): Promise<Finding[]> {
  if (kind !== 'postgres') return []
  const { rows } = await sql.raw<Announcement>(ANNOUNCEMENTS_SQL).execute(db)
  const count = countOf(rows)
  if (count === 0) return [note({ en: 'No server runs on this database now.', zh: '目前没有服务端在使用此数据库。' })]
  // Looking must not make a key or a folder.
  const isSetUp =
    (config.SECRET_KEY || existsSync(join(config.DATA_DIR, 'secret-key'))) && existsSync(join(config.DATA_DIR, 'files', '.name'))
  if (!isSetUp)
    return [
      note({ en: `${count} servers run on this database, none of them here.`, zh: `有 ${count} 个服务端在使用此数据库，均不在此处。` }),
    ]
  const { otherKey, otherFolder } = await compared({ config }, rows)
  const found: Finding[] = []
  if (otherKey)
    found.push(
      bad(
        {
          en: 'A server that runs on this database has another SECRET_KEY than this place.',
          zh: '正在使用此数据库的服务端与此处的 SECRET_KEY 不同。',
        },
        {
          en: 'Give all of them the same SECRET_KEY, or the same file secret-key in DATA_DIR.',
          zh: '请为所有服务端设置相同的 SECRET_KEY，或在 DATA_DIR 中放置相同的 secret-key 文件。',
        },
      ),
    )
  const cloud = await db.selectFrom('site_config').select('value').where('name', '=', 'oss_open').executeTakeFirst()
  if (otherFolder && cloud?.value !== '1')
    found.push(
      bad(
        {
          en: 'Servers on this database keep uploads in different folders: each misses those of the others.',
          zh: '使用此数据库的各服务端把上传文件存放在不同的目录中，彼此看不到对方的文件。',
        },
        {
          en: 'Share DATA_DIR/files among them, or choose an S3 store in the settings.',
          zh: '请共享 DATA_DIR/files，或在站点设置中选用 S3 存储。',
        },
      ),
    )
  if (found.length === 0)
    found.push(
      good(
        count === 1 ? '1 server runs on this database.' : `${count} servers run on this database, all set up alike.`,
        `有 ${count} 个服务端在使用此数据库，设置一致。`,
      ),
    )
  return found
}
