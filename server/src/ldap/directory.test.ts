import { createServer, type Server } from 'node:net'
import type { LdapForm } from '@sheaf/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { trust } from '../test/servers/certificate.ts'
import { type DirectoryServer, hasSlapd, PEOPLE, startSlapd } from '../test/servers/slapd.ts'
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

  it('lets in who knows the password, under a number that stays', async () => {
    const wang = await signInAt(slapd.form(), ' wang ', 'hush-hush-wang')
    expect(wang).toEqual({
      subject: expect.stringMatching(/^entryUUID:[0-9a-f-]{36}$/),
      username: 'wang',
      name: '王小明',
      email: 'wang@example.test',
    })
    expect(await signInAt(slapd.form({ user_field: 'cn', name_field: 'sn' }), '王小明', 'hush-hush-wang')).toMatchObject({
      ...{ subject: wang?.subject, username: '王小明', name: '王小明' },
    })
    expect(await signInAt(slapd.form(), 'wang', 'wrong')).toBeUndefined()
    expect(await signInAt(slapd.form(), 'nobody', 'hush-hush-wang')).toBeUndefined()
  })

  it('S87: an empty password and an empty name are nobody’s, without a question to the directory', async () => {
    const elsewhere = slapd.form({ port: '1' })
    expect([await signInAt(elsewhere, 'wang', ''), await signInAt(elsewhere, ' ', 'x')]).toEqual([undefined, undefined])
    await expect(tryDirectory(slapd.form(), 'wang', '')).rejects.toMatchObject({ error: 'directoryPassword' })
    await expect(tryDirectory(slapd.form({ bind_password: '' }))).rejects.toMatchObject({ error: 'directoryBindEmpty' })
  })

  it.each(['*', 'w*', 'wang)(uid=*', '*)(objectClass=*', 'wang\\2a', 'wang\u0000', '(|(uid=*))', 'uid=wang', '#', 'wang,ou=people'])(
    'S87: nothing in the name %j is a filter or a place in the tree',
    async (name) => {
      expect(await signInAt(slapd.form(), name, 'hush-hush-wang')).toBeUndefined()
    },
  )

  it('S87: what would be a sign for everybody is a letter of a name', async () => {
    expect(await signInAt(slapd.form(), 'star*', 'hush-hush-star')).toMatchObject({ username: 'star*' })
  })

  it('lets nobody in where a name could be two people', async () => {
    await expect(signInAt(slapd.form({ user_field: 'cn' }), 'Twin', 'hush-hush-twin')).rejects.toMatchObject({ error: 'directoryTwice' })
  })

  it('says what is wrong, each in its own words', async () => {
    const said = (more: Partial<LdapForm>, username = '', password = '') =>
      tryDirectory(slapd.form(more), username, password).then(
        () => 'fine',
        (refusal: { error?: string }) => refusal.error,
      )
    expect(await said({})).toBe('fine')
    expect(await said({}, 'wang', 'hush-hush-wang')).toBe('fine')
    expect(await said({ port: '1' })).toBe('directoryNoPort')
    expect(await said({ host: 'no-such-host.invalid' })).toBe('directoryNoHost')
    expect(await said({ bind_password: 'wrong' })).toBe('directoryBind')
    expect(await said({ bind_dn: 'no dn at all' })).toBe('directoryBind')
    expect(await said({ base_dn: 'ou=elsewhere,dc=example,dc=test' })).toBe('directoryBase')
    expect(await said({ base_dn: 'no base at all' })).toBe('directoryBase')
    expect(await said({ user_field: 'sAMAccountName' })).toBe('directoryNobody')
    expect(await said({}, 'nobody', 'x')).toBe('directoryUnknown')
    expect(await said({}, 'wang', 'x')).toBe('directoryPassword')
    expect(await said({ version: '2' })).toBe('directoryVersion')
    expect(await said({ version: '2', encryption: 'starttls' })).toBe('directoryVersionTls')
    expect(await said({ port: String(slapd.securePort) })).toBe('directorySilent')
  })

  it('counts people, and shows who was tried', async () => {
    expect(await tryDirectory(slapd.form(), 'wang', 'hush-hush-wang')).toMatchObject({ people: 4, person: { name: '王小明' } })
    expect(await tryDirectory(slapd.form({ base_dn: `uid=wang,${PEOPLE}` }))).toEqual({ people: 1, person: undefined })
  })

  it('finds many people by their names, and nobody by a name that is two people’s', async () => {
    const names = ['wang', 'nobody', '*', ...Array.from({ length: 120 }, (_, n) => `x${n}`), 'twin2']
    expect((await directoryUsersNamed(slapd.form(), names)).map(({ username }) => username)).toEqual(['wang', 'twin2'])
    expect(await directoryUsersNamed(slapd.form({ user_field: 'cn' }), ['Twin', 'Star'])).toMatchObject([{ username: 'Star' }])
    expect(await directoryUsersNamed(slapd.form(), [])).toEqual([])
  })

  it.each(['starttls', 'ldaps'])('S85: %s needs a certificate that this server trusts', async (encryption) => {
    const form = slapd.form({ encryption, ...(encryption === 'ldaps' ? { port: String(slapd.securePort) } : {}) })
    await expect(signInAt(form, 'wang', 'hush-hush-wang')).rejects.toMatchObject({
      error: 'directoryTls',
      fill: { problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
    trust(slapd.certificate)
    expect(await signInAt(form, 'wang', 'hush-hush-wang')).toMatchObject({ username: 'wang' })
    expect(await signInAt({ ...form, host: 'localhost' }, 'wang', 'hush-hush-wang')).toMatchObject({ username: 'wang' })
  })

  it('ldaps:// before the host, as older settings have it, encrypts as well', async () => {
    trust(slapd.certificate)
    const form = slapd.form({ host: 'ldaps://127.0.0.1', port: String(slapd.securePort) })
    expect(await signInAt(form, 'wang', 'hush-hush-wang')).toMatchObject({ username: 'wang' })
  })
})

describe.skipIf(!hasSlapd)('a directory of old (needs slapd)', () => {
  it('is spoken to in version 2', async () => {
    const slapd = await startSlapd([{ uid: 'wang', cn: 'Wang', password: 'hush-hush-wang' }], 'allow bind_v2')
    try {
      expect(await signInAt(slapd.form({ version: '2' }), 'wang', 'hush-hush-wang')).toMatchObject({ username: 'wang' })
      expect(await signInAt(slapd.form({ version: '2' }), 'wang', 'wrong')).toBeUndefined()
    } finally {
      await slapd.stop()
    }
  })
})

describe.skipIf(!hasSlapd)('a directory that takes passwords encrypted alone (needs slapd)', () => {
  it('is told of in plain words', async () => {
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
  let hole: Server
  let port = 0
  beforeAll(async () => {
    hole = createServer(() => {})
    port = await new Promise((done) => hole.listen(0, '127.0.0.1', () => done((hole.address() as { port: number }).port)))
  })
  afterAll(() => void hole.close())

  it('R22: is given up', async () => {
    const form = {
      host: '127.0.0.1',
      port: String(port),
      version: '3',
      encryption: '',
      base_dn: PEOPLE,
      bind_dn: 'cn=x',
      bind_password: 'x',
    }
    await expect(
      signInAt({ ...form, user_field: 'uid', name_field: '', email_field: '', register_open: '' }, 'wang', 'x'),
    ).rejects.toMatchObject({ error: 'directorySilent', fill: { problem: 'ETIMEDOUT' } })
  })
})
