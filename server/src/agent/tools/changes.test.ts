import { beforeAll, expect, it } from 'vitest'
import { findMeanings } from '../../change/finding/finding.service.ts'
import { anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { call, connect, tokenOf } from '../test/client.ts'

onEachDatabase('changes for agents', (product) => {
  const found = () => findMeanings(product.server.services)
  let emma: TestUser
  let item_id: string
  beforeAll(async () => {
    emma = await product.user('emma')
    item_id = await anItem(emma, { item_name: 'Orders', password: 'seal' })
  })

  it('are listed newest first, and with a cursor from there on', async () => {
    const client = await connect(product, await tokenOf(emma))
    const first = await aPage(emma, item_id, { page_title: 'First page' })
    const text = async (args: Record<string, unknown>) => (await call(client, 'changes', args)).text
    await found()
    expect(await text({ item: 'Orders' })).toContain('“First page”')
    const cursor = /since (c[1-9]\d*)$/.exec(await text({}))?.[1]
    expect(cursor).toBeDefined()
    expect(await text({ since: cursor })).toMatch(/^No changes\.\nGo on with since c\d+$/)
    await aPage(emma, item_id, { page_title: 'Second page' })
    await found()
    expect(await text({ since: cursor })).toMatch(new RegExp(`page\\.created · “Second page” .*Orders · ${emma.username}`))
    expect(await text({ since: cursor })).not.toContain('First page')
    const all = await text({ since: '2020-01-01', item: item_id })
    expect(all.indexOf(first)).toBeGreaterThanOrEqual(0)
    expect(all.indexOf('First page')).toBeLessThan(all.indexOf('Second page'))
    await expect(client.callTool({ name: 'changes', arguments: { since: 'lately' } })).rejects.toMatchObject({ code: -32602 })
  })

  it('S104: show nothing of items that the token does not cover', async () => {
    const open = await anItem(emma, { item_name: 'Open' })
    await aPage(emma, open, { page_title: 'Seen' })
    const client = await connect(product, await tokenOf(emma, { item_ids: [open] }))
    expect((await call(client, 'changes')).text).toContain('“Seen”')
    expect((await call(client, 'changes')).text).not.toContain('First page')
    expect((await call(client, 'changes', { item: item_id })).isError).toBe(true)
  })
})
