import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { later } from '../test/clock.ts'
import { digestOf } from '../test/digest.ts'
import { areRefused } from '../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { mailAway } from '../test/servers/mail-away.ts'
import { catchMail } from '../test/servers/mail-catcher.ts'

const mailServer = await catchMail()
afterAll(() => mailServer.close())
const settings = { SMTP_URL: mailServer.url, PUBLIC_URL: 'http://docs.example.test' }

onEachDatabase(
  'an e-mail address',
  (product) => {
    let alice: TestUser
    let bob: TestUser
    const informed: string[][] = []
    beforeAll(async () => {
      alice = await product.user('alice')
      bob = await product.user('bob')
    })
    const bind = ({ api }: TestUser, email: string, password = PASSWORD) => api.user.updateEmail({ email, password })
    const shown = async ({ api }: TestUser) => {
      const { email, email_verify } = await api.user.info({})
      return [email, email_verify]
    }
    async function nextLink(language = 'en') {
      let mail = await mailServer.next()
      // The previous address is informed at the same time.
      while (mail.subject.startsWith('Your mail address was changed')) {
        informed.push(mail.to)
        mail = await mailServer.next()
      }
      const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '')
      expect([`${link.origin}${link.pathname}`, language]).toEqual(['http://docs.example.test/user/verifyEmail', language])
      return {
        mail,
        uid: link.searchParams.get('uid') ?? '',
        email: link.searchParams.get('email') ?? '',
        token: link.searchParams.get('token') ?? '',
      }
    }
    const verify = ({ uid, email, token }: { uid: string; email: string; token: string }) =>
      product.visitor().api.user.verifyEmail({ uid, email, token })

    it('requires the password, and is unverified until the link of its mail is opened, once', async () => {
      expect(await shown(alice)).toEqual(['', '0'])
      await areRefused([bind(alice, 'alice@example.test', 'wrong one'), bind(alice, 'alice@example.test', '')], 10208)
      expect(await bind(alice, ' Alice@Example.test ')).toEqual([])
      expect(await shown(alice)).toEqual(['Alice@Example.test', '0'])
      const link = await nextLink()
      expect(link.mail).toMatchObject({
        to: ['Alice@example.test'],
        subject: 'Confirm your e-mail address',
        text: expect.stringContaining(',\n\nOpen this link'),
      })
      await areRefused(
        [verify({ ...link, uid: bob.uid }), verify({ ...link, email: 'alice@example.test' }), verify({ ...link, token: 'x' })],
        10101,
      )
      expect(await verify(link)).toEqual([])
      expect(await shown(alice)).toEqual(['Alice@Example.test', '1'])
      await areRefused([verify(link)], 10101)
    })

    it('is unverified again after a change, and older mails are invalid', async () => {
      await bind(alice, 'old@example.test')
      const old = await nextLink()
      await bind(alice, 'new@example.test')
      const [fresh] = [await nextLink()]
      await areRefused([verify(old), verify({ ...old, email: 'new@example.test' })], 10101)
      await verify(fresh)
      expect(await shown(alice)).toEqual(['new@example.test', '1'])
      await bind(alice, 'old@example.test')
      expect(await shown(alice)).toEqual(['old@example.test', '0'])
      await nextLink()
      // The mail to the previous address is sent without being waited for, so it can be the last one.
      while (informed.length < 2) informed.push((await mailServer.next()).to)
      // The address that was confirmed, each time.
      expect(informed).toEqual([['Alice@example.test'], ['new@example.test']])
    })

    it('belongs to one account, in any case, even with concurrent requests', async () => {
      await bind(alice, 'mine@example.test')
      await mailServer.next()
      for (const email of ['mine@example.test', 'MINE@Example.TEST']) await areRefused([bind(bob, email)], 10101, 'another account')
      expect(await shown(bob)).toEqual(['', '0'])
      await bind(alice, 'MINE@example.test')
      await mailServer.next()
      const results = await Promise.allSettled([bind(alice, 'Race@example.test'), bind(bob, 'race@example.test')])
      expect(results.map((result) => (result.status === 'rejected' ? result.reason.code : 0)).sort()).toEqual([0, 10101])
      await mailServer.next()
    })

    it.each(['', 'x', 'x@', '@x.test', 'a@b', 'a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test', '"a"@b.test', `${'x'.repeat(250)}@b.test`])(
      'must be a valid mail address, not %j',
      async (email) => {
        const before = await digestOf(product)
        await areRefused([bind(bob, email)], 10101)
        expect(await digestOf(product)).toEqual(before)
      },
    )

    it('is entered by an administrator, and is the person’s when they open the link; the previous address is informed', async () => {
      const [emma, { api: admin }] = [await product.user('emma'), product.admin]
      await bind(emma, 'emma@example.test')
      await verify(await nextLink())
      await bind(await product.user('first'), 'taken@example.test')
      await mailServer.next()
      const enter = (email: string, more = {}) => admin.adminUser.update({ uid: emma.uid, email, ...more })
      await areRefused([enter('x'), enter('taken@EXAMPLE.test'), enter('a@b.test', { uid: product.admin.uid })], 10101)
      informed.length = 0
      await enter('emma@example.org')
      expect(await shown(emma)).toEqual(['emma@example.org', '0'])
      const link = await nextLink()
      if (informed.length === 0) informed.push((await mailServer.next()).to)
      expect(informed).toEqual([['emma@example.test']])
      expect(link.mail.to).toEqual(['emma@example.org'])
      for (const words of ['An administrator entered this e-mail address', '管理员为您的账号填写了此邮箱'])
        expect(link.mail.text).toContain(words)
      await verify(link)
      // The same address stays confirmed.
      await enter(' emma@example.org ', { name: 'Emma' })
      expect(await shown(emma)).toEqual(['emma@example.org', '1'])
      await enter('')
      expect((await mailServer.next()).to).toEqual(['emma@example.org'])
      expect(await shown(emma)).toEqual(['', '0'])
      const notices = await emma.api.notice.getList({ notice_type: 'all' })
      expect(notices.slice(0, 2).map((one) => one.notice_content)).toEqual([
        'admin, an administrator, removed the mail address of your account.',
        'admin, an administrator, entered emma@example.org as the mail address of your account. If this address is not yours, ask for another one.',
      ])
      const log = product.server.services.store.db.selectFrom('audit').select('subject').where('action', '=', 'userEmailChanged')
      expect((await log.execute()).map(({ subject }) => subject)).toEqual([emma.username, emma.username])
    })

    it('of a new account is entered by the administrator, and confirmed by the person', async () => {
      const username = `fay${alice.uid}`
      const add = (email: string) => product.admin.api.adminUser.addUser({ username, password: PASSWORD, email })
      await areRefused([add('x'), add('taken@example.test')], 10101)
      expect(await add('fay@example.test')).toBeNull()
      const link = await nextLink()
      expect(link.mail.to).toEqual(['fay@example.test'])
      await verify(link)
      const found = await product.admin.api.adminUser.getList({ username })
      expect(found.users).toMatchObject([{ username, email: 'fay@example.test', email_verify: '1' }])
    })

    it('of a new account without a password gets a link to choose one, once, for three days, which confirms the address', async () => {
      const visitor = product.visitor()
      const invite = async (name: string) => {
        const username = `${name}${alice.uid}`
        await product.admin.api.adminUser.addUser({ username, password: '', email: `${name}@example.test` })
        const mail = await mailServer.next()
        expect([mail.to, mail.subject]).toEqual([[`${name}@example.test`], 'Your account: choose a password / 您的账号：请设置密码'])
        const { pathname, searchParams } = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '')
        expect(pathname).toBe('/user/ResetPasswordByUrl')
        const fields = { uid: searchParams.get('uid') ?? '', email: `${name}@example.test`, token: searchParams.get('token') ?? '' }
        const choose = () => visitor.api.user.resetPasswordByUrl({ ...fields, new_password: PASSWORD })
        return { username, uid: fields.uid, choose }
      }
      const [gus, hal] = [await invite('gus'), await invite('hal')]
      const inTime = later(product, 3 * 86_400 - 60)
      await gus.choose()
      inTime()
      const tooLate = later(product, 3 * 86_400 + 1)
      await areRefused([hal.choose()], 10101)
      tooLate()
      await areRefused([gus.choose()], 10101)
      await visitor.api.user.login({ username: gus.username, password: PASSWORD, v_code: '' })
      expect(await shown(visitor)).toEqual(['gus@example.test', '1'])
      // An address that is corrected while the password is chosen gets the invitation, and is not confirmed.
      const { store } = product.server.services
      const ida = await invite('ida')
      const write = vi.spyOn(store, 'write').mockImplementationOnce(async (run) => {
        write.mockRestore()
        await product.admin.api.adminUser.update({ uid: ida.uid, email: 'ida@example.org' })
        return store.write(run)
      })
      await areRefused([ida.choose()], 10101)
      const again = await mailServer.next()
      expect([again.to, again.subject]).toEqual([['ida@example.org'], 'Your account: choose a password / 您的账号：请设置密码'])
      expect(again.text).toContain('admin created an account for you at docs.example.test')
      const { users } = await product.admin.api.adminUser.getList({ username: ida.username })
      expect(users).toMatchObject([{ email: 'ida@example.org', email_verify: '0' }])
    })

    it('stays confirmed when it is saved again', async () => {
      const mia = await product.user('mia')
      await bind(mia, 'mia@example.test')
      await verify(await nextLink())
      await areRefused([bind(mia, 'mia@example.test', 'wrong one')], 10208)
      await bind(mia, ' mia@example.test ')
      expect(await shown(mia)).toEqual(['mia@example.test', '1'])
    })

    it('of a user gets the link again from an administrator, until it is confirmed', async () => {
      const { api } = product.admin
      const username = `kim${alice.uid}`
      await api.adminUser.addUser({ username, password: '', email: 'kim@example.test' })
      await mailServer.next()
      const { users } = await api.adminUser.getList({ username })
      const uid = users[0]?.uid ?? ''
      await api.adminUser.sendLink({ uid })
      const invitation = await mailServer.next()
      expect([invitation.to, invitation.subject]).toEqual([['kim@example.test'], 'Your account: choose a password / 您的账号：请设置密码'])
      mailServer.receivers.set('kim@example.test', '451 4.3.0 try later')
      await areRefused([api.adminUser.sendLink({ uid })], 10101, 'could not be sent')
      mailServer.receivers.delete('kim@example.test')
      // The link that arrived works on; the one of the refused mail has not replaced it.
      const arrived = Object.fromEntries(new URL(/https?:\S+/.exec(invitation.text)?.[0] ?? '').searchParams)
      const { email = '', token = '' } = arrived
      expect(await product.visitor().api.user.resetPasswordByUrl({ uid, email, token, new_password: PASSWORD })).toEqual([])

      const lena = await product.user('lena')
      await bind(lena, 'lena@example.test')
      await mailServer.next()
      await api.adminUser.sendLink({ uid: String(lena.uid) })
      const link = await nextLink()
      expect(link.mail.subject).toBe('Confirm your e-mail address / 请验证您的邮箱')
      await verify(link)
      const [none, own] = [await product.user('none'), product.admin]
      await areRefused(
        [lena, none].map(({ uid }) => api.adminUser.sendLink({ uid: String(uid) })),
        10101,
        'no link to send',
      )
      await areRefused([api.adminUser.sendLink({ uid: String(own.uid) })], 10101, 'your own')
      await areRefused([lena.api.adminUser.sendLink({ uid })], 10103)
      const log = product.server.services.store.db.selectFrom('audit').select(['subject', 'detail']).where('action', '=', 'userLinkSent')
      expect(await log.orderBy('id').execute()).toEqual([
        { subject: username, detail: 'kim@example.test' },
        { subject: lena.username, detail: 'lena@example.test' },
      ])
    })

    it('is confirmed by a mail that is sent again while the mail server is away', async () => {
      const dana = await product.user('dana')
      const away = mailAway(product, mailServer, 'dana@example.test')
      await bind(dana, 'dana@example.test')
      await away.tried()
      away.comesBack()
      await away.pass(1)
      await verify(await nextLink())
      await away.noMore()
      expect(await shown(dana)).toEqual(['dana@example.test', '1'])
    })

    it('gets up to three verification mails an hour, in the user’s language, valid for a day', async () => {
      const carol = await product.user('carol')
      await areRefused([carol.api.user.sendVerifyMail({})], 10101, 'no e-mail address')
      await bind(carol, 'carol@example.test')
      await mailServer.next()
      carol.headers['accept-language'] = 'zh-CN'
      for (let n = 0; n < 3; n++) await carol.api.user.sendVerifyMail({})
      const [first, second, third] = [await nextLink(), await nextLink(), await nextLink()]
      expect(third.mail).toMatchObject({ subject: '请验证您的邮箱', text: expect.stringContaining(`${carol.username}，您好：`) })
      await areRefused([carol.api.user.sendVerifyMail({})], 429)
      await areRefused([verify(first), verify(second)], 10101)
      const undo = later(product, 86_401)
      await areRefused([verify(third)], 10101)
      undo()
    })
  },
  settings,
)

onEachDatabase(
  'an unreachable mail server',
  (product) => {
    it('causes a clear error or is not waited for, and loses no data', async () => {
      const dora = await product.user('dora')
      expect(await dora.api.user.updateEmail({ email: 'dora@example.test', password: PASSWORD })).toEqual([])
      expect(await dora.api.user.info({})).toMatchObject({ email: 'dora@example.test', email_verify: '0' })
      await areRefused([dora.api.user.sendVerifyMail({})], 10101, 'mail')
      expect(await dora.api.user.info({})).toMatchObject({ uid: dora.uid })
    })
  },
  { ...settings, SMTP_URL: 'smtp://127.0.0.1:1' },
)

onEachDatabase('without a mail server', (product) => {
  it('saves addresses, and refuses calls that send mail with a clear error', async () => {
    const erin = await product.user('erin')
    const invited = { username: 'iris', password: '', email: 'iris@example.test' }
    await areRefused([product.admin.api.adminUser.addUser(invited)], 10101, 'sends no mail')
    expect(await erin.api.user.updateEmail({ email: 'erin@example.test', password: PASSWORD })).toEqual([])
    await areRefused([erin.api.user.sendVerifyMail({})], 10101, 'sends no mail')
    const visitor = product.visitor()
    const drawn = await product.send({ url: '/api/common/verify' })
    visitor.headers['cookie'] = String(drawn.headers['set-cookie']).split(';')[0] as string
    await areRefused([visitor.api.user.resetPasswordEmail({ email: 'erin@example.test', v_code: 'abc12' })], 10101, 'sends no mail')
  })
})
