import { beforeAll, describe, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { aCatalog, aMember, anItem, aPage, archive } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { findMeanings } from './finding/finding.service.ts'

onEachDatabase('the log of changes', (product) => {
  let alice: TestUser
  let bob: TestUser
  let item_id: string
  beforeAll(async () => {
    ;[alice, bob] = [await product.user('alice'), await product.user('bob')]
  })

  const fresh = async () => {
    item_id = await anItem(alice)
    return item_id
  }
  const listed = async (who = alice, more: Record<string, string> = {}) => who.api.change.getList({ item_id, ...more } as never)
  const types = async (who = alice) => (await listed(who)).list.map(({ type }) => type).reverse()
  const save = (page_id: string, page_content: string, who = alice, more = {}) =>
    who.api.page.save({ page_id, page_title: 'Start', page_content, ...more })
  const found = () => findMeanings(product.server.services)

  describe('has a row for each change', () => {
    it('of pages: created, changed, moved, deleted and recovered', async () => {
      await fresh()
      const guides = await aCatalog(alice, item_id)
      const page_id = await aPage(alice, item_id)
      await aMember(product, item_id, bob)
      await save(page_id, 'Hello again', bob)
      await alice.api.catalog.arrange({ item_id, cat_id: '0', page_id, parent_cat_id: guides, before_id: '0' } as never)
      await alice.api.page.delete({ page_id })
      await alice.api.recycle.recover({ item_id, page_id })
      expect(await types()).toEqual(['catalog.created', 'page.created', 'page.changed', 'page.moved', 'page.deleted', 'page.recovered'])
      const { list } = await listed()
      expect(list[3]).toMatchObject({
        type: 'page.changed',
        page_id,
        title: 'Start',
        username: bob.username,
        version_from: '1',
        version_to: '2',
        is_there: 1,
        is_hidden: 0,
        path: [],
      })
    })

    it('of catalogs: created, renamed, moved and deleted with what they contained', async () => {
      await fresh()
      const [upper, lower] = [await aCatalog(alice, item_id, 'Upper'), await aCatalog(alice, item_id, 'Lower')]
      await aPage(alice, item_id, { cat_id: lower })
      await alice.api.catalog.save({ item_id, cat_id: lower, parent_cat_id: upper, cat_name: 'Below' })
      await alice.api.catalog.delete({ item_id, cat_id: upper })
      expect(await types()).toEqual([
        'catalog.created',
        'catalog.created',
        'page.created',
        'catalog.renamed',
        'catalog.moved',
        'catalog.deleted',
      ])
      const { list } = await listed(alice, { language: 'zh' })
      expect(list[0]).toMatchObject({ title: 'Upper', meaning: [{ text: '删除 1 个页面' }, { text: '删除 1 个目录' }] })
      expect(list[2]?.meaning).toMatchObject([{ kind: 'name', from: 'Lower', to: 'Below', text: '由“Lower”更名为“Below”' }])
    })

    it('of a drag that only changes the order: none', async () => {
      await fresh()
      const [first, second] = [await aPage(alice, item_id), await aPage(alice, item_id, { page_title: 'Second' })]
      await alice.api.catalog.arrange({ item_id, cat_id: '0', page_id: second, parent_cat_id: '0', before_id: first } as never)
      await alice.api.page.sort({ item_id, pages: JSON.stringify({ [first]: 1, [second]: 2 }) } as never)
      await save(first, 'Hello')
      expect(await types()).toEqual(['page.created', 'page.created'])
    })

    it('of an archived item', async () => {
      await fresh()
      await alice.api.item.archive({ item_id, password: alice.password })
      expect(await types()).toEqual(['item.archived'])
    })

    it('of a copied catalog and a copied item: one row with figures', async () => {
      await fresh()
      const cat_id = await aCatalog(alice, item_id)
      await aPage(alice, item_id, { cat_id })
      await alice.api.catalog.copy({ cat_id, new_p_cat_id: '0', to_item_id: item_id, is_del: '0' } as never)
      const { list } = await listed()
      expect(list[0]).toMatchObject({ type: 'catalog.created', meaning: [{ kind: 'copied' }, { text: '1 page added' }] })
      expect(list).toHaveLength(3)
      const copy = await alice.api.item.add({ item_name: 'Copy', copy_item_id: item_id })
      const copied = await alice.api.change.getList({ item_id: copy.item_id } as never)
      expect(copied.list.map(({ type, meaning }) => [type, meaning.map(({ text }) => text)])).toEqual([
        ['item.imported', ['made as a copy', '2 pages added', '2 catalogs added']],
      ])
    })

    it('of a move to another item: in both, and the past of the page goes with it', async () => {
      await fresh()
      const page_id = await aPage(alice, item_id)
      const target = await anItem(alice)
      await alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: target, to_cat_id: '0' } as never)
      expect((await listed()).list).toMatchObject([{ type: 'page.moved', title: 'Start', meaning: [{ kind: 'left' }] }])
      const there = await alice.api.change.getList({ item_id: target } as never)
      expect(there.list.map(({ type }) => type)).toEqual(['page.moved', 'page.created'])
    })
  })

  it('joins saves of one person within ten minutes, from the first state to the last', async () => {
    await fresh()
    const page_id = await aPage(alice, item_id)
    await aMember(product, item_id, bob)
    await save(page_id, 'by bob', bob)
    await save(page_id, 'by bob again', bob)
    await found()
    await save(page_id, 'by bob at last', bob, { page_title: 'End' })
    const { list } = await listed()
    expect(list).toMatchObject([
      { type: 'page.changed', title: 'End', version_from: '1', version_to: '4', is_pending: 1, meaning: [] },
      { type: 'page.created' },
    ])
    await found()
    expect((await listed()).list[0]).toMatchObject({
      is_pending: 0,
      meaning: [
        { kind: 'title', from: 'Start', to: 'End' },
        { kind: 'text', text: '4 words added, 1 word removed' },
      ],
    })
    await save(page_id, 'by alice')
    await save(page_id, 'by bob', bob)
    expect((await listed()).list.map(({ username }) => username)).toEqual([bob, alice, bob, alice].map(({ username }) => username))
    const reset = later(product, 601)
    await save(page_id, 'later', bob)
    reset()
    expect((await listed()).list).toHaveLength(5)
  })

  it('names what changed in a field table', async () => {
    await fresh()
    const table = (required: string) =>
      `## Request\n\n| name | type | required | description |\n|---|---|---|---|\n| qty | int | ${required} | Pieces |\n`
    const page_id = await aPage(alice, item_id, { page_content: table('no') })
    await aMember(product, item_id, bob)
    await save(page_id, table('yes'), bob)
    await found()
    expect((await listed()).list[0]?.meaning).toEqual([
      { kind: 'field.required', section: 'Request', name: 'qty', from: '0', to: '1', text: '`qty` became required' },
    ])
    expect((await listed(alice, { language: 'zh' })).list[0]?.meaning[0]?.text).toBe('`qty` 改为必填')
  })

  it('is read in parts, newest first, and from a cursor in the order of announcement', async () => {
    await fresh()
    for (let n = 0; n < 5; n++) await aPage(alice, item_id, { page_title: `P${n}` })
    await found()
    const titles: string[] = []
    for (let before = ''; before !== '0'; ) {
      const part = await listed(alice, { count: '2', before })
      titles.push(...part.list.map(({ title }) => title))
      before = part.next
    }
    expect(titles).toEqual(['P4', 'P3', 'P2', 'P1', 'P0'])
    const { cursor } = await listed()
    await aPage(alice, item_id, { page_title: 'P5' })
    expect((await listed(alice, { after: cursor })).list).toEqual([])
    await found()
    const news = await listed(alice, { after: cursor })
    expect(news.list.map(({ title }) => title)).toEqual(['P5'])
    expect((await listed(alice, { after: news.next })).list).toEqual([])
  })

  it('filters by page, type, person and time', async () => {
    await fresh()
    await aMember(product, item_id, bob)
    const page_id = await aPage(alice, item_id)
    await aPage(bob, item_id, { page_title: 'Other' })
    await save(page_id, 'changed', bob)
    const titles = async (more: Record<string, string>) => (await listed(alice, more)).list.map(({ type, title }) => `${type} ${title}`)
    expect(await titles({ page_id })).toEqual(['page.changed Start', 'page.created Start'])
    expect(await titles({ types: '["page.created"]' })).toEqual(['page.created Other', 'page.created Start'])
    expect(await titles({ username: alice.username })).toEqual(['page.created Start'])
    expect(await titles({ since: String(product.server.services.now() + 100) })).toEqual([])
    expect((await listed()).people.map(({ username }) => username)).toEqual([alice.username, bob.username].sort())
    await expect(listed(alice, { types: '["page.opened"]' })).rejects.toMatchObject({ code: 10101 })
  })

  describe('shows each reader what they can see now', () => {
    it('a reader sees that a page was deleted, an editor sees which', async () => {
      await fresh()
      const page_id = await aPage(alice, item_id, { page_title: 'Secret plan' })
      await alice.api.page.delete({ page_id })
      await found()
      expect((await listed()).list[0]).toMatchObject({ type: 'page.deleted', title: 'Secret plan', is_hidden: 0 })
      const seen = await listed(product.visitor())
      expect(seen.list.map(({ type, is_hidden }) => [type, is_hidden])).toEqual([
        ['page.deleted', 1],
        ['page.created', 1],
      ])
      expect(JSON.stringify(seen)).not.toContain('Secret')
    })

    it('a member of a catalog sees its changes alone, at the place where a page is now', async () => {
      item_id = await anItem(alice, { password: 'closed door 1' })
      const [own, other] = [await aCatalog(alice, item_id, 'Own'), await aCatalog(alice, item_id, 'Other')]
      const member = await product.user('member')
      await aMember(product, item_id, member, { edit: false, cat_id: own })
      const page_id = await aPage(alice, item_id, { page_title: 'Here', cat_id: own })
      await aPage(alice, item_id, { page_title: 'There', cat_id: other })
      expect((await listed(member)).list.map(({ title }) => title)).toEqual(['Here', 'Own'])
      await alice.api.catalog.arrange({ item_id, cat_id: '0', page_id, parent_cat_id: other, before_id: '0' } as never)
      expect((await listed(member)).list.map(({ title }) => title)).toEqual(['Own'])
      await expect(listed(product.visitor())).rejects.toMatchObject({ code: 10303 })
      await expect(listed(await product.user('outsider'))).rejects.toMatchObject({ code: 10303 })
    })

    it('a reader does not see in the list of persons who only suggested something', async () => {
      await fresh()
      const page_id = await aPage(alice, item_id)
      await bob.api.suggestion.save({ page_id, base_version: '1', page_content: 'Hello there', reason: '' })
      const carol = await product.user('carol')
      const names = async (who: TestUser) => (await listed(who)).people.map(({ username }) => username)
      expect(await names(carol)).toEqual([alice.username])
      expect(await names(alice)).toEqual([alice.username, bob.username])
    })

    it('without an item: the items of the user', async () => {
      const carol = await product.user('carol')
      const own = await anItem(carol, { item_name: 'Own' })
      await aPage(carol, own, { page_title: 'Mine' })
      await fresh()
      await aPage(alice, item_id)
      const { list } = await carol.api.change.getList({} as never)
      expect(list.map(({ title, item_name }) => [title, item_name])).toEqual([['Mine', 'Own']])
      await aMember(product, item_id, carol, { edit: false })
      expect((await carol.api.change.getList({} as never)).list).toHaveLength(2)
      await expect(product.visitor().api.change.getList({} as never)).rejects.toMatchObject({ code: 10102 })
    })

    it('an archived item and a page that left it', async () => {
      await fresh()
      const page_id = await aPage(alice, item_id, { page_title: 'Gone away' })
      const closed = await anItem(alice, { password: 'closed door 1' })
      await alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: closed, to_cat_id: '0' } as never)
      const manages = async (who?: TestUser) => (await listed(who)).item?.can_manage
      expect([await manages(), await manages(product.visitor())]).toEqual([1, 0])
      await archive(product, item_id)
      expect(await manages()).toBe(0)
      const seen = await listed(product.visitor())
      expect(seen.list).toMatchObject([{ type: 'page.moved', title: '', is_hidden: 1, is_there: 0 }])
      expect((await listed()).list).toMatchObject([{ title: 'Gone away' }])
    })
  })
})
