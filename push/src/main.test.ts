import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { beforeAll, expect, it } from 'vitest'
import { startProcess } from '../../server/src/test/process/process.ts'
import { folderOf } from './test/folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = folderOf({ 'src/ping.go': '// showdoc\n// @title Ping\n// @url /ping\n' })
const installed = join(folder, 'node_modules/sheaf-push')

/** The installed package: plain JavaScript in node_modules, next to its drivers. */
beforeAll(() => {
  mkdirSync(installed, { recursive: true })
  execFileSync(process.execPath, [join(root, 'scripts/build-push.mjs'), join(installed, 'dist')], { stdio: 'pipe' })
  writeFileSync(join(installed, 'package.json'), readFileSync(join(root, 'push/package.json')))
  cpSync(join(root, 'push/bin'), join(installed, 'bin'), { recursive: true })
  for (const name of ['better-sqlite3', 'pg', 'mysql2']) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
})

function start(env: Record<string, string>, argv: string[], node = process.execPath) {
  const child = spawn(node, [join(installed, 'dist/main.js'), ...argv], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (text) => {
    output.out += text
  })
  child.stderr.on('data', (text) => {
    output.err += text
  })
  return new Promise<typeof output & { code: number | null }>((resolve) => child.on('close', (code) => resolve({ ...output, code })))
}

it('is one file without dependencies until a database is read', async () => {
  const text = readFileSync(join(installed, 'dist/main.js'), 'utf8')
  expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true)
  expect(text.match(/^import .*?from ["'](?!node:)[^"']+["']/gm) ?? []).toEqual([])
  expect(await start({}, ['--version'])).toMatchObject({
    code: 0,
    out: `${JSON.parse(readFileSync(join(root, 'push/package.json'), 'utf8')).version}\n`,
  })
})

it.each([
  ['an installed package', installed],
  ['a checkout that is not built', join(root, 'push')],
])('is the command of %s', (_, place) => {
  const { bin, version } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const command = join(place, bin['sheaf-push'])
  expect(execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
})

it('pushes comments and a database to a running server', async () => {
  const { child, port, cookie } = await startProcess(folderOf({}))
  const api = async (call: string, fields: Record<string, string>) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/${call}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie },
    })
    return ((await reply.json()) as { data: Record<string, string> }).data
  }
  try {
    const { item_id = '' } = await api('item/add', { item_name: 'Docs' })
    const { api_key = '', api_token = '' } = await api('item/getKey', { item_id })
    const env = { SHEAF_URL: `http://127.0.0.1:${port}`, SHEAF_KEY: api_key, SHEAF_TOKEN: api_token, LANG: 'zh_CN.UTF-8' }
    expect(await start(env, ['comments', 'src'])).toMatchObject({ code: 0, out: expect.stringContaining('新建 1 页') })
    const database = new Database(join(folder, 'shop.db'))
    database.exec('create table orders (id integer primary key)')
    database.close()
    expect(await start(env, ['database', 'shop.db'])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('+ shop / orders') })
    expect(await start(env, ['database', 'shop.db', '--json'])).toMatchObject({ code: 0, out: expect.stringContaining('"unchanged": 1') })
    writeFileSync(join(folder, 'openapi.yaml'), 'openapi: 3.1.0\ninfo: {title: Shop, version: "1"}\npaths: {/a: {$ref: paths/a.yaml}}\n')
    mkdirSync(join(folder, 'paths'))
    writeFileSync(join(folder, 'paths/a.yaml'), 'get: {summary: A, responses: {200: {description: Done}}}\n')
    expect(await start(env, ['openapi', 'openapi.yaml'])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('shop：版本 1') })
    expect(await start({ ...env, SHEAF_TOKEN: 'wrong' }, ['comments'])).toMatchObject({ code: 3, err: expect.stringContaining('不接受') })
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
  }
})

const node20 = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) => existsSync(path) && String(execFileSync(path, ['--version'])).startsWith('v20.'),
)
const onNode20 = node20 ? it : undefined
onNode20?.('on the unsupported Node.js 20, it prints help and refuses SQLite files with the reason', async () => {
  const help = execFileSync(node20!, [join(installed, 'dist/main.js'), '--help'], { env: { LANG: 'C' }, encoding: 'utf8' })
  expect(help).toContain('sheaf-push comments')
  const env = { SHEAF_URL: 'http://127.0.0.1:9', SHEAF_KEY: 'k', SHEAF_TOKEN: 'token' }
  writeFileSync(join(folder, 'a.db'), '')
  expect(await start(env, ['database', 'a.db'], node20)).toMatchObject({ code: 2, err: expect.stringContaining('need Node.js 22') })
})
