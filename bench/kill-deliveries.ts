import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { type Person, signIn } from './agents/person.ts'
import { ownAddress } from './agents/receivers.ts'
import { type BenchServer, startServer } from './servers.ts'

/*
 * R26: kills a server while it saves, notes changes and delivers. Afterwards each page that was acknowledged has its entry in the log of
 * changes, each webhook has received the last version of each page, and what came twice came with the same id.
 */
const WEBHOOKS = 3
const WRITERS = 2
/** Milliseconds between two saves of a writer, so that receivers keep up. */
const PAUSE_MS = 100
const ANSWER_MS = 15
const END_SECONDS = 240

interface Received {
  /** The ids of each event by webhook, page and version. */
  ids: Map<string, Set<string>>
  /** The last version of each page by webhook and page. */
  last: Map<string, number>
  all: number
  doubles: number
  /** Connections that a kill ended before the response. */
  cut: number
}

async function startReceiver(host: string) {
  const received: Received = { ids: new Map(), last: new Map(), all: 0, doubles: 0, cut: 0 }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    let body = ''
    try {
      for await (const part of request) body += part
    } catch {
      received.cut++
      return
    }
    const { page } = (JSON.parse(body) as { data: { page: { id: string; version: string } } }).data
    const [id, key] = [String(request.headers['webhook-id']), `${path} ${page.id} ${page.version}`]
    const known = received.ids.get(key) ?? new Set()
    if (known.has(id)) received.doubles++
    received.ids.set(key, known.add(id))
    received.last.set(`${path} ${page.id}`, Math.max(received.last.get(`${path} ${page.id}`) ?? 0, Number(page.version)))
    received.all++
    await wait(ANSWER_MS)
    if (response.destroyed) received.cut++
    else response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  const address = server.address()
  return { received, server, url: `http://${host}:${typeof address === 'object' ? address?.port : ''}` }
}

/** Returns the problems that were found. */
export async function killDeliveries(kills: number): Promise<string[]> {
  if (!ownAddress) return ['this machine has no IPv4 address in a network, which receivers of webhooks need']
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-deliveries-'))
  const { received, server: receiver, url } = await startReceiver(ownAddress)
  const start = () => startServer(folder, { OUTBOUND_ALLOW: String(ownAddress) })
  const database = <T>(use: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(join(folder, 'sheaf.db'))
    try {
      db.exec('pragma busy_timeout = 10000')
      return use(db)
    } finally {
      db.close()
    }
  }
  let server: BenchServer = await start()
  let person: Person = await signIn(server)
  const { item_id } = await person.call<{ item_id: string }>('item/add', { item_name: 'Kills' })
  for (let n = 0; n < WEBHOOKS; n++)
    await person.call('webhook/save', {
      item_id,
      name: `Receiver ${n}`,
      kind: 'json',
      url: `${url}/${n}`,
      events: JSON.stringify(['page.created', 'page.changed']),
      language: 'en',
      is_on: '1',
    })

  /** The version of the last acknowledged save of each page. */
  const acknowledged = new Map<string, number>()
  let saves = 0
  const write = async () => {
    for (let latest = ''; ; saves++) {
      // Every third save changes the page that was created before.
      const page = saves % 3 === 2 && latest ? { page_id: latest } : {}
      const fields = { item_id, page_title: `Page ${saves}`, page_content: `save ${saves} ${'of a page with text '.repeat(30)}` }
      const made = await person.call<{ page_id: string; version: string }>('page/save', { ...fields, ...page })
      latest = made.page_id
      acknowledged.set(latest, Number(made.version))
      await wait(PAUSE_MS)
    }
  }
  for (let kill = 0; kill < kills; kill++) {
    const writing = Promise.allSettled(Array.from({ length: WRITERS }, write))
    await wait(300 + Math.random() * 1200)
    process.kill(server.pid, 'SIGKILL')
    await writing
    await wait(50)
    // As if the minute had passed in which a claim of the killed server keeps others away.
    database((db) => db.exec('update webhook set claimed_until = 0, due_time = 0'))
    server = await start()
    if (kill % 20 === 19) console.log(`deliveries: ${kill + 1} kills, ${saves} saves, ${received.all} requests, ${received.cut} cut off`)
  }

  const stored = () =>
    database((db) => ({
      pages: db.prepare('select page_id, version from page where item_id = ?').all(Number(item_id)) as {
        page_id: number
        version: number
      }[],
      noted: new Map(
        db
          .prepare('select page_id, max(version_to) as version from change group by page_id')
          .all()
          .map(({ page_id, version }) => [Number(page_id), Number(version)]),
      ),
      deliveries: db.prepare('select state, count(*) as count from webhook_delivery group by state').all(),
    }))
  const { pages, noted } = stored()
  const missing = () =>
    pages.flatMap(({ page_id, version }) =>
      Array.from({ length: WEBHOOKS }, (_, n) => `/${n} ${page_id}`).filter((key) => received.last.get(key) !== version),
    )
  for (const end = Date.now() + END_SECONDS * 1000; missing().length > 0 && Date.now() < end; ) await wait(200)
  await wait(1000)
  person = await signIn(server)
  const problems = [
    ...missing().map((key) => `not delivered: ${key}`),
    ...pages
      .filter(({ page_id, version }) => noted.get(page_id) !== version)
      .map(({ page_id }) => `page ${page_id} has no entry for its version`),
    ...[...acknowledged].flatMap(([page_id, version]) => {
      const page = pages.find((one) => String(one.page_id) === page_id)
      return page && page.version >= version ? [] : `version ${version} of page ${page_id} was acknowledged and is not stored`
    }),
    ...[...received.ids].filter(([, ids]) => ids.size > 1).map(([key, ids]) => `${ids.size} ids of one event: ${key}`),
  ]
  const states = stored()
    .deliveries.map(({ state, count }) => `${count} ${state}`)
    .join(', ')
  await server.stop()
  receiver.closeAllConnections()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
  console.log(
    `deliveries: ${kills} kills during ${saves} acknowledged saves; ${received.all} requests to ${WEBHOOKS} receivers, ${received.cut} cut off, ${received.doubles} repeated with the same id; deliveries: ${states}`,
  )
  return problems
}
