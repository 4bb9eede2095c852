import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anEmptyPlace, command, folder, serverOn } from '../test/process/terminal.ts'
import { freshDatabase } from '../test/product.ts'

const kinds = (process.env['DATABASES'] ?? 'sqlite,postgres').split(',')
type Env = Record<string, string>

/** A site that was created, used and stopped. */
async function aSite(kind: string, more: Env = {}): Promise<Env> {
  const env = { ...(await anEmptyPlace(kind)), ...more }
  await (await serverOn(env)).close()
  return env
}

const starts = (env: Env) => serverOn(env).then(({ close }) => close())
const databaseIn = (env: Env) => join(env['DATA_DIR'] as string, 'sheaf.db')

const losses: Record<string, (env: Env) => Promise<Env>> = {
  async missing(env) {
    rmSync(databaseIn(env))
    return env
  },
  async 'of no bytes'(env) {
    truncateSync(databaseIn(env))
    return env
  },
  'another, empty one': async (env) => ({ ...env, DATABASE_URL: await freshDatabase() }),
}

describe.each(kinds)('a site on %s whose database is lost', (kind) => {
  const lost = kind === 'postgres' ? ['another, empty one'] : ['missing', 'of no bytes']
  const lose = (how: string | undefined, env: Env) => (losses[how ?? ''] as (typeof losses)[string])(env)

  it.each(lost)('does not start as an empty site when the database is %s, and says what can be done', async (how) => {
    const env = await lose(how, await aSite(kind))
    const before = readdirSync(env['DATA_DIR'] as string)
    await expect(starts(env)).rejects.toThrow(/secret-key.*sheaf restore --force.*sheaf start-anew.*找回站点/s)
    expect(readdirSync(env['DATA_DIR'] as string)).toEqual(before)
    for (const [language, words] of [
      ['en', 'Sheaf does not create an empty site over it'],
      ['zh', '不会在其上新建空站点'],
    ] as const)
      expect(await command(['doctor'], env, { language })).toMatchObject({ code: 1, out: expect.stringContaining(words) })
  })

  it.each(lost)('starts a new site on request and deletes nothing: %s', async (how) => {
    const env = await lose(how, await aSite(kind))
    const { code, err } = await command(['start-anew'], env)
    expect([code, err]).toEqual([0, expect.stringContaining('secret-key')])
    const aside = readdirSync(env['DATA_DIR'] as string).find((name) => name.startsWith('before-new-site-')) as string
    expect(existsSync(join(env['DATA_DIR'] as string, aside, 'secret-key'))).toBe(true)
    await starts(env)
  })

  it('is recognised by its uploads when the key is a setting', async () => {
    const env = await aSite(kind, { SECRET_KEY: 'a key of more than thirty-two characters' })
    const uploads = join(env['DATA_DIR'] as string, 'files', 'ab')
    mkdirSync(uploads, { recursive: true })
    writeFileSync(join(uploads, 'ab12'), 'bytes')
    await starts(env)
    await expect(starts(await lose(lost[0], env))).rejects.toThrow('files')
  })

  it('is not moved aside while its database exists', async () => {
    const env = await aSite(kind)
    expect(await command(['start-anew'], env)).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was moved') })
    await starts(env)
  })
})

it('an interrupted first start can be repeated', async () => {
  const dir = folder()
  writeFileSync(join(dir, 'sheaf.db'), '')
  for (const name of ['files', 'tmp', 'backup']) mkdirSync(join(dir, name))
  await starts({ DATA_DIR: dir })
})

const onPostgres = kinds.includes('postgres') ? it : undefined
onPostgres?.('a site in SQLite is not hidden behind an empty PostgreSQL', async () => {
  const env = await aSite('sqlite')
  await expect(starts({ ...env, DATABASE_URL: await freshDatabase() })).rejects.toThrow('sheaf move-database')
})
