import { beforeEach, expect, it, vi } from 'vitest'
import { waitForSlot } from '../export/export.run.ts'
import { description, orders } from '../source/test/orders.ts'
import { aMember, anItem, manyPages } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { requestExport } from '../test/samples/exported.ts'
import { sampleZip } from '../zip/test/zip-sample.ts'

/** What happens to bob while his request is at work. */
const ends = ['is disabled', 'is deleted', 'is signed out', 'is a member no more'] as const

onEachDatabase('long work of a person', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeEach(async () => {
    ;[alice, bob] = await Promise.all([product.user('alice'), product.user('bob')])
    item_id = await anItem(alice, { password: 'sesame' })
    await manyPages(product, alice, item_id, 50)
    await aMember(product, item_id, bob)
  })

  const services = () => product.server.services
  const zip = sampleZip(Array.from({ length: 30 }, (_, n) => ({ name: `m/${n}.md`, data: `# Page ${n}` })))
  const send = async (path: string, fields: Record<string, string>, bytes: Buffer, name: string) =>
    (await product.upload(bob, path, fields, { name, bytes })).json<{ error_code: number }>().error_code
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 0,
      (error: { code: number }) => error.code,
    )
  const end = async (how: (typeof ends)[number]) => {
    if (how === 'is disabled') await product.admin.api.adminUser.update({ uid: bob.uid, is_disabled: '1' })
    else if (how === 'is signed out') await product.admin.api.adminUser.endSessions({ uid: bob.uid })
    else if (how === 'is deleted') await product.admin.api.adminUser.deleteUser({ uid: bob.uid })
    else await services().store.db.deleteFrom('item_member').where('uid', '=', Number(bob.uid)).execute()
  }
  const hidden = () => services().store.db.selectFrom('item').select('item_id').where('is_del', '=', 2).execute()
  const owned = () => services().store.db.selectFrom('item').select('item_id').where('uid', '=', Number(bob.uid)).execute()
  /** Carries out the work, and this when its hidden item is there. */
  async function during(how: (typeof ends)[number] | (() => Promise<unknown>), work: () => Promise<number>) {
    const { store } = services()
    const { write } = store
    let isDone = false
    const spy = vi.spyOn(store, 'write').mockImplementation(async (change) => {
      if (!isDone && (await hidden()).length > 0) {
        isDone = true
        await (typeof how === 'string' ? end(how) : how())
      }
      return write(change)
    })
    try {
      const code = await work()
      expect(isDone).toBe(true)
      return code
    } finally {
      spy.mockRestore()
    }
  }
  const pages = async () => (await alice.api.item.info({ item_id })).menu.pages.length

  it.each(ends.slice(0, 3))('makes no item when the account %s meanwhile', async (how) => {
    const works = [
      () => send('import/auto', { from: '' }, zip, 'm.zip'),
      () => send('import/auto', { source: 'orders' }, description(orders), 'o.json'),
      () => codeOf(bob.api.item.add({ copy_item_id: item_id, item_name: 'Copy' })),
    ]
    for (const work of works) {
      bob = await product.user('bob')
      await aMember(product, item_id, bob)
      expect(await during(how, work)).toBe(10102)
      expect([await hidden(), await owned()]).toEqual([[], []])
    }
  })

  it('copies no item whose pages the person can no longer read', async () => {
    expect(await during('is a member no more', () => codeOf(bob.api.item.add({ copy_item_id: item_id, item_name: 'Copy' })))).toBe(10103)
    expect([await hidden(), await owned()]).toEqual([[], []])
  })

  it.each(ends)('changes nothing in an item of others when the account %s meanwhile', async (how) => {
    const before = await pages()
    const code = how === 'is a member no more' ? 10103 : 10102
    expect(await during(how, () => send('import/auto', { item_id }, zip, 'm.zip'))).toBe(code)
    expect([await hidden(), await pages()]).toEqual([[], before])
  })

  it('changes nothing with a token that is revoked meanwhile', async () => {
    const { token, grant_id } = await bob.api.token.save({ name: 'CI', level: '3', days: '30' })
    const program = { ...bob, headers: { authorization: `Bearer ${token}` } }
    const before = await pages()
    const revoked = () => bob.api.token.end({ grant_id })
    const work = async () => {
      const reply = await product.upload(program, 'import/auto', { item_id }, { name: 'm.zip', bytes: zip })
      return reply.json<{ error_code: number }>().error_code
    }
    expect(await during(revoked, work)).toBe(10102)
    expect([await hidden(), await pages()]).toEqual([[], before])
    expect(
      await during(
        async () => {},
        () => send('import/auto', { item_id }, zip, 'm.zip'),
      ),
    ).toBe(0)
  })

  it('does not update the pages of a source for an account that is disabled meanwhile', async () => {
    const added = await product.upload(
      alice,
      'source/add',
      { item_id, name: 'orders' },
      { name: 'o.json', bytes: description(orders.slice(0, 2)) },
    )
    const { source_id } = added.json<{ data: { source_id: string } }>().data
    expect(await during('is disabled', () => send('source/push', { source_id }, description(orders), 'o.json'))).toBe(10102)
    expect(await alice.api.source.list({ item_id })).toMatchObject([{ seq: '1', parts: '3' }])
  })

  it('exports nothing for an account that is disabled while the export waits', async () => {
    const open = new AbortController()
    const places = await Promise.all([waitForSlot('0', open.signal), waitForSlot('0', open.signal)])
    const answers = ['markdown', 'word'].map((format) =>
      requestExport(product, bob, format, { item_id, request_id: `waiting-${format}-1` }),
    )
    await vi.waitFor(async () => expect((await bob.api.export.progress({ request_id: 'waiting-word-1' })).stage).toBe('waiting'))
    await end('is disabled')
    for (const release of places) release()
    for (const answer of answers) expect((await answer).json()).toMatchObject({ error_code: 10102 })
  })
})
