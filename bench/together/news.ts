import { setTimeout as wait } from 'node:timers/promises'
import { catchMail } from '../../server/src/test/servers/mail-catcher.ts'
import { type Load, load, type Request } from '../load.ts'
import type { Row } from '../report.ts'
import { cpuMs } from '../servers.ts'
import { TURN_LIMIT_MS, turnProbe } from '../turns.ts'
import { watched } from '../watch.ts'
import { addPeople, addWatchers, median, seconds as now, PART, type Site, startSite } from './site.ts'

const ROUNDS = 5
const WATCHERS_OF_SAVES = 500
const PAGES = 20
const CONNECTIONS = 8
const MAILS_A_MINUTE = 6000
/** How long another reader is measured before the work. */
const BEFORE_MS = 3000
/** Older than every time of a digest of the last day. */
const TWO_DAYS = 2 * 86_400

/** Saves of watched pages, a change that thousands watch, and thousands of digests. */
export async function measureNews(kind: string, seconds: number, size: { watchers: number; digests: number }): Promise<Row[]> {
  const mail = await countMail()
  const probe = turnProbe()
  const site = await startSite(kind, { ...probe.settings, SMTP_URL: mail.url, PUBLIC_URL: 'https://docs.example.com' })
  try {
    const { item_id } = await site.does<{ item_id: string }>('item/add', { item_name: 'Orders', item_type: '1' })
    const pages: string[] = []
    for (let n = 0; n < 2 * PAGES + 2; n++)
      pages.push((await site.does<{ page_id: string }>('page/save', { item_id, page_title: `Page ${n}`, page_content: textOf(n) })).page_id)
    const saves = await measureSaves(site, item_id, pages.slice(0, 2 * PAGES), seconds)
    const [one, other] = pages.slice(2 * PAGES) as [string, string]
    const label = `${kind}: `
    return [
      ...saves,
      ...(await measureWatchers(site, item_id, one, other, size.watchers, probe)),
      ...(await measureDigests(site, item_id, pages.slice(0, PAGES), other, size.digests, mail, probe)),
    ].map((row) => ({ ...row, label: label + row.label }))
  } finally {
    await site.stop()
    await mail.close()
    probe.end()
  }
}

type Probe = ReturnType<typeof turnProbe>

const textOf = (n: number, version = 0) =>
  `# Page ${n}\n\nState ${version}.\n\n${'A warehouse keeps what the orders ask for, and counts every article. '.repeat(20)}`

/** Saves of pages that 500 people watch, in turns with saves of pages that no one else watches. */
async function measureSaves({ db, server, headers }: Site, item_id: string, pages: string[], seconds: number): Promise<Row[]> {
  const uids = await addPeople(db, WATCHERS_OF_SAVES, 'saver')
  for (const page_id of pages.slice(0, PAGES)) await addWatchers(db, uids, ofPage(item_id, page_id), 'changes')
  const requests = (of: string[]): Request[] =>
    of.map((page_id, n) => ({
      path: '/api/page/save',
      body: `${new URLSearchParams({ page_id, item_id, page_title: `Page ${n}`, page_content: textOf(n) })}%0A%0A[<id>]`,
      headers,
    }))
  const turns: [Load, Load][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const time = round ? seconds : 1
    const pair: [Load, Load] = [
      await load(server.url, server.pid, requests(pages.slice(0, PAGES)), CONNECTIONS, time),
      await load(server.url, server.pid, requests(pages.slice(PAGES)), CONNECTIONS, time),
    ]
    if (round > 0) turns.push(pair)
  }
  return [
    { label: `page/save, ${WATCHERS_OF_SAVES} watchers: saves per second`, unit: '', measured: median(turns.map(([one]) => one.rps)) },
    { label: 'page/save without watchers: saves per second', unit: '', measured: median(turns.map(([, none]) => none.rps)) },
    {
      label: `page/save, ${WATCHERS_OF_SAVES} watchers: time relative to none`,
      unit: '×',
      measured: median(turns.map(([one, none]) => none.rps / one.rps)),
      limit: 1.05,
    },
  ]
}

const ofPage = (item_id: string, page_id: string) => ({
  kind: 'page' as const,
  subject_id: Number(page_id),
  item_id: Number(item_id),
  page_id: Number(page_id),
})

/** One change of a page that many watch, until each of them has the notice. */
async function measureWatchers(
  { db, does, server }: Site,
  item_id: string,
  page_id: string,
  other: string,
  watchers: number,
  probe: Probe,
): Promise<Row[]> {
  const uids = await addPeople(db, watchers, 'watcher')
  await addWatchers(db, uids, ofPage(item_id, page_id), 'changes')
  const noticed = async () =>
    Number(
      (
        await db
          .selectFrom('notice')
          .select((row) => row.fn.countAll().as('n'))
          .where('page_id', '=', Number(page_id))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const before = await watched(server, other, () => wait(BEFORE_MS))
  const cpu = cpuMs(server.pid)
  await probe.longest(server.pid)
  const during = await watched(server, other, async () => {
    await does('page/save', { page_id, item_id, page_title: 'Watched', page_content: textOf(0, 1) })
    const until = performance.now() + 120_000
    while ((await noticed()) < watchers) {
      if (performance.now() > until) throw new Error(`Only ${await noticed()} of ${watchers} were informed`)
      await wait(100)
    }
  })
  const turn = await probe.longest(server.pid)
  return [
    { label: `A change that ${watchers} watch: all are informed after`, unit: 's', measured: during.seconds, limit: 10 },
    { label: 'CPU of the server for that', unit: 's', measured: (cpuMs(server.pid) - cpu) / 1000 },
    {
      label: 'page/info of another reader in that time, 95th percentile relative to before',
      unit: '×',
      measured: during.p95 / before.p95,
      limit: 2,
    },
    { label: 'page/info of another reader in that time, longest', unit: 'ms', measured: during.worst },
    { label: 'Longest turn of the event loop in that time, CPU', unit: 'ms', measured: turn, limit: TURN_LIMIT_MS },
  ]
}

/** Daily digests about twenty changed pages, all due when the server starts. */
async function measureDigests(
  site: Site,
  item_id: string,
  pages: string[],
  other: string,
  digests: number,
  mail: { count: () => number },
  probe: Probe,
): Promise<Row[]> {
  const { db } = site
  await db.deleteFrom('tell').execute()
  // More than the call takes, so that the rate limit does not decide the time.
  await db
    .insertInto('site_config')
    .values({ name: 'mail_per_minute', value: String(MAILS_A_MINUTE) })
    .execute()
  const changes = await db
    .selectFrom('change')
    .select(['page_id', (row) => row.fn.max('change_id').as('change_id')])
    .where('page_id', 'in', pages.map(Number))
    .groupBy('page_id')
    .execute()
  const uids = await addPeople(db, digests, 'mailed')
  const before = await withCpu(site, () => watched(site.server, other, () => wait(BEFORE_MS)))
  const at = now() - TWO_DAYS
  const ofChange = {
    news_group: 'watched',
    kind: 'page.changed',
    item_id: Number(item_id),
    mail: 'daily' as const,
    addtime: at,
    last_time: at,
  }
  const rows = uids.flatMap((uid) =>
    changes.map(({ page_id, change_id }) => ({
      uid,
      ...ofChange,
      page_id: Number(page_id),
      news_key: `page.changed:${page_id}`,
      about: JSON.stringify({ by: ['admin'], count: 1, change_ids: [Number(change_id)] }),
    })),
  )
  for (let from = 0; from < rows.length; from += PART)
    await db
      .insertInto('tell')
      .values(rows.slice(from, from + PART))
      .execute()
  const started = mail.count()
  await site.restart()
  // No request waits for the turns of the start.
  await probe.longest(site.server.pid)
  const during = await withCpu(site, () =>
    watched(site.server, other, async () => {
      const until = performance.now() + 600_000
      while (mail.count() - started < digests) {
        if (performance.now() > until) throw new Error(`Only ${mail.count() - started} of ${digests} digests came`)
        await wait(250)
      }
    }),
  )
  const turn = await probe.longest(site.server.pid)
  return [
    {
      label: `${digests} digests of ${changes.length} pages, at most ${MAILS_A_MINUTE} a minute: sent after`,
      unit: 's',
      measured: during.seconds,
    },
    {
      label: 'CPU of the server for that, without the other reader',
      unit: 's',
      measured: during.cpuSeconds - (before.cpuSeconds / before.seconds) * during.seconds,
      limit: (60 * digests) / 5000,
    },
    {
      label: 'page/info of another reader in that time, 95th percentile relative to before',
      unit: '×',
      measured: during.p95 / before.p95,
      limit: 2,
    },
    { label: 'page/info of another reader in that time, longest', unit: 'ms', measured: during.worst },
    { label: 'Longest turn of the event loop in that time, CPU', unit: 'ms', measured: turn, limit: TURN_LIMIT_MS },
  ]
}

async function withCpu<T>({ server }: Site, work: () => Promise<T>) {
  const before = cpuMs(server.pid)
  return { ...(await work()), cpuSeconds: (cpuMs(server.pid) - before) / 1000 }
}

/** A mail server that counts the mails, and keeps none. */
async function countMail() {
  const { url, letters, close } = await catchMail()
  let count = 0
  return {
    url,
    close,
    count() {
      count += letters.splice(0).length
      return count
    },
  }
}
