import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { digestOf } from '../test/digest.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type Person } from '../test/product.ts'
import { catchMail } from '../test/servers/mail-catcher.ts'

const post = await catchMail()
afterAll(() => post.close())

const NEW = 'fresh horse 77'

onEachDatabase(
  'a new password by mail',
  (product) => {
    let alice: Person
    let bob: Person
    let email: string
    beforeAll(async () => {
      alice = await product.user('alice')
      bob = await product.user('bob')
      email = `${alice.username}@Example.test`
      await bob.api.user.updateEmail({ email: `${bob.username}@example.test`, password: PASSWORD })
      await post.next()
    })
    beforeEach(async () => {
      await product.server.house.store.db.deleteFrom('throttle').execute()
      await product.server.house.store.db
        .updateTable('user')
        .set({ email: '', email_key: null })
        .where('uid', '=', Number(alice.uid))
        .execute()
      alice = Object.assign(product.visitor(), { ...alice, headers: { 'accept-language': 'en' } })
      alice.api = (await logIn(PASSWORD).catch(() => logIn(NEW))).api
      await alice.api.user.updateEmail({ email, password: alice.password })
      await post.next()
    })

    async function logIn(password: string) {
      const one = product.visitor()
      await one.api.user.login({ username: alice.username, password, v_code: '' })
      alice.password = password
      return one
    }
    async function ask(address: string, headers: Record<string, string> = {}) {
      const drawn = await product.send({ url: '/api/common/verify' })
      const reply = await product.send({
        method: 'POST',
        url: '/api/user/resetPasswordEmail',
        payload: new URLSearchParams({ email: address, v_code: 'abc12' }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          cookie: String(drawn.headers['set-cookie']).split(';')[0] ?? '',
          ...headers,
        },
      })
      return reply.json<{ error_code: number; error_message: string; data: unknown }>()
    }
    const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? '')
    async function linked() {
      await ask(email)
      const { searchParams } = linkIn((await post.next()).text)
      return { uid: searchParams.get('uid') ?? '', email: searchParams.get('email') ?? '', token: searchParams.get('token') ?? '' }
    }
    const reset = (fields: { uid: string; email: string; token: string }, new_password = NEW) =>
      product.visitor().api.user.resetPasswordByUrl({ ...fields, new_password })
    /** The domain of an address has no case. */
    const mailed = () => email.replace('Example', 'example')
    const fresh = () => (alice.password === NEW ? PASSWORD : NEW)

    it('S14: comes as a letter whose link leads to the public address, whatever host was asked', async () => {
      for (const host of ['evil.test', 'docs.example.test:81']) {
        expect(await ask(email, { host, 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' })).toMatchObject({
          error_code: 0,
          data: [],
        })
        const letter = await post.next()
        expect(letter).toMatchObject({ to: [mailed()], subject: 'Choose a new password' })
        expect(`${letter.headers}${letter.text}`).not.toContain('evil')
        expect(letter.text).toMatch(new RegExp(`^Hello ${alice.username},`))
        const link = linkIn(letter.text)
        expect(`${link.origin}${link.pathname}`).toBe('https://docs.example.test/wiki/user/ResetPasswordByUrl')
        expect(Object.fromEntries(link.searchParams)).toEqual({ uid: alice.uid, email, token: expect.stringMatching(/^[0-9a-f]{64}$/) })
      }
    })

    it('comes in the language of who asks', async () => {
      await ask(email.toUpperCase(), { 'accept-language': 'zh-CN' })
      const letter = await post.next()
      expect(letter.subject).toBe('重置密码')
      expect(letter.text).toContain(`${alice.username}，您好：`)
      expect(letter.headers).toMatch(/^from: .*<sheaf@docs\.example\.test>$/im)
    })

    it('S13: is set once, ends every session and logs nobody in; only a hash of the secret is kept', async () => {
      const fields = await linked()
      const rows = await product.server.house.store.db.selectFrom('reset_token').selectAll().execute()
      expect(rows).not.toEqual([])
      expect(JSON.stringify(rows)).not.toContain(fields.token)
      const payload = new URLSearchParams({ ...fields, new_password: fresh() }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const reply = await product.send({ method: 'POST', url: '/api/user/resetPasswordByUrl', payload, headers })
      expect([reply.json(), reply.headers['set-cookie']]).toEqual([{ error_code: 0, error_message: '', data: [] }, undefined])
      await areRefused([alice.api.user.info({})], 10102)
      const old = alice.password
      await areRefused([logIn(old)], 10204)
      expect((await (await logIn(old === NEW ? PASSWORD : NEW)).api.user.info({})).uid).toBe(alice.uid)
      await areRefused([reset(fields, fresh())], 10101, 'no longer valid')
    })

    it('S13: is for this user and this address alone', async () => {
      const fields = await linked()
      const wrong = [
        { ...fields, uid: bob.uid },
        { ...fields, email: `${bob.username}@example.test` },
        { ...fields, uid: bob.uid, email: `${bob.username}@example.test` },
        { ...fields, email: email.toLowerCase() },
        { ...fields, token: '' },
        { ...fields, token: fields.token.toUpperCase() },
        { ...fields, uid: '0' },
        { ...fields, uid: '2000000001' },
      ]
      const before = await digestOf(product, ['throttle'])
      await areRefused(
        wrong.map((one) => reset(one, fresh())),
        10101,
      )
      expect(await digestOf(product, ['throttle'])).toEqual(before)
      expect(await reset(fields, fresh())).toEqual([])
      alice.password = fresh()
    })

    it('S13: dies with the next one, with another password and with another address', async () => {
      const first = await linked()
      const second = await linked()
      await areRefused([reset(first, fresh())], 10101)
      await alice.api.user.updateEmail({ email: `x${email}`, password: alice.password })
      await post.next()
      await areRefused([reset(second, fresh()), reset({ ...second, email: `x${email}` }, fresh())], 10101)
      await alice.api.user.updateEmail({ email, password: alice.password })
      await post.next()
      const third = await linked()
      await alice.api.user.resetPassword({ password: alice.password, new_password: fresh() })
      alice.password = fresh()
      await areRefused([reset(third, fresh())], 10101)
    })

    it('S13: works for an hour', async () => {
      const [inTime, late] = [await linked(), 3601]
      const undo = later(product, late)
      await areRefused([reset(inTime, fresh())], 10101)
      undo()
      const again = await linked()
      const back = later(product, 3590)
      expect(await reset(again, fresh()).finally(back)).toEqual([])
      alice.password = fresh()
    })

    it('S13: is not what a letter of another kind is good for', async () => {
      await alice.api.user.sendVerifyMail({})
      const { searchParams } = linkIn((await post.next()).text)
      const fields = { uid: alice.uid, email, token: searchParams.get('token') ?? '' }
      await areRefused([reset(fields, fresh())], 10101)
      await areRefused([product.visitor().api.user.verifyEmail(await linked())], 10101)
    })

    it('S03: is as good as any other, and after a bad one the letter can still be used', async () => {
      const fields = await linked()
      await areRefused(
        ['1234567', 'password1', 'x'.repeat(129), ''].map((bad) => reset(fields, bad)),
        10101,
      )
      expect(await reset(fields, fresh())).toEqual([])
      alice.password = fresh()
    })

    it('S09, S15: says the same of an unknown address, and sends three letters an hour', async () => {
      const known = await ask(email)
      expect(await ask('nobody@example.test')).toEqual(known)
      for (let n = 0; n < 4; n++) expect(await ask(email)).toEqual(known)
      for (let n = 0; n < 3; n++) await post.next()
      expect(await post.rest()).toEqual([])
      const undo = later(product, 3601)
      await ask(email)
      await post.next().finally(undo)
    })

    it('S09: does not wait for the mail', async () => {
      const goOn = post.hold()
      expect(await ask(email)).toEqual({ error_code: 0, error_message: '', data: [] })
      expect(post.letters).toEqual([])
      goOn()
      expect((await post.next()).to).toEqual([mailed()])
    })

    it('S15: goes to one address and nowhere else', async () => {
      const several = ['a@b.test\r\nBcc: c@d.test', 'a@b.test\nBcc: c@d.test', 'a@b.test%0d%0aBcc: c', 'a@b.test,c@d.test']
      for (const address of [...several, 'a@b', 'a b@c.test', '', '<a@b.test>'])
        expect([address, await ask(address)]).toMatchObject([address, { error_code: 10101, data: null }])
      expect(await post.rest()).toEqual([])
    })

    it('S15: needs the captcha each time', async () => {
      for (const v_code of ['', 'abc12', 'wrong'])
        await areRefused([product.visitor().api.user.resetPasswordEmail({ email, v_code })], 10206)
      expect(await post.rest()).toEqual([])
    })

    it('S16: is not for a disabled user, neither the letter nor one that was sent before', async () => {
      const fields = await linked()
      const { db } = product.server.house.store
      await db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(alice.uid)).execute()
      await areRefused([reset(fields, fresh())], 10101)
      expect(await ask(email)).toMatchObject({ error_code: 0 })
      expect(await post.rest()).toEqual([])
      await db.updateTable('user').set({ is_disabled: 0 }).where('uid', '=', Number(alice.uid)).execute()
    })

    it('S13: is not guessed: after ten wrong secrets an hour an address is refused', async () => {
      const { store, now } = product.server.house
      // A hundred times as many in tests (W16).
      await store.db
        .insertInto('throttle')
        .values({ name: 'reset 127.0.0.1', count: 1000, until: now() + 3600 })
        .execute()
      await areRefused([reset(await linked(), fresh())], 429)
    })
  },
  { SMTP_URL: post.url, PUBLIC_URL: 'https://docs.example.test/wiki/' },
)
