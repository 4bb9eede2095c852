import { beforeAll, expect, it } from 'vitest'
import { callerByToken } from '../auth/grant.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { aProgram, SITE } from './test/program.ts'

onEachDatabase(
  'O14: programs of all users',
  (product) => {
    let emma: TestUser
    beforeAll(async () => {
      emma = await product.user('emma')
    })
    const api = () => product.admin.api.adminAgent
    const agent = (token = '') => callerByToken(product.server.services, token, { address: '10.0.0.1', agent: '' }, 'agent')
    const titles = async () => (await emma.api.notice.getList({ notice_type: 'all' })).map(({ notice_title }) => notice_title)
    const redirect_uri = 'https://build.example/done'
    const given = { name: 'Build', redirect_uris: JSON.stringify([redirect_uri]) }

    it('are listed, with tokens, by user, client and state', async () => {
      const program = await aProgram(product)
      await program.connect(emma)
      await emma.api.token.save({ name: 'CI', level: '1', days: '30' })
      const otto = await product.user('otto')
      await otto.api.token.save({ name: 'Other', level: '1', days: '30' })
      await (await aProgram(product)).connect(otto)
      // A consent whose code the program has not exchanged is no connection.
      await program.decide(emma)
      const { list, total } = await api().getList({ username: emma.username, state: 'used' })
      expect(total).toBe('2')
      expect(list.map(({ kind, name, username }) => [kind, name, username])).toEqual([
        ['personal', 'CI', emma.username],
        ['oauth', 'Claude Code', emma.username],
      ])
      expect((await api().getList({ client_id: program.client_id })).total).toBe('1')
      expect((await api().getList({ username: emma.username, state: 'ended' })).total).toBe('0')
      expect(JSON.stringify(list)).not.toMatch(/secret|hash|sheaf_/)
      const { list: clients } = await api().clients({ name: 'claude' })
      const client = clients.find(({ client_id }) => client_id === program.client_id)
      expect(client).toMatchObject({ kind: 'registered', grants: '1', has_secret: '0', is_blocked: '0' })
    })

    it('are ended, and their user receives a notice', async () => {
      const { token, grant_id } = await emma.api.token.save({ name: 'Nightly', level: '1', days: '30' })
      expect((await agent(token)).grant.name).toBe('Nightly')
      await api().end({ grant_id })
      await expect(agent(token)).rejects.toThrow('tokenInvalid')
      expect(await titles()).toContain('A program lost its access')
      expect((await api().calls({ grant_id })).total).toBe('0')
      await areRefused([api().end({ grant_id: '2000000001' })], 10101)
    })

    it('S118: a blocked client loses all connections at once, and gets no other', async () => {
      const program = await aProgram(product)
      const tokens = await program.connect(emma)
      await api().block({ client_id: program.client_id, is_blocked: '1' })
      await expect(agent(tokens.access_token)).rejects.toThrow('tokenInvalid')
      expect(await program.refresh(tokens.refresh_token ?? '')).toMatchObject({ status: 401, error: 'invalid_client' })
      await expect(program.decide(emma)).rejects.toThrow('blocked')
      await api().block({ client_id: program.client_id, is_blocked: '0' })
      expect(await program.refresh(tokens.refresh_token ?? '')).toMatchObject({ error: 'invalid_grant' })
      expect(await program.connect(emma)).toMatchObject({ status: 200 })
      const { list } = await product.admin.api.adminLog.getList({ action: 'site' })
      expect(list.map(({ action }) => action).slice(0, 2)).toEqual(['clientUnblocked', 'clientBlocked'])
    })

    it('a client of an administrator has a secret, which is shown once and required', async () => {
      const { client_secret, client_id, ...saved } = await api().saveClient({ ...given, has_secret: '1' })
      expect(client_secret).toMatch(/^sheaf_cs_[0-9a-f]{64}$/)
      expect(saved).toMatchObject({ kind: 'given', name: 'Build', has_secret: '1', redirect_uris: [redirect_uri] })
      const program = await aProgram(product, { client_id, client_secret, redirect_uri })
      const open = await aProgram(product, { client_id, redirect_uri })
      expect(await emma.api.oauth.request({ query: program.ask() })).toMatchObject({ kind: 'given' })
      const { code = '' } = await program.decide(emma)
      for (const secret of ['', 'wrong'])
        expect(await open.exchange(code, { client_secret: secret })).toMatchObject({ status: 401, error: 'invalid_client' })
      const tokens = await program.exchange(code)
      expect(tokens).toMatchObject({ status: 200 })
      expect(await open.refresh(tokens.refresh_token ?? '')).toMatchObject({ status: 401, error: 'invalid_client' })
      expect((await emma.api.token.getList({}))[0]).toMatchObject({ kind: 'oauth', name: 'Build', client_kind: 'given' })

      const changed = await api().saveClient({ client_id, ...given, name: 'Builder', has_secret: '1' })
      expect(changed).toMatchObject({ name: 'Builder', client_secret: '', grants: '1' })
      expect(await program.refresh(tokens.refresh_token ?? '')).toMatchObject({ status: 200 })
      expect(await api().saveClient({ client_id, ...given, has_secret: '0' })).toMatchObject({ has_secret: '0', client_secret: '' })
      expect(await open.connect(emma)).toMatchObject({ status: 200 })
    })

    it('a repeated request adds no second client', async () => {
      const add = () => api().saveClient({ ...given, has_secret: '1', request_id: 'request-client-1' })
      const [one, two] = [await add(), await add()]
      expect(two.client_id).toBe(one.client_id)
    })

    it('addresses of a client are checked, and what a program declared is not changed', async () => {
      await expect(api().saveClient({ ...given, redirect_uris: '["http://build.example/"]' })).rejects.toThrow('http://build.example/')
      await expect(api().saveClient({ ...given, redirect_uris: '[]' })).rejects.toThrow('redirect_uris')
      const { client_id } = await aProgram(product)
      await expect(api().saveClient({ client_id, ...given })).rejects.toThrow('client_id')
      await areRefused(
        [api().saveClient({ client_id: 'unknown', ...given }), api().block({ client_id: 'unknown', is_blocked: '1' })],
        10101,
      )
    })

    it('are for administrators', async () => {
      await areRefused([emma.api.adminAgent.getList({}), emma.api.adminAgent.clients({}), emma.api.adminAgent.saveClient(given)], 10103)
    })

    it('S121: site settings bound the days of tokens and the schemes of programs', async () => {
      const { saveConfig } = product.admin.api.adminSetting
      await saveConfig({ token_days_max: '30', oauth_schemes: 'notes' })
      await expect(emma.api.token.save({ name: 'CI', level: '1', days: '31' })).rejects.toThrow('from 1 to 30 days')
      const program = await aProgram(product, { redirect_uri: 'notes://callback' })
      await expect(program.decide(emma, program.ask(), { days: '31' })).rejects.toThrow('from 1 to 30 days')
      expect((await program.decide(emma, program.ask(), { days: '30' }))['redirect']).toMatch(/^notes:\/\/callback\?code=/)
      await expect(saveConfig({ oauth_schemes: 'javascript' })).rejects.toThrow('oauth_schemes')
      await expect(saveConfig({ token_days_max: '367' })).rejects.toThrow('token_days_max')
    })
  },
  { PUBLIC_URL: SITE },
)
