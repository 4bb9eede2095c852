import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { later } from '../test/clock.ts'
import { digestOf } from '../test/digest.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { mailAway } from '../test/servers/mail-away.ts'
import { catchMail } from '../test/servers/mail-catcher.ts'

const mailServer = await catchMail()
afterAll(() => mailServer.close())

const NEW = 'fresh horse 77'

onEachDatabase(
  'a new password by mail',
  (product) => {
    let alice: TestUser
    let bob: TestUser
    let email: string
    beforeAll(async () => {
      alice = await product.user('alice')
      bob = await product.user('bob')
      email = `${alice.username}@Example.test`
      await bob.api.user.updateEmail({ email: `${bob.username}@example.test`, password: PASSWORD })
      await mailServer.next()
    })
    beforeEach(async () => {
      await product.server.services.store.db.deleteFrom('throttle').execute()
      await product.server.services.store.db
        .updateTable('user')
        .set({ email: '', email_key: null })
        .where('uid', '=', Number(alice.uid))
        .execute()
      alice = Object.assign(product.visitor(), { ...alice, headers: { 'accept-language': 'en' } })
      alice.api = (await logIn(PASSWORD).catch(() => logIn(NEW))).api
      await alice.api.user.updateEmail({ email, password: alice.password })
      await mailServer.next()
    })

    async function logIn(password: string) {
      const visitor = product.visitor()
      await visitor.api.user.login({ username: alice.username, password, v_code: '' })
      alice.password = password
      return visitor
    }
    async function request(address: string, headers: Record<string, string> = {}) {
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
    async function askWhileAway(refusal?: string) {
      const away = mailAway(product, mailServer, mailed(), refusal)
      const answer = await request(email)
      await away.tried()
      return { ...away, answer }
    }
    const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? '')
    async function nextLink() {
      await request(email)
      const { searchParams } = linkIn((await mailServer.next()).text)
      return { uid: searchParams.get('uid') ?? '', email: searchParams.get('email') ?? '', token: searchParams.get('token') ?? '' }
    }
    const reset = (fields: { uid: string; email: string; token: string }, new_password = NEW) =>
      product.visitor().api.user.resetPasswordByUrl({ ...fields, new_password })
    /** The mail server writes the domain of an address in lower case. */
    const mailed = () => email.replace('Example', 'example')
    const fresh = () => (alice.password === NEW ? PASSWORD : NEW)

    it('S14: sends a mail whose link uses the public address, regardless of the Host header', async () => {
      for (const host of ['evil.test', 'docs.example.test:81']) {
        expect(await request(email, { host, 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' })).toMatchObject({
          error_code: 0,
          data: [],
        })
        const mail = await mailServer.next()
        expect(mail).toMatchObject({
          to: [mailed()],
          subject: 'Choose a new password',
          text: expect.stringContaining(',\n\nYou can choose'),
        })
        expect(`${mail.headers}${mail.text}`).not.toContain('evil')
        expect(mail.text).toMatch(new RegExp(`^Hello ${alice.username},`))
        const link = linkIn(mail.text)
        expect(`${link.origin}${link.pathname}`).toBe('https://docs.example.test/wiki/user/ResetPasswordByUrl')
        expect(Object.fromEntries(link.searchParams)).toEqual({ uid: alice.uid, email, token: expect.stringMatching(/^[0-9a-f]{64}$/) })
      }
    })

    it('sends the mail in the language of the request', async () => {
      await request(email.toUpperCase(), { 'accept-language': 'zh-CN' })
      const mail = await mailServer.next()
      expect(mail.subject).toBe('重置密码')
      expect(mail.text).toContain(`${alice.username}，您好：`)
      expect(mail.headers).toMatch(/^from: .*<sheaf@docs\.example\.test>$/im)
    })

    it('S13: works once, ends every session without a login, and stores only a hash of the secret', async () => {
      const fields = await nextLink()
      const rows = await product.server.services.store.db.selectFrom('reset_token').selectAll().execute()
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

    it('S13: is valid only for this user and address', async () => {
      const fields = await nextLink()
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
        wrong.map((invalid) => reset(invalid, fresh())),
        10101,
      )
      expect(await digestOf(product, ['throttle'])).toEqual(before)
      expect(await reset(fields, fresh())).toEqual([])
      alice.password = fresh()
    })

    it('S13: is invalid after the next link, a password change or an address change', async () => {
      const first = await nextLink()
      const second = await nextLink()
      await areRefused([reset(first, fresh())], 10101)
      await alice.api.user.updateEmail({ email: `x${email}`, password: alice.password })
      await mailServer.next()
      await areRefused([reset(second, fresh()), reset({ ...second, email: `x${email}` }, fresh())], 10101)
      await alice.api.user.updateEmail({ email, password: alice.password })
      await mailServer.next()
      const third = await nextLink()
      await alice.api.user.resetPassword({ password: alice.password, new_password: fresh() })
      alice.password = fresh()
      await areRefused([reset(third, fresh())], 10101)
    })

    it('S13: is valid for an hour', async () => {
      const [inTime, late] = [await nextLink(), 3601]
      const undo = later(product, late)
      await areRefused([reset(inTime, fresh())], 10101)
      undo()
      const next = await nextLink()
      const undoAgain = later(product, 3590)
      expect(await reset(next, fresh()).finally(undoAgain)).toEqual([])
      alice.password = fresh()
    })

    it('S13: is not accepted for another purpose', async () => {
      await alice.api.user.sendVerifyMail({})
      const { searchParams } = linkIn((await mailServer.next()).text)
      const fields = { uid: alice.uid, email, token: searchParams.get('token') ?? '' }
      await areRefused([reset(fields, fresh())], 10101)
      await areRefused([product.visitor().api.user.verifyEmail(await nextLink())], 10101)
    })

    it('S03: must follow the password rules, and the link is still valid after a refused password', async () => {
      const fields = await nextLink()
      await areRefused(
        ['1234567', 'password1', 'x'.repeat(129), ''].map((bad) => reset(fields, bad)),
        10101,
      )
      expect(await reset(fields, fresh())).toEqual([])
      alice.password = fresh()
    })

    it('S09, S15: responds the same for an unknown address, and sends three mails an hour', async () => {
      const known = await request(email)
      expect(await request('nobody@example.test')).toEqual(known)
      for (let n = 0; n < 4; n++) expect(await request(email)).toEqual(known)
      for (let n = 0; n < 3; n++) await mailServer.next()
      expect(await mailServer.rest()).toEqual([])
      const undo = later(product, 3601)
      await request(email)
      await mailServer.next().finally(undo)
    })

    it('S09: does not wait for the mail', async () => {
      const release = mailServer.hold()
      expect(await request(email)).toEqual({ error_code: 0, error_message: '', data: [] })
      expect(mailServer.letters).toEqual([])
      release()
      expect((await mailServer.next()).to).toEqual([mailed()])
    })

    it('S09: is sent again while the mail server is away, once, and the caller does not learn of it', async () => {
      const away = await askWhileAway()
      expect(away.answer).toEqual(await request('nobody@example.test'))
      await away.after(1)
      await away.after(2)
      away.comesBack()
      await away.pass(4)
      const { to, text } = await mailServer.next()
      await away.noMore()
      const { searchParams } = linkIn(text)
      const fields = { uid: searchParams.get('uid') ?? '', email: searchParams.get('email') ?? '', token: searchParams.get('token') ?? '' }
      expect([to, await reset(fields, fresh())]).toEqual([[mailed()], []])
      alice.password = fresh()
    })

    it('S13: is not sent again after a newer link', async () => {
      const away = await askWhileAway()
      away.comesBack()
      await request(email)
      await mailServer.next()
      await away.noMore()
    })

    it('is given up after half an hour, and at once if the mail server refuses the address for good', async () => {
      const away = await askWhileAway()
      for (const minutes of [1, 2, 4, 8, 15]) await away.after(minutes)
      away.comesBack()
      await away.noMore()
      const refused = await askWhileAway('550 5.7.1 no')
      refused.comesBack()
      await refused.noMore()
    })

    it('S15: is sent to exactly one address', async () => {
      const several = ['a@b.test\r\nBcc: c@d.test', 'a@b.test\nBcc: c@d.test', 'a@b.test%0d%0aBcc: c', 'a@b.test,c@d.test']
      for (const address of [...several, 'a@b', 'a b@c.test', '', '<a@b.test>'])
        expect([address, await request(address)]).toMatchObject([address, { error_code: 10101, data: null }])
      expect(await mailServer.rest()).toEqual([])
    })

    it('S15: requires the captcha each time', async () => {
      for (const v_code of ['', 'abc12', 'wrong'])
        await areRefused([product.visitor().api.user.resetPasswordEmail({ email, v_code })], 10206)
      expect(await mailServer.rest()).toEqual([])
    })

    it('S16: is refused for a disabled user, even with a mail sent before', async () => {
      const fields = await nextLink()
      const { db } = product.server.services.store
      await db.updateTable('user').set({ is_disabled: 1 }).where('uid', '=', Number(alice.uid)).execute()
      await areRefused([reset(fields, fresh())], 10101)
      expect(await request(email)).toMatchObject({ error_code: 0 })
      expect(await mailServer.rest()).toEqual([])
      await db.updateTable('user').set({ is_disabled: 0 }).where('uid', '=', Number(alice.uid)).execute()
    })

    it('S13: refuses a network address after ten wrong secrets an hour', async () => {
      const { store, now } = product.server.services
      // The limit is a hundred times as high in tests (W16).
      await store.db
        .insertInto('throttle')
        .values({ name: 'reset 127.0.0.1', count: 1000, until: now() + 3600 })
        .execute()
      await areRefused([reset(await nextLink(), fresh())], 429)
    })
  },
  { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://docs.example.test/wiki/' },
)
