import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig, secretNames, settingNames } from './config.ts'
import { clockOf } from './days.ts'

const UPDATE_PUBLIC_KEY = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

it('has a default for everything', () => {
  expect(readConfig({ HOME: '/root', PATH: '/bin', npm_config_x: 'y' })).toMatchObject({
    PORT: 4999,
    HOST: '127.0.0.1',
    DATA_DIR: resolve('./data'),
    BASE_PATH: '',
    UPLOAD_MAX_MB: 4,
    UPLOAD_QUOTA_MB: 2048,
    IMPORT_MAX_MB: 250,
    NODE_ENV: 'production',
    RATE_LIMITS: 'on',
    LOG_LEVEL: 'info',
  })
})

it('accepts valid settings', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/data',
    DATABASE_URL: 'postgresql://u:p@h/db',
    BASE_PATH: '/team/docs/',
    PUBLIC_URL: 'https://docs.test/team/docs/',
    UPLOAD_MAX_MB: '20',
    SMTP_URL: 'smtps://mail.test',
    SITE_TZ: 'Asia/Shanghai',
    ADMIN_USERNAME: 'root',
    ADMIN_PASSWORD: 'a long password',
    UPDATE: 'on',
    SECRET_KEY: 'x'.repeat(32),
    NODE_ENV: '',
  }
  expect(readConfig(env)).toMatchObject({
    PORT: 8080,
    BASE_PATH: '/team/docs',
    PUBLIC_URL: 'https://docs.test/team/docs',
    NODE_ENV: 'production',
  })
  for (const TRUST_PROXY of ['1', '2', '127.0.0.1', '10.0.0.0/8, ::1', 'loopback', 'uniquelocal'])
    expect(readConfig({ TRUST_PROXY })).toMatchObject({ TRUST_PROXY })
})

it.each([
  { PORT: 'x' },
  { PORT: '-1' },
  { PORT: '65536' },
  { PORT: '80.5' },
  { DATABASE_URL: 'mysql://localhost/x' },
  { DATABASE_URL: '/var/lib/sheaf.db' },
  { BASE_PATH: 'docs' },
  { BASE_PATH: '/a b' },
  { BASE_PATH: '//evil.test' },
  { PUBLIC_URL: 'docs.test' },
  { PUBLIC_URL: 'ftp://docs.test' },
  { PUBLIC_URL: 'javascript:alert(1)' },
  { TRUST_PROXY: 'yes please' },
  { TRUST_PROXY: '300.1.1.1' },
  { UPLOAD_MAX_MB: '0' },
  { UPLOAD_MAX_MB: '-4' },
  { UPLOAD_MAX_MB: 'big' },
  { UPLOAD_QUOTA_MB: '-1' },
  { UPLOAD_QUOTA_MB: 'none' },
  { IMPORT_MAX_MB: '9999999' },
  { SMTP_URL: 'mail.test:25' },
  { NODE_ENV: 'staging' },
  { RATE_LIMITS: 'no' },
  { UPDATE: 'maybe' },
  { UPDATE_SOURCE: 'not an address' },
  { UPDATE_SOURCE: 'https://updates.test' },
  { UPDATE_SOURCE: 'http://updates.test', UPDATE_PUBLIC_KEY },
  { UPDATE_SOURCE: 'http://127.0.0.1:6300', UPDATE_PUBLIC_KEY },
  { UPDATE_SOURCE: 'http://updates.test', UPDATE_PUBLIC_KEY, NODE_ENV: 'test' },
  { UPDATE_PUBLIC_KEY },
  { UPDATE_PUBLIC_KEY: 'bm8ga2V5', UPDATE_SOURCE: 'https://updates.test' },
  { SITE_TZ: 'Europe/Atlantis' },
  { SECRET_KEY: 'short' },
  { APP_NOW: 'yesterday', NODE_ENV: 'test' },
  { LINK_FEEDBACK: 'x' },
  { LOG_LEVEL: 'loud' },
  { METRICS_TOKEN: 'short' },
  { METRICS_PORT: '9090' },
  { OUTBOUND: 'maybe' },
  { OUTBOUND_ALLOW: '10.1.0.0/33' },
  { OUTBOUND_ALLOW: 'ci.corp, bad_host!' },
  { OUTBOUND_ALLOW: '127.0.0.1' },
  { OUTBOUND_ALLOW: '10.0.0.0/8, 169.254.169.254' },
  { OUTBOUND_ALLOW: '*.*.corp' },
  { TRY_PROXY: 'yes' },
  { TRY_PROXY: 'on' },
  { TRY_PROXI: 'on' },
  { OUTBOUND_PROXY: 'socks5://proxy' },
  { OUTBOUND_PORT: '1' },
  { PUBLIC_URL_FILE: 'package.json' },
  { DATABASE_URL_FILE: '/no/such/file' },
  { SECRET_KEY_FILE: '/' },
  { UPLOAD_MAX: '4' },
  { ADMIN_USER: 'root' },
  { LINK_SHOP: 'https://shop.test' },
  { ADMIN_USERNAME: 'root' },
  { ADMIN_PASSWORD: 'a long password' },
  { TEST_CAPTCHA: 'abc12' },
  { APP_NOW: '1700000000' },
  { RATE_LIMITS: 'off', HOST: '0.0.0.0' },
] as Record<string, string>[])('stops with one clear line that names the setting: %j', (env) => {
  let message = ''
  try {
    readConfig(env)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toContain(Object.keys(env)[0])
  expect(message).toMatch(/^.{10,200}\.$/)
})

it('moves the clock for tests', () => {
  vi.useFakeTimers({ now: 1_800_000_000_900, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(clockOf({ APP_NOW: undefined })()).toBe(1_800_000_000)
  expect(clockOf({ APP_NOW: 1_700_000_000 })()).toBe(1_700_000_000)
})

/** A file with this content, as a container engine mounts a secret. */
function secretFile(content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret')
  writeFileSync(path, content)
  return path
}

it('S79: reads each secret from a file as well, without its last line break', () => {
  const values = {
    DATABASE_URL: 'postgres://u:p@h/db',
    SMTP_URL: 'smtps://mail.test',
    ADMIN_PASSWORD: ' with spaces ',
    SECRET_KEY: 'k'.repeat(32),
    METRICS_TOKEN: 't'.repeat(16),
    OUTBOUND_PROXY: 'http://user:pass@proxy.test:3128',
  }
  expect(Object.keys(values)).toEqual(secretNames)
  for (const end of ['', '\n', '\r\n']) {
    const files = Object.entries(values).map(([name, value]) => [`${name}_FILE`, secretFile(value + end)])
    const config = readConfig({ ...Object.fromEntries(files), ADMIN_USERNAME: 'root', PUBLIC_URL: 'https://docs.test' })
    expect(config).toMatchObject(values)
    expect(Object.keys(config).filter((name) => name.endsWith('_FILE'))).toEqual([])
  }
  expect(readConfig({ SECRET_KEY_FILE: secretFile(`${'k'.repeat(32)}\n\n`) })).toMatchObject({ SECRET_KEY: `${'k'.repeat(32)}\n` })
  expect(readConfig({ DATABASE_URL_FILE: '', DATABASE_URL: '' }).DATABASE_URL).toBeUndefined()
})

it('refuses a secret that is set twice, and an empty file', () => {
  for (const name of secretNames) {
    const path = secretFile('x'.repeat(32))
    expect(() => readConfig({ [name]: 'y'.repeat(32), [`${name}_FILE`]: path })).toThrow(
      `${name} and ${name}_FILE are both set; set only one of them.`,
    )
  }
  expect(() => readConfig({ SECRET_KEY_FILE: secretFile('\n') })).toThrow(/^The setting SECRET_KEY_FILE names an empty file: .*\.$/)
  // The content of a file appears in no message.
  expect(() => readConfig({ DATABASE_URL_FILE: secretFile('mysql://root:hunter2@host/x') })).toThrow(
    'The setting DATABASE_URL must begin with postgres://.',
  )
})

it('is documented completely in .env.example and in both README files', () => {
  const example = readFileSync('.env.example', 'utf8')
  const names = [...settingNames, ...secretNames.map((name) => `${name}_FILE`)]
  expect([...example.matchAll(/^#?([A-Z][A-Z_]*)=/gm)].map(([, name]) => name).sort()).toEqual(names.sort())
  // Every variable has a comment above it or above its group.
  expect(example).not.toMatch(/^\n#?[A-Z_]+=/m)
  for (const readme of ['README.md', 'README.zh-CN.md']) {
    const table = readFileSync(readme, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .join('\n')
    expect(settingNames.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
    expect(secretNames.filter((name) => !readFileSync(readme, 'utf8').includes(`\`${name}_FILE\``))).toEqual([])
  }
})
