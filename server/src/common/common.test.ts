import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, type TestUser } from '../test/product.ts'

const PNG = '89504e470d0a1a0a'

onEachDatabase('common', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  const qrcode = (fields: Record<string, string>, host = 'docs.test') =>
    product.send({ url: `/api/common/qrcode?${new URLSearchParams(fields)}`, headers: { host } })

  it('returns the home page setting, with defaults until an administrator sets it', async () => {
    const visitor = product.visitor()
    expect(await visitor.api.common.homePageSetting({})).toEqual({ home_page: '1', home_item: '0', beian: '' })
    const { db } = product.server.services.store
    await db.insertInto('site_config').values({ name: 'home_page', value: '3' }).execute()
    await db.insertInto('site_config').values({ name: 'home_item', value: '7' }).execute()
    expect(await visitor.api.common.homePageSetting({})).toMatchObject({ home_page: '3', home_item: '7' })
  })

  it('returns a captcha to any caller and binds it to a session', async () => {
    const reply = await product.send({ url: '/api/common/verify' })
    expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
    expect(reply.rawPayload.subarray(0, 8).toString('hex')).toBe(PNG)
    expect(reply.headers['set-cookie']).toMatch(/^sheaf_session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
    expect(JSON.stringify(reply.headers) + reply.rawPayload.toString('latin1')).not.toContain('abc12')
    const again = await product.send({ url: '/api/common/verify', headers: alice.headers })
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('returns QR codes of addresses of this site', async () => {
    for (const fields of [{ url: 'http://docs.test/1' }, { url: 'http://docs.test/1', size: '3' }, { url: 'http%3A%2F%2Fdocs.test%2F1' }]) {
      const reply = await qrcode(fields)
      expect(reply.headers['content-type']).toBe('image/png')
      expect(reply.rawPayload.subarray(0, 8).toString('hex')).toBe(PNG)
    }
  })

  it.each([
    'http://evil.test/',
    'https://docs.test@evil.test/',
    'http://docs.test.evil.test/',
    '//docs.test/',
    'javascript:alert(1)',
    'docs.test',
    '',
    'http%3A%2F%2Fdocs.test%2F%zz',
    `http://docs.test/${'x'.repeat(1000)}`,
    `http://docs.test/${'页'.repeat(980)}`,
  ])('S75: refuses a QR code of %s', async (url) => {
    const reply = await qrcode({ url })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ error_code: 10101, data: null })
  })

  it.each(['11', '1000', '-1', '1e9', 'x'])('S75: refuses a QR code of size %s', async (size) => {
    expect((await qrcode({ url: 'http://docs.test/1', size })).json()).toMatchObject({ error_code: 10101 })
  })

  it('answers the maintenance calls of older clients without doing anything', async () => {
    const visitor = product.visitor()
    expect(await visitor.api.ScriptCron.run({})).toEqual([])
    expect(await visitor.api.update.checkDb({})).toEqual([])
    expect((await visitor.api.common.version({})).version).toMatch(/^\d+\.\d+\.\d+/)
    expect(await visitor.api.user.oauthInfo({})).toEqual({ oauth2_open: '0', oauth2_entrance_tips: '', passkey_open: '0', providers: [] })
  })
})
