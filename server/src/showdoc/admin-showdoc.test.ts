import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MoveReport } from '@sheaf/contract'
import { beforeAll, expect, it, vi } from 'vitest'
import { anItem, areRefused } from '../test/given.ts'
import { anEmptyPlace, command, folder, serverOn } from '../test/process/terminal.ts'
import { isForAll, onEachDatabase } from '../test/product.ts'
import { aFullPage } from '../test/samples/full-page.ts'
import { realManifest, realShowdoc } from '../test/samples/showdoc-real.ts'

/** A small ShowDoc installation, exported from a separate Sheaf site. */
async function anInstallation() {
  const place = await anEmptyPlace('sqlite')
  const admin = { ADMIN_USERNAME: 'first', ADMIN_PASSWORD: 'first-password-1' }
  const { server, send, visitor, close } = await serverOn({ ...place, ...admin })
  const first = visitor()
  await first.api.user.login({ username: 'first', password: 'first-password-1', v_code: '' })
  Object.assign(first, { uid: '1' })
  const item_id = await anItem(first, { item_name: 'From there', item_domain: 'there' })
  const page = await aFullPage({ server, send } as never, first, item_id)
  await close()
  const dir = join(folder(), 'showdoc')
  expect((await command(['export-showdoc', dir], place)).code).toBe(0)
  return { dir, page }
}

onEachDatabase('a move from the admin screen', (product, kind) => {
  let dir = ''
  const call = () => product.admin.api.adminShowdoc
  const password = 'admin-password-1'
  const state = async () => (await call().progress({})).state
  const until = (wanted: string) => vi.waitFor(async () => expect(await state()).toBe(wanted), { interval: 100 })
  const rows = async () => (await call().progress({})).report && (JSON.parse((await call().progress({})).report) as MoveReport)
  const archive = () => execFileSync('tar', ['cz', '-C', join(dir, '..'), 'showdoc'])
  const send = (bytes: Buffer, fields: Record<string, string> = {}, who = product.admin) =>
    product.upload(who, 'adminShowdoc/upload', { same_people: '', password, ...fields }, { name: 'docs.tar.gz', bytes })

  beforeAll(async () => {
    dir = (await anInstallation()).dir
  })

  it('S45: requires an administrator, their password and an absolute path', async () => {
    const bob = await product.user('bob')
    await areRefused([bob.api.adminShowdoc.progress({}), bob.api.adminShowdoc.begin({ folder: dir, same_people: '', password })], 10103)
    await areRefused([call().begin({ folder: dir, same_people: '', password: 'wrong' }), call().resume({ password: 'wrong' })], 10208)
    await areRefused([call().begin({ folder: 'showdoc', same_people: '', password })], 10101, 'whole path')
    await areRefused([call().resume({ password }), call().verify({})], 10101, 'no move')
    expect((await send(archive(), { password: 'wrong' })).json().error_code).toBe(10208)
    expect((await send(archive(), {}, bob)).json().error_code).toBe(10103)
    expect(existsSync(join(product.folder, 'showdoc'))).toBe(false)
  })

  it('reports a folder that does not exist', async () => {
    await call().begin({ folder: '/nowhere', same_people: '', password })
    await until('failed')
    expect((await call().progress({})).problem).toContain('/nowhere')
  })

  it('imports an archive while other users read, and gives the same report as the command', async () => {
    expect((await send(archive())).json().error_code).toBe(0)
    await areRefused([call().begin({ folder: dir, same_people: '', password })], 10101, 'under way')
    await until('done')
    const { place, is_upload } = await call().progress({})
    expect([place, is_upload]).toEqual(['docs.tar.gz', '1'])
    const report = await rows()
    expect(report).toMatchObject({ changed: true, pages: { compared: 1, same: 1, different: { count: 0 } }, files: { same: 1 } })
    const download = await product.send({ url: '/api/adminShowdoc/report', headers: product.admin.headers })
    expect(download.headers['content-disposition']).toContain('move-from-showdoc.json')
    expect(download.json()).toEqual(report)
    const { items } = await product.admin.api.adminItem.getList({ item_name: 'From there', username: '', page: '1', count: '5' })
    expect(items).toHaveLength(1)
    const { list } = await product.admin.api.adminLog.getList({ action: 'site', page: '1', count: '9' } as never)
    expect(list.map(({ action, subject }) => [action, subject])).toEqual([
      ['showdocMoved', 'docs.tar.gz'],
      ['showdocBegun', 'docs.tar.gz'],
      ['showdocBegun', '/nowhere'],
    ])
  })

  it('verifies again, and counts pages that users have changed since', async () => {
    const { db } = product.server.services.store
    const page = await db.selectFrom('page').select('page_id').where('page_title', '=', 'Full').executeTakeFirstOrThrow()
    await product.admin.api.page.save({ page_id: String(page.page_id), page_title: 'Full', page_content: 'changed here' })
    await call().verify({})
    await until('done')
    expect(await rows()).toMatchObject({ changed: false, pages: { different: { count: 0 }, changedSince: 1 } })
  })

  it('changes nothing when it runs a second time', async () => {
    const before = await product.server.services.store.db.selectFrom('page').select('page_id').execute()
    await call().begin({ folder: dir, same_people: '', password })
    await until('done')
    expect(await rows()).toMatchObject({ changed: false })
    expect(await product.server.services.store.db.selectFrom('page').select('page_id').execute()).toEqual(before)
  })

  it('R19: a move without a live process is stopped and can be resumed; one in another process blocks a second move', async () => {
    const { db } = product.server.services.store
    const setRunning = (addtime: number) => db.updateTable('job').set({ state: 'running', addtime }).where('uid', '=', 0).execute()
    await setRunning(product.server.services.now())
    await areRefused(
      [call().begin({ folder: dir, same_people: '', password }), call().resume({ password }), call().forget({})],
      10101,
      'under way',
    )
    await call().stop({})
    expect(await db.selectFrom('job').select('state').where('uid', '=', 0).execute()).toEqual([{ state: 'cancelling' }])
    expect(await state()).toBe('running')
    await setRunning(product.server.services.now() - 40)
    expect(await state()).toBe('stopped')
    await call().resume({ password })
    await until('done')
  })

  it('R19: a move that an earlier version kept in files is stopped and can be resumed', async () => {
    const { db } = product.server.services.store
    const row = await db.selectFrom('job').selectAll().where('uid', '=', 0).executeTakeFirstOrThrow()
    await db.deleteFrom('job').where('uid', '=', 0).execute()
    const screen = join(product.folder, 'showdoc', 'screen')
    const progress = { stage: 'writing', table: 'page', done: 3, total: 9 }
    const kept = { ...JSON.parse(row.detail), state: 'running', progress, touched: Date.now() - 60_000 }
    writeFileSync(join(screen, 'job.json'), JSON.stringify(kept))
    writeFileSync(join(screen, 'report.json'), row.result)
    expect(await call().progress({})).toMatchObject({
      state: 'stopped',
      stage: 'writing',
      table: 'page',
      done: 3,
      total: 9,
      report: row.result,
    })
    expect(readdirSync(screen).filter((name) => name.endsWith('.json'))).toEqual([])
    await call().resume({ password })
    await until('done')
  })

  it('S91: an invalid archive leaves no files behind, and deleting the unpacked archive keeps the migrated rows', async () => {
    await send(Buffer.from('no archive'))
    await until('failed')
    expect((await call().progress({})).problem).toContain('damaged')
    await send(archive())
    await until('done')
    const screen = join(product.folder, 'showdoc', 'screen')
    expect(readdirSync(screen).some((name) => name.startsWith('unpacked'))).toBe(true)
    const { db } = product.server.services.store
    expect(JSON.stringify(await db.selectFrom('job').selectAll().where('uid', '=', 0).execute())).not.toContain(password)
    await call().forget({})
    expect([existsSync(screen), await state()]).toEqual([false, 'none'])
    await areRefused([call().verify({})], 10101, 'no move')
  })

  // move-in.samples.test.ts imports both into both databases.
  if (!isForAll(kind)) return

  it.each(['2.9', '3.9'])('imports a real ShowDoc %s as its manifest describes', async (version) => {
    const manifest = JSON.parse(readFileSync(realManifest(version), 'utf8')) as Record<
      'pages' | 'histories' | 'attachments' | 'users',
      unknown[]
    >
    expect((await send(readFileSync(realShowdoc(version)))).json().error_code).toBe(0)
    await until('done')
    const [pages, versions, files] = [manifest.pages.length, manifest.histories.length, manifest.attachments.length]
    expect(await rows()).toMatchObject({
      pages: { compared: pages, same: pages, different: { count: 0 } },
      versions: { compared: versions, same: versions, different: { count: 0 } },
      files: { compared: files, same: files, different: { count: 0 } },
      people: { all: manifest.users.length },
    })
  })
})
