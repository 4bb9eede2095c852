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

onEachDatabase('sheaf backup while other clients write', (product) => {
  it('R19: is complete: it has every page acknowledged before it and every file that its rows name', async () => {
    const alice = await product.user('alice')
    const item_id = await anItem(alice)
    let acknowledged = 0
    /** Saves pages in sequence: a consistent copy has all of them up to some number. */
    const save = async () => {
      const title = String(acknowledged + 1)
      // Random content does not compress, so that the archive has many chunks.
      await alice.api.page.save({ item_id, page_title: title, page_content: randomBytes(4000).toString('base64') })
      acknowledged++
    }
    const upload = () => aFile(product, item_id, randomBytes(20_000), { owner: alice })
    while (acknowledged < PAGES) await save()
    for (let n = 0; n < FILES; n++) await upload()
    const { db } = product.server.services.store
    const deletable = (await db.selectFrom('attachment').select('file_id').orderBy('file_id', 'desc').execute()).map((row) => row.file_id)

    /** Between any two chunks of the archive one page and one file are added, and one file is deleted. */
    const archive = createWriteStream(join(folder(), 'backup.tar.gz'))
    let between = 0
    const bytes = new Writable({
      highWaterMark: 1,
      write(piece, _encoding, done) {
        const work = async () => {
          between++
          await save()
          await upload()
          const file_id = deletable.shift()
          if (file_id) await alice.api.attachment.deleteMyAttachment({ file_id: String(file_id) })
          archive.write(piece)
        }
        work().then(() => done(), done)
      },
    })
    const world = { out: () => {}, err: () => {}, bytes, isTerminal: false, prompt: async () => undefined, language: 'en' as const }
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
    const paths = database.prepare('select path from attachment order by path').pluck().all()
    database.close()
    const there = readdirSync(join(data, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
    expect(there.sort()).toEqual(paths)
    // Some deleted files were still to be copied: the archive leaves them out together with their rows.
    expect(paths.length).toBeLessThan(FILES)
    expect(paths.length).toBeGreaterThan(0)
  })
})
