import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openReader } from '../../db/dialect.ts'
import { sampleZip } from '../../zip/test/zip-sample.ts'
import { anItem, aPage } from '../given.ts'
import { onEachDatabase, onOneDatabase } from '../product.ts'

const WRITERS = 50
const SAVES = 8

/* npm run bench -- mixed measures the waiting times. */
onEachDatabase(
  'R04: many writers together with a long reader and an export',
  (product) => {
    it('are all served, and the write-ahead log is truncated afterwards', async () => {
      const alice = await product.user('alice')
      const item_id = await anItem(alice)
      const pages = await Promise.all(Array.from({ length: WRITERS }, () => aPage(alice, item_id, { page_content: 'x'.repeat(20_000) })))
      const { services } = product.server
      const reader = openReader(services.config.DATABASE_URL ?? join(product.folder, 'sheaf.db'))
      const snapshot = await reader.db.startTransaction().execute()
      const versions = () =>
        snapshot
          .selectFrom('page')
          .select((row) => row.fn.max('version').as('v'))
          .execute()
      const before = await versions()
      const write = async (page_id: string) => {
        for (let n = 0; n < SAVES; n++)
          await alice.api.page.save({ page_id, page_title: `P ${n}`, page_content: `${n} ${'y'.repeat(50_000)}` })
      }
      const exporting = product.send({ url: `/api/export/markdown?item_id=${item_id}`, headers: alice.headers })
      await Promise.all(pages.map(write))
      expect((await exporting).statusCode).toBe(200)
      for (const page_id of pages) expect((await alice.api.page.info({ page_id })).version).toBe(String(SAVES + 1))
      const save = (page_content: string) => alice.api.page.save({ page_id: pages[0] ?? '', page_title: 'last', page_content })
      const wal = () => statSync(join(product.folder, 'sheaf.db-wal')).size / 1e6
      if (services.store.kind === 'sqlite') {
        expect(await versions()).toEqual(before)
        // The open reader prevents truncation. How much the saves wrote depends on how many of them the search index took at once.
        for (let n = 0; wal() <= 32 && n < 500; n++) await save(randomBytes(100_000).toString('hex'))
        expect(wal()).toBeGreaterThan(32)
      }
      await snapshot.rollback().execute()
      await reader.close()
      if (services.store.kind === 'postgres') return
      // A thread copies the log into the database after some commits; the first save after it begins the log again.
      for (let n = 0; wal() > 32 && n < 500; n++) await save(`${n}`)
      expect(wal()).toBeLessThanOrEqual(32)
    })
  },
  { RATE_LIMITS: 'off' },
)

onOneDatabase(
  'S78: concurrent expensive work',
  (product) => {
    it('ten exports, five imports and twenty searches run concurrently, and readers are answered meanwhile', async () => {
      const alice = await product.user('alice')
      const item_id = await anItem(alice)
      const text = '# Orders\n\n| Name | Type |\n|---|---|\n| id | int |\n\n```js\nconst order = 1\n```\n\n'.repeat(6)
      const pages = await Promise.all(Array.from({ length: 25 }, (_, n) => aPage(alice, item_id, { page_content: `${text}needle ${n}` })))
      const manual = sampleZip(Array.from({ length: 50 }, (_, n) => ({ name: `manual/p${n}.md`, data: `# P${n}\n\n${text}` })))
      let [reads, isOver] = [0, false]
      const reading = (async () => {
        for (; !isOver; reads++) await alice.api.page.info({ page_id: pages[reads % pages.length] as string })
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
      // Work beyond the queue limit is refused with 429 (export.end.test.ts).
      expect(ends.filter((status) => status !== 200 && status !== 429)).toEqual([])
      // Work on the event loop would let only one reader through per job. In threads, several get through.
      expect(reads).toBeGreaterThan(3 * ends.length)
    })
  },
  { RATE_LIMITS: 'off' },
)
