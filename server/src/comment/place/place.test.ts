import { beforeAll, expect, it } from 'vitest'
import { findMeanings } from '../../change/finding/finding.service.ts'
import { anItem, aPage, areRefused, theOnlyPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { keepPlaces } from './place.service.ts'

const TEXT = `# Create an order

The stock is reserved for 30 minutes from the moment the order is accepted.

## Body

| Field | Meaning |
| --- | --- |
| hold_until | Keeps the reservation longer, up to 72 hours. |
`

onEachDatabase('the places of comments', (product) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice)
  })
  const db = () => product.server.services.store.db
  const page = () => aPage(alice, item_id, { page_title: 'Create an order', page_content: TEXT })
  const save = (page_id: string, page_content: string) => alice.api.page.save({ page_id, page_title: 'Create an order', page_content })
  const add = async (page_id: string, anchor: object) =>
    (await alice.api.comment.add({ page_id, content: 'Since when?', anchor: JSON.stringify({ kind: 'passage', version: 1, ...anchor }) }))
      .thread
  const place = async (page_id: string, thread_id: string) => {
    for (;;) {
      const found = (await alice.api.comment.getList({ page_id, state: '' })).threads.find((one) => one.thread_id === thread_id)
      if (found?.place !== 'pending') return found
    }
  }

  it('W43: follow the words while the text changes around and in them, and come back with an earlier text', async () => {
    const page_id = await page()
    const thread = await add(page_id, { quote: 'reserved for 30 minutes' })
    expect(thread).toMatchObject({ kind: 'passage', heading: 'Create an order', quote: 'reserved for 30 minutes', place: 'fixed' })
    await save(page_id, TEXT.replace('The stock', 'Since May, the stock'))
    const shifted = await place(page_id, thread.thread_id)
    expect(shifted).toMatchObject({ place: 'fixed', place_version: '2' })
    expect(Number(shifted?.place_at) - Number(thread.place_at)).toBe('Since May, '.length)
    await save(page_id, TEXT.replace('30 minutes', '45 minutes'))
    expect(await place(page_id, thread.thread_id)).toMatchObject({ place: 'moved', quote: 'reserved for 30 minutes', place_version: '3' })
    await save(page_id, TEXT.replace(/The stock.*\n/, 'Orders are free.\n'))
    const lost = await place(page_id, thread.thread_id)
    expect(lost).toMatchObject({ place: 'lost', place_at: '0', place_length: '0' })
    const { page_history_id } = (await alice.api.page.history({ page_id, brief: '1' })).at(-1) ?? {}
    expect(lost?.history_id).toBe(page_history_id)
    expect(await alice.api.comment.counts({ item_id })).toContainEqual({ page_id, open: '1', lost: '1' })
    await save(page_id, TEXT)
    expect(await place(page_id, thread.thread_id)).toMatchObject({ place: 'fixed', place_at: thread.place_at })
  })

  it('are found before a reader comes, and several versions later', async () => {
    const page_id = await page()
    const thread = await add(page_id, { quote: 'up to 72 hours' })
    await save(page_id, TEXT.replace('# Create', 'Intro.\n\n# Create'))
    await save(page_id, TEXT.replace('72 hours', '96 hours'))
    const stored = () =>
      db().selectFrom('thread').select(['place', 'place_version']).where('thread_id', '=', Number(thread.thread_id)).executeTakeFirst()
    const end = keepPlaces(product.server.services)
    await findMeanings(product.server.services)
    await expect.poll(stored).toEqual({ place: 'moved', place_version: 3 })
    end()
  })

  it('are given again by hand, and a comment on an old version is carried to the present one', async () => {
    const page_id = await page()
    const thread = await add(page_id, { quote: 'reserved for 30 minutes' })
    await save(page_id, TEXT.replace(/The stock.*\n/, 'Orders stay for 45 minutes.\n'))
    expect(await place(page_id, thread.thread_id)).toMatchObject({ place: 'lost' })
    const { thread_id } = thread
    const attach = (anchor: object) =>
      alice.api.comment.attach({ thread_id, anchor: JSON.stringify({ kind: 'passage', version: 2, ...anchor }) })
    expect(await attach({ quote: '45 minutes' })).toMatchObject({ place: 'fixed', quote: '45 minutes', version: '2' })
    await areRefused([attach({ quote: 'not there' })], 10113)
    const old = await add(page_id, { quote: 'up to 72 hours', version: 1 })
    expect(old).toMatchObject({ place: 'fixed', place_version: '2', version: '1' })
    await areRefused([add(page_id, { quote: 'reserved for 30 minutes', version: 2 })], 10113)
  })

  it('S143: no anchor is believed: only words of that version of that page come back', async () => {
    const page_id = await page()
    const [words, secret] = ['reserved for 30 minutes', await aPage(alice, item_id, { page_content: 'CANARY words of another page' })]
    expect(secret).toBeTruthy()
    const wrong = [
      { quote: 'CANARY words' },
      { quote: words, version: 2 },
      { quote: words, version: 99 },
      { quote: words, at: 999_999 },
      { quote: 'x', length: 1_000_000_000 },
      { quote: '\ud83d' },
      { quote: '' },
      { kind: 'heading', heading: 'No such heading' },
      { kind: 'block', quote: words },
    ]
    for (const anchor of wrong) await areRefused([add(page_id, anchor)], 10113)
    for (const anchor of [{ quote: 'x'.repeat(1_000_000) }, { quote: words, at: -1 }, { quote: words, version: 0 }, { kind: '__proto__' }])
      await areRefused([add(page_id, anchor)], 10101)
    const lied = await add(page_id, { quote: words, heading: 'Lied', before: 'lied', after: 'lied', at: 3 }).catch(({ code }) => code)
    expect(lied === 10113 || lied).not.toMatchObject({ heading: 'Lied' })
    const [row] = await db().selectFrom('thread').selectAll().where('page_id', '=', Number(page_id)).execute()
    if (row) expect([row.heading, row.text_before, row.text_after].join()).not.toContain('ied')
  })

  it('are the whole page in spreadsheets', async () => {
    const sheet = await anItem(alice, { item_type: '4' })
    const page_id = await theOnlyPage(alice, sheet, '{}')
    expect(await alice.api.comment.getList({ page_id, state: '' })).toMatchObject({ may: { write: true, places: false } })
    await areRefused([add(page_id, { quote: 'a' })], 10100)
    expect(await add(page_id, { kind: 'page' })).toMatchObject({ kind: 'page', place: 'fixed' })
  })
})
