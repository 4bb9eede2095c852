import { afterAll, beforeEach, expect, it } from 'vitest'
import { onOneDatabase, type TestUser } from '../test/product.ts'
import { catchMail } from '../test/servers/mail-catcher.ts'
import { writeInformed } from './second-step.service.ts'

const mailServer = await catchMail()
afterAll(() => mailServer.close())

onOneDatabase(
  'mail about the safety of an account',
  (product) => {
    let emma: TestUser
    beforeEach(async () => {
      mailServer.letters.length = 0
      emma = await product.user('emma')
      const confirmed = { email: `${emma.username}@example.test`, email_verify: 1 }
      await product.server.services.store.db.updateTable('user').set(confirmed).where('uid', '=', Number(emma.uid)).execute()
    })
    const notices = async () => (await emma.api.notice.getList({ notice_type: 'all' })).length

    it('leaves after the commit of the write that it reports, and never when that is rolled back', async () => {
      const ctx = { ...product.server.services, user: null, language: 'en' as const }
      const uid = Number(emma.uid)
      const rolledBack = writeInformed(ctx, async (_trx, inform) => {
        await inform(uid, 'appEnded')
        throw new Error('the write fails')
      })
      await expect(rolledBack).rejects.toThrow('the write fails')
      expect(await notices()).toBe(0)
      await writeInformed(ctx, (_trx, inform) => inform(uid, 'recoveryCodesMade'))
      expect(await notices()).toBe(1)
      expect((await mailServer.next()).subject).toContain('recovery')
      expect(mailServer.letters).toEqual([])
    })
  },
  { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://docs.example.test' },
)
