import { beforeAll, expect, it } from 'vitest'
import { aMember, anItem, aPage, areRefused } from '../given.ts'
import { onEachDatabase, Refused, type TestUser } from '../product.ts'

const x = (length: number) => '字'.repeat(length)

onEachDatabase('S56: limits', (product) => {
  let alice: TestUser
  let item_id: string
  let page_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
    page_id = await aPage(alice, item_id)
  })

  it('names of items, catalogs and pages have at most 255 characters', async () => {
    const { api } = alice
    expect(await api.item.add({ item_name: x(255) })).toMatchObject({ item_id: expect.any(String) })
    expect(await api.catalog.save({ item_id, cat_name: x(255) })).toMatchObject({ cat_name: x(255) })
    expect(await api.page.save({ item_id, page_title: x(255), page_content: 'x' })).toMatchObject({ page_title: x(255) })
    await areRefused(
      [
        api.item.add({ item_name: x(256) }),
        api.item.update({ item_id, item_name: x(256) }),
        api.catalog.save({ item_id, cat_name: x(256) }),
        api.page.save({ item_id, page_title: x(256), page_content: 'x' }),
      ],
      10101,
    )
  })

  it('descriptions have at most 500 characters, remarks 255, other names 100', async () => {
    const { api } = alice
    expect(await api.item.add({ item_name: 'A', item_description: x(500) })).toMatchObject({ item_id: expect.any(String) })
    expect(await api.page.save({ page_id, page_title: 'T', page_content: 'x', page_comments: x(255) })).toMatchObject({
      page_comments: x(255),
    })
    const [state] = await api.page.history({ page_id, brief: '1' })
    const page_history_id = state?.page_history_id ?? ''
    expect(await api.page.updateHistoryComments({ page_id, page_history_id, page_comments: x(255) })).toBe(1)
    await api.template.save({ template_title: x(100), template_content: '' })
    expect((await api.template.getList({})).map((one) => one.template_title)).toEqual([x(100)])
    expect(await api.team.save({ id: '', team_name: x(100) })).toMatchObject({ team_name: x(100) })
    expect(await api.itemGroup.save({ id: '', group_name: x(100), item_ids: '' })).toMatchObject({ group_name: x(100) })
    await api.user.updateInfo({ name: x(100) })
    expect(await api.user.info({})).toMatchObject({ name: x(100) })
    await areRefused(
      [
        api.item.add({ item_name: 'A', item_description: x(501) }),
        api.page.save({ page_id, page_title: 'T', page_content: 'x', page_comments: x(256) }),
        api.page.updateHistoryComments({ page_id, page_history_id, page_comments: x(256) }),
        api.template.save({ template_title: x(101), template_content: '' }),
        api.team.save({ id: '', team_name: x(101) }),
        api.itemGroup.save({ id: '', group_name: x(101), item_ids: '' }),
        api.user.updateInfo({ name: x(101) }),
      ],
      10101,
    )
  })

  it('templates and mocks have at most 64 KB, and a mock’s path 255 characters', async () => {
    const { api } = alice
    const json = (length: number) => JSON.stringify('x'.repeat(length - 2))
    expect(await api.mock.add({ page_id, template: json(64 * 1024), path: '/a' })).toMatchObject({ path: '/a' })
    const path = `/${'x'.repeat(254)}`
    expect(await api.mock.add({ page_id, template: '{}', path })).toMatchObject({ path })
    await api.template.save({ template_title: 'T', template_content: 'x'.repeat(64 * 1024) })
    expect((await api.template.getList({}))[0]?.template_content).toHaveLength(64 * 1024)
    await areRefused(
      [
        api.mock.add({ page_id, template: json(64 * 1024 + 1), path: '/a' }),
        api.mock.add({ page_id, template: '{}', path: `/${'x'.repeat(255)}` }),
        api.template.save({ template_title: 'T', template_content: 'x'.repeat(64 * 1024 + 1) }),
      ],
      10101,
    )
  })

  it('a member list of more than 200 names is refused as a whole', async () => {
    const names = Array.from({ length: 201 }, (_, n) => `nobody${n}`).join(',')
    await expect(alice.api.member.save({ item_id, username: names, cat_id: '0', member_group_id: '1' })).rejects.toMatchObject({
      code: expect.any(Number),
    })
    expect(await alice.api.member.getList({ item_id })).toEqual([])
  })

  it('JSON has at most 32 levels', async () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    const send = (payload: string) =>
      product.send({ method: 'POST', url: '/api/page/info', payload, headers: { 'content-type': 'application/json' } })
    const reply = await send(deep(40))
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      expect.objectContaining({ error_code: 10101, error_message: expect.stringContaining('JSON') }),
    ])
    expect((await send(deep(100_000))).statusCode).toBeLessThan(500)
  })
})

onEachDatabase('S59: matching finishes', (product) => {
  const shapes = [
    'a'.repeat(10_000),
    'a!'.repeat(5000),
    '%'.repeat(10_000),
    '_%'.repeat(5000),
    '('.repeat(10_000),
    `${'a@'.repeat(4999)}.`,
    '\\'.repeat(10_000),
    '字 '.repeat(5000),
    `${' '.repeat(9999)}x`,
    '*'.repeat(10_000),
  ]

  it('for keywords, filters, domains, email addresses and names', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice)
    const reader = await product.user('reader')
    await aMember(product, item_id, reader, { edit: false })
    for (let n = 0; n < 20; n++) await aPage(alice, item_id, { page_content: `${shapes[n % shapes.length]} end` })
    const { api } = alice
    const calls: ((text: string) => Promise<unknown>)[] = [
      (keyword) => api.item.search({ item_id, keyword }),
      (keyword) => api.item.info({ item_id, keyword }),
      (username) => api.user.allUser({ username }),
      (item_domain) => api.item.add({ item_name: 'A', item_domain }),
      (email) => api.user.updateEmail({ email, password: 'x' }),
      (display_name) => api.attachment.getMyList({ page: '1', count: '5', attachment_type: '-1', display_name }),
      (path) => product.visitor().api.mock.infoByPath({ item_id, path }),
    ]
    for (const call of calls)
      for (const text of shapes) {
        // Expects an answer or a refusal. Catastrophic matching would never finish.
        const [end] = await Promise.allSettled([call(text)])
        if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(Refused)
      }
  })
})
