import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { seal, unseal } from '../auth/secrets.ts'
import { aFile, aMember, anItem } from '../test/given.ts'
import { anEmptyPlace, command, folder, serverOn, settingsOf } from '../test/process/terminal.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { afterRestore, everyRow } from '../test/samples/every-row.ts'
import { aFullPage, type FullPage } from '../test/samples/full-page.ts'

onEachDatabase('sheaf backup and sheaf restore', (product) => {
  let alice: TestUser
  let item_id: string
  let page: FullPage
  let archive: string
  let seen: unknown
  let last: string
  let before: Awaited<ReturnType<typeof everyRow>>
  const kind = () => product.server.services.store.kind
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_name: '手册 “quoted” \\ back' })
    await aMember(product, item_id, await product.user('bob'))
    page = await aFullPage(product, alice, item_id)
    for (let n = 0; n < 120; n++)
      await alice.api.page.save({ item_id, page_title: `第 ${n} 页`, page_content: `内容 ${n} 😀\n\\x00 \\u0000` })
    last = (await aFullPage(product, alice, item_id)).page_id
    await alice.api.page.delete({ page_id: last })
    await aFile(product, item_id, Buffer.alloc(9_000_000, 7), { owner: alice })
    before = await everyRow(settingsOf(product))
    archive = await backup()
    seen = await alice.api.item.info({ item_id })
  })

  async function backup() {
    const target = join(folder(), 'backup.tar.gz')
    const { code, err } = await command(['backup', target], settingsOf(product))
    expect([code, err]).toEqual([0, expect.stringContaining('rows')])
    return target
  }

  it('writes a tar that only its owner can read, with the key, the files and the rows', async () => {
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    const names = String(execFileSync('tar', ['tzf', archive]))
      .trim()
      .split('\n')
    expect([names[0], names[1], names.at(-1)]).toEqual(['sheaf-backup.json', 'secret-key', 'manifest.json'])
    expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(3)
    const manifest = JSON.parse(String(execFileSync('tar', ['xzOf', archive, 'manifest.json'])))
    expect(manifest).toMatchObject({
      form: 1,
      database: kind(),
      tables: { user: { rows: 3 } },
      files: { count: 3 },
      missing: 0,
      elsewhere: 0,
    })
    expect(readdirSync(join(archive, '..'))).toEqual(['backup.tar.gz'])
  })

  it.each(['sqlite', 'postgres'])(
    'restores completely on %s, with the same rows and responses',
    async (target) => {
      const place = await anEmptyPlace(target)
      const { code, err } = await command(['restore', archive], place)
      expect([code, err]).toEqual([0, expect.stringContaining('Restored')])
      expect(await everyRow(place)).toEqual(afterRestore(before))
      const restored = await serverOn(place)
      try {
        const again = { ...alice, api: restored.visitor().api }
        await again.api.user.login({ username: alice.username, password: alice.password, v_code: '' })
        const [reason] = await again.api.notice.getList({ notice_type: 'unread' })
        expect(reason?.notice_content).toContain('everyone was signed out')
        await again.api.notice.delete({ notice_id: reason?.notice_id as string })
        expect((await again.api.page.info({ page_id: page.page_id })).page_content).toBe('three unmistakable')
        expect(await again.api.item.info({ item_id })).toEqual(seen)
        expect(await again.api.page.history({ page_id: page.page_id })).toEqual(await alice.api.page.history({ page_id: page.page_id }))
        expect((await restored.send({ url: `/api/attachment/visitFile?sign=${page.sign}`, headers: again.headers })).body).toBe(
          '0123456789',
        )
        // Ids of deleted rows are not assigned again.
        const made = await again.api.page.save({ item_id, page_title: 'New', page_content: 'x' })
        expect(Number(made.page_id)).toBeGreaterThan(Number(last))
        // The restored key decrypts the secrets of the settings.
        expect(unseal(restored.server.services, 'x', seal(product.server.services, 'x', 'secret'))).toBe('secret')
      } finally {
        await restored.close()
      }
    },
    60_000,
  )

  it('writes to the standard output with -', async () => {
    const { code, bytes } = await command(['backup', '-'], settingsOf(product))
    expect([code, gunzipSync(bytes).toString('latin1', 0, 17)]).toEqual([0, 'sheaf-backup.json'])
  })

  describe('refuses', () => {
    it('a damaged archive, before anything is changed', async () => {
      const whole = readFileSync(archive)
      const inside = gunzipSync(whole)
      const at = inside.indexOf('unmistakable')
      const changed = Buffer.from(inside)
      changed.write('X', at)
      const bad = {
        cut: whole.subarray(0, whole.length / 2),
        other: Buffer.from('no archive'),
        changed: gzipSync(changed),
        half: gzipSync(inside.subarray(0, 51_200)),
      }
      for (const [name, bytes] of Object.entries(bad)) {
        const [place, path] = [await anEmptyPlace(kind()), join(folder(), 'bad.tar.gz')]
        writeFileSync(path, bytes)
        const { code, err } = await command(['restore', path], place)
        expect([name, code, err]).toEqual([name, 1, expect.stringContaining('Nothing was changed')])
        expect(readdirSync(place['DATA_DIR'] as string)).toEqual([])
      }
    })

    it('a target that is not empty', async () => {
      const { code, err } = await command(['restore', archive], settingsOf(product))
      expect([code, err]).toEqual([1, expect.stringContaining('something in')])
    })

    it('to replace what a running server uses', async () => {
      const { code, err } = await command(['restore', archive, '--force'], settingsOf(product))
      expect([code, err]).toEqual([1, expect.stringContaining('still running')])
      expect((await alice.api.page.info({ page_id: page.page_id })).page_content).toBe('three unmistakable')
    })

    it('a backup file that exists, and a folder without a database', async () => {
      expect(await command(['backup', archive], settingsOf(product))).toMatchObject({
        code: 1,
        err: expect.stringContaining('there already'),
      })
      const nowhere = { DATA_DIR: folder() }
      expect(await command(['backup'], nowhere)).toMatchObject({ code: 1, err: expect.stringContaining('no database') })
      expect(await command(['backup'], nowhere, { language: 'zh' })).toMatchObject({ code: 1, err: expect.stringContaining('没有数据库') })
      expect(readdirSync(nowhere.DATA_DIR)).toEqual([])
    })
  })

  it('makes the folder that TARGET names, with another archive at each run, and names a folder that cannot be made', async () => {
    const place = folder()
    const target = join(place, 'backups', 'sheaf')
    expect(await command(['backup', target], settingsOf(product))).toMatchObject({ code: 0 })
    expect(readdirSync(target)).toEqual([expect.stringMatching(/^sheaf-.*\.tar\.gz$/)])
    expect(statSync(target).mode & 0o777).toBe(0o700)
    writeFileSync(join(place, 'file'), '')
    const { code, err } = await command(['backup', join(place, 'file', 'sheaf')], settingsOf(product))
    expect([code, err]).toEqual([1, expect.stringContaining(`${join(place, 'file', 'sheaf')} cannot be made (ENOTDIR)`)])
  })

  it('R19: restores onto a dirty folder, removes stale database logs and keeps the old content', async () => {
    const place = await anEmptyPlace(kind())
    await command(['restore', archive], place)
    const data = place['DATA_DIR'] as string
    mkdirSync(join(data, 'files', 'ab'), { recursive: true })
    writeFileSync(join(data, 'files', 'ab', '0'.repeat(40)), 'old')
    writeFileSync(join(data, 'sheaf.db-wal'), 'stale')
    writeFileSync(join(data, 'sheaf.db-shm'), 'stale')
    const { code, err } = await command(['restore', archive, '--force'], place)
    expect([code, err]).toEqual([0, expect.stringContaining('Restored')])
    expect(await everyRow(place)).toEqual(afterRestore(before))
    const old = readdirSync(data).find((name) => name.startsWith('before-restore-')) ?? ''
    expect(existsSync(join(data, old, 'files', 'ab', '0'.repeat(40)))).toBe(true)
    expect(existsSync(join(data, 'files', 'ab', '0'.repeat(40)))).toBe(false)
    if (existsSync(join(data, 'sheaf.db-wal'))) expect(readFileSync(join(data, 'sheaf.db-wal'), 'utf8')).not.toContain('stale')
    rmSync(data, { recursive: true })
  })
})
