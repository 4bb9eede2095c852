import { existsSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { bodyMaxOf, everyCall } from '@sheaf/contract'
import { families } from '../server/src/test/samples/hostile-bodies.ts'
import { type Row, report } from './report.ts'
import { startServer } from './servers.ts'
import { TURN_LIMIT_MS, turnProbe } from './turns.ts'

/*
 * Checks that one request does not block the others. Hostile bodies of every size up to the limit go to every call, from a visitor
 * and from a signed-in user. Meanwhile another thread requests /healthz every 20 ms. Rate limits are off; with them the server would
 * read almost no body.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 60)
const HEALTH_LIMIT_MS = 100
const CONCURRENCY = 4
const rows: Row[] = []

const probe = turnProbe()
const server = await startServer(undefined, probe.settings)
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
const token = await signIn()
const watch = new Worker(new URL('./hostile-watch.ts', import.meta.url), { workerData: { url: server.url } })
await new Promise((ready) => watch.once('online', ready))
// Resets the probe, because no request waited for the turns of the start.
await probe.longest(server.pid)
await new Promise((begun) => setTimeout(begun, 1000))
record('nothing', await healthTimes(), await probe.longest(server.pid), 0, {})

const each = (SECONDS * 1000) / Object.keys(families).length
for (const [name, { type, make }] of Object.entries(families)) {
  const until = performance.now() + each
  const outcomes: Record<string, number> = {}
  let count = 0
  const work = requestsOf(make)
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let next = work.next(); !next.done && performance.now() < until; next = work.next()) {
        const { path, body, isSignedIn } = next.value
        const outcome = await post(path, body, type, isSignedIn)
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        count++
      }
    }),
  )
  record(name, await healthTimes(), await probe.longest(server.pid), count, outcomes)
}
const high = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
rows.push({ label: 'Resident memory, maximum', unit: 'MB', measured: high, limit: 1500 })
await watch.terminate()
await server.stop()
probe.end()

// Hostile Markdown is measured by the renderer alone.
const pages = join(import.meta.dirname, 'hostile-pages.ts')
if (existsSync(pages)) {
  const { hostilePagesRows } = (await import(pathToFileURL(pages).href)) as { hostilePagesRows: () => Promise<Row[]> }
  rows.push(...(await hostilePagesRows()))
}
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)
process.exit()

/** First the calls with the largest limits, then every call with a small body, then every call with a quarter of its limit and its limit. */
function* requestsOf(make: (bytes: number) => Buffer | string) {
  const calls = everyCall().map(([group, action, call]) => ({ path: `${group}/${action}`, most: bodyMaxOf(call) }))
  const bodies = new Map<number, Buffer>()
  const bodyOf = (bytes: number) => {
    const known = bodies.get(bytes) ?? Buffer.from(make(bytes))
    bodies.set(bytes, known)
    return known
  }
  const both = function* (path: string, bytes: number) {
    for (const isSignedIn of [true, false]) yield { path, body: bodyOf(bytes - 1024), isSignedIn }
  }
  for (const { path, most } of calls.filter(({ most }) => most > 6 * 1024 * 1024).slice(0, 3)) yield* both(path, most)
  for (const { path } of calls) yield* both(path, 64 * 1024)
  for (const { path, most } of calls) for (const share of [4, 1]) yield* both(path, Math.ceil(most / share))
}

/** Resolves to the status and error code of the response, or to the code of a network error. */
function post(path: string, body: Buffer, type: string, isSignedIn: boolean): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': type, 'content-length': body.length, ...(isSignedIn ? { authorization: `Bearer ${token}` } : {}) }
    const sent = request(`${server.url}/api/${path}`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text = (text + chunk).slice(0, 100)
      })
      response.on('close', () => resolve(`${response.statusCode} ${/"error_code":(\d+)/.exec(text)?.[1] ?? ''}`.trim()))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    sent.end(body)
  })
}

async function signIn() {
  const body = new URLSearchParams({ username: 'admin', password: 'admin-password-1' })
  const response = await (await fetch(`${server.url}/api/user/login`, { method: 'POST', body })).json()
  return (response as { data: { user_token: string } }).data.user_token
}

/** Response times of /healthz in ms since the last call. */
function healthTimes(): Promise<number[]> {
  return new Promise((resolve) => {
    watch.once('message', resolve)
    watch.postMessage('take')
  })
}

function record(name: string, times: number[], turn: number, count: number, outcomes: Record<string, number>) {
  times.sort((a, b) => a - b)
  const [worst = 0, p99 = 0] = [times.at(-1), times[Math.floor(times.length * 0.99)]]
  console.log(
    `${name}: ${count} requests, /healthz p99 ${p99.toFixed(0)} ms, slowest ${worst.toFixed(0)} ms, longest turn ${turn.toFixed(0)} ms of CPU`,
    JSON.stringify(outcomes),
  )
  rows.push({ label: `Slowest /healthz during ${name}`, unit: 'ms', measured: worst, limit: HEALTH_LIMIT_MS })
  rows.push({ label: `CPU time of the longest event loop turn during ${name}`, unit: 'ms', measured: turn, limit: TURN_LIMIT_MS })
  const failures = Object.entries(outcomes).reduce((sum, [outcome, n]) => sum + (outcome.startsWith('500') ? n : 0), 0)
  if (failures) rows.push({ label: `Answered with 500: ${name}`, unit: '', measured: failures, limit: 0 })
}
