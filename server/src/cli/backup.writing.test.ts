import { randomBytes } from 'node:crypto'
import { createWriteStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import SqliteDatabase from 'better-sqlite3'
import { expect, it } from 'vitest'
import { aFile, anItem } from '../test/given.ts'
import { anEmptyPlace, command, folder, settingsOf } from '../test/process/terminal.ts'
import { onEachDatabase } from '../test/product.ts'
import { run } from './run.ts'

const [PAGES, FILES] = [60, 30]

onEachDatabase('sheaf backup while others write', (product) => {
  it('R19: is whole, has all that was acknowledged before, and every file its pages name', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice)
    let acknowledged = 0
    /** One page after the other: a consistent copy has all of them up to some number. */
    const save = async () => {
      const title = String(acknowledged + 1)
      // Nothing that packs well, so that the archive has many pieces.
      await alice.api.page.save({ item_id, page_title: title, page_content: randomBytes(4000).toString('base64') })
      acknowledged++
    }
    const upload = () => aFile(product, item_id, randomBytes(20_000), { owner: alice })
    while (acknowledged < PAGES) await save()
    for (let n = 0; n < FILES; n++) await upload()
    const { db } = product.server.house.store
    const doomed = (await db.selectFrom('attachment').select('file_id').orderBy('file_id', 'desc').execute()).map((row) => row.file_id)

    /** Between any two pieces of the archive a page and a file come, and one of the files goes. */
    const archive = createWriteStream(join(folder(), 'backup.tar.gz'))
    let between = 0
    const bytes = new Writable({
      highWaterMark: 1,
      write(piece, _encoding, done) {
        const work = async () => {
          between++
          await save()
          await upload()
          const file_id = doomed.shift()
          if (file_id) await alice.api.attachment.deleteMyAttachment({ file_id: String(file_id) })
          archive.write(piece)
        }
        work().then(() => done(), done)
      },
    })
    const world = { out: () => {}, err: () => {}, bytes, isTerminal: false, ask: async () => undefined, language: 'en' as const }
    expect(await run(['backup', '-'], { ...world, env: settingsOf(product) })).toBe(0)
    await new Promise((ended) => archive.end(ended))
    expect(between).toBeGreaterThan(10)

    const place = await anEmptyPlace('sqlite')
    expect(await command(['restore', String(archive.path)], place)).toMatchObject({ code: 0 })
    const data = place['DATA_DIR'] as string
    const database = new SqliteDatabase(join(data, 'sheaf.db'), { readonly: true })
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    const titles = database.prepare('select page_title from page order by page_id').pluck().all().map(Number)
    expect(titles).toEqual(Array.from({ length: PAGES }, (_, n) => n + 1))
    const named = database.prepare('select path from attachment order by path').pluck().all()
    database.close()
    const there = readdirSync(join(data, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
    expect(there.sort()).toEqual(named)
    // Some of the files that went were still to be copied: they are left out with their rows.
    expect(named.length).toBeLessThan(FILES)
    expect(named.length).toBeGreaterThan(0)
  })
})
