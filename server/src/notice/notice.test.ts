import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { anItem, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('notices', (product) => {
  let alice: TestUser
  let bob: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
  })
  beforeEach(async () => void (await product.server.services.store.db.deleteFrom('notice').execute()))

  const all = ({ api }: TestUser) => api.notice.getList({ notice_type: 'all' })
  const add = (item_id: string, { username }: TestUser) => alice.api.member.save({ item_id, username, member_group_id: '1' })

  it('use the reader’s language and unescaped names', async () => {
    const item_id = await anItem(alice, { item_name: '<b>手册</b> & "co"' })
    await alice.api.user.updateInfo({ name: '爱丽丝' })
    await add(item_id, bob)
    const read = async (lang: string) => {
      const reply = await product.send({ url: '/api/notice/getList', headers: { cookie: `${bob.headers['cookie']}; lang=${lang}` } })
      return reply.json().data[0]
    }
    expect(await read('zh-cn')).toMatchObject({
      notice_title: '已加入项目',
      notice_content: '爱丽丝 将您加入项目“<b>手册</b> & "co"”（可编辑）。',
    })
    expect(await read('en')).toMatchObject({ notice_content: '爱丽丝 added you to the item “<b>手册</b> & "co"” (can edit).' })
    await alice.api.user.updateInfo({ name: '' })
  })

  it('are marked as read a thousand at a time, so that other requests get their turn', async () => {
    const { db, kind } = product.server.services.store
    const numbers =
      kind === 'postgres'
        ? sql`select n from generate_series(1, 2300) n`
        : sql`with recursive t(n) as (select 1 union all select n + 1 from t where n < 2300) select n from t`
    await sql`insert into notice (uid, kind, notice_title, notice_content, from_name, notice_time)
      select ${sql.lit(Number(bob.uid))}, 'message', 'Tonight', 'We update', 'admin', n from (${numbers}) as numbers`.execute(db)
    const executor = db.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    const marked: number[] = []
    const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
      const result = await execute(query)
      if (query.sql.startsWith('update "notice"')) marked.push(Number(result.numAffectedRows))
      return result as never
    })
    await bob.api.notice.setAllRead({}).finally(() => spy.mockRestore())
    expect(marked).toEqual([1000, 1000, 300])
    expect(await bob.api.notice.getList({ notice_type: 'unread' })).toEqual([])
  })

  it('are read, counted and deleted only by their recipient', async () => {
    const item_id = await anItem(alice)
    for (let n = 0; n < 3; n++) {
      const { item_member_id } = await add(item_id, bob)
      if (n < 2) await alice.api.member.delete({ item_id, item_member_id })
    }
    const unread = async ({ api } = bob) => [
      (await api.item.info({ item_id })).unread_count,
      (await api.notice.getList({ notice_type: 'unread' })).length,
    ]
    expect([await unread(), await unread(alice)]).toEqual([
      ['5', 5],
      ['0', 0],
    ])
    const [newest, second] = await all(bob)
    expect(await bob.api.notice.getList({ notice_type: 'unread', count: '1' })).toEqual([newest])
    const id = { notice_id: newest?.notice_id as string }
    const before = await digestOf(product)
    for (const { api } of [alice, product.admin])
      await areRefused([api.notice.setRead(id), api.notice.delete(id), api.notice.setRead({ notice_id: '2000000001' })], 10101)
    await alice.api.notice.setAllRead({})
    expect(await digestOf(product)).toEqual(before)
    expect(await bob.api.notice.setRead(id)).toEqual([])
    expect(await bob.api.notice.setRead(id)).toEqual([])
    expect(await unread()).toEqual(['4', 4])
    expect((await bob.api.notice.getList({ notice_type: 'unread', count: '1' }))[0]).toEqual(second)
    expect(await bob.api.notice.delete(id)).toEqual([])
    await areRefused([bob.api.notice.delete(id), bob.api.notice.setRead(id)], 10101)
    expect(await all(bob)).toHaveLength(4)
    await bob.api.notice.setAllRead({})
    expect(await unread()).toEqual(['0', 0])
    expect((await all(bob)).map((row) => row.is_read)).toEqual(['1', '1', '1', '1'])
  })
})
