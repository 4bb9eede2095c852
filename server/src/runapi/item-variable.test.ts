import { beforeEach, expect, it } from 'vitest'
import { anItem, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('variables of an API client', (product) => {
  let alice: TestUser
  let item_id: string
  let env_id: string
  beforeEach(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_type: 3 })
    env_id = (await alice.api.runapi.addEnv({ item_id, env_name: 'prod' })).env_id
  })

  it('have one unchanged value per name and environment', async () => {
    const { save, getList } = alice.api.itemVariable
    const id = await save({ item_id, env_id, var_name: 'host', var_value: 'x.test' })
    expect(await save({ item_id, env_id, var_name: 'host', var_value: ' <b>&amp; 100% ' })).toBe(id)
    await save({ item_id, var_name: 'host', var_value: 'without' })
    await save({ item_id, env_id, var_name: 'token', var_value: '' })
    expect(await getList({ item_id, env_id })).toEqual([
      {
        id,
        var_name: 'host',
        var_value: ' <b>&amp; 100% ',
        uid: alice.uid,
        item_id,
        env_id,
        addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
      expect.objectContaining({ var_name: 'token', var_value: '' }),
    ])
    expect(await getList({ item_id })).toHaveLength(3)
  })

  it('are deleted by id and by name, once', async () => {
    const { save, getList, deleteByName, delete: remove } = alice.api.itemVariable
    const id = await save({ item_id, env_id, var_name: 'a', var_value: '1' })
    await save({ item_id, env_id, var_name: 'b', var_value: '2' })
    expect([await remove({ item_id, id }), await deleteByName({ item_id, env_id, var_name: 'b' })]).toEqual([1, 1])
    expect(await getList({ item_id })).toEqual([])
    await areRefused([remove({ item_id, id }), deleteByName({ item_id, env_id, var_name: 'b' })], 10101)
  })

  it('are not found under another item', async () => {
    const id = await alice.api.itemVariable.save({ item_id, env_id, var_name: 'a', var_value: '1' })
    const elsewhere = await anItem(alice)
    await areRefused(
      [
        alice.api.itemVariable.delete({ item_id: elsewhere, id }),
        alice.api.itemVariable.deleteByName({ item_id: elsewhere, env_id, var_name: 'a' }),
      ],
      10101,
    )
    expect(await alice.api.itemVariable.getList({ item_id: elsewhere, env_id })).toEqual([])
  })

  it('are limited in size and number', async () => {
    const { save } = alice.api.itemVariable
    const row = { item_id: Number(item_id), env_id: Number(env_id), var_value: '', uid: Number(alice.uid), addtime: 1 }
    await areRefused(
      [
        save({ item_id, env_id, var_name: ' ', var_value: 'x' }),
        save({ item_id, env_id, var_name: 'x'.repeat(256), var_value: 'x' }),
        save({ item_id, env_id, var_name: 'x', var_value: 'x'.repeat(16 * 1024 + 1) }),
      ],
      10101,
    )
    const many = Array.from({ length: 1000 }, (_, n) => ({ ...row, var_name: `v${n}` }))
    await product.server.services.store.db.insertInto('item_variable').values(many).execute()
    await areRefused([save({ item_id, env_id, var_name: 'more', var_value: 'x' })], 10101, '1000')
    expect(await save({ item_id, env_id, var_name: 'v7', var_value: 'still' })).toMatch(/^\d+$/)
  })
})
