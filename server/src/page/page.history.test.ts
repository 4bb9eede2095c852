import { inflateRawSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type Person } from '../test/product.ts'

onEachDatabase('the states of a page', (product) => {
  let alice: Person
  let bob: Person
  let item_id: string
  beforeAll(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    item_id = await anItem(alice)
    await aMember(product, item_id, bob)
  })

  const save = (fields: Record<string, string | number>, who = alice) =>
    who.api.page.save({ page_title: 'Title', page_content: 'text', ...fields })
  const states = async (page_id: string) => {
    const { db } = product.server.house.store
    const rows = await db.selectFrom('page_history').selectAll().where('page_id', '=', Number(page_id)).orderBy('page_history_id').execute()
    return rows.map((row) => ({ ...row, text: inflateRawSync(row.page_content).toString() }))
  }

  it('tells a late writer who was faster, and loses nothing', async () => {
    const page_id = await aPage(alice, item_id)
    await save({ page_id, base_version: 1, page_content: 'by bob' }, bob)
    const late = save({ page_id, base_version: 1, page_content: 'by alice' })
    await expect(late).rejects.toMatchObject({
      code: 10109,
      message: `This page has been changed by ${bob.username} in the meantime`,
      data: { version: '2', author_username: bob.username, addtime: expect.stringMatching(/^\d{10}$/) },
    })
    expect(await alice.api.page.info({ page_id })).toMatchObject({ page_content: 'by bob', version: '2' })
    expect(await save({ page_id, base_version: 2, page_content: 'by alice' })).toMatchObject({ version: '3' })
    expect((await states(page_id)).map((state) => state.text)).toEqual(['Hello', 'by bob'])
    await expect(save({ page_id, base_version: 9 })).rejects.toMatchObject({ code: 10109 })
  })

  it('loses nothing of many saves at once', async () => {
    const page_id = await aPage(alice, item_id)
    const texts = Array.from({ length: 12 }, (_, n) => `text ${n}`)
    await Promise.all(texts.map((page_content, n) => save({ page_id, page_content }, n % 2 ? alice : bob)))
    const last = await alice.api.page.info({ page_id })
    expect(last.version).toBe('13')
    expect([...(await states(page_id)).map((state) => state.text), last.page_content].sort()).toEqual(['Hello', ...texts].sort())
    const based = await Promise.allSettled(texts.map((page_content) => save({ page_id, page_content, base_version: 13 })))
    expect(based.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
    for (const end of based) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 10109, data: { version: '14' } })
  })

  it('keeps as many states as the site says', async () => {
    const page_id = await aPage(alice, item_id)
    const { db } = product.server.house.store
    for (let n = 1; n <= 21; n++) await save({ page_id, page_content: `state ${n}` })
    expect((await states(page_id)).map((state) => state.text)).toEqual(Array.from({ length: 20 }, (_, n) => `state ${n + 1}`))
    await db.insertInto('site_config').values({ name: 'history_version_count', value: '3' }).execute()
    await save({ page_id, page_content: 'state 22' })
    expect((await states(page_id)).map((state) => state.text)).toEqual(['state 19', 'state 20', 'state 21'])
    await db.deleteFrom('site_config').execute()
  })
})
