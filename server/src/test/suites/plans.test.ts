import { CompiledQuery, type QueryExecutor, sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { listAudit } from '../../admin/audit.store.ts'
import { listFiles } from '../../attachment/attachment.store.ts'
import type { Store } from '../../db/dialect.ts'
import { tidyFeedback } from '../../feedback/feedback.tidy.service.ts'
import { informOfReviews } from '../../review/due.service.ts'
import { aCatalog, anItem, aPage } from '../given.ts'
import { onEachDatabase, type TestUser } from '../product.ts'

/** The plans of the statements of some work, also of those in its transactions. */
async function plansOf(store: Store, work: () => Promise<unknown>, explain = 'explain'): Promise<string> {
  const queries: { sql: string; parameters: readonly unknown[] }[] = []
  const watched = (executor: QueryExecutor) => {
    const execute = executor.executeQuery.bind(executor)
    return vi.spyOn(executor, 'executeQuery').mockImplementation((query) => {
      queries.push(query)
      return execute(query) as never
    })
  }
  const write = store.write.bind(store)
  const spies = [
    watched(store.db.getExecutor()),
    vi.spyOn(store, 'write').mockImplementation((inside) =>
      write((trx) => {
        watched(trx.getExecutor())
        return inside(trx)
      }),
    ),
  ]
  await work().finally(() => spies.forEach((spy) => void spy.mockRestore()))
  return store.db.transaction().execute(async (trx) => {
    // PostgreSQL prefers a sequential scan of a small table, and sorts a few rows.
    if (store.kind === 'postgres')
      for (const setting of ['enable_seqscan', 'enable_bitmapscan']) await sql`set local ${sql.raw(setting)} = off`.execute(trx)
    const how = store.kind === 'sqlite' ? 'explain query plan' : explain
    const plans: string[] = []
    for (const query of queries.filter((one) => /^\s*(?:select|update|with)\b/i.test(one.sql)))
      plans.push(JSON.stringify((await trx.executeQuery(CompiledQuery.raw(`${how} ${query.sql}`, [...query.parameters]))).rows))
    return plans.join('\n')
  })
}

onEachDatabase('lists of one person on a site with the rows of many', (product) => {
  let alice: TestUser
  const services = () => product.server.services
  const plans = (work: () => Promise<unknown>) => plansOf(services().store, work)
  const scanOf = (table: string) => new RegExp(`(?:scan|Seq Scan on) ${table}\\b(?! using)`, 'i')
  beforeAll(async () => {
    alice = await product.user('alice')
  })

  it('have the pages that a person made without those of others', async () => {
    const found = await plans(() => alice.api.watch.getList({ page: '1', count: '10', find: '' }))
    expect(found).toMatch(/page_creator/)
    expect(found).not.toMatch(scanOf('page'))
  })

  it('have the threads of a person without those of others', async () => {
    for (const state of ['me', 'open', 'begun', '']) {
      const found = await plans(() => alice.api.comment.mine({ state, before: '0', count: '10' }))
      // Not every thread or page with a look whether the person took part in it.
      expect(found).not.toMatch(/SCAN (?:thread|page|last)\b|ANY \(thread_id = \(hashed/)
    }
  })

  it('have the newest notices of a person from an index, in its order', async () => {
    const found = await plans(() => alice.api.notice.getList({ notice_type: 'all', count: '20' }))
    expect(found).toMatch(/notice_uid/)
    expect(found).not.toMatch(/temp b-tree|Sort Key/i)
  })

  it('have the log of a person from an index', async () => {
    const admin = product.admin
    const found = await plans(() => admin.api.adminLog.getList({ username: 'alice', page: '1', count: '50' }))
    expect(found).toMatch(/audit_username/)
    expect(found).not.toMatch(scanOf('audit'))
  })

  it('skip the entries before a page of the log in an index, without reading them', async () => {
    const filter = { username: 'alice', actions: undefined, subject: '', from: undefined, until: undefined }
    const found = await plans(() => listAudit(services().store.db, filter, 50, 100))
    expect(found).toMatch(/using covering index audit_username|index only scan (?:\w+ )?using audit_username/i)
  })

  it('look up what belongs to a row for the rows of the page only', async () => {
    const { store } = services()
    if (store.kind === 'sqlite') return
    const [uid, addtime] = [Number(alice.uid), 5]
    const entries = Array.from({ length: 300 }, () => ({
      uid,
      username: alice.username,
      action: 'login',
      subject: '',
      address: '',
      addtime,
    }))
    await store.db.insertInto('audit').values(entries).execute()
    const file = {
      uid,
      item_id: 0,
      display_name: 'a.png',
      file_type: 'image/png',
      file_size: 1,
      store: 'local',
      addtime,
      last_visit_time: 1,
    }
    const files = Array.from({ length: 300 }, (_, n) => ({ ...file, sign: `sign ${n}`, path: `path ${n}` }))
    await store.db.insertInto('attachment').values(files).execute()
    await sql`analyze`.execute(store.db)
    const log = { username: '', actions: undefined, subject: '', from: undefined, until: undefined }
    for (const list of [
      () => listAudit(store.db, log, 10, 20),
      () => listFiles(store.db, { username: '', kind: 'all', name: '' }, 10, 20),
    ]) {
      const loops = (await plansOf(store, list, 'explain analyze')).matchAll(/loops=(\d+)/g)
      expect(Math.max(...[...loops].map(([, times]) => Number(times)))).toBeLessThanOrEqual(10)
    }
  })

  it('tidy notes and remind of reviews with the indexes of their rows', async () => {
    const item_id = await anItem(alice)
    const page_id = await aPage(alice, item_id, { cat_id: await aCatalog(alice, item_id) })
    await alice.api.review.set({ item_id, subjects: JSON.stringify([{ kind: 'page', subject_id: page_id }]), uid: alice.uid, days: '7' })
    const late = services().now() + 8 * 86_400
    expect(await plans(() => tidyFeedback(services(), {}))).toMatch(/page_feedback_aside/)
    expect(await plans(() => informOfReviews({ ...services(), now: () => late }))).toMatch(/webhook_event_review/)
  })
})
