import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROVIDERS_MAX, type ProviderForm } from '@sheaf/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../db/dialect.ts'
import { migrate, steps } from '../../db/migrate.ts'
import { atOnce, fulfilled } from '../../test/at-once.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { type OidcServer, startOidc } from '../../test/servers/oidc.ts'

let oidc: OidcServer
beforeAll(async () => {
  oidc = await startOidc()
})
afterAll(() => oidc.stop())

const KEPT = '********'

onEachDatabase('providers of signing in', (product) => {
  const db = () => product.server.services.store.db
  const calls = () => product.admin.api.adminProvider
  beforeEach(async () => {
    for (const table of ['provider', 'identity', 'site_config'] as const) await db().deleteFrom(table).execute()
    await product.admin.api.user.confirm({ password: product.admin.password, code: '' })
  })
  const formOf = (mode: 'issuer' | 'paths', more: Partial<ProviderForm> = {}) => {
    const { entrance_tips: _, ...form } = oidc.form(mode)
    return JSON.stringify({ ...form, ...more })
  }
  const save = (name: string, mode: 'issuer' | 'paths', more: Partial<ProviderForm> = {}, on: '0' | '1' = '1', provider_id = '0') =>
    calls().save({
      provider_id,
      kind: mode === 'issuer' ? 'oidc' : 'oauth2',
      name,
      form: formOf(mode, more),
      is_on: on,
      request_id: '',
    })
  const visit = async (who: TestUser, url: string) => {
    const reply = await product.send({ url, headers: { accept: 'text/html', ...who.headers } })
    const cookie = [reply.headers['set-cookie'] ?? []].flat().at(-1)
    if (cookie) who.headers['cookie'] = cookie.split(';')[0] as string
    return String(reply.headers.location)
  }
  const signIn = async (who: TestUser, provider_id: string, sub: string) => {
    const url = await oidc.signIn(await visit(who, `/api/ExtLogin/oauth2?provider_id=${provider_id}`), sub)
    return visit(who, url.pathname + url.search)
  }
  const names = async () => (await product.visitor().api.user.oauthInfo({})).providers.map(({ name }) => name)

  it('shows the buttons of those that are on, in their order', async () => {
    const ids: string[] = []
    for (const name of ['Acme', 'Berlin', 'Old']) ids.push((await save(name, 'issuer', {}, name === 'Old' ? '0' : '1')).provider_id)
    expect(await names()).toEqual(['Acme', 'Berlin'])
    await calls().reorder({ provider_ids: JSON.stringify([ids[1], ids[2], ids[0]]) })
    expect(await names()).toEqual(['Berlin', 'Acme'])
    for (const wrong of [[ids[0]], [ids[0], ids[1], ids[1]], [...ids, 999]])
      await expect(calls().reorder({ provider_ids: JSON.stringify(wrong) })).rejects.toMatchObject({ code: 10101 })
    expect(await names()).toEqual(['Berlin', 'Acme'])
  })

  it('S169: W50: the same id at two providers is two users, and the state says which', async () => {
    oidc.people.set('emma', { preferred_username: `emma.${Date.now()}`, email: 'emma@example.test', email_verified: true })
    const [first, second] = [(await save('Acme', 'issuer')).provider_id, (await save('Berlin', 'paths')).provider_id]
    const [one, two] = [product.visitor(), product.visitor()]
    expect(await signIn(one, first, 'emma')).toBe('/item/index')
    // The name is taken, so the other provider does not open the account.
    expect(await signIn(two, second, 'emma')).toBe('/user/link')
    const free = await two.api.user.newcomer({})
    await two.api.user.joinNewcomer({ username: free.free_name })
    const [a, b] = [await one.api.user.info({}), await two.api.user.info({})]
    expect(a.uid).not.toBe(b.uid)
    const again = product.visitor()
    await signIn(again, second, 'emma')
    expect((await again.api.user.info({})).uid).toBe(b.uid)
    expect((await calls().getList({})).map(({ linked }) => linked)).toEqual(['1', '1'])
    expect((await again.api.user.outside({})).identities).toMatchObject([{ kind: 'oauth2', place: new URL(oidc.url).host }])
  })

  it('a provider that is off, deleted or unknown signs no one in, also when it was on as the sign-in began', async () => {
    const { provider_id } = await save('Acme', 'issuer')
    const emma = product.visitor()
    oidc.people.set('late', { preferred_username: `late.${Date.now()}` })
    const url = await oidc.signIn(await visit(emma, `/api/ExtLogin/oauth2?provider_id=${provider_id}`), 'late')
    await save('Acme', 'issuer', {}, '0', provider_id)
    expect(await visit(emma, url.pathname + url.search)).toBe('/user/login?problem=outsideOff')
    for (const id of [provider_id, '999999', ''])
      expect(await visit(emma, `/api/ExtLogin/oauth2?provider_id=${id}`)).toBe('/user/login?problem=outsideOff')
  })

  it('S170: the secret is sealed and never shown, and a changed host asks for it again', async () => {
    const { provider_id } = await save('Acme', 'issuer')
    const kept = await db().selectFrom('provider').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify([kept, await calls().getList({}), await db().selectFrom('audit').selectAll().execute()])).not.toContain(
      'hush-hush-client',
    )
    expect((await calls().getList({}))[0]).toMatchObject({ kind: 'oidc', is_on: '1', form: { client_id: 'docs', client_secret: KEPT } })
    const moved = (client_secret: string) =>
      save('Acme', 'issuer', { issuer: 'https://evil.example.test', client_secret }, '1', provider_id)
    await expect(moved(KEPT)).rejects.toThrow(/again/)
    await expect(
      calls().test({ provider_id, kind: 'oidc', form: formOf('issuer', { issuer: 'https://evil.example.test', client_secret: KEPT }) }),
    ).rejects.toThrow(/again/)
    await save('Acme renamed', 'issuer', { client_secret: KEPT }, '1', provider_id)
    expect(await calls().test({ provider_id, kind: 'oidc', form: formOf('issuer', { client_secret: KEPT }) })).toEqual([])
    await moved('typed anew')
  })

  it('refuses what is incomplete, too much, or another system', async () => {
    const refused = (work: Promise<unknown>, problem: RegExp) => expect(work).rejects.toThrow(problem)
    await refused(save('', 'issuer'), /fill in: name/)
    await refused(save('Acme', 'issuer', { issuer: '' }), /fill in: issuer/)
    await save('Acme', 'issuer', { issuer: '' }, '0')
    await refused(calls().save({ provider_id: '0', kind: 'saml', name: 'X', form: '{}', is_on: '0', request_id: '' }), /kind/)
    await refused(calls().save({ provider_id: '0', kind: 'oidc', name: 'X', form: '{"evil":"1"}', is_on: '0', request_id: '' }), /form/)
    await refused(save('Acme', 'issuer', {}, '1', '999999'), /./)
    for (let count = 2; count < PROVIDERS_MAX; count++) await save(`Acme ${count}`, 'issuer', {}, '0')
    const last = () => save('The last one', 'issuer', {}, '0')
    expect(fulfilled(await atOnce(product, [last, last, last]))).toHaveLength(1)
    await refused(save('One more', 'issuer', {}, '0'), /8 providers/)
  })

  it('is deleted only when no account is linked with it, or with its links', async () => {
    oidc.people.set('leaving', { preferred_username: `leaving.${Date.now()}` })
    const { provider_id } = await save('Acme', 'issuer')
    const emma = product.visitor()
    await signIn(emma, provider_id, 'leaving')
    await expect(calls().delete({ provider_id, unlink: '0' })).rejects.toThrow(/linked with “Acme” \(1\)/)
    await calls().delete({ provider_id, unlink: '1' })
    expect(await calls().getList({})).toEqual([])
    expect((await emma.api.user.outside({})).identities).toEqual([])
    await expect(calls().delete({ provider_id, unlink: '1' })).rejects.toMatchObject({ code: 10101 })
    const log = await db().selectFrom('audit').select(['action', 'subject', 'detail']).where('subject', '=', 'Acme').execute()
    expect(log.slice(-2)).toEqual([
      { action: 'providerSaved', subject: 'Acme', detail: 'oidc on' },
      { action: 'providerDeleted', subject: 'Acme', detail: 'oidc' },
    ])
  })

  it('writes only in a confirmed session, and not while no administrator has a password', async () => {
    const { provider_id } = await save('Acme', 'issuer')
    await db().updateTable('user').set({ password_hash: '' }).where('groupid', '=', 1).execute()
    const kept = await db().selectFrom('session').select(['session_id', 'confirmed_until']).where('confirmed_until', '>', 0).execute()
    await expect(save('Acme', 'issuer', {}, '0', provider_id)).rejects.toThrow(/No administrator has a password/)
    await expect(calls().delete({ provider_id, unlink: '1' })).rejects.toThrow(/No administrator has a password/)
    await db().updateTable('session').set({ confirmed_until: 0 }).execute()
    expect(kept.length).toBeGreaterThan(0)
    for (const write of [
      () => save('Other', 'issuer'),
      () => calls().delete({ provider_id, unlink: '1' }),
      () => calls().reorder({ provider_ids: JSON.stringify([provider_id]) }),
    ])
      await expect(write()).rejects.toMatchObject({ code: 10223 })
    expect(await names()).toEqual(['Acme'])
  })
})

describe('the provider of 0.1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-provider-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('becomes the first one, with its sealed secret as it was', async () => {
    const store = openStore(join(folder, 'old.db'))
    const at = steps.findIndex(({ name }) => name === '0052-provider')
    await migrate(store, steps.slice(0, at))
    const form = {
      redirectUri: 'https://docs.test/api/ExtLogin/oauth2',
      client_id: 'docs',
      client_secret: 'v1.sealed',
      issuer: 'https://a.test',
    }
    for (const [name, value] of Object.entries({
      oauth2_form: JSON.stringify(form),
      oauth2_open: '1',
      oauth2_entrance_tips: 'Sign in with Acme',
      beian: 'kept',
    }))
      await store.db.insertInto('site_config').values({ name, value }).execute()
    await migrate(store)
    const rows = await store.db.selectFrom('provider').selectAll().execute()
    expect(rows).toMatchObject([{ kind: 'oidc', name: 'Sign in with Acme', is_on: 1, is_first: 1, s_number: 1 }])
    expect(JSON.parse(rows[0]?.form ?? '')).toEqual(form)
    expect(await store.db.selectFrom('site_config').select('name').execute()).toEqual([{ name: 'beian' }])
    await store.close()
  })
})
