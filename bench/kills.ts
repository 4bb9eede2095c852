import { setTimeout as wait } from 'node:timers/promises'
import { startOurs } from './servers.ts'

/*
 * The power fails fifty times while eight people save: whatever was acknowledged is there afterwards, and so is everything of before.
 * KILLS chooses how often.
 */
const KILLS = Number(process.env['KILLS'] ?? 50)
const WRITERS = 8

/** By page: the number of its last save that was acknowledged. */
const acknowledged = new Map<string, number>()
let [ours, saves, lost] = [await startOurs(), 0, 0]
const { folder } = ours
const first = new URLSearchParams({ username: 'admin', password: 'admin-password-1' })
const { user_token } = await call('user/login', first)
const { item_id } = await call('item/add', new URLSearchParams({ user_token, item_name: 'Kills' }))
for (let n = 0; n < WRITERS; n++) acknowledged.set((await save('', 0)).page_id, 0)

for (let kill = 1; kill <= KILLS; kill++) {
  const writers = Promise.allSettled([...acknowledged.keys()].map(write))
  await wait(50 + Math.random() * 450)
  process.kill(ours.pid, 'SIGKILL')
  await writers
  await wait(50)
  ours = await startOurs(folder)
  for (const [page_id, number] of acknowledged) {
    const { page_content } = await call('page/info', new URLSearchParams({ user_token, page_id }))
    // The one after it may have been written and its answer lost.
    const there = Number(/^save (\d+) /.exec(page_content)?.[1])
    if (there === number || there === number + 1) continue
    lost++
    console.log(`kill ${kill}, page ${page_id}: ${number} was acknowledged, ${there} is there`)
  }
}
await ours.stop()
console.log(`${KILLS} kills in the middle of ${saves} acknowledged saves: ${lost} lost`)
process.exit(lost ? 1 : 0)

async function write(page_id: string) {
  for (;;) {
    const next = (acknowledged.get(page_id) ?? 0) + 1
    await save(page_id, next)
    acknowledged.set(page_id, next)
    saves++
  }
}

function save(page_id: string, number: number) {
  const page_content = `save ${number} ${'of a page with some text in it '.repeat(50)}`
  return call('page/save', new URLSearchParams({ user_token, item_id, ...(page_id && { page_id }), page_title: 'Kills', page_content }))
}

async function call(path: string, body: URLSearchParams): Promise<Record<'user_token' | 'item_id' | 'page_id' | 'page_content', string>> {
  const { error_code, error_message, data } = await (await fetch(`${ours.url}/api/${path}`, { method: 'POST', body })).json()
  if (error_code) throw new Error(`${path}: ${error_message}`)
  return data
}
