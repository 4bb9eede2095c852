import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { type Showdoc, startShowdoc } from '../agents/showdoc.ts'
import { type CpuClock, type Load, load, type Request } from '../load.ts'
import type { Row } from '../report.ts'
import { cpuMs } from '../servers.ts'
import { measurePanel } from './panel.ts'
import { addPeople, addWatchers, median, seconds as now, type Site, startSite } from './site.ts'

const ROUNDS = 5
const THREADS = 40
const REPLIES = 4
const MANAGERS = 20
/** People who comment in turns, because each has a limit of comments a day. */
const WRITERS = 200
/** Voices of one round: a person has a limit of them in an hour. */
const VOICES = 2000
const PASSWORD = 'a-writer-of-comments-1'
/** Pages that get new comments in turns, because a page has a limited number of open threads. */
const PAGES = 100

const textOf = (n: number) => `Remark ${n}: the refund takes **five** days since March, see the paragraph about returns.`

/** Comments and feedback through the calls of ShowDoc's clients, in turns with ShowDoc 3.9 if its source is there. */
export async function measureComments(seconds: number, source: string | undefined): Promise<Row[]> {
  const site = await startSite('sqlite')
  const peer = source ? await startPeer(source) : undefined
  try {
    const ours = await fillOurs(site)
    const theirs = peer && (await fillTheirs(peer))
    const turns = async (wanted: Ask, asked: Ask | undefined, limits: Limits, send: Send = sendFor(seconds)) => {
      const mine: Pick<Load, 'rps' | 'cpu'>[] = []
      const others: typeof mine = []
      // The first round warms up.
      for (let round = 0; round <= ROUNDS; round++) {
        const one = await send(site.server.url, () => cpuMs(site.server.pid), wanted)
        const other = asked && peer ? await send(peer.url, peer.cpu, asked) : undefined
        if (round === 0) continue
        mine.push(one)
        if (other) others.push(other)
      }
      const label = wanted.label
      const rows: Row[] = [
        {
          label: `${label}: requests per second`,
          unit: '',
          measured: median(mine.map(({ rps }) => rps)),
          ...(limits.rps && { limit: limits.rps, atLeast: true }),
        },
        {
          label: `${label}: CPU per request`,
          unit: 'ms',
          measured: median(mine.map(({ cpu }) => cpu)),
          ...(limits.cpu && { limit: limits.cpu }),
        },
      ]
      if (asked)
        rows.push(
          { label: `${asked.label}: requests per second`, unit: '', measured: median(others.map(({ rps }) => rps)) },
          {
            label: `${label}: requests relative to ShowDoc 3.9`,
            unit: '×',
            measured: median(mine.map(({ rps }, n) => rps / (others[n] as Load).rps)),
            ...(limits.ratio && { limit: limits.ratio, atLeast: true }),
          },
        )
      return rows
    }
    return [
      ...(await turns(ours.own, undefined, { cpu: 1.2 })),
      ...(await turns(ours.list, theirs?.list, { cpu: 1.2, ratio: 5 })),
      ...(await turns(ours.add, theirs?.add, { rps: 800, ratio: 5 })),
      ...(await turns(ours.submit, theirs?.submit, { ratio: 3 }, sendVoices)),
      ...(await measurePanel(site.server, `${ours.item_id}/${ours.page_id}`, `${ours.item_id}/${ours.bare_id}`)),
    ]
  } finally {
    await peer?.stop()
    await site.stop()
  }
}

type Send = (url: string, clock: CpuClock, asked: Ask) => Promise<Pick<Load, 'rps' | 'cpu'>>

const sendFor =
  (seconds: number): Send =>
  (url, clock, { requests, connections }) =>
    load(url, clock, requests, connections, seconds)

/** A number of voices, each of the next person. */
const sendVoices: Send = async (url, clock, { requests, connections }) => {
  const [cpu, started] = [clock(), performance.now()]
  let next = 0
  const sender = async () => {
    for (let n = next++; n < VOICES; n = next++) {
      const { path, fields, headers = {} } = requests[n % requests.length] as Request
      const body = new URLSearchParams(Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)]))
      const answer = await (await fetch(url + path, { method: 'POST', body, headers })).json()
      if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, sender))
  const seconds = (performance.now() - started) / 1000
  return { rps: VOICES / seconds, cpu: (clock() - cpu) / VOICES }
}

interface Limits {
  rps?: number
  cpu?: number
  ratio?: number
}

interface Ask {
  label: string
  requests: Request[]
  connections: number
}

async function fillOurs({ call, does, db, headers }: Site) {
  const { item_id } = await does<{ item_id: string }>('item/add', { item_name: 'Orders', item_type: '1' })
  await does('comment/saveSettings', { item_id, comment_from: '2', comment_see: '3' })
  await does('feedback/saveSettings', { item_id, feedback_from: '2', feedback_show: '1' })
  const addPage = async (n: number) =>
    (
      await does<{ page_id: string }>('page/save', {
        item_id,
        page_title: `Refunds ${n}`,
        page_content: `# Refunds ${n}\n\nA refund takes three days.`,
      })
    ).page_id
  const page_id = await addPage(0)
  const bare_id = await addPage(1)
  for (let n = 0; n < THREADS; n++) {
    const { comment_id } = await does<{ comment_id: number }>('pageComment/add', { page_id, content: textOf(n) })
    for (let reply = 0; reply < REPLIES; reply++)
      await does('pageComment/add', { page_id, content: textOf(reply), parent_id: String(comment_id) })
  }
  const managers = await addPeople(db, MANAGERS, 'manager')
  const item = Number(item_id)
  await db
    .insertInto('item_member')
    .values(managers.map((uid) => ({ item_id: item, uid, member_group_id: 2, cat_id: 0, addtime: now() })))
    .execute()
  await addWatchers(db, managers, { kind: 'item', subject_id: item, item_id: item, page_id: 0 }, 'all')
  const pages: string[] = []
  for (let n = 0; n < PAGES; n++) pages.push(await addPage(n + 2))
  const writers: string[] = []
  for (let n = 0; n < WRITERS; n++) {
    const username = `writer${n}`
    await does('adminUser/addUser', { username, password: PASSWORD, name: '' })
    writers.push((await call<{ user_token: string }>('user/login', { username, password: PASSWORD })).user_token)
  }
  const voices = writers.map((token, n) => ({
    path: '/api/pageFeedback/submit',
    fields: { page_id: bare_id, feedback_type: 1 + (n % 2) },
    headers: { authorization: `Bearer ${token}` },
  }))
  return {
    item_id,
    page_id,
    bare_id,
    own: {
      label: 'comment/getList, 200 comments',
      requests: [{ path: '/api/comment/getList', fields: { page_id }, headers }],
      connections: 16,
    },
    list: {
      label: 'pageComment/getList, 200 comments',
      requests: [{ path: '/api/pageComment/getList', fields: { page_id, page: 1, count: 100 }, headers }],
      connections: 16,
    },
    add: {
      label: `pageComment/add, ${MANAGERS} managers to inform`,
      requests: pages.map((page, n) => ({
        path: '/api/pageComment/add',
        fields: { page_id: page, content: textOf(1) },
        headers: { authorization: `Bearer ${writers[n % WRITERS]}` },
      })),
      connections: 8,
    },
    submit: { label: 'pageFeedback/submit', requests: voices, connections: 8 },
  }
}

type Peer = Showdoc & { user_token: string }

/** ShowDoc with an item of two pages, its managers, and a session of its administrator. */
async function startPeer(source: string): Promise<Peer> {
  const showdoc = await startShowdoc(source, PAGES)
  const user_token = randomBytes(32).toString('hex')
  const database = new DatabaseSync(showdoc.database)
  try {
    database.exec('update item set allow_comment = 1, allow_feedback = 1')
    database
      .prepare('insert into user_token (uid, token, token_expire, ip, addtime) values (1, ?, ?, ?, ?)')
      .run(user_token, now() + 86_400, '', now())
    for (let n = 0; n < MANAGERS; n++) {
      const { lastInsertRowid } = database
        .prepare('insert into user (username, password, groupid) values (?, ?, 2)')
        .run(`manager${n}`, 'x')
      database
        .prepare('insert into item_member (item_id, uid, username, member_group_id, addtime) values (?, ?, ?, 2, ?)')
        .run(Number(showdoc.item_id), lastInsertRowid, `manager${n}`, now())
    }
  } finally {
    database.close()
  }
  return { ...showdoc, user_token }
}

async function fillTheirs({ url, page_id, user_token }: Peer) {
  const request = (path: string, fields: Record<string, string | number>): Request => ({
    path: `/server/index.php?s=/api/${path}`,
    fields: { ...fields, user_token },
  })
  const call = async (path: string, fields: Record<string, string>) => {
    const { path: to, fields: all } = request(path, fields)
    const answer = await (await fetch(url + to, { method: 'POST', body: new URLSearchParams(all as Record<string, string>) })).json()
    if (answer.error_code) throw new Error(`${path}: ${answer.error_message}`)
    return answer.data
  }
  for (let n = 0; n < THREADS; n++) {
    const { comment_id } = await call('pageComment/add', { page_id, content: textOf(n) })
    for (let reply = 0; reply < REPLIES; reply++)
      await call('pageComment/add', { page_id, content: textOf(reply), parent_id: String(comment_id) })
  }
  const { comments } = await call('pageComment/getList', { page_id, page: '1', count: '100' })
  if (comments.length !== THREADS) throw new Error(`ShowDoc has ${comments.length} threads`)
  return {
    list: {
      label: 'ShowDoc 3.9, pageComment/getList',
      requests: [request('pageComment/getList', { page_id, page: 1, count: 100 })],
      connections: 16,
    },
    add: {
      label: 'ShowDoc 3.9, pageComment/add',
      requests: Array.from({ length: PAGES - 1 }, (_, n) =>
        request('pageComment/add', { page_id: Number(page_id) + 1 + n, content: textOf(1) }),
      ),
      connections: 8,
    },
    submit: {
      label: 'ShowDoc 3.9, pageFeedback/submit',
      requests: [1, 2].map((feedback_type) => request('pageFeedback/submit', { page_id: Number(page_id) + 1, feedback_type })),
      connections: 8,
    },
  }
}
