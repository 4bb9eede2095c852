import { beforeAll, expect, it } from 'vitest'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('templates', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  const save = (who: TestUser, fields: Record<string, string>) =>
    who.api.template.save({ template_title: 'REST', template_content: 'x', ...fields })

  it('are stored unchanged and listed newest first; titles can repeat', async () => {
    expect(await alice.api.template.getList({})).toEqual([])
    const template_content = '# 接口\n\n|a|b|\n|--|--|\n|1|<b>"2"&amp;</b> 100%|\n'
    const first = await save(alice, { template_title: ' 接口 <模板> ', template_content })
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/),
      uid: alice.uid,
      username: alice.username,
      template_title: '接口 <模板>',
      template_content,
      addtime: expect.stringMatching(/^\d{10}$/),
    })
    const second = await save(alice, { template_title: '接口 <模板>' })
    const { addtime: _at, ...row } = first
    expect(await alice.api.template.getList({})).toMatchObject([
      { id: second.id },
      { ...row, addtime: expect.stringMatching(/^\d{4}-\d\d-\d\d /) },
    ])
  })

  it('are private to their user', async () => {
    const { id } = await save(alice, {})
    const mallory = await product.user('mallory')
    expect(await mallory.api.template.getList({})).toEqual([])
    for (const who of [mallory, product.admin]) await expect(who.api.template.delete({ id })).rejects.toMatchObject({ code: 10101 })
    expect(await alice.api.template.delete({ id })).toBe(1)
    await expect(alice.api.template.delete({ id })).rejects.toMatchObject({ code: 10101 })
  })

  it('S56: have a title of 1 to 100 characters and content of at most 64 KB', async () => {
    for (const fields of [
      { template_title: ' ' },
      { template_title: 'x'.repeat(101) },
      { template_content: 'x'.repeat(64 * 1024 + 1) },
    ] as Record<string, string>[])
      await expect(save(alice, fields)).rejects.toMatchObject({ code: 10101 })
    const long = { template_title: '题'.repeat(100), template_content: '字'.repeat(64 * 1024) }
    expect(await save(alice, long)).toMatchObject(long)
  })

  it('are limited in number', async () => {
    const hoarder = await product.user('hoarder')
    const row = { uid: Number(hoarder.uid), template_title: 'T', template_content: '', addtime: 1 }
    await product.server.services.store.db
      .insertInto('template')
      .values(Array.from({ length: 500 }, () => row))
      .execute()
    await expect(save(hoarder, {})).rejects.toMatchObject({ code: 10101, message: expect.stringContaining('500') })
    const [last] = await hoarder.api.template.getList({})
    await hoarder.api.template.delete({ id: last?.id ?? '' })
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => save(hoarder, {})))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await hoarder.api.template.getList({})).toHaveLength(500)
  })
})
