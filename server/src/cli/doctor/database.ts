import { sql } from 'kysely'
import { steps } from '../../db/migrate.ts'
import { migrationsOf } from '../rows/tables.ts'
import { bad, type CheckTarget, type Finding, good, note } from './finding.ts'

/** References that must not dangle, as [table, column, referenced table, referenced column]. */
const references = [
  ['page', 'item_id', 'item', 'item_id'],
  ['catalog', 'item_id', 'item', 'item_id'],
  ['page_history', 'page_id', 'page', 'page_id'],
  ['attachment_page', 'file_id', 'attachment', 'file_id'],
  ['attachment_page', 'page_id', 'page', 'page_id'],
  ['item', 'uid', 'user', 'uid'],
] as const

export async function checkRows({ db, kind }: CheckTarget): Promise<Finding[]> {
  const found: Finding[] = []
  if (kind === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(db)
    const wrong = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
    const foreign = (await sql`pragma foreign_key_check`.execute(db)).rows.length
    if (wrong.length > 0 || foreign > 0)
      found.push(
        bad(
          {
            en: `The database file is damaged: ${wrong.join('; ') || `${foreign} rows lead nowhere`}`,
            zh: `数据库文件已损坏：${wrong.join('；') || `${foreign} 行引用无效`}`,
          },
          {
            en: 'Stop the server, keep the folder as it is, restore the last backup.',
            zh: '请停止服务，原样保留该目录，并恢复最近的备份。',
          },
        ),
      )
    else found.push(good('The database file is whole.', '数据库文件完整。'))
  }
  for (const [table, column, to, key] of references) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} a
      where not exists (select 1 from ${sql.table(to)} b where ${sql.ref(`b.${key}`)} = ${sql.ref(`a.${column}`)})`.execute(db)
    const n = Number(rows[0]?.n)
    if (n > 0)
      found.push(
        note(
          { en: `${n} rows of ${table} belong to no ${to}.`, zh: `${table} 中有 ${n} 行没有对应的 ${to}。` },
          {
            en: 'They are not shown to users. If you know what caused them, please report it.',
            zh: '它们不会显示。若知道成因，请告诉我们。',
          },
        ),
      )
  }
  if (found.every(({ state }) => state === 'good')) found.push(good('All rows belong together.', '各表之间的关联完整。'))
  return found
}

export async function checkIndex({ db, kind }: CheckTarget): Promise<Finding> {
  const id = sql.ref(kind === 'sqlite' ? 'rowid' : 'page_id')
  const { rows } = await sql<{
    n: number
    left: number
  }>`select (select count(*) from page where is_del = 0 and page_id not in (select ${id} from page_words)) as n,
    (select count(*) from search_backlog) as "left"`.execute(db)
  const [missing, waiting] = [Number(rows[0]?.n), Number(rows[0]?.left)]
  if (missing === 0) return good('Search knows every page.', '搜索索引完整。')
  if (missing <= waiting)
    return note(
      { en: `${waiting} pages wait for the search index.`, zh: `${waiting} 个页面等待收录到搜索索引。` },
      { en: 'A running server takes them in; if none runs, start it.', zh: '服务端运行时会自动收录；若未运行，请启动。' },
    )
  return bad(
    { en: `${missing} pages are not in the search index.`, zh: `${missing} 个页面不在搜索索引中。` },
    { en: 'sheaf doctor --reindex, then restart the server.', zh: '运行 sheaf doctor --reindex，然后重启服务端。' },
  )
}

export async function checkClock({ db }: CheckTarget): Promise<Finding> {
  const seen = (await db.selectFrom('retention').select('seen').executeTakeFirst())?.seen ?? 0
  const ahead = seen - Math.floor(Date.now() / 1000)
  const year = new Date().getFullYear()
  if (ahead > 300 || year < 2026)
    return bad(
      {
        en: `The clock says ${new Date().toISOString()}; a server on this database has seen a later time.`,
        zh: `时钟显示 ${new Date().toISOString()}，而此数据库上的服务端曾见过更晚的时间。`,
      },
      { en: 'Set the clock, and synchronise it with a time server.', zh: '请校准时钟，并启用时间同步。' },
    )
  return good(`The clock says ${new Date().toISOString()}.`, `时钟显示 ${new Date().toISOString()}。`)
}

/** The oldest version of PostgreSQL that is still maintained; every test runs on 18. */
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
    read_only: boolean
  }>`select current_setting('server_version_num')::int / 10000 as number,
    current_setting('server_encoding') as encoding, extract(epoch from clock_timestamp()) as now, current_setting('synchronous_commit') as sync,
    pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as read_only`.execute(db)
  const { number = 0, encoding = '', now = 0, sync = '', read_only = false } = rows[0] ?? {}
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
  if (read_only)
    found.push(
      bad(
        {
          en: 'The database is read-only: it is a standby server, or default_transaction_read_only is on. People can read, and nothing is saved.',
          zh: '数据库处于只读状态：它是备库，或 default_transaction_read_only 为 on。用户可以阅读，但无法保存。',
        },
        {
          en: 'Let DATABASE_URL name the primary server, or set default_transaction_read_only to off.',
          zh: '请让 DATABASE_URL 指向主库，或将 default_transaction_read_only 设为 off。',
        },
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
  const difference = Math.abs(Number(now) - Date.now() / 1000)
  if (difference > 60)
    found.push(
      bad(
        {
          en: `The clocks of this machine and the database are ${Math.round(difference)} seconds apart.`,
          zh: `本机与数据库的时钟相差 ${Math.round(difference)} 秒。`,
        },
        {
          en: 'Synchronise both with a time server (chrony, systemd-timesyncd).',
          zh: '请让两者都与时间服务器同步（chrony、systemd-timesyncd）。',
        },
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
