import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { anItem } from '../test/given.ts'
import { onOneDatabase, type TestUser } from '../test/product.ts'
import { waitForSlot } from './export.run.ts'

const PAGES = 3000

onOneDatabase('an export that is no longer wanted', (product) => {
  let alice: TestUser
  let item_id: string
  let url: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
    const { store, now } = product.server.services
    const text = {
      item_id: Number(item_id),
      cat_id: 0,
      page_comments: '',
      s_number: 99,
      author_uid: null,
      author_username: '',
      addtime: now(),
      created: now(),
    }
    for (let n = 0; n < PAGES; n += 500) {
      const rows = Array.from({ length: 500 }, (_, k) => ({
        ...text,
        page_title: `Page ${n + k}`,
        // Random bytes do not compress, so the export is larger than the buffers of the connection.
        page_content: randomBytes(6000).toString('base64'),
        method: '',
      }))
      await store.db.insertInto('page').values(rows).execute()
    }
    const address = await product.server.app.listen({ port: 0, host: '127.0.0.1' })
    url = address || `http://127.0.0.1:${(product.server.app.server.address() as AddressInfo).port}`
  })

  /** Starts an export and reads its first bytes. */
  const begin = (fields: Record<string, string>) =>
    new Promise<import('node:http').IncomingMessage>((done, fail) =>
      get(`${url}/api/export/markdown?${new URLSearchParams({ item_id, ...fields })}`, { headers: alice.headers }, (response) => {
        response.once('data', () => {
          response.pause()
          done(response)
        })
        response.on('error', () => {})
      }).on('error', fail),
    )

  it('stops when the client closes the connection', async () => {
    const request_id = 'export-left-001'
    const response = await begin({ request_id })
    expect((await alice.api.export.progress({ request_id })).stage).toBe('working')
    response.destroy()
    await expect.poll(async () => (await alice.api.export.progress({ request_id })).stage).toBe('ended')
    const { done } = await alice.api.export.progress({ request_id })
    expect(done).toBeLessThan(PAGES)
  })

  it('stops when it is cancelled, and the response is incomplete', async () => {
    const request_id = 'export-fails-001'
    const response = await begin({ request_id })
    const broken = new Promise((done) => response.once('close', () => done(response.complete)))
    await alice.api.export.cancel({ request_id })
    response.resume()
    expect(await broken).toBe(false)
    await expect.poll(async () => (await alice.api.export.progress({ request_id })).stage).toBe('ended')
  })

  it('pauses while its client reads slowly, and frees its slot when the client disconnects', async () => {
    const responses = [await begin({}), await begin({})]
    const end = new AbortController()
    let hasSlot = false
    const slot = waitForSlot('1', end.signal).then((release) => {
      hasSlot = true
      return release
    })
    // Other requests are still answered.
    await alice.api.item.info({ item_id })
    expect(hasSlot).toBe(false)
    for (const response of responses) response.destroy()
    ;(await slot)()
    const again = await waitForSlot('1', end.signal)
    again()
    again()
  })

  it('leaves the queue when its client disconnects', async () => {
    const busy = new AbortController()
    const first = [await waitForSlot('1', busy.signal), await waitForSlot('1', busy.signal)]
    const ids = ['export-queue-01', 'export-queue-02']
    const clients = ids.map((request_id) =>
      get(`${url}/api/export/markdown?${new URLSearchParams({ item_id, request_id })}`, { headers: alice.headers }).on('error', () => {}),
    )
    const stages = () => Promise.all(ids.map(async (request_id) => (await alice.api.export.progress({ request_id })).stage))
    await expect.poll(stages).toEqual(['waiting', 'waiting'])
    for (const client of clients) client.destroy()
    await expect.poll(stages).toEqual(['ended', 'ended'])
    for (const release of first) release()
  })

  it('S78: refuses an export when the queue is full, and removes aborted requests from the queue', async () => {
    const end = new AbortController()
    const first = [await waitForSlot('1', end.signal), await waitForSlot('1', end.signal)]
    const queue = Array.from({ length: 20 }, () => waitForSlot('1', end.signal))
    await expect(waitForSlot('1', end.signal)).rejects.toThrow('exportBusy')
    const ended = Promise.allSettled(queue)
    end.abort()
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true)
    for (const release of first) release()
    const open = new AbortController()
    for (let n = 0; n < 3; n++) (await waitForSlot('1', open.signal))()
  })
})
