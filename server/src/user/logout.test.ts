import type { ProviderForm } from '@sheaf/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { enrol, freshCode } from '../test/second-step.ts'
import { LEFT, type OidcServer, startOidc } from '../test/servers/oidc.ts'

let oidc: OidcServer
beforeAll(async () => {
  oidc = await startOidc()
})
afterAll(() => oidc.stop())

onEachDatabase('a sign-out that also leads to the provider', (product) => {
  const db = () => product.server.services.store.db
  let [count, provider_id] = [0, '']
  const save = (mode: 'issuer' | 'paths', more: Partial<ProviderForm> = {}, id = '0', is_on = '1') => {
    const { entrance_tips: _, ...form } = oidc.form(mode)
    const kind = mode === 'issuer' ? 'oidc' : 'oauth2'
    const input = { provider_id: id, kind, name: 'Acme', form: JSON.stringify({ ...form, ...more }), is_on, request_id: '' }
    return product.admin.api.adminProvider.save(input)
  }
  const turn = (provider_logout: '0' | '1', more = {}) => product.admin.api.adminSetting.saveSignIn({ provider_logout, ...more })
  beforeEach(async () => {
    for (const table of ['provider', 'identity', 'site_config'] as const) await db().deleteFrom(table).execute()
    await product.admin.api.user.confirm({ password: product.admin.password, code: '' })
    provider_id = (await save('issuer')).provider_id
    await turn('1')
  })

  const visit = async (who: TestUser, url: string) => {
    const reply = await product.send({ url, headers: { accept: 'text/html', ...who.headers } })
    const cookie = [reply.headers['set-cookie'] ?? []].flat().at(-1)
    if (cookie) who.headers['cookie'] = cookie.split(';')[0] as string
    return String(reply.headers.location)
  }
  const signIn = async (id = provider_id, claims = {}) => {
    const [who, sub] = [product.visitor(), `emma${++count}`]
    oidc.people.set(sub, { preferred_username: sub, ...claims })
    const url = await oidc.signIn(await visit(who, `/api/ExtLogin/oauth2?provider_id=${id}`), sub)
    return { who, sub, to: await visit(who, url.pathname + url.search) }
  }
  const isOut = (who: TestUser) => expect(who.api.user.info({})).rejects.toMatchObject({ code: 10102 })
  /** The address that a sign-out answers with. */
  const leave = async (who: TestUser, headers = {}) => {
    const reply = await product.send({ method: 'POST', url: '/api/user/logout', headers: { ...who.headers, ...headers } })
    expect(reply.statusCode).toBe(200)
    const { data } = JSON.parse(reply.body) as { data: [] | { provider: string } }
    await isOut(who)
    return 'provider' in data ? new URL(data.provider) : undefined
  }
  const claimsOf = (token: string | null | undefined) =>
    JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as { sub: string }

  it('S166: ends the session here first, and the provider accepts the proof, the state and the address to come back to', async () => {
    const { who, sub } = await signIn()
    const address = await leave(who)
    expect(address?.origin).toBe(oidc.url)
    expect(claimsOf(address?.searchParams.get('id_token_hint')).sub).toBe(sub)
    expect(address?.searchParams.get('post_logout_redirect_uri')).toBe(LEFT)
    const state = String(address?.searchParams.get('state'))
    expect(state).toMatch(/^[0-9a-f]{32}$/)
    expect(await oidc.signOut(String(address))).toBe(`${LEFT}&state=${state}`)
    // Nothing depends on what comes back: a forged state opens the sign-in screen and no more.
    const back = await product.send({ url: `/user/login?out=1&state=forged`, headers: { accept: 'text/html' } })
    expect([back.statusCode, back.headers['set-cookie'], back.headers.location]).toEqual([200, undefined, undefined])
  })

  it('S166: keeps the proof sealed, in no list and no log, and only while the setting is on', async () => {
    const { who } = await signIn()
    const [{ id_token_sealed = '', session_id = 0 } = {}] = await db()
      .selectFrom('session')
      .select(['session_id', 'id_token_sealed'])
      .where('provider_id', '=', Number(provider_id))
      .orderBy('session_id', 'desc')
      .execute()
    expect(id_token_sealed).toMatch(/^v1\./)
    expect(id_token_sealed).not.toContain('eyJ')
    expect(JSON.stringify([await who.api.session.getList({}), await db().selectFrom('audit').selectAll().execute()])).not.toContain('eyJ')
    // A proof of another provider does not unseal; the provider asks by our id.
    const other = (await save('issuer', {})).provider_id
    await db()
      .updateTable('session')
      .set({ provider_id: Number(other) })
      .where('session_id', '=', session_id)
      .execute()
    const address = await leave(who)
    expect([address?.searchParams.get('id_token_hint'), address?.searchParams.get('client_id')]).toEqual([null, 'docs'])
    await turn('0')
    const plain = await signIn()
    const kept = await db().selectFrom('session').select('id_token_sealed').where('provider_id', '=', Number(provider_id)).execute()
    expect(kept).toEqual([{ id_token_sealed: '' }])
    expect(await leave(plain.who)).toBeUndefined()
  })

  it('S166: leads nowhere else for a forged host, and not for sessions without such a provider', async () => {
    const { who } = await signIn()
    const address = await leave(who, { host: 'evil.example.test', 'x-forwarded-host': 'evil.example.test' })
    expect(address?.searchParams.get('post_logout_redirect_uri')).toBe(LEFT)
    const alice = await product.user(`alice${count}`)
    expect(await leave(alice)).toBeUndefined()
    const paths = (await save('paths')).provider_id
    expect(await leave((await signIn(paths)).who)).toBeUndefined()
    const off = await signIn()
    await save('issuer', {}, provider_id, '0')
    expect(await leave(off.who)).toBeUndefined()
  })

  it('S166: a provider that does not answer leaves the person signed out here', async () => {
    const { who } = await signIn()
    await save('issuer', { issuer: 'http://127.0.0.1:1', client_secret: 'typed anew' }, provider_id)
    expect(await leave(who)).toBeUndefined()
  })

  it('keeps the proof through the choice of a name, a second step and a new password', async () => {
    const taken = await product.user(`taken${count}`)
    const newcomer = await signIn(provider_id, { preferred_username: taken.username })
    expect(newcomer.to).toBe('/user/link')
    const { free_name } = await newcomer.who.api.user.newcomer({})
    await newcomer.who.api.user.joinNewcomer({ username: free_name })
    expect(claimsOf((await leave(newcomer.who))?.searchParams.get('id_token_hint')).sub).toBe(newcomer.sub)

    const alice = await product.user(`second${count}`)
    await alice.api.user.confirm({ password: alice.password, code: '' })
    const sub = `linked${count}`
    oidc.people.set(sub, { preferred_username: sub })
    const url = await oidc.signIn(await visit(alice, `/api/ExtLogin/oauth2?provider_id=${provider_id}&link=1`), sub)
    await visit(alice, url.pathname + url.search)
    const { secret } = await enrol(product, alice)
    const boss = await enrol(product, product.admin, 'confirmed')
    expect(boss.codes.length).toBeGreaterThan(0)
    await turn('1', { mfa_outside: '1' })
    const browser = product.visitor()
    const again = await oidc.signIn(await visit(browser, `/api/ExtLogin/oauth2?provider_id=${provider_id}`), sub)
    expect(await visit(browser, again.pathname + again.search)).toMatch(/^\/user\/secondStep\?/)
    await browser.api.user.secondStep({ code: await freshCode(product, alice, secret), trust: '0' })
    await browser.api.user.resetPassword({ password: alice.password, new_password: 'another good one 1', end_tokens: '0' })
    expect(claimsOf((await leave(browser))?.searchParams.get('id_token_hint')).sub).toBe(sub)
  })
})
