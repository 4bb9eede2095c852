import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { anItem, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('groups and order of items', (product) => {
  let alice: TestUser
  let bob: TestUser
  let items: string[]
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    items = [await anItem(alice), await anItem(alice), await anItem(alice)]
  })
  const save = (group_name: string, item_ids: string, id = '') => alice.api.itemGroup.save({ id, group_name, item_ids })
  const names = async ({ api }: TestUser) => (await api.itemGroup.getList({})).map((group) => group.group_name)
  const tiles = async (item_group_id = '0', { api } = alice) => (await api.item.myList({ item_group_id })).map((tile) => tile.item_id)
  const isRefused = async (calls: () => Promise<unknown>[], code: number) => {
    const before = await digestOf(product)
    await areRefused(calls(), code)
    expect(await digestOf(product)).toEqual(before)
  }

  it('are created, renamed and filled, with each id once', async () => {
    const made = await save(' Work ', `${items[0]}, ${items[1]},,${items[0]}`)
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const row = { id: made.id, uid: alice.uid, s_number: '0', created_at: date, updated_at: date }
    expect(made).toEqual({ ...row, group_name: 'Work', item_ids: `${items[0]},${items[1]}` })
    expect(await tiles(made.id)).toEqual([items[0], items[1]])
    expect(await save('Works', items[2] as string, made.id)).toEqual({ ...row, group_name: 'Works', item_ids: items[2] })
    expect(await tiles(made.id)).toEqual([items[2]])
    expect(await save('Works', '', made.id)).toMatchObject({ item_ids: '' })
    expect(await tiles(made.id)).toEqual([])
    expect(await alice.api.itemGroup.delete({ id: made.id })).toBe(1)
    expect(await names(alice)).toEqual([])
  })

  it('are private: other users cannot read, change, order or delete them', async () => {
    const { id } = await save('Mine', items[0] as string)
    expect(await names(bob)).toEqual([])
    const { api } = bob
    await isRefused(
      () => [
        api.itemGroup.save({ id, group_name: 'x', item_ids: '' }),
        api.itemGroup.delete({ id }),
        api.itemGroup.delete({ id: '2000000001' }),
      ],
      10101,
    )
    const before = await digestOf(product)
    expect(await api.itemGroup.saveSort({ groups: JSON.stringify([{ id, s_number: 9 }]) })).toEqual([])
    expect(await digestOf(product)).toEqual(before)
    await alice.api.itemGroup.delete({ id })
  })

  it('contain only items that their owner can access', async () => {
    const carol = await product.user('carol')
    const own = await anItem(carol)
    const { id, item_ids } = await carol.api.itemGroup.save({ id: '', group_name: 'Wishes', item_ids: [...items, own].join() })
    expect([item_ids, await tiles(id, carol)]).toEqual([own, [own]])
  })

  it.each([
    ['', '1'],
    [' ', '1'],
    ['x'.repeat(101), '1'],
    ['Name', 'x'],
    ['Name', '1;2'],
    ['Name', '1,-2'],
    ['Name', '1,2147483648'],
  ])('refuse the name %j with the items %j', async (group_name, item_ids) => {
    await isRefused(() => [save(group_name, item_ids)], 10101)
  })

  it('are listed in the saved order', async () => {
    const ids = [(await save('a', '')).id, (await save('b', '')).id, (await save('c', '')).id]
    expect(await names(alice)).toEqual(['a', 'b', 'c'])
    await alice.api.itemGroup.saveSort({ groups: JSON.stringify(ids.toReversed().map((id, n) => ({ id, s_number: n + 1 }))) })
    expect(await names(alice)).toEqual(['c', 'b', 'a'])
    const order = (groups: string) => alice.api.itemGroup.saveSort({ groups })
    for (const bad of [
      '',
      'x',
      '{}',
      '[1]',
      '[{"id":"x","s_number":1}]',
      '[{"id":1}]',
      '[{"id":1,"s_number":-1}]',
      `[${Array(1001).fill('{"id":1,"s_number":1}')}]`,
    ])
      await isRefused(() => [order(bad)], 10101)
    for (const id of ids) await alice.api.itemGroup.delete({ id })
  })

  it('the order of items is stored per user and group, and deleted with the group', async () => {
    const { id } = await save('Ordered', items.join())
    const order = (wanted: (string | undefined)[], item_group_id: string) =>
      alice.api.item.sort({ data: JSON.stringify(Object.fromEntries(wanted.map((item, n) => [item, n + 1]))), item_group_id })
    const [one, two, three] = items
    expect(await order([three, one, two], '0')).toEqual([])
    await order([two, three, one], id)
    expect([await tiles(), await tiles(id)]).toEqual([
      [three, one, two],
      [two, three, one],
    ])
    await order([one, two, three], '0')
    expect([await tiles(), await tiles(id)]).toEqual([items, [two, three, one]])
    expect(await tiles('0', bob)).toEqual([])
    await alice.api.itemGroup.delete({ id })
    const left = await product.server.services.store.db
      .selectFrom('item_sort')
      .select('item_group_id')
      .where('uid', '=', Number(alice.uid))
      .execute()
    expect(left).toEqual([{ item_group_id: 0 }])
  })

  it('an order of items of another user has no effect', async () => {
    await bob.api.item.sort({ data: JSON.stringify({ [items[0] as string]: 9, 2000000001: 1 }), item_group_id: '0' })
    expect(await tiles()).toEqual(items)
    expect(await tiles('0', bob)).toEqual([])
  })

  it.each([
    '',
    'x',
    '[]',
    '[1]',
    '1',
    'null',
    '{"a":1}',
    '{"1":"x"}',
    '{"1":-1}',
    '{"1":1.5}',
    '{"1":{}}',

    '{"1":99999999}',
  ])('the order must be JSON of ids and numbers, not %j', async (data) => {
    await isRefused(() => [alice.api.item.sort({ data, item_group_id: '0' })], 10101)
  })
})
