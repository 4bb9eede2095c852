import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { later } from '../test/clock.ts'
import { aCatalog, aMember, anItem, aPage, archive, areRefused } from '../test/given.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'

onEachDatabase('many pages and catalogs at once', (product) => {
  let alice: TestUser
  let editor: TestUser
  let reader: TestUser
  let from: string
  let to: string
  beforeAll(async () => {
    ;[alice, editor, reader] = await Promise.all([product.user('alice'), product.user('editor'), product.user('reader')])
  })
  beforeEach(async () => {
    ;[from, to] = [
      await anItem(alice, { item_name: 'Source', password: 'sesame' }),
      await anItem(alice, { item_name: 'Target', password: 'x' }),
    ]
  })

  type Line = { cat_id?: string; page_id?: string }
  const lines = (...all: Line[]) => JSON.stringify(all)
  const page = (page_id: string): Line => ({ page_id })
  const cat = (cat_id: string): Line => ({ cat_id })
  const move = (selected: Line[], more: Record<string, string> = {}, who = alice) =>
    who.api.tree.move({ item_id: from, lines: lines(...selected), to_item_id: to, to_cat_id: '0', checked: '', password: '', ...more })
  const check = (action: string, selected: Line[], more: Record<string, string> = {}, who = alice) =>
    who.api.tree.check({ item_id: from, lines: lines(...selected), action, to_item_id: to, to_cat_id: '0', ...more })
  const remove = (selected: Line[], more: Record<string, string> = {}, who = alice) =>
    who.api.tree.delete({ item_id: from, lines: lines(...selected), checked: '', ...more })
  const outline = async (item_id: string) => {
    const { menu } = await alice.api.item.info({ item_id })
    const walk = (all: typeof menu.catalogs, above: string): string[] =>
      all.flatMap((row) => [
        `${above}${row.cat_name}/`,
        ...row.pages.map((one) => `${above}${row.cat_name}/${one.page_title}`),
        ...walk(row.catalogs, `${above}${row.cat_name}/`),
      ])
    return [...menu.pages.map((one) => one.page_title), ...walk(menu.catalogs, '')]
  }

  /** Guides (deep: Install) with a page in each, and two pages at the root. */
  async function aTree() {
    const guides = await aCatalog(alice, from, 'Guides')
    const install = await aCatalog(alice, from, 'Install', guides)
    return {
      guides,
      install,
      start: await aPage(alice, from, { page_title: 'start' }),
      end: await aPage(alice, from, { page_title: 'end' }),
      guide: await aPage(alice, from, { page_title: 'guide', cat_id: guides }),
      linux: await aPage(alice, from, { page_title: 'linux', cat_id: install }),
    }
  }

  it('moves a selection to another item with all ids, and undo brings everything back to its place', async () => {
    const { guides, install, end, guide, linux } = await aTree()
    const before = await outline(from)
    const shelf = await aCatalog(alice, to, 'Shelf')
    // A line below a selected catalog goes with it and is not moved twice.
    const done = await move([cat(guides), page(linux), page(end), cat(install)], { to_cat_id: shelf })
    expect(done).toMatchObject({ pages: '3', catalogs: '2' })
    expect(await outline(from)).toEqual(['start'])
    expect(await outline(to)).toEqual([
      'Shelf/',
      'Shelf/end',
      'Shelf/Guides/',
      'Shelf/Guides/guide',
      'Shelf/Guides/Install/',
      'Shelf/Guides/Install/linux',
    ])
    expect(await alice.api.page.info({ page_id: guide })).toMatchObject({ item_id: to, cat_id: guides })

    expect(await alice.api.tree.undo({ batch_id: done.batch_id })).toEqual([])
    expect([await outline(from), await outline(to)]).toEqual([before, ['Shelf/']])
    await areRefused([alice.api.tree.undo({ batch_id: done.batch_id })], 10101)
  })

  it('notes one batch in the changes of both items', async () => {
    const { guides, start } = await aTree()
    const { batch_id } = await move([cat(guides), page(start)])
    const noted = async (item_id: string) =>
      (await alice.api.change.getList({ item_id })).list.filter((row) => row.batch_id === batch_id).map((row) => row.type)
    expect((await noted(from)).toSorted()).toEqual(['catalog.moved', 'page.moved'])
    expect((await noted(to)).toSorted()).toEqual(['catalog.moved', 'page.moved'])
  })

  it('says before a move who can read the pages afterwards, and asks for the password when these are more people', async () => {
    const { guides, guide } = await aTree()
    await aMember(product, from, editor)
    await aMember(product, to, reader, { edit: false })
    await alice.api.page.createSinglePage({ page_id: guide, isCreateSiglePage: 'true' })
    await editor.api.page.setLock({ page_id: guide })
    const found = await check('move', [cat(guides)])
    expect(found).toMatchObject({ pages: '2', catalogs: '2', hindrance: '', gain: '1', lose: '1', becomes_public: false, page_links: '1' })
    expect(found).toMatchObject({ editing: [editor.username], needs_password: true })
    await areRefused([move([cat(guides)])], 10208)
    await areRefused([move([cat(guides)], { password: 'wrong' })], 10208)
    await move([cat(guides)], { password: alice.password, checked: found.checked })
    expect(await outline(to)).toContain('Guides/guide')

    const open = await anItem(alice, { item_name: 'Open' })
    const again = await check('move', [cat(guides)], { item_id: to, to_item_id: open })
    expect(again).toMatchObject({ becomes_public: true, needs_password: true })
    await areRefused([move([cat(guides)], { item_id: to, to_item_id: open })], 10208)
  })

  it('refuses an action when something has changed since the check', async () => {
    const { guides, start } = await aTree()
    const { checked } = await check('move', [cat(guides)])
    await aPage(alice, from, { page_title: 'new', cat_id: guides })
    await areRefused([move([cat(guides)], { checked })], 10109)
    const seen = await check('delete', [page(start)])
    await remove([page(start)], { checked: seen.checked })
    expect(await outline(from)).not.toContain('start')
  })

  it('S173: moves all or nothing: pages of others, a fourth level, a catalog into itself, an archived target, lines of another item', async () => {
    const { guides, install, start, linux } = await aTree()
    await aMember(product, from, editor)
    await aMember(product, to, editor)
    const own = await aPage(editor, from, { page_title: 'own' })
    const before = [await outline(from), await outline(to)]
    expect(await check('move', [page(own), page(start)], {}, editor)).toMatchObject({ hindrance: 'of_others', names: ['start'] })
    await areRefused([move([page(own), page(start)], {}, editor)], 10103, 'start')
    const deep = await aCatalog(alice, to, 'c', await aCatalog(alice, to, 'b', await aCatalog(alice, to, 'a')))
    before[1] = await outline(to)
    expect(await check('move', [cat(guides)], { to_cat_id: deep })).toMatchObject({ hindrance: 'too_deep', names: ['Guides'] })
    await areRefused([move([page(start), cat(guides)], { to_cat_id: deep })], 10101, 'Guides')
    expect(await check('move', [cat(guides)], { to_item_id: from, to_cat_id: install })).toMatchObject({ hindrance: 'inside' })
    await areRefused([move([cat(guides)], { to_item_id: from, to_cat_id: install })], 10101)
    await areRefused([move([page(start)], { to_cat_id: install })], 10101)
    const foreign = await aPage(editor, await anItem(editor), { page_title: 'foreign' })
    await areRefused([move([page(linux), page(foreign)])], 10109)
    await areRefused([move([page(linux), page(foreign)], {}, reader)], 10103)
    await areRefused([move([{}]), move([{ cat_id: guides, page_id: start }])], 10101)
    expect([await outline(from), await outline(to)]).toEqual(before)
    await archive(product, to)
    await areRefused([move([page(start)]), check('move', [page(start)])], 10103)
  })

  it('S173: of two crossing moves each is whole, and a member of a catalog takes nothing out of it or into it', async () => {
    const { guides, install, start } = await aTree()
    const there = await aCatalog(alice, to, 'There')
    await Promise.allSettled([move([cat(guides)]), move([cat(there)], { item_id: to, to_item_id: from })])
    expect((await outline(to)).filter((line) => line.startsWith('Guides'))).toHaveLength(4)
    expect(await outline(from)).toContain('There/')
    await alice.api.tree.move({ item_id: to, lines: lines(cat(guides)), to_item_id: from, to_cat_id: '0' })
    await aMember(product, from, editor, { cat_id: guides })
    const within = { to_item_id: from, checked: '' }
    await areRefused(
      [
        move([page(start)], { ...within, to_cat_id: guides }, editor),
        move([cat(install)], { ...within, to_cat_id: '0' }, editor),
        move([cat(guides)], { ...within, to_cat_id: there }, editor),
      ],
      10103,
    )
    await move([cat(install)], { ...within, to_cat_id: guides }, editor)
  })

  it('copies texts to the target and leaves the originals', async () => {
    const { guides, start } = await aTree()
    const before = await outline(from)
    const copied = await alice.api.tree.copy({ item_id: from, lines: lines(cat(guides), page(start)), to_item_id: to, to_cat_id: '0' })
    expect(copied).toMatchObject({ pages: '3', catalogs: '2' })
    expect(await outline(from)).toEqual(before)
    expect(await outline(to)).toEqual(['start', 'Guides/', 'Guides/guide', 'Guides/Install/', 'Guides/Install/linux'])
    await areRefused([alice.api.tree.undo({ batch_id: copied.batch_id })], 10101)
  })

  it('deletes a selection to the bin as one batch, and recovers it with its catalogs', async () => {
    const { guides, linux, start } = await aTree()
    const before = await outline(from)
    await aMember(product, from, editor)
    await areRefused([remove([cat(guides)], {}, editor)], 10103, 'guide')
    const { batch_id } = await remove([cat(guides), page(start)])
    expect(await outline(from)).toEqual(['end'])
    const bin = (await alice.api.recycle.getList({ item_id: from })).filter((row) => row.batch_id === batch_id)
    expect(bin.map((row) => row.page_title).toSorted()).toEqual(['guide', 'linux', 'start'])
    // What was recovered alone stays where it is.
    await alice.api.recycle.recover({ item_id: from, page_id: linux })
    await alice.api.tree.undo({ batch_id })
    expect((await outline(from)).toSorted()).toEqual(before.map((line) => (line === 'Guides/Install/linux' ? 'linux' : line)).toSorted())
    expect(await alice.api.recycle.getList({ item_id: from })).toEqual([])
  })

  it.each(['move', 'copy', 'recover'] as const)(
    'cuts the texts of many pages after the transaction of a %s, for which others wait',
    async (action) => {
      const { store } = product.server.services
      const made: string[] = []
      for (let n = 0; n < 60; n++) made.push(await aPage(alice, from, { page_title: `Cargo ${n}`, page_content: 'plumbago' }))
      const found = async (item_id: string) => (await alice.api.item.search({ item_id, keyword: 'plumbago' })).pages.length
      const { batch_id } = action === 'recover' ? await remove(made.map(page)) : { batch_id: '' }
      // A search answers with the first 50.
      expect([await found(from), await found(to)]).toEqual([action === 'recover' ? 0 : 50, 0])
      const waiting: number[] = []
      const write = store.write.bind(store)
      const spy = vi.spyOn(store, 'write').mockImplementation(async (work) => {
        const result = await write(work)
        waiting.push((await store.db.selectFrom('search_backlog').select('page_id').execute()).length)
        return result
      })
      const act = {
        move: () => move(made.map(page)),
        copy: () => alice.api.tree.copy({ item_id: from, lines: lines(...made.map(page)), to_item_id: to, to_cat_id: '0' }),
        recover: () => alice.api.tree.undo({ batch_id }),
      }
      await act[action]().finally(() => spy.mockRestore())
      // PostgreSQL has the item of a page in a column of the index.
      if (action !== 'move' || store.kind === 'sqlite') expect([waiting[0], waiting.at(-1)]).toEqual([60, 0])
      expect([await found(from), await found(to)]).toEqual({ move: [0, 50], copy: [50, 50], recover: [50, 0] }[action])
    },
  )

  it('S173: an undo makes no fourth level, after catalogs were made or moved meanwhile', async () => {
    const { guides, install } = await aTree()
    const moved = await move([cat(install)])
    await aCatalog(alice, to, 'Deep', await aCatalog(alice, to, 'Below', install))
    const before = [await outline(from), await outline(to)]
    await areRefused([alice.api.tree.undo({ batch_id: moved.batch_id })], 10101, 'levels')
    expect([await outline(from), await outline(to)]).toEqual(before)

    const gone = await remove([cat(await aCatalog(alice, from, 'Notes', guides))])
    const rack = await aCatalog(alice, from, 'Rack', await aCatalog(alice, from, 'Shelf'))
    await move([cat(guides)], { to_item_id: from, to_cat_id: rack })
    await areRefused([alice.api.tree.undo({ batch_id: gone.batch_id })], 10101, 'levels')
    await move([cat(guides)], { to_item_id: from, to_cat_id: '0' })
    await alice.api.tree.undo({ batch_id: gone.batch_id })
    expect(await outline(from)).toContain('Guides/Notes/')
  })

  it.each(['move', 'copy'] as const)('S173: a %s into a catalog that is deleted after the check is refused', async (action) => {
    const { start } = await aTree()
    const shelf = await aCatalog(alice, to, 'Shelf')
    const { store } = product.server.services
    const input = { item_id: from, lines: lines(page(start)), to_item_id: to, to_cat_id: shelf, checked: '', password: '' }
    const write = vi.spyOn(store, 'write')
    // Only a check that has ended knows that the tree is another one: the first write comes after it.
    await areRefused([alice.api.tree[action]({ ...input, checked: 'another tree' })], 10109)
    expect(write).not.toHaveBeenCalled()
    write.mockImplementationOnce(async (run) => {
      await alice.api.catalog.delete({ item_id: to, cat_id: shelf })
      return store.write(run)
    })
    await areRefused([alice.api.tree[action](input)], 10101).finally(() => write.mockRestore())
    expect([await outline(to), await outline(from)]).toEqual([[], expect.arrayContaining(['start'])])
  })

  it('S174: only who did it takes it back, within an hour and with the rights of now; a manager recovers later', async () => {
    const { start, end } = await aTree()
    await aMember(product, from, editor)
    await aMember(product, from, reader)
    const own = await aPage(editor, from, { page_title: 'own' })
    const other = await aPage(editor, from, { page_title: 'other' })
    const first = await remove([page(own)], {}, editor)
    await areRefused([reader.api.tree.undo({ batch_id: first.batch_id })], 10101)
    const [one, two] = await Promise.allSettled([editor.api.tree.undo(first), editor.api.tree.undo(first)])
    expect([one?.status, two?.status].toSorted()).toEqual(['fulfilled', 'rejected'])

    const second = await remove([page(other)], {}, editor)
    const moved = await move([page(start)])
    const reset = later(product, 3700)
    await areRefused([editor.api.tree.undo({ batch_id: second.batch_id }), alice.api.tree.undo({ batch_id: moved.batch_id })], 10101)
    await alice.api.tree.undo({ batch_id: second.batch_id })
    expect(await outline(from)).toContain('other')
    reset()

    // A page that has gone on is not brought back.
    const third = await move([page(end)])
    await alice.api.page.move({ item_id: to, page_ids: JSON.stringify([end]), to_item_id: from, to_cat_id: '0' })
    await areRefused([alice.api.tree.undo({ batch_id: third.batch_id })], 10101)
    const outsider = await product.user('outsider')
    await areRefused([outsider.api.tree.undo({ batch_id: third.batch_id })], 10101)
  })
})
