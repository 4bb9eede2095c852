import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { aCatalog, aFile, aMember, anItem, aPage, aTeamMember } from '../test/given.ts'
import { onEachDatabase, type Person, type Product, Refused } from '../test/product.ts'

/*
 * The matrix of SECURITY 3.1 for the calls there are. Columns: visitor without and with the password, stranger, reader, reader of one
 * catalog, editor of one catalog, editor, and through a team reader, editor, editor of one catalog; a narrow row beside a wide one; owner,
 * administrator. Y may; L needs the login; P password screen; N no right; M not there.
 */
const people = ['V', 'Vk', 'U', 'R', 'CR', 'CE', 'E', 'T0', 'T1', 'Tc', 'W', 'O', 'A'] as const
type Name = (typeof people)[number]
const codes: Record<string, number> = { L: 10102, P: 10303, N: 10103, M: 10101 }

interface Place {
  item_id: string
  /** The catalog of those with a scope, one below it, and another one. */
  own: string
  below: string
  other: string
  pages: Record<'own' | 'below' | 'other' | 'root', string>
  files: Record<'own' | 'other', string>
}
type Ask = (api: Person['api'], place: Place, fresh: (cat_id: string) => Promise<string>) => Promise<unknown>

const text = { page_title: 'T', page_content: 'C' }
const rows: [name: string, allowed: string, ask: Ask][] = [
  ['item/info', 'P Y P Y Y Y Y Y Y Y Y Y Y', (api, { item_id }) => api.item.info({ item_id })],
  ['page/info below the scope', 'P Y P Y Y Y Y Y Y Y Y Y Y', (api, { pages }) => api.page.info({ page_id: pages.below })],
  ['page/info beside the scope', 'P Y P Y P P Y Y Y P Y Y Y', (api, { pages }) => api.page.info({ page_id: pages.other })],
  ['page/info at the root', 'P Y P Y P P Y Y Y P Y Y Y', (api, { pages }) => api.page.info({ page_id: pages.root })],
  ['page/view in the scope', 'P Y P Y Y Y Y Y Y Y Y Y Y', (api, { pages }) => api.page.view({ page_id: pages.own })],
  ['page/view beside the scope', 'P Y P Y P P Y Y Y P Y Y Y', (api, { pages }) => api.page.view({ page_id: pages.other })],
  ['page/uploadList in the scope', 'P Y P Y Y Y Y Y Y Y Y Y Y', (api, { pages }) => api.page.uploadList({ page_id: pages.own })],
  ['page/uploadList beside the scope', 'P Y P Y P P Y Y Y P Y Y Y', (api, { pages }) => api.page.uploadList({ page_id: pages.other })],
  ['item/search', 'L L P Y Y Y Y Y Y Y Y Y Y', (api, { item_id }) => api.item.search({ item_id, keyword: 'C' })],
  ['catalog/catListName', 'L L P Y Y Y Y Y Y Y Y Y Y', (api, { item_id }) => api.catalog.catListName({ item_id })],
  ['catalog/catListGroup', 'L L P Y Y Y Y Y Y Y Y Y Y', (api, { item_id }) => api.catalog.catListGroup({ item_id })],
  [
    'getPagesBycat in the scope',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { item_id, own }) => api.catalog.getPagesBycat({ item_id, cat_id: own }),
  ],
  [
    'getPagesBycat beside the scope',
    'L L N N N N Y N Y N Y Y Y',
    (api, { item_id, other }) => api.catalog.getPagesBycat({ item_id, cat_id: other }),
  ],
  ['getPagesBycat of the root', 'L L N N N N Y N Y N Y Y Y', (api, { item_id }) => api.catalog.getPagesBycat({ item_id })],
  [
    'a new page below the scope',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { item_id, below }) => api.page.save({ item_id, cat_id: below, ...text }),
  ],
  [
    'a new page beside the scope',
    'L L N N N N Y N Y N Y Y Y',
    (api, { item_id, other }) => api.page.save({ item_id, cat_id: other, ...text }),
  ],
  ['a new page at the root', 'L L N N N N Y N Y N Y Y Y', (api, { item_id }) => api.page.save({ item_id, ...text })],
  ['a page saved in the scope', 'L L N N N Y Y N Y Y Y Y Y', (api, { pages }) => api.page.save({ page_id: pages.own, ...text })],
  ['a page saved beside the scope', 'L L N N N N Y N Y N Y Y Y', (api, { pages }) => api.page.save({ page_id: pages.other, ...text })],
  [
    'a page moved out',
    'L L N N N N Y N Y N Y Y Y',
    async (api, { own, other }, fresh) => api.page.save({ page_id: await fresh(own), cat_id: other, ...text }),
  ],
  [
    'a page moved in',
    'L L N N N N Y N Y N Y Y Y',
    async (api, { own, other }, fresh) => api.page.save({ page_id: await fresh(other), cat_id: own, ...text }),
  ],
  [
    'a page moved below',
    'L L N N N Y Y N Y Y Y Y Y',
    async (api, { own, below }, fresh) => api.page.save({ page_id: await fresh(own), cat_id: below, ...text }),
  ],
  ['a page of others deleted', 'L L N N N N N N N N N Y Y', async (api, { own }, fresh) => api.page.delete({ page_id: await fresh(own) })],
  [
    'a link in the scope',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { pages }) => api.page.createSinglePage({ page_id: pages.own, isCreateSiglePage: '1' }),
  ],
  [
    'a link beside the scope',
    'L L N N N N Y N Y N Y Y Y',
    (api, { pages }) => api.page.createSinglePage({ page_id: pages.other, isCreateSiglePage: '1' }),
  ],
  [
    'a new catalog in the scope',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { item_id, own }) => api.catalog.save({ item_id, parent_cat_id: own, cat_name: 'N' }),
  ],
  ['a new catalog at the root', 'L L N N N N Y N Y N Y Y Y', (api, { item_id }) => api.catalog.save({ item_id, cat_name: 'N' })],
  [
    'a new catalog beside the scope',
    'L L N N N N Y N Y N Y Y Y',
    (api, { item_id, other }) => api.catalog.save({ item_id, parent_cat_id: other, cat_name: 'N' }),
  ],
  [
    'a catalog renamed below',
    'L L N N N Y Y N Y Y Y Y Y',
    (api, { item_id, own, below }) => api.catalog.save({ item_id, cat_id: below, parent_cat_id: own, cat_name: 'R' }),
  ],
  [
    'a catalog renamed beside',
    'L L N N N N Y N Y N Y Y Y',
    (api, { item_id, other }) => api.catalog.save({ item_id, cat_id: other, cat_name: 'R' }),
  ],
  ['a catalog deleted beside', 'L L N N N N N N N N N', (api, { item_id, other }) => api.catalog.delete({ item_id, cat_id: other })],
  ['item/detail', 'L L P P P P P P P P P Y Y', (api, { item_id }) => api.item.detail({ item_id })],
  ['item/update', 'L L P P P P P P P P P Y Y', (api, { item_id }) => api.item.update({ item_id, item_name: 'CNRY-item' })],
  ['a copy', 'L L N N N N Y N Y N Y Y Y', (api, { item_id }) => api.item.add({ copy_item_id: item_id, item_name: 'Copy' })],
]
const files: [keyof Place['files'], string][] = [
  ['own', 'M Y M Y Y Y Y Y Y Y Y Y Y'],
  ['other', 'M Y M Y M M Y Y Y M Y Y Y'],
]

async function aPlace(product: Product, owner: Person): Promise<Place> {
  const item_id = await anItem(owner, { item_name: 'CNRY-item', item_description: 'CNRY-text', password: 'sesame' })
  const [own, other] = [await aCatalog(owner, item_id, 'CNRY-own'), await aCatalog(owner, item_id, 'CNRY-other')]
  const below = await aCatalog(owner, item_id, 'CNRY-below', own)
  const page = (cat_id: string) => aPage(owner, item_id, { cat_id, page_title: 'CNRY-page', page_content: 'CNRY-content C' })
  const pages = { own: await page(own), below: await page(below), other: await page(other), root: await page('0') }
  const file = (page_id: string) => aFile(product, item_id, Buffer.from('CNRY-file'), { owner, page_id, name: 'CNRY-name' })
  return { item_id, own, other, below, pages, files: { own: await file(pages.own), other: await file(pages.other) } }
}

onEachDatabase('who may do what', (product) => {
  const who = {} as Record<Name, Person>
  let place: Place
  beforeAll(async () => {
    for (const name of people)
      who[name] = name.startsWith('V') ? product.visitor() : name === 'A' ? product.admin : await product.user(name)
    place = await aPlace(product, who.O)
    await who.Vk.api.item.pwd({ item_id: place.item_id, password: 'sesame' })
    const { item_id, own } = place
    for (const [name, edit, cat_id] of [
      ['R', false, '0'],
      ['CR', false, own],
      ['CE', true, own],
      ['E', true, '0'],
      ['W', false, own],
    ] as const)
      await aMember(product, item_id, who[name], { edit, cat_id })
    for (const [name, edit, cat_id] of [
      ['T0', false, '0'],
      ['T1', true, '0'],
      ['Tc', true, own],
      ['W', true, '0'],
    ] as const)
      await aTeamMember(product, item_id, who[name], { edit, cat_id })
  })

  const fresh = (cat_id: string) => aPage(who.O, place.item_id, { cat_id })
  const outcome = (ask: Ask, name: Name) =>
    ask(who[name].api, place, fresh).then(
      () => 'Y',
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error
        expect(`${error.message}${JSON.stringify(error.data)}`).not.toContain('CNRY')
        expect(error.data).toBe(null)
        return Object.keys(codes).find((letter) => codes[letter] === error.code) ?? String(error.code)
      },
    )

  it.each(rows)('%s', async (_name, allowed, ask) => {
    const wanted = allowed.split(' ')
    const refused = people.filter((_, n) => wanted[n] && wanted[n] !== 'Y')
    const found: Record<string, string> = {}
    // A row that makes a page for itself beforehand changes these.
    const made = ask.length > 2 ? /^(page|item|page_fts.*)$/ : /^$/
    const digest = async () => Object.entries(await digestOf(product)).filter(([table]) => !made.test(table))
    const before = await digest()
    for (const name of refused) found[name] = await outcome(ask, name)
    expect(await digest()).toEqual(before)
    for (const name of people.filter((_, n) => wanted[n] === 'Y')) found[name] = await outcome(ask, name)
    expect(people.slice(0, wanted.length).map((name) => found[name])).toEqual(wanted)
  })

  it.each(files)('attachment/visitFile %s', async (name, allowed) => {
    const seen = []
    for (const one of people) {
      const reply = await product.send({ url: `/api/attachment/visitFile?sign=${place.files[name]}`, headers: who[one].headers })
      if (reply.body === 'CNRY-file') seen.push('Y')
      else {
        expect(reply.body + JSON.stringify(reply.headers)).not.toContain('CNRY')
        seen.push(reply.json().error_code === 10101 ? 'M' : reply.body)
      }
    }
    expect(seen.join(' ')).toBe(allowed)
  })

  it('a scope shows its catalog with all below, and nothing else', async () => {
    const { item_id, own, below } = place
    for (const name of ['CR', 'CE', 'Tc'] as const) {
      const { menu } = await who[name].api.item.info({ item_id })
      expect(menu.pages).toEqual([])
      expect(menu.catalogs.map((cat) => cat.cat_id)).toEqual([own])
      expect(menu.catalogs[0]?.catalogs[0]).toMatchObject({ cat_id: below })
      const listed = (await who[name].api.catalog.catListName({ item_id })).map((cat) => cat.cat_id)
      expect(listed.slice(0, 2)).toEqual([own, below])
      expect(JSON.stringify([menu, await who[name].api.catalog.catListGroup({ item_id })])).not.toContain('CNRY-other')
      const found = (await who[name].api.item.search({ item_id, keyword: 'CNRY' })).pages
      expect(found.filter((page) => !listed.includes(page.cat_id))).toEqual([])
    }
    expect((await who.W.api.item.info({ item_id })).menu.catalogs.length).toBeGreaterThan(1)
  })

  it('says who may edit and manage', async () => {
    const shown = []
    for (const name of people.filter((one) => !['V', 'U'].includes(one))) {
      const { item_edit, item_manage, is_login } = await who[name].api.item.info({ item_id: place.item_id })
      shown.push(
        `${name} ${[item_edit && 'edit', item_manage && 'manage', is_login || 'visitor'].filter((word) => typeof word === 'string')}`,
      )
    }
    expect(shown).toEqual([
      'Vk visitor',
      'R ',
      'CR ',
      'CE edit',
      'E edit',
      'T0 ',
      'T1 edit',
      'Tc edit',
      'W edit',
      'O edit,manage',
      'A edit,manage',
    ])
  })
})
