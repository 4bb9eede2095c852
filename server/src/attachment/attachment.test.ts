import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { grant } from '../access/permission.ts'
import { aCatalog, aFile, aMember, anItem, aPage, deleteItem } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { PIXEL } from '../test/samples/pixel.ts'
import { linkFiles } from './attachment.store.ts'

onEachDatabase('attachment/visitFile', (product) => {
  let alice: TestUser
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
    product.server.services.store.db.selectFrom('attachment').select('file_id').where('sign', '=', sign).executeTakeFirstOrThrow()
  const file = (more: { name?: string; type?: string; page_id?: string } = {}, bytes = text, id = item_id) =>
    aFile(product, id, bytes, { owner: alice, ...more })

  it('S63: serves a file as a download that cannot run scripts', async () => {
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

  it('S63: shows only pictures inline, regardless of the stored type', async () => {
    const picture = await visit(await file({ name: 'a.png', type: 'image/png' }, PIXEL))
    expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': `inline; filename*=UTF-8''a.png` })
    expect(picture.rawPayload.equals(PIXEL)).toBe(true)
    // Audio and video keep their type, for pages that play them, but are still downloads.
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
  ])('returns for the range %s the status %i and %s', async (range, status, body, contentRange) => {
    const reply = await visit(await file(), { range })
    expect([reply.statusCode, reply.body, reply.headers['content-range']]).toEqual([status, body, contentRange])
    expect(reply.headers['content-length']).toBe(String(body.length))
  })

  it('serves an empty file, with and without a range', async () => {
    const sign = await file({}, Buffer.alloc(0))
    for (const headers of [{}, { range: 'bytes=0-0' }, { range: 'bytes=-5' }] as Record<string, string>[]) {
      const reply = await visit(sign, headers)
      expect([reply.statusCode, reply.body, reply.headers['content-length']]).toEqual([200, '', '0'])
    }
  })

  it('serves the address in pages, and counts visits', async () => {
    const page_id = await aPage(alice, item_id)
    const sign = await file({ page_id, name: '图.png' })
    expect(await alice.api.page.info({ page_id })).toMatchObject({ attachment_count: '1' })
    const [listed] = await product.visitor().api.page.uploadList({ page_id })
    expect(listed).toEqual({
      file_id: expect.any(String),
      display_name: '图.png',
      file_size: '10',
      file_type: 'application/octet-stream',
      url: `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`,
      addtime: '1970-01-01 00:00:01',
    })
    const replies = await Promise.all([1, 2, 3].map(() => product.send({ url: `${listed?.url}&showdoc=.png` })))
    expect(replies.map((reply) => reply.body)).toEqual(['0123456789', '0123456789', '0123456789'])
    const { db } = product.server.services.store
    expect(await db.selectFrom('attachment').select('visit_times').where('sign', '=', sign).execute()).toEqual([{ visit_times: 3 }])
  })

  it('serves a file of a private item only to its visitors, and 10101 to others', async () => {
    const page_id = await aPage(alice, secret)
    const sign = await file({ page_id }, text, secret)
    const unknown = (await visit('0'.repeat(32))).json()
    expect(unknown).toMatchObject({ error_code: 10101, data: null })
    const otherUser = await product.user('outsider')
    for (const headers of [{}, otherUser.headers]) expect((await visit(sign, headers)).json()).toEqual(unknown)
    await otherUser.api.item.pwd({ item_id: secret, password: 'sesame' })
    for (const who of [otherUser, alice, product.admin]) expect((await visit(sign, who.headers)).body).toBe('0123456789')
  })

  it('respects the scope of a member', async () => {
    const [inside, outside] = [await aCatalog(alice, secret, 'in'), await aCatalog(alice, secret, 'out')]
    const scoped = await product.user('scoped')
    await aMember(product, secret, scoped, { edit: false, cat_id: inside })
    const signs = []
    for (const cat_id of [inside, outside]) signs.push(await file({ page_id: await aPage(alice, secret, { cat_id }) }, text, secret))
    expect((await visit(signs[0] as string, scoped.headers)).body).toBe('0123456789')
    expect((await visit(signs[1] as string, scoped.headers)).json()).toMatchObject({ error_code: 10101, data: null })
    // A picture that was uploaded before its page was saved has no page; every reader of the item can read it.
    expect((await visit(await file({}, text, secret), scoped.headers)).body).toBe('0123456789')
  })

  it('serves a file without an item to any client, until it is linked to a page', async () => {
    const sign = await file({}, text, '0')
    const otherUser = await product.user('outsider')
    for (const who of [product.visitor(), otherUser]) expect((await visit(sign, who.headers)).body).toBe('0123456789')
    const hidden = await aPage(alice, secret)
    const [{ file_id = '' } = {}] = (await alice.api.attachment.getMyList({ page: 1, count: 1 })).list
    await alice.api.attachment.bindingPage({ file_id, page_id: hidden })
    for (const who of [product.visitor(), otherUser]) expect((await visit(sign, who.headers)).json()).toMatchObject({ error_code: 10101 })
    expect((await visit(sign, alice.headers)).body).toBe('0123456789')
    await alice.api.attachment.bindingPage({ file_id, page_id: await aPage(alice, item_id) })
    expect((await visit(sign)).body).toBe('0123456789')
  })

  it('serves a file on a page of another item to the readers of both, and to its uploader', async () => {
    const [reader, otherUser, author] = [await product.user('reader'), await product.user('outsider'), await product.user('author')]
    const other = await anItem(alice, { password: 'sesame' })
    const inside = await aCatalog(alice, other)
    await aMember(product, other, reader, { edit: false, cat_id: inside })
    await aMember(product, secret, author)
    await aMember(product, other, author)
    const sign = await aFile(product, secret, text, { owner: author })
    const { file_id } = (await author.api.attachment.getMyList({ page: 1, count: 1 })).list[0] as { file_id: string }
    const seen = async (who: TestUser) => (await visit(sign, who.headers)).body === '0123456789'
    expect([await seen(alice), await seen(author), await seen(reader), await seen(otherUser)]).toEqual([true, true, false, false])
    await author.api.attachment.bindingPage({ file_id, page_id: await aPage(alice, other) })
    expect(await seen(reader)).toBe(false)
    const page_id = await aPage(alice, other, { cat_id: inside })
    await author.api.attachment.bindingPage({ file_id, page_id })
    expect([await seen(reader), await seen(otherUser)]).toEqual([true, false])
    // A former member can still read their own uploads.
    const { db } = product.server.services.store
    await db.deleteFrom('item_member').where('uid', '=', Number(author.uid)).execute()
    expect(await seen(author)).toBe(true)
    await deleteItem(product, other)
    expect([await seen(reader), await seen(alice)]).toEqual([false, true])
  })

  it('S40: refuses a file whose pages are in the recycle bin, until they are restored', async () => {
    const [page_id, other] = [await aPage(alice, item_id), await aPage(alice, item_id)]
    const sign = await file({ page_id })
    await alice.api.page.delete({ page_id })
    for (const who of [product.visitor(), alice, product.admin])
      expect((await visit(sign, who.headers)).json()).toMatchObject({ error_code: 10101, data: null })
    const { db } = product.server.services.store
    await db.updateTable('page').set({ is_del: 0 }).where('page_id', '=', Number(page_id)).execute()
    expect((await visit(sign)).body).toBe('0123456789')
    await linkFiles(db, grant(Number(item_id)), [{ file_id: (await fileOf(sign)).file_id, page_id: Number(other), addtime: 1 }])
    await alice.api.page.delete({ page_id })
    expect((await visit(sign)).body).toBe('0123456789')
  })

  it('common/visitFile does the same', async () => {
    const sign = await file()
    expect((await product.send({ url: `/server/index.php?s=/api/common/visitFile/sign/${sign}` })).body).toBe('0123456789')
  })

  it.each(['', 'x', '../../etc/passwd', '..%2f..%2fsheaf.db', '%00', '0'.repeat(31), 'F'.repeat(32), '0'.repeat(5000), "' or 1=1 --"])(
    'S62: refuses the sign %s',
    async (sign) => {
      expect((await visit(sign)).json()).toMatchObject({ error_code: 10101, data: null })
    },
  )

  it('R06: returns 10101 for a file that is lost, truncated or in a deleted item', async () => {
    const [lost, cut] = [await file(), await file()]
    const { db } = product.server.services.store
    const rows = await db.selectFrom('attachment').select(['sign', 'path']).where('sign', 'in', [lost, cut]).execute()
    for (const { sign, path } of rows)
      sign === lost ? await product.server.services.files.local.remove(path) : truncateSync(join(product.folder, 'files', path), 4)
    const doomed = await anItem(alice)
    const gone = await file({}, text, doomed)
    await deleteItem(product, doomed)
    for (const sign of [lost, cut, gone]) expect((await visit(sign, alice.headers)).json()).toMatchObject({ error_code: 10101 })
  })
})
