import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { expect, it } from 'vitest'
import { anItem } from '../test/given.ts'
import { onEachDatabase } from '../test/product.ts'
import { anEmptyPlace, command, folder, settingsOf } from '../test/terminal.ts'

/** PostgreSQL makes its copy in one snapshot of its own. */
const TIMES = { sqlite: 50, postgres: 20 }

onEachDatabase(
  'sheaf backup while others write',
  (product) => {
    it('R19: many times under load: each copy is whole, has all that was acknowledged before, and every file its pages name', async () => {
      const alice = await product.user('alice')
      const item_id = await anItem(alice)
      const { kind } = product.server.house.store
      let [acknowledged, files, isOver] = [0, 0, false]
      /** One page after the other: a consistent copy has all of them up to some number. */
      const writing = (async () => {
        for (let n = 1; !isOver; n++) {
          await alice.api.page.save({ item_id, page_title: String(n), page_content: `${n} ${'x'.repeat(2000)}` })
          acknowledged = n
          await wait(10)
        }
      })()
      /** Files come and go. */
      const uploading = (async () => {
        for (let n = 0; !isOver; n++) {
          const reply = await product.upload(
            alice,
            'page/upload',
            { item_id },
            { name: `${n}.txt`, bytes: Buffer.from('text '.repeat(200 + n)) },
          )
          const { file_id } = reply.json()
          if (n % 3) await alice.api.attachment.deleteMyAttachment({ file_id })
          files++
          await wait(10)
        }
      })()
      while (files < 10) await wait(20)
      const target = folder()
      for (let n = 0; n < TIMES[kind]; n++) {
        const [archive, before] = [join(target, `${n}.tar.gz`), acknowledged]
        expect(await command(['backup', archive], settingsOf(product))).toMatchObject({ code: 0 })
        const place = await anEmptyPlace('sqlite')
        expect(await command(['restore', archive], place)).toMatchObject({ code: 0 })
        const data = place['DATA_DIR'] as string
        const database = new SqliteDatabase(join(data, 'sheaf.db'), { readonly: true })
        expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
        const titles = database.prepare('select page_title from page order by page_id').pluck().all().map(Number)
        expect(titles).toEqual(titles.map((_, at) => at + 1))
        expect(titles.length).toBeGreaterThanOrEqual(before)
        const named = database.prepare('select path from attachment order by path').pluck().all()
        database.close()
        const there = readdirSync(join(data, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
        expect(there.sort()).toEqual(named)
        rmSync(data, { recursive: true })
        rmSync(archive)
      }
      isOver = true
      await Promise.all([writing, uploading])
      console.log(`R19 ${kind}: ${TIMES[kind]} copies, ${acknowledged} pages and ${files} files came meanwhile`)
    }, 240_000)
  },
  { RATE_LIMITS: 'off' },
)
