import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readSignIn, storeSignIn } from '../auth/sign-in-settings.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { enrol, freshCode } from '../test/second-step.ts'
import { BACK, type OidcServer, startOidc } from '../test/servers/oidc.ts'

let oidc: OidcServer
beforeAll(async () => {
  oidc = await startOidc()
})
afterAll(() => oidc.stop())
let made = 0

onEachDatabase('login with an OAuth 2 provider', (product) => {
  const db = () => product.server.services.store.db
  const admin = () => product.admin.api.adminSetting
  const open = (mode: 'issuer' | 'paths', more = {}) =>
    admin().saveOauth2Config({ oauth2_open: '1', oauth2_form: JSON.stringify(oidc.form(mode, more)) })
  beforeEach(async () => {
    await db().deleteFrom('site_config').execute()
    await db().deleteFrom('provider').execute()
  })
  /** Sends a request as a browser does, and keeps the cookie. */
  const visit = async (who: TestUser, url: string, more: Record<string, string> = {}) => {
    const reply = await product.send({ url, headers: { accept: 'text/html', ...who.headers, ...more } })
    const cookie = [reply.headers['set-cookie'] ?? []].flat().at(-1)
    if (cookie) who.headers['cookie'] = cookie.split(';')[0] as string
    return reply
  }
  const begin = async (who: TestUser, query = '') => String((await visit(who, `/api/ExtLogin/oauth2${query}`)).headers.location)
  const back = (who: TestUser, url: URL) => visit(who, url.pathname + url.search)
  const newUser = (claims: object = {}) => {
    const sub = `sub-${++made}-${Date.now()}`
    oidc.people.set(sub, { preferred_username: `emma${made}.${process.pid}`, name: 'Emma 王', ...claims })
    return sub
  }
  const signIn = async (who: TestUser, sub: string, query = '') => back(who, await oidc.signIn(await begin(who, query), sub))

  it.each(['issuer', 'paths'] as const)('creates an account at the first login and signs in to it later (%s)', async (mode) => {
    await open(mode)
    const emma = product.visitor()
    const sub = newUser({ email: `emma${made + 1}@example.test`, email_verified: true })
    const reply = await signIn(emma, sub, '?redirect=%2F7%2F42')
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/7/42'])
    const account = await emma.api.user.info({})
    expect(account).toMatchObject({ username: oidc.people.get(sub)?.preferred_username, name: 'Emma 王', groupid: '2', email_verify: '1' })
    const again = product.visitor()
    oidc.people.set(sub, { preferred_username: 'renamed' })
    expect((await signIn(again, sub)).headers.location).toBe('/item/index')
    expect(await again.api.user.info({})).toMatchObject({ uid: account.uid, username: account.username })
  })

  it('S84: the signed subject of OpenID Connect is the person, for any other claims', async () => {
    await open('issuer')
    const [emma, mallory] = [product.visitor(), product.visitor()]
    const own = newUser()
    await signIn(emma, own)
    const { uid } = await emma.api.user.info({})
    await signIn(mallory, newUser({ data: { sub: own } }))
    expect((await mallory.api.user.info({})).uid).not.toBe(uid)
  })

  it('S01: an account created by a provider login has no password', async () => {
    await open('issuer')
    const emma = product.visitor()
    await signIn(emma, newUser())
    const { uid, username } = await emma.api.user.info({})
    expect(await db().selectFrom('user').select('password_hash').where('uid', '=', Number(uid)).executeTakeFirst()).toEqual({
      password_hash: '',
    })
    for (const password of ['', ' ', '0', 'null'])
      await expect(product.visitor().api.user.login({ username, password, v_code: '' })).rejects.toMatchObject({ code: 10204 })
  })

  it('S83: a callback works only in the session that began it, once, and for ten minutes', async () => {
    await open('issuer')
    const [emma, mallory] = [product.visitor(), product.visitor()]
    const address = await begin(emma)
    const query = new URL(address).searchParams
    expect(query.get('state')).toMatch(/^[0-9a-f]{64}$/)
    expect([query.get('code_challenge_method'), query.get('redirect_uri'), query.get('response_type')]).toEqual(['S256', BACK, 'code'])
    const url = await oidc.signIn(address, newUser())
    const lost = /^\/user\/login\?problem=outsideState$/
    // Another browser is refused: without a session, with its own session, and with its own state.
    expect((await back(product.visitor(), url)).headers.location).toMatch(lost)
    const own = new URL(await begin(mallory)).searchParams.get('state') as string
    expect((await back(mallory, url)).headers.location).toMatch(lost)
    const mixed = new URL(url)
    mixed.searchParams.set('state', own)
    expect((await back(emma, mixed)).headers.location).toMatch(lost)
    await expect(mallory.api.user.info({})).rejects.toMatchObject({ code: 10102 })
    expect((await back(emma, url)).headers.location).toBe('/item/index')
    expect((await back(emma, url)).headers.location).toMatch(lost)
    // A code is bound to its attempt: with the state of another attempt it is refused.
    const theirs = await oidc.signIn(await begin(mallory), newUser())
    const planted = new URL(await begin(emma)).searchParams.get('state') as string
    theirs.searchParams.set('state', planted)
    expect((await back(emma, theirs)).headers.location).toMatch(/problem=provider/)
    const late = await oidc.signIn(await begin(emma), newUser())
    await db().updateTable('outside_attempt').set({ until: 1 }).execute()
    expect((await back(emma, late)).headers.location).toMatch(lost)
  })

  it('S83: a callback without a state, or with an error, signs no user in', async () => {
    await open('paths')
    const emma = product.visitor()
    for (const query of ['?code=x', '?code=x&state=', `?code=x&state=${'0'.repeat(64)}`, '?error=access_denied'])
      expect((await visit(emma, `/api/ExtLogin/oauth2${query}`)).headers.location).toMatch(/problem=outsideState/)
    const legacy = await visit(emma, '/server/?s=/api/ExtLogin/oauth2&code=x&state=y')
    expect(legacy.headers.location).toMatch(/problem=outsideState/)
    const state = new URL(await begin(emma)).searchParams.get('state')
    const denied = await visit(emma, `/api/ExtLogin/oauth2?error=access_denied&state=${state}`)
    expect(denied.headers.location).toBe('/user/login?problem=outsideRefused')
    await expect(emma.api.user.info({})).rejects.toMatchObject({ code: 10102 })
  })

  it('S84: an account with the same name or email is not linked without its password', async () => {
    await open('issuer')
    const alice = await product.user('alice')
    await alice.api.user.updateEmail({ email: `${alice.username}@example.test`, password: alice.password })
    const sub = newUser({
      preferred_username: alice.username.toUpperCase(),
      email: `${alice.username}@example.test`,
      email_verified: true,
    })
    const mallory = product.visitor()
    expect((await signIn(mallory, sub)).headers.location).toBe('/user/link')
    await expect(mallory.api.user.info({})).rejects.toMatchObject({ code: 10102 })
    const newcomer = await mallory.api.user.newcomer({})
    expect(newcomer).toMatchObject({ kind: 'oauth2', is_taken: '1', may_join: '1', free_name: `${alice.username.toUpperCase()}-2` })
    await expect(mallory.api.user.linkNewcomer({ username: alice.username, password: 'guessed', v_code: '' })).rejects.toMatchObject({
      code: 10204,
    })
    await expect(mallory.api.user.joinNewcomer({ username: alice.username })).rejects.toMatchObject({ code: 10101 })
    const other = await mallory.api.user.joinNewcomer({ username: newcomer.free_name })
    expect(other.uid).not.toBe(alice.uid)
    expect(other.email).toBe('')
  })

  it('links an identity with the account’s password and keeps its other sessions', async () => {
    await open('paths')
    const alice = await product.user('alice')
    const sub = newUser({ preferred_username: alice.username })
    const browser = product.visitor()
    await signIn(browser, sub)
    const account = await browser.api.user.linkNewcomer({ username: alice.username, password: alice.password, v_code: '' })
    expect(account.uid).toBe(alice.uid)
    await expect(browser.api.user.newcomer({})).rejects.toMatchObject({ code: 10101 })
    const again = product.visitor()
    await signIn(again, sub)
    expect((await again.api.user.info({})).uid).toBe(alice.uid)
    expect(await alice.api.user.info({})).toMatchObject({ uid: alice.uid })
    const { identities } = await again.api.user.outside({})
    expect(identities).toEqual([
      {
        identity_id: expect.any(String),
        kind: 'oauth2',
        place: new URL(oidc.url).host,
        name: 'Sign in with Example',
        addtime: expect.any(String),
      },
    ])
  })

  it('S161: asks for the second step before it links an identity, and after a provider only with mfa_outside', async () => {
    await open('paths')
    const alice = await product.user('alice')
    const { secret } = await enrol(product, alice)
    const sub = newUser({ preferred_username: alice.username })
    const mallory = product.visitor()
    await signIn(mallory, sub)
    const password = { username: alice.username, password: alice.password, v_code: '' }
    await expect(mallory.api.user.linkNewcomer(password)).rejects.toMatchObject({ code: 10220 })
    // With the password alone the identity opens nothing.
    expect((await signIn(product.visitor(), sub)).headers.location).toBe('/user/link')
    await expect(mallory.api.user.secondStep({ code: '000000', trust: '0' })).rejects.toMatchObject({ code: 10221 })
    const code = await freshCode(product, alice, secret)
    expect(await mallory.api.user.secondStep({ code, trust: '0' })).toMatchObject({ uid: alice.uid })

    const usual = product.visitor()
    expect((await signIn(usual, sub, '?redirect=%2F7%2F42')).headers.location).toBe('/7/42')
    expect((await usual.api.session.getList({}))[0]).toMatchObject({ way: 'provider', is_own: true })
    await storeSignIn(db(), { ...readSignIn(null), mfa_outside: 1 })
    const asked = product.visitor()
    const location = new URL(String((await signIn(asked, sub, '?redirect=%2F7%2F42')).headers.location), 'http://localhost')
    expect(location.pathname).toBe('/user/secondStep')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      until: expect.any(String),
      trust_days: '30',
      methods: 'totp,recovery',
      redirect: '/7/42',
    })
    await expect(asked.api.user.info({})).rejects.toMatchObject({ code: 10102 })
    const next = await freshCode(product, alice, secret)
    expect(await asked.api.user.secondStep({ code: next, trust: '0' })).toMatchObject({ uid: alice.uid })
    expect((await asked.api.session.getList({}))[0]).toMatchObject({ way: 'provider', is_own: true })
  })

  it('S10: closed registration also applies here, unless the provider allows it', async () => {
    await open('paths')
    await admin().saveConfig({ register_open: '0' })
    const emma = product.visitor()
    const sub = newUser()
    expect((await signIn(emma, sub)).headers.location).toBe('/user/link')
    expect(await emma.api.user.newcomer({})).toMatchObject({ may_join: '0', is_taken: '0' })
    await expect(emma.api.user.joinNewcomer({ username: 'emma' })).rejects.toMatchObject({ code: 10101 })
    await open('paths', { register_open: '1' })
    expect((await signIn(emma, sub)).headers.location).toBe('/item/index')
  })

  it('S16: a disabled or deleted user stays out', async () => {
    await open('issuer')
    const [emma, sub] = [product.visitor(), newUser()]
    await signIn(emma, sub)
    const { uid, username } = await emma.api.user.info({})
    await product.admin.api.adminUser.update({ uid, is_disabled: '1' })
    const gone = '/user/login?problem=outsideGone'
    expect((await signIn(product.visitor(), sub)).headers.location).toBe(gone)
    await product.admin.api.adminUser.update({ uid, is_disabled: '0' })
    await product.admin.api.adminUser.deleteUser({ uid })
    expect((await signIn(product.visitor(), sub)).headers.location).toBe(gone)
    // When an administrator creates the account again, the user can sign in, but inherits nothing.
    await product.admin.api.adminUser.addUser({ uid: '', username, password: 'long enough 1', name: '' })
    const back = product.visitor()
    expect((await signIn(back, sub)).headers.location).toBe('/user/link')
    expect((await back.api.user.linkNewcomer({ username, password: 'long enough 1', v_code: '' })).uid).not.toBe(uid)
  })

  it('S163: links an identity to one account only, in a confirmed session, and only from pages of this site', async () => {
    await open('issuer')
    const [alice, bob, sub] = [await product.user('alice'), await product.user('bob'), newUser()]
    const refused = await visit(alice, '/api/ExtLogin/oauth2?link=1', { 'sec-fetch-site': 'same-origin' })
    expect(refused.headers.location).toBe('/user/login?problem=confirmNeeded')
    for (const one of [alice, bob]) await one.api.user.confirm({ password: one.password, code: '' })
    expect((await signIn(alice, sub, '?link=1&redirect=%2Fuser%2Fsetting')).headers.location).toBe('/user/setting')
    expect((await alice.api.user.outside({})).identities).toHaveLength(1)
    expect((await signIn(bob, sub, '?link=1')).headers.location).toBe('/user/login?problem=outsideLinked')
    const linked = await signIn(bob, sub, '?link=1&redirect=%2Fuser%2Fsecurity')
    expect(linked.headers.location).toBe('/user/login?problem=outsideLinked&redirect=%2Fuser%2Fsecurity')
    expect((await bob.api.user.outside({})).identities).toHaveLength(0)
    const reply = await visit(bob, '/api/ExtLogin/oauth2?link=1', { 'sec-fetch-site': 'cross-site' })
    const url = await oidc.signIn(String(reply.headers.location), newUser())
    await back(bob, url)
    expect((await bob.api.user.info({})).uid).not.toBe(bob.uid)
  })

  it('S83: refuses an id_token of another login or another issuer', async () => {
    await open('issuer')
    const emma = product.visitor()
    const url = await oidc.signIn(await begin(emma), newUser())
    await db().updateTable('outside_attempt').set({ nonce: 'another' }).execute()
    expect((await back(emma, url)).headers.location).toBe('/user/login?problem=providerAnswer')
    const second = await oidc.signIn(await begin(emma), newUser())
    second.searchParams.set('iss', 'https://evil.test')
    expect((await back(emma, second)).headers.location).toBe('/user/login?problem=providerAnswer')
    await expect(emma.api.user.info({})).rejects.toMatchObject({ code: 10102 })
  })

  it('R22: an unreachable provider does not block password logins', async () => {
    await open('paths', { host: '127.0.0.1:1' })
    const emma = product.visitor()
    const at = await begin(emma)
    const state = new URL(at).searchParams.get('state')
    const reply = await visit(emma, `/api/ExtLogin/oauth2?code=x&state=${state}`)
    expect(reply.headers.location).toBe('/user/login?problem=providerSilent')
    const login = product.visitor().api.user.login({ username: 'admin', password: 'admin-password-1', v_code: '' })
    expect(await login).toMatchObject({ username: 'admin' })
  })

  it('S85: no request URL or log entry contains the secret or the code verifier', async () => {
    await open('paths')
    oidc.asked.length = 0
    await signIn(product.visitor(), newUser())
    expect(oidc.asked.join('\n')).not.toMatch(/hush-hush|access_token=|code_verifier/)
    const log = JSON.stringify(await db().selectFrom('audit').selectAll().execute())
    expect(log).not.toMatch(/hush-hush/)
    expect(log).toContain('externalLogin')
  })

  it.each([
    '//evil.test',
    '/\\evil.test',
    'https:evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/%09/evil.test',
    '/%2f/evil.test',
    '/%252f/evil.test',
    '/%5cevil.test',
    '//user@evil.test',
    'evil.test',
    '/x\n',
  ])('S88: %j redirects to the user’s items', async (redirect) => {
    await open('paths')
    const emma = product.visitor()
    expect((await signIn(emma, newUser(), `?${new URLSearchParams({ redirect })}`)).headers.location).toBe('/item/index')
  })

  it('refuses logins when disabled; a test reports whether the provider accepts the client', async () => {
    expect((await product.send({ url: '/api/ExtLogin/oauth2' })).json()).toMatchObject({ error_code: 10101 })
    const tested = (mode: 'issuer' | 'paths', more = {}) =>
      admin()
        .testOauth2({ oauth2_form: JSON.stringify(oidc.form(mode, more)) })
        .then(
          () => 'fine',
          (refusal: Error) => refusal.message,
        )
    expect([await tested('issuer'), await tested('paths')]).toEqual(['fine', 'fine'])
    for (const mode of ['issuer', 'paths'] as const) {
      expect(await tested(mode, { client_secret: 'wrong' })).toMatch(/does not accept the client/)
      expect(await tested(mode, { issuer: mode === 'issuer' ? 'http://127.0.0.1:1' : '', host: '127.0.0.1:1' })).toMatch(
        /127.0.0.1:1 does not answer/,
      )
    }
    expect(await tested('paths', { token_path: '/nowhere' })).toMatch(/cannot be used/)
    expect(await tested('paths', { host: '' })).toMatch(/fill in: host/)
  })
})
