import { afterAll, expect, it, onTestFinished } from 'vitest'
import { findMeanings } from '../../change/finding/finding.service.ts'
import { isForAll, onEachDatabase } from '../../test/product.ts'
import { catchMail, type Letter } from '../../test/servers/mail-catcher.ts'
import { makeNews } from '../news/news.service.ts'
import { localTime } from '../setting/zone.rules.ts'
import { aCompany, type Company, titleOf, zoneOf } from './test/company.ts'
import { actionsOfDay, allowed, doing, turnsOf } from './test/day.ts'
import { mailing } from './test/given.ts'

const mailServer = await catchMail()
afterAll(() => mailServer.close())
const settings = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://docs.example.test' }

/** A Tuesday, and the next Monday after the hour of weekly digests in all zones. */
const DAY = Date.parse('2027-03-02T00:00Z') / 1000
const MONDAY = DAY + 6 * 86_400 + 15 * 3600
const MINUTE = 60
const SEED = 20_270_302
const WHOLE = { save: 600, comment: 120, read: 240 }
const PART = { save: 60, comment: 12, read: 20 }

interface Received extends Letter {
  at: number
  who: Company['people'][number]
}

const numbersIn = (text: string) => [...new Set(text.match(/Topic-\d{3}/g))]
const titlesIn = ({ html }: Letter) => [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].flatMap(([, title = '']) => numbersIn(title))

onEachDatabase(
  'a working day of forty people',
  (product, kind) => {
    it('W57, S147, S152: gives few mails, which name each page once and nothing that their reader may not read', async () => {
      const given = mailing(product)
      const { services } = product.server
      const { now } = services
      onTestFinished(() => {
        services.now = now
      })
      services.now = () => DAY
      await given.db.updateTable('news_cursor').set({ since: 0, claimed_until: 0 }).execute()
      const company = await aCompany(product, given)
      const { people, pages } = company
      const news = async (at: number) => {
        await findMeanings(services)
        await makeNews(services, 'test', () => at)
      }
      await news(DAY)
      // What made the company is no news of the day.
      for (const table of ['tell', 'notice'] as const) await given.db.deleteFrom(table).execute()

      const counts = isForAll(kind) ? WHOLE : PART
      const acts = doing(company)
      const turns = turnsOf(product, company)
      const received: Received[] = []
      let named = 0
      /** Each page and each comment in a mail is readable for its person at the moment of the mail. */
      async function mustBeReadable({ who: { api }, subject, text, html }: Received) {
        const all = `${subject}\n${text}\n${html}`
        for (const number of numbersIn(all)) {
          const page_id = pages.find((one) => titleOf(one.number) === number)?.page_id ?? ''
          expect(await allowed(api.page.info({ page_id })), `${number} in\n${text}`).toBeDefined()
        }
        const remarks = [...new Set(all.match(/remark-\d+-/g))]
        for (const [page_id, own] of Map.groupBy(remarks, (remark) => acts.remarks.get(remark) ?? '')) {
          const seen = JSON.stringify(await allowed(api.comment.getList({ page_id, state: '' })))
          for (const remark of own) expect(seen, `${remark} in\n${text}`).toContain(remark)
        }
        named += numbersIn(all).length + remarks.length
      }
      async function work(at: number) {
        await news(at)
        await given.work(at)
        for (const letter of mailServer.letters.splice(0)) {
          const who = people.find(({ email }) => letter.to.includes(email))
          if (!who) continue
          received.push({ ...letter, at, who })
          await mustBeReadable({ ...letter, at, who })
        }
      }
      const clock = (minute: number) => {
        services.now = () => DAY + minute * MINUTE
        return DAY + minute * MINUTE
      }

      const actions = actionsOfDay(SEED, counts)
      const step = isForAll(kind) ? 15 : 30
      for (let minute = 420; minute <= 1140; minute += step) {
        while (actions[0] && actions[0].minute < minute) {
          const action = actions.shift() as (typeof actions)[number]
          clock(action.minute)
          await acts[action.kind](action)
        }
        const at = clock(minute)
        await turns[minute]?.()
        await work(at)
      }
      expect([actions.length, acts.saves(), acts.remarks.size]).toEqual([0, counts.save, counts.comment])
      for (let minute = 1200; minute < 2340; minute += 60) await work(clock(minute))
      // Sessions do not last until then, so the clock of the calls stays.
      await work(MONDAY)

      for (const letter of received) expect(titlesIn(letter).length, letter.text).toBe(new Set(titlesIn(letter)).size)
      const mailsOf = people.map((who) => received.filter((one) => one.who === who))
      const ofDays = mailsOf.flatMap((own, n) => [...Map.groupBy(own, ({ at }) => localTime(zoneOf(n), at).day).values()])
      expect(Math.max(...ofDays.map((own) => own.length))).toBeLessThanOrEqual(12)
      const all = mailsOf.map((own) => own.length).sort((one, other) => one - other)
      expect(all[all.length / 2]).toBeLessThanOrEqual(2)
      // The mails were not few because little happened, and rights that ended kept news out of mail.
      expect(named).toBeGreaterThan(counts.save)
      const left = await given.db.selectFrom('tell').select(['uid', 'state']).where('state', '<>', 'mailed').execute()
      expect(left.filter(({ state }) => state === 'waiting')).toEqual([])
      for (const n of [5, 12])
        expect(
          left.some(({ uid }) => uid === Number(people[n]?.uid)),
          `person ${n}`,
        ).toBe(true)
    })
  },
  settings,
)
