import { beforeAll, describe, expect, it } from 'vitest'
import { onEachDatabase } from '../product.ts'
import { headersOf, makePeople, type People, roles } from './people.ts'
import { secretsOf } from './rules.ts'
import { type Secret, secretsIn } from './secrets.ts'
import { type Kind, makeWorld, type World } from './world.ts'

const kinds: Kind[] = (['private', 'public', 'archived', 'deleted'] as const).map((state) => ({ state, type: 1 }))

onEachDatabase('the pages people open', (product) => {
  let people: People
  let open: World
  beforeAll(async () => {
    people = await makePeople(product)
    open = await makeWorld(product, people, { state: 'public', type: 1 })
  })

  describe.each(kinds)('of a $state item', (kind) => {
    let world: World
    beforeAll(async () => {
      world = await makeWorld(product, people, kind)
    })
    /** Addresses, and what each may tell at most. */
    const addresses = ({ item_id, domain, pages, unique_key }: World): [string, Secret[]][] => [
      [`/${item_id}`, ['item', 'own', 'rest']],
      [`/${domain}`, ['item', 'own', 'rest']],
      [`/${item_id}/${pages.own}`, ['item', 'own', 'rest']],
      [`/${domain}/${pages.other}`, ['item', 'own', 'rest']],
      [`/page/${pages.own}`, ['own', 'rest']],
      [`/page/${pages.other}`, ['own', 'rest']],
      [`/p/${unique_key}`, ['own']],
      [`/item/password/${item_id}`, []],
      [`/item/setting/${item_id}`, []],
      [`/page/edit/${item_id}/${pages.other}`, []],
    ]

    it.each(roles)('S43: tell %s what they may read, in title, text and headers', async (role) => {
      const headers = { accept: 'text/html', ...(await headersOf(product, people[role], world)) }
      for (const [url, most] of addresses(world)) {
        const reply = await product.send({ url, headers })
        const known =
          url.startsWith('/p/') && kind.state !== 'deleted' ? most : secretsOf(role, kind).filter((secret) => most.includes(secret))
        // An address that its reader wrote themselves is no news.
        const said = `${reply.body}${JSON.stringify(reply.headers)}`.replaceAll(new RegExp(world.domain, 'gi'), '')
        expect([url, secretsIn(said).filter((secret) => !known.includes(secret))], said).toEqual([url, []])
        expect(reply.statusCode).toBeLessThan(500)
        if (known.length > 2) expect([url, secretsIn(said)]).toEqual([url, expect.arrayContaining(['item', 'own'])])
      }
    })

    it('S43: tell a stranger of no other item that a page is in', async () => {
      for (const role of ['V', 'U'] as const) {
        const headers = { accept: 'text/html', ...(await headersOf(product, people[role], world)) }
        const reply = await product.send({ url: `/${open.item_id}/${world.pages.other}`, headers })
        const leads = String(reply.headers.location ?? '').includes(world.item_id)
        expect(leads).toBe(kind.state === 'public')
      }
    })
  })
})
