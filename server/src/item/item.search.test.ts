import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { assertProperty } from '../../../test/random.ts'
import { inParts } from '../db/batches.ts'
import { phrases, tokens } from '../db/search/lexemes.ts'
import { aCatalog, aMember, anItem, aPage } from '../test/given.ts'
import { isForAll, onEachDatabase, type TestUser } from '../test/product.ts'

const texts: Record<string, string> = {
  用户登录接口: '输入用户名和密码后登录，成功返回 token。',
  '数据字典 v2.0': 'user_id | int(11) | 用户编号\nuser_name | varchar | 用户名',
  'Error codes': 'Codes 100% reliable: 10101 and 10102. Path /api/user/info?page=1&x=[a]*',
  users: 'The USERS of usernames; use caution. ＡＢＣ full width, Straße, naïve',
  生僻字: '𰻝𰻝面 and 𠮷野家, 한국어 텍스트, ひらがな カタカナ, ไทย, Ωmega ω, ²³ ½',
  Signs: `'"\\ <b> & %_* ; -- () {} ~ ^ 🙂 - AND OR NOT NEAR(a b) title:x`,
  空: '一二三四五六七八九十',
}

onEachDatabase('search', (product, kind) => {
  let alice: TestUser
  let item_id: string
  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_name: 'Reference' })
    for (const [page_title, page_content] of Object.entries(texts)) await aPage(alice, item_id, { page_title, page_content })
    await aPage(alice, await anItem(alice), { page_title: '用户登录接口', page_content: 'of another item' })
  })

  const hits = async (keyword: string, who = alice) => (await who.api.item.search({ item_id, keyword })).pages
  const titles = async (keyword: string) => (await hits(keyword)).map((page) => page.page_title)

  it.each([
    ['登录', ['用户登录接口']],
    ['密', ['用户登录接口']],
    ['用户名', ['用户登录接口', '数据字典 v2.0']],
    ['录登', []],
    ['用户 密码', ['用户登录接口']],
    ['user', ['users', '数据字典 v2.0', 'Error codes']],
    ['USERN', ['users']],
    ['sers', []],
    ['user_id', ['数据字典 v2.0']],
    ['user_', ['数据字典 v2.0']],
    ['100%', ['Error codes']],
    ['100_', []],
    ['/api/user/', ['Error codes']],
    ['1010', ['Error codes']],
    ['v2.0', ['数据字典 v2.0']],
    ['abc', ['users']],
    ['straße', ['users']],
    ['𠮷', ['生僻字']],
    ['한국', ['生僻字']],
    ['NEAR', ['Signs']],
    ['title:x', ['Signs']],
    ['of another', []],
    ['Reference', []],
    ['', []],
    ['  ', []],
  ])('finds for %j the pages %j', async (keyword, found) => {
    expect((await titles(keyword)).sort()).toEqual(found.toSorted())
  })

  it('ranks matches in titles before matches in texts', async () => {
    for (const [keyword, first] of [
      ['user', 'users'],
      ['登录', '用户登录接口'],
      ['codes', 'Error codes'],
      ['数据', '数据字典 v2.0'],
    ] as const)
      expect((await titles(keyword))[0]).toBe(first)
  })

  it('returns rows with a snippet around the match, never the whole text', async () => {
    const book = await anItem(alice)
    await aPage(alice, book, { page_title: 'Long', page_content: `${'before '.repeat(200)}\n\n the needle \n${'after '.repeat(200)}` })
    const answer = await alice.api.item.search({ item_id: book, keyword: 'needle' })
    expect(answer).toMatchObject({ item_id: Number(book), item_name: 'Manual' })
    expect(answer.pages).toEqual([
      {
        page_id: expect.any(String),
        author_uid: alice.uid,
        author_username: alice.username,
        item_id: book,
        cat_id: '0',
        page_title: 'Long',
        s_number: '99',
        addtime: expect.stringMatching(/^\d{4}-/),
        item_name: 'Manual',
        page_comments: '',
        is_del: '0',
        search_content: expect.stringMatching(/^\.\.\..{20,80} the needle after .+\.\.\.$/),
      },
    ])
    expect(answer.pages[0]?.search_content.length).toBeLessThan(300)
  })

  it('reflects saves and deletions', async () => {
    const page_id = await aPage(alice, item_id, { page_title: 'Fresh', page_content: 'quokka' })
    expect(await titles('quokka')).toEqual(['Fresh'])
    await alice.api.page.save({ page_id, page_title: 'Fresh', page_content: 'wombat' })
    expect([await titles('quokka'), await titles('wombat')]).toEqual([[], ['Fresh']])
    await alice.api.page.delete({ page_id })
    expect(await titles('wombat')).toEqual([])
  })

  it('finds a sentence at any position of a long page', async () => {
    const sign = (n: number) => String.fromCodePoint(0x4e00 + n)
    const text = Array.from({ length: 1200 }, (_, n) => sign(n)).join('')
    const book = await anItem(alice)
    await aPage(alice, book, { page_title: 'Long', page_content: text })
    for (const [from, length] of [
      [0, 2],
      [200, 99],
      [240, 120],
      [149, 101],
      [700, 255],
      [1100, 100],
    ] as const)
      expect((await alice.api.item.search({ item_id: book, keyword: text.slice(from, from + length) })).pages).toHaveLength(1)
    for (const wrong of [`${sign(5)}${sign(7)}`, `${text.slice(100, 300)}${sign(1)}`])
      expect((await alice.api.item.search({ item_id: book, keyword: wrong })).pages).toEqual([])
  })

  it('respects a member’s scope, and requires a login and access to the item', async () => {
    const book = await anItem(alice, { password: 'sesame' })
    const [inside, outside] = [await aCatalog(alice, book, 'in'), await aCatalog(alice, book, 'out')]
    const below = await aCatalog(alice, book, 'below', inside)
    for (const [page_title, cat_id] of [
      ['in', inside],
      ['below', below],
      ['out', outside],
      ['root', '0'],
    ] as const)
      await aPage(alice, book, { page_title, cat_id, page_content: 'secret' })
    const [scoped, otherUser] = [await product.user('scoped'), await product.user('outsider')]
    await aMember(product, book, scoped, { edit: false, cat_id: inside })
    const found = await scoped.api.item.search({ item_id: book, keyword: 'secret' })
    expect(found.pages.map((page) => page.page_title).sort()).toEqual(['below', 'in'])
    expect((await scoped.api.item.info({ item_id: book, keyword: 'secret' })).menu.pages).toHaveLength(2)
    await expect(otherUser.api.item.search({ item_id: book, keyword: 'secret' })).rejects.toMatchObject({ code: 10303 })
    await expect(otherUser.api.item.search({ item_id: '1', keyword: 'secret' })).rejects.toMatchObject({ code: 10303 })
    await expect(product.visitor().api.item.search({ item_id, keyword: 'user' })).rejects.toMatchObject({ code: 10102 })
    await otherUser.api.item.pwd({ item_id: book, password: 'sesame' })
    expect((await otherUser.api.item.search({ item_id: book, keyword: 'secret' })).pages).toHaveLength(4)
  })

  describe('over all items of a user', () => {
    let books: string[]
    let reader: TestUser
    const mine = (keyword: string, item_group_id = '0', who = reader) => who.api.item.searchMine({ keyword, item_group_id })
    const titlesOf = async (...given: Parameters<typeof mine>) => (await mine(...given)).pages.map((page) => page.page_title).sort()
    beforeAll(async () => {
      reader = await product.user('reader')
      books = [
        await anItem(reader, { item_name: 'Own' }),
        await anItem(alice, { item_name: 'Shared' }),
        await anItem(alice, { password: 'sesame' }),
      ]
      const [inside, outside] = [await aCatalog(alice, books[2] as string, 'in'), await aCatalog(alice, books[2] as string, 'out')]
      await aMember(product, books[1] as string, reader)
      await aMember(product, books[2] as string, reader, { edit: false, cat_id: inside })
      for (const [who, at, page_title, cat_id] of [
        [reader, 0, 'own', '0'],
        [alice, 1, 'shared', '0'],
        [alice, 2, 'within', inside],
        [alice, 2, 'beyond', outside],
      ] as const)
        await aPage(who, books[at] as string, { page_title, cat_id, page_content: 'the ocelot sleeps' })
      await aPage(alice, await anItem(alice, { item_name: 'Hers' }), { page_content: 'another ocelot' })
    })

    it('finds pages of own and shared items within the user’s rights', async () => {
      const { pages, has_more } = await mine('ocelot')
      expect(pages.map(({ page_title, item_name, item_id }) => [page_title, item_name, item_id]).sort()).toEqual([
        ['own', 'Own', books[0]],
        ['shared', 'Shared', books[1]],
        ['within', 'Manual', books[2]],
      ])
      expect(pages[0]).toMatchObject({ search_content: 'the ocelot sleeps', author_username: expect.any(String), is_del: '0' })
      expect(has_more).toBe(false)
      expect(await titlesOf('oc')).toEqual(['own', 'shared', 'within'])
      expect(await mine('nothing-of-the-kind')).toEqual({ pages: [], has_more: false })
      expect(await mine('  ')).toEqual({ pages: [], has_more: false })
    })

    it('requires a login, and searches only their own items for administrators', async () => {
      await expect(product.visitor().api.item.searchMine({ keyword: 'ocelot' })).rejects.toMatchObject({ code: 10102 })
      expect(await titlesOf('ocelot', '0', await product.user('stranger2'))).toEqual([])
      expect(await titlesOf('ocelot', '0', product.admin)).toEqual([])
    })

    it('is limited to the items of a group', async () => {
      const { id } = await reader.api.itemGroup.save({ id: '0', group_name: 'Some', item_ids: `${books[1]},${books[2]}`, request_id: '' })
      expect(await titlesOf('ocelot', id)).toEqual(['shared', 'within'])
    })

    it('makes as many queries for forty items as for three', async () => {
      const { store } = product.server.services
      const queries = vi.spyOn(store, 'hot')
      const transactions = vi.spyOn(store.db, 'transaction')
      const count = async () => {
        queries.mockClear()
        transactions.mockClear()
        expect((await mine('ocelot')).pages).toHaveLength(3)
        return queries.mock.calls.length + transactions.mock.calls.length
      }
      try {
        await count()
        const few = await count()
        for (let n = 0; n < 37; n++) await anItem(reader)
        await mine('warm')
        expect(await count()).toBe(few)
      } finally {
        queries.mockRestore()
        transactions.mockRestore()
      }
    })

    it('returns the best two hundred and whether there are more', async () => {
      const book = await anItem(reader)
      const rows = Array.from({ length: 201 }, (_, n) => ({ page_title: `Page ${n}`, page_content: 'a wombat' }))
      // Ten at a time: saves of one item wait for each other, and a connection is waited for eight seconds only.
      for (const some of inParts(rows, 10)) await Promise.all(some.map((row) => aPage(reader, book, row)))
      await aPage(reader, books[0] as string, { page_title: 'Wombat', page_content: 'the animal' })
      const { pages, has_more } = await mine('wombat')
      expect([pages.length, has_more, pages[0]?.page_title]).toEqual([200, true, 'Wombat'])
    })
  })

  const inHalfWidth = (text: string) =>
    text.toLowerCase().replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0).toLowerCase())

  /** The expected result by a full scan: pages with each word of the keyword, its parts adjacent. */
  function expected(keyword: string) {
    const wanted = phrases(keyword.trim())
    if (wanted.length === 0) return []
    const contains = (all: string[], parts: string[], prefix: boolean) =>
      all.some((_, at) =>
        parts.every((part, n) => (prefix && n === parts.length - 1 ? all[at + n]?.startsWith(part) : all[at + n] === part)),
      )
    return Object.entries(texts).flatMap(([title, content]) => {
      const matches = wanted.every(
        ({ tokens: parts, prefix, literal }) =>
          (parts.length === 0 || [title, content].some((text) => contains(tokens(text), parts, prefix))) &&
          (literal === null || inHalfWidth(`${title}\n${content}`).includes(inHalfWidth(literal))),
      )
      return matches ? [title] : []
    })
  }

  const source = [...Object.values(texts).join(' ')]
  const piece = fc
    .tuple(fc.nat(source.length - 1), fc.integer({ min: 1, max: 6 }))
    .map(([from, length]) => source.slice(from, from + length).join(''))
  const anything = fc.oneof(
    { weight: 6, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  )

  it('finds exactly the pages that contain any keyword, and never fails', async () => {
    await assertProperty(
      fc.asyncProperty(anything, async (keyword) => {
        expect((await titles(keyword)).sort()).toEqual(expected(keyword).sort())
      }),
      { numRuns: isForAll(kind) ? 300 : 100 },
    )
  })

  it.each(['('.repeat(255), '*'.repeat(255), 'a*'.repeat(127), '%_'.repeat(127), '" OR "'.repeat(40), "\\'".repeat(127)])(
    'accepts the keyword %j',
    async (keyword) => {
      await expect(hits(keyword)).resolves.toBeDefined()
    },
  )
})
