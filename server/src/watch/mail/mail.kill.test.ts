import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { aServerToKill, databases, type Moment } from '../../test/process/crash.ts'
import { catchMail } from '../../test/servers/mail-catcher.ts'

const newsRow = /^insert into "tell" /
const commit = /^commit$/
const inComment: Moment = ['before', /^insert into "page_comment" /, commit]
const inNews: Moment = ['before', newsRow, commit]
const inPlan: Moment = ['before', /^insert into "mail" /, commit]
const afterSending: Moment = ['before', /^update "mail" set "state"/]
const afterSettling: Moment = ['after', /^update "mail" set "state"/, commit]

const EMAIL = 'noor@example.test'
/** A soon-mail waits for five minutes of quiet, and claims of news and mails hold for one and two. */
const WAIT = 400

it.each(databases)(
  'R40: a mention reaches its person on %s when the server is killed while it makes news, plans and sends mail',
  async (kind) => {
    const mail = await catchMail()
    onTestFinished(mail.close)
    const more = { SMTP_URL: mail.url, PUBLIC_URL: 'https://docs.example.com' }
    const server = await aServerToKill(kind)
    await server.start(undefined, more)
    const { item_id } = (await server.call('item/add', { item_name: 'Orders' })) as { item_id: string }
    const page = { item_id, page_title: 'Refunds', page_content: 'A refund takes three days.' }
    const { page_id } = (await server.call('page/save', page)) as { page_id: string }
    await server.call('adminUser/addUser', { username: 'noor', password: 'noor-password-1', name: 'Noor' })
    await server.call('member/save', { item_id, username: 'noor', member_group_id: '1' })
    const uid = await server.look(async ({ db }) => {
      const reached = { email: EMAIL, email_key: EMAIL, email_verify: 1 }
      await db.updateTable('user').set(reached).where('username', '=', 'noor').execute()
      return (await db.selectFrom('user').select('uid').where('username', '=', 'noor').executeTakeFirstOrThrow()).uid
    })
    const mention = (text: string) => ({ page_id, content: `@[noor](user:${uid}) ${text}` })
    const state = () =>
      server.look(async ({ db }) => ({
        news: (await db.selectFrom('tell').select('state').where('uid', '=', uid).orderBy('tell_id').execute()).map((row) => row.state),
        mails: (await db.selectFrom('mail').select('state').where('uid', '=', uid).orderBy('mail_id').execute()).map((row) => row.state),
      }))
    /** Lets time pass for what waits. */
    const wait = () =>
      server.look(async ({ db }) => {
        const earlier = { addtime: sql<number>`addtime - ${WAIT}`, last_time: sql<number>`last_time - ${WAIT}` }
        await db.updateTable('tell').set(earlier).execute()
        await db.updateTable('news_cursor').set({ claimed_until: 0 }).execute()
        await db.updateTable('mail').set({ claimed_until: 0, next_time: 0 }).where('state', '=', 'waiting').execute()
      })
    const reaches = async (wanted: object) => {
      for (let tries = 0; tries < 200; tries++) {
        if (JSON.stringify(await state()) === JSON.stringify(wanted)) return
        await pause(100)
      }
      expect(await state()).toEqual(wanted)
    }

    // The news about the new right is not what this test is about.
    await reaches({ news: ['waiting'], mails: [] })
    await server.look(({ db }) => db.deleteFrom('tell').execute())

    await server.start(inComment, more)
    await server.diesIn('comment/add', mention('Is this right?'))
    await wait()
    await server.start(inNews, more)
    // The news follow the commit so closely that the server can end before its answer arrives.
    await server.call('comment/add', mention('It is five days now')).catch(() => {})
    await server.dies()
    expect(await state()).toEqual({ news: [], mails: [] })
    await wait()
    // The next server makes the news, once; the comment that was not acknowledged makes none.
    await server.start(undefined, more)
    await reaches({ news: ['waiting'], mails: [] })
    expect(await server.call('comment/getList', { page_id })).toMatchObject({ figures: { open: '1' } })

    await wait()
    await server.diesAtWork(inPlan, more)
    expect(await state()).toEqual({ news: ['waiting'], mails: [] })
    // Two servers end after the mail was accepted and before that was written down.
    for (const sent of [1, 2]) {
      await server.diesAtWork(afterSending, more)
      expect(mail.letters).toHaveLength(sent)
      expect(await state()).toEqual({ news: ['waiting'], mails: ['waiting'] })
      await wait()
    }
    const [first, second] = mail.letters.map(({ headers }) => /^Message-ID: (.*)$/im.exec(headers)?.[1])
    expect(first).toMatch(/^<.+@docs\.example\.com>$/)
    expect(second).toBe(first)
    // There is no third attempt: the news waits for the digest.
    await server.start(undefined, more)
    await reaches({ news: ['waiting'], mails: ['failed'] })

    await server.call('comment/add', mention('And seven in December'))
    await reaches({ news: ['waiting', 'waiting'], mails: ['failed'] })
    await wait()
    await server.diesAtWork(afterSettling, more)
    await server.start(undefined, more)
    await reaches({ news: ['waiting', 'mailed'], mails: ['failed', 'sent'] })
    expect(mail.letters).toHaveLength(3)
    expect(mail.letters.every(({ to }) => to.join() === EMAIL)).toBe(true)
  },
)
