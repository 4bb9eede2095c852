import { beforeAll, describe, expect, it } from 'vitest'
import { onEachDatabase } from '../product.ts'
import { secretsOf } from './rules.ts'
import { type Secret, secretsIn } from './secrets.ts'
import { headersOf, type MatrixUsers, makeUsers, roles } from './users.ts'
import { type Kind, makeWorld, type World } from './world.ts'

const kinds: Kind[] = (['private', 'public', 'archived', 'deleted'] as const).map((state) => ({ state, type: 1 }))

onEachDatabase('HTML pages in the matrix', (product) => {
  let people: MatrixUsers
  let open: World
  beforeAll(async () => {
    people = await makeUsers(product)
    open = await makeWorld(product, people, { state: 'public', type: 1 })
  })

  describe.each(kinds)('of a $state item', (kind) => {
    let world: World
    beforeAll(async () => {
      world = await makeWorld(product, people, kind)
    })
    /** Paths, each with all secrets it can reveal. */
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

    it.each(roles)('S43: reveal to %s only what the role can read, in title, text and headers', async (role) => {
      const headers = { accept: 'text/html', ...(await headersOf(product, people[role], world)) }
      for (const [url, most] of addresses(world)) {
        const reply = await product.send({ url, headers })
        const known =
          url.startsWith('/p/') && kind.state !== 'deleted' ? most : secretsOf(role, kind).filter((secret) => most.includes(secret))
        // The domain in the URL comes from the request, so it reveals nothing.
        const answer = `${reply.body}${JSON.stringify(reply.headers)}`.replaceAll(new RegExp(world.domain, 'gi'), '')
        expect([url, secretsIn(answer).filter((secret) => !known.includes(secret))], answer).toEqual([url, []])
        expect(reply.statusCode).toBeLessThan(500)
        if (known.length > 2) expect([url, secretsIn(answer)]).toEqual([url, expect.arrayContaining(['item', 'own'])])
      }
    })

    it('S43: do not reveal the item of a page to users without a right', async () => {
      for (const role of ['V', 'U'] as const) {
        const headers = { accept: 'text/html', ...(await headersOf(product, people[role], world)) }
        const reply = await product.send({ url: `/${open.item_id}/${world.pages.other}`, headers })
        const leads = String(reply.headers.location ?? '').includes(world.item_id)
        expect(leads).toBe(kind.state === 'public')
      }
    })
  })
})
