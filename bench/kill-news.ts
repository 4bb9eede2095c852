import { sql } from 'kysely'
import type { Letter } from '../server/src/test/servers/mail-catcher.ts'
import type { Db } from './together/site.ts'

export type { Db }

/** As long as the longest claim, and long enough for a mail at once and for a digest. */
const DAY = 25 * 3600

/** Lets a day pass for what waits; mails that have ended are of another day. */
export async function timePasses(db: Db) {
  await db.updateTable('news_cursor').set({ claimed_until: 0 }).execute()
  const earlier = { addtime: sql<number>`addtime - ${DAY}`, last_time: sql<number>`last_time - ${DAY}` }
  await db.updateTable('tell').set(earlier).where('state', '=', 'waiting').execute()
  await db.updateTable('mail').set({ claimed_until: 0, next_time: 0 }).where('state', '=', 'waiting').execute()
  await db
    .updateTable('mail')
    .set({ day: sql<string>`'ended ' || mail_id`, addtime: sql<number>`addtime - ${DAY}`, next_time: sql<number>`next_time - ${DAY}` })
    .where('state', '<>', 'waiting')
    .where('day', 'not like', 'ended %')
    .execute()
}

const countOf = async (query: { executeTakeFirstOrThrow: () => Promise<{ n: string | number | bigint }> }) =>
  Number((await query.executeTakeFirstOrThrow()).n)

/** News and mails that have not ended. */
export async function waiting(db: Db): Promise<number> {
  const all = (table: 'tell' | 'mail' | 'notice' | 'news_event' | 'change') =>
    db.selectFrom(table).select((row) => row.fn.countAll().as('n'))
  return (
    (await countOf(all('tell').where('state', '=', 'waiting'))) +
    (await countOf(all('mail').where('state', '=', 'waiting'))) +
    (await countOf(all('notice').where('is_planned', '=', 0))) +
    (await countOf(all('news_event').where('is_told', '=', 0))) +
    (await countOf(all('change').where('seq', 'is', null)))
  )
}

interface About {
  count: number
  change_ids?: number[]
  comment_ids?: number[]
}

/** Changes that an entry names. */
const NAMED_MAX = 50

interface Given {
  comments: ReadonlySet<string>
  /** The version of the last acknowledged save by page. */
  saves: ReadonlyMap<string, number>
  /** Everybody who gets mail, and those of them who are mentioned; the others watch all pages. */
  people: number[]
  mentioned: number[]
  letters: Letter[]
}

/** What is missing or came too often at the end, in sentences. */
export async function lostNews(db: Db, { comments, saves, people, mentioned, letters }: Given) {
  const problems: string[] = []
  const stored = await db.selectFrom('page_comment').select(['comment_id', 'content']).execute()
  const words = new Map(stored.map(({ comment_id, content }) => [/^remark-\d+-/.exec(content)?.[0] ?? '', { comment_id, content }]))
  if (words.size !== stored.length) problems.push(`${stored.length - words.size} comments are stored twice`)
  for (const one of comments) if (!words.has(one)) problems.push(`${one} was acknowledged and is not stored`)
  const pages = await db.selectFrom('page').select(['page_id', 'version']).execute()
  for (const [page_id, version] of saves)
    if (!pages.some((page) => page.page_id === Number(page_id) && page.version >= version))
      problems.push(`version ${version} of page ${page_id} was acknowledged and is not stored`)

  // The comments that became news of each person by their words, and the changes of pages by their numbers.
  const tellRows = await db.selectFrom('tell').selectAll().where('uid', 'in', people).execute()
  const mails = new Map((await db.selectFrom('mail').selectAll().execute()).map((row) => [row.mail_id, row]))
  const arrived = Map.groupBy(letters, ({ headers }) => /^Message-ID: (.*)$/im.exec(headers)?.[1] ?? '')
  const mailed = tellRows.filter(({ tell_id, state, mail_id }) => {
    const row = mails.get(mail_id)
    const isMailed = state === 'mailed' && row?.state === 'sent' && arrived.has(row.message_id)
    if (!isMailed) problems.push(`news ${tell_id} are ${state}, their mail is ${row?.state ?? 'missing'}`)
    return isMailed
  })
  const notices = await db.selectFrom('notice').selectAll().where('uid', 'in', people).where('kind', '=', 'commentMention').execute()
  const ofNotices = new Set(mailed.map(({ notice_id }) => notice_id))
  for (const { notice_id } of notices) if (!ofNotices.has(notice_id)) problems.push(`the mention of notice ${notice_id} is in no mail`)
  const mentions = stored.filter(({ content }) => mentioned.some((uid) => content.includes(`(user:${uid})`)))
  if (mentions.length !== notices.length) problems.push(`${mentions.length} mentions have ${notices.length} notices`)

  const changes = await db
    .selectFrom('change')
    .select(['change_id', 'page_id', 'uid', 'until_time'])
    .where('type', '=', 'page.changed')
    .where('uid', '>', 1)
    .execute()
  // Pages that one person saved in one second, from the fourth on, are one entry about the item, which names one of the changes.
  const actionOf = ({ uid, until_time }: (typeof changes)[number]) => `${uid} ${until_time}`
  const byAction = Map.groupBy(changes, actionOf)
  const actions = new Map(changes.map((change) => [Number(change.change_id), byAction.get(actionOf(change)) ?? []]))
  let counted = 0
  for (const uid of people.slice(mentioned.length)) {
    const about = mailed.filter((row) => row.uid === uid).map((row) => ({ ...(JSON.parse(row.about) as About), page_id: row.page_id }))
    const named = new Set(
      about.flatMap(({ page_id, change_ids = [] }) =>
        page_id > 0 ? change_ids : change_ids.flatMap((id) => (actions.get(id) ?? []).map(({ change_id }) => Number(change_id))),
      ),
    )
    const ofComments = new Set(about.flatMap(({ comment_ids = [] }) => comment_ids))
    const silent = stored.filter(({ comment_id }) => !ofComments.has(Number(comment_id))).length
    if (silent > 0) problems.push(`person ${uid} got no mail of ${silent} comments`)
    // An entry about a page names its last fifty changes and counts the others.
    for (const [page_id, own] of Map.groupBy(changes, (change) => change.page_id)) {
      const missing = own.filter(({ change_id }) => !named.has(Number(change_id))).length
      const others = about
        .filter((one) => one.page_id === page_id && one.change_ids?.length === NAMED_MAX)
        .reduce((sum, { count, change_ids }) => sum + count - (change_ids?.length ?? 0), 0)
      counted += missing
      if (missing > others) problems.push(`person ${uid} got no mail of ${missing - others} changes of page ${page_id}`)
    }
  }

  const known = new Set([...mails.values()].map(({ message_id }) => message_id))
  for (const [message_id, copies] of arrived) {
    if (!known.has(message_id)) problems.push(`the mail ${message_id} has no row`)
    if (copies.length > 2) problems.push(`the mail ${message_id} came ${copies.length} times`)
    if (new Set(copies.map(({ to }) => to.join())).size > 1) problems.push(`the mail ${message_id} went to several addresses`)
  }
  const twice = [...arrived.values()].filter(({ length }) => length === 2).length
  const failed = [...mails.values()].filter(({ state }) => state === 'failed').length
  const summary = `${mailed.length} pieces of news (${counted} changes counted beyond the fifty that an entry names) in ${arrived.size} mails, ${twice} of them sent twice with the same Message-ID, ${failed} given up after two attempts with their news in a digest`
  return { problems, summary }
}
