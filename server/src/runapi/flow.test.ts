import { beforeEach, expect, it } from 'vitest'
import { grant } from '../access/permission.ts'
import { removeItem } from '../item/item.service.ts'
import { aCatalog, aMember, anItem, aPage, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('flows of an API client', (product) => {
  let alice: TestUser
  let item_id: string
  beforeEach(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_type: 3, password: 'sesame' })
  })
  const titles = async (flow_id: string, one = alice) =>
    (await one.api.flow.getFlowPageList({ flow_id })).map(({ page_title, enabled }) => `${page_title}${enabled}`)

  it('are created with defaults, and a change affects only the fields sent', async () => {
    const { save, getList } = alice.api.flow
    const made = await save({ item_id, flow_name: ' Smoke ', env_id: '0', times: '3' })
    expect(made).toMatchObject({
      flow_name: 'Smoke',
      uid: alice.uid,
      username: alice.username,
      item_id,
      env_id: '0',
      times: '3',
      time_interval: '0',
      error_continue: '1',
      save_change: '1',
    })
    expect(await save({ id: made.id, error_continue: '0', time_interval: '500' })).toMatchObject({
      id: made.id,
      flow_name: 'Smoke',
      times: '3',
      time_interval: '500',
      error_continue: '0',
      save_change: '1',
    })
    const second = await save({ item_id, flow_name: 'Second' })
    expect((await getList({ item_id })).map((flow) => flow.id)).toEqual([second.id, made.id])
    await areRefused([save({ item_id, flow_name: ' ' }), save({ item_id })], 10101)
    await areRefused([save({ id: '999999', flow_name: 'x' })], 10303)
  })

  it('list their steps in order and with their enabled state', async () => {
    const { addFlowPage, deleteFlowPage, saveSort, setFlowPageEnabled, save } = alice.api.flow
    const { id: flow_id } = await save({ item_id, flow_name: 'Smoke' })
    const calls: string[] = []
    for (const page_title of ['a', 'b', 'c'])
      calls.push(await addFlowPage({ flow_id, page_id: await aPage(alice, item_id, { page_title }) }))
    expect(await titles(flow_id)).toEqual(['a1', 'b1', 'c1'])
    await saveSort({ flow_id, orders: JSON.stringify(calls.toReversed().map((id, n) => ({ id, s_number: n + 1 }))) })
    await setFlowPageEnabled({ flow_id, ids: JSON.stringify(calls.slice(0, 2)) })
    expect(await titles(flow_id)).toEqual(['c0', 'b1', 'a1'])
    expect(await deleteFlowPage({ id: calls[1] as string })).toBe(1)
    expect(await titles(flow_id)).toEqual(['c0', 'a1'])
    await setFlowPageEnabled({ flow_id, ids: '[]' })
    expect(await titles(flow_id)).toEqual(['c0', 'a0'])
    expect(await alice.api.flow.delete({ id: flow_id })).toBe(1)
    await areRefused([alice.api.flow.getFlowPageList({ flow_id }), deleteFlowPage({ id: calls[0] as string })], 10303)
  })

  it('leave out deleted pages and pages the caller cannot read, and accept none of another item', async () => {
    const { addFlowPage, save } = alice.api.flow
    const { id: flow_id } = await save({ item_id, flow_name: 'Smoke' })
    const cat_id = await aCatalog(alice, item_id)
    const [inside, outside] = [
      await aPage(alice, item_id, { cat_id, page_title: 'inside' }),
      await aPage(alice, item_id, { page_title: 'outside' }),
    ]
    for (const page_id of [inside, outside]) await addFlowPage({ flow_id, page_id })
    const scoped = await product.user('scoped')
    await aMember(product, item_id, scoped, { cat_id })
    expect(await titles(flow_id, scoped)).toEqual(['inside1'])
    await areRefused([scoped.api.flow.addFlowPage({ flow_id, page_id: inside })], 10303)
    const foreign = await aPage(alice, await anItem(alice))
    await areRefused([addFlowPage({ flow_id, page_id: foreign }), addFlowPage({ flow_id, page_id: '999999' })], 10303)
    await alice.api.page.delete({ page_id: outside })
    expect(await titles(flow_id)).toEqual(['inside1'])
  })

  it('ignore the order of steps sent for another flow', async () => {
    const { addFlowPage, save, saveSort, setFlowPageEnabled, getFlowPageList } = alice.api.flow
    const page_id = await aPage(alice, item_id)
    const [one, two] = [await save({ item_id, flow_name: 'one' }), await save({ item_id, flow_name: 'two' })]
    const call = await addFlowPage({ flow_id: one.id, page_id })
    await saveSort({ flow_id: two.id, orders: JSON.stringify([{ id: call, s_number: 9 }]) })
    await setFlowPageEnabled({ flow_id: two.id, ids: '[]' })
    expect(await getFlowPageList({ flow_id: one.id })).toMatchObject([{ s_number: '1', enabled: '1', page_id, flow_id: one.id }])
  })

  it('are deleted with their item, together with all other client data', async () => {
    const { id: flow_id } = await alice.api.flow.save({ item_id, flow_name: 'Smoke' })
    await alice.api.flow.addFlowPage({ flow_id, page_id: await aPage(alice, item_id) })
    const { env_id } = await alice.api.runapi.addEnv({ item_id, env_name: 'prod' })
    await alice.api.runapi.selectEnv({ env_id })
    await alice.api.itemVariable.save({ item_id, env_id, var_name: 'token', var_value: 'secret' })
    await alice.api.item.top({ item_id, action: 'top' })
    const { services } = product.server
    await removeItem(services, grant(Number(item_id)))
    const left = async (table: string, column: string, id: string) =>
      (await services.store.hot<{ n: number }>(`select count(*) as n from ${table} where ${column} = ?`, [Number(id)]))[0]?.n
    for (const table of ['runapi_env', 'runapi_env_selected', 'item_variable', 'runapi_flow', 'item_top'])
      expect([table, await left(table, 'item_id', item_id)]).toEqual([table, 0])
    expect(await left('runapi_flow_page', 'flow_id', flow_id)).toBe(0)
  })
})
