import { beforeEach, expect, it } from 'vitest'
import { aCatalog, aMember, anItem, aPage } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { setReview } from '../test/reviews.ts'
import { remindOwners } from './truth.notice.service.ts'

const DAY = 86_400
const CREATE = 'shop:src/orders.ts#createOrder'

onEachDatabase('owners of pages', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  let cat_id: string
  let keys: { api_key: string; api_token: string }
  const start = () => product.server.services.now()
  const run = (days: number, at = start()) => remindOwners({ ...product.server.services, now: () => at + days * DAY })
  const noticesOf = async (who: TestUser) =>
    (await who.api.notice.getList({}))
      .filter((one) => one.item_id === item_id && one.from_name === 'Sheaf')
      .map(({ notice_title, notice_content, page_id, setting }) => ({ notice_title, notice_content, page_id, setting }))
  const seal = async (page_id: string, value: string) => {
    const results = (await alice.api.truth.page({ page_id })).proofs.map(({ proof_id, target }) => ({ proof_id, target, seal: value }))
    await product.visitor().api.open.reportProofs({ repo: 'shop', ref: 'c1', results: JSON.stringify(results), ...keys })
  }

  beforeEach(async () => {
    await product.server.services.store.db.deleteFrom('site_config').where('name', '=', 'owners_reminded').execute()
    alice = await product.user('alice')
    bob = await product.user('bob')
    item_id = await anItem(alice, { item_name: 'Shop', password: 'sesame' })
    cat_id = await aCatalog(alice, item_id, 'Orders')
    keys = await alice.api.item.getKey({ item_id })
    await aMember(product, item_id, bob, { cat_id })
  })

  it('get one notice a day about the pages that are out of date since the last one', async () => {
    const text = `<!-- source: ${CREATE} -->`
    const pages = [
      await aPage(alice, item_id, { cat_id, page_title: 'Create', page_content: text }),
      await aPage(alice, item_id, { cat_id, page_title: 'Stock', page_content: text }),
    ]
    for (const page_id of pages) await seal(page_id, 'a1')
    await setReview(alice, item_id, { cat_id }, { uid: bob.uid })
    await run(-1)
    for (const page_id of pages) await seal(page_id, 'a2')
    expect(await noticesOf(bob)).toEqual([])
    await run(0.01)
    const one = {
      notice_title: 'Pages that may be out of date',
      notice_content:
        'The sources of “Create” in “Shop” have changed, and so have those of 1 other page. You are responsible. Look at what changed, then correct the text or confirm that it is still true.',
      page_id: '0',
      setting: 'truth',
    }
    expect(await noticesOf(bob)).toEqual([one])
    // Not again for the same change, and not twice a day.
    await run(0.5)
    await run(1.5)
    expect(await noticesOf(bob)).toEqual([one])
    expect(await noticesOf(alice)).toEqual([])
  })
})
