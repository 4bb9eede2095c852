import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasMariadb, startMariadb } from '../../../push/src/test/mariadb.ts'
import { anEmptyPlace, command } from '../test/process/terminal.ts'
import { smallShowdoc } from '../test/samples/showdoc-small.ts'

type Value = string | number | null

/** Copies the rows into a MySQL database, with the column types of ShowDoc. */
async function copyInto(url: string, file: string) {
  const source = new SqliteDatabase(file, { readonly: true })
  const connection = await createConnection({ uri: `${url}`, charset: 'utf8mb4' })
  await connection.query('create database showdoc character set utf8mb4')
  await connection.query('use showdoc')
  const tables = source.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '<%'")
  for (const name of tables.pluck().all() as string[]) {
    const columns = source.pragma(`table_info("${name}")`) as { name: string; type: string; pk: number }[]
    const lines = columns.map((column) => {
      const type = /int/i.test(column.type) ? 'bigint' : column.pk ? 'varchar(64)' : 'longtext'
      return `\`${column.name}\` ${type}${column.pk ? ' primary key' : ' null'}`
    })
    await connection.query(`create table \`${name}\` (${lines.join(', ')}) engine = innodb default charset = utf8mb4`)
    for (const row of source.prepare(`select * from "${name}"`).raw().all() as Value[][])
      await connection.query(`insert into \`${name}\` values (${row.map(() => '?').join(', ')})`, row)
  }
  source.close()
  return connection
}

describe.skipIf(!hasMariadb)('import-showdoc from MySQL (needs MariaDB)', () => {
  const source = mkdtempSync(join(tmpdir(), 'sheaf-showdoc-'))
  let server: Awaited<ReturnType<typeof startMariadb>>
  let connection: Awaited<ReturnType<typeof createConnection>>
  let url = ''
  beforeAll(async () => {
    const made = smallShowdoc(source, '3.9')
    made.close()
    server = await startMariadb()
    connection = await copyInto(server.url, join(source, 'Sqlite', 'showdoc.db.php'))
    await connection.query("create user reader identified by 'only reads'")
    await connection.query('grant select on showdoc.* to reader')
    url = `mysql://reader:only%20reads@127.0.0.1:${server.port}/showdoc`
  })
  afterAll(async () => {
    await connection?.end()
    await server?.stop()
    rmSync(source, { recursive: true, force: true })
  })

  it('imports the same as from SQLite, with a read-only database user', async () => {
    const [fromSqlite, fromMysql] = [await anEmptyPlace('sqlite'), await anEmptyPlace('sqlite')]
    const one = await command(['import-showdoc', source, '--json'], fromSqlite)
    const other = await command(['import-showdoc', source, '--mysql', url, '--json'], fromMysql)
    expect([one.code, other.code, other.err]).toEqual([0, 0, ''])
    const [first, second] = [JSON.parse(one.out), JSON.parse(other.out)]
    expect(second).toEqual({ ...first, place: expect.any(String), started: expect.any(Number), ended: expect.any(Number) })
    // Both databases give the same fingerprint.
    expect(second.fingerprint).toBe(first.fingerprint)
    expect(second.place).not.toContain('reads')
    expect((await command(['import-showdoc', source, '--json'], fromMysql)).out).toContain('"changed": false')
    expect((await command(['verify-showdoc', source, '--mysql', url], fromMysql)).code).toBe(0)
  })

  it('reports the error of MySQL when it refuses the connection', async () => {
    const result = await command(['import-showdoc', source, '--mysql', url.replace('only', 'never')], await anEmptyPlace('sqlite'))
    expect([result.code, result.err]).toEqual([1, expect.stringContaining('Access denied')])
    expect(result.err).not.toContain('never')
    expect(await command(['import-showdoc', source, '--mysql', 'postgres://x'], await anEmptyPlace('sqlite'))).toMatchObject({ code: 1 })
  })
})
