import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pageText, sought } from './content.ts'
import { type Site, seedSite } from './mixed-load.ts'
import { type Row, report } from './report.ts'
import { type Ours, startOurs } from './servers.ts'

/*
 * R17: fifty people at work for half an hour; what a server holds must not grow by time alone. Told every half minute, and at the end
 * as the slope after a warm-up of a third. MINUTES=1440 is the long run of an operator.
 */
const MINUTES = Number(process.env['MINUTES'] ?? 30)
const PEOPLE = 50
/** Milliseconds between two requests of one of them, on average. */
const PAUSE = 1000
const EVERY = 30_000

interface Held {
  minute: number
  mb: number
  handles: number
  /** Files below the data folder that are neither the database nor uploads. */
  temporary: number
  walMb: number
}

const ours = await startOurs(undefined, { PORT: '4896' })
const site = await seedSite(ours.url, 2000)
const samples: Held[] = []
const done = { requests: 0, refused: 0 }
const refusals = new Map<string, number>()
const end = Date.now() + MINUTES * 60_000
const people = Array.from({ length: PEOPLE }, (_, n) => work(n))
for (const begun = Date.now(); Date.now() < end; await wait(EVERY)) {
  samples.push(held(ours, (Date.now() - begun) / 60_000))
  console.log(JSON.stringify(samples.at(-1)), done)
}
await Promise.all(people)
await wait(2000)
const last = held(ours, MINUTES)
const settled = samples.slice(Math.floor(samples.length / 3))
const rows: Row[] = [
  {
    what: 'Memory by the hour, after the warm-up',
    unit: 'MB',
    measured: slope(settled.map(({ minute, mb }) => [minute / 60, mb])),
    promise: 1,
  },
  { what: 'Memory at the end', unit: 'MB', measured: last.mb, promise: 200 },
  { what: 'Open handles, more than after a minute', unit: '', measured: last.handles - (samples[2]?.handles ?? 0), promise: 5 },
  { what: 'Temporary files at the end', unit: '', measured: last.temporary, promise: 0 },
  { what: 'Log of the database, at most', unit: 'MB', measured: Math.max(...samples.map(({ walMb }) => walMb)), promise: 64 },
  { what: 'Requests that were refused or failed', unit: '', measured: done.refused, promise: 0 },
]
console.log(
  `\n${done.requests} requests in ${MINUTES} minutes, Node ${process.versions.node}\n\n${report(rows)}`,
  Object.fromEntries(refusals),
)
await ours.stop()

/** One of them: reads, searches, writes, uploads and deletes, locks, leaves and comes back. */
async function work(n: number) {
  const { token, item_id, page_ids }: Site = site
  const page_id = page_ids[(n * 37) % page_ids.length] as string
  for (let turn = n; Date.now() < end; turn++) {
    await wait(PAUSE * (0.5 + Math.random()))
    const look = page_ids[(turn * 7919) % page_ids.length] as string
    await [
      () => ask('page/info', { page_id: look }),
      () => ask('page/info', { page_id: look }),
      () => ask('item/info', { item_id }),
      () => ask('item/search', { user_token: token, item_id, keyword: sought.rare }),
      () => ask('page/save', { user_token: token, page_id, item_id, page_title: `Work ${n}`, page_content: `${pageText(n)}\n\n${turn}` }),
      () => ask('page/setLock', { user_token: token, page_id, item_id }),
      () => ask('page/history', { user_token: token, page_id }),
      () => ask('common/createCaptcha', {}),
      () => upload(token, item_id, `${n}-${turn}.txt`),
      () =>
        turn % 20 === 0
          ? ask('export/markdown', { user_token: token, item_id, page_id })
          : ask('item/detail', { user_token: token, item_id }),
      () => ask('user/login', { username: 'admin', password: 'admin-password-1' }),
    ][turn % 11]?.()
  }
}

async function ask(path: string, fields: Record<string, string> | FormData): Promise<Record<string, string> | undefined> {
  done.requests++
  try {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    const answer = await fetch(`${ours.url}/api/${path}`, { method: 'POST', body })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isEnvelope = answer.headers.get('content-type')?.startsWith('application/json')
    const said = isEnvelope ? JSON.parse(String(bytes)) : {}
    if (!answer.ok || said.error_code) throw new Error(`${answer.status} ${said.error_message ?? ''}`)
    return said.data ?? said
  } catch (error) {
    done.refused++
    const why = `${path}: ${(error as Error).message}`
    refusals.set(why, (refusals.get(why) ?? 0) + 1)
  }
  return undefined
}

async function upload(user_token: string, item_id: string, name: string) {
  const form = new FormData()
  for (const [key, value] of Object.entries({ user_token, item_id })) form.set(key, value)
  form.set('file', new Blob(['text '.repeat(4000)]), name)
  const file = await ask('page/upload', form)
  if (file?.['file_id']) await ask('attachment/deleteMyAttachment', { user_token, file_id: file['file_id'] })
}

/** What goes away while it is looked at was temporary, and is gone. */
function* filesBelow(folder: string): Generator<Dirent> {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name))
      else yield entry
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function held({ pid, folder }: Ours, minute: number): Held {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const names = [...filesBelow(folder)]
  const wal = names.find(({ name }) => name.endsWith('.db-wal'))
  return {
    minute: Math.round(minute * 10) / 10,
    mb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    temporary: names.filter(({ name }) => /\.part|\.tmp|upload|export/.test(name)).length,
    walMb: wal ? statSync(join(wal.parentPath, wal.name)).size / 1e6 : 0,
  }
}

/** Of the line that fits these points best. */
function slope(points: [x: number, y: number][]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const [above, below] = points.reduce(([a, b], [px, py]) => [a + (px - x) * (py - y), b + (px - x) ** 2], [0, 0])
  return above / below
}
