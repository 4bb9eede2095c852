import { CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, aPage, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, onOneDatabase, type TestUser } from '../test/product.ts'
import { callsOfItem } from '../token/token.use.store.ts'

const site = { PUBLIC_URL: 'https://docs.example.com' }

onEachDatabase(
  'the listing of items',
  (product) => {
    let alice: TestUser
    let bob: TestUser
    beforeAll(async () => {
      ;[alice, bob] = [await product.user('alice'), await product.user('bob')]
    })
    const set = (settings: Record<string, string>) => product.admin.api.adminSetting.saveConfig(settings)
    const listing = async (item_id: string) => {
      const { listed, why } = await alice.api.publish.info({ item_id })
      return [listed, why]
    }

    it('is decided by password, site, choice and kind, in this order', async () => {
      const [manual, note, closed] = [
        await anItem(alice),
        await anItem(alice, { item_type: '2' }),
        await anItem(alice, { password: 'sesame' }),
      ]
      await set({ site_index: '0', index_default: 'kind' })
      expect([await listing(manual), await listing(closed)]).toEqual([
        ['0', 'site'],
        ['0', 'password'],
      ])
      await set({ site_index: '1' })
      expect([await listing(manual), await listing(note)]).toEqual([
        ['1', 'kind'],
        ['0', 'kind'],
      ])
      await set({ index_default: 'none' })
      expect(await listing(manual)).toEqual(['0', 'default'])
      await alice.api.publish.save({ item_id: note, is_indexed: '1' })
      await alice.api.publish.save({ item_id: closed, is_indexed: '1' })
      expect([await listing(note), await listing(closed)]).toEqual([
        ['1', 'chosen'],
        ['0', 'password'],
      ])
      await alice.api.publish.save({ item_id: note, is_indexed: '' })
      expect(await listing(note)).toEqual(['0', 'default'])
      await set({ site_index: '0', index_default: 'kind' })
    })

    it('keeps fields that a save leaves out, and logs a change of the choice', async () => {
      const item_id = await anItem(alice, { item_name: 'Kept', item_domain: 'kept' })
      await alice.api.publish.save({ item_id, is_indexed: '1', agent_note: ' Amounts are\r\nin cents. ' })
      expect(await alice.api.publish.save({ item_id, agent_note: 'Other' })).toMatchObject({ is_indexed: '1', agent_note: 'Other' })
      expect(await alice.api.publish.save({ item_id, is_indexed: '0' })).toMatchObject({
        is_indexed: '0',
        agent_note: 'Other',
        address: 'https://docs.example.com/kept',
        llms: 'https://docs.example.com/kept/llms.txt',
      })
      const { list } = await product.admin.api.adminLog.getList({})
      expect(list.filter(({ action, subject }) => action === 'listingChanged' && subject === 'Kept')).toHaveLength(2)
    })

    it('is for managers, and not for archived items', async () => {
      const item_id = await anItem(alice)
      await areRefused([bob.api.publish.info({ item_id }), bob.api.publish.save({ item_id, is_indexed: '1' })], 10303)
      await archive(product, item_id)
      await areRefused([alice.api.publish.save({ item_id, is_indexed: '1' })], 10103, 'archived')
      expect(await alice.api.publish.info({ item_id })).toMatchObject({ is_indexed: '' })
    })

    it('names the tokens that used the item in the last 30 days, for its managers', async () => {
      const [item_id, other] = [await anItem(alice), await anItem(alice)]
      const [page_id, elsewhere] = [await aPage(alice, item_id), await aPage(alice, other)]
      await aMember(product, item_id, bob)
      const { token, grant_id } = await bob.api.token.save({ name: 'Build', level: '3', days: '30' })
      const old = await bob.api.token.save({ name: 'Nightly', level: '1', days: '30' })
      const made = await product.send({
        method: 'POST',
        url: '/api/page/save',
        payload: new URLSearchParams({ page_id, page_title: 'Start', page_content: 'By a build' }).toString(),
        headers: { host: 'sheaf.test', 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
      })
      expect(made.json()).toMatchObject({ error_code: 0 })
      const { store, now } = product.server.services
      const at = now()
      const row = { uid: Number(bob.uid), call: 'page/info', address: '', item_id: 0, page_id: 0, outcome: 0, addtime: at + 5 }
      const [build, nightly] = [Number(grant_id), Number(old.grant_id)]
      const calls = [
        { ...row, grant_id: build, item_id: Number(item_id), page_id: Number(page_id) },
        { ...row, grant_id: build, item_id: Number(item_id), outcome: 10303, addtime: at + 50 },
        { ...row, grant_id: build, item_id: Number(other), page_id: Number(elsewhere), addtime: at + 50 },
        { ...row, grant_id: nightly, item_id: Number(item_id), addtime: at - 20 },
        { ...row, grant_id: nightly, item_id: Number(item_id), addtime: at - 31 * 86_400 },
      ]
      await store.db.insertInto('token_call').values(calls).execute()
      await bob.api.token.end({ grant_id: old.grant_id })
      const { list, total, since } = await alice.api.publish.tokens({ item_id })
      const by = { kind: 'personal', username: bob.username }
      expect([list, total]).toEqual([
        [
          { ...by, grant_id, name: 'Build', level: '3', calls: '2', last_time: String(at + 5), is_ended: '0' },
          { ...by, grant_id: old.grant_id, name: 'Nightly', level: '1', calls: '1', last_time: String(at - 20), is_ended: '1' },
        ],
        '2',
      ])
      expect(Number(since)).toBeLessThanOrEqual(now() - 30 * 86_400)
      expect((await alice.api.publish.tokens({ item_id: await anItem(alice) })).list).toEqual([])
      await areRefused([bob.api.publish.tokens({ item_id })], 10303)
    })

    it('counts the calls of an item by its index, however many calls concern others, and says since when', async () => {
      const [item_id, quiet] = [await anItem(alice), await anItem(alice)]
      const { grant_id } = await alice.api.token.save({ name: 'Crawler', level: '1', days: '30' })
      const { store, now } = product.server.services
      const at = now()
      const row = { uid: Number(alice.uid), grant_id: Number(grant_id), call: 'item/info', address: '', page_id: 0, outcome: 0 }
      const before = [29 * 86_400, 31 * 86_400].map((age) => ({ ...row, item_id: Number(quiet), addtime: at - age }))
      await store.db.insertInto('token_call').values(before).execute()
      const many = Array.from({ length: 1000 }, (_, n) => ({ ...row, item_id: Number(item_id), addtime: at - 200 + (n % 100) }))
      await store.db.insertInto('token_call').values(many).execute()
      const columns = ['grant_id', 'uid', 'call', 'item_id', 'page_id', 'outcome', 'address', 'addtime'] as const
      const again = store.db.selectFrom('token_call').select(columns).where('item_id', '=', Number(item_id))
      for (let rows = many.length; rows < 120_000; rows *= 2)
        await store.db
          .insertInto('token_call')
          .columns([...columns])
          .expression(again.orderBy('id'))
          .execute()
      // 128,000 calls, 1,280 in each second: the newest 100,000 reach into the 79th second.
      const { list, since } = await alice.api.publish.tokens({ item_id })
      expect([list.map(({ calls }) => calls), since]).toEqual([['100000'], String(at - 101 - 78)])
      const other = await alice.api.publish.tokens({ item_id: quiet })
      expect(other.list.map(({ calls, last_time }) => [calls, last_time])).toEqual([['1', String(at - 29 * 86_400)]])
      expect(Number(other.since)).toBeLessThanOrEqual(now() - 30 * 86_400)

      if (store.kind === 'postgres') await sql`analyze token_call`.execute(store.db)
      const read = callsOfItem(store.db, Number(item_id), at - 30 * 86_400, { addtime: at, id: 9 }).compile()
      const explain = store.kind === 'postgres' ? 'explain' : 'explain query plan'
      const plan = await store.db.executeQuery(CompiledQuery.raw(`${explain} ${read.sql}`, [...read.parameters]))
      expect(JSON.stringify(plan.rows)).toMatch(/token_call_item/)
      expect(JSON.stringify(plan.rows)).not.toMatch(/sort|temp b-tree|seq scan/i)
      await store.db.deleteFrom('token_call').where('grant_id', '=', Number(grant_id)).execute()
    })

    it('logs the item of a page that a successful call named alone, and not that of a refused call', async () => {
      const page_id = await aPage(alice, await anItem(alice, { password: 'closed' }))
      const own = await anItem(bob)
      const mine = await aPage(bob, own)
      const { token, grant_id } = await bob.api.token.save({ name: 'Reader', level: '1', days: '30' })
      const call = (page: string) =>
        product.send({
          method: 'POST',
          url: '/api/page/info',
          payload: new URLSearchParams({ page_id: page }).toString(),
          headers: { host: 'sheaf.test', 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
        })
      expect((await call(mine)).json()).toMatchObject({ error_code: 0 })
      expect((await call(page_id)).json().error_code).not.toBe(0)
      const logged = () =>
        product.server.services.store.db
          .selectFrom('token_call')
          .select(['page_id', 'item_id'])
          .where('grant_id', '=', Number(grant_id))
          .orderBy('id')
          .execute()
      await expect.poll(async () => (await logged()).length).toBe(2)
      expect(await logged()).toEqual([
        { page_id: Number(mine), item_id: Number(own) },
        { page_id: Number(page_id), item_id: 0 },
      ])
    })

    it('S111: refuses notes, choices and robots lines that could say something else', async () => {
      const item_id = await anItem(alice)
      const save = (fields: Record<string, string>) => alice.api.publish.save({ item_id, ...fields })
      await areRefused(
        [
          save({ is_indexed: '2' }),
          save({ agent_note: 'a\rb' }),
          save({ agent_note: 'a\u2028b' }),
          save({ agent_note: 'a\u202eb' }),
          save({ agent_note: 'x'.repeat(4001) }),
        ],
        10101,
      )
      await areRefused(
        [
          'Sitemap: https://evil.example/sitemap.xml',
          'Noindex: /',
          'Host: evil.example',
          'Allow',
          'Allow: /\rSitemap: https://evil.example',
          'Allow: /\u2028Sitemap: https://evil.example',
          'x'.repeat(4001),
          `# ${'x'.repeat(4000)}`,
        ].map((robots_more) => set({ robots_more })),
        10101,
      )
      await areRefused(
        [set({ index_default: 'all' }), set({ site_agent_note: 'a\u0000\u001bb' }), set({ site_description: 'x'.repeat(301) })],
        10101,
      )
      await set({ robots_more: '# Ours\r\nUser-agent: GPTBot\r\nDisallow: /\r\n\r\nContent-Signal: search=yes, ai-train=no' })
      expect((await product.admin.api.adminSetting.loadConfig({})).robots_more).toBe(
        '# Ours\nUser-agent: GPTBot\nDisallow: /\n\nContent-Signal: search=yes, ai-train=no',
      )
      await set({ robots_more: '' })
    })

    it('is counted by kind before a save, which changes nothing', async () => {
      const count = (settings: Record<string, string>) =>
        product.admin.api.adminSetting.saveConfig({ ...settings, count_only: '1' }) as Promise<Record<string, string>>
      await product.server.services.store.db.updateTable('item').set({ is_del: 1 }).execute()
      const [first] = [
        await anItem(alice),
        await anItem(alice),
        await anItem(alice, { item_type: '3' }),
        await anItem(alice, { item_type: '4' }),
      ]
      await anItem(alice, { password: 'x' })
      expect(await count({ site_index: '1', index_default: 'kind' })).toEqual({ regular: '2', api: '1', single: '0', sheet: '0' })
      expect(await count({ site_index: '1', index_default: 'none' })).toEqual({ regular: '0', api: '0', single: '0', sheet: '0' })
      await alice.api.publish.save({ item_id: first as string, is_indexed: '0' })
      expect(await count({ site_index: '1', index_default: 'kind' })).toMatchObject({ regular: '1' })
      expect(await count({ site_index: '0' })).toMatchObject({ regular: '0', api: '0' })
      expect(await product.admin.api.adminSetting.loadConfig({})).toMatchObject({ site_index: '0' })
    })
  },
  site,
)

onOneDatabase('a site without a public address', (product) => {
  it('W25: is not listed: there is no sitemap, no head, and addresses are relative', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice, { item_domain: 'orders' })
    const page_id = await aPage(alice, item_id, { page_content: '[a](/orders/7)' })
    await areRefused([product.admin.api.adminSetting.saveConfig({ site_index: '1' })], 10101, 'PUBLIC_URL')
    await areRefused([alice.api.publish.save({ item_id, is_indexed: '1' })], 10101, 'PUBLIC_URL')
    await product.server.services.store.db
      .insertInto('site_config')
      .values({ name: 'site_index', value: '1' })
      .onConflict((row) => row.column('name').doUpdateSet({ value: '1' }))
      .execute()
    expect(await alice.api.publish.info({ item_id })).toMatchObject({ listed: '0', why: 'address', address: '/orders' })
    expect((await product.send({ url: '/sitemap.xml' })).statusCode).toBe(404)
    expect((await product.send({ url: '/robots.txt' })).body).toBe('User-agent: *\nDisallow: /\n')
    const html = await product.send({ url: `/orders/${page_id}`, headers: { accept: 'text/html' } })
    expect(html.body).toContain('<meta name="robots" content="noindex">')
    expect(html.body).not.toMatch(/canonical|og:|ld\+json/)
    const { body } = await product.send({ url: `/orders/${page_id}.md` })
    expect(body).toContain(`url: /orders/${page_id}\n`)
    expect(body).toContain('[a](/orders/7.md)')
    expect((await product.send({ url: '/orders/llms.txt' })).body).toContain(`](/orders/${page_id}.md)`)
  })
})
