import { sql } from 'kysely'
import { steps } from '../../db/migrate.ts'
import { migrationsOf } from '../rows/tables.ts'
import { bad, type CheckTarget, type Finding, good, note } from './finding.ts'

/** The oldest version of PostgreSQL that makers still keep whole; every test runs on 18. */
const OLDEST = 14
const TESTED = 18

export async function checkVersion({ db, kind }: CheckTarget): Promise<Finding[]> {
  if (kind === 'sqlite') {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
    return [good(`SQLite ${rows[0]?.version}`, `SQLite ${rows[0]?.version}`)]
  }
  const { rows } = await sql<{
    number: number
    encoding: string
    now: number
    sync: string
  }>`select current_setting('server_version_num')::int / 10000 as number,
    current_setting('server_encoding') as encoding, extract(epoch from clock_timestamp()) as now, current_setting('synchronous_commit') as sync`.execute(
    db,
  )
  const { number = 0, encoding = '', now = 0, sync = '' } = rows[0] ?? {}
  const found: Finding[] = []
  if (number < OLDEST)
    found.push(
      bad(
        { en: `PostgreSQL ${number} is too old.`, zh: `PostgreSQL ${number} 版本过旧。` },
        { en: `Use version ${TESTED}.`, zh: `请使用 ${TESTED} 版。` },
      ),
    )
  else if (number === TESTED) found.push(good(`PostgreSQL ${number}`, `PostgreSQL ${number}`))
  else
    found.push(
      note({ en: `PostgreSQL ${number}; every test runs on ${TESTED}.`, zh: `PostgreSQL ${number}；全部测试均在 ${TESTED} 版上运行。` }),
    )
  if (encoding !== 'UTF8')
    found.push(
      bad(
        { en: `The database has the encoding ${encoding}.`, zh: `数据库编码为 ${encoding}。` },
        { en: 'Make one with UTF8 and restore a backup into it.', zh: '请建立 UTF8 编码的数据库，再把备份恢复进去。' },
      ),
    )
  if (sync === 'off')
    found.push(
      note(
        {
          en: 'synchronous_commit is off: a crash of the database loses the last saves.',
          zh: 'synchronous_commit 为 off：数据库崩溃时会丢失最近的保存。',
        },
        { en: 'Set it to on.', zh: '请设为 on。' },
      ),
    )
  const apart = Math.abs(Number(now) - Date.now() / 1000)
  if (apart > 60)
    found.push(
      bad(
        {
          en: `The clocks of this machine and the database are ${Math.round(apart)} seconds apart.`,
          zh: `本机与数据库的时钟相差 ${Math.round(apart)} 秒。`,
        },
        { en: 'Let both ask a time server (chrony, systemd-timesyncd).', zh: '请让两者都与时间服务器同步（chrony、systemd-timesyncd）。' },
      ),
    )
  return found
}

export async function checkMigrations({ db, kind }: CheckTarget): Promise<Finding> {
  const done = await migrationsOf(db, kind)
  const newer = done.filter((name) => !steps.some((step) => step.name === name))
  if (newer.length > 0)
    return bad(
      { en: `The database is of a newer version (${newer.join(', ')}).`, zh: `数据库来自更新的版本（${newer.join('、')}）。` },
      { en: 'Update Sheaf, or restore the backup from before the update.', zh: '请升级 Sheaf，或恢复升级前的备份。' },
    )
  if (done.length === 0)
    return bad(
      { en: 'There are no tables of Sheaf in it.', zh: '其中没有 Sheaf 的表。' },
      { en: 'Start the server once, or check DATABASE_URL.', zh: '请先启动一次服务端，或检查 DATABASE_URL。' },
    )
  if (done.length < steps.length)
    return note(
      { en: `${steps.length - done.length} steps to the newest form are left.`, zh: `距最新结构还差 ${steps.length - done.length} 步。` },
      { en: 'The next start of the server takes them. Make a backup first.', zh: '下次启动时会自动完成，请先备份。' },
    )
  return good('The database has the newest form.', '数据库结构为最新。')
}
