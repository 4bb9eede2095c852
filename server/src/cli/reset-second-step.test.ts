import { expect, it } from 'vitest'
import { command, settingsOf } from '../test/process/terminal.ts'
import { onEachDatabase, PASSWORD } from '../test/product.ts'
import { enrol } from '../test/second-step.ts'
import { catchMail } from '../test/servers/mail-catcher.ts'

onEachDatabase('sheaf reset-second-step', (product) => {
  it('takes the second step off an account while the server runs, informs its person, and writes an audit entry', async () => {
    const alice = await product.user('alice')
    await enrol(product, alice)
    const mailServer = await catchMail()
    const settings = { ...settingsOf(product), SMTP_URL: mailServer.url, PUBLIC_URL: 'https://docs.example.com' }
    const { db } = product.server.services.store
    const confirmed = { email: 'alice@example.com', email_key: 'alice@example.com', email_verify: 1 }
    await db.updateTable('user').set(confirmed).where('uid', '=', Number(alice.uid)).execute()
    expect(await command(['reset-second-step', alice.username], settings, { language: 'zh' })).toMatchObject({
      code: 0,
      err: `${alice.username} 今后登录无需两步验证。\n`,
    })
    expect((await mailServer.next()).text).toContain('The operator of this server removed the second step of your account.')
    await mailServer.close()
    expect(await command(['reset-second-step', alice.username], settings)).toMatchObject({ err: expect.stringContaining('nothing was') })
    const who = product.visitor()
    expect(await who.api.user.login({ username: alice.username, password: PASSWORD })).toMatchObject({ uid: alice.uid })
    const [notice] = await who.api.notice.getList({ notice_type: 'all' })
    expect(notice?.notice_content).toMatch(/^The operator of this server removed the second step/)
    expect(await db.selectFrom('audit').selectAll().where('action', '=', 'secondStepRemoved').execute()).toMatchObject([
      { uid: null, username: 'sheaf reset-second-step', subject: alice.username },
    ])
    expect(await db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
    expect(await command(['reset-second-step', 'nobody'], settings)).toMatchObject({ code: 1, err: 'There is no account nobody.\n' })
  })
})
