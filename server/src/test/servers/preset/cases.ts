import { beforeEach, expect, it } from 'vitest'
import { meansOf } from '../../../common/app-token.service.ts'
import { providerOf } from '../../../common/provider.store.ts'
import { serverOn, settingsOf } from '../../process/terminal.ts'
import { onEachDatabase, type Product } from '../../product.ts'
import { presetBrowser } from './browser.ts'
import type { Fault, PresetServer } from './stand-in.ts'

export interface KindCases {
  /** The path of the answer that says who signed in. */
  who: string
  /** The path of the answer with the token of the app. */
  token: string
  /** An answer without a person that still says that it succeeded. */
  noPerson: unknown
  /** The answer that says who signed in, with an array where an object is expected. */
  asArray: unknown
  /** Members who must not sign in, and the refusals of each. */
  others: [title: string, person: Record<string, unknown>, problem: string][]
  /** The problem of a person who declines. */
  declined: string
  /** What an identity is stored under. */
  subject: (person: string) => string
}

let made = 0
const aName = () => `liam${++made}.${process.pid}.${Date.now() % 100_000}`
const failed = (problem: string) => `/user/login?problem=${problem}`

/** What holds for each of the three providers, whose answers differ. */
export function presetCases(start: () => PresetServer, cases: KindCases, more: (product: Product) => void) {
  onEachDatabase('sign-in', (product, kind) => {
    const provider = () => start()
    const db = () => product.server.services.store.db
    let browser: ReturnType<typeof presetBrowser>
    beforeEach(async () => {
      browser = presetBrowser(product, provider())
      await browser.reset()
    })
    const answering = (path: string, answer: ReturnType<Fault>) => {
      provider().fault.now = (asked) => (asked.path === path ? answer : undefined)
    }
    const noneJoined = async (work: () => Promise<unknown>) => {
      const count = async () =>
        Number(
          (
            await db()
              .selectFrom('user')
              .select(({ fn }) => fn.countAll().as('n'))
              .executeTakeFirst()
          )?.n,
        )
      const before = await count()
      await work()
      expect(await count()).toBe(before)
    }
    /** Where a person comes out who is refused, without an account. */
    const refusedAs = async (person: string, problem: string) => {
      const id = await browser.open()
      const one = product.visitor()
      await noneJoined(async () => expect(await browser.signIn(one, id, person)).toBe(failed(problem)))
      await expect(one.api.user.info({})).rejects.toMatchObject({ code: 10102 })
    }

    it('W50: makes an account at the first sign-in, with an address that is not confirmed and without a password', async () => {
      const name = aName()
      const person = provider().hire(name)
      const id = await browser.open()
      const one = product.visitor()
      expect(await browser.signIn(one, id, person, '&redirect=%2F7%2F42')).toBe('/7/42')
      const account = await one.api.user.info({})
      expect(account).toMatchObject({ name, groupid: '2', email_verify: '0' })
      const identities = await db().selectFrom('identity').select(['uid', 'provider', 'subject']).execute()
      expect(identities).toEqual([{ uid: Number(account.uid), provider: expect.any(String), subject: cases.subject(person) }])
      const row = await db().selectFrom('user').select('password_hash').where('uid', '=', Number(account.uid)).executeTakeFirst()
      expect(row).toEqual({ password_hash: '' })
    })

    it('signs in to the same account later, and in a second browser', async () => {
      const person = provider().hire(aName())
      const id = await browser.open()
      const [one, two] = [product.visitor(), product.visitor()]
      await browser.signIn(one, id, person)
      expect(await browser.signIn(two, id, person)).toBe('/item/index')
      expect((await two.api.user.info({})).uid).toBe((await one.api.user.info({})).uid)
    })

    it('links with a signed-in account, and with that one only', async () => {
      const [emma, liam] = [await product.user('emma'), await product.user('liam')]
      const person = provider().hire(aName())
      const id = await browser.open()
      for (const one of [emma, liam]) await one.api.user.confirm({ password: one.password, code: '' })
      expect(await browser.signIn(emma, id, person, '&link=1&redirect=%2Fuser%2Fsetting')).toBe('/user/setting')
      expect((await emma.api.user.outside({})).identities).toMatchObject([{ kind: 'oauth2', name: 'Acme' }])
      expect(await browser.signIn(liam, id, person, '&link=1')).toBe(failed('outsideLinked'))
      const again = product.visitor()
      await browser.signIn(again, id, person)
      expect((await again.api.user.info({})).uid).toBe(emma.uid)
    })

    it('S169: an account with the same name opens with its password only, and a second provider is another person', async () => {
      const person = provider().hire(aName())
      const [first, second] = [await browser.open(), await browser.open({}, 'Berlin')]
      const [one, two] = [product.visitor(), product.visitor()]
      await browser.signIn(one, first, person)
      expect(await browser.signIn(two, second, person)).toBe('/user/link')
      await expect(two.api.user.info({})).rejects.toMatchObject({ code: 10102 })
      const places = await db().selectFrom('identity').select('provider').execute()
      expect(places.map((row) => row.provider)).toEqual([expect.stringMatching(new RegExp(`#${first}$`))])
      const free = await two.api.user.newcomer({})
      await two.api.user.joinNewcomer({ username: free.free_name })
      expect((await two.api.user.info({})).uid).not.toBe((await one.api.user.info({})).uid)
    })

    it('S168: a code of another app is refused, and the state alone decides which provider is asked', async () => {
      const person = provider().hire(aName())
      const [own, other] = [await browser.open(), await browser.open({ client_id: 'another', agent_id: '1000009' }, 'Other')]
      const one = product.visitor()
      const theirs = provider().enter(await browser.begin(one, other), person)
      const state = new URL(await browser.begin(one, own)).searchParams.get('state') as string
      theirs.searchParams.set('state', state)
      await noneJoined(async () => expect(await browser.back(one, theirs)).toBe(failed('providerCode')))
      expect(
        provider()
          .asked.map(({ text, query }) => text + query)
          .join(),
      ).not.toContain('another')
    })

    it('S168: a code works once, and a state works in the browser that began it', async () => {
      const person = provider().hire(aName())
      const id = await browser.open()
      const [one, two] = [product.visitor(), product.visitor()]
      const url = provider().enter(await browser.begin(one, id), person)
      await browser.begin(two, id)
      expect(await browser.back(two, url)).toBe(failed('outsideState'))
      expect(await browser.back(one, url)).toBe('/item/index')
      const state = new URL(await browser.begin(two, id)).searchParams.get('state') as string
      url.searchParams.set('state', state)
      expect(await browser.back(two, url)).toBe(failed('providerCode'))
    })

    it.each(cases.others)('S168: %s is refused in its own words', async (_title, person, problem) => {
      await refusedAs(provider().hire(aName(), person), problem)
    })

    it('S168: an answer that succeeds without a person is refused', async () => {
      answering(cases.who, { body: cases.noPerson })
      await refusedAs(provider().hire(aName()), 'providerNobody')
    })

    it('S168: an array where a person is expected is refused', async () => {
      answering(cases.who, { body: cases.asArray })
      await refusedAs(provider().hire(aName()), 'providerNobody')
      answering(cases.who, { body: [] })
      await refusedAs(provider().hire(aName()), 'providerAnswer')
    })

    it('S168: HTML instead of JSON is refused, and not shown', async () => {
      answering(cases.who, { headers: { 'content-type': 'text/html' }, body: '<script>alert(1)</script>' })
      await refusedAs(provider().hire(aName()), 'providerAnswer')
      answering(cases.token, { headers: { 'content-type': 'text/html' }, body: '<script>alert(1)</script>' })
      expect(await browser.test()).toMatch(/gave an answer that cannot be used: HTTP 200, text\/html$/)
    })

    it('S168: an answer of 2 MB is refused', async () => {
      answering(cases.who, { body: { padding: 'x'.repeat(2_000_000) } })
      await refusedAs(provider().hire(aName()), 'providerAnswer')
    })

    it('S168: R44: an answer that takes longer than five seconds is refused, and passwords still work', async () => {
      answering(cases.who, 'silent')
      provider().soon.ms = 300
      await refusedAs(provider().hire(aName()), 'providerSilent')
      expect(Math.max(...provider().limits)).toBeLessThanOrEqual(5000)
      const login = product.visitor().api.user.login({ username: 'admin', password: product.admin.password, v_code: '' })
      expect(await login).toMatchObject({ username: 'admin' })
    })

    it('S168: a redirect is not followed', async () => {
      answering(cases.who, { status: 302, headers: { location: 'https://evil.test/' }, body: {} })
      await refusedAs(provider().hire(aName()), 'providerAnswer')
    })

    it('S168: a person who declines reads that, and has no account', async () => {
      const id = await browser.open()
      const one = product.visitor()
      const url = provider().decline(await browser.begin(one, id))
      await noneJoined(async () => expect(await browser.back(one, url)).toBe(failed(cases.declined)))
      expect(await browser.back(one, url)).toBe(failed('outsideState'))
    })

    it('R44: a provider that does not answer at all has its own sentence', async () => {
      const id = await browser.open()
      const one = product.visitor()
      const url = provider().enter(await browser.begin(one, id), provider().hire(aName()))
      provider().fault.now = () => 'silent'
      provider().soon.ms = 200
      expect(await browser.back(one, url)).toBe(failed('providerSilent'))
      expect(await browser.test()).toMatch(/does not answer/)
    })

    it('S170: ten people at once need one token of the app, and the next ones use it', async () => {
      const people = Array.from({ length: 10 }, () => provider().hire(aName()))
      const id = await browser.open()
      const come = await Promise.all(people.map((person) => browser.signIn(product.visitor(), id, person)))
      expect(come).toEqual(people.map(() => '/item/index'))
      expect(provider().tokens()).toBe(1)
      await browser.signIn(product.visitor(), id, people[0] as string)
      expect(provider().tokens()).toBe(1)
    })

    it('S170: a token that ended is requested once more, and a refused one is not stored', async () => {
      const person = provider().hire(aName())
      const id = await browser.open()
      await browser.signIn(product.visitor(), id, person)
      provider().endTokens()
      expect(await browser.signIn(product.visitor(), id, person)).toBe('/item/index')
      expect(provider().tokens()).toBe(2)
      // Shortly before its end, too.
      await db().updateTable('provider').set({ app_token_until: product.server.services.now() }).execute()
      expect(await browser.signIn(product.visitor(), id, person)).toBe('/item/index')
      expect(provider().tokens()).toBe(3)
    })

    it('S170: two servers request one token, and a claim of a server that died ends', async () => {
      const id = Number(await browser.open())
      const { services } = product.server
      const second = kind === 'postgres' ? await serverOn(settingsOf(product)) : undefined
      const other = second ? second.server.services : { ...services, store: { ...services.store } }
      other.outbound = services.outbound
      const known = await providerOf(services, id)
      if (!known) throw new Error('no provider')
      const tokens = await Promise.all(
        [services, other, services, other].map((one) => meansOf(one, known).withToken(async (token) => token)),
      )
      expect(new Set(tokens).size).toBe(1)
      expect(provider().tokens()).toBe(1)
      await db().updateTable('provider').set({ app_token_sealed: '', app_token_claimed_until: services.now() }).execute()
      expect(await meansOf(other, known).withToken(async (token) => token)).toMatch(/./)
      expect(provider().tokens()).toBe(2)
      await second?.close()
    })

    it('S170: secrets, tokens and codes are in no answer, no address and no log, and are sealed in the database', async () => {
      const lines: string[] = []
      const { log } = product.server.services
      const kept = { warn: log.warn, error: log.error, info: log.info }
      const keep = (...all: unknown[]) => void lines.push(JSON.stringify(all))
      Object.assign(log, { warn: keep, error: keep, info: keep })
      const person = provider().hire(aName())
      const id = await browser.open()
      const one = product.visitor()
      const address = await browser.begin(one, id)
      const url = provider().enter(address, person)
      const reply = await browser.visit(one, url.pathname + url.search)
      const next = provider().enter(await browser.begin(one, id), person)
      const words = '<b>hush</b>'
      answering(cases.who, { status: 400, body: { errcode: 'x5', code: 'x5', errmsg: words, msg: words, message: words } })
      const refused = await browser.visit(one, next.pathname + next.search)
      expect(refused.headers.location).toBe(failed('providerAnswer'))
      expect(lines.join()).toContain('x5')
      const shown = [
        address,
        JSON.stringify([reply.headers, reply.body, refused.headers, refused.body]),
        JSON.stringify(await product.admin.api.adminProvider.getList({})),
        JSON.stringify([await db().selectFrom('provider').selectAll().execute(), await db().selectFrom('audit').selectAll().execute()]),
        await browser.test(),
        ...lines,
      ].join('\n')
      Object.assign(log, kept)
      const codes = [url, next].map(({ searchParams }) => searchParams.get('code') ?? searchParams.get('authCode') ?? '?')
      for (const secret of [...provider().secrets(), ...codes, words]) expect(shown).not.toContain(secret)
    })

    it('S170: a changed secret or host ends the token, and a changed host needs the secret again', async () => {
      const person = provider().hire(aName())
      const id = await browser.open()
      await browser.signIn(product.visitor(), id, person)
      const stored = () => db().selectFrom('provider').select(['app_token_sealed', 'app_token_until']).executeTakeFirst()
      const before = await stored()
      expect(before?.app_token_sealed).toMatch(/^v1\./)
      await expect(browser.open({ host: 'elsewhere.test', client_secret: '********' }, 'Acme', id)).rejects.toThrow(/again/)
      await browser.open({ client_secret: 'changed' }, 'Acme', id)
      expect(await stored()).toEqual({ app_token_sealed: '', app_token_until: 0 })
      // A server that stores the old token after the change cannot use it either.
      await db()
        .updateTable('provider')
        .set({ ...before, app_token_until: Number(before?.app_token_until) })
        .execute()
      expect(await browser.signIn(product.visitor(), id, person)).toBe(failed('providerClient'))
    })

    it('a test proves id and secret without a person, and stores nothing', async () => {
      expect(await browser.test()).toBe('fine')
      expect(await browser.test({ client_secret: 'wrong' })).toMatch(/does not accept the client ID or the client secret/)
      expect(await browser.test({ client_secret: '' })).toMatch(/Please fill in: client_secret/)
      expect(await browser.test({ host: 'user@evil.test/?' })).toMatch(/host/)
      expect(await db().selectFrom('provider').selectAll().execute()).toEqual([])
    })

    it('a private host must be one that the operator allows', async () => {
      const { services } = product.server
      const { makeOutbound } = await import('../../../outbound/outbound.ts')
      services.outbound = makeOutbound(services.config, { resolve: async () => ['10.1.2.3'] })
      expect(await browser.test({ host: 'inside.acme.test' })).toMatch(/inside\.acme\.test/)
      services.outbound = makeOutbound({ ...services.config, OUTBOUND: 'off' })
      expect(await browser.test()).not.toBe('fine')
    })

    more(product)
  })
}
