import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { tidy } from '../retention/retention.ts'
import { anItem, aPage } from '../test/given.ts'
import { isForAll, onEachDatabase, type TestUser } from '../test/product.ts'
import { exported } from '../test/samples/exported.ts'
import { filesIn } from '../test/samples/files.ts'
import { PIXEL } from '../test/samples/pixel.ts'
import { KEYS, type StrictS3, strictForm, strictS3 } from '../test/servers/strict-s3.ts'
import { sampleZip } from '../zip/test/zip-sample.ts'

onEachDatabase('files in a cloud store', (product, kind) => {
  let alice: TestUser
  let item_id: string
  let store: StrictS3
  let second: StrictS3
  beforeAll(async () => {
    ;[store, second] = [await strictS3(), await strictS3()]
    alice = await product.user('alice')
    item_id = await anItem(alice)
    await choose(store)
  })
  afterAll(async () => {
    await store.close()
    await second.close()
  })
  afterEach(async () => {
    store.fail({})
    await choose(store)
  })

  const admin = () => product.admin.api.adminSetting
  const choose = (to: StrictS3 | undefined, more: Record<string, string> = {}) =>
    admin().saveConfig(to ? { oss_open: '1', oss_setting: JSON.stringify(strictForm(to, more)) } : { oss_open: '0' })
  const db = () => product.server.services.store.db
  const up = async (name: string, bytes: Buffer | string, fields: Record<string, string> = { item_id }) => {
    const reply = await product.upload(alice, 'page/upload', fields, { name, bytes: Buffer.from(bytes) })
    return reply.json<{ url: string; file_id: string; error_code?: number; error_message?: string }>()
  }
  const visit = (url: string, headers: Record<string, string> = alice.headers, method: 'GET' | 'HEAD' = 'GET') =>
    product.send({ url, headers, method: method as 'GET' })
  const placeOf = async (file_id: string) =>
    (await db().selectFrom('attachment').select(['store', 'path']).where('file_id', '=', Number(file_id)).executeTakeFirst()) ?? {
      store: '',
      path: '',
    }
  const namesIn = () => [...store.held.keys(), ...second.held.keys(), ...filesIn(product)]
  const rows = (table: 'attachment' | 'file_orphan') => db().selectFrom(table).selectAll().execute()

  it('are stored only there, and are served with checked rights, as a whole and in ranges', async () => {
    const before = filesIn(product).length
    const secret = await anItem(alice, { password: 'sesame' })
    const { url, file_id } = await up('notes.txt', '0123456789', { item_id: secret })
    const { store: kind, path } = await placeOf(file_id)
    expect([kind, String(store.held.get(path)?.bytes), filesIn(product).length]).toEqual([
      expect.stringMatching(/^s3-\d+$/),
      '0123456789',
      before,
    ])
    const whole = await visit(url)
    expect([whole.statusCode, whole.body]).toEqual([200, '0123456789'])
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''notes.txt`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    const part = await visit(url, { ...alice.headers, range: 'bytes=2-4' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    expect((await visit(url, {})).json()).toMatchObject({ error_code: 10101 })
    expect((await visit(url, alice.headers, 'HEAD')).headers['content-length']).toBe('10')
    store.held.delete(path)
    expect((await visit(url)).json()).toMatchObject({ error_code: 10101 })
    store.held.set(path, { bytes: Buffer.from('012'), type: '', disposition: '' })
    expect((await visit(url)).json()).toMatchObject({ error_code: 10101 })
  })

  it('R21: can still be read and deleted with their previous keys after another store was chosen', async () => {
    const first = await up('one.txt', 'one')
    await choose(undefined)
    const inLocal = await up('two.txt', 'two')
    await choose(second)
    const third = await up('three.txt', 'three')
    expect(
      new Set([(await placeOf(first.file_id)).store, (await placeOf(inLocal.file_id)).store, (await placeOf(third.file_id)).store]).size,
    ).toBe(3)
    const read = async () => Promise.all([first, inLocal, third].map(async ({ url }) => (await visit(url)).body))
    expect(await read()).toEqual(['one', 'two', 'three'])
    await choose(undefined)
    expect(await read()).toEqual(['one', 'two', 'three'])
    for (const { file_id } of [first, inLocal, third]) {
      const { path } = await placeOf(file_id)
      expect(namesIn().some((name) => path.endsWith(name))).toBe(true)
      await alice.api.attachment.deleteMyAttachment({ file_id })
      expect(namesIn().some((name) => path.endsWith(name))).toBe(false)
    }
    expect(await rows('file_orphan')).toEqual([])
    await choose(store, { key: KEYS.key, protocol: 'http' })
    expect(await db().selectFrom('file_store').select('store_id').execute()).toHaveLength(2)
  })

  it('R21: a file that is deleted while the store is unreachable is deleted there later', async () => {
    const { file_id, url } = await up('doomed.txt', 'doomed')
    const { path } = await placeOf(file_id)
    store.fail({ refuses: { status: 403, code: 'AccessDenied', method: 'DELETE' } })
    await alice.api.attachment.deleteMyAttachment({ file_id })
    expect([(await visit(url)).json().error_code, store.held.has(path)]).toEqual([10101, true])
    store.fail({})
    await tidy({ ...product.server.services, now: () => product.server.services.now() + 7200 })
    expect([store.held.has(path), await rows('file_orphan')]).toEqual([false, []])
  })

  it('are stored in a store that was configured by an older version', async () => {
    await db().deleteFrom('file_store').execute()
    const { url } = await up('early.txt', 'early')
    expect((await visit(url)).body).toBe('early')
    expect(await db().selectFrom('file_store').select('place').execute()).toEqual([{ place: `${store.endpoint}/sheaf-docs` }])
  })

  // The rest depends on the store and not on the database.
  if (!isForAll(kind)) return

  it('R21: an upload to an unreachable store fails with a clear error and without a row; saving pages still works', async () => {
    const page_id = await aPage(alice, item_id)
    const kept = await up('kept.txt', 'kept')
    const before = await rows('attachment')
    for (const failure of [
      { refuses: { status: 500, code: 'InternalError' } },
      { clock: 3600 },
      { refuses: { status: 507, code: 'QuotaExceeded' } },
    ]) {
      store.fail(failure)
      const reply = await product.upload(alice, 'page/upload', { item_id }, { name: 'a.txt', bytes: Buffer.from('a') })
      expect([reply.statusCode, reply.json().error_message]).toEqual([503, expect.stringContaining('at the moment')])
      expect(reply.body).not.toMatch(/127\.0\.0\.1|AKSHEAF/)
      expect((await visit(kept.url)).statusCode).toBe(503)
      await alice.api.page.save({ page_id, page_title: 'T', page_content: JSON.stringify(failure) })
    }
    store.fail({})
    expect(await rows('attachment')).toEqual(before)
    const late = { ...product.server.services, now: () => product.server.services.now() + 7200 }
    await tidy(late)
    expect([await rows('file_orphan'), (await visit(kept.url)).body]).toEqual([[], 'kept'])
    await choose(store, { bucket: '' })
    expect(await up('a.txt', 'a')).toMatchObject({ error_code: 503 })
  })

  it('R21: a request to a hanging store times out, and other requests do not wait for it', async () => {
    const page_id = await aPage(alice, item_id)
    store.fail({ hangs: 'before' })
    let isAnswered = false
    const waiting = product.upload(alice, 'page/upload', { item_id }, { name: 'a.txt', bytes: Buffer.from('a') }).finally(() => {
      isAnswered = true
    })
    for (let n = 0; n < 5; n++) await alice.api.page.save({ page_id, page_title: 'T', page_content: `${n}` })
    expect(isAnswered).toBe(false)
    expect((await waiting).statusCode).toBe(503)
  })

  it('are redirected to the store if they are public and the setting allows it; private files never are', async () => {
    await choose(store, { public_read: '1' })
    const [open, secret] = [await anItem(alice), await anItem(alice, { password: 'sesame' })]
    const shown = await up('a b.png', PIXEL, { item_id: open })
    const reply = await visit(shown.url, {})
    expect([reply.statusCode, reply.body, reply.headers['x-content-type-options']]).toEqual([302, '', 'nosniff'])
    const fromStore = await fetch(String(reply.headers.location))
    expect([fromStore.headers.get('content-type'), fromStore.headers.get('content-disposition')]).toEqual([
      'image/png',
      `inline; filename*=UTF-8''a%20b.png`,
    ])
    expect(Buffer.from(await fromStore.arrayBuffer()).equals(PIXEL)).toBe(true)
    const page = await up('x.txt', '<script>1</script>', { item_id: open })
    const text = await fetch(String((await visit(page.url, {})).headers.location))
    expect([text.headers.get('content-type'), text.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      `attachment; filename*=UTF-8''x.txt`,
    ])
    expect((await visit(shown.url, { 'sec-fetch-dest': 'empty' })).statusCode).toBe(200)
    expect((await visit(shown.url, {}, 'HEAD')).headers['content-length']).toBe(String(PIXEL.length))
    const hidden = await up('hidden.txt', 'hidden', { item_id: secret })
    expect([(await visit(hidden.url)).statusCode, (await visit(hidden.url)).body]).toEqual([200, 'hidden'])
    expect((await visit(hidden.url, {})).json()).toMatchObject({ error_code: 10101 })
    expect((await product.admin.api.attachment.getAllList({ display_name: 'a b.png' })).list[0]?.visit_times).toBe('2')
  })

  it('are stored by an import and included in an export, which fails if one cannot be read', async () => {
    const zip = sampleZip([
      { name: 'book/a.md', data: '# A\n\n![x](p/a.png)\n' },
      { name: 'book/p/a.png', data: PIXEL },
    ])
    const before = store.held.size
    const { data } = (await product.upload(alice, 'import/auto', {}, { name: 'book.zip', bytes: zip })).json()
    expect(store.held.size).toBe(before + 1)
    const hasPicture = async () =>
      [...(await exported(product, alice, 'markdown', { item_id: data.item_id })).values()].some((bytes) => bytes.equals(PIXEL))
    expect(await hasPicture()).toBe(true)
    store.fail({ refuses: { status: 403, code: 'AccessDenied' } })
    await expect(hasPicture()).rejects.toThrow('503')
  })

  it('have settings whose test returns clear errors, and whose secrets are not revealed', async () => {
    const trial = (more: Record<string, string>) => admin().testStorage({ oss_setting: JSON.stringify(strictForm(store, more)) })
    expect(await trial({ secret: '********' })).toEqual({ place: expect.stringContaining('/sheaf-docs') })
    await expect(trial({ secret: 'wrong' })).rejects.toMatchObject({
      code: 10101,
      message: expect.stringContaining('the secret key is another one'),
    })
    await expect(trial({ bucket: 'none' })).rejects.toThrow('no such bucket')
    await expect(trial({ endpoint: '' })).rejects.toThrow('endpoint')
    const all = JSON.stringify([
      await db().selectFrom('file_store').selectAll().execute(),
      await rows('attachment'),
      await admin().loadConfig({}),
    ])
    expect(all).not.toContain(KEYS.secret)
    await expect(alice.api.adminSetting.testStorage({ oss_setting: '{}' })).rejects.toMatchObject({ code: 10103 })
  })
})
