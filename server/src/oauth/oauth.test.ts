import { beforeAll, describe, expect, it } from 'vitest'
import { callerByToken } from '../auth/grant.ts'
import { sha256 } from '../auth/secrets.ts'
import { makeToken } from '../auth/token.ts'
import { atOnce, fulfilled } from '../test/at-once.ts'
import { later, stopped } from '../test/clock.ts'
import { anItem, aPage } from '../test/given.ts'
import { addGrant } from '../test/grants.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { tidyTokens } from '../token/token.tidy.service.ts'
import { tidyOauth } from './oauth.tidy.service.ts'
import { aProgram, type Program, post, RESOURCE, register, SITE } from './test/program.ts'

const DAY = 86_400

onEachDatabase(
  'connected programs',
  (product) => {
    let emma: TestUser
    let program: Program
    beforeAll(async () => {
      emma = await product.user('emma')
      program = await aProgram(product)
    })
    const services = () => product.server.services
    const from = { address: '10.0.0.1', agent: 'agent/1' }
    /** Who acts with this token where agents connect. */
    const agent = (token = '') => callerByToken(services(), token, from, 'agent')
    async function after(seconds: number, work: () => Promise<unknown>) {
      const back = later(product, seconds)
      await work().finally(back)
    }
    const titles = async (who: TestUser) => (await who.api.notice.getList({ notice_type: 'all' })).map(({ notice_title }) => notice_title)
    const connections = async (who: TestUser) => (await who.api.token.getList({})).filter(({ kind }) => kind === 'oauth')

    it('O7: are connected with the consent of the user, and act as the user', async () => {
      const tokens = await program.connect(emma, { level: '3' })
      expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600, scope: 'read propose write' })
      expect(tokens.access_token).toMatch(/^sheaf_at_[\w-]{43}[0-9A-Za-z]{6}$/)
      expect(tokens.refresh_token).toMatch(/^sheaf_rt_[\w-]{43}[0-9A-Za-z]{6}$/)
      expect(await agent(tokens.access_token)).toMatchObject({
        user: { uid: Number(emma.uid) },
        grant: { name: 'Claude Code', level: 3, items: undefined },
      })
      expect((await connections(emma))[0]).toMatchObject({
        name: 'Claude Code',
        client_id: program.client_id,
        client_kind: 'registered',
        redirect_uri: program.redirect_uri,
        last_used_address: '10.0.0.1',
        hint: '',
      })
    })

    it('W19: are stored as hashes only', async () => {
      const { code = '' } = await program.decide(emma)
      const tokens = await program.exchange(code)
      for (const table of ['access_grant', 'access_secret', 'repeat', 'audit', 'oauth_client'] as const) {
        const rows = JSON.stringify(await services().store.db.selectFrom(table).selectAll().execute())
        for (const secret of [code, tokens.access_token ?? '', tokens.refresh_token ?? ''])
          expect([table, rows.includes(secret.slice(10, 30))]).toEqual([table, false])
      }
    })

    describe('O7: the consent', () => {
      it('names the program, where it goes back to, and what it asks for', async () => {
        expect(await emma.api.oauth.request({ query: program.ask() })).toMatchObject({
          client_name: 'Claude Code',
          kind: 'registered',
          redirect_uri: program.redirect_uri,
          level: '3',
          problem: '',
          back: '',
        })
      })

      it('can give less than the program asks for, and never more', async () => {
        expect(await program.exchange((await program.decide(emma, program.ask(), { level: '1' }))['code'] ?? '')).toMatchObject({
          scope: 'read',
        })
        await expect(program.decide(emma, program.ask({ scope: 'read' }), { level: '2' })).rejects.toThrow('level')
        await expect(program.decide(emma, program.ask(), { level: '0' })).rejects.toThrow('level')
        const usual = await emma.api.oauth.request({ query: program.ask({ scope: undefined }) })
        expect(usual.level).toBe('2')
      })

      it('of the highest level requires the own password', async () => {
        const query = program.ask({ scope: 'manage' })
        await expect(program.decide(emma, query, { level: '4' })).rejects.toThrow('password')
        expect((await program.exchange((await program.decide(emma, query, { level: '4', password: PASSWORD }))['code'] ?? '')).scope).toBe(
          'read propose write manage',
        )
      })

      it('limits to items that the user can read, and in time', async () => {
        const [item_id, other] = [await anItem(emma, { password: 'seal' }), await anItem(product.admin, { password: 'seal' })]
        const limited = { is_limited: '1', item_ids: `[${item_id}]` }
        const tokens = await program.connect(emma, limited)
        expect((await agent(tokens.access_token)).grant.items).toEqual(new Set([Number(item_id)]))
        await expect(program.decide(emma, program.ask(), { is_limited: '1', item_ids: `[${other}]` })).rejects.toThrow(
          'items that you can read',
        )
        await expect(program.decide(emma, program.ask(), { is_limited: '1' })).rejects.toThrow('items that you can read')
        for (const days of ['0', '367']) await expect(program.decide(emma, program.ask(), { days })).rejects.toThrow('from 1 to 366 days')
        const [connection] = await connections(emma)
        expect(Number(connection?.until) - Number(connection?.addtime)).toBeGreaterThanOrEqual(90 * DAY)
      })

      it('S119: counts once, and a token cannot give it', async () => {
        const query = program.ask()
        await program.decide(emma, query)
        await expect(program.decide(emma, query)).rejects.toThrow('not valid')
        const { token } = await emma.api.token.save({ name: 'CI', level: '4', days: '1', password: PASSWORD })
        for (const path of ['oauth/request', 'oauth/decide'])
          expect(
            await post(
              product,
              `/api/${path}`,
              { query: program.ask(), allow: '1', level: '1', days: '1' },
              { authorization: `Bearer ${token}` },
            ),
          ).toMatchObject({ error_name: 'sessionOnly' })
        const foreign = { ...emma.headers, origin: 'https://evil.example' } as Record<string, string>
        expect(
          await post(product, '/api/oauth/decide', { query: program.ask(), allow: '1', level: '1', days: '1' }, foreign),
        ).toMatchObject({
          error_name: 'crossSite',
        })
      })

      it('S119: given twice at the same moment gives one code', async () => {
        const [query, rick] = [program.ask(), await product.user('rick')]
        const ends = await atOnce(product, [() => program.decide(rick, query), () => program.decide(rick, query)])
        expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
        expect(String(ends.find((end) => end.status === 'rejected')?.reason)).toContain('not valid')
        const grants = services().store.db.selectFrom('access_grant').select('grant_id').where('uid', '=', Number(rick.uid))
        expect(await grants.execute()).toHaveLength(1)
      })

      it('is refused to the user of fifty tokens and connections, also when several are given at the same moment', async () => {
        const hoarder = await product.user('hoarder')
        const row = { uid: Number(hoarder.uid), level: 1, at: services().now() }
        await services().store.write(async (trx) => {
          for (let n = 1; n < 50; n++) await addGrant(trx, row)
        })
        const queries = [program.ask(), program.ask(), program.ask()]
        const ends = await atOnce(
          product,
          queries.map((query) => () => program.decide(hoarder, query)),
        )
        expect(fulfilled(ends)).toHaveLength(1)
      })

      it('S119: is a page that no other page can frame', async () => {
        const { headers } = await product.send({ url: `/user/authorize?${program.ask()}`, headers: { accept: 'text/html' } })
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
        expect(headers['x-frame-options']).toBe('DENY')
        const other = await product.send({ url: '/user/login', headers: { accept: 'text/html' } })
        expect(other.headers['x-frame-options']).toBe('SAMEORIGIN')
      })

      it('that is refused is announced to the program, and is in the log', async () => {
        const answer = await program.decide(emma, program.ask(), { allow: '0' })
        expect(answer).toMatchObject({ error: 'access_denied', state: 'xyz', iss: SITE })
        expect(answer['code']).toBeUndefined()
        const { list } = await product.admin.api.adminLog.getList({ username: emma.username })
        expect(list.map(({ action }) => action)).toEqual(expect.arrayContaining(['agentConnected', 'agentRefused']))
      })

      it('shows an earlier connection, which the next one of the same program replaces', async () => {
        const [mia, own] = [await product.user('mia'), await aProgram(product)]
        const first = await own.connect(mia)
        // It is asked for again: nothing is given without a decision.
        expect(await mia.api.oauth.request({ query: own.ask() })).toMatchObject({ connected_level: '2', back: '' })
        const second = await own.connect(mia)
        await expect(agent(first.access_token)).rejects.toThrow('tokenInvalid')
        expect((await agent(second.access_token)).grant.level).toBe(2)
        expect((await connections(mia)).filter(({ ended_time }) => ended_time === '0')).toHaveLength(1)
      })
    })

    describe('O3, O4, S116: client and redirect address', () => {
      it('are checked before anything is sent anywhere', async () => {
        const unknown = { client_id: 'unknown', redirect_uri: 'https://evil.example/' }
        await expect(emma.api.oauth.request({ query: program.ask(unknown) })).rejects.toThrow('does not know the program')
        await expect(emma.api.oauth.decide({ query: program.ask(unknown), allow: '0' })).rejects.toThrow('does not know the program')
        const far = await aProgram(product, { redirect_uri: 'https://app.example/cb' })
        for (const redirect_uri of [
          'https://app.example.evil.example/cb',
          'https://app.example:8443/cb',
          'https://app.example/cb/more',
          'https://app.example/cb?x=1',
          'https://app.example/CB',
          'https://app.example/%63b',
          'https://app.example/a/%2e%2e/cb',
          'https://user@app.example/cb',
          'https://app.example//cb',
          'https://app.example/cb#x',
          'http://app.example/cb',
          'javascript:alert(1)',
          '//app.example/cb',
          '',
        ])
          for (const allow of ['0', '1'])
            await expect(far.decide(emma, far.ask({ redirect_uri }), { allow }), redirect_uri).rejects.toThrow('has not registered')
        // A request with a second fault is not answered at the wrong address either.
        const evil = far.ask({ redirect_uri: 'https://evil.example/', response_type: 'token', scope: 'everything' })
        await expect(emma.api.oauth.request({ query: evil })).rejects.toThrow('has not registered')
        const twice = `${far.ask()}&redirect_uri=https%3A%2F%2Fevil.example`
        await expect(emma.api.oauth.request({ query: twice })).rejects.toThrow('not valid')
        expect((await far.decide(emma))['redirect']).toMatch(/^https:\/\/app\.example\/cb\?code=/)
      })

      it('of a program on this computer can have any port', async () => {
        const other = await aProgram(product, { redirect_uri: 'http://localhost/callback' })
        const answer = await other.decide(emma, other.ask({ redirect_uri: 'http://localhost:5123/callback' }))
        expect(answer['redirect']).toMatch(/^http:\/\/localhost:5123\/callback\?/)
        await expect(other.decide(emma, other.ask({ redirect_uri: 'http://127.0.0.1:5123/callback' }))).rejects.toThrow('not registered')
        // The program must exchange the code with the address that the consent showed.
        expect(await other.exchange(answer['code'] ?? '')).toMatchObject({ error: 'invalid_grant' })
      })
    })

    describe('O5, O6: a request', () => {
      it.each([
        ['without a challenge', { code_challenge: undefined }, 'invalid_request'],
        ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
        ['without a method', { code_challenge_method: undefined }, 'invalid_request'],
        ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
        ['for an unknown scope', { scope: 'everything' }, 'invalid_scope'],
        ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
      ])('%s is answered with the error, state and issuer, and gives no code', async (_, more, error) => {
        const query = program.ask(more)
        const { problem, back } = await emma.api.oauth.request({ query })
        expect(problem).toBe(error)
        expect(Object.fromEntries(new URL(back).searchParams)).toMatchObject({ error, state: 'xyz', iss: SITE })
        await expect(program.decide(emma, query)).rejects.toThrow('not valid')
      })

      it('O6: for our resource and another one is refused, here and at the token endpoint', async () => {
        const other = 'https://other.example/mcp'
        const query = `${program.ask()}&resource=${encodeURIComponent(other)}`
        expect(await emma.api.oauth.request({ query })).toMatchObject({ problem: 'invalid_target' })
        const { code = '' } = await program.decide(emma, program.ask({ resource: undefined }))
        expect(await program.exchange(code, { resource: [RESOURCE, other] })).toMatchObject({ status: 400, error: 'invalid_target' })
        expect(await program.exchange(code, { resource: [] })).toMatchObject({ status: 200 })
      })

      it('receives its state as it was sent, or none', async () => {
        const state = 'a b&c=%26 数据 "'
        expect(await program.decide(emma, program.ask({ state }))).toMatchObject({ state, iss: SITE })
        expect(await program.decide(emma, program.ask({ state: undefined }))).not.toHaveProperty('state')
      })
    })

    describe('O8, S117: a code', () => {
      it.each([
        ['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
        ['another redirect address', { redirect_uri: 'http://127.0.0.1:1/callback' }],
      ])('with %s is refused, also afterwards with the right one', async (_, more) => {
        const { code = '' } = await program.decide(emma)
        expect(await program.exchange(code, more)).toMatchObject({ status: 400, error: 'invalid_grant' })
        expect(await program.exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
      })

      it('O10: is bound to its client and its resource', async () => {
        const other = await aProgram(product)
        const { code = '' } = await program.decide(emma)
        expect(await program.exchange(code, { client_id: other.client_id })).toMatchObject({ status: 400, error: 'invalid_grant' })
        const { code: next = '' } = await program.decide(emma)
        expect(await program.exchange(next, { resource: 'https://other.example/mcp' })).toMatchObject({
          status: 400,
          error: 'invalid_target',
        })
      })

      it('is valid for a minute', async () => {
        const back = stopped(product)
        const { code = '' } = await program.decide(emma)
        await after(59, async () => expect(await program.exchange(code)).toMatchObject({ status: 200 }))
        const { code: late = '' } = await program.decide(emma)
        await after(60, async () => expect(await program.exchange(late)).toMatchObject({ error: 'invalid_grant' }))
        back()
      })

      it('that is used twice ends the connection', async () => {
        const [nora, own] = [await product.user('nora'), await aProgram(product)]
        const { code = '' } = await own.decide(nora)
        const tokens = await own.exchange(code)
        expect((await agent(tokens.access_token)).grant.name).toBe('Claude Code')
        expect(await own.exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
        await expect(agent(tokens.access_token)).rejects.toThrow('tokenInvalid')
        expect(await own.refresh(tokens.refresh_token ?? '')).toMatchObject({ error: 'invalid_grant' })
        expect(await titles(nora)).toEqual(['A connection was revoked'])
      })

      it('that is used by many at the same time gives tokens once, and these have ended', async () => {
        const { code = '' } = await program.decide(emma)
        const answers = await Promise.all(Array.from({ length: 10 }, () => program.exchange(code)))
        expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
        for (const { access_token } of answers) if (access_token) await expect(agent(access_token)).rejects.toThrow('tokenInvalid')
      })

      it('ends with its account', async () => {
        const olga = await product.user('olga')
        const { code = '' } = await program.decide(olga)
        await product.admin.api.adminUser.update({ uid: olga.uid, is_disabled: '1' })
        expect(await program.exchange(code)).toMatchObject({ error: 'invalid_grant' })
      })
    })

    describe('O9, S118: a refresh token', () => {
      it('is replaced by each use; access tokens end after an hour', async () => {
        const first = await program.connect(emma)
        await after(3601, async () => {
          await expect(agent(first.access_token)).rejects.toThrow('tokenInvalid')
          const second = await program.refresh(first.refresh_token ?? '')
          expect(second.refresh_token).not.toBe(first.refresh_token)
          expect((await agent(second.access_token)).user?.uid).toBe(Number(emma.uid))
        })
      })

      it('counts for sixty seconds more, because an answer can be lost, and gives the same successor', async () => {
        const first = await program.connect(emma)
        const back = stopped(product)
        const second = await program.refresh(first.refresh_token ?? '')
        await after(60, async () => {
          const again = await program.refresh(first.refresh_token ?? '')
          expect(again.refresh_token).toBe(second.refresh_token)
          expect(again.access_token).not.toBe(second.access_token)
        })
        expect(await program.refresh(second.refresh_token ?? '')).toMatchObject({ status: 200 })
        back()
      })

      it('that is used later ends the connection and notifies the user', async () => {
        const [paul, own] = [await product.user('paul'), await aProgram(product)]
        const first = await own.connect(paul)
        const second = await own.refresh(first.refresh_token ?? '')
        await after(62, async () => {
          expect(await own.refresh(first.refresh_token ?? '')).toMatchObject({ status: 400, error: 'invalid_grant' })
          await expect(agent(second.access_token)).rejects.toThrow('tokenInvalid')
          expect(await own.refresh(second.refresh_token ?? '')).toMatchObject({ error: 'invalid_grant' })
        })
        expect(await titles(paul)).toEqual(['A connection was revoked'])
        const { list } = await product.admin.api.adminLog.getList({ action: 'tokenEnded' })
        expect(list[0]).toMatchObject({ subject: 'Claude Code', username: 'Sheaf' })
      })

      it('in fifty parallel requests leaves one line of tokens', async () => {
        const own = await aProgram(product)
        const first = await own.connect(emma)
        const answers = await Promise.all(Array.from({ length: 50 }, () => own.refresh(first.refresh_token ?? '')))
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
        const next = new Set(answers.map(({ refresh_token }) => refresh_token))
        expect(next.size).toBe(1)
        const usable = await services()
          .store.db.selectFrom('access_secret as s')
          .innerJoin('access_grant as g', 'g.grant_id', 's.grant_id')
          .select('s.secret_hash')
          .where('g.client_id', '=', own.client_id)
          .where('g.ended_time', '=', 0)
          .where('s.kind', '=', 'refresh')
          .where('s.used_time', '=', 0)
          .execute()
        expect(usable.map(({ secret_hash }) => secret_hash)).toEqual([sha256([...next][0] ?? '')])
      })

      it('O10: belongs to its client and its resource, and ends with the connection', async () => {
        const [other, quinn] = [await aProgram(product), await product.user('quinn')]
        const tokens = await program.connect(quinn)
        const refresh_token = tokens.refresh_token ?? ''
        expect(await other.refresh(refresh_token)).toMatchObject({ error: 'invalid_grant' })
        expect(await program.refresh(refresh_token, { resource: 'https://other.example/mcp' })).toMatchObject({ error: 'invalid_target' })
        const next = await program.refresh(refresh_token, { resource: RESOURCE })
        expect(next).toMatchObject({ status: 200 })
        const unused = next.refresh_token ?? ''
        await after(91 * DAY, async () => expect(await program.refresh(unused)).toMatchObject({ error: 'invalid_grant' }))
        // It had only expired: nothing has ended the connection.
        expect(await program.refresh(unused)).toMatchObject({ status: 200 })
        const [connection] = await connections(quinn)
        await quinn.api.token.end({ grant_id: connection?.grant_id ?? '' })
        await expect(agent(tokens.access_token)).rejects.toThrow('tokenInvalid')
        expect(await program.refresh(refresh_token)).toMatchObject({ error: 'invalid_grant' })
      })

      it('rests while its account is disabled', async () => {
        const rosa = await product.user('rosa')
        const { refresh_token = '' } = await program.connect(rosa)
        await product.admin.api.adminUser.update({ uid: rosa.uid, is_disabled: '1' })
        expect(await program.refresh(refresh_token)).toMatchObject({ error: 'invalid_grant' })
        await product.admin.api.adminUser.update({ uid: rosa.uid, is_disabled: '0' })
        expect(await program.refresh(refresh_token)).toMatchObject({ status: 200 })
      })
    })

    describe('O10: the token endpoint', () => {
      it.each([
        ['no grant_type', { grant_type: '' }, 400, 'invalid_request'],
        ['another grant_type', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
        ['no code', { code: '' }, 400, 'invalid_request'],
        ['no verifier', { code_verifier: '' }, 400, 'invalid_request'],
        ['a repeated field', { code: ['a', 'b'] }, 400, 'invalid_request'],
        ['an unknown client', { client_id: 'unknown' }, 401, 'invalid_client'],
        ['an unknown code', { code: 'sheaf_ac_x' }, 400, 'invalid_grant'],
      ])('answers %s with an error of RFC 6749', async (_, more, status, error) => {
        const answer = await program.exchange(makeToken('ac'), more as Record<string, string>)
        expect(answer).toMatchObject({ status, error })
        expect(answer).not.toHaveProperty('error_code')
        expect(answer.headers['cache-control']).toBe('no-store')
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      })

      it('takes forms only, of a bounded size', async () => {
        const json = { method: 'POST', url: '/oauth/token', payload: '{"grant_type":"refresh_token"}' } as const
        expect((await product.send({ ...json, headers: { 'content-type': 'application/json' } })).json()).toMatchObject({
          error: 'invalid_request',
        })
        const { code = '' } = await program.decide(emma)
        for (const type of ['text/plain', 'application/json', 'multipart/form-data'])
          expect(await program.exchange(code, {}, { 'content-type': type })).toMatchObject({ status: 400, error: 'invalid_request' })
        expect(await program.exchange(code)).toMatchObject({ status: 200 })
        expect(await program.exchange('x'.repeat(20_000))).toMatchObject({ status: 413, error: 'invalid_request' })
        expect((await product.send({ url: '/oauth/token' })).statusCode).toBe(404)
      })

      it('knows a client by the form alone', async () => {
        const { code = '' } = await program.decide(emma)
        const basic = { authorization: `Basic ${Buffer.from(`${program.client_id}:`).toString('base64')}` }
        const refused = await program.exchange(code, {}, basic)
        expect(refused).toMatchObject({ status: 401, error: 'invalid_client' })
        expect(refused.headers['www-authenticate']).toMatch(/^Basic /)
        expect(await program.exchange(code)).toMatchObject({ status: 200 })
      })

      it('neither needs nor sets a cookie', async () => {
        const { code = '' } = await program.decide(emma)
        const answer = await program.exchange(code)
        expect(answer.headers['set-cookie']).toBeUndefined()
        expect(await post(product, '/oauth/token', { grant_type: 'refresh_token' }, emma.headers)).toMatchObject({
          error: 'invalid_client',
        })
      })

      it('revokes: a refresh token ends the connection, an access token itself; unknown ones and those of others do nothing', async () => {
        const [own, other, saul] = [await aProgram(product), await aProgram(product), await product.user('saul')]
        const tokens = await own.connect(saul)
        const [access, refreshing] = [tokens.access_token ?? '', tokens.refresh_token ?? '']
        for (const token of ['nonsense', makeToken('at'), makeToken('rt')]) expect(await own.revoke(token)).toMatchObject({ status: 200 })
        expect(await other.revoke(refreshing)).toMatchObject({ status: 200 })
        expect(await other.revoke(access)).toMatchObject({ status: 200 })
        expect((await agent(access)).user?.uid).toBe(Number(saul.uid))
        expect(await own.revoke(access, { client_id: 'unknown' })).toMatchObject({ status: 401, error: 'invalid_client' })
        await own.revoke(access)
        await expect(agent(access)).rejects.toThrow('tokenInvalid')
        const next = await own.refresh(refreshing)
        await own.revoke(next.refresh_token ?? '')
        await expect(agent(next.access_token)).rejects.toThrow('tokenInvalid')
        expect((await connections(saul)).map(({ ended_time }) => ended_time === '0')).toEqual([false])
      })
    })

    it('O11, S121: tokens of programs are valid where agents connect, and nowhere else', async () => {
      const item_id = await anItem(emma, { password: 'seal' })
      const page_id = await aPage(emma, item_id)
      const { code = '' } = await program.decide(emma)
      const tokens = await program.exchange(code)
      const [access_token = '', refresh_token = ''] = [tokens.access_token, tokens.refresh_token]
      for (const token of [access_token, refresh_token, code, sha256(access_token)]) {
        const reply = await product.send({
          method: 'POST',
          url: '/api/page/info',
          payload: `page_id=${page_id}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
        })
        expect(reply.json().error_code).toBeGreaterThan(0)
      }
      for (const token of [refresh_token, code, sha256(access_token), makeToken('at'), `${access_token}=`])
        await expect(agent(token)).rejects.toThrow('tokenInvalid')
      const { token } = await emma.api.token.save({ name: 'CI', level: '1', days: '1' })
      expect((await agent(token)).grant.name).toBe('CI')
      // The hash of a token is no token, and a token of a person is no refresh token.
      expect(await program.refresh(token)).toMatchObject({ error: 'invalid_grant' })
      expect(await program.refresh(access_token)).toMatchObject({ error: 'invalid_grant' })
    })

    it('O11: opens the address of agents, until it is disconnected', async () => {
      const [own, vera] = [await aProgram(product), await product.user('vera')]
      const { access_token } = await own.connect(vera)
      const list = async () =>
        product.send({
          method: 'POST',
          url: '/mcp',
          payload: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            authorization: `Bearer ${access_token}`,
          },
        })
      expect((await list()).statusCode).toBe(200)
      await vera.api.token.end({})
      const refused = await list()
      expect(refused.statusCode).toBe(401)
      expect(refused.headers['www-authenticate']).toBe(
        `Bearer error="invalid_token", resource_metadata="${SITE}/.well-known/oauth-protected-resource/mcp", scope="read propose"`,
      )
    })

    it('no program is connected while agents are switched off', async () => {
      await product.admin.api.adminSetting.saveConfig({ mcp_on: '0' })
      await expect(program.decide(emma)).rejects.toThrow()
      await product.admin.api.adminSetting.saveConfig({ mcp_on: '1' })
      expect(await program.connect(emma)).toMatchObject({ status: 200 })
    })

    it('O10, O11: codes and tokens for another address of this site are refused', async () => {
      /** What was given while the site had another address. */
      const fromBefore = (secret = '') =>
        services()
          .store.db.updateTable('access_secret')
          .set({ resource: 'https://old.example.test/mcp' })
          .where('secret_hash', '=', sha256(secret))
          .execute()
      const { access_token, refresh_token = '' } = await program.connect(emma)
      await fromBefore(access_token)
      await expect(agent(access_token)).rejects.toThrow('tokenInvalid')
      await fromBefore(refresh_token)
      expect(await program.refresh(refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' })
      const { code = '' } = await program.decide(emma)
      await fromBefore(code)
      expect(await program.exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
    })

    describe('O12, S120: registration', () => {
      it('gives no secret, also if the program asks for one', async () => {
        const made = await register(product, {
          client_name: 'Build',
          redirect_uris: ['https://build.example/done'],
          token_endpoint_auth_method: 'client_secret_basic',
        })
        expect(made).toMatchObject({ status: 201, client_name: 'Build', token_endpoint_auth_method: 'none' })
        expect(made).not.toHaveProperty('client_secret')
      })

      it('keeps the addresses that are allowed, at most ten', async () => {
        const many = Array.from({ length: 100 }, (_, n) => `https://a.example/${n}`)
        const { redirect_uris, client_name } = await register(product, {
          redirect_uris: ['http://evil.example/', 'javascript:alert(1)', 7, 'cursor://anysphere.cursor-mcp/oauth/callback', ...many],
        })
        expect(redirect_uris).toHaveLength(10)
        expect(redirect_uris[0]).toBe('cursor://anysphere.cursor-mcp/oauth/callback')
        expect(client_name).toBe('anysphere.cursor-mcp')
        for (const redirect_uris of [[], ['http://evil.example/'], 'https://a.example/', undefined])
          expect(await register(product, { redirect_uris })).toMatchObject({ status: 400, error: 'invalid_redirect_uri' })
      })

      it('shows names without hidden characters, in bounds', async () => {
        const redirect_uris = ['https://a.example/cb']
        const named = async (client_name: unknown) => (await register(product, { client_name, redirect_uris })).client_name
        expect(await named('Cl\u202eaude\u200b \n<b>Code</b>')).toBe('Claude <b>Code</b>')
        expect((await named('n'.repeat(10_000)))?.length).toBe(60)
        expect(await named({ a: 1 })).toBe('a.example')
        const reply = await register(product, { client_name: 'n'.repeat(1_000_000), redirect_uris })
        expect(reply).toMatchObject({ status: 413 })
        expect(await register(product, [redirect_uris])).toMatchObject({ status: 400, error: 'invalid_client_metadata' })
        expect(await register(product, { redirect_uris, grant_types: ['implicit'] })).toMatchObject({ error: 'invalid_client_metadata' })
      })

      it('can be switched off', async () => {
        await product.admin.api.adminSetting.saveConfig({ oauth_register: '0' })
        expect(await register(product, { redirect_uris: ['https://a.example/'] })).toMatchObject({ status: 403, error: 'access_denied' })
        const { registration_endpoint } = (await product.send({ url: '/.well-known/oauth-authorization-server' })).json()
        expect(registration_endpoint).toBeUndefined()
        await product.admin.api.adminSetting.saveConfig({ oauth_register: '1' })
      })

      it('is limited to twenty an hour for a network', async () => {
        const { config } = services()
        const { NODE_ENV } = config
        const from = (remoteAddress: string) =>
          product.server.app.inject({
            method: 'POST',
            url: '/oauth/register',
            payload: '{"redirect_uris":["https://a.example/cb"]}',
            headers: { 'content-type': 'application/json' },
            remoteAddress,
          })
        // In tests all limits are wider.
        config.NODE_ENV = 'production'
        try {
          for (let n = 0; n < 20; n++) expect((await from('203.0.113.20')).statusCode).toBe(201)
          const refused = await from('203.0.113.20')
          expect([refused.statusCode, refused.json()]).toEqual([
            429,
            { error: 'too_many_requests', error_description: expect.stringMatching(/in (59|60) minutes$/) },
          ])
          expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
          expect((await from('203.0.113.21')).statusCode).toBe(201)
        } finally {
          config.NODE_ENV = NODE_ENV
        }
      })

      it('has room for 2,000 programs; the oldest unused one leaves', async () => {
        const { db } = services().store
        const now = services().now()
        const { count } = await db
          .selectFrom('oauth_client')
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        const row = {
          kind: 'registered',
          name: 'x',
          redirect_uris: '["https://a.example/"]',
          secret_hash: '',
          is_blocked: 0,
          last_used_time: 0,
          until: 0,
        } as const
        const filling = Array.from({ length: 2000 - Number(count) }, (_, n) => ({ ...row, client_id: `fill${n}`, addtime: now }))
        for (let at = 0; at < filling.length; at += 500)
          await db
            .insertInto('oauth_client')
            .values(filling.slice(at, at + 500))
            .execute()
        const add = () => register(product, { redirect_uris: ['https://a.example/'] })
        expect(await add()).toMatchObject({ status: 503, error: 'temporarily_unavailable' })
        for (const [client_id, age] of [
          ['fill6', 700],
          ['fill7', 800],
        ] as const)
          await db
            .updateTable('oauth_client')
            .set({ addtime: now - age })
            .where('client_id', '=', client_id)
            .execute()
        const old = async () =>
          (await db.selectFrom('oauth_client').select('client_id').where('client_id', 'in', ['fill6', 'fill7']).execute()).map(
            ({ client_id }) => client_id,
          )
        expect(await add()).toMatchObject({ status: 201 })
        expect(await old()).toEqual(['fill6'])
        expect(await add()).toMatchObject({ status: 201 })
        expect(await old()).toEqual([])
        expect(await add()).toMatchObject({ status: 503 })
      })
    })

    it('O9, O12: are tidied: unused clients after a day, used secrets and expired tokens later', async () => {
      const { db } = services().store
      const [own, tom] = [await aProgramNow(), await product.user('tom')]
      const tokens = await own.connect(tom)
      await own.refresh(tokens.refresh_token ?? '')
      const unused = await aProgramNow()
      const left = async (table: 'access_secret' | 'access_grant' | 'oauth_client') =>
        (await db.selectFrom(table).selectAll().execute()).filter(
          (row) => ('client_id' in row ? [own.client_id, unused.client_id].includes(String(row.client_id)) : true) || !('client_id' in row),
        )
      await after(DAY + 1, async () => {
        await tidyOauth(services(), {})
        expect((await left('oauth_client')).map(({ client_id }: { client_id?: string | null }) => client_id)).toEqual([own.client_id])
        const kinds = await db
          .selectFrom('access_secret as s')
          .innerJoin('access_grant as g', 'g.grant_id', 's.grant_id')
          .select('s.kind')
          .where('g.client_id', '=', own.client_id)
          .orderBy('s.kind')
          .execute()
        expect(kinds.map(({ kind }) => kind)).toEqual(['code', 'refresh', 'refresh'])
      })
      await after(130 * DAY, async () => {
        await tidyTokens(services(), {})
        await tidyOauth(services(), {})
        expect(await db.selectFrom('access_grant').select('grant_id').where('client_id', '=', own.client_id).execute()).toEqual([])
      })
      await after(200 * DAY, async () => {
        await tidyOauth(services(), {})
        expect(await left('oauth_client')).toEqual([])
      })
    })

    /** The test before has filled the table. */
    async function aProgramNow() {
      await services().store.db.deleteFrom('oauth_client').where('client_id', 'like', 'fill%').execute()
      return aProgram(product)
    }
  },
  { PUBLIC_URL: SITE },
)
