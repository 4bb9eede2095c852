import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tidy } from '../../retention/retention.ts'
import { aFile, anItem } from '../../test/given.ts'
import { command, settingsOf } from '../../test/process/terminal.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { filesIn } from '../../test/samples/files.ts'
import { type StrictS3, strictForm, strictS3 } from '../../test/servers/strict-s3.ts'

onEachDatabase('sheaf move-files', (product) => {
  let alice: TestUser
  let store: StrictS3
  let signs: string[]
  beforeAll(async () => {
    store = await strictS3()
    alice = await product.user('alice')
    const item_id = await anItem(alice)
    signs = []
    for (let n = 0; n < 12; n++)
      signs.push(await aFile(product, item_id, Buffer.from('x'.repeat(n * 1000)), { owner: alice, name: `${n}.txt` }))
    await product.admin.api.adminSetting.saveConfig({ oss_open: '0', oss_setting: JSON.stringify(strictForm(store)) })
  })
  afterAll(() => store.close())

  const db = () => product.server.services.store.db
  const move = (to: string, language: 'en' | 'zh' = 'en') => command(['move-files', '--to', to], settingsOf(product), { language })
  const kinds = async () => [...new Set((await db().selectFrom('attachment').select('store').execute()).map((row) => row.store))]
  const sizes = () =>
    Promise.all(
      signs.map(
        async (sign) => (await product.send({ url: `/api/attachment/visitFile?sign=${sign}`, headers: alice.headers })).body.length,
      ),
    )
  const whole = Array.from({ length: 12 }, (_, n) => n * 1000)
  const later = (hours: number) => tidy({ ...product.server.services, now: () => product.server.services.now() + hours * 3600 })

  it('explains its arguments', async () => {
    expect(await move('moon')).toMatchObject({ code: 2, err: expect.stringContaining('--to local or --to s3') })
    expect(await command(['move-files', '--help'], settingsOf(product), { language: 'zh' })).toMatchObject({
      code: 0,
      out: expect.stringContaining('云存储'),
    })
  })

  it('tests the store first, and explains why it does not work', async () => {
    store.fail({ refuses: { status: 403, code: 'AccessDenied', method: 'DELETE' } })
    expect(await move('s3', 'zh')).toMatchObject({ code: 1, err: expect.stringContaining('没有从') })
    expect(await kinds()).toEqual(['local'])
    store.fail({})
    store.held.clear()
  })

  it('stops when the store fails halfway, loses nothing, and continues when it runs again', async () => {
    let puts = 0
    const held = store.held.set.bind(store.held)
    store.held.set = (name, file) => {
      if (++puts === 6) store.fail({ refuses: { status: 507, code: 'QuotaExceeded' } })
      return held(name, file)
    }
    const first = await move('s3')
    store.held.set = held
    expect(first).toMatchObject({ code: 1, err: expect.stringMatching(/full.*give the command again/s) })
    expect((await kinds()).length).toBe(2)
    store.fail({})
    expect(await sizes()).toEqual(whole)
    const second = await move('s3')
    expect(second).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringMatching(/^[1-9]\d* files .* moved.*New files still go to this machine/s),
    })
    expect([(await kinds())[0], (await kinds()).length]).toEqual([expect.stringMatching(/^s3-/), 1])
    expect(await sizes()).toEqual(whole)
    // Running downloads can finish; later the old copies and the interrupted uploads are deleted.
    expect(filesIn(product).length).toBeGreaterThanOrEqual(12)
    await later(2)
    expect([filesIn(product), store.held.size]).toEqual([[], 12])
    expect(await move('s3')).toMatchObject({ code: 0, err: expect.stringMatching(/^0 files/) })
  })

  it('sheaf doctor --store checks that the store has every file', async () => {
    const check = async () => command(['doctor', '--store'], settingsOf(product))
    expect((await check()).out).toMatch(/✓ The store s3-\d+ has all its 12 files/)
    store.fail({ refuses: { status: 403, code: 'AccessDenied', method: 'GET' } })
    expect(await check()).toMatchObject({ code: 1, out: expect.stringContaining('✗ The store does not work') })
    store.fail({})
  })

  it('moves back, and names the files that it could not move', async () => {
    const [lost, cut] = await db().selectFrom('attachment').select(['file_id', 'path']).orderBy('file_id').offset(1).limit(2).execute()
    store.held.delete(lost?.path ?? '')
    const { bytes, ...rest } = store.held.get(cut?.path ?? '') ?? { bytes: Buffer.alloc(0), type: '', disposition: '' }
    store.held.set(cut?.path ?? '', { ...rest, bytes: bytes.subarray(1) })
    const { out } = await command(['doctor', '--store'], settingsOf(product), { language: 'zh' })
    expect(out).toMatch(/12 个文件中有 2 个缺失或不完整：.*1\.txt.*2\.txt/)
    const { code, err } = await move('local')
    expect([code, err]).toEqual([1, expect.stringMatching(/^10 files/)])
    expect(err).toContain(`${lost?.file_id} 1.txt`)
    expect(err).toContain(`${cut?.file_id} 2.txt`)
    await later(2)
    expect((await sizes()).filter((size, n) => size === n * 1000)).toHaveLength(10)
    expect([store.held.size, filesIn(product).length]).toEqual([1, 10])
  })

  it('does not change a row whose copy differs from the original', async () => {
    const rest = await db().selectFrom('attachment').select(['file_id']).where('store', '=', 'local').execute()
    const held = store.held.set.bind(store.held)
    store.held.set = (name, file) =>
      held(name, { ...file, bytes: file.bytes.length > 500 ? Buffer.from(file.bytes).fill('y', 5, 6) : file.bytes })
    expect(await move('s3')).toMatchObject({ code: 1, err: expect.stringContaining('changed') })
    store.held.set = held
    const still = await db().selectFrom('attachment').select(['file_id']).where('store', '=', 'local').execute()
    expect(still.length).toBeGreaterThanOrEqual(rest.length - 1)
    expect((await sizes()).filter((size, n) => size === n * 1000)).toHaveLength(10)
  })

  it('writes nothing without a database', async () => {
    const empty = join(product.folder, 'empty')
    expect(await command(['move-files', '--to', 'local'], { DATA_DIR: empty })).toMatchObject({ code: 1 })
    rmSync(empty, { recursive: true, force: true })
  })
})
