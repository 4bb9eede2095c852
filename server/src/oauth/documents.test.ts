import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callerByToken } from '../auth/grant.ts'
import { makeOutbound } from '../outbound/outbound.ts'
import { later } from '../test/clock.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { aReceiver, type Receiver } from '../test/servers/receiver.ts'
import { localOutbound } from '../test/webhooks.ts'
import { removeUnused } from './client.store.ts'
import { aProgram, SITE } from './test/program.ts'

const redirect_uri = 'http://127.0.0.1:33418/callback'

onEachDatabase(
  'O13: clients that are described at an address',
  (product) => {
    let host: Receiver
    let emma: TestUser
    let made = 0
    const services = () => product.server.services
    const allow = (oauth_documents: string) => product.admin.api.adminSetting.saveConfig({ oauth_documents })
    beforeAll(async () => {
      host = await aReceiver()
      emma = await product.user('emma')
    })
    afterAll(() => host.close())
    beforeEach(async () => {
      host.received.length = 0
      services().outbound = localOutbound(services().config, host.ca)
      await allow('1')
    })

    interface Document {
      headers?: Record<string, string>
      status?: number
      body?: string
      more?: object
    }
    /** A program whose client_id is the address of a new document. */
    async function described({ headers = {}, status, body, more = {} }: Document = {}) {
      const client_id = host.at('app.test', `/oauth/${++made}.json`)
      const document = {
        client_id,
        client_name: 'Atlas',
        redirect_uris: [redirect_uri],
        logo_uri: host.at('app.test', '/logo.png'),
        ...more,
      }
      host.reply = () => ({
        headers: { 'content-type': 'application/json', ...headers },
        body: body ?? JSON.stringify(document),
        ...(status && { status }),
      })
      return aProgram(product, { client_id, redirect_uri })
    }
    const request = (program: { ask: () => string }, who = emma) => who.api.oauth.request({ query: program.ask() })
    const kept = async (client_id: string) =>
      services().store.db.selectFrom('oauth_client').selectAll().where('client_id', '=', client_id).executeTakeFirst()
    async function after(seconds: number, work: () => Promise<unknown>) {
      const back = later(product, seconds)
      await work().finally(back)
    }
    const agent = (token = '') => callerByToken(services(), token, { address: '10.0.0.1', agent: '' }, 'agent')

    it('are connected with the name and the addresses of their document, which is fetched once', async () => {
      const program = await described()
      expect(await request(program)).toMatchObject({ client_id: program.client_id, client_name: 'Atlas', kind: 'document', problem: '' })
      const tokens = await program.connect(emma)
      expect(tokens).toMatchObject({ status: 200, scope: 'read propose' })
      expect((await agent(tokens.access_token)).user?.uid).toBe(Number(emma.uid))
      expect(await program.refresh(tokens.refresh_token ?? '')).toMatchObject({ status: 200 })
      // Pictures are never fetched, and nothing that describes the user is sent.
      expect(host.received.map(({ url }) => url)).toEqual([new URL(program.client_id).pathname])
      expect(Object.keys(host.received[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host', 'user-agent'])
      expect((await emma.api.token.getList({}))[0]).toMatchObject({ name: 'Atlas', client_id: program.client_id, client_kind: 'document' })
    })

    it('are many installations: another connection does not replace the first one', async () => {
      const program = await described()
      const first = await program.connect(emma)
      await program.connect(emma)
      expect((await agent(first.access_token)).grant.name).toBe('Atlas')
      expect(await request(program)).toMatchObject({ connected_level: '2' })
    })

    it('are fetched again when the headers of the document say so, from a minute to a day', async () => {
      const program = await described({ headers: { 'cache-control': 'max-age=600' } })
      await request(program)
      await after(590, () => request(program))
      expect(host.received).toHaveLength(1)
      host.reply = () => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: program.client_id, client_name: 'Atlas 2', redirect_uris: [redirect_uri] }),
      })
      await after(601, async () => expect(await request(program)).toMatchObject({ client_name: 'Atlas 2' }))
      expect(host.received).toHaveLength(2)
      const long = await described({ headers: { 'cache-control': 'max-age=31536000' } })
      await request(long)
      expect(Number((await kept(long.client_id))?.until) - services().now()).toBeLessThanOrEqual(86_400)
    })

    it('do not count when their document is gone, and connections that exist stay', async () => {
      const program = await described()
      const tokens = await program.connect(emma)
      host.reply = () => ({ status: 410 })
      await after(61, async () => {
        await expect(request(program)).rejects.toThrow('did not return')
        expect(await program.refresh(tokens.refresh_token ?? '')).toMatchObject({ status: 200 })
      })
    })

    it('come back to the addresses of their document only', async () => {
      const program = await described({ more: { redirect_uris: ['https://app.test/cb', 'http://evil.example/', 'javascript:alert(1)'] } })
      for (const address of [redirect_uri, 'http://evil.example/', 'javascript:alert(1)', 'https://app.test/cb/'])
        await expect(program.decide(emma, program.ask({ redirect_uri: address }), { allow: '0' }), address).rejects.toThrow(
          'not registered',
        )
      const { redirect } = await program.decide(emma, program.ask({ redirect_uri: 'https://app.test/cb' }))
      expect(redirect).toMatch(/^https:\/\/app\.test\/cb\?code=/)
    })

    describe('S120: a document is refused', () => {
      const whole = 10 * 1024
      it.each([
        ['that is missing', { status: 404 }, 'did not return'],
        ['behind a redirect, which is not followed', { status: 302, headers: { location: 'https://hooks.test/' } }, 'did not return'],
        ['that is too large', { body: `{"a":"${'x'.repeat(whole)}"}` }, 'larger than 10 KB'],
        ['of a gigabyte', { headers: { 'content-length': '1000000000' }, body: 'x'.repeat(200_000) }, 'larger than 10 KB'],
        ['that is no JSON', { body: '<html>' }, 'not JSON'],
        ['that is a page', { headers: { 'content-type': 'text/html' } }, 'not JSON'],
        ['of another program', { more: { client_id: 'https://app.test/other.json' } }, 'another program'],
        ['without an allowed address', { more: { redirect_uris: ['http://evil.example/'] } }, 'no redirect address'],
      ])('%s', async (_, document, sentence) => {
        const program = await described(document)
        await expect(request(program)).rejects.toThrow(sentence)
        await expect(program.decide(emma, program.ask(), { allow: '0' })).rejects.toThrow(sentence)
        expect(await kept(program.client_id)).toBeUndefined()
        expect(new Set(host.received.map(({ url }) => url))).toEqual(new Set([new URL(program.client_id).pathname]))
      })

      it('that does not arrive in time', async () => {
        const program = await described()
        host.reply = () => undefined
        await expect(request(program)).rejects.toThrow('app.test')
      })

      it('at an address that this server may not open, and the sentence names no setting', async () => {
        services().outbound = makeOutbound(services().config, { resolve: async () => ['127.0.0.1'], ca: host.ca })
        const program = await described()
        for (const client_id of [
          program.client_id,
          'https://127.0.0.1/c',
          'https://169.254.169.254/latest',
          'https://10.0.0.1/c',
          `${SITE}/c`,
        ]) {
          const failed = await emma.api.oauth.request({ query: program.ask({ client_id }) }).catch(String)
          expect(failed).toContain('may not open')
          expect(failed).not.toContain('OUTBOUND')
        }
        expect(host.received).toEqual([])
      })

      it('inside, where the operator allowed the host, without a description of the response', async () => {
        const inside = () => makeOutbound(services().config, { resolve: async () => ['127.0.0.1'], judge: () => 'allowed', ca: host.ca })
        services().outbound = inside()
        for (const document of [{ body: '<html>' }, { status: 404 }, { more: { client_id: 'x' } }])
          await expect(request(await described(document))).rejects.toThrow('did not return')
        expect(await request(await described())).toMatchObject({ client_name: 'Atlas' })
      })
    })

    it('are fetched for a signed-in user alone', async () => {
      const program = await described()
      expect(await program.exchange('sheaf_ac_x')).toMatchObject({ status: 401, error: 'invalid_client' })
      await expect(product.visitor().api.oauth.request({ query: program.ask() })).rejects.toThrow()
      expect(host.received).toEqual([])
    })

    it('are announced and accepted as the setting says; connections stay when it changes', async () => {
      const supported = async () =>
        (await product.send({ url: '/.well-known/oauth-authorization-server' })).json().client_id_metadata_document_supported
      expect(await supported()).toBe(true)
      const program = await described()
      const tokens = await program.connect(emma)
      await allow('0')
      expect(await supported()).toBe(false)
      host.received.length = 0
      await expect(request(program)).rejects.toThrow('accepts no programs')
      await expect(request(await described())).rejects.toThrow('accepts no programs')
      expect(host.received).toEqual([])
      expect(await program.refresh(tokens.refresh_token ?? '')).toMatchObject({ status: 200 })
      await allow('1')
      services().outbound = makeOutbound({ ...services().config, OUTBOUND: 'off' })
      expect(await supported()).toBe(false)
      await expect(request(program)).rejects.toThrow('accepts no programs')
    })

    it('O14: are listed with their host, blocked before anything is fetched, and not changed by hand', async () => {
      const program = await described()
      const tokens = await program.connect(emma)
      const { adminAgent } = product.admin.api
      const { list } = await adminAgent.clients({ name: new URL(program.client_id).pathname })
      expect(list).toMatchObject([{ client_id: program.client_id, kind: 'document', name: 'Atlas', grants: '1', has_secret: '0' }])
      expect((await adminAgent.getList({ client_id: program.client_id })).total).toBe('1')
      const given = { client_id: program.client_id, name: 'Mine', redirect_uris: JSON.stringify([redirect_uri]) }
      await expect(adminAgent.saveClient(given)).rejects.toThrow('client_id')
      await adminAgent.block({ client_id: program.client_id, is_blocked: '1' })
      await expect(agent(tokens.access_token)).rejects.toThrow('tokenInvalid')
      expect(await program.refresh(tokens.refresh_token ?? '')).toMatchObject({ status: 401, error: 'invalid_client' })
      host.received.length = 0
      await after(90_000, async () => expect(request(program)).rejects.toThrow('blocked'))
      expect(host.received).toEqual([])
      await adminAgent.block({ client_id: program.client_id, is_blocked: '0' })
      expect(await program.connect(emma)).toMatchObject({ status: 200 })
    })

    it('stay blocked when they are fetched at the same moment', async () => {
      const program = await described({ headers: { 'cache-control': 'max-age=60' } })
      await request(program)
      const reply = host.reply
      host.reply = (one) => {
        // The block arrives while the document is on its way.
        void product.admin.api.adminAgent.block({ client_id: program.client_id, is_blocked: '1' }).then(() => blocked())
        return reply(one)
      }
      let blocked = () => {}
      const done = new Promise<void>((resolve) => (blocked = resolve))
      await after(61, () => request(program).catch(() => undefined))
      await done
      host.reply = reply
      await after(200, async () => expect(request(program)).rejects.toThrow('blocked'))
    })

    it('that are not in use are removed after a day, those in use and blocked ones stay', async () => {
      const [unused, used, blocked] = [await described(), await described(), await described()]
      for (const program of [unused, used, blocked]) {
        host.reply = () => ({
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ client_id: program.client_id, redirect_uris: [redirect_uri] }),
        })
        await request(program)
        if (program === used) await program.connect(emma)
      }
      await product.admin.api.adminAgent.block({ client_id: blocked.client_id, is_blocked: '1' })
      await services().store.write((trx) => removeUnused(trx, services().now() + 86_401))
      const left = await Promise.all([unused, used, blocked].map(async ({ client_id }) => (await kept(client_id)) !== undefined))
      expect(left).toEqual([false, true, true])
    })
  },
  { PUBLIC_URL: SITE },
)
