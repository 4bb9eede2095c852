import { afterAll, beforeEach, expect, it } from 'vitest'
import { aMember, anItem, aPage, areRefused } from '../../test/given.ts'
import { onEachDatabase, PASSWORD, type TestUser } from '../../test/product.ts'
import { catchMail } from '../../test/servers/mail-catcher.ts'
import { mailing } from './test/given.ts'
import { tokenFor } from './unsubscribe.rules.ts'

const mailServer = await catchMail()
afterAll(() => mailServer.close())
const settings = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://docs.example.test' }
const EIGHT = Date.parse('2026-11-30T08:00Z') / 1000
const ONE_CLICK = { payload: 'List-Unsubscribe=One-Click', type: 'application/x-www-form-urlencoded' }

onEachDatabase(
  'links that end mail',
  (product) => {
    let given: ReturnType<typeof mailing>
    let emma: TestUser
    let item_id: string
    let page_id: string
    let changes: number[]
    beforeEach(async () => {
      given = mailing(product)
      const alice = await product.user('alice')
      emma = await product.user('emma')
      await given.reached(emma, 'Emma')
      item_id = await anItem(alice)
      page_id = await aPage(alice, item_id)
      await aMember(product, item_id, emma, { edit: false })
      changes = await given.changesOf(page_id)
    })
    const tell = (time: number) =>
      given.tell(emma, time, { item_id: Number(item_id), page_id: Number(page_id), about: { change_ids: changes } })
    const post = (url: string, { payload, type } = ONE_CLICK, headers: Record<string, string> = {}) =>
      product.send({ method: 'POST', url, payload, headers: { 'content-type': type, ...headers } })
    const token = (what: Parameters<typeof tokenFor>[2] = { scope: 'group', group: 'watched' }, counter = 0) =>
      tokenFor(given.services, { uid: Number(emma.uid), counter }, what)
    const watched = async () => (await emma.api.watch.settings({})).rows.watched.mail
    const visitor = () => product.visitor().api.watch

    it('one click without a session or an origin ends what the link of a mail names, also in a mail that is planned', async () => {
      await tell(EIGHT - 60)
      await given.work(EIGHT)
      const { headers } = await mailServer.next()
      const url = new URL(/^List-Unsubscribe: <(.*)>$/m.exec(headers)?.[1] ?? '').pathname
      await tell(EIGHT + 3600)
      await given.plan(EIGHT + 86_400)
      // A scanner opens links and sends forms of its own.
      expect((await product.send({ url, headers: { accept: 'text/html' } })).statusCode).toBe(200)
      for (const form of [
        { ...ONE_CLICK, payload: '' },
        { ...ONE_CLICK, payload: 'List-Unsubscribe=Two-Click' },
      ])
        expect((await post(url, form)).statusCode).toBe(400)
      expect(await watched()).toBe('daily')
      expect((await post(url, ONE_CLICK, { origin: 'https://mail.example.com', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(200)
      expect(await watched()).toBe('none')
      await given.work(EIGHT + 86_400)
      expect(await mailServer.rest()).toEqual([])
      expect((await emma.api.watch.settings({})).rows.to_me.mail).toBe('soon')
      const payload = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
      expect((await post(url, { payload, type: 'multipart/form-data; boundary=x' })).statusCode).toBe(200)
    })

    it('all count that are used at the same time', async () => {
      const groups = ['to_me', 'watched', 'due', 'feedback'] as const
      for (let round = 0; round < 5; round++) {
        await given.db.deleteFrom('tell_setting').where('uid', '=', Number(emma.uid)).execute()
        const used = groups.map((group) => post(`/user/unsubscribe/${token({ scope: 'group', group })}`))
        expect((await Promise.all(used)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
        const { rows } = await emma.api.watch.settings({})
        expect(groups.map((group) => rows[group].mail)).toEqual(['none', 'none', 'none', 'none'])
      }
    })

    it('shows a masked address and no name, and can be taken back', async () => {
      const link = token({ scope: 'subject', kind: 'page', subject_id: Number(page_id) })
      const shown = { scope: 'subject', group: '', kind: 'page', address: 'e***@example.test' }
      expect(await visitor().unsubscribeInfo({ token: link })).toEqual(shown)
      expect(await visitor().unsubscribe({ token: link })).toEqual(shown)
      await tell(EIGHT - 60)
      await given.work(EIGHT)
      expect(await mailServer.rest()).toEqual([])
      expect(await visitor().unsubscribe({ token: link, undo: '1' })).toEqual(shown)
      await tell(EIGHT + 60)
      await given.work(EIGHT + 86_400)
      expect(await mailServer.rest()).toHaveLength(1)
    })

    it('are taken back with the former times, also after a choice of something else', async () => {
      const { api } = emma
      await api.watch.saveSettings({ rows: JSON.stringify({ watched: { list: true, mail: 'daily' }, due: { list: true, mail: 'soon' } }) })
      await tell(EIGHT - 60)
      const link = token()
      await visitor().unsubscribe({ token: link })
      // The screen of the settings reports the zone by itself, and sends all rows as it shows them.
      await api.watch.saveSettings({ zone: 'UTC' })
      const { rows } = await api.watch.settings({})
      await api.watch.saveSettings({ rows: JSON.stringify({ ...rows, due: { list: true, mail: 'weekly' } }) })
      expect(await watched()).toBe('none')
      await visitor().unsubscribe({ token: link, undo: '1' })
      expect((await api.watch.settings({})).rows).toMatchObject({ watched: { mail: 'daily' }, due: { mail: 'weekly' } })
      await given.work(EIGHT)
      expect(await mailServer.rest()).toHaveLength(1)
    })

    it('refuses changed, truncated, foreign and old tokens alike', async () => {
      const good = token()
      const other = tokenFor(
        { config: { ...given.services.config, SECRET_KEY: 'another key of thirty-two signs.' } },
        { uid: Number(emma.uid), counter: 0 },
        { scope: 'all' },
      )
      const wrong = [
        good.slice(0, -1),
        `${good}x`,
        good.replace('watched', 'due'),
        good.replace(/^\d+/, '1'),
        other,
        token(undefined, 1),
        'x',
        '1.2.all.',
      ]
      for (const one of wrong) {
        await areRefused([visitor().unsubscribeInfo({ token: one }), visitor().unsubscribe({ token: one })], 10101, 'no longer valid')
        expect((await post(`/user/unsubscribe/${one}`)).statusCode).toBe(400)
      }
      expect(await watched()).toBe('daily')
      await visitor().unsubscribe({ token: token({ scope: 'all' }) })
      expect(Object.values((await emma.api.watch.settings({})).rows).map(({ mail }) => mail)).toEqual(['none', 'none', 'none', 'none'])
      // Switching a group on again takes that back for it alone.
      await emma.api.watch.saveSettings({ rows: JSON.stringify({ watched: { list: true, mail: 'weekly' } }) })
      expect(Object.values((await emma.api.watch.settings({})).rows).map(({ mail }) => mail)).toEqual(['none', 'weekly', 'none', 'none'])
      // Mails to an older address lie in a mailbox that may be another person's now.
      await emma.api.user.updateEmail({ email: `new${emma.uid}@example.test`, password: PASSWORD })
      // One mail confirms the new address, one informs the previous one.
      const to = [await mailServer.next(), await mailServer.next()].flatMap((mail) => mail.to)
      expect(to.toSorted()).toEqual([`emma${emma.uid}@example.test`, `new${emma.uid}@example.test`])
      await areRefused([visitor().unsubscribe({ token: good })], 10101, 'no longer valid')
    })

    it('a preview is sent to the own address three times an hour, and leaves the news as they are', async () => {
      await tell(EIGHT)
      expect(await emma.api.watch.preview({})).toMatchObject({ lines: '2' })
      expect((await mailServer.next()).text).toContain('This is what your next digest would contain now.')
      expect(await given.states(emma)).toEqual(['waiting daily free'])
      await given.db.deleteFrom('tell').execute()
      expect(await emma.api.watch.preview({})).toMatchObject({ lines: '0' })
      expect((await mailServer.next()).text).toContain('There is no news.')
      await emma.api.watch.preview({})
      await areRefused([emma.api.watch.preview({})], 429)
      await mailServer.rest()
      await given.db.updateTable('user').set({ email_verify: 0 }).where('uid', '=', Number(emma.uid)).execute()
      await areRefused([emma.api.watch.preview({})], 10101, 'Verify your mail address')
    })
  },
  settings,
)
