import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { bodyMaxOf, everyCall } from '@sheaf/contract'
import { families } from '../server/src/test/samples/hostile-bodies.ts'
import { type Row, report } from './report.ts'
import { startOurs } from './servers.ts'

/*
 * The promise that one request does not stop the others: hostile bodies of every size up to the limit to every call, from a visitor and
 * from a user who has signed in, while another thread asks /healthz every 20 ms. Limits per address are off, because otherwise the server
 * would hardly read a body.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 60)
const PROMISE = 100
/** What one turn of the event loop may take of the CPU: on a machine that is busy with other things this is what tells. */
const TURN = 50
const AT_ONCE = 4
const rows: Row[] = []

const probe = join(mkdtempSync(join(tmpdir(), 'sheaf-probe-')), 'turn')
const ours = await startOurs(undefined, {
  NODE_OPTIONS: `--import=${new URL('./hostile-probe.ts', import.meta.url).href} --disable-warning=ExperimentalWarning`,
  PROBE: probe,
})
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
const token = await signIn()
const watch = new Worker(new URL('./hostile-watch.ts', import.meta.url), { workerData: { url: ours.url } })
await new Promise((ready) => watch.once('online', ready))
// What starting took is no turn that a request waited for.
await longestTurn()
await new Promise((begun) => setTimeout(begun, 1000))
tell('nothing', await taken(), await longestTurn(), 0, {})

const each = (SECONDS * 1000) / Object.keys(families).length
for (const [name, { type, make }] of Object.entries(families)) {
  const until = performance.now() + each
  const answers: Record<string, number> = {}
  let count = 0
  const work = requestsOf(make)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = work.next(); !next.done && performance.now() < until; next = work.next()) {
        const { path, body, isSignedIn } = next.value
        const said = await post(path, body, type, isSignedIn)
        answers[said] = (answers[said] ?? 0) + 1
        count++
      }
    }),
  )
  tell(name, await taken(), await longestTurn(), count, answers)
}
const high = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${ours.pid}/status`, 'utf8'))?.[1]) / 1024
rows.push({ what: 'Resident memory at its highest', unit: 'MB', measured: high, promise: 1500 })
await watch.terminate()
await ours.stop()
rmSync(dirname(probe), { recursive: true })

// What pages of hostile Markdown take is measured where they are rendered.
const pages = join(import.meta.dirname, 'hostile-pages.ts')
if (existsSync(pages)) {
  const { hostilePagesRows } = (await import(pathToFileURL(pages).href)) as { hostilePagesRows: () => Promise<Row[]> }
  rows.push(...(await hostilePagesRows()))
}
console.log(`\nNode ${process.versions.node}\n\n${report(rows)}`)
process.exit()

/** Those that may be longest first, for they take the most; then every call with a small one, then every call with its largest. */
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

function post(path: string, body: Buffer, type: string, isSignedIn: boolean): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': type, 'content-length': body.length, ...(isSignedIn ? { authorization: `Bearer ${token}` } : {}) }
    const sent = request(`${ours.url}/api/${path}`, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text = (text + chunk).slice(0, 100)
      })
      answer.on('close', () => resolve(`${answer.statusCode} ${/"error_code":(\d+)/.exec(text)?.[1] ?? ''}`.trim()))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    sent.end(body)
  })
}

async function signIn() {
  const body = new URLSearchParams({ username: 'admin', password: 'admin-password-1' })
  const answer = await (await fetch(`${ours.url}/api/user/login`, { method: 'POST', body })).json()
  return (answer as { data: { user_token: string } }).data.user_token
}

/** Since it was asked last. */
async function longestTurn(): Promise<number> {
  rmSync(probe, { force: true })
  process.kill(ours.pid, 'SIGUSR2')
  while (!existsSync(probe)) await new Promise((again) => setTimeout(again, 20))
  return Number(readFileSync(probe, 'utf8'))
}

function taken(): Promise<number[]> {
  return new Promise((answer) => {
    watch.once('message', answer)
    watch.postMessage('take')
  })
}

function tell(name: string, times: number[], turn: number, count: number, answers: Record<string, number>) {
  times.sort((a, b) => a - b)
  const [worst = 0, p99 = 0] = [times.at(-1), times[Math.floor(times.length * 0.99)]]
  console.log(
    `${name}: ${count} requests, /healthz p99 ${p99.toFixed(0)} ms, at worst ${worst.toFixed(0)} ms, longest turn ${turn.toFixed(0)} ms of CPU`,
    JSON.stringify(answers),
  )
  rows.push({ what: `/healthz at worst during ${name}`, unit: 'ms', measured: worst, promise: PROMISE })
  rows.push({ what: `Longest turn of the event loop during ${name}, of CPU`, unit: 'ms', measured: turn, promise: TURN })
  const broken = Object.entries(answers).reduce((sum, [said, n]) => sum + (said.startsWith('500') ? n : 0), 0)
  if (broken) rows.push({ what: `Answered with 500: ${name}`, unit: '', measured: broken, promise: 0 })
}
