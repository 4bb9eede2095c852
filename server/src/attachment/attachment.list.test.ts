import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aFile, aMember, anItem, aPage, areRefused, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { filesIn, sendParts } from '../test/samples/files.ts'
import { PIXEL } from '../test/samples/pixel.ts'
import { monthOf } from './attachment.store.ts'

const MIB = 1024 * 1024

onEachDatabase('the files of a user', (product) => {
  let alice: TestUser
  beforeAll(async () => {
    alice = await product.user('alice')
  })
  const keep = (who: TestUser, name: string, bytes: Buffer | string = '12345', fields: Record<string, string> = {}) =>
    sendParts(product, who, name.endsWith('.png') ? 'page/uploadImg' : 'page/upload', [
      ...Object.entries(fields).map(([field, text]) => ({ name: field, text })),
      { name: 'file', file: name, bytes: Buffer.from(bytes as string) },
    ])
  const mine = (who: TestUser, wanted: Record<string, string | number> = {}) =>
    who.api.attachment.getMyList({ page: 1, count: 5, attachment_type: '-1', display_name: '', username: '', ...wanted })
  const names = async (who: TestUser, wanted: Record<string, string | number> = {}) =>
    (await mine(who, wanted)).list.map((row) => row.display_name)
  const visit = (url = '', method: 'GET' | 'HEAD' = 'GET', headers: Record<string, string> = {}) =>
    product.server.app.inject({ method, url, headers: { ...alice.headers, ...headers } })

  it('are listed newest first, in pages, by kind and by a part of the name', async () => {
    const bob = await product.user('bob')
    expect(await mine(bob)).toEqual({ list: [], total: '0', used: '0', used_m: 0, used_flow_m: 0 })
    for (const name of ['one.txt', 'Two.txt', '100%.csv', 'a_b.txt', 'axb.txt', '说明.md']) await keep(bob, name)
    await keep(bob, 'p.png', PIXEL)
    await keep(alice, 'hers.txt')
    expect(await names(bob)).toEqual(['p.png', '说明.md', 'axb.txt', 'a_b.txt', '100%.csv'])
    expect(await names(bob, { page: 2 })).toEqual(['Two.txt', 'one.txt'])
    expect(await names(bob, { page: 3 })).toEqual([])
    expect(await names(bob, { page: 2_000_000_000, count: 2_000_000_000 })).toEqual([])
    expect(await names(bob, { count: 0 })).toHaveLength(6)
    await product.admin.api.adminSetting.saveConfig({ attachment_page_size: '5' })
    expect(await names(bob, { count: 0 })).toHaveLength(5)
    await product.admin.api.adminSetting.saveConfig({ attachment_page_size: '6' })
    expect(await names(bob, { page: 0, count: 1_000_000_000 })).toHaveLength(7)
    expect(await names(bob, { attachment_type: '1' })).toEqual(['p.png'])
    expect(await names(bob, { attachment_type: '2', count: 9 })).toHaveLength(6)
    expect(await names(bob, { display_name: 'tWo' })).toEqual(['Two.txt'])
    expect(await names(bob, { display_name: '明' })).toEqual(['说明.md'])
    expect(await names(bob, { display_name: '_' })).toEqual(['a_b.txt'])
    expect(await names(bob, { display_name: '%' })).toEqual(['100%.csv'])
    expect(await names(bob, { display_name: '\\' })).toEqual([])
    // Only administrators can filter by user name.
    expect(await names(bob, { username: alice.username })).toHaveLength(5)
    await areRefused([mine(bob, { attachment_type: '3' }), mine(bob, { attachment_type: 'toString' })], 10101)
    const all = await mine(bob, { display_name: 'o' })
    expect([all.total, all.used, all.used_m]).toEqual(['2', '10', 0])
  })

  it('S67: report the exact bytes of storage and traffic', async () => {
    const carl = await product.user('carl')
    const { url } = await keep(carl, 'big.txt', 'x'.repeat(3 * MIB))
    await keep(carl, 'small.txt', 'x'.repeat(MIB / 2))
    expect(await mine(carl)).toMatchObject({ used: String(3.5 * MIB), used_m: 3.5, used_flow_m: 0 })
    await visit(url)
    await visit(url, 'GET', { range: `bytes=0-${MIB - 1}` })
    await visit(url, 'GET', { range: `bytes=${2 * MIB}-` })
    const [row] = (await mine(carl, { display_name: 'big' })).list
    expect(row).toMatchObject({ visit_times: '3', file_size_m: 3, last_visit_time: expect.stringMatching(/^\d{4}-/) })
    expect((await mine(carl)).used_flow_m).toBe(5)
    await carl.api.attachment.deleteMyAttachment({ file_id: row?.file_id ?? '' })
    expect(await mine(carl)).toMatchObject({ total: '1', used: String(MIB / 2), used_m: 0.5, used_flow_m: 5 })
    const { db } = product.server.services.store
    await db.updateTable('attachment_flow').set({ month: '2001-01' }).where('uid', '=', Number(carl.uid)).execute()
    expect((await mine(carl)).used_flow_m).toBe(0)
  })

  it('S67: return the same headers for HEAD as for GET, without counting a visit', async () => {
    const { url } = await keep(alice, 'head.txt', '0123456789')
    const [get, head] = [await visit(url), await visit(url, 'HEAD')]
    const { date: _a, ...wanted } = get.headers
    const { date: _b, ...found } = head.headers
    expect([head.statusCode, head.body, found]).toEqual([200, '', wanted])
    const part = await visit(url, 'HEAD', { range: 'bytes=2-4' })
    expect([part.statusCode, part.body, part.headers['content-length'], part.headers['content-range']]).toEqual([
      206,
      '',
      '3',
      'bytes 2-4/10',
    ])
    expect((await visit('/api/attachment/visitFile?sign=x', 'HEAD')).body).toBe('')
    expect((await mine(alice, { display_name: 'head' })).list[0]?.visit_times).toBe('1')
  })

  it('S67: a file that the client has is not sent again', async () => {
    const { url } = await keep(alice, 'again.txt', '0123456789')
    const first = await visit(url)
    const etag = String(first.headers.etag)
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await visit(url, 'GET', { 'if-none-match': tags })
      expect([tags, again.statusCode, again.body, again.headers.etag]).toEqual([tags, 304, '', etag])
      expect(again.headers['content-length']).toBeUndefined()
      expect(again.headers['content-disposition']).toBe(first.headers['content-disposition'])
    }
    expect((await visit(url, 'GET', { 'if-none-match': '"other"' })).body).toBe('0123456789')
    const part = async (range: string, version?: string) => {
      const { statusCode, body, headers } = await visit(url, 'GET', { range, ...(version ? { 'if-range': version } : {}) })
      return [statusCode, body, headers['content-range']]
    }
    expect(await part('bytes=2-4', etag)).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await part('bytes=2-4', '"other"')).toEqual([200, '0123456789', undefined])
    // The whole file three times and a part of it; an answer without bytes does not count.
    expect((await mine(alice, { display_name: 'again' })).list[0]?.visit_times).toBe('4')
  })

  it('S67: count each visit up to the largest number, and clients cannot set the count', async () => {
    const { url } = await keep(alice, 'often.txt')
    await Promise.all(Array.from({ length: 50 }, () => visit(`${url}&visit_times=9&file_size=1`)))
    const often = async () => (await mine(alice, { display_name: 'often' })).list[0]?.visit_times
    expect(await often()).toBe('50')
    const { db } = product.server.services.store
    await db.updateTable('attachment').set({ visit_times: 2_147_483_646 }).where('display_name', '=', 'often.txt').execute()
    for (let n = 0; n < 3; n++) expect((await visit(url)).statusCode).toBe(200)
    expect(await often()).toBe('2147483647')
  })

  it('are deleted with their rows, links and bytes, only by their owner', async () => {
    const [item_id, otherUser] = [await anItem(alice), await product.user('outsider')]
    const page_id = await aPage(alice, item_id)
    const before = filesIn(product).length
    const { url } = await keep(alice, 'doomed.txt', '12345', { page_id })
    const file_id = (await mine(alice)).list[0]?.file_id ?? ''
    await areRefused(
      [otherUser.api.attachment.deleteMyAttachment({ file_id }), product.admin.api.attachment.deleteMyAttachment({ file_id })],
      10101,
    )
    await areRefused([otherUser.api.attachment.deleteAttachment({ file_id }), otherUser.api.attachment.getAllList({})], 10103)
    await alice.api.attachment.deleteMyAttachment({ file_id })
    expect([await alice.api.page.uploadList({ page_id }), filesIn(product).length]).toEqual([[], before])
    expect((await alice.api.page.info({ page_id })).attachment_count).toBe('0')
    expect((await visit(url)).json()).toMatchObject({ error_code: 10101 })
    await areRefused([alice.api.attachment.deleteMyAttachment({ file_id })], 10101)
    expect(await product.admin.api.attachment.deleteAttachment({ file_id })).toEqual([])
    expect(await product.server.services.store.hot('select * from file_orphan', [])).toEqual([])
  })

  it('are all listed for administrators, filtered by the exact name of a user', async () => {
    const [bob, other] = [await product.user('dora'), await product.user('dora')]
    await keep(bob, 'gold.txt')
    await keep(other, 'silver.txt')
    const all = (username = '') => product.admin.api.attachment.getAllList({ page: 1, count: 5, attachment_type: '-1', username })
    expect(await all(bob.username)).toMatchObject({ total: '1', used: '5', list: [{ display_name: 'gold.txt', username: bob.username }] })
    expect(await all('dora')).toEqual({ list: [], total: '0', used: '0', used_m: 0 })
    expect((await all()).list.slice(0, 2).map((row) => row.username)).toEqual([other.username, bob.username])
    await product.admin.api.attachment.deleteAttachment({ file_id: (await all(bob.username)).list[0]?.file_id ?? '' })
    expect([(await all(bob.username)).total, (await mine(bob)).total]).toEqual(['0', '0'])
  })

  it('are linked to a page once, from the user’s own files or those of its item', async () => {
    const [item_id, otherItem] = [await anItem(alice), await anItem(alice)]
    const [one, two] = [await aPage(alice, item_id), await aPage(alice, item_id)]
    const [editor, otherUser] = [await product.user('editor'), await product.user('outsider')]
    await aMember(product, item_id, editor)
    await keep(alice, 'shared.txt', '12345', { page_id: one })
    const file_id = (await mine(alice)).list[0]?.file_id ?? ''
    await keep(alice, 'far.txt', '12345', { item_id: otherItem })
    const far = (await mine(alice)).list[0]?.file_id ?? ''
    for (const page_id of [two, two, one]) await editor.api.attachment.bindingPage({ file_id, page_id })
    for (const page_id of [one, two]) expect(await alice.api.page.uploadList({ page_id })).toMatchObject([{ file_id }])
    // It is listed with the page to which it was linked last.
    expect((await mine(alice, { display_name: 'shared' })).list[0]).toMatchObject({ page_id: two, item_id })
    const trap = await aPage(otherUser, await anItem(otherUser))
    await areRefused([editor.api.attachment.bindingPage({ file_id: far, page_id: two })], 10101)
    await areRefused(
      [
        otherUser.api.attachment.bindingPage({ file_id, page_id: trap }),
        otherUser.api.attachment.bindingPage({ file_id: '1', page_id: trap }),
      ],
      10101,
    )
    await areRefused([otherUser.api.attachment.bindingPage({ file_id, page_id: two })], 10103)
    await alice.api.attachment.bindingPage({ file_id: far, page_id: two })
    expect(await alice.api.page.uploadList({ page_id: two })).toHaveLength(2)
    // A member of one catalog of a private item cannot link a file of the rest, and could not read it either.
    const closed = await anItem(alice, { password: 'sesame' })
    const cat_id = await aCatalog(alice, closed)
    await aMember(product, closed, editor, { cat_id })
    await keep(alice, 'rest.txt', '12345', { page_id: await aPage(alice, closed) })
    const rest = (await mine(alice)).list[0]?.file_id ?? ''
    const inside = await aPage(alice, closed, { cat_id })
    await areRefused([editor.api.attachment.bindingPage({ file_id: rest, page_id: inside })], 10101)
    expect(await editor.api.page.uploadList({ page_id: inside })).toEqual([])
    await alice.api.page.delete({ page_id: two })
    expect((await mine(alice, { display_name: 'shared' })).list[0]?.page_id).toBe(one)
  })

  it('are unlinked from a page, and deleted with their last link', async () => {
    const item_id = await anItem(alice)
    const [one, two] = [await aPage(alice, item_id), await aPage(alice, item_id)]
    const editor = await product.user('editor')
    await aMember(product, item_id, editor)
    const fresh = async (who = alice, page_id = one) => {
      await keep(who, 'leaving.txt', '12345', { page_id })
      return (await mine(who)).list[0]?.file_id ?? ''
    }
    const total = async (who: TestUser) => Number((await mine(who, { display_name: 'leaving' })).total)
    const shared = await fresh()
    await alice.api.attachment.bindingPage({ file_id: shared, page_id: two })
    await alice.api.page.deleteUploadFile({ file_id: shared, page_id: one })
    expect([await alice.api.page.uploadList({ page_id: one }), await total(alice)]).toEqual([[], 1])
    await areRefused([alice.api.page.deleteUploadFile({ file_id: shared, page_id: one })], 10101)
    await alice.api.page.deleteUploadFile({ file_id: shared, page_id: two })
    expect(await total(alice)).toBe(0)
    // A file of another user is only unlinked; a manager of the item deletes it.
    const hers = await fresh()
    await editor.api.page.deleteUploadFile({ file_id: hers, page_id: one })
    expect([await alice.api.page.uploadList({ page_id: one }), await total(alice)]).toEqual([[], 1])
    const theirs = await fresh(editor)
    await alice.api.page.deleteUploadFile({ file_id: theirs, page_id: one })
    expect(await total(editor)).toBe(0)
    // A page in the recycle bin still has its link.
    const waiting = await fresh(alice, two)
    await alice.api.attachment.bindingPage({ file_id: waiting, page_id: one })
    await alice.api.page.delete({ page_id: two })
    await alice.api.page.deleteUploadFile({ file_id: waiting, page_id: one })
    expect(await total(alice)).toBe(2)
    // A manager of this item cannot delete a file of another item.
    const guest = await product.user('guest')
    await aMember(product, item_id, guest)
    await keep(guest, 'leaving.txt', '12345', { item_id: await anItem(guest) })
    const far = (await mine(guest)).list[0]?.file_id ?? ''
    await guest.api.attachment.bindingPage({ file_id: far, page_id: one })
    await alice.api.page.deleteUploadFile({ file_id: far, page_id: one })
    expect(await total(guest)).toBe(1)
  })

  it('S39: cannot be changed when their item is archived', async () => {
    const item_id = await anItem(alice)
    const page_id = await aPage(alice, item_id)
    await keep(alice, 'kept.txt', '12345', { page_id })
    await keep(alice, 'lent.txt')
    const [linked, kept] = (await mine(alice)).list.map((row) => row.file_id) as [string, string]
    await alice.api.attachment.bindingPage({ file_id: linked, page_id })
    await alice.api.item.archive({ item_id, password: alice.password })
    await areRefused(
      [
        ...[kept, linked].map((file_id) => alice.api.attachment.deleteMyAttachment({ file_id })),
        alice.api.page.deleteUploadFile({ file_id: kept, page_id }),
        alice.api.attachment.bindingPage({ file_id: kept, page_id }),
      ],
      10103,
    )
    await product.admin.api.attachment.deleteAttachment({ file_id: kept })
    expect(await alice.api.page.uploadList({ page_id })).toMatchObject([{ file_id: linked }])
  })

  it('S40: can still be deleted when their item is deleted', async () => {
    const item_id = await anItem(alice)
    await aFile(product, item_id, Buffer.from('x'), { owner: alice })
    await deleteItem(product, item_id)
    const file_id = (await mine(alice)).list[0]?.file_id ?? ''
    await alice.api.attachment.deleteMyAttachment({ file_id })
    expect((await mine(alice)).list[0]?.file_id).not.toBe(file_id)
  })
})

it('counts months in the time zone of the site', () => {
  const newYear = Date.parse('2026-12-31T23:30:00Z') / 1000
  expect([monthOf(newYear, 'UTC'), monthOf(newYear, 'Asia/Shanghai'), monthOf(newYear, 'America/New_York')]).toEqual([
    '2026-12',
    '2027-01',
    '2026-12',
  ])
})
