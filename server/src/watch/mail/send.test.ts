import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { aMember, anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { catchMail } from '../../test/servers/mail-catcher.ts'
import { makeToken } from '../../user/user.store.ts'
import { sendDue } from './send.service.ts'
import { claimMails } from './send.store.ts'
import { mailing } from './test/given.ts'

const mailServer = await catchMail()
afterAll(() => mailServer.close())
const settings = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://docs.example.test' }

const NOON = Date.parse('2026-11-30T12:00Z') / 1000
const HOUR = 3600
const idOf = ({ headers }: { headers: string }) => /^Message-ID: (\S+)/im.exec(headers)?.[1]

onEachDatabase(
  'sending mail about news',
  (product) => {
    let given: ReturnType<typeof mailing>
    let emma: TestUser
    let email: string
    let item_id: string
    let page_id: string
    let changes: number[]
    beforeEach(async () => {
      given = mailing(product)
      for (const table of ['tell', 'mail'] as const) await given.db.deleteFrom(table).execute()
      mailServer.receivers.clear()
      const alice = await product.user('alice')
      item_id = await anItem(alice)
      page_id = await aPage(alice, item_id)
      changes = await given.changesOf(page_id)
      ;[emma, email] = await reader('Emma')
    })
    async function reader(name: string): Promise<[TestUser, string]> {
      const one = await product.user(name.toLowerCase())
      await aMember(product, item_id, one, { edit: false })
      return [one, await given.reached(one, name)]
    }
    const tell = (who: TestUser, time = NOON - HOUR) =>
      given.tell(who, time, { item_id: Number(item_id), page_id: Number(page_id), mail: 'soon', about: { change_ids: changes, count: 1 } })
    const states = async () => (await given.mails(emma)).map(({ state }) => state)

    it('two servers send one mail, and a server that ends during an attempt leaves it to be sent once more', async () => {
      await tell(emma)
      await Promise.all([given.work(NOON), given.work(NOON)])
      const first = await mailServer.rest()
      expect(first).toHaveLength(1)
      expect(await states()).toEqual(['sent'])

      await tell(emma, NOON + HOUR)
      const claim = (now: number) => claimMails(given.services, { now, perMinute: 60, free: 4, freeTroubled: 2 })
      const run = (now: number) => sendDue(given.services, { clock: () => now })
      await given.plan(NOON + 2 * HOUR)
      const [claimed] = await claim(NOON + 2 * HOUR)
      await run(NOON + 2 * HOUR + 119)
      expect(await mailServer.rest()).toEqual([])
      await run(NOON + 2 * HOUR + 120)
      expect((await mailServer.rest()).map(idOf)).toEqual([claimed?.message_id])

      // Two attempts without a known end are the most; then the news are in the next digest, under another id.
      await tell(emma, NOON + 3 * HOUR)
      await given.plan(NOON + 4 * HOUR)
      for (const time of [0, 120, 240]) await claim(NOON + 4 * HOUR + time)
      await run(NOON + 5 * HOUR)
      expect(await mailServer.rest()).toEqual([])
      expect(await states()).toEqual(['sent', 'sent', 'failed'])
      await given.work(NOON + 24 * HOUR)
      expect(await mailServer.rest()).toHaveLength(1)
    })

    it('a server that refuses temporarily is tried for two days, then the news go into the next digest', async () => {
      mailServer.receivers.set(email, '451 4.7.1 greylisted')
      await tell(emma)
      const tries = new Set<number>()
      for (let now = NOON; now < NOON + 49 * HOUR; now += HOUR) {
        await given.work(now)
        const [{ tries: count = 0 } = {}] = await given.mails(emma)
        tries.add(count)
        if ((await states())[0] === 'failed') break
      }
      expect(tries.size).toBeGreaterThan(40)
      expect((await given.mails(emma))[0]).toMatchObject({ state: 'failed', problem: expect.stringContaining('greylisted') })
      expect(JSON.stringify(await given.mails(emma))).not.toContain(email)
      expect(await given.states(emma)).toEqual(['waiting daily free'])
      mailServer.receivers.clear()
      await given.work(NOON + 72 * HOUR)
      expect(await mailServer.rest()).toHaveLength(1)
      expect(await given.states(emma)).toEqual(['mailed daily'])
    })

    it('a mailbox that does not exist gets three mails, and another one when its address is confirmed again', async () => {
      mailServer.receivers.set(email, '550 5.1.1 no such mailbox')
      for (let n = 0; n < 4; n++) {
        await tell(emma, NOON + n * 24 * HOUR)
        await given.work(NOON + n * 24 * HOUR + HOUR)
      }
      expect((await given.mails(emma)).filter(({ state }) => state === 'failed').length).toBe(3)
      expect(await emma.api.watch.settings({})).toMatchObject({ mail: 'bounced' })
      mailServer.receivers.clear()
      await tell(emma, NOON + 200 * HOUR)
      await given.work(NOON + 210 * HOUR)
      expect(await mailServer.rest()).toEqual([])
      const token = await makeToken(given.db, 'verify', Number(emma.uid), email, given.services.now() + HOUR)
      await product.visitor().api.user.verifyEmail({ uid: emma.uid, email, token })
      expect(await emma.api.watch.settings({})).toMatchObject({ mail: 'ok' })
      await tell(emma, NOON + 210 * HOUR)
      await given.work(NOON + 211 * HOUR)
      expect(await mailServer.rest()).toHaveLength(1)
    })

    it('R42: a mailbox that hangs delays no other one, and the site sends no more in a minute than is set', async () => {
      const others = await Promise.all(['Noor', 'Marta', 'Zhou'].map(reader))
      mailServer.receivers.set(email, 'silent')
      for (const [who] of [[emma], ...others] as [TestUser][]) await tell(who)
      const work = given.work(NOON)
      await vi.waitFor(() => expect(mailServer.letters).toHaveLength(3))
      expect((await mailServer.rest()).flatMap(({ to }) => to).sort()).toEqual(others.map(([, address]) => address).sort())
      mailServer.answerLate()
      await work
      expect(await states()).toEqual(['waiting'])

      mailServer.receivers.clear()
      await given.db.deleteFrom('mail').execute()
      await product.admin.api.adminSetting.saveConfig({ mail_per_minute: '2' })
      for (const [who] of others) await tell(who, NOON + HOUR)
      await given.work(NOON + 2 * HOUR)
      expect(await mailServer.rest()).toHaveLength(2)
      await given.work(NOON + 2 * HOUR + 59)
      expect(await mailServer.rest()).toHaveLength(0)
      await given.work(NOON + 2 * HOUR + 60)
      expect(await mailServer.rest()).toHaveLength(1)
      await product.admin.api.adminSetting.saveConfig({ mail_per_minute: '60' })
    })
  },
  settings,
)
