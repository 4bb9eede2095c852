import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../runtime/config.ts'
import { makeServer, type Server } from '../server.ts'
import { command } from '../test/process/terminal.ts'
import { freshDatabase } from '../test/product.ts'
import { fakeDist } from '../test/samples/dist.ts'
import { othersRunning } from './peers.ts'

const KEY = 'the key that all servers have here'
const folders: string[] = []
let url: string
let first: Server
let home: string

const settings = (folder: string, key = KEY) => ({
  DATA_DIR: folder,
  DATABASE_URL: url,
  SECRET_KEY: key,
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  ADMIN_USERNAME: 'admin',
  ADMIN_PASSWORD: 'admin-password-1',
})
function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-peer-'))
  folders.push(folder)
  return folder
}
const start = (env: Record<string, string>) => makeServer(readConfig(env), fakeDist(join(aFolder(), 'dist')))
const doctor = (env: Record<string, string>) => command(['doctor'], env)

beforeAll(async () => {
  url = await freshDatabase()
  home = aFolder()
  first = await start(settings(home))
})
afterAll(async () => {
  await first.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

it('a server with another key than its running peers does not start, and leaves nothing behind', async () => {
  await expect(start(settings(home, 'another key of another machine here'))).rejects.toThrow(/another SECRET_KEY/)
  expect(await othersRunning(first.services)).toBe(0)
  const again = await start(settings(home))
  expect(await othersRunning(first.services)).toBe(1)
  await again.close()
  await expect.poll(() => othersRunning(first.services)).toBe(0)
})

it('sheaf doctor reports another key and folders that are not shared, and creates neither', async () => {
  expect(await doctor(settings(home))).toMatchObject({ code: 0, out: expect.stringContaining('1 server runs on this database') })
  const elsewhere = aFolder()
  expect((await doctor(settings(elsewhere))).out).toContain('none of them here')
  expect(existsSync(join(elsewhere, 'files'))).toBe(false)
  const second = await start(settings(elsewhere))
  const report = await doctor(settings(home))
  expect([report.code, report.out]).toEqual([1, expect.stringContaining('keep uploads in different folders')])
  await first.services.store.db.insertInto('site_config').values({ name: 'oss_open', value: '1' }).execute()
  const alike = await doctor(settings(home))
  expect(alike.out).toContain('2 servers run on this database, all set up alike')
  expect(alike.code).toBe(0)
  await second.close()
  expect((await doctor(settings(home, 'another key of another machine here'))).out).toContain('another SECRET_KEY than this place')
})
