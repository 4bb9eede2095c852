import { beforeEach, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('environments of an API client', (product) => {
  let alice: TestUser
  let item_id: string
  beforeEach(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_type: 3, password: 'sesame' })
  })
  const newMember = async (row: { edit?: boolean; cat_id?: string }) => {
    const one = await product.user('someone')
    await aMember(product, item_id, one, row)
    return one
  }

  it('start with one that the first request creates, in the language of its user', async () => {
    const { api } = alice
    await api.itemVariable.save({ item_id, var_name: 'host', var_value: 'early' })
    const [[first], [again]] = await Promise.all([api.runapi.getEnvList({ item_id }), api.runapi.getEnvList({ item_id })])
    expect(first).toMatchObject({ id: again?.id, env_name: 'Default environment', item_id, uid: alice.uid })
    expect(first?.addtime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(await api.itemVariable.getList({ item_id, env_id: first?.id })).toMatchObject([{ var_value: 'early', env_id: first?.id }])
    const bob = await product.user('bob')
    bob.headers['accept-language'] = 'zh-CN'
    expect(await bob.api.runapi.getEnvList({ item_id: await anItem(bob) })).toMatchObject([{ env_name: '默认环境' }])
  })

  it('are added, renamed by either call, and deleted with their variables', async () => {
    const { api } = alice
    const { env_id } = await api.runapi.addEnv({ item_id, env_name: ' prod ', env_id: 0 })
    expect(await api.runapi.updateEnv({ item_id, env_name: 'production', env_id })).toEqual({ env_id: Number(env_id) })
    expect(await api.runapi.addEnv({ item_id, env_name: 'live', env_id })).toEqual({ env_id })
    expect(await api.runapi.getEnvList({ item_id })).toMatchObject([{ id: env_id, env_name: 'live' }])
    await api.itemVariable.save({ item_id, env_id, var_name: 'host', var_value: 'x' })
    await api.runapi.selectEnv({ env_id })
    const flow = await api.flow.save({ item_id, flow_name: 'Smoke' })
    expect(flow.env_id).toBe(env_id)
    expect(await api.runapi.delEnv({ env_id })).toEqual([])
    expect(await api.itemVariable.getList({ item_id })).toEqual([])
    expect(await api.runapi.getSelectEnv({ item_id })).toEqual({ env_id: '0' })
    expect(await api.flow.getList({ item_id })).toMatchObject([{ env_id: '0' }])
    await areRefused([api.runapi.delEnv({ env_id }), api.runapi.selectEnv({ env_id })], 10303)
  })

  it('of another item cannot be changed', async () => {
    const { api } = alice
    const { env_id } = await api.runapi.addEnv({ item_id: await anItem(alice), env_name: 'other' })
    await areRefused(
      [
        api.runapi.updateEnv({ item_id, env_id, env_name: 'taken' }),
        api.itemVariable.save({ item_id, env_id, var_name: 'x', var_value: 'x' }),
        api.flow.save({ item_id, env_id, flow_name: 'x' }),
      ],
      10101,
    )
  })

  it('are created once by a repeated request', async () => {
    const more = { item_id, env_name: 'once', request_id: 'request-1' }
    const [one, two] = await Promise.all([alice.api.runapi.addEnv(more), alice.api.runapi.addEnv(more)])
    expect(one).toEqual(two)
    expect(await alice.api.runapi.getEnvList({ item_id })).toHaveLength(1)
  })

  it('are selected per user', async () => {
    const bob = await newMember({ edit: true })
    const { env_id } = await alice.api.runapi.addEnv({ item_id, env_name: 'a' })
    const { env_id: other } = await alice.api.runapi.addEnv({ item_id, env_name: 'b' })
    await alice.api.runapi.selectEnv({ env_id })
    await bob.api.runapi.selectEnv({ env_id: other })
    const id = await bob.api.runapi.selectEnv({ env_id: other })
    expect(await alice.api.runapi.getSelectEnv({ item_id })).toMatchObject({ env_id, item_id, uid: alice.uid })
    expect(await bob.api.runapi.getSelectEnv({ item_id })).toEqual({ id, env_id: other, item_id, uid: bob.uid })
  })

  it('are visible to editors, changed by editors of the whole item, and read-only in an archived one', async () => {
    const [reader, scoped, outsider] = [
      await newMember({ edit: false }),
      await newMember({ edit: true, cat_id: await aCatalog(alice, item_id) }),
      await product.user('outsider'),
    ]
    const { env_id } = await alice.api.runapi.addEnv({ item_id, env_name: 'a' })
    for (const { api } of [reader, outsider])
      await areRefused(
        [
          api.runapi.getEnvList({ item_id }),
          api.runapi.getSelectEnv({ item_id }),
          api.runapi.getGlobalParam({ item_id }),
          api.runapi.selectEnv({ env_id }),
          api.itemVariable.getList({ item_id }),
          api.flow.getList({ item_id }),
        ],
        10303,
      )
    expect(await scoped.api.runapi.getEnvList({ item_id })).toHaveLength(1)
    expect(await scoped.api.runapi.selectEnv({ env_id })).toMatch(/^\d+$/)
    await areRefused([scoped.api.runapi.addEnv({ item_id, env_name: 'b' }), scoped.api.runapi.delEnv({ env_id })], 10303)
    await archive(product, item_id)
    expect(await alice.api.runapi.getEnvList({ item_id })).toHaveLength(1)
    await areRefused([alice.api.runapi.addEnv({ item_id, env_name: 'b' }), scoped.api.runapi.selectEnv({ env_id })], 10103)
  })

  it('are limited to a hundred', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, n) => alice.api.runapi.addEnv({ item_id, env_name: `e${n}` })))
    await areRefused([alice.api.runapi.addEnv({ item_id, env_name: 'more' })], 10101, '100')
  })
})

onEachDatabase('parameters shared by all pages', (product) => {
  it('are stored by type, returned by item/info, and not lost in concurrent changes', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice, { item_type: 3 })
    const { getGlobalParam, updateGlobalParam } = alice.api.runapi
    expect(await getGlobalParam({ item_id })).toEqual({ query: [], body: [], header: [], cookies: [], preScript: '', postScript: '' })
    const header = [{ name: 'token', type: 'string', value: '<t&"', require: '1', remark: '全局' }]
    await Promise.all([
      updateGlobalParam({ item_id, param_type: 'header', content_json_str: JSON.stringify(header) }),
      updateGlobalParam({ item_id, param_type: 'preScript', content_json_str: 'if (a < b && c) { x = "1" }' }),
      updateGlobalParam({ item_id, param_type: 'query', content_json_str: '[{"name":"v"}]' }),
    ])
    const kept = { header, query: [{ name: 'v' }], body: [], cookies: [], preScript: 'if (a < b && c) { x = "1" }', postScript: '' }
    expect(await getGlobalParam({ item_id })).toEqual(kept)
    expect((await alice.api.item.info({ item_id })).global_param).toEqual(kept)
    expect(await updateGlobalParam({ item_id, param_type: 'query', content_json_str: '' })).toBe(1)
    expect(await getGlobalParam({ item_id })).toMatchObject({ query: [], header })
  })

  it('are limited in size and type', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice, { item_type: 3 })
    const set = (param_type: string, content_json_str: string) =>
      alice.api.runapi.updateGlobalParam({ item_id, param_type: param_type as 'body', content_json_str })
    await areRefused(
      [
        set('body', '{"not":"a list"}'),
        set('body', 'nothing'),
        set('body', `${'['.repeat(30_000)}${']'.repeat(30_000)}`),
        set('body', JSON.stringify(['x'.repeat(64 * 1024)])),
        set('postScript', 'x'.repeat(64 * 1024 + 1)),
        set('password', '[]'),
        set('__proto__', '[]'),
      ],
      10101,
    )
    expect(await set('postScript', 'x'.repeat(64 * 1024))).toBe(1)
    // An invalid value written by other means is returned as far as possible.
    const deep = `{"query":${'['.repeat(30_000)}${']'.repeat(30_000)},"preScript":"x"}`
    await product.server.services.store.db.updateTable('item').set({ global_param: deep }).where('item_id', '=', Number(item_id)).execute()
    expect((await alice.api.item.info({ item_id })).global_param).toMatchObject({ query: [], preScript: 'x' })
  })
})
