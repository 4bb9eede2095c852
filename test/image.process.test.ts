import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { drawingFont } from '../server/src/export/word/diagram/fonts.ts'
import { aPort } from '../server/src/test/process/installation.ts'
import { unzipped } from '../server/src/zip/test/unzip-sample.ts'

/** A user that owns nothing on this machine, as in the image. */
const OTHER = 1000
/** Not in a checkout, where Node would find its packages, and not in memory, where native packages may not be executable. */
const folder = mkdtempSync(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'sheaf-image-'))
const image = join(folder, 'app')
let server: ChildProcess | undefined

beforeAll(() => {
  chmodSync(folder, 0o755)
  if (!existsSync('dist/server/main.js')) execFileSync(process.execPath, ['scripts/build.mjs'])
  execFileSync(process.execPath, ['scripts/image/folder.mjs', image])
})
afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

/** The packages of the image by name, scoped ones included. */
const packages = () =>
  readdirSync(join(image, 'node_modules')).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(image, 'node_modules', name)).map((part) => `${name}/${part}`) : [name],
  )

it('S82: the image contains the packages that the built server loads, and no other', () => {
  const loaded = [
    '@node-rs/argon2',
    '@node-rs/bcrypt',
    '@resvg/resvg-js',
    'better-sqlite3',
    'mysql2',
    'pg',
    'piscina',
    'prom-client',
    'svg-captcha',
  ]
  const script = `for (const name of ${JSON.stringify(loaded)}) await import(name)
    const { default: Database } = await import('better-sqlite3')
    console.log(new Database(':memory:').prepare('select 1 as one').get().one)`
  expect(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: image, encoding: 'utf8' })).toBe('1\n')
  expect(packages()).toEqual(expect.arrayContaining(loaded))
  // 209 packages are installed for the server. Everything that the build contains is not installed a second time.
  expect(packages().length).toBeLessThan(45)
  for (const name of ['fastify', 'react', 'zod', 'typescript', 'vite', 'node-addon-api', 'node'])
    expect([name, packages().includes(name)]).toEqual([name, false])
  const files = readdirSync(join(image, 'node_modules'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => /\.(?:ts|map|cpp|cc|hpp|h|gyp)$|(?<!LICENSE)\.md$/.test(name))).toEqual([])
  expect(files.filter((name) => name.endsWith('.node') && !name.includes(`${process.platform}-${process.arch}`))).toEqual([])
  expect(readdirSync(image).sort()).toEqual(['LICENSE', 'NOTICE', 'dist', 'node_modules', 'package.json'])
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(JSON.parse(readFileSync(join(image, 'package.json'), 'utf8'))).toMatchObject({ version, type: 'module' })
})

const unprivileged = [
  'setpriv',
  `--reuid=${OTHER}`,
  `--regid=${OTHER}`,
  '--clear-groups',
  '--no-new-privs',
  '--inh-caps=-all',
  '--bounding-set=-all',
]

/** Starts the image as an unprivileged user in a mount namespace where everything but its data and its temporary folder is read-only. */
async function startImage() {
  const port = await aPort()
  for (const name of ['data', 'tmp']) {
    mkdirSync(join(folder, name))
    chownSync(join(folder, name), OTHER, OTHER)
  }
  // As Kubernetes mounts a volume: it belongs to root and admits the server's group.
  chownSync(join(folder, 'data'), 0, OTHER)
  chmodSync(join(folder, 'data'), 0o2770)
  writeFileSync(join(folder, 'node'), '')
  writeFileSync(join(folder, 'password'), 'admin-password-1\n', { mode: 0o644 })
  const script = `set -e
    mount --bind ${folder} ${folder}
    mount --bind ${process.execPath} ${folder}/node
    mount -o remount,bind,ro ${folder}/node
    for name in data tmp; do mount --bind ${folder}/$name ${folder}/$name; done
    mount -o remount,bind,ro ${folder}
    mount -o remount,bind,ro /
    cd ${image}
    exec ${unprivileged.join(' ')} ${folder}/node --max-semi-space-size=8 dist/server/main.js`
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: '/data',
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    TMPDIR: join(folder, 'tmp'),
    LOG_LEVEL: 'error',
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD_FILE: join(folder, 'password'),
    METRICS_TOKEN: 'a token for Prometheus',
  }
  server = spawn('unshare', ['--mount', 'sh', '-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text))
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(
    async () => {
      const reply = await fetch(`${url}/healthz`).catch(() => undefined)
      if (!reply?.ok) throw new Error(output)
    },
    { interval: 100 },
  )
  const sheaf = (command: string) =>
    spawnSync(
      'nsenter',
      ['--mount', `--target=${server?.pid}`, ...unprivileged, join(folder, 'node'), join(image, 'dist/server/sheaf.js'), command],
      { env, encoding: 'utf8' },
    )
  return { url, sheaf }
}

/** Some containers have a root user without the right to mount. */
const tryMount = `mount --bind ${folder} ${folder} && mount -o remount,bind,ro ${folder} && mount -o remount,bind,ro /`
const mayMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'sh', '-c', tryMount]).status === 0

it.skipIf(!mayMount)('S82: the image runs as another user on a read-only file system, with every native package (needs root)', async () => {
  const { url, sheaf } = await startImage()
  const cookie = (await call('user/login', { username: 'admin', password: 'admin-password-1', v_code: '' })).headers.get('set-cookie')
  const session = { cookie: cookie?.split(';')[0] ?? '' }
  function call(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    return fetch(`${url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })
  }
  const dataOf = async (reply: Response) => {
    const { error_code, data } = (await reply.json()) as { error_code: number; data: Record<string, string> }
    expect(error_code).toBe(0)
    return data
  }
  expect(await (await fetch(`${url}/livez`)).json()).toEqual({ ok: true })
  expect((await fetch(`${url}/metrics`)).status).toBe(401)
  expect((await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer a token for Prometheus' } })).status).toBe(200)

  const { item_id = '' } = await dataOf(await call('item/add', { item_name: 'Orders', item_type: '1' }, session))
  const page_content = '# Heading of the page\n\n```mermaid\ngraph LR\n  A[Order] --> B[Invoice]\n```\n'
  await dataOf(await call('page/save', { item_id, page_id: '0', page_title: 'Flow', page_content }, session))
  const html = await (await fetch(`${url}/${item_id}`, { headers: { accept: 'text/html' } })).text()
  expect(html).toContain('Heading of the page')
  const word = await fetch(`${url}/api/export/word?item_id=${item_id}`, { headers: session })
  const pictures = [...(await unzipped(Buffer.from(await word.arrayBuffer()))).keys()].filter((name) => name.startsWith('word/media/'))
  expect(pictures).toHaveLength(drawingFont() ? 1 : 0)
  const { captcha_id = '' } = await dataOf(await call('common/createCaptcha', {}))
  expect((await fetch(`${url}/api/common/showCaptcha?captcha_id=${captcha_id}`)).headers.get('content-type')).toBe('image/png')

  const doctor = sheaf('doctor')
  expect([doctor.status, doctor.stdout.match(/^✗.*/gm)]).toEqual([0, null])

  // Everything that the server wrote is in the data folder and belongs to its user; the program cannot be changed.
  expect(readdirSync(join(folder, 'data'))).toEqual(expect.arrayContaining(['sheaf.db', 'secret-key']))
  const status = readFileSync(`/proc/${server?.pid}/status`, 'utf8')
  expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m)
  expect(status).toMatch(/^CapEff:\t0+$/m)
  const mounts = readFileSync(`/proc/${server?.pid}/mounts`, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
  const isWritable = (path: string) =>
    mounts
      .filter(([, place]) => place === path)
      .at(-1)?.[3]
      ?.split(',')
      .includes('rw')
  expect(['/', folder, join(folder, 'data'), join(folder, 'tmp')].map(isWritable)).toEqual([false, false, true, true])
})
