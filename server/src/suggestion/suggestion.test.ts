import { beforeAll, describe, expect, it } from 'vitest'
import { purge } from '../retention/retention.ts'
import { later } from '../test/clock.ts'
import { aCatalog, aFile, aMember, anItem, aPage, archive, areRefused } from '../test/given.ts'
import { addGrant } from '../test/grants.ts'
import { onEachDatabase, type TestUser } from '../test/product.ts'
import { tidySuggestions } from './suggestion.tidy.service.ts'

const DAY = 86_400
const LINES = 'one\ntwo\nthree\nfour\nfive'

onEachDatabase('suggestions', (product) => {
  let alice: TestUser
  let bob: TestUser
  let carol: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    bob = await product.user('bob')
    carol = await product.user('carol')
    item_id = await anItem(alice)
    await aMember(product, item_id, carol)
  })
  const services = () => product.server.services
  const db = () => services().store.db
  const page = (more: Record<string, string> = {}) => aPage(alice, item_id, { page_content: LINES, ...more })
  const suggest = (who: TestUser, page_id: string, page_content: string, more: Record<string, string> = {}) =>
    who.api.suggestion.save({ page_id, base_version: '1', page_content, reason: 'Clearer', ...more })
  const read = (page_id: string) => alice.api.page.info({ page_id })
  const set = (row: { suggest_from?: number; accept_own?: number }, id = item_id) => alice.api.publish.save({ item_id: id, ...row })
  const notices = async (who: TestUser) =>
    (await who.api.notice.getList({ notice_type: 'all' })).map((row) => [row.notice_title, row.notice_content])

  /** Makes a call with a token. */
  async function byToken(who: TestUser, level: number, path: string, fields: Record<string, string>) {
    const { token, grant_id } = await addGrant(db(), { uid: Number(who.uid), level, at: services().now() })
    const call = async (name: string, more: Record<string, string>) => {
      const reply = await product.send({
        method: 'POST',
        url: `/api/${name}`,
        payload: new URLSearchParams(more).toString(),
        headers: { host: 'sheaf.test', 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${token}` },
      })
      return reply.json<{ error_code: number; error_name?: string; data: Record<string, string> }>()
    }
    return { grant_id: String(grant_id), call, ...(await call(path, fields)) }
  }

  it('R24: belong to the item of their page, also when it moves to another item at the same time', async () => {
    const other = await anItem(alice)
    for (let round = 0; round < 10; round++) {
      const page_id = await page()
      const [moved] = await Promise.allSettled([
        alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: other, to_cat_id: '0' }),
        suggest(carol, page_id, `${LINES}\nsix`),
      ])
      expect(moved.status).toBe('fulfilled')
      const rows = await db().selectFrom('suggestion').select('item_id').where('page_id', '=', Number(page_id)).execute()
      expect(rows.filter((row) => row.item_id !== Number(other))).toEqual([])
    }
  })

  it('go from a reader to an editor, who accepts: the history keeps both names', async () => {
    const page_id = await page()
    const made = await suggest(bob, page_id, LINES.replace('two', '2'))
    expect(made).toMatchObject({ state: 'open', revision: '1', added: '1', removed: '1', via: '', reason: 'Clearer' })
    expect((await alice.api.suggestion.getList({ item_id, page_id })).list).toMatchObject([
      { suggestion_id: made.suggestion_id, username: bob.username, title: 'Start', decidable: true },
    ])
    const info = await alice.api.suggestion.info({ suggestion_id: made.suggestion_id })
    expect(info).toMatchObject({ base_content: LINES, page_content: LINES.replace('two', '2'), conflicts: '0', refused: '' })
    const accepted = await carol.api.suggestion.accept({
      suggestion_id: made.suggestion_id,
      revision: '1',
      base_version: '1',
      note: 'Thanks',
    })
    expect(accepted).toEqual({ state: 'accepted', page_id, version: '2' })
    expect(await read(page_id)).toMatchObject({
      page_content: LINES.replace('two', '2'),
      author_username: carol.username,
      suggested_by: bob.username,
      suggestion_id: made.suggestion_id,
    })
    await alice.api.page.save({ page_id, page_title: 'Start', page_content: 'Later' })
    expect((await alice.api.page.history({ page_id }))[0]).toMatchObject({ suggested_by: bob.username, author_username: carol.username })
    expect(await read(page_id)).toMatchObject({ suggested_by: '', suggestion_id: '0' })
    expect(await bob.api.suggestion.info({ suggestion_id: made.suggestion_id })).toMatchObject({
      state: 'accepted',
      is_partial: '0',
      decided_username: carol.username,
      decided_name: carol.username,
      decided_note: 'Thanks',
      result_version: '2',
      refused: 'closed',
    })
  })

  it('notify the creator, the last author and the owner once an hour, and the proposer of the decision', async () => {
    await db().deleteFrom('notice').execute()
    const [page_id, dave] = [await aPage(carol, item_id, { page_content: LINES, page_title: 'Plan' }), await product.user('dave')]
    const { suggestion_id } = await suggest(bob, page_id, 'B')
    await suggest(dave, page_id, 'D')
    const text = [['A suggestion to decide', expect.stringContaining('“Plan”')]]
    expect([await notices(alice), await notices(carol)]).toEqual([text, text])
    expect(await alice.api.notice.getList({ notice_type: 'all' })).toMatchObject([{ suggestion_id, page_id }])
    await alice.api.suggestion.decline({ suggestion_id, revision: '1', note: 'Too short' })
    expect(await notices(bob)).toEqual([['Your suggestion was declined', expect.stringContaining('for “Plan”: Too short')]])
  })

  it('are merged with later changes of the page, and refused where both changed the same lines', async () => {
    const page_id = await page()
    const [first, second] = [
      await suggest(bob, page_id, LINES.replace('two', '2')),
      await suggest(carol, page_id, LINES.replace('four', '4')),
    ]
    await alice.api.page.save({ page_id, page_title: 'Start', page_content: LINES.replace('four', 'IV') })
    const seen = { revision: '1', base_version: '2' }
    await alice.api.suggestion.accept({ suggestion_id: first.suggestion_id, ...seen })
    expect((await read(page_id)).page_content).toBe('one\n2\nthree\nIV\nfive')
    await areRefused([alice.api.suggestion.accept({ suggestion_id: second.suggestion_id, ...seen })], 10109)
    const conflict = { suggestion_id: second.suggestion_id, revision: '1', base_version: '3' }
    expect(await alice.api.suggestion.info(conflict)).toMatchObject({ conflicts: '1' })
    await areRefused([alice.api.suggestion.accept(conflict)], 10111, '1')
    await alice.api.suggestion.accept({ ...conflict, page_content: 'one\n2\nthree\n4 (IV)\nfive' })
    expect((await read(page_id)).page_content).toBe('one\n2\nthree\n4 (IV)\nfive')
    expect(await carol.api.suggestion.info(conflict)).toMatchObject({ state: 'accepted', is_partial: '1' })
  })

  it('name the versions since their base with its place in the history, and other open ones to editors only', async () => {
    const page_id = await page()
    const [first, second] = [await suggest(bob, page_id, LINES.replace('two', '2')), await suggest(carol, page_id, 'C')]
    const info = (who: TestUser, { suggestion_id }: { suggestion_id: string }) => who.api.suggestion.info({ suggestion_id })
    expect((await info(alice, first)).current).toMatchObject({ meanwhile: [], base_history_id: '0' })
    const others = [
      { suggestion_id: second.suggestion_id, username: carol.username, name: carol.username, via: '', added: '1', removed: '5' },
    ]
    expect([(await info(alice, first)).others, (await info(bob, first)).others]).toEqual([others, []])
    for (let n = 2; n <= 8; n++)
      await (n % 2 ? carol : alice).api.page.save({ page_id, page_title: 'Start', page_content: `${LINES}\n${n}` })
    expect((await info(bob, first)).current).toMatchObject({ version: '8', meanwhile: [], base_history_id: '0' })
    const { current } = await info(alice, first)
    const names = [8, 7, 6, 5, 4].map((n) => [String(n), (n % 2 ? carol : alice).username])
    expect(current?.meanwhile.map(({ version, author_username }) => [version, author_username])).toEqual(names)
    const compared = await alice.api.page.diff({ page_id, page_history_id: current?.base_history_id ?? '' })
    expect(compared.history_page.page_content).toBe(LINES)
    await carol.api.suggestion.withdraw(second)
    expect((await info(alice, first)).others).toEqual([])
    expect((await info(alice, second)).current).toMatchObject({ meanwhile: [], base_history_id: '0' })
  })

  it('are overtaken when the page contains their change already', async () => {
    const page_id = await page()
    const { suggestion_id } = await suggest(bob, page_id, LINES.replace('two', '2'))
    await alice.api.page.save({ page_id, page_title: 'Start', page_content: LINES.replace('two', '2') })
    const accepted = await alice.api.suggestion.accept({ suggestion_id, revision: '1', base_version: '2' })
    expect(accepted).toEqual({ state: 'overtaken', page_id, version: '2' })
    expect(await read(page_id)).toMatchObject({ version: '2', suggested_by: '' })
  })

  it('propose new pages, which are created in their catalog', async () => {
    const cat_id = await aCatalog(alice, item_id)
    const { suggestion_id } = await bob.api.suggestion.save({ item_id, cat_id, page_title: 'Errors', page_content: '# Errors' })
    const { page_id, version } = await alice.api.suggestion.accept({ suggestion_id, revision: '1', base_version: '0' })
    expect([version, await read(page_id)]).toEqual([
      '1',
      expect.objectContaining({ page_title: 'Errors', cat_id, suggested_by: bob.username }),
    ])
    expect(await bob.api.suggestion.info({ suggestion_id })).toMatchObject({ page_id, state: 'accepted' })
  })

  it('of new pages are continued: text, title and catalog change, and what is accepted is the last revision', async () => {
    const [cat_id, other] = [await aCatalog(alice, item_id), await aCatalog(alice, item_id)]
    const first = { item_id, cat_id, page_title: 'Codes', page_content: '# Codes', reason: 'Missing' }
    const { suggestion_id } = await bob.api.suggestion.save(first)
    const again = { suggestion_id, page_title: 'Error codes', page_content: '# Error codes' }
    expect(await bob.api.suggestion.save(again)).toMatchObject({ suggestion_id, revision: '2', cat_id, title: 'Error codes' })
    expect(await bob.api.suggestion.save({ ...again, cat_id: '0' })).toMatchObject({ revision: '3', cat_id: '0' })
    expect(await bob.api.suggestion.save({ ...again, cat_id: other })).toMatchObject({ revision: '4', cat_id: other })
    const foreign = await aCatalog(alice, await anItem(alice))
    await areRefused([bob.api.suggestion.save({ ...again, cat_id: foreign })], 10101)
    await areRefused([carol.api.suggestion.save(again)], 10303)
    await areRefused([alice.api.suggestion.accept({ suggestion_id, revision: '3', base_version: '0' })], 10109)
    // A catalog that is gone leaves the page at the top level, also when it is sent again.
    await alice.api.catalog.delete({ item_id, cat_id: other })
    expect(await bob.api.suggestion.info({ suggestion_id })).toMatchObject({ cat_id: '0', page_content: '# Error codes' })
    expect(await bob.api.suggestion.save(again)).toMatchObject({ revision: '5', cat_id: '0' })
    const edited = { page_title: 'All codes', page_content: '# All codes' }
    const accepted = await alice.api.suggestion.accept({ suggestion_id, revision: '5', base_version: '0', ...edited })
    expect(await read(accepted.page_id)).toMatchObject({ ...edited, cat_id: '0', suggested_by: bob.username, suggestion_id })
    expect(await bob.api.suggestion.info({ suggestion_id })).toMatchObject({ state: 'accepted', is_partial: '1' })
    await areRefused([bob.api.suggestion.save(again), bob.api.suggestion.withdraw({ suggestion_id })], 10101)
  })

  it('exist once per person and page; the proposer replaces or withdraws them', async () => {
    const page_id = await page()
    const { suggestion_id } = await suggest(bob, page_id, 'B')
    await areRefused([suggest(bob, page_id, 'C')], 10110, suggestion_id)
    const revised = await suggest(bob, page_id, 'C', { suggestion_id })
    expect(revised).toMatchObject({ suggestion_id, revision: '2' })
    await areRefused([alice.api.suggestion.accept({ suggestion_id, revision: '1', base_version: '1' })], 10109)
    await bob.api.suggestion.withdraw({ suggestion_id })
    await areRefused([bob.api.suggestion.withdraw({ suggestion_id }), suggest(bob, page_id, 'D', { suggestion_id })], 10101)
    expect((await suggest(bob, page_id, 'D')).suggestion_id).not.toBe(suggestion_id)
  })

  it('are not replaced by a text that names another page, because its difference was shown for that one', async () => {
    const [page_id, other] = [await page(), await page({ page_title: 'Other' })]
    const { suggestion_id } = await suggest(bob, page_id, LINES.replace('two', '2'))
    await areRefused([suggest(bob, other, `${LINES}\nsix`, { suggestion_id })], 10101, 'suggestion_id')
    const { page_content, revision } = await bob.api.suggestion.info({ suggestion_id })
    expect([page_content, revision]).toEqual([LINES.replace('two', '2'), '1'])
    const fresh = { item_id, page_id: '0', page_title: 'New', page_content: 'New', reason: '' }
    const made = await bob.api.suggestion.save(fresh)
    await areRefused([suggest(bob, other, LINES, { suggestion_id: made.suggestion_id })], 10101, 'suggestion_id')
  })

  it('preview the difference of a text or of edits, and name edits that do not fit', async () => {
    const page_id = await page()
    const preview = (edits: object[]) => bob.api.suggestion.preview({ page_id, base_version: '1', edits: JSON.stringify(edits) })
    const edit = (old_text: string, new_text: string) => ({ old_text, new_text })
    expect(await preview([edit('two', '2\u200B'), edit('five', '5')])).toEqual({
      version: '1',
      base_version: '1',
      diff: expect.stringContaining('-two\n+2\u200B'),
      is_cut: '0',
      added: '2',
      removed: '2',
      hidden: '1',
      conflicts: '0',
      clean: '1',
    })
    await areRefused([preview([edit('six', '6')])], 10101, 'does not occur')
    await areRefused([preview([edit('o', '0')])], 10101, 'occurs')
    await areRefused([preview([edit('one\ntwo', ''), edit('two\nthree', '')])], 10101, 'overlaps')
    await areRefused(
      [bob.api.suggestion.save({ page_id, base_version: '1', page_title: 'Start', page_content: LINES })],
      10101,
      'changes nothing',
    )
    await areRefused([bob.api.suggestion.preview({ page_id, base_version: '7', page_content: 'x' })], 10109)
  })

  it('compares long texts with many changes outside the event loop', async () => {
    const long = Array.from({ length: 6000 }, (_, at) => `| field_${at} | string | what it means, 说明 ${at} |`)
    const page_id = await page({ page_content: long.join('\n') })
    const changed = long.map((line, at) => (at % 3 === 0 ? line.replace('string', 'text') : line)).join('\n')
    expect(await bob.api.suggestion.preview({ page_id, base_version: '1', page_content: changed })).toMatchObject({
      added: '2000',
      clean: '1',
    })
    const { suggestion_id } = await suggest(bob, page_id, changed)
    await alice.api.suggestion.accept({ suggestion_id, revision: '1', base_version: '1' })
    expect((await read(page_id)).page_content).toBe(changed)
  })

  describe('S122: are refused', () => {
    it('from readers and members that the item does not ask', async () => {
      const [own, erin] = [await anItem(alice), await product.user('erin')]
      const page_id = await aPage(alice, own)
      await aMember(product, own, erin, { edit: false })
      const pagesOf = async (who: TestUser) => (await who.api.item.info({ item_id: own })).can_suggest
      expect([await pagesOf(alice), await pagesOf(bob), await pagesOf(product.visitor())]).toEqual([true, true, false])
      await set({ suggest_from: 1 }, own)
      expect([await pagesOf(alice), await pagesOf(bob), await pagesOf(erin)]).toEqual([true, false, true])
      await areRefused([suggest(bob, page_id, 'B')], 10103)
      await suggest(erin, page_id, 'E')
      await set({ suggest_from: 0 }, own)
      await areRefused([suggest(erin, page_id, 'F')], 10103)
      await suggest(alice, page_id, 'A')
      expect([await pagesOf(alice), await pagesOf(erin)]).toEqual([true, false])
      await archive(product, own)
      expect(await pagesOf(alice)).toBe(false)
      const { list } = await alice.api.suggestion.getList({ item_id: own })
      expect(list).toHaveLength(2)
      const seen = { suggestion_id: list[0]?.suggestion_id ?? '', revision: '1', base_version: '1' }
      await areRefused([suggest(alice, page_id, 'G'), alice.api.suggestion.accept(seen), alice.api.suggestion.decline(seen)], 10103)
    })

    it('for spreadsheets, and from visitors', async () => {
      const sheet = await anItem(alice, { item_type: 4 })
      const found = await alice.api.item.info({ item_id: sheet })
      await areRefused([bob.api.suggestion.save({ item_id: sheet, page_title: 'x', page_content: 'x' })], 10101)
      expect(found.item_type).toBe('4')
      await areRefused([product.visitor().api.suggestion.save({ item_id, page_title: 'x', page_content: 'x' })], 10102)
    })

    it('to others: reading, replacing, withdrawing and deciding', async () => {
      const [page_id, frank] = [await page(), await product.user('frank')]
      const { suggestion_id } = await suggest(bob, page_id, 'B')
      const seen = { suggestion_id, revision: '1', base_version: '1' }
      const calls = frank.api.suggestion
      await areRefused(
        [calls.info(seen), calls.accept(seen), calls.decline(seen), calls.withdraw(seen), suggest(frank, page_id, 'F', seen)],
        10303,
      )
      await areRefused([bob.api.suggestion.accept(seen), bob.api.suggestion.decline(seen)], 10103)
      await areRefused([alice.api.suggestion.withdraw(seen)], 10303)
      await areRefused([frank.api.suggestion.getList({ item_id })], 10103)
      expect(await frank.api.suggestion.getList({ item_id, mine: '1' })).toEqual({ list: [], next: '0' })
    })

    it('to the editor who made them, if another must accept', async () => {
      const own = await anItem(alice)
      const page_id = await aPage(alice, own)
      const seen = { suggestion_id: (await suggest(alice, page_id, 'A')).suggestion_id, revision: '1', base_version: '1' }
      await set({ accept_own: 0 }, own)
      expect((await alice.api.suggestion.info(seen)).refused).toBe('own')
      await areRefused([alice.api.suggestion.accept(seen)], 10103)
      await set({ accept_own: 1 }, own)
      await alice.api.suggestion.accept(seen)
    })

    it('to programs: they propose and withdraw their own, and decide about none', async () => {
      const page_id = await page()
      const fields = { page_id, base_version: '1', page_content: 'By a program', page_title: 'Start' }
      expect(await byToken(bob, 1, 'suggestion/save', fields)).toMatchObject({ error_name: 'levelMissing' })
      const first = await byToken(bob, 2, 'suggestion/save', fields)
      expect(first.data).toMatchObject({ via: 'CI', state: 'open' })
      const { suggestion_id = '' } = first.data
      const other = await byToken(bob, 2, 'suggestion/getList', {})
      expect(other.data).toEqual({ list: [], next: '0' })
      expect(await other.call('suggestion/withdraw', { suggestion_id })).toMatchObject({ error_code: 10303 })
      const editor = await byToken(alice, 4, 'suggestion/getList', { item_id })
      expect(editor.data).toEqual({ list: [], next: '0' })
      expect(await editor.call('suggestion/info', { suggestion_id })).toMatchObject({ error_code: 10303 })
      for (const path of ['suggestion/accept', 'suggestion/decline'])
        expect(await editor.call(path, { suggestion_id, revision: '1', base_version: '1' })).toMatchObject({ error_name: 'sessionOnly' })
      await alice.api.suggestion.accept({ suggestion_id, revision: '1', base_version: '1' })
      expect(await read(page_id)).toMatchObject({ via: 'CI', suggested_by: bob.username })
    })
  })

  it('W29: a save by token names the program in page, history and notices', async () => {
    await db().deleteFrom('notice').execute()
    const page_id = await page()
    await byToken(carol, 3, 'page/save', { page_id, page_title: 'Start', page_content: 'By a program' })
    expect(await read(page_id)).toMatchObject({ via: 'CI', author_username: carol.username, suggested_by: '' })
    expect(await notices(alice)).toEqual([['Your page was changed', expect.stringContaining(`${carol.username}, via CI, changed`)]])
    await alice.api.page.save({ page_id, page_title: 'Start', page_content: 'By hand' })
    expect(await read(page_id)).toMatchObject({ via: '' })
    expect((await alice.api.page.history({ page_id, brief: '1' }))[0]).toMatchObject({ via: 'CI' })
  })

  it('follow a moved page, wait with a deleted one, and are overtaken when it is gone for good', async () => {
    const [page_id, closed] = [await page(), await anItem(alice, { password: 'seal' })]
    const { suggestion_id } = await suggest(bob, page_id, 'B')
    await alice.api.page.move({ item_id, page_ids: JSON.stringify([page_id]), to_item_id: closed, to_cat_id: '0' })
    expect((await alice.api.suggestion.getList({ item_id: closed })).list).toMatchObject([{ suggestion_id }])
    expect((await bob.api.suggestion.getList({ mine: '1', state: 'open' })).list).toContainEqual(
      expect.objectContaining({ suggestion_id, readable: false, title: '', item_name: '', reason: '' }),
    )
    await areRefused([bob.api.suggestion.info({ suggestion_id })], 10303)
    await alice.api.page.delete({ page_id })
    const seen = { suggestion_id, revision: '1', base_version: '1' }
    expect(await alice.api.suggestion.info(seen)).toMatchObject({ refused: 'deleted', current: { is_del: '1' } })
    await areRefused([alice.api.suggestion.accept(seen)], 10101)
    const row = () => db().selectFrom('suggestion').select('state').where('suggestion_id', '=', Number(suggestion_id)).executeTakeFirst()
    await purge(services(), {})
    await db()
      .updateTable('recycle')
      .set({ counted_from: -31 * DAY })
      .where('page_id', '=', Number(page_id))
      .execute()
    await purge(services(), {})
    expect(await row()).toEqual({ state: 'overtaken' })
  })

  it('S124: do not open a file of another item that their editor can read', async () => {
    const [page_id, closed] = [await page(), await anItem(alice, { password: 'seal' })]
    const sign = await aFile(product, closed, Buffer.from('secret'), { owner: alice })
    const { suggestion_id } = await suggest(bob, page_id, `![](/server/index.php?s=/api/attachment/visitFile/sign/${sign})`)
    await alice.api.suggestion.accept({ suggestion_id, revision: '1', base_version: '1' })
    expect(await db().selectFrom('attachment_page').selectAll().where('page_id', '=', Number(page_id)).execute()).toEqual([])
  })

  it('S123: of two decisions at the same time one counts, and versions have no gap', async () => {
    const page_id = await page()
    const { suggestion_id } = await suggest(bob, page_id, LINES.replace('two', '2'))
    const seen = { suggestion_id, revision: '1', base_version: '1' }
    const results = await Promise.allSettled([
      alice.api.suggestion.accept(seen),
      carol.api.suggestion.accept(seen),
      carol.api.suggestion.decline(seen),
      bob.api.suggestion.withdraw(seen),
      bob.api.suggestion.save({ ...seen, page_id, page_content: 'C' }),
    ])
    const { state, revision } = await bob.api.suggestion.info(seen)
    const { version, page_content } = await read(page_id)
    const isAccepted = state === 'accepted'
    expect([version, page_content]).toEqual(isAccepted ? ['2', LINES.replace('two', '2')] : ['1', LINES])
    expect((await alice.api.page.history({ page_id })).length).toBe(isAccepted ? 1 : 0)
    // A revision can come before the decision of its proposer, who has seen it.
    const done = results.slice(0, 4).filter(({ status }) => status === 'fulfilled')
    expect(done.length).toBe(state === 'open' ? 0 : 1)
    expect(Number(revision)).toBe(results[4]?.status === 'fulfilled' ? 2 : 1)
  })

  it('R31: suggestions of one page, accepted in parallel until none is left, lose no change', async () => {
    // 100 take 5,050 calls.
    const count = process.env['FULL'] === '1' ? 100 : 30
    const lines = Array.from({ length: count * 2 }, (_, at) => `line ${at}`)
    const page_id = await page({ page_content: lines.join('\n') })
    const row = await suggest(bob, page_id, lines.with(0, 'changed 0').join('\n'))
    const texts = await db()
      .selectFrom('suggestion')
      .selectAll()
      .where('suggestion_id', '=', Number(row.suggestion_id))
      .executeTakeFirstOrThrow()
    const { packed } = await import('./suggestion.store.ts')
    const { suggestion_id: _id, ...copy } = texts
    for (let n = 1; n < count; n++)
      await db()
        .insertInto('suggestion')
        .values({ ...copy, grant_id: n, page_content: await packed(lines.with(2 * n, `changed ${2 * n}`).join('\n')) })
        .execute()
    const open = async () => (await alice.api.suggestion.getList({ item_id, page_id, state: 'open', count: '100' })).list
    let accepted = 0
    for (let left = await open(); left.length > 0; left = await open()) {
      const { version } = await read(page_id)
      const seen = { revision: '1', base_version: version }
      const results = await Promise.allSettled(left.map(({ suggestion_id }) => alice.api.suggestion.accept({ ...seen, suggestion_id })))
      const done = results.filter(({ status }) => status === 'fulfilled').length
      expect(done).toBe(1)
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 10109 })
      accepted += done
    }
    const { version, page_content } = await read(page_id)
    expect([accepted, version]).toEqual([count, String(count + 1)])
    expect(page_content).toBe(lines.map((line, at) => (at % 2 === 0 ? `changed ${at}` : line)).join('\n'))
  })

  it('are listed in parts, newest first, without those that an editor of one catalog cannot decide about', async () => {
    const own = await anItem(alice)
    const [mine, others] = [await aCatalog(alice, own), await aCatalog(alice, own)]
    const erin = await product.user('erin')
    await aMember(product, own, erin, { cat_id: mine })
    const row = await bob.api.suggestion.save({ item_id: own, cat_id: others, page_title: 'New', page_content: 'New' })
    const { suggestion_id: _id, ...copy } = await db()
      .selectFrom('suggestion')
      .selectAll()
      .where('suggestion_id', '=', Number(row.suggestion_id))
      .executeTakeFirstOrThrow()
    // One of ten is in her catalog: she looks through 1,500 rows to find 150.
    const state = (n: number) => (n % 20 === 19 ? ('accepted' as const) : copy.state)
    for (let from = 0; from < 1500; from += 250) {
      const rows = Array.from({ length: 250 }, (_, at) => at + from)
      const cat_id = (n: number) => Number(n % 10 === 9 ? mine : others)
      await db()
        .insertInto('suggestion')
        .values(rows.map((n) => ({ ...copy, cat_id: cat_id(n), state: state(n), page_title: `${n}` })))
        .execute()
    }
    const all = async (who: TestUser, more: Record<string, string>) => {
      const parts: string[][] = []
      for (let before = '0'; parts.length === 0 || before !== '0'; ) {
        const { list, next } = await who.api.suggestion.getList({ item_id: own, count: '100', ...more, before })
        parts.push(list.map(({ page_title }) => page_title))
        before = next
      }
      return parts
    }
    const expected = (wanted: (n: number) => boolean) =>
      Array.from({ length: 1500 }, (_, n) => n)
        .filter(wanted)
        .reverse()
        .map(String)
    const found = await all(erin, {})
    expect(found.flat()).toEqual(expected((n) => n % 10 === 9))
    expect(found.map((part) => part.length)).toEqual([100, 50])
    expect((await all(erin, { state: 'open' })).flat()).toEqual(expected((n) => n % 20 === 9))
    expect((await all(erin, { state: 'decided', item_id: '0' })).flat()).toEqual(expected((n) => n % 20 === 19))
    const own_ones = await all(bob, { mine: '1', state: 'decided' })
    expect(own_ones.map((part) => part.length)).toEqual([75])
    expect((await all(bob, { mine: '1' })).flat()).toEqual([...expected(() => true), 'New'])
  })

  it('are withdrawn after a year, and removed half a year after their decision', async () => {
    const page_id = await page()
    const [open, decided] = [await suggest(bob, page_id, 'B'), await suggest(carol, page_id, 'C')]
    await carol.api.suggestion.withdraw(decided)
    const tidy = (days: number) => {
      const back = later(product, days * DAY)
      return tidySuggestions(services(), {}).finally(back)
    }
    const states = async () =>
      (
        await db()
          .selectFrom('suggestion')
          .select('state')
          .where(
            'suggestion_id',
            'in',
            [open, decided].map(({ suggestion_id }) => Number(suggestion_id)),
          )
          .orderBy('suggestion_id')
          .execute()
      ).map(({ state }) => state)
    await tidy(179)
    expect(await states()).toEqual(['open', 'withdrawn'])
    await tidy(181)
    expect(await states()).toEqual(['open'])
    await tidy(366)
    expect(await states()).toEqual(['withdrawn'])
  })

  it('are limited to 20 open ones per page', async () => {
    const page_id = await page()
    const row = await suggest(bob, page_id, 'B')
    const { suggestion_id: _id, ...copy } = await db()
      .selectFrom('suggestion')
      .selectAll()
      .where('suggestion_id', '=', Number(row.suggestion_id))
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('suggestion')
      .values(Array.from({ length: 19 }, (_, n) => ({ ...copy, uid: 1_000_000 + n })))
      .execute()
    await areRefused([suggest(carol, page_id, 'C')], 10101, '20')
    expect(await suggest(bob, page_id, 'D', { suggestion_id: row.suggestion_id })).toMatchObject({ revision: '2' })
  })
})
