import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, type Product, type TestUser } from '../test/product.ts'
import { enrol, freshCode } from '../test/second-step.ts'
import { type OidcServer, startOidc } from '../test/servers/oidc.ts'

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const FORM = 'application/x-www-form-urlencoded'

let oidc: OidcServer
let receiver: Server
let current: Product | undefined
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const reply = await current?.send({
      method: 'POST',
      url: request.url ?? '',
      headers: { 'content-type': FORM },
      payload: Buffer.concat(chunks),
    })
    response.writeHead(reply?.statusCode ?? 500).end(reply?.body)
  })
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done))
  const { port } = receiver.address() as AddressInfo
  oidc = await startOidc(undefined, `http://127.0.0.1:${port}/api/ExtLogin/backchannel`)
  for (const name of ['emma', 'liam', 'noah']) oidc.people.set(name, { preferred_username: name })
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await oidc.stop()
})

onEachDatabase('a sign-out at the provider', (product) => {
  const db = () => product.server.services.store.db
  const calls = () => product.admin.api.adminProvider
  let provider_id = ''
  let count = 0
  const save = (more: object = {}, is_on = '1', id = '0') => {
    const { entrance_tips: _, ...form } = oidc.form('issuer')
    return calls().save({ provider_id: id, kind: 'oidc', name: 'Acme', form: JSON.stringify(form), is_on, request_id: '', ...more })
  }
  beforeEach(async () => {
    current = product
    for (const table of ['provider', 'identity', 'throttle', 'audit'] as const) await db().deleteFrom(table).execute()
    await product.admin.api.user.confirm({ password: product.admin.password, code: '' })
    provider_id = (await save()).provider_id
    await db().updateTable('provider').set({ is_first: 1 }).execute()
  })

  const visit = async (who: TestUser, url: string) => {
    const reply = await product.send({ url, headers: { accept: 'text/html', ...who.headers } })
    const cookie = [reply.headers['set-cookie'] ?? []].flat().at(-1)
    if (cookie) who.headers['cookie'] = cookie.split(';')[0] as string
    return String(reply.headers.location)
  }
  const signIn = async (sub: string, id = provider_id) => {
    const who = product.visitor()
    oidc.people.set(sub, { preferred_username: `${sub}.${provider_id}` })
    const url = await oidc.signIn(await visit(who, `/api/ExtLogin/oauth2?provider_id=${id}`), sub)
    const to = await visit(who, url.pathname + url.search)
    return { who, to, uid: to === '/item/index' ? Number((await who.api.user.info({})).uid) : 0 }
  }
  const isIn = async (who: TestUser) => {
    const reply = await product.send({
      method: 'POST',
      url: '/api/user/info',
      headers: { ...who.headers, 'content-type': FORM },
      payload: '',
    })
    return JSON.parse(reply.body).error_code === 0
  }
  const now = () => product.server.services.now()
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    iss: oidc.url,
    aud: 'docs',
    iat: now(),
    jti: `token-${++count}`,
    events: EVENTS,
    ...more,
  })
  const sign = (payload: JWTPayload, { alg = 'RS256', key = oidc.key as KeyObject, typ = 'logout+jwt' } = {}) =>
    new SignJWT(payload).setProtectedHeader({ alg, typ }).sign(key)
  const post = async (logout_token: string, path = `/${provider_id}`, more: { type?: string; payload?: string } = {}) =>
    product.send({
      method: 'POST',
      url: `/api/ExtLogin/backchannel${path}`,
      headers: { 'content-type': more.type ?? FORM },
      payload: more.payload ?? new URLSearchParams({ logout_token }).toString(),
    })
  const statusOf = async (...given: Parameters<typeof post>) => (await post(...given)).statusCode

  it('ends the session when the person signs out at the real provider, and no other one', async () => {
    const [emma, liam] = [await signIn('emma'), await signIn('liam')]
    const local = product.visitor()
    await product.admin.api.adminUser.changePassword({ uid: String(liam.uid), new_password: 'bamboo slips 1' })
    const again = await signIn('liam')
    await local.api.user.login({ username: `liam.${provider_id}`, password: 'bamboo slips 1', v_code: '' })
    await oidc.leave('emma')
    expect([await isIn(emma.who), await isIn(again.who), await isIn(local)]).toEqual([false, true, true])
    const entry = await db().selectFrom('audit').select(['username', 'detail']).where('action', '=', 'sessionEnded').execute()
    expect(entry).toEqual([{ username: `emma.${provider_id}`, detail: 'Acme' }])
    await oidc.leave('liam')
    expect([await isIn(again.who), await isIn(local)]).toEqual([false, true])
  })

  it('S167: refuses every token that the provider did not make for this', async () => {
    const { who } = await signIn('noah')
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const pem = createSecretKey(Buffer.from(String(other.export({ type: 'pkcs8', format: 'pem' }))))
    const jwk = createSecretKey(Buffer.from(JSON.stringify(oidc.key.export({ format: 'jwk' }))))
    const secret = createSecretKey(Buffer.from('hush-hush-client-hush-hush-client'))
    const noah = (more: JWTPayload = {}) => claims({ sub: 'noah', ...more })
    const without = (name: string) => Object.fromEntries(Object.entries(noah()).filter(([key]) => key !== name)) as JWTPayload
    const good = await sign(noah())
    const forms: Record<string, string> = {
      empty: '',
      'no token': 'abc',
      unsigned: new UnsecuredJWT(noah()).encode(),
      'without its signature': `${good.split('.').slice(0, 2).join('.')}.`,
      'HS256 with a public key': await sign(noah(), { alg: 'HS256', key: pem }),
      'HS256 with the key of the provider': await sign(noah(), { alg: 'HS256', key: jwk }),
      'HS256 with our secret': await sign(noah(), { alg: 'HS256', key: secret }),
      'another key': await sign(noah(), { key: other }),
      'another audience': await sign(noah({ aud: 'other' })),
      'another issuer': await sign(noah({ iss: 'https://other.example.com' })),
      old: await sign(noah({ iat: now() - 310 })),
      early: await sign(noah({ iat: now() + 310 })),
      over: await sign(noah({ exp: now() - 310 })),
      'without iat': await sign(without('iat')),
      'without jti': await sign(without('jti')),
      'without events': await sign(without('events')),
      'without anyone': await sign(without('sub')),
      'other events': await sign(noah({ events: { 'https://example.com/other': {} } })),
      'an event that is a text': await sign(noah({ events: { 'http://schemas.openid.net/event/backchannel-logout': 'yes' } })),
      'with a nonce': await sign(noah({ nonce: 'n' })),
      'an id_token': await sign({ iss: oidc.url, aud: 'docs', iat: now(), exp: now() + 600, sub: 'noah', nonce: 'n' }, { typ: 'JWT' }),
      'a sub that is an object': await sign(noah({ sub: { $ne: '' } as never })),
      'a long jti': await sign(noah({ jti: 'j'.repeat(1000) })),
    }
    const asked = oidc.asked.length
    for (const [name, token] of Object.entries(forms)) expect([name, await statusOf(token)]).toEqual([name, 400])
    // What anyone sends leads to no request but that of the public keys.
    expect(oidc.asked.slice(asked).filter((line) => !/^GET \/(jwks|\.well-known\/openid-configuration)$/.test(line))).toEqual([])
    const twice = new URLSearchParams([
      ['logout_token', good],
      ['logout_token', good],
    ]).toString()
    const bodies = [
      { payload: twice },
      { payload: `x=${'x'.repeat(1024 * 1024)}` },
      { type: 'application/json', payload: JSON.stringify({ logout_token: good }) },
    ]
    for (const body of bodies) expect(await statusOf('', undefined, body)).toBe(400)
    for (const path of ['/0', '/99999999', '/x', '/-1', "/1'"]) expect(await statusOf(good, path)).toBe(400)
    expect((await product.send({ url: `/api/ExtLogin/backchannel/${provider_id}?logout_token=${good}` })).statusCode).not.toBe(200)
    expect(await isIn(who)).toBe(true)
    await save({}, '0', provider_id)
    expect(await statusOf(good)).toBe(400)
    await save({}, '1', provider_id)
    expect([await isIn(who), await statusOf(good), await isIn(who)]).toEqual([true, 200, false])
    const { who: back } = await signIn('noah')
    // Each token once.
    expect([await statusOf(good), await isIn(back)]).toEqual([400, true])
    const [one, two] = await sign(noah({ jti: 'same' })).then((token) => Promise.all([statusOf(token), statusOf(token)]))
    expect([one, two].sort()).toEqual([200, 400])
  })

  it('S167: ends by sid one sign-in, by sub all of a person at this provider, and trust in their browsers, but no token', async () => {
    const [first, second] = [await signIn('emma'), await signIn('emma')]
    const { token } = await second.who.api.token.save({ name: 'Build', level: '1', days: '30' })
    const sessions = await db()
      .selectFrom('session')
      .select(['session_id', 'device_hash', 'provider_sid'])
      .where('uid', '=', first.uid)
      .orderBy('session_id')
      .execute()
    expect(new Set(sessions.map(({ provider_sid }) => provider_sid)).size).toBe(2)
    await db()
      .updateTable('device')
      .set({ trusted_until: now() + 9999 })
      .where('uid', '=', first.uid)
      .execute()
    // Without a sid that is known, the person is enough.
    await db()
      .updateTable('session')
      .set({ provider_sid: '' })
      .where('session_id', '=', sessions[0]?.session_id ?? 0)
      .execute()
    expect(await statusOf(await sign(claims({ sid: 'another', sub: 'emma' })), '')).toBe(200)
    expect([await isIn(first.who), await isIn(second.who)]).toEqual([false, true])
    expect(await statusOf(await sign(claims({ sid: 'another' })))).toBe(200)
    expect(await isIn(second.who)).toBe(true)
    const other = (await save({ name: 'Other' })).provider_id
    expect(await statusOf(await sign(claims({ sub: 'emma' })), `/${other}`)).toBe(200)
    expect(await isIn(second.who)).toBe(true)
    expect(await statusOf(await sign(claims({ sub: 'emma' })))).toBe(200)
    expect(await isIn(second.who)).toBe(false)
    expect(
      await db().selectFrom('device').select('trusted_until').where('uid', '=', first.uid).where('trusted_until', '>', 0).execute(),
    ).toEqual([])
    const byToken = product.visitor()
    byToken.headers['authorization'] = `Bearer ${token}`
    expect(await byToken.api.item.myList({})).toEqual([])
  })

  it('S167: ends a sign-in that waits for the second step, and keeps the names through it', async () => {
    const { who, uid } = await signIn('liam')
    await who.api.user.setFirstPassword({ new_password: 'bamboo slips 1' })
    const { secret } = await enrol(product, who, 'bamboo slips 1')
    await product.admin.api.user.confirm({ password: product.admin.password, code: '' })
    await db().updateTable('site_config').set({ value: '{"mfa_outside":1}' }).where('name', '=', 'sign_in').execute()
    await db()
      .insertInto('site_config')
      .values({ name: 'sign_in', value: '{"mfa_outside":1}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const person = { ...who, uid: String(uid) }
    const waiting = await signIn('liam')
    expect(waiting.to).toContain('/user/secondStep')
    expect(await statusOf(await sign(claims({ sub: 'liam' })))).toBe(200)
    await areRefused([waiting.who.api.user.secondStep({ code: await freshCode(product, person, secret), trust: '0' })], 10221, 'expired')
    const through = await signIn('liam')
    await through.who.api.user.secondStep({ code: await freshCode(product, person, secret), trust: '0' })
    expect(await isIn(through.who)).toBe(true)
    await oidc.leave('liam')
    expect(await isIn(through.who)).toBe(false)
    await db().deleteFrom('site_config').where('name', '=', 'sign_in').execute()
  })
})
