import { beforeAll, describe, expect, it, vi } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { aMember, anItem, aPage, refuseRows } from '../test/given.ts'
import { isForAll, onEachDatabase, type TestUser } from '../test/product.ts'
import { filesIn, sendParts } from '../test/samples/files.ts'
import { PIXEL } from '../test/samples/pixel.ts'
import { aPicture } from './test/picture-sample.ts'

const MIB = 1024 * 1024
const calls = ['page/upload', 'page/uploadImg', 'attachment/attachmentUpload'] as const
const text = Buffer.from('hello')

onEachDatabase('uploads', (product, kind) => {
  let alice: TestUser
  let item_id: string
  let page_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { password: 'sesame' })
    page_id = await aPage(alice, item_id)
  })

  interface Options {
    who?: TestUser
    path?: (typeof calls)[number]
    fields?: Record<string, string>
    after?: Record<string, string>
    type?: string
  }
  const texts = (fields: Record<string, string>) => Object.entries(fields).map(([name, value]) => ({ name, text: value }))
  const up = (name: string, bytes: Buffer, { who = alice, path = 'page/upload', fields = {}, after = {}, type }: Options = {}) =>
    sendParts(product, who, path, [
      ...texts(fields),
      { name: path === 'page/uploadImg' ? 'editormd-image-file' : 'file', file: name, bytes, ...(type ? { type } : {}) },
      ...texts(after),
    ])
  const visit = (url = '') => product.send({ url, headers: alice.headers })
  const newest = async () => (await alice.api.attachment.getMyList({ page: 1, count: 1 })).list[0]
  /** Checks that `work` changes no table and no folder. */
  async function keepsNothing(work: () => Promise<void>) {
    const before = await digestOf(product)
    await work()
    expect(await digestOf(product)).toEqual(before)
    expect(filesIn(product).filter((name) => name.includes('part') || name === 'file')).toEqual([])
  }

  it('says whether a kind is refused, or the content is not what the ending says', async () => {
    const web = Buffer.from('<html><table><tr><td>1</td></tr></table></html>')
    for (const name of ['report.xls', 'plan.pdf', 'all.zip'])
      expect(await up(name, web)).toMatchObject({
        error_code: 10100,
        error_name: 'fileNotAsNamed',
        error_message: expect.stringContaining(name),
      })
    expect(await up('log.txt', Buffer.from([1, 0, 2, 0]))).toMatchObject({
      error_name: 'fileNotAsNamed',
      error_message: expect.stringContaining('UTF-8'),
    })
    for (const name of ['page.html', 'page.html.txt', 'setup.exe', 'none'])
      expect(await up(name, web)).toMatchObject({ error_code: 10100, error_name: 'fileNotAllowed' })
  })

  it('stores a file on its page, under a random path', async () => {
    const reply = await up('../说明 v1.txt', text, { fields: { page_id, item_id } })
    expect(reply).toEqual({
      status: 200,
      success: 1,
      message: '',
      file_id: expect.stringMatching(/^\d+$/),
      url: expect.stringMatching(/visitFile\/sign\/[0-9a-f]{32}$/),
    })
    expect(await alice.api.page.uploadList({ page_id })).toMatchObject([
      { display_name: '说明 v1.txt', url: reply.url, file_type: 'text/plain', file_size: '5' },
    ])
    const seen = await visit(reply.url)
    expect([seen.body, seen.headers['content-type']]).toEqual(['hello', 'application/octet-stream'])
    expect(await newest()).toMatchObject({ item_id, page_id, uid: alice.uid, visit_times: '1', file_size_m: 0 })
    expect(filesIn(product).every((name) => /^[0-9a-f]{40}$/.test(name))).toBe(true)
  })

  it('W15: a repeated upload with the same request_id, after its answer was lost, stores one file', async () => {
    const own = await aPage(alice, item_id)
    const fields = { page_id: own, item_id, request_id: 'upload-repeat-1' }
    for (const path of ['page/upload', 'attachment/attachmentUpload'] as const) {
      const first = await up('once.txt', text, { path, fields })
      expect(await up('once.txt', text, { path, fields })).toEqual(first)
      expect(first).toMatchObject({ status: 200, success: 1 })
    }
    expect(await alice.api.page.uploadList({ page_id: own })).toHaveLength(2)
    const all = await Promise.all([1, 2, 3].map(() => up('same.txt', text, { fields: { ...fields, request_id: 'upload-repeat-2' } })))
    expect(new Set(all.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(await alice.api.page.uploadList({ page_id: own })).toHaveLength(3)
  })

  it('takes the item from the page, and requires neither', async () => {
    await up('a.txt', text, { fields: { page_id } })
    expect(await newest()).toMatchObject({ item_id, page_id })
    await up('b.txt', text, { path: 'attachment/attachmentUpload' })
    expect(await newest()).toMatchObject({ display_name: 'b.txt', item_id: '0', page_id: '0' })
    await up('c.txt', text, { after: { page_id, item_id } })
    expect(await newest()).toMatchObject({ display_name: 'c.txt', item_id, page_id })
  })

  it('S39: stores nothing in an archived item', async () => {
    const archivedItem = await anItem(alice)
    const archivedPage = await aPage(alice, archivedItem)
    await alice.api.item.archive({ item_id: archivedItem, password: alice.password })
    await keepsNothing(async () => {
      for (const who of [alice, product.admin])
        for (const fields of [{ page_id: archivedPage }, { item_id: archivedItem }] as Record<string, string>[])
          expect(await up('a.txt', text, { who, fields })).toMatchObject({ error_code: 10103, data: null })
    })
  })

  it('R06: keeps neither row nor bytes if one of them cannot be written', async () => {
    await keepsNothing(async () => {
      const acceptRows = await refuseRows(product, 'attachment', 'display_name', 'doomed.txt')
      expect(await up('doomed.txt', text)).toMatchObject({ status: 500, error_code: 500 })
      await acceptRows()
      const put = vi.spyOn(product.server.services.files.local, 'put').mockRejectedValue(new Error(`ENOSPC ${product.folder}`))
      const failed = await up('doomed.txt', text)
      put.mockRestore()
      expect(failed).toMatchObject({ error_code: 500, data: null })
      expect(JSON.stringify(failed)).not.toMatch(/ENOSPC|tmp/)
    })
    expect(await up('doomed.txt', text)).toMatchObject({ success: 1 })
  })

  // What an upload contains is checked without a query, and the matrix checks the rights of every call on each database.
  if (!isForAll(kind)) return

  describe.each(calls)('S60: %s', (path) => {
    it('stores nothing for users without rights, for fields before and after the file', async () => {
      const [reader, otherUser] = [await product.user('reader'), await product.user('outsider')]
      await aMember(product, item_id, reader, { edit: false })
      const own = await anItem(otherUser)
      await keepsNothing(async () => {
        for (const who of [product.visitor(), { ...otherUser, headers: { cookie: 'sheaf_session=x' } }])
          expect(await up('a.png', PIXEL, { who, path, fields: { page_id, item_id } })).toMatchObject({ error_code: 10102, data: null })
        for (const who of [reader, otherUser])
          for (const fields of [{ page_id }, { item_id }, { page_id, item_id: own }, { page_id, item_id: '0' }, { page_id: '999999' }])
            for (const order of [{ fields }, { after: fields }] as Options[])
              expect(await up('a.png', PIXEL, { who, path, ...order })).toMatchObject({ error_code: 10103, data: null })
        expect(await up('a.png', PIXEL, { path, fields: { page_id, item_id: own } })).toMatchObject({ error_code: 10103 })
      })
    })

    it('checks rights before the first byte is stored', async () => {
      const put = vi.spyOn(product.server.services.files.local, 'put')
      const otherUser = await product.user('outsider')
      await up('a.png', PIXEL, { who: otherUser, path, fields: { page_id } })
      await up('a.png', PIXEL, { who: otherUser, path, after: { page_id } })
      await up('a.png', PIXEL, { who: product.visitor(), path })
      expect(put).not.toHaveBeenCalled()
      put.mockRestore()
    })

    it('refuses a request without a file', async () => {
      expect(await sendParts(product, alice, path, [])).toMatchObject({ error_code: 10101 })
      expect(await sendParts(product, alice, path, [{ name: 'page_id', text: page_id }])).toMatchObject({
        error_code: 10101,
        error_message: 'Please choose a file',
      })
    })

    it('S64: accepts up to one byte less than 4 MiB', async () => {
      const [name, head] = path === 'page/uploadImg' ? ['a.png', PIXEL] : ['a.txt', text]
      const file = (bytes: number) => Buffer.concat([head, Buffer.alloc(bytes - head.length, 'x')])
      expect(await up(name, file(4 * MIB - 1), { path })).toMatchObject({ status: 200, success: 1 })
      await keepsNothing(async () => {
        for (const bytes of [4 * MIB, 4 * MIB + 1, 9 * MIB, 40 * MIB])
          expect(await up(name, file(bytes), { path })).toEqual({
            status: 413,
            error_code: 413,
            error_message: 'A file must be smaller than 4 MB',
            data: null,
            error_name: 'fileTooLarge',
          })
      })
    })
  })

  it('S61: accepts pictures by name and content, and determines their type from the content', async () => {
    const kinds = ['png', 'gif', 'bmp', 'jpeg', 'webp VP8 ', 'webp VP8L', 'webp VP8X'] as const
    for (const path of ['page/uploadImg', 'page/upload'] as const)
      for (const kind of kinds) {
        const reply = await up('photo.jpg', aPicture(kind, 4, 3), { path, type: 'text/html' })
        expect(reply).toMatchObject({ success: 1, message: '', url: expect.stringContaining('visitFile/sign/') })
        const type = `image/${kind.replace(/ .*/, '')}`
        expect(await newest()).toMatchObject({ file_type: type, display_name: 'photo.jpg' })
        expect((await visit(reply.url)).headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
      }
    for (const [name, kept] of [
      ['blob', 'blob.png'],
      ['', 'image.png'],
      ['x'.repeat(300).concat('.png'), 'x'.repeat(251).concat('.png')],
    ]) {
      await up(name as string, PIXEL, { path: 'page/uploadImg' })
      expect(await newest()).toMatchObject({ display_name: kept })
    }
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const html = Buffer.from('<html><script>1</script></html>')
  const exe = Buffer.from('4d5a90000300000004000000ffff', 'hex')
  const elf = Buffer.from('7f454c4602010100', 'hex')

  it.each([
    ['a.svg', svg],
    ['a.png', svg],
    ['a.png', html],
    ['a.jpg', text],
    ['a.png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a.png', aPicture('png', 30_000, 30_000)],
    ['a.gif', aPicture('gif', 65_535, 65_535)],
    ['a.txt', PIXEL],
    ['a.php', PIXEL],
    ['a.html', PIXEL],
    ['a.php.png', PIXEL],
    ['a.html%00.jpg', PIXEL],
    ['a.html\0.jpg', PIXEL],
    ['a.html;.jpg', PIXEL],
    ['a.jpg.html', PIXEL],
    ['picture', PIXEL],
    ['a.png', Buffer.alloc(0)],
  ])('S61, S65: refuses as a picture: %j', async (name, bytes) => {
    await keepsNothing(async () => {
      for (const who of [alice, product.admin])
        expect(await up(name, bytes, { who, path: 'page/uploadImg', type: 'image/png' })).toMatchObject({ error_code: 10100, data: null })
    })
  })

  it.each([
    ['a.php', text],
    ['a.PHP', text],
    ['x.php.txt', text],
    ['a.svg', svg],
    ['a.html', html],
    ['a.HtMl', html],
    ['a.html.', html],
    ['a.html ', html],
    ['a.jpg.html', PIXEL],
    ['a.html%00.jpg', PIXEL],
    ['a.html;.jpg', PIXEL],
    ['a.ht\u202eml.txt', text],
    ['a.xhtml', html],
    ['a.xml', text],
    ['a.htm', html],
    ['a.shtml', html],
    ['a.js', text],
    ['a.exe', exe],
    ['a.sh', text],
    ['a.bat', text],
    ['a.jar', Buffer.from('504b0304', 'hex')],
    ['a.apk', Buffer.from('504b0304', 'hex')],
    ['a.docm', Buffer.from('504b0304', 'hex')],
    ['a.txt', exe],
    ['a.csv', elf],
    ['a.md', Buffer.from('a\0b')],
    ['a.json', PIXEL],
    ['a.pdf', exe],
    ['a.pdf', html],
    ['a.zip', text],
    ['a.docx', html],
    ['a.mp4', html],
    ['a.png', html],
    ['a.zip', Buffer.alloc(0)],
    ['txt', text],
    ['.txt.', exe],
    ['', text],
    ['__proto__', text],
    ['a.constructor', text],
    ['a.toString', text],
  ])('S61: refuses a file that is not on the list: %j', async (name, bytes) => {
    await keepsNothing(async () => {
      for (const who of [alice, product.admin])
        for (const path of ['page/upload', 'attachment/attachmentUpload'] as const)
          expect(await up(name, bytes, { who, path, type: 'application/pdf' })).toMatchObject({ error_code: 10100, data: null })
    })
  })

  it.each([
    ['a.pdf', '255044462d312e37', 'application/pdf'],
    ['a.docx', '504b0304', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.xls', 'd0cf11e0a1b11ae1', 'application/vnd.ms-excel'],
    ['a.zip', '504b0506', 'application/zip'],
    ['a.tar', `${'00'.repeat(257)}7573746172`, 'application/x-tar'],
    ['a.mp4', '0000002066747970', 'video/mp4'],
    ['a.csv', 'efbbbf61', 'text/csv'],
    ['a.csv', 'fffe61000a00', 'text/csv'],
    ['a.sql', '', 'application/sql'],
    ['MZ.md', '4d5a2d4e6f7465', 'text/markdown'],
  ])('accepts %s that starts with %s', async (name, hex, file_type) => {
    expect(await up(name, Buffer.from(hex, 'hex'), { type: 'text/html' })).toMatchObject({ success: 1 })
    expect(await newest()).toMatchObject({ display_name: name, file_type })
  })
})

onEachDatabase(
  'the quota of a user',
  (product) => {
    const half = Buffer.alloc(400_000, 'x')
    const put = (who: TestUser, bytes = half) => sendParts(product, who, 'page/upload', [{ name: 'file', file: 'a.txt', bytes }])

    it('S67: limits uploads, also concurrent ones, and is freed by deletions', async () => {
      const bob = await product.user('bob')
      const replies = await Promise.all([1, 2, 3, 4].map(() => put(bob)))
      expect(replies.filter((reply) => reply.success)).toHaveLength(2)
      expect(replies.filter((reply) => reply.error_message?.includes('(1 MB)'))).toHaveLength(2)
      const { list, used, used_m } = await bob.api.attachment.getMyList({ page: 1, count: 9 })
      expect([used, used_m, filesIn(product).length]).toEqual(['800000', 0.763, 2])
      expect(await put(await product.user('other'))).toMatchObject({ success: 1 })
      await bob.api.attachment.deleteMyAttachment({ file_id: list[0]?.file_id ?? '' })
      expect(await put(bob)).toMatchObject({ success: 1 })
      expect(await put(bob, Buffer.alloc(1024 * 1024 - 800_000, 'x'))).toMatchObject({ success: 1 })
      expect(await put(bob, Buffer.from('x'))).toMatchObject({ error_code: 10101, data: null })
    })
  },
  { UPLOAD_QUOTA_MB: '1' },
)
