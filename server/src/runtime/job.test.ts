import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Services } from '../context.ts'
import { openStore } from '../db/dialect.ts'
import { migrate, steps } from '../db/migrate.ts'
import { onEachDatabase } from '../test/product.ts'
import { cancelJob, Job, type JobKey, jobOf, removeJob } from './job.ts'

const LATER = 31

onEachDatabase('a long job', (product) => {
  let services: Services
  let count = 0
  let key: JobKey
  const state = (seconds = 0) => jobOf(services.store.db, key, services.now() + seconds)
  const start = (more: { gone?: AbortSignal; isExclusive?: boolean; detail?: string } = {}) =>
    new Job(services, key, { stage: 'waiting', ...more })
  /** Once an update is stored, so are all earlier ones. */
  const stored = (stage: string) => expect.poll(async () => (await state())?.stage).toBe(stage)

  beforeEach(() => {
    services = product.server.services
    key = { kind: 'export', uid: 1, request_id: `job-test-${count++}` }
  })

  it('has a state that every process can read, from its start to its result', async () => {
    expect(await state()).toBeUndefined()
    const job = start({ detail: '{"n":1}' })
    expect(await job.isStarted).toBe(true)
    const first = { state: 'running', stage: 'waiting', part: '', done: 0, total: 0, detail: '{"n":1}', problem: '', result: '' }
    expect(await state()).toEqual(first)
    job.progress('working', 1, 9, 'page')
    await stored('working')
    expect(await state()).toMatchObject({ state: 'running', part: 'page', done: 1, total: 9 })
    for (let done = 2; done <= 9; done++) job.progress('working', done, 9)
    await job.finish('done', { result: '[9]' })
    expect(await state(LATER)).toMatchObject({ state: 'done', done: 9, total: 9, result: '[9]' })
    expect(job.signal.aborted).toBe(false)
    await removeJob(services.store.db, key)
    expect(await state()).toBeUndefined()
  })

  it('is cancelled by any process, and not after its end', async () => {
    const job = start()
    await job.isStarted
    await cancelJob(services.store.db, { ...key, kind: 'import' })
    await cancelJob(services.store.db, { ...key, uid: 2 })
    expect((await state())?.state).toBe('running')
    await cancelJob(services.store.db, key)
    expect((await state())?.state).toBe('cancelling')
    job.progress('working', 1, 9)
    await expect.poll(() => job.signal.aborted).toBe(true)
    await job.finish('cancelled')
    await cancelJob(services.store.db, key)
    expect((await state())?.state).toBe('cancelled')
  })

  it('is cancelled between two updates, by its heartbeat', async () => {
    const job = start()
    await job.isStarted
    await cancelJob(services.store.db, key)
    await expect.poll(() => job.signal.aborted).toBe(true)
    await job.finish('cancelled')
  })

  it('ends when its client disconnects', async () => {
    const gone = new AbortController()
    const job = start({ gone: gone.signal })
    gone.abort(new Error('closed'))
    expect(job.signal.reason).toEqual(new Error('closed'))
    await job.finish('cancelled')
  })

  it('R19: is lost when its process has died, with or without a request to cancel it', async () => {
    const job = start()
    await job.isStarted
    expect((await state(LATER))?.state).toBe('lost')
    await cancelJob(services.store.db, key)
    expect((await state(LATER))?.state).toBe('lost')
    await job.finish('failed', { problem: '{}' })
    expect(await state(LATER)).toMatchObject({ state: 'failed', problem: '{}' })
  })

  it('a repeated request takes the row over, and the end of the earlier run does not change it', async () => {
    const earlier = start()
    await earlier.isStarted
    const later = start()
    await later.isStarted
    earlier.progress('working', 5, 5)
    await earlier.finish('cancelled')
    expect(await state()).toMatchObject({ state: 'running', stage: 'waiting' })
    expect([earlier.signal.aborted, later.signal.aborted]).toEqual([false, false])
    await later.finish('done')
  })

  it('R24: an exclusive job runs once, until its process has died; its last result stays until there is a new one', async () => {
    key = { kind: 'showdoc', uid: 0, request_id: `job-test-${count}` }
    const first = start({ isExclusive: true })
    await first.isStarted
    await first.finish('done', { result: 'first' })
    const both = [start({ isExclusive: true }), start({ isExclusive: true })]
    const areStarted = await Promise.all(both.map((job) => job.isStarted))
    expect([...areStarted].sort()).toEqual([false, true])
    expect(await state()).toMatchObject({ state: 'running', result: 'first' })
    const dead = both[areStarted.indexOf(true)]
    await services.store.db
      .updateTable('job')
      .set({ addtime: services.now() - LATER })
      .where('request_id', '=', key.request_id)
      .execute()
    const next = start({ isExclusive: true })
    expect(await next.isStarted).toBe(true)
    // The process was slow, not dead: it stops as soon as it notices that another one continues.
    dead?.progress('working', 1, 2)
    await expect.poll(() => dead?.signal.aborted).toBe(true)
    await dead?.finish('cancelled')
    expect(next.signal.aborted).toBe(false)
    await next.finish('done', { result: 'second' })
    expect((await state())?.result).toBe('second')
  })

  it('has no row without a request id', async () => {
    const { db } = services.store
    const rows = async () => (await db.selectFrom('job').select('uid').execute()).length
    const before = await rows()
    key = { ...key, request_id: '' }
    const job = start()
    job.progress('working', 1, 2)
    await job.finish('done')
    expect([await rows(), await state()]).toEqual([before, undefined])
  })
})

const folder = mkdtempSync(join(tmpdir(), 'sheaf-job-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('jobs from before the update keep their end, and running ones are lost', async () => {
  const store = openStore(join(folder, 'sheaf.db'))
  const at = steps.findIndex(({ name }) => name === '0020-job')
  await migrate(store, steps.slice(0, at))
  const old = ['reading', 'saving', 'waiting', 'working', 'done', 'ended', 'failed', 'none']
  for (const stage of old)
    await store.db.insertInto('job').values({ uid: 1, request_id: stage, stage, done: 1, total: 2, addtime: 100 }).execute()
  await migrate(store)
  const states = await Promise.all(
    old.map(async (request_id) => (await jobOf(store.db, { kind: 'export', uid: 1, request_id }, 200))?.state),
  )
  expect(states).toEqual(['lost', 'lost', 'lost', 'lost', 'done', 'cancelled', 'failed', 'failed'])
  await store.close()
})
