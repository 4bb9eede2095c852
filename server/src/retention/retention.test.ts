import { expect, it, vi } from 'vitest'
import { insertItem } from '../content/item.store.ts'
import { insertPage } from '../content/page.store.ts'
import type { Schema } from '../db/schema.ts'
import { addRegistered, clientOf } from '../oauth/client.store.ts'
import { onEachDatabase } from '../test/product.ts'
import { addWebhook } from '../test/webhooks.ts'
import { tidy } from './retention.ts'

const DAY = 86_400

onEachDatabase('retention', (product) => {
  const at = (days: number) => ({ ...product.server.services, now: () => product.server.services.now() + days * DAY })
  const count = async (table: keyof Schema) =>
    Number(
      (
        await product.server.services.store.db
          .selectFrom(table)
          .select((row) => row.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  const noteBrowser = (uid: number) => {
    const now = product.server.services.now()
    return product.server.services.store.db.insertInto('device').values({ uid, device_hash: 'a', addtime: now, seen_time: now }).execute()
  }

  it('keeps valid rows and deletes expired ones', async () => {
    const alice = await product.user('alice')
    await alice.api.item.add({ item_name: 'Once', request_id: 'request-1' })
    await product.send({ url: '/api/common/verify' })
    await expect(product.visitor().api.user.login({ username: 'ghost', password: 'wrong', v_code: '' })).rejects.toThrow()
    const step = { uid: Number(alice.uid), stamp: '', way: 'password', session_id: 1, until: product.server.services.now() + 600 }
    await product.server.services.store.db.insertInto('pending_step').values(step).execute()
    // A failed login counts for the name on this address, for the name everywhere, and for the network.
    await tidy(product.server.services)
    expect((await alice.api.user.info({})).username).toBe(alice.username)
    expect([await count('captcha'), await count('throttle'), await count('repeat'), await count('pending_step')]).toEqual([1, 3, 1, 1])
    await tidy(at(2))
    expect([await count('captcha'), await count('throttle'), await count('repeat'), await count('pending_step')]).toEqual([0, 0, 0, 0])
    expect(await count('session')).toBeGreaterThan(0)
    await tidy(at(31))
    expect(await count('session')).toBe(0)
    expect(await count('device')).toBe(0)
    await noteBrowser(Number(alice.uid))
    await tidy(at(365))
    expect(await count('device')).toBe(1)
    await tidy(at(367))
    expect(await count('device')).toBe(0)
  })

  it('deletes the state of jobs after a day, but not of a job of the site', async () => {
    const { db } = product.server.services.store
    for (const uid of [0, 1])
      await db
        .insertInto('job')
        .values({ uid, request_id: 'old', stage: 'done', done: 1, total: 1, addtime: product.server.services.now() })
        .execute()
    await tidy(at(2))
    expect(await db.selectFrom('job').select('uid').where('request_id', '=', 'old').execute()).toEqual([{ uid: 0 }])
  })

  it('O12: deletes a program that registered itself and was not used within a day', async () => {
    const { store, now } = product.server.services
    const program = { client_id: 'unused', kind: 'registered', name: 'Unused', redirect_uris: '[]', secret_hash: '' } as const
    await addRegistered(store.db, { ...program, addtime: now(), last_used_time: 0, is_blocked: 0, until: 0 }, now())
    await tidy(product.server.services)
    expect(await clientOf(store.db, 'unused')).toMatchObject({ name: 'Unused' })
    await tidy(at(2))
    expect(await clientOf(store.db, 'unused')).toBeUndefined()
  })

  it('deletes the log of tokens, deliveries of webhooks and changes after their days', async () => {
    const { services } = product.server
    const { db } = services.store
    const writer = await product.user('writer')
    const [uid, now] = [Number(writer.uid), services.now()]
    const item_id = Number((await writer.api.item.add({ item_name: 'Orders', item_type: '1' })).item_id)
    await writer.api.page.save({ item_id: String(item_id), page_title: 'Create', page_content: 'x' })
    await addWebhook(services, db, { item_id, uid, at: now })
    await db.updateTable('webhook_delivery').set({ state: 'done', done_time: now }).execute()
    const call = { grant_id: 1, uid, call: 'page/info', item_id, page_id: 0, outcome: 0, address: '', addtime: now }
    await db.insertInto('token_call').values(call).execute()
    const left = async () => [await count('token_call'), await count('webhook_delivery'), await count('change')].map((n) => n > 0)
    await tidy(at(29))
    expect(await left()).toEqual([true, true, true])
    await tidy(at(181))
    expect(await left()).toEqual([false, false, false])
  })

  it('deletes deliveries that wait for a webhook that is gone, and no other', async () => {
    const { db } = product.server.services.store
    const made = {
      kind: 'json',
      name: 'CI',
      url_sealed: '',
      host: 'x.test',
      hint: '',
      secret_sealed: '',
      events: '[]',
      cat_id: 0,
      language: 'en',
    }
    const place = { uid: 1, item_id: 0, is_on: 0, request_id: '', addtime: 1, last_update_time: 1 }
    const { webhook_id } = await db
      .insertInto('webhook')
      .values({ ...made, ...place })
      .returning('webhook_id')
      .executeTakeFirstOrThrow()
    const rows = [webhook_id, webhook_id + 1].map((id) => ({ webhook_id: id, event_id: `e${id}`, state: 'waiting' as const, addtime: 1 }))
    await db.insertInto('webhook_delivery').values(rows).execute()
    await tidy(product.server.services)
    const left = db
      .selectFrom('webhook_delivery')
      .select('webhook_id')
      .where(
        'event_id',
        'in',
        rows.map(({ event_id }) => event_id),
      )
    expect(await left.execute()).toEqual([{ webhook_id }])
  })

  it('deletes an item whose import was interrupted, and no other', async () => {
    const { store, now } = product.server.services
    const before = [await count('item'), await count('page')]
    const item = { item_name: 'Half', item_description: '', item_domain: '', item_type: 1, uid: 1, password_hash: '', password_stamp: 'x' }
    const permission = await insertItem(store.db, item, now(), 2)
    const page = {
      cat_id: 0,
      page_title: 'P',
      page_content: 'x',
      page_comments: '',
      s_number: 99,
      author_uid: 1,
      author_username: 'admin',
    }
    await insertPage({ permission, store, trx: store.db, at: now() }, page)
    await tidy(product.server.services)
    expect(await count('item')).toBe((before[0] ?? 0) + 1)
    await tidy(at(1))
    expect([await count('item'), await count('page')]).toEqual(before)
  })

  it('R07: deletes stored bytes whose row was never committed, and retries an unreachable store', async () => {
    const { store, files, now } = product.server.services
    const paths = ['1', '2', '3'].map((sign) => `ab/${sign.repeat(40)}`) as [string, string, string]
    for (const path of paths) await files.local.put(path, Buffer.from('x'))
    await store.db
      .insertInto('file_orphan')
      .values([{ path: paths[0], store: 'local', addtime: now() }])
      .execute()
    await store.db
      .insertInto('file_orphan')
      .values([{ path: paths[1], store: 'elsewhere', addtime: 1 }])
      .execute()
    const left = () => Promise.all(paths.map((path) => files.local.size(path).catch(() => 0)))
    await tidy(product.server.services)
    expect(await left()).toEqual([1, 1, 1])
    const remove = vi.spyOn(files.local, 'remove').mockRejectedValueOnce(new Error('out of reach'))
    await tidy(at(1))
    expect(await left()).toEqual([1, 1, 1])
    remove.mockRestore()
    await tidy(at(1))
    expect(await left()).toEqual([0, 1, 1])
    expect(await store.hot('select path from file_orphan', [])).toEqual([{ path: paths[1] }])
  })
})
