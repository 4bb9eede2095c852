import { beforeAll, expect, it } from 'vitest'
import { digestOf } from '../test/digest.ts'
import { aCatalog, aMember, aPage, aTeamMember } from '../test/given.ts'
import { onEachDatabase, Refused, type TestUser } from '../test/product.ts'
import { aPlace, codes, type Fresh, files, type Name, type Place, type RightsCall, roles, rows } from '../test/samples/rights.ts'

onEachDatabase('permissions', (product) => {
  const users = {} as Record<Name, TestUser>
  let place: Place
  beforeAll(async () => {
    for (const name of roles)
      users[name] = name.startsWith('V') ? product.visitor() : name === 'A' ? product.admin : await product.user(name)
    place = await aPlace(product, users.O)
    await users.Vk.api.item.pwd({ item_id: place.item_id, password: 'sesame' })
    const { item_id, own } = place
    for (const [name, edit, cat_id] of [
      ['R', false, '0'],
      ['CR', false, own],
      ['CE', true, own],
      ['E', true, '0'],
      ['W', false, own],
    ] as const)
      await aMember(product, item_id, users[name], { edit, cat_id })
    for (const [name, edit, cat_id] of [
      ['T0', false, '0'],
      ['T1', true, '0'],
      ['Tc', true, own],
      ['W', true, '0'],
    ] as const)
      await aTeamMember(product, item_id, users[name], { edit, cat_id })
  })

  const page = (cat_id: string) => aPage(users.O, place.item_id, { cat_id })
  const fresh: Fresh = {
    page,
    catalog: async () => {
      const cat_id = await aCatalog(users.O, place.item_id)
      await page(cat_id)
      return cat_id
    },
  }
  const outcome = (call: RightsCall, name: Name) =>
    call(users[name].api, place, fresh).then(
      () => 'Y',
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error
        expect(`${error.message}${JSON.stringify(error.data)}`).not.toContain('CNRY')
        // For members of other catalogs the refusal names the item, and nothing else.
        const leads = ['CR', 'CE', 'Tc'].includes(name) && error.data !== null
        expect(error.data).toEqual(leads ? { item_id: place.item_id } : null)
        return Object.keys(codes).find((letter) => codes[letter] === error.code) ?? String(error.code)
      },
    )

  it.each(rows)('%s', async (_name, allowed, call) => {
    const wanted = allowed.split(' ')
    const refused = roles.filter((_, n) => wanted[n] && wanted[n] !== 'Y')
    const found: Record<string, string> = {}
    // A row that creates a page or a catalog for itself changes these tables.
    const made = call.length > 2 ? /^(page|item|catalog|change|page_words.*)$/ : /^$/
    const digest = async () => Object.entries(await digestOf(product)).filter(([table]) => !made.test(table))
    const before = await digest()
    for (const name of refused) found[name] = await outcome(call, name)
    expect(await digest()).toEqual(before)
    for (const name of roles.filter((_, n) => wanted[n] === 'Y')) found[name] = await outcome(call, name)
    expect(roles.map((name) => found[name])).toEqual(wanted)
  })

  it.each(files)('attachment/visitFile %s', async (file, allowed) => {
    const seen = []
    for (const name of roles) {
      const reply = await product.send({ url: `/api/attachment/visitFile?sign=${place.files[file]}`, headers: users[name].headers })
      if (reply.body === 'CNRY-file') seen.push('Y')
      else {
        expect(reply.body + JSON.stringify(reply.headers)).not.toContain('CNRY')
        seen.push(reply.json().error_code === 10101 ? 'M' : reply.body)
      }
    }
    expect(seen.join(' ')).toBe(allowed)
  })

  it('a scope covers its catalog with all descendants, and nothing else', async () => {
    const { item_id, own, below } = place
    for (const name of ['CR', 'CE', 'Tc'] as const) {
      const { menu } = await users[name].api.item.info({ item_id })
      expect(menu.pages).toEqual([])
      expect(menu.catalogs.map((cat) => cat.cat_id)).toEqual([own])
      expect(menu.catalogs[0]?.catalogs[0]).toMatchObject({ cat_id: below })
      const listed = (await users[name].api.catalog.catListName({ item_id })).map((cat) => cat.cat_id)
      expect(listed.slice(0, 2)).toEqual([own, below])
      expect(JSON.stringify([menu, await users[name].api.catalog.catListGroup({ item_id })])).not.toContain('CNRY-other')
      const found = (await users[name].api.item.search({ item_id, keyword: 'CNRY' })).pages
      expect(found.filter((page) => !listed.includes(page.cat_id))).toEqual([])
    }
    expect((await users.W.api.item.info({ item_id })).menu.catalogs.length).toBeGreaterThan(1)
  })

  it('reports the edit and manage permissions', async () => {
    const shown = []
    for (const name of roles.filter((name) => !['V', 'U'].includes(name))) {
      const { item_edit, item_manage, is_login } = await users[name].api.item.info({ item_id: place.item_id })
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
