import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from './grow-postgres.ts'
import { OPERATIONS, referenceOpenapi } from './reference/sample.ts'
import { type BenchServer, startServer } from './servers.ts'

/*
 * R126: kills a server at points that are spread over the sync of a description with 1,166 operations. Each version changes a schema that
 * all operations use, has a new operation, and lacks the new one of the version before. Afterwards every page, the tree and the search
 * show one version, the old one or the new one, and the same push ends the sync.
 */
const READERS = 8

interface Tree {
  pages: { page_id: string; page_title: string }[]
  catalogs: Tree[]
}
const pagesIn = (tree: Tree): Tree['pages'] => [...tree.pages, ...tree.catalogs.flatMap(pagesIn)]
const markOf = (n: number) => `mark${n}ofversion`

const sample = referenceOpenapi()

function versionOf(n: number): Blob {
  const document = JSON.parse(sample)
  document.components.schemas.envelope.properties.success.description = `Whether the call has succeeded, ${markOf(n)}.`
  const [first] = Object.values<{ get: object }>(document.paths)
  document.paths[`/zones/new-${n}`] = { get: { ...first?.get, operationId: `new-${n}`, summary: `New in ${n}`, parameters: [] } }
  return new Blob([JSON.stringify(document)])
}

/** Returns the problems that were found. */
export async function killSyncs(kills: number, kind: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-syncs-'))
  const postgres = kind === 'postgres' ? await startPostgres({ fsync: 'on' }) : undefined
  const start = () => startServer(folder, postgres ? { DATABASE_URL: postgres.url } : {})
  let server: BenchServer = await start()
  let user_token = ''
  const problems: string[] = []
  const note = (problem: string) => {
    problems.push(problem)
    console.log(problem)
  }
  const call = async <T>(path: string, fields: Record<string, string>, file?: Blob): Promise<T> => {
    const body = file ? new FormData() : new URLSearchParams()
    for (const [name, value] of Object.entries({ user_token, ...fields })) if (value) body.set(name, value)
    if (body instanceof FormData && file) body.set('file', file, 'zones.json')
    const { error_code, error_message, data } = await (await fetch(`${server.url}/api/${path}`, { method: 'POST', body })).json()
    if (error_code) throw new Error(`${path}: ${error_message}`)
    return data
  }
  /** Sends the request, and kills the server after this time; returns whether it had answered. */
  async function killedAfter(milliseconds: number, send: () => Promise<unknown>): Promise<boolean> {
    let isAnswered = false
    const sent = send().then(
      () => (isAnswered = true),
      () => {},
    )
    await wait(milliseconds)
    const wasAnswered = isAnswered
    process.kill(server.pid, 'SIGKILL')
    await sent
    await wait(50)
    server = await start()
    return wasAnswered
  }
  const treeOf = async (item_id: string) => pagesIn((await call<{ menu: Tree }>('item/info', { item_id })).menu)
  const seqOf = async (item_id: string) => Number((await call<{ seq: string }[]>('source/list', { item_id }))[0]?.seq ?? 0)

  /** The problem with the shown version of this number; undefined if it is whole. */
  async function problemOf(item_id: string, n: number): Promise<string | undefined> {
    const pages = await treeOf(item_id)
    // Its introduction, its operations and the new one.
    if (pages.length !== OPERATIONS + 2) return `${pages.length} pages`
    if (!pages.some(({ page_title }) => page_title === `New in ${n}`)) return 'the new operation is missing'
    const left = pages.filter(({ page_title }) => page_title.startsWith('New in ')).length - 1
    if (left > 0) return `${left} operations of other versions`
    const operations = pages.slice(1)
    let [other, shown] = [0, 0]
    const read = async (first: number) => {
      for (let at = first; at < operations.length; at += READERS) {
        const { page_content } = await call<{ page_content: string }>('page/info', { page_id: operations[at]?.page_id ?? '' })
        if (page_content.includes(markOf(n))) shown++
        else other++
      }
    }
    await Promise.all(Array.from({ length: READERS }, (_, first) => read(first)))
    if (other > 0) return `${shown} pages show it, ${other} do not`
    const find = async (keyword: string) => pagesIn((await call<{ menu: Tree }>('item/info', { item_id, keyword })).menu).length
    if ((await find(markOf(n))) === 0) return 'the search does not find it'
    if ((await find(markOf(n - 1))) + (await find(markOf(n + 1))) > 0) return 'the search finds another version'
    return undefined
  }
  /** Checks that the old version or the new one is shown; an acknowledged one is. */
  async function check(what: string, item_id: string, n: number, isAnswered: boolean): Promise<number> {
    const seq = await seqOf(item_id)
    if (seq !== n && (isAnswered || seq !== n - 1)) note(`${what}: version ${seq} is shown, ${n} was sent`)
    const problem = seq === 0 ? ((await treeOf(item_id)).length > 0 ? 'pages without a version' : undefined) : await problemOf(item_id, seq)
    if (problem) note(`${what}: version ${seq}: ${problem}`)
    return seq
  }

  try {
    user_token = (await call<{ user_token: string }>('user/login', { username: 'admin', password: 'admin-password-1' })).user_token
    const { item_id } = await call<{ item_id: string }>('item/add', { item_name: 'Syncs' })
    const add = (to: string) =>
      call<{ source_id: string }>(
        'source/add',
        { item_id: to, name: 'zones', title: 'Zones', request_id: `first-version-of-${to}` },
        versionOf(1),
      )
    let begun = performance.now()
    const { source_id } = await add(item_id)
    const firstMs = performance.now() - begun
    const push = (n: number) => call<{ state: string }>('source/push', { source_id }, versionOf(n))
    begun = performance.now()
    await push(2)
    const nextMs = performance.now() - begun
    await check('before the kills', item_id, 2, true)
    let [shown, old, answered] = [2, 0, 0]
    for (let kill = 0; kill < kills; kill++) {
      const n = shown + 1
      const what = `${kind}, kill ${kill + 1} of the next version`
      const isAnswered = await killedAfter((nextMs * 1.1 * (kill + 0.5)) / kills, () => push(n))
      if (isAnswered) answered++
      const seq = await check(what, item_id, n, isAnswered)
      if (seq < n) old++
      console.log(`${what}: ${seq < n ? 'the old version' : 'the new version'}`)
      const { state } = await push(n)
      if (state !== (seq < n ? 'applied' : 'same')) note(`${what}: the same push is ${state}`)
      shown = n
    }
    await check('after the kills', item_id, shown, true)
    console.log(
      `${kind}: ${kills} kills over ${Math.round(nextMs)} ms of a sync, ${old} with the old version, ${answered} after the answer`,
    )
    const few = Math.ceil(kills / 5)
    for (let kill = 0; kill < few; kill++) {
      const fresh = (await call<{ item_id: string }>('item/add', { item_name: `First ${kill}` })).item_id
      const isAnswered = await killedAfter((firstMs * 1.1 * (kill + 0.5)) / few, () => add(fresh))
      const what = `${kind}, kill ${kill + 1} of the first version`
      await check(what, fresh, 1, isAnswered)
      await add(fresh)
      const problem = await problemOf(fresh, 1)
      if (problem) note(`${what}: after the same push: ${problem}`)
    }
    console.log(`${kind}: ${few} kills over ${Math.round(firstMs)} ms of a first sync`)
  } finally {
    await server.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return problems
}
