import { afterAll, expect, it } from 'vitest'
import { onEachDatabase, PASSWORD, type TestUser } from '../test/product.ts'
import { enrol } from '../test/second-step.ts'
import { mailAway } from '../test/servers/mail-away.ts'
import { catchMail } from '../test/servers/mail-catcher.ts'

const mailServer = await catchMail()
afterAll(() => mailServer.close())
const settings = { SMTP_URL: mailServer.url, PUBLIC_URL: 'http://docs.example.test' }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0'

onEachDatabase(
  'mail about the safety of an account',
  (product) => {
    const verify = (who: TestUser) =>
      product.server.services.store.db
        .updateTable('user')
        .set({ email: `${who.username}@example.test`, email_verify: 1 })
        .where('uid', '=', Number(who.uid))
        .execute()
    async function logIn(who: TestUser, agent: string) {
      const one = product.visitor()
      one.headers['user-agent'] = agent
      await one.api.user.login({ username: who.username, password: PASSWORD })
    }
    const titles = async (who: TestUser) => (await who.api.notice.getList({ notice_type: 'all' })).map(({ notice_title }) => notice_title)

    it('says that a new browser was used, but not the first one that is known', async () => {
      const alice = await product.user('alice')
      await verify(alice)
      await logIn(alice, FIREFOX)
      expect([await mailServer.rest(), await titles(alice)]).toEqual([[], []])
      await logIn(alice, EDGE)
      const mail = await mailServer.next()
      expect(mail).toMatchObject({ to: [`${alice.username}@example.test`], subject: 'A sign-in from a new browser / 新浏览器登录' })
      expect(mail.text).toContain('new browser: Edge, Windows, 127.0.0.1, ')
      expect(mail.text).toContain('新的浏览器中登录：Edge · Windows，127.0.0.1，')
      for (const line of ['The security settings of your account: ', '账号的安全设置：'])
        expect(mail.text).toContain(`\n\n${line}http://docs.example.test/user/security\n`)
      expect(await titles(alice)).toEqual(['A sign-in from a new browser'])
    })

    it('is sent again while the mail server is away', async () => {
      const dora = await product.user('dora')
      await verify(dora)
      const away = mailAway(product, mailServer, `${dora.username}@example.test`)
      await dora.api.user.resetPassword({ password: PASSWORD, new_password: 'another horse 8', end_tokens: '0' })
      await away.tried()
      away.comesBack()
      await away.pass(1)
      expect(await mailServer.next()).toMatchObject({ subject: 'Your password was changed' })
      await away.noMore()
    })

    it('comes ten times a day at most, and once for a program of one network', async () => {
      const bob = await product.user('bob')
      await verify(bob)
      for (let n = 0; n < 3; n++) await logIn(bob, 'python-requests/2.32')
      expect(await mailServer.rest()).toEqual([])
      for (let n = 0; n < 13; n++) await logIn(bob, FIREFOX)
      expect(await mailServer.rest()).toHaveLength(10)
    })

    it('is in the language of the person who acts, and goes to a confirmed address only', async () => {
      const carol = await product.user('carol')
      await enrol(product, carol)
      expect(await mailServer.rest()).toEqual([])
      await verify(carol)
      carol.headers['accept-language'] = 'zh-CN'
      await carol.api.secondStep.endTotp({})
      expect(await mailServer.next()).toMatchObject({
        subject: '两步验证已停用',
        text: expect.stringContaining(`${carol.username}，您好：`),
      })
      await carol.api.user.resetPassword({ password: PASSWORD, new_password: 'another horse 8', end_tokens: '0' })
      expect(await mailServer.next()).toMatchObject({ subject: '您的密码已修改' })
    })
  },
  settings,
)
