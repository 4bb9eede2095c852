import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { killComments } from './kill-comments.ts'
import { killDeliveries } from './kill-deliveries.ts'
import { killSyncs } from './kill-syncs.ts'
import { killTrees } from './kill-trees.ts'
import { startServer } from './servers.ts'
import { createBenchShowdoc } from './showdoc-sample.ts'

/*
 * Kills the server at random times: during the saves of eight users, moves between items, imports, and a migration from ShowDoc.
 * Every acknowledged write must exist afterwards; an unacknowledged write must exist completely or not at all. The tests kill the
 * server at named steps instead (docs/decisions/0052). KILLS is the number of kills; PARTS selects saves, moves, imports, showdoc,
 * deliveries of webhooks, syncs of a description (SYNC_KILLS, on DATABASES), comments with the mails about them, and trees, which many
 * writers change through several servers (both with SEED, on DATABASES).
 */
const parts = (process.env['PARTS'] ?? 'saves,moves,imports,showdoc,deliveries,syncs,comments,trees').split(',')
const KILLS = Number(process.env['KILLS'] ?? 50)
const FEW = Math.ceil(KILLS / 5)
const WRITERS = 8
const PAGES = 2000

type Answer = Record<'user_token' | 'item_id' | 'page_id' | 'cat_id' | 'page_content', string>
let [server, lost, user_token] = [await startServer(), 0, '']
const { folder } = server
user_token = (await call('user/login', { username: 'admin', password: 'admin-password-1' })).user_token
if (parts.includes('saves')) await saves()
if (parts.includes('moves')) await moves()
if (parts.includes('imports')) await imports()
await server.stop()
if (parts.includes('showdoc')) await showdoc()
if (parts.includes('deliveries')) for (const problem of await killDeliveries(KILLS)) reportLoss(problem)
const kinds = (process.env['DATABASES'] ?? 'sqlite,postgres').split(',')
if (parts.includes('syncs')) for (const kind of kinds) lost += (await killSyncs(Number(process.env['SYNC_KILLS'] ?? 20), kind)).length
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9))
if (parts.includes('trees')) for (const kind of kinds) for (const problem of await killTrees(FEW, kind, seed)) reportLoss(problem)
if (parts.includes('comments')) {
  for (const kind of kinds) for (const problem of await killComments(KILLS, kind, seed)) reportLoss(problem)
}
process.exit(lost ? 1 : 0)

async function call(path: string, fields: Record<string, string>, file?: File): Promise<Answer> {
  const body = file ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries({ user_token, ...fields })) if (value) body.set(name, value)
  if (body instanceof FormData && file) body.set('file', file)
  const { error_code, error_message, data } = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body })).json()
  if (error_code) throw new Error(`${path}: ${error_message}`)
  return data
}

/** Kills the server after this many milliseconds, waits until the pending requests have failed, and starts it again. */
async function killedAfter<T>(milliseconds: number, sent: Promise<T>): Promise<T> {
  await wait(milliseconds)
  process.kill(server.pid, 'SIGKILL')
  const end = await sent
  await wait(50)
  server = await startServer(folder)
  return end
}

function reportLoss(problem: string) {
  lost++
  console.log(problem)
}

async function saves() {
  /** The number of the last acknowledged save by page id. */
  const acknowledged = new Map<string, number>()
  let all = 0
  const { item_id } = await call('item/add', { item_name: 'Kills' })
  const save = (page_id: string, number: number) =>
    call('page/save', {
      item_id,
      page_id,
      page_title: 'Kills',
      page_content: `save ${number} ${'of a page with some text in it '.repeat(50)}`,
    })
  for (let n = 0; n < WRITERS; n++) acknowledged.set((await save('', 0)).page_id, 0)
  const write = async (page_id: string) => {
    for (;;) {
      const next = (acknowledged.get(page_id) ?? 0) + 1
      await save(page_id, next)
      acknowledged.set(page_id, next)
      all++
    }
  }
  for (let kill = 1; kill <= KILLS; kill++) {
    await killedAfter(50 + Math.random() * 450, Promise.allSettled([...acknowledged.keys()].map(write)))
    for (const [page_id, number] of acknowledged) {
      const { page_content } = await call('page/info', { page_id })
      // The next save can be stored although its response was lost.
      const stored = Number(/^save (\d+) /.exec(page_content)?.[1])
      if (stored !== number && stored !== number + 1)
        reportLoss(`kill ${kill}, page ${page_id}: ${number} was acknowledged, ${stored} is stored`)
    }
  }
  console.log(`saves: ${KILLS} kills during ${all} acknowledged saves`)
}

/**
 * Sends the request once to measure its duration, then kills the server at evenly distributed times up to 1.2 times that duration.
 * `check` returns the problem of the stored data, or undefined.
 */
async function sweep(what: string, send: () => Promise<unknown>, check: (isAnswered: boolean) => Promise<string | undefined>) {
  const begun = performance.now()
  await send()
  const whole = performance.now() - begun
  await check(true)
  let answered = 0
  for (let kill = 0; kill < FEW; kill++) {
    const sent = send().then(
      () => true,
      () => false,
    )
    const isAnswered = await killedAfter((whole * 1.2 * kill) / FEW, sent)
    if (isAnswered) answered++
    const problem = await check(isAnswered)
    if (problem) reportLoss(`${what}, kill ${kill}: ${problem}`)
  }
  console.log(`${what}: ${FEW} kills over ${Math.round(whole)} ms, ${answered} after the response`)
}

async function pagesIn(item_id: string) {
  const { menu } = (await call('item/info', { item_id })) as unknown as { menu: { catalogs: { pages: unknown[] }[] } }
  return menu.catalogs.reduce((sum, { pages }) => sum + pages.length, 0)
}
function exported(name: string, pages: number) {
  const all = Array.from({ length: pages }, (_, n) => ({ page_title: `p${n}`, page_content: `text ${n}`, s_number: n }))
  const catalogs = [{ cat_name: 'cargo', s_number: 1, catalogs: [], pages: all }]
  return new File([JSON.stringify({ item_name: name, item_type: 1, escaped: false, pages: { pages: [], catalogs } })], 'x.json')
}

async function moves() {
  const items = [(await call('import/auto', {}, exported('From', PAGES))).item_id, (await call('item/add', { item_name: 'To' })).item_id]
  const { menu } = (await call('item/info', { item_id: items[0] as string })) as unknown as { menu: { catalogs: { cat_id: string }[] } }
  const cat_id = menu.catalogs[0]?.cat_id as string
  let at = 0
  const send = () => call('catalog/copy', { cat_id, new_p_cat_id: '0', to_item_id: items[1 - at] as string, is_del: '1' })
  await sweep('moves', send, async (isAnswered) => {
    const previous = at
    const [first, second] = [await pagesIn(items[0] as string), await pagesIn(items[1] as string)]
    at = second === 0 ? 0 : 1
    if ([`${PAGES} 0`, `0 ${PAGES}`].includes(`${first} ${second}`) && !(isAnswered && at === previous)) return undefined
    return `${first} pages are in the first item and ${second} in the second`
  })
}

async function imports() {
  let [made, known] = [0, 0]
  const list = async () => (await call('item/myList', {})) as unknown as { item_name: string; item_id: string }[]
  await sweep(
    'imports',
    () => call('import/auto', {}, exported(`Import ${++made}`, PAGES)),
    async (isAnswered) => {
      const mine = (await list()).filter(({ item_name }) => item_name === `Import ${made}`)
      known += mine.length
      for (const { item_id } of mine) if ((await pagesIn(item_id)) !== PAGES) return 'an incomplete item is visible'
      return isAnswered && mine.length === 0 ? 'it was acknowledged and is missing' : undefined
    },
  )
  console.log(`imports: ${known} of ${made} are stored`)
}

/** Kills and repeats the migration until it completes, then compares the result with the source. */
async function showdoc() {
  const [source, target] = [mkdtempSync(join(tmpdir(), 'sheaf-showdoc-')), mkdtempSync(join(tmpdir(), 'sheaf-moved-'))]
  createBenchShowdoc(source, 3000)
  const sheaf = (command: string, after?: number) =>
    new Promise<number | null>((done) => {
      const args = [resolve(import.meta.dirname, '../dist/server/sheaf.js'), command, source, '--json']
      const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], DATA_DIR: target }, stdio: 'ignore' })
      const timer = after === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), after)
      child.once('exit', (code) => {
        clearTimeout(timer)
        done(code)
      })
    })
  let kills = 0
  while (kills < KILLS && (await sheaf('import-showdoc', 200 + Math.random() * 600)) !== 0) kills++
  if ((await sheaf('import-showdoc')) !== 0 || (await sheaf('verify-showdoc')) !== 0)
    reportLoss('showdoc: the result differs from the source')
  console.log(`showdoc: ${kills} kills until it completed`)
  for (const one of [source, target]) rmSync(one, { recursive: true, force: true })
}
