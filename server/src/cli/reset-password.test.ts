import { describe, expect, it } from 'vitest'
import { anItem, aPage } from '../test/given.ts'
import { command, settingsOf } from '../test/process/terminal.ts'
import { onEachDatabase } from '../test/product.ts'
import { catchMail } from '../test/servers/mail-catcher.ts'

onEachDatabase('sheaf reset-password', (product) => {
  const signIn = (username: string, password: string) => product.visitor().api.user.login({ username, password, v_code: '' })

  it('sets a new password while the server runs, ends every session, and writes an audit entry', async () => {
    const alice = await product.user('alice')
    await aPage(alice, await anItem(alice))
    const { code, out, err } = await command(['reset-password', alice.username.toUpperCase()], settingsOf(product))
    expect([code, err]).toEqual([0, expect.stringContaining('1 sessions were ended')])
    expect(out).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}\n$/)
    await expect(alice.api.user.info({})).rejects.toMatchObject({ code: 10102 })
    await expect(signIn(alice.username, alice.password)).rejects.toThrow()
    expect(await signIn(alice.username, out.trim())).toMatchObject({ uid: alice.uid })
    const { db } = product.server.services.store
    const noted = await db.selectFrom('audit').selectAll().where('action', '=', 'userPassword').execute()
    expect(noted).toMatchObject([{ uid: null, username: 'sheaf reset-password', subject: alice.username }])
    expect(JSON.stringify(noted)).not.toContain(out.trim())
  })

  it('ends the tokens of the account, and notifies it in both languages', async () => {
    const anna = await product.user('anna')
    for (const name of ['CI', 'Docs']) await anna.api.token.save({ name, level: '1', days: '30' })
    const { out } = await command(['reset-password', anna.username], settingsOf(product))
    const again = product.visitor()
    await again.api.user.login({ username: anna.username, password: out.trim(), v_code: '' })
    const notices = async () => (await again.api.notice.getList({ notice_type: 'all' })).map(({ notice_content }) => notice_content)
    expect(await notices()).toEqual([
      'The operator of this server set a new password for your account, which revoked the access of “CI” and “Docs”. Create or connect them again if you use them.',
    ])
    again.headers['cookie'] += '; lang=zh-CN'
    expect(await notices()).toEqual([
      '服务器运维人员为您的账号设置了新密码，“CI”、“Docs”的访问权限随之撤销。如仍需使用，请重新创建或连接。',
    ])
    expect((await again.api.token.getList({})).map(({ ended_by }) => ended_by)).toEqual(['server', 'server'])
  })

  it('informs the confirmed address of the account, and says when the mail server is away', async () => {
    const emma = await product.user('emma')
    const { db } = product.server.services.store
    const reset = (SMTP_URL: string) =>
      command(['reset-password', emma.username], { ...settingsOf(product), SMTP_URL, PUBLIC_URL: 'https://docs.example.com' })
    await db
      .updateTable('user')
      .set({ email: 'emma@example.com', email_key: 'emma@example.com', email_verify: 1 })
      .where('uid', '=', Number(emma.uid))
      .execute()
    const mailServer = await catchMail()
    expect(await reset(mailServer.url)).toMatchObject({ code: 0, err: expect.not.stringContaining('mail') })
    const { to, subject, text } = await mailServer.next()
    expect([to, subject]).toEqual([['emma@example.com'], 'Your password was replaced / 您的密码已被重设'])
    expect(text).toContain('The operator of this server set a new password for your account.')
    await mailServer.close()
    const { code, out, err } = await reset(mailServer.url)
    expect([code, err]).toEqual([0, expect.stringContaining('The mail about it was not sent')])
    expect(await signIn(emma.username, out.trim())).toMatchObject({ uid: emma.uid })
  })

  it('accepts a typed password without printing it, and refuses a weak one', async () => {
    const bob = await product.user('bob')
    const typed = 'another horse 9'
    expect(await command(['reset-password', bob.username, '--type'], settingsOf(product), { typed })).toMatchObject({ code: 0, out: '' })
    expect(await signIn(bob.username, typed)).toMatchObject({ uid: bob.uid })
    for (const bad of ['short', 'password123', ''])
      expect(await command(['reset-password', bob.username, '--type'], settingsOf(product), { typed: bad })).toMatchObject({
        code: 1,
        out: '',
      })
    expect(await signIn(bob.username, typed)).toMatchObject({ uid: bob.uid })
  })

  describe('reports', () => {
    it('that there is no such account, in both languages', async () => {
      const settings = settingsOf(product)
      expect(await command(['reset-password', 'nobody'], settings)).toMatchObject({ code: 1, err: 'There is no account nobody.\n' })
      expect(await command(['reset-password', 'nobody'], settings, { language: 'zh' })).toMatchObject({
        code: 1,
        err: '没有账号 nobody。\n',
      })
      expect(await command(['reset-password'], settings)).toMatchObject({ code: 2 })
    })
  })
})
