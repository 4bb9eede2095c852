import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openReader } from '../db/dialect.ts'
import { anItem, aPage } from './given.ts'
import { onEachDatabase } from './product.ts'

/** Seconds; a reader of half a minute differs from it by nothing but the size of the log, which is cut back all the same. */
const LONG = 6
const WRITERS = 50

onEachDatabase(
  'R04: many writers beside a long reader and an export',
  (product) => {
    it('are all served, soon, and the log of the database is small again afterwards', async () => {
      const alice = await product.user('alice')
      const item_id = await anItem(alice)
      const pages = await Promise.all(Array.from({ length: WRITERS }, () => aPage(alice, item_id, { page_content: 'x'.repeat(20_000) })))
      const { house } = product.server
      const reader = openReader(house.config.DATABASE_URL ?? join(product.folder, 'sheaf.db'))
      const snapshot = await reader.db.startTransaction().execute()
      const [before] = await snapshot
        .selectFrom('page')
        .select((row) => row.fn.max('version').as('v'))
        .execute()
      const times: number[] = []
      const end = performance.now() + LONG * 1000
      const write = async (page_id: string) => {
        for (let n = 0; performance.now() < end; n++) {
          const start = performance.now()
          await alice.api.page.save({ page_id, page_title: `P ${n}`, page_content: `${n} ${'y'.repeat(20_000)}` })
          times.push(performance.now() - start)
        }
      }
      const exporting = (async () => {
        await wait(500)
        const reply = await product.send({ url: `/api/export/markdown?item_id=${item_id}`, headers: alice.headers })
        return reply.statusCode
      })()
      await Promise.all(pages.map(write))
      expect(await exporting).toBe(200)
      const [after] = await snapshot
        .selectFrom('page')
        .select((row) => row.fn.max('version').as('v'))
        .execute()
      if (house.store.kind === 'sqlite') expect(after).toEqual(before)
      await snapshot.rollback().execute()
      await reader.close()
      const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
      console.log(`R04 ${house.store.kind}: ${times.length} saves, p99 ${Math.round(p99)} ms`)
      expect(p99).toBeLessThan(2000)
      if (house.store.kind === 'postgres') return
      const wal = () => statSync(join(product.folder, 'sheaf.db-wal')).size / 1e6
      const largest = wal()
      for (let n = 0; n < 3; n++) await alice.api.page.save({ page_id: pages[0] ?? '', page_title: 'last', page_content: `${n}` })
      console.log(`R04 log: ${largest.toFixed(1)} MB at its largest, ${wal().toFixed(1)} MB after the reader`)
      expect(wal()).toBeLessThan(64)
    }, 60_000)
  },
  { RATE_LIMITS: 'off' },
)
