import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { aMember, anItem, aPage } from '../../test/given.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { catchMail } from '../../test/servers/mail-catcher.ts'
import { mailing } from './test/given.ts'

const mailServer = await catchMail()
afterAll(() => mailServer.close())
const settings = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://docs.example.test' }

const at = (text: string) => Date.parse(text) / 1000
const EIGHT = at('2026-11-30T08:00Z')

onEachDatabase(
  'mail about news',
  (product) => {
    let given: ReturnType<typeof mailing>
    let alice: TestUser
    let emma: TestUser
    let liam: TestUser
    let email: string
    let item_id: string
    let page_id: string
    beforeEach(async () => {
      given = mailing(product)
      for (const table of ['tell', 'mail'] as const) await given.db.deleteFrom(table).execute()
      alice = await product.user('alice')
      emma = await product.user('emma')
      email = await given.reached(emma, 'Emma Blake')
      liam = await product.user('liam')
      await liam.api.user.updateInfo({ name: 'Liam Chen' })
      item_id = await anItem(alice, { item_name: 'Order Service API', password: 'sesame' })
      page_id = await aPage(alice, item_id, { page_title: 'Create an order', page_content: '# Holds\n\nAn order is held for 24 hours.' })
      await aMember(product, item_id, emma, { edit: false })
      await aMember(product, item_id, liam)
    })
    const numbers = () => ({ item_id: Number(item_id), page_id: Number(page_id) })
    async function changed() {
      await liam.api.page.save({
        item_id,
        page_id,
        page_title: 'Create an order',
        page_content: '# Holds\n\nAn order is held for 72 hours, express orders too.',
        cat_id: '0',
      })
      return (await given.changesOf(page_id)).slice(1)
    }
    async function commented(content: string) {
      const { thread } = await liam.api.comment.add({ page_id, content })
      const { comment_id } = await given.db
        .selectFrom('page_comment')
        .select('comment_id')
        .where('thread_id', '=', Number(thread.thread_id))
        .executeTakeFirstOrThrow()
      return { thread_id: Number(thread.thread_id), comment_id }
    }
    const watchedNews = async (time: number) => {
      await given.tell(emma, time, { ...numbers(), about: { change_ids: await changed(), by: ['Liam Chen'], count: 9 } })
      const { thread_id, comment_id } = await commented('Does it hold for <b>express</b> orders?')
      await given.tell(emma, time, { ...numbers(), kind: 'comment.created', thread_id, about: { comment_ids: [comment_id] } })
    }

    it('a digest says by item and page what changed, in both parts and in the language of the person, once', async () => {
      await watchedNews(EIGHT - 3600)
      await given.work(EIGHT - 60)
      expect(await mailServer.rest()).toEqual([])
      await given.work(EIGHT)
      const mail = await mailServer.next()
      expect(mail).toMatchObject({ to: [email], subject: 'Sheaf: 1 page changed, 1 comment' })
      for (const part of [mail.text, mail.html])
        for (const text of [
          'Good morning, Emma Blake',
          'Order Service API',
          'Create an order',
          'Liam Chen, 9 changes',
          'Holds: 4 words added',
        ])
          expect(part, text).toContain(text)
      expect(mail.text).toContain('> Does it hold for')
      expect(mail.html).not.toMatch(/<b>|<img|src=|http-equiv/)
      expect(mail.html).toContain(`href="https://docs.example.test/${item_id}/${page_id}"`)
      await given.work(EIGHT + 900)
      await given.work(EIGHT + 3600)
      expect(await mailServer.rest()).toEqual([])
      await given.db.updateTable('tell_setting').set({ language: 'zh' }).where('uid', '=', Number(emma.uid)).execute()
      await watchedNews(EIGHT + 3600)
      await given.work(EIGHT + 86_400)
      const zh = await mailServer.next()
      expect(zh.subject).toBe('简册：1 个页面有变更，1 条评论')
      for (const part of [zh.text, zh.html])
        for (const text of ['早上好，Emma Blake', '查看变更', '停止接收此类邮件']) expect(part).toContain(text)
      expect(zh.html).toContain('lang="zh')
    })

    it('carries the headers of programs, one recipient and one short subject, with hostile titles and names', async () => {
      const evil = `Returns\r\nBcc: mallory@example.test %0aX: 1 =?UTF-8?B?QmNj?= \u202e ${'😀'.repeat(90)}`
      await given.db.updateTable('page').set({ page_title: evil }).where('page_id', '=', Number(page_id)).execute()
      await given.db.updateTable('user').set({ name: 'Emma\r\nBcc: x@example.test' }).where('uid', '=', Number(emma.uid)).execute()
      const { thread_id, comment_id } = await commented('When?')
      const notice = { uid: Number(emma.uid), kind: 'commentMention', notice_title: '', from_uid: Number(alice.uid), from_name: 'x' }
      const content = JSON.stringify({ item: 'x', page: evil, by: evil, thread_id })
      const { notice_id } = await given.db
        .insertInto('notice')
        .values({ ...notice, notice_content: content, ...numbers(), notice_time: EIGHT })
        .returning('notice_id')
        .executeTakeFirstOrThrow()
      const about = { comment_ids: [comment_id] }
      await given.tell(emma, EIGHT, {
        ...numbers(),
        news_group: 'to_me',
        kind: 'commentMention',
        thread_id,
        notice_id,
        mail: 'soon',
        about,
      })
      await given.work(EIGHT + 299)
      expect(await mailServer.rest()).toEqual([])
      await given.work(EIGHT + 300)
      const mail = await mailServer.next()
      expect(mail.to).toEqual([email])
      expect(mail.subject.length).toBeLessThanOrEqual(200)
      expect(mail.subject).toMatch(/You were mentioned$/)
      expect(mail.subject.isWellFormed()).toBe(true)
      expect(mail.headers).not.toMatch(/^(bcc|x):/im)
      expect(mail.headers.match(/^subject:/gim)).toHaveLength(1)
      const [{ message_id } = { message_id: '' }] = await given.mails(emma)
      expect(message_id).toMatch(/^<[0-9a-f]{32}@docs\.example\.test>$/)
      for (const header of [
        `Message-ID: ${message_id}`,
        `References: <thread-${thread_id}@docs.example.test>`,
        'Auto-Submitted: auto-generated',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ])
        expect(mail.headers).toContain(header)
      expect(mail.headers).toMatch(/^List-Unsubscribe: <https:\/\/docs\.example\.test\/user\/unsubscribe\/[\w.-]+>$/m)
    })

    it('holds only what the person can read when it is sent, and is not sent when nothing is left', async () => {
      await watchedNews(EIGHT - 3600)
      // The mail is planned, and then the person loses the right.
      await given.db.deleteFrom('item_member').where('item_id', '=', Number(item_id)).execute()
      await given.work(EIGHT)
      expect(await mailServer.rest()).toEqual([])
      expect((await given.mails(emma)).map(({ state }) => state)).toEqual(['empty'])
      expect(new Set(await given.states(emma))).toEqual(new Set(['dropped daily']))
    })

    it('leaves out deleted comments, deleted pages and read notices', async () => {
      await watchedNews(EIGHT - 3600)
      await given.db.updateTable('page_comment').set({ is_deleted: 1, content: '', html: '' }).execute()
      await given.work(EIGHT)
      const mail = await mailServer.next()
      expect(mail.subject).toBe('Sheaf: 1 page changed')
      expect(mail.text).not.toContain('express</b>')
      expect(await given.states(emma)).toEqual(['mailed daily', 'dropped daily'])
      await watchedNews(EIGHT + 60)
      await alice.api.page.delete({ page_id })
      await given.work(EIGHT + 86_400)
      expect(await mailServer.rest()).toEqual([])
    })

    it('leaves out what the person has opened since it happened, of what they watch, and writes nothing when no mail waits', async () => {
      const open = async (who: TestUser, time: number, more: Record<string, string> = {}) => {
        const { now } = given.services
        given.services.now = () => time
        await who.api.comment.getList({ page_id, state: '', ...more }).finally(() => {
          given.services.now = now
        })
      }
      await watchedNews(EIGHT - 3600)
      const mention = { ...numbers(), news_group: 'to_me', kind: 'suggestionAccepted', about: {} }
      await given.tell(emma, EIGHT - 3600, mention)
      // Another person, a request that only asks what is new, and what is as late as the page that was shown.
      await open(liam, EIGHT - 60)
      await open(emma, EIGHT - 60, { since: '1' })
      await open(emma, EIGHT - 3600)
      expect(await given.states(emma)).toEqual(['waiting daily free', 'waiting daily free', 'waiting daily free'])
      await open(emma, EIGHT - 60)
      await expect.poll(() => given.states(emma)).toEqual(['dropped daily free', 'dropped daily free', 'waiting daily free'])
      const write = vi.spyOn(given.services.store, 'write')
      await open(emma, EIGHT - 30)
      expect(write).not.toHaveBeenCalled()
      write.mockRestore()
      // What happens after that is mailed, also when it was planned already.
      await given.tell(emma, EIGHT - 20, { ...numbers(), about: { change_ids: await changed(), count: 1 } })
      await given.work(EIGHT)
      const mail = await mailServer.next()
      expect(mail.text).toContain('Create an order')
      expect(mail.text).not.toContain('> Does it hold')
      await given.tell(emma, EIGHT + 60, { ...numbers(), about: { change_ids: await changed(), count: 1 } })
      await given.plan(EIGHT + 86_400)
      await open(emma, EIGHT + 86_400)
      await expect.poll(() => given.states(emma)).toContain('dropped daily')
      await given.work(EIGHT + 86_400)
      expect(await mailServer.rest()).toEqual([])
      expect((await given.mails(emma)).map(({ state }) => state)).toEqual(['sent', 'empty'])
    })

    it('shows nothing but a number and a link where the site says so, and is short however much happened', async () => {
      for (let n = 0; n < 100; n++) {
        const page = await aPage(alice, item_id, { page_title: `Page ${n} ${'x'.repeat(60)}` })
        await given.tell(emma, EIGHT - 60, {
          item_id: Number(item_id),
          page_id: Number(page),
          news_key: `${n}`,
          about: { change_ids: await given.changesOf(page) },
        })
      }
      await given.work(EIGHT)
      const mail = await mailServer.next()
      expect(mail.text).toMatch(/and \d+ more: https:\/\/docs\.example\.test\/notice/)
      expect(mail.html.length + mail.text.length).toBeLessThan(100_000)
      await product.admin.api.adminSetting.saveConfig({ mail_content: '0' })
      await watchedNews(EIGHT + 60)
      await given.work(EIGHT + 86_400)
      const bare = await mailServer.next()
      await product.admin.api.adminSetting.saveConfig({ mail_content: '1' })
      expect(bare.subject).toBe('2 pieces of news in Sheaf')
      for (const part of [bare.text, bare.html]) expect(part).not.toMatch(/Order|Create|Liam|72 hours/)
      // What such a mail is for comes before the remarks at its end.
      expect(bare.text).toMatch(/\n\nOpen your notices: https:\/\/docs\.example\.test\/notice\S+\n\n-- \n/)
      expect(bare.html.indexOf('>Open your notices</a>')).toBeLessThan(bare.html.indexOf('You get this daily digest'))
    })

    it('S152: a storm gives twelve mails a day, digests included, and the rest in the next digest', async () => {
      const { thread_id, comment_id } = await commented('Ping')
      const about = { comment_ids: [comment_id] }
      let n = 0
      /** A mention, and the work of the server when a mail about it is due. */
      async function mention(time: number) {
        const key = { news_key: `${n++}`, news_group: 'to_me', mail: 'soon' as const, thread_id, about }
        await given.tell(emma, time, { ...numbers(), ...key })
        await given.work(time + 600)
      }
      const isLast = ({ text }: { text: string }) => text.includes('The rest comes in your digest')
      /** Mails at once that have come on a day. */
      async function came(day: string, count: number) {
        const row = { uid: Number(emma.uid), kind: 'soon' as const, state: 'sent' as const, next_time: EIGHT, addtime: EIGHT }
        const rows = Array.from({ length: count }, (_, at) => ({
          ...row,
          day: `${day}#${at + 1}`,
          message_id: `<${day}.${at}@example.test>`,
        }))
        await given.db.insertInto('mail').values(rows).execute()
      }
      await came('2026-11-30', 9)
      for (let hour = 1; hour <= 5; hour++) await mention(EIGHT + hour * 3600)
      // No digest came at eight, and none can come before midnight.
      const mails = await mailServer.rest()
      expect(mails).toHaveLength(3)
      expect(mails.filter(isLast)).toEqual([mails[2]])
      // The next day has the digest of it at eight, for which a place is kept, and eleven mails at once in all.
      await came('2026-12-01', 9)
      for (let hour = 16; hour <= 19; hour++) await mention(EIGHT + hour * 3600)
      const night = await mailServer.rest()
      expect(night).toHaveLength(2)
      expect(night.filter(isLast)).toEqual([night[1]])
      await given.work(EIGHT + 86_400)
      expect(await mailServer.rest()).toHaveLength(1)
      for (let hour = 1; hour <= 2; hour++) await mention(EIGHT + 86_400 + hour * 3600)
      expect(await mailServer.rest()).toEqual([])
      await given.work(EIGHT + 2 * 86_400)
      expect(await mailServer.rest()).toHaveLength(1)
      const states = await given.states(emma)
      expect(states).toHaveLength(n)
      expect(new Set(states)).toEqual(new Set(['mailed soon', 'mailed daily']))
    })

    it('S152: keeps places for both digests of a day that has two, and shows what has come of a day', async () => {
      const rows = { to_me: { list: true, mail: 'soon' }, watched: { list: true, mail: 'daily' }, due: { list: true, mail: 'weekly' } }
      await given.reached(emma, 'Emma Blake', { news_rows: JSON.stringify(rows) })
      const monday = at('2026-12-07T00:00Z')
      await given.tell(emma, monday - 7200, { ...numbers(), news_key: 'd', news_group: 'watched', about: { change_ids: await changed() } })
      await given.tell(emma, monday - 7200, { ...numbers(), news_key: 'w', news_group: 'due', mail: 'weekly', about: { change_ids: [] } })
      const { thread_id, comment_id } = await commented('Ping')
      const row = { uid: Number(emma.uid), kind: 'soon' as const, state: 'sent' as const, next_time: monday, addtime: monday }
      const earlier = Array.from({ length: 9 }, (_, n) => ({ ...row, day: `2026-12-07#${n + 1}`, message_id: `<${n}@example.test>` }))
      await given.db.insertInto('mail').values(earlier).execute()
      for (let n = 0; n < 2; n++) {
        const key = { news_key: `${n}`, news_group: 'to_me', mail: 'soon' as const, thread_id, about: { comment_ids: [comment_id] } }
        await given.tell(emma, monday + n * 1800, { ...numbers(), ...key })
        await given.work(monday + n * 1800 + 600)
      }
      expect(await mailServer.rest()).toHaveLength(1)
      const { now } = given.services
      given.services.now = () => monday + 8 * 3600
      await given.work(monday + 8 * 3600)
      const shown = await emma.api.watch.settings({}).finally(() => {
        given.services.now = now
      })
      const digests = await mailServer.rest()
      expect(digests.length).toBeGreaterThan(0)
      expect(shown).toMatchObject({ sent_today: String(10 + digests.length), day_max: '12' })
    })
  },
  settings,
)
