import { statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openReader } from '../db/dialect.ts'
import { sampleZip } from '../import/zip-sample.ts'
import { anItem, aPage } from './given.ts'
import { onEachDatabase } from './product.ts'

/** Seconds; a reader of half a minute differs from it by nothing but the size of the log, which is cut back all the same. */
const LONG = 6
const WRITERS = 50
/** Two more tests are at work on the machine, often with servers of their own: the figures printed are for reading, this is for faults. */
const BESIDE_OTHERS = 4

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
      expect(p99).toBeLessThan(BESIDE_OTHERS * 2000)
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

onEachDatabase(
  'S78: costly work at once',
  (product) => {
    it('ten exports, five imports and twenty searches leave reading quick', async () => {
      const alice = await product.user('alice')
      const item_id = await anItem(alice)
      const text = '# Orders\n\n| Name | Type |\n|---|---|\n| id | int |\n\n```js\nconst order = 1\n```\n\n'.repeat(20)
      const pages = await Promise.all(Array.from({ length: 25 }, (_, n) => aPage(alice, item_id, { page_content: `${text}needle ${n}` })))
      const manual = sampleZip(Array.from({ length: 50 }, (_, n) => ({ name: `manual/p${n}.md`, data: `# P${n}\n\n${text}` })))
      const lag = monitorEventLoopDelay({ resolution: 5 })
      lag.enable()
      let isOver = false
      const times: number[] = []
      const reading = (async () => {
        for (let n = 0; !isOver; n++) {
          const start = performance.now()
          await alice.api.page.info({ page_id: pages[n % pages.length] as string })
          times.push(performance.now() - start)
          await wait(5)
        }
      })()
      const kinds = ['markdown', 'word', 'html']
      const ends = await Promise.all([
        ...Array.from({ length: 10 }, (_, n) =>
          product
            .send({ url: `/api/export/${kinds[n % 3]}?item_id=${item_id}`, headers: alice.headers })
            .then(({ statusCode }) => statusCode),
        ),
        ...Array.from({ length: 5 }, () =>
          product.upload(alice, 'import/auto', {}, { name: 'manual.zip', bytes: manual }).then(({ statusCode }) => statusCode),
        ),
        ...Array.from({ length: 20 }, () => alice.api.item.search({ item_id, keyword: 'needle' }).then(() => 200)),
      ])
      isOver = true
      await reading
      lag.disable()
      // More than can wait are refused politely (export.end.test.ts).
      expect(ends.filter((status) => status !== 200 && status !== 429)).toEqual([])
      const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
      console.log(
        `S78 ${product.server.house.store.kind}: ${times.length} reads, p95 ${Math.round(p95)} ms; loop p99 ${Math.round(lag.percentile(99) / 1e6)} ms`,
      )
      expect(p95).toBeLessThan(BESIDE_OTHERS * 500)
      expect(lag.percentile(99) / 1e6).toBeLessThan(BESIDE_OTHERS * 200)
    }, 60_000)
  },
  { RATE_LIMITS: 'off' },
)
