import { sql } from 'kysely'
import { bad, type CheckTarget, type Finding, good, note } from './finding.ts'

/** Pages of items and the like that lead nowhere; each may be read as "so many of the first have no such second". */
const ties = [
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
  for (const [table, column, to, key] of ties) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} a
      where not exists (select 1 from ${sql.table(to)} b where ${sql.ref(`b.${key}`)} = ${sql.ref(`a.${column}`)})`.execute(db)
    const n = Number(rows[0]?.n)
    if (n > 0)
      found.push(
        note(
          { en: `${n} rows of ${table} belong to no ${to}.`, zh: `${table} 中有 ${n} 行没有对应的 ${to}。` },
          { en: 'Nobody sees them. Tell us how they came about, if you know.', zh: '它们不会显示。若知道成因，请告诉我们。' },
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
    { en: 'sheaf doctor --reindex, then start the server anew.', zh: '运行 sheaf doctor --reindex，然后重启服务端。' },
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
      { en: 'Set the clock, and let it ask a time server.', zh: '请校准时钟，并启用时间同步。' },
    )
  return good(`The clock says ${new Date().toISOString()}.`, `时钟显示 ${new Date().toISOString()}。`)
}
