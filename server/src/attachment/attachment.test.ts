import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { aCatalog, aFile, aMember, anItem, aPage, deleteItem } from '../test/given.ts'
import { onEachDatabase, type Person } from '../test/product.ts'
import { PIXEL } from '../test/samples/pixel.ts'
import { linkFiles } from './attachment.store.ts'

onEachDatabase('attachment/visitFile', (product) => {
  let alice: Person
  let item_id: string
  let secret: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
    secret = await anItem(alice, { password: 'sesame' })
  })

  const visit = (sign: string, headers: Record<string, string> = {}) =>
    product.send({ url: `/api/attachment/visitFile?sign=${sign}`, headers })
  const text = Buffer.from('0123456789')
  const fileOf = (sign: string) =>
    product.server.house.store.db.selectFrom('attachment').select('file_id').where('sign', '=', sign).executeTakeFirstOrThrow()
  const file = (more: { name?: string; type?: string; page_id?: string } = {}, bytes = text, id = item_id) =>
    aFile(product, id, bytes, { owner: alice, ...more })

  it('S63: offers a file as a download that can do nothing', async () => {
    const reply = await visit(await file({ name: `报告 "1"'.html` }, Buffer.from('<script>1</script>')))
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('<script>1</script>')
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '18',
      'content-disposition': `attachment; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%221%22%27.html`,
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': expect.stringContaining('private'),
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('S63: shows pictures in place, and no other kind whatever it calls itself', async () => {
    const picture = await visit(await file({ name: 'a.png', type: 'image/png' }, PIXEL))
    expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': `inline; filename*=UTF-8''a.png` })
    expect(picture.rawPayload.equals(PIXEL)).toBe(true)
    // What can only be played goes out as what it is, for pages that play it, and is a download all the same.
    const video = await visit(await file({ name: 'a.mp4', type: 'video/mp4' }))
    expect(video.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-disposition': expect.stringMatching(/^attachment/) })
    for (const type of [
      'video/svg+xml',
      'audio/html',
      'image/svg',
      'text/html',
      'image/svg+xml',
      'application/xml',
      'application/pdf',
      'text/javascript',
    ]) {
      const other = await visit(await file({ type }))
      expect(other.headers).toMatchObject({ 'content-type': 'application/octet-stream' })
      expect(other.headers['content-disposition']).toMatch(/^attachment/)
    }
  })

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 200, '0123456789', undefined],
    ['bytes=3-1', 200, '0123456789', undefined],
    ['bytes=-0', 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['lines=1-2', 200, '0123456789', undefined],
  ])('answers the range %s with %i %s', async (range, status, body, stretch) => {
    const reply = await visit(await file(), { range })
    expect([reply.statusCode, reply.body, reply.headers['content-range']]).toEqual([status, body, stretch])
    expect(reply.headers['content-length']).toBe(String(body.length))
  })

  it('serves an empty file, with a range as well', async () => {
    const sign = await file({}, Buffer.alloc(0))
    for (const headers of [{}, { range: 'bytes=0-0' }, { range: 'bytes=-5' }] as Record<string, string>[]) {
      const reply = await visit(sign, headers)
      expect([reply.statusCode, reply.body, reply.headers['content-length']]).toEqual([200, '', '0'])
    }
  })

  it('answers under the address that pages carry, and counts visits', async () => {
    const page_id = await aPage(alice, item_id)
    const sign = await file({ page_id, name: '图.png' })
    expect(await alice.api.page.info({ page_id })).toMatchObject({ attachment_count: '1' })
    const [listed] = await product.visitor().api.page.uploadList({ page_id })
    expect(listed).toEqual({
      ...{ file_id: expect.any(String), display_name: '图.png', file_size: '10', file_type: 'application/octet-stream' },
      url: `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`,
      addtime: '1970-01-01 00:00:01',
    })
    const replies = await Promise.all([1, 2, 3].map(() => product.send({ url: `${listed?.url}&showdoc=.png` })))
    expect(replies.map((reply) => reply.body)).toEqual(['0123456789', '0123456789', '0123456789'])
    const { db } = product.server.house.store
    expect(await db.selectFrom('attachment').select('visit_times').where('sign', '=', sign).execute()).toEqual([{ visit_times: 3 }])
  })

  it('of a private item is for whoever may visit it; to others it is not there', async () => {
    const page_id = await aPage(alice, secret)
    const sign = await file({ page_id }, text, secret)
    const unknown = (await visit('0'.repeat(32))).json()
    expect(unknown).toMatchObject({ error_code: 10101, data: null })
    const stranger = await product.user('stranger')
    for (const headers of [{}, stranger.headers]) expect((await visit(sign, headers)).json()).toEqual(unknown)
    await stranger.api.item.pwd({ item_id: secret, password: 'sesame' })
    for (const who of [stranger, alice, product.admin]) expect((await visit(sign, who.headers)).body).toBe('0123456789')
  })

  it('keeps to the scope of a member', async () => {
    const [inside, outside] = [await aCatalog(alice, secret, 'in'), await aCatalog(alice, secret, 'out')]
    const scoped = await product.user('scoped')
    await aMember(product, secret, scoped, { edit: false, cat_id: inside })
    const signs = []
    for (const cat_id of [inside, outside]) signs.push(await file({ page_id: await aPage(alice, secret, { cat_id }) }, text, secret))
    expect((await visit(signs[0] as string, scoped.headers)).body).toBe('0123456789')
    expect((await visit(signs[1] as string, scoped.headers)).json()).toMatchObject({ error_code: 10101, data: null })
    // A picture that was put into a text before its page was saved is on no page; whoever reads the item may see it.
    expect((await visit(await file({}, text, secret), scoped.headers)).body).toBe('0123456789')
  })

  it('of no item is for whoever has its address, until it is on a page', async () => {
    const sign = await file({}, text, '0')
    const stranger = await product.user('stranger')
    for (const who of [product.visitor(), stranger]) expect((await visit(sign, who.headers)).body).toBe('0123456789')
    const hidden = await aPage(alice, secret)
    const [{ file_id = '' } = {}] = (await alice.api.attachment.getMyList({ page: 1, count: 1 })).list
    await alice.api.attachment.bindingPage({ file_id, page_id: hidden })
    for (const who of [product.visitor(), stranger]) expect((await visit(sign, who.headers)).json()).toMatchObject({ error_code: 10101 })
    expect((await visit(sign, alice.headers)).body).toBe('0123456789')
    await alice.api.attachment.bindingPage({ file_id, page_id: await aPage(alice, item_id) })
    expect((await visit(sign)).body).toBe('0123456789')
  })

  it('of one item on a page of another is for the readers of both, and for whoever put it there', async () => {
    const [reader, stranger, author] = [await product.user('reader'), await product.user('stranger'), await product.user('author')]
    const other = await anItem(alice, { password: 'sesame' })
    const inside = await aCatalog(alice, other)
    await aMember(product, other, reader, { edit: false, cat_id: inside })
    await aMember(product, secret, author)
    await aMember(product, other, author)
    const sign = await aFile(product, secret, text, { owner: author })
    const { file_id } = (await author.api.attachment.getMyList({ page: 1, count: 1 })).list[0] as { file_id: string }
    const seen = async (who: Person) => (await visit(sign, who.headers)).body === '0123456789'
    expect([await seen(alice), await seen(author), await seen(reader), await seen(stranger)]).toEqual([true, true, false, false])
    await author.api.attachment.bindingPage({ file_id, page_id: await aPage(alice, other) })
    expect(await seen(reader)).toBe(false)
    const page_id = await aPage(alice, other, { cat_id: inside })
    await author.api.attachment.bindingPage({ file_id, page_id })
    expect([await seen(reader), await seen(stranger)]).toEqual([true, false])
    // Somebody who is no member any more still has what they uploaded.
    const { db } = product.server.house.store
    await db.deleteFrom('item_member').where('uid', '=', Number(author.uid)).execute()
    expect(await seen(author)).toBe(true)
    await deleteItem(product, other)
    expect([await seen(reader), await seen(alice)]).toEqual([false, true])
  })

  it('S40: waits with its page in the recycle bin, and is there for nobody meanwhile', async () => {
    const [page_id, other] = [await aPage(alice, item_id), await aPage(alice, item_id)]
    const sign = await file({ page_id })
    await alice.api.page.delete({ page_id })
    for (const who of [product.visitor(), alice, product.admin])
      expect((await visit(sign, who.headers)).json()).toMatchObject({ error_code: 10101, data: null })
    const { db } = product.server.house.store
    await db.updateTable('page').set({ is_del: 0 }).where('page_id', '=', Number(page_id)).execute()
    expect((await visit(sign)).body).toBe('0123456789')
    await linkFiles(db, [{ file_id: (await fileOf(sign)).file_id, page_id: Number(other), addtime: 1 }])
    await alice.api.page.delete({ page_id })
    expect((await visit(sign)).body).toBe('0123456789')
  })

  it('common/visitFile is the same', async () => {
    const sign = await file()
    expect((await product.send({ url: `/server/index.php?s=/api/common/visitFile/sign/${sign}` })).body).toBe('0123456789')
  })

  it.each(['', 'x', '../../etc/passwd', '..%2f..%2fsheaf.db', '%00', '0'.repeat(31), 'F'.repeat(32), '0'.repeat(5000), "' or 1=1 --"])(
    'S62: knows no file %s',
    async (sign) => {
      expect((await visit(sign)).json()).toMatchObject({ error_code: 10101, data: null })
    },
  )

  it('R06: says that a file is not there which was lost, cut short or belongs to a deleted item', async () => {
    const [lost, cut] = [await file(), await file()]
    const { db } = product.server.house.store
    const rows = await db.selectFrom('attachment').select(['sign', 'path']).where('sign', 'in', [lost, cut]).execute()
    for (const { sign, path } of rows)
      sign === lost ? await product.server.house.files.local.remove(path) : truncateSync(join(product.folder, 'files', path), 4)
    const doomed = await anItem(alice)
    const gone = await file({}, text, doomed)
    await deleteItem(product, doomed)
    for (const sign of [lost, cut, gone]) expect((await visit(sign, alice.headers)).json()).toMatchObject({ error_code: 10101 })
  })
})
