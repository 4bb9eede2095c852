import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openStore } from '../server/src/db/dialect.ts'
import { catchMail } from '../server/src/test/servers/mail-catcher.ts'
import { numbersFrom } from '../test/numbers.ts'
import { startPostgres } from './grow-postgres.ts'
import { type Db, lostNews, timePasses, waiting } from './kill-news.ts'
import { type BenchServer, startServer } from './servers.ts'
import { addPeople, addWatchers } from './together/site.ts'

/*
 * R40: kills a server at random moments while people comment, mention others and save, and while it makes news and mails. A day passes
 * with each kill, so that every start has mails that are due at once and digests. Afterwards each acknowledged comment and save is
 * stored, all of them have become news of those they concern, each piece of news is in a mail that arrived, and no mail came more than
 * twice.
 */
const WRITERS = 12
const PAGES = 12
/** People who are mentioned, in turns with a mail at once and with a digest, and people with a digest of what they watch. */
const MENTIONED = 30
const WATCHING = 10
/** Between two writes of a person on average, who may write 300 comments a day. */
const PAUSE_MS = 700
const LIFE_MS = 4000
/** How long the mail server takes to say that it has a mail. */
const ANSWER_MS = 400
/** The most that the server takes. */
const MAILS_A_MINUTE = '1000'
const LAST_STARTS = 20

type Answer = Record<'user_token' | 'item_id' | 'page_id' | 'version' | 'uid', string> & { thread: { thread_id: string } }

/** Returns the problems that were found. */
export async function killComments(kills: number, kind: string, seed: number): Promise<string[]> {
  console.log(`comments on ${kind}: seed ${seed}`)
  const next = numbersFrom(seed)
  const anyOf = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-comments-'))
  const postgres = kind === 'postgres' ? await startPostgres({ fsync: 'on' }) : undefined
  const mail = await catchMail(() => wait(next() * ANSWER_MS))
  const settings = { SMTP_URL: mail.url, PUBLIC_URL: 'https://docs.example.com', ...(postgres && { DATABASE_URL: postgres.url }) }
  const start = () => startServer(folder, settings)
  let server: BenchServer = await start()
  const call = async (path: string, fields: Record<string, string>, token = ''): Promise<Answer> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields), headers })).json()
    if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    return answer.data
  }
  /** Opens the database while the server runs, so that the server itself recovers what a kill has left. */
  const look = async <T>(use: (db: Db) => Promise<T>): Promise<T> => {
    const store = openStore(postgres?.url ?? join(folder, 'sheaf.db'))
    return use(store.db).finally(store.close)
  }
  const problems: string[] = []

  const admin = (await call('user/login', { username: 'admin', password: 'admin-password-1' })).user_token
  await call('adminSetting/saveConfig', { mail_per_minute: MAILS_A_MINUTE }, admin)
  const { item_id } = await call('item/add', { item_name: 'Orders', item_type: '1' }, admin)
  const pages: string[] = []
  for (let n = 0; n < PAGES; n++)
    pages.push((await call('page/save', { item_id, page_title: `Page ${n}`, page_content: 'save 0' }, admin)).page_id)
  const writers: string[] = []
  for (let n = 0; n < WRITERS; n++) {
    const one = { username: `writer${n}`, password: `writer-password-${n}` }
    await call('adminUser/addUser', one, admin)
    await call('member/save', { item_id, username: one.username, member_group_id: '1' }, admin)
    writers.push((await call('user/login', one)).user_token)
  }
  const people = await look((db) => addPeople(db, MENTIONED + WATCHING, 'person'))
  const mentioned = people.slice(0, MENTIONED)
  for (let n = 0; n < people.length; n++) await call('member/save', { item_id, username: `person${n}`, member_group_id: '0' }, admin)
  await look(async (db) => {
    for (const page_id of pages)
      await addWatchers(
        db,
        people.slice(MENTIONED),
        { kind: 'page', subject_id: Number(page_id), item_id: Number(item_id), page_id: Number(page_id) },
        'all',
      )
    const news_rows = JSON.stringify({ to_me: { list: true, mail: 'daily' } })
    await db
      .insertInto('tell_setting')
      .values(mentioned.filter((_, n) => n % 2 === 1).map((uid) => ({ uid, news_rows })))
      .execute()
  })

  /** The words of each acknowledged comment, and the version of the last acknowledged save of each page. */
  const comments = new Set<string>()
  const saves = new Map<string, number>()
  let [all, sent] = [0, 0]
  const write = async (token: string) => {
    for (let last = { page_id: '', thread_id: '0' }; ; await wait(PAUSE_MS * 2 * next())) {
      const page_id = anyOf(pages)
      if (next() < 0.6) {
        const saved = await call('page/save', { item_id, page_id, page_title: 'Page', page_content: `save ${++all}` }, token)
        saves.set(page_id, Math.max(saves.get(page_id) ?? 0, Number(saved.version)))
        continue
      }
      const words = `remark-${sent++}-`
      const place = next() < 0.3 && last.page_id ? last : { page_id, thread_id: '0' }
      const n = Math.floor(next() * MENTIONED)
      const content = `${words} @[person${n}](user:${mentioned[n]}) is this so?`
      const made = await call('comment/add', { ...place, content }, token)
      comments.add(words)
      last = { page_id: place.page_id, thread_id: made.thread.thread_id }
    }
  }
  try {
    for (let kill = 0; kill < kills; kill++) {
      const writing = Promise.allSettled(writers.map(write))
      await wait(next() * LIFE_MS)
      process.kill(server.pid, 'SIGKILL')
      const ends = await writing
      for (const end of ends)
        if (end.status === 'rejected' && !(end.reason instanceof TypeError)) problems.push(`kill ${kill}: ${end.reason}`)
      await wait(50)
      server = await start()
      await look(timePasses)
      if (kill % 20 === 19)
        console.log(
          `comments: ${kill + 1} kills, ${comments.size} comments, ${all} saves, ${mail.letters.length} mails, ${problems.length} problems`,
        )
    }
    // What waits now is mailed without further kills.
    for (let starts = 0; starts < LAST_STARTS && (await look(waiting)) > 0; starts++) {
      await wait(LIFE_MS * 2)
      await server.stop('kept')
      server = await start()
      await look(timePasses)
    }
    const found = await look((db) => lostNews(db, { comments, saves, people, mentioned, letters: mail.letters }))
    problems.push(...found.problems)
    console.log(
      `comments on ${kind}: ${kills} kills (seed ${seed}) during ${comments.size} acknowledged comments and ${all} saves; ${found.summary}`,
    )
  } finally {
    await server.stop()
    await mail.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return problems
}
