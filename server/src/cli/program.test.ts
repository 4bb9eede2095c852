import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openStore } from '../db/dialect.ts'
import { aFile, anItem } from '../test/given.ts'
import { type Moment, runSheaf } from '../test/process/crash.ts'
import { nodeEnv } from '../test/process/node-env.ts'
import { programFile } from '../test/process/programs.ts'
import { anEmptyPlace, command, folder, serverOn, settingsOf } from '../test/process/terminal.ts'
import { onEachDatabase } from '../test/product.ts'
import { everyRow } from '../test/samples/every-row.ts'
import { mustBeAlone } from './data-dir.ts'

const env = (settings: Record<string, string> = {}) => ({ ...nodeEnv, LANG: 'C', ...settings })

describe('the program sheaf', () => {
  const sheaf = (args: string[], settings = {}) =>
    promisify(execFile)(process.execPath, [programFile('sheaf'), ...args], { env: env(settings) })

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

  it('exits with 2 for invalid arguments, and explains them', async () => {
    for (const args of [[], ['bakcup'], ['backup', '--fast'], ['backup', 'a', 'b'], ['restore'], ['move-database']])
      expect([args, (await command(args, { DATA_DIR: folder() })).code]).toEqual([args, 2])
    expect(await command(['constructor'], {})).toMatchObject({ code: 2, err: expect.stringContaining('no command constructor') })
    const wrong: [args: string[], en: string, zh: string][] = [
      [['backup', '--fast'], 'There is no option --fast.', '没有选项 --fast'],
      [['restore', 'a.tar.gz', '--force=yes'], '--force has no value.', '--force 不带值'],
      [['doctor', '--mail'], '--mail needs a value.', '--mail 后面须有值'],
      [['doctor', '--mail', '--store'], '--mail needs a value.', '--mail 后面须有值'],
    ]
    for (const [args, en, zh] of wrong) {
      expect((await command(args, {})).err).toContain(en)
      const { err } = await command(args, {}, { language: 'zh' })
      expect(err).toContain(zh)
      expect(err).not.toMatch(/option|argument/i)
    }
    expect(await command(['doctor'], { DATA_DIRR: 'x', PORT: 'many' })).toMatchObject({ code: 1, err: expect.stringContaining('PORT') })
  })
})

/* A restore builds everything next to its target, then exchanges files and database. */
const backups: [name: string, moment: Moment, isThere: boolean][] = [
  ['while it reads pages', ['after', /"page_content".* from "page"/], false],
  ['before the rename to the final name', ['before', /^rename .*\.part /], false],
  ['after the rename', ['after', /^rename .*\.part /], true],
]
const files = /^rename .*\/restoring-[^/]*\/files /
const restores: [name: string, moment: Moment, isThere: boolean][] = [
  ['between two files', ['after', /^rename .*restoring-.*\.part /], false],
  ['while it adds pages', ['after', /^insert into "page" /], false],
  ['between the files and the database', ['after', files], false],
  ['when both are in their place', ['after', files, /^rename .*\/sheaf\.db |^commit$/], true],
]

onEachDatabase('a command that is killed', (product) => {
  const kind = () => product.server.services.store.kind
  let archive: string
  beforeAll(async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice)
    for (let n = 0; n < 60; n++) await alice.api.page.save({ item_id, page_title: `P ${n}`, page_content: `text ${n}` })
    for (let n = 0; n < 3; n++) await aFile(product, item_id, Buffer.from(`file ${n}`), { owner: alice })
    archive = join(folder(), 'whole.tar.gz')
    expect(await command(['backup', archive], settingsOf(product))).toMatchObject({ code: 0 })
  })

  it.each(backups)('R19: a backup killed %s never leaves an incomplete archive under its final name', async (_, moment, isThere) => {
    const target = join(folder(), 'cut.tar.gz')
    expect(await runSheaf(['backup', target], settingsOf(product), moment)).toEqual([null, 'SIGKILL'])
    expect(existsSync(target)).toBe(isThere)
    if (isThere) expect(await command(['restore', target], await anEmptyPlace(kind()))).toMatchObject({ code: 0 })
    else expect(await command(['backup', target], settingsOf(product))).toMatchObject({ code: 0 })
  })

  it.each([
    ['an archive is not whole', ['backup', '-'], [1, expect.stringContaining('EPIPE')]],
    ['a text may be cut off', ['--help'], [0, '']],
  ] as const)('when the reader of its output ends early, %s', async (_, args, expected) => {
    const child = spawn(process.execPath, [programFile('sheaf'), ...args], { env: env(settingsOf(product)) })
    child.stdout.destroy()
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([code, said]).toEqual(expected)
  })

  /** PostgreSQL notices a disconnected client with a short delay. */
  async function untilAlone({ DATABASE_URL }: Record<string, string>) {
    if (!DATABASE_URL) return
    const store = openStore(DATABASE_URL)
    await vi.waitFor(() => mustBeAlone(store)).finally(store.close)
  }

  it('R19: no server starts on an incomplete restore, and a second restore completes it', async () => {
    const [whole, place] = [await anEmptyPlace(kind()), await anEmptyPlace(kind())]
    const data = place['DATA_DIR'] as string
    const restore = ['restore', archive, '--force']
    expect(await command(restore, whole)).toMatchObject({ code: 0 })
    for (const [name, moment, isThere] of restores) {
      expect(await runSheaf(restore, place, moment), name).toEqual([null, 'SIGKILL'])
      await untilAlone(place)
      const start = serverOn(place)
      if (isThere) await (await start).close()
      else await expect(start, name).rejects.toThrow('sheaf restore --force')
    }
    expect(await command(restore, place)).toMatchObject({ code: 0, err: expect.stringContaining('Restored') })
    expect(readdirSync(data).filter((name) => name.startsWith('restoring-'))).toEqual([])
    expect(await everyRow(place)).toEqual(await everyRow(whole))
    const filesIn = (env: Record<string, string>) => readdirSync(join(env['DATA_DIR'] as string, 'files'), { recursive: true }).sort()
    expect(filesIn(place)).toEqual(filesIn(whole))
    await (await serverOn(place)).close()
  })
})
