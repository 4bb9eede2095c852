import { createServer, type Server } from 'node:net'
import type { LdapForm } from '@sheaf/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { trust } from '../test/servers/certificate.ts'
import { type DirectoryServer, hasSlapd, startSlapd, USERS_DN } from '../test/servers/slapd.ts'
import { directoryUsersNamed, signInAt, tryDirectory } from './directory.ts'

describe.skipIf(!hasSlapd)('a real directory (needs slapd)', () => {
  let slapd: DirectoryServer
  beforeAll(async () => {
    slapd = await startSlapd([
      { uid: 'wang', cn: '王小明', mail: 'wang@example.test', password: 'hush-hush-wang' },
      { uid: 'star*', cn: 'Star', password: 'hush-hush-star' },
      { uid: 'twin1', cn: 'Twin', password: 'hush-hush-twin' },
      { uid: 'twin2', cn: 'Twin', password: 'hush-hush-twin' },
    ])
  })
  afterAll(() => slapd.stop())
  afterEach(() => trust())

  it('signs in a user with the right password, under a permanent id', async () => {
    const wang = await signInAt(slapd.form(), ' wang ', 'hush-hush-wang')
    expect(wang).toEqual({
      dn: `uid=wang,${USERS_DN}`,
      subject: expect.stringMatching(/^entryUUID:[0-9a-f-]{36}$/),
      username: 'wang',
      name: '王小明',
      email: 'wang@example.test',
    })
    expect(await signInAt(slapd.form({ user_field: 'cn', name_field: 'sn' }), '王小明', 'hush-hush-wang')).toMatchObject({
      subject: wang?.subject,
      username: '王小明',
      name: '王小明',
    })
    expect(await signInAt(slapd.form(), 'wang', 'wrong')).toBeUndefined()
    expect(await signInAt(slapd.form(), 'nobody', 'hush-hush-wang')).toBeUndefined()
  })

  it('S87: refuses an empty password and an empty name without a request to the directory', async () => {
    const unreachable = slapd.form({ port: '1' })
    expect([await signInAt(unreachable, 'wang', ''), await signInAt(unreachable, ' ', 'x')]).toEqual([undefined, undefined])
    await expect(tryDirectory(slapd.form(), 'wang', '')).rejects.toMatchObject({ error: 'directoryPassword' })
    await expect(tryDirectory(slapd.form({ bind_password: '' }))).rejects.toMatchObject({ error: 'directoryBindEmpty' })
  })

  it.each(['*', 'w*', 'wang)(uid=*', '*)(objectClass=*', 'wang\\2a', 'wang\u0000', '(|(uid=*))', 'uid=wang', '#', 'wang,ou=people'])(
    'S87: treats the name %j as plain text, not as a filter or a DN',
    async (name) => {
      expect(await signInAt(slapd.form(), name, 'hush-hush-wang')).toBeUndefined()
    },
  )

  it('S87: treats a wildcard as a character of the name', async () => {
    expect(await signInAt(slapd.form(), 'star*', 'hush-hush-star')).toMatchObject({ username: 'star*' })
  })

  it('refuses to sign in when two entries have the name', async () => {
    await expect(signInAt(slapd.form({ user_field: 'cn' }), 'Twin', 'hush-hush-twin')).rejects.toMatchObject({ error: 'directoryTwice' })
  })

  it('returns a specific error for each problem', async () => {
    const outcome = (more: Partial<LdapForm>, username = '', password = '') =>
      tryDirectory(slapd.form(more), username, password).then(
        () => 'fine',
        (refusal: { error?: string }) => refusal.error,
      )
    expect(await outcome({})).toBe('fine')
    expect(await outcome({}, 'wang', 'hush-hush-wang')).toBe('fine')
    expect(await outcome({ port: '1' })).toBe('directoryNoPort')
    expect(await outcome({ host: 'no-such-host.invalid' })).toBe('directoryNoHost')
    expect(await outcome({ bind_password: 'wrong' })).toBe('directoryBind')
    expect(await outcome({ bind_dn: 'no dn at all' })).toBe('directoryBind')
    expect(await outcome({ base_dn: 'ou=elsewhere,dc=example,dc=test' })).toBe('directoryBase')
    expect(await outcome({ base_dn: 'no base at all' })).toBe('directoryBase')
    expect(await outcome({ user_field: 'sAMAccountName' })).toBe('directoryNobody')
    expect(await outcome({}, 'nobody', 'x')).toBe('directoryUnknown')
    expect(await outcome({}, 'wang', 'x')).toBe('directoryPassword')
    expect(await outcome({ version: '2' })).toBe('directoryVersion')
    expect(await outcome({ version: '2', encryption: 'starttls' })).toBe('directoryVersionTls')
    expect(await outcome({ port: String(slapd.securePort) })).toBe('directorySilent')
  })

  it('counts users, and returns the user that was tried', async () => {
    expect(await tryDirectory(slapd.form(), 'wang', 'hush-hush-wang')).toMatchObject({ people: 4, person: { name: '王小明' } })
    expect(await tryDirectory(slapd.form({ base_dn: `uid=wang,${USERS_DN}` }))).toEqual({ people: 1, person: undefined })
  })

  it('finds many users by name, and ignores a name with two entries', async () => {
    const names = ['wang', 'nobody', '*', ...Array.from({ length: 120 }, (_, n) => `x${n}`), 'twin2']
    expect((await directoryUsersNamed(slapd.form(), names)).map(({ username }) => username)).toEqual(['wang', 'twin2'])
    expect(await directoryUsersNamed(slapd.form({ user_field: 'cn' }), ['Twin', 'Star'])).toMatchObject([{ username: 'Star' }])
    expect(await directoryUsersNamed(slapd.form(), [])).toEqual([])
  })

  it.each(['starttls', 'ldaps'])('S85: %s requires a certificate that this server trusts', async (encryption) => {
    const form = slapd.form({ encryption, ...(encryption === 'ldaps' ? { port: String(slapd.securePort) } : {}) })
    await expect(signInAt(form, 'wang', 'hush-hush-wang')).rejects.toMatchObject({
      error: 'directoryTls',
      fill: { problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
    trust(slapd.certificate)
    expect(await signInAt(form, 'wang', 'hush-hush-wang')).toMatchObject({ username: 'wang' })
    expect(await signInAt({ ...form, host: 'localhost' }, 'wang', 'hush-hush-wang')).toMatchObject({ username: 'wang' })
  })

  it('encrypts when the host starts with ldaps://, as in older settings', async () => {
    trust(slapd.certificate)
    const form = slapd.form({ host: 'ldaps://127.0.0.1', port: String(slapd.securePort) })
    expect(await signInAt(form, 'wang', 'hush-hush-wang')).toMatchObject({ username: 'wang' })
  })
})

describe.skipIf(!hasSlapd)('a directory with LDAP version 2 (needs slapd)', () => {
  it('is used with version 2', async () => {
    const slapd = await startSlapd([{ uid: 'wang', cn: 'Wang', password: 'hush-hush-wang' }], 'allow bind_v2')
    try {
      expect(await signInAt(slapd.form({ version: '2' }), 'wang', 'hush-hush-wang')).toMatchObject({ username: 'wang' })
      expect(await signInAt(slapd.form({ version: '2' }), 'wang', 'wrong')).toBeUndefined()
    } finally {
      await slapd.stop()
    }
  })
})

describe.skipIf(!hasSlapd)('a directory that requires encryption (needs slapd)', () => {
  it('refuses an unencrypted bind with a clear error', async () => {
    const slapd = await startSlapd([{ uid: 'wang', cn: 'Wang', password: 'hush-hush-wang' }], 'security simple_bind=128')
    try {
      await expect(tryDirectory(slapd.form())).rejects.toMatchObject({ error: 'directoryPlain' })
      trust(slapd.certificate)
      expect(await tryDirectory(slapd.form({ encryption: 'starttls' }))).toMatchObject({ people: 1 })
    } finally {
      trust()
      await slapd.stop()
    }
  })
})

describe('a directory that hangs', () => {
  let silentServer: Server
  let port = 0
  beforeAll(async () => {
    silentServer = createServer(() => {})
    port = await new Promise((done) => silentServer.listen(0, '127.0.0.1', () => done((silentServer.address() as { port: number }).port)))
  })
  afterAll(() => void silentServer.close())

  it('R22: fails after the timeout', async () => {
    const form = {
      host: '127.0.0.1',
      port: String(port),
      version: '3',
      encryption: '',
      base_dn: USERS_DN,
      bind_dn: 'cn=x',
      bind_password: 'x',
    }
    await expect(
      signInAt({ ...form, user_field: 'uid', name_field: '', email_field: '', register_open: '' }, 'wang', 'x'),
    ).rejects.toMatchObject({ error: 'directorySilent', fill: { problem: 'ETIMEDOUT' } })
  })
})
