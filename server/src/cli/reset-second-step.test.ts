import { expect, it } from 'vitest'
import { command, settingsOf } from '../test/process/terminal.ts'
import { onEachDatabase, PASSWORD } from '../test/product.ts'
import { enrol } from '../test/second-step.ts'

onEachDatabase('sheaf reset-second-step', (product) => {
  it('takes the second step off an account while the server runs, informs its person, and writes an audit entry', async () => {
    const alice = await product.user('alice')
    await enrol(product, alice)
    const settings = settingsOf(product)
    expect(await command(['reset-second-step', alice.username], settings, { language: 'zh' })).toMatchObject({
      code: 0,
      err: `${alice.username} 今后登录无需两步验证。\n`,
    })
    expect(await command(['reset-second-step', alice.username], settings)).toMatchObject({ err: expect.stringContaining('nothing was') })
    const who = product.visitor()
    expect(await who.api.user.login({ username: alice.username, password: PASSWORD })).toMatchObject({ uid: alice.uid })
    const [notice] = await who.api.notice.getList({ notice_type: 'all' })
    expect(notice?.notice_content).toMatch(/^The operator of this server removed the second step/)
    const { db } = product.server.services.store
    expect(await db.selectFrom('audit').selectAll().where('action', '=', 'secondStepRemoved').execute()).toMatchObject([
      { uid: null, username: 'sheaf reset-second-step', subject: alice.username },
    ])
    expect(await db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
    expect(await command(['reset-second-step', 'nobody'], settings)).toMatchObject({ code: 1, err: 'There is no account nobody.\n' })
  })
})
