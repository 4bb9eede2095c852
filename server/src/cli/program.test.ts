import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openStore } from '../db/dialect.ts'
import { anItem } from '../test/given.ts'
import { nodeEnv } from '../test/node-env.ts'
import { freshDatabase, onEachDatabase } from '../test/product.ts'
import { command, folder, settingsOf } from '../test/terminal.ts'

const program = fileURLToPath(new URL('../sheaf.ts', import.meta.url))
const env = (settings: Record<string, string> = {}) => ({ ...nodeEnv, LANG: 'C', ...settings })

describe('the program sheaf', () => {
  const sheaf = (args: string[], settings = {}) => promisify(execFile)(process.execPath, [program, ...args], { env: env(settings) })

  it('lists its commands and explains each, in the language of the terminal', async () => {
    const { stdout } = await sheaf(['--help'])
    for (const name of ['backup', 'restore', 'doctor', 'reset-password', 'move-database']) {
      expect(stdout).toContain(`  ${name} `)
      expect((await command([name, '--help'], {})).out).toMatch(new RegExp(`^Usage: sheaf ${name}`))
      expect((await command([name, '--help'], {}, { language: 'zh' })).out).toMatch(/^用法/)
    }
    expect((await sheaf(['--help'], { LANG: 'zh_CN.UTF-8' })).stdout).toContain('备份')
    expect((await sheaf(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('ends with 2 when it was mistyped, and says how', async () => {
    for (const args of [[], ['bakcup'], ['backup', '--fast'], ['backup', 'a', 'b'], ['restore'], ['move-database']])
      expect([args, (await command(args, { DATA_DIR: folder() })).code]).toEqual([args, 2])
    expect(await command(['constructor'], {})).toMatchObject({ code: 2, err: expect.stringContaining('no command constructor') })
    expect(await command(['doctor'], { DATA_DIRR: 'x', PORT: 'many' })).toMatchObject({ code: 1, err: expect.stringContaining('PORT') })
  })
})

onEachDatabase('a command that is killed', (product) => {
  /** Starts it and kills it so many milliseconds later; whether it was still at work. */
  async function killed(args: string[], settings: Record<string, string>, after: number) {
    const child = spawn(process.execPath, [program, ...args], { env: env(settings), stdio: 'ignore' })
    const ended = once(child, 'exit')
    await wait(after)
    child.kill('SIGKILL')
    return (await ended)[1] === 'SIGKILL'
  }

  it('R19: leaves no backup under its name, nothing half in its target, and works the next time', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice)
    for (let n = 0; n < 300; n++)
      await alice.api.page.save({ item_id, page_title: `P ${n}`, page_content: Math.random().toString(36).repeat(500) })
    const settings = settingsOf(product)
    const target = folder()
    let cut = 0
    for (let after = 300; after <= 1100; after += 200) {
      const archive = join(target, `${after}.tar.gz`)
      if (await killed(['backup', archive], settings, after)) {
        cut++
        // It has its name only once it is whole, which may be a moment before the end.
        if (existsSync(archive)) expect(String(execFileSync('tar', ['tzf', archive]))).toMatch(/manifest\.json\n$/)
      }
    }
    const archive = join(target, 'whole.tar.gz')
    expect(await command(['backup', archive], settings)).toMatchObject({ code: 0 })

    const url = await freshDatabase()
    const data = join(folder(), 'data')
    mkdirSync(data)
    const isPostgres = product.server.house.store.kind === 'postgres'
    const place: Record<string, string> = isPostgres ? { DATA_DIR: data, DATABASE_URL: url } : { DATA_DIR: data }
    for (let after = 400; after <= 1000; after += 200) {
      if (!(await killed(['restore', archive], place, after))) break
      cut++
      expect(readdirSync(data).filter((name) => !name.startsWith('restoring-'))).toEqual([])
      if (isPostgres) expect(await tablesIn(url)).toBe(0)
    }
    const { code, err } = await command(['restore', archive, '--force'], place)
    expect([code, err]).toEqual([0, expect.stringContaining('Restored')])
    expect(readdirSync(data).filter((name) => name.startsWith('restoring-'))).toEqual([])
    expect(cut).toBeGreaterThan(1)
  }, 120_000)

  async function tablesIn(url: string) {
    const store = openStore(url)
    // The database notices the end of a client a moment later.
    for (let n = 0; n < 50; n++) {
      const { rows } =
        await sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'sheaf'`.execute(
          store.db,
        )
      if (rows.length === 0) break
      await wait(100)
    }
    const { rows } = await sql`select 1 from information_schema.tables where table_schema = 'public'`.execute(store.db)
    await store.close()
    return rows.length
  }
})
