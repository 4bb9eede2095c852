import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aServerToKill, databases, type Moment } from '../test/process/crash.ts'
import { startProcess } from '../test/process/process.ts'

const WRITERS = 8
const writers = Array.from({ length: WRITERS }, (_, n) => n)

class Refused extends Error {}

interface Reply {
  error_code: number
  data: never
}

/** Eight writers save their own pages concurrently until the server ends. Returns the acknowledged texts per page, and the refusals. */
async function saveUntilEnd({ port, cookie }: { port: number; cookie: string }, end: () => void) {
  const call = async <T>(path: string, fields: Record<string, string>): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(fields),
    })
    const text = await answer.text()
    const { error_code, data } = JSON.parse(text) as Reply
    if (error_code !== 0) throw new Refused(text)
    return data
  }
  const { item_id } = await call<{ item_id: string }>('item/add', { item_name: 'Saves' })
  const acknowledged = new Map<string, string[]>()
  const writer = async (n: number, hasSaved: () => void) => {
    const { page_id } = await call<{ page_id: string }>('page/save', { item_id, page_title: `P${n}`, page_content: 'start' })
    const texts: string[] = []
    acknowledged.set(page_id, texts)
    for (let count = 0; ; count++) {
      const page_content = `save ${count} of writer ${n}`
      await call('page/save', { page_id, page_title: `P${n}`, page_content })
      if (texts.push(page_content) === 8) hasSaved()
    }
  }
  const running = writers.map((n) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { ended: writer(n, resolve), inTheMiddle: promise }
  })
  // Also on a slow machine: end the server in the middle of the saves, not at the start.
  await Promise.all(running.map(({ inTheMiddle }) => inTheMiddle))
  end()
  const results = await Promise.allSettled(running.map(({ ended }) => ended))
  const refusals = results.map((result) => result.status === 'rejected' && result.reason).filter((reason) => reason instanceof Refused)
  return { acknowledged, refusals: refusals.map(({ message }) => message) }
}

it('R07: keeps every acknowledged save after SIGTERM during saves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-saves-'))
  const first = await startProcess(folder)
  const ended = once(first.child, 'exit')
  const { acknowledged, refusals } = await saveUntilEnd(first, () => first.child.kill('SIGTERM'))
  // Requests during the shutdown are either served or find no server.
  expect(refusals).toEqual([])
  expect(await ended).toEqual([0, null])
  const second = await startProcess(folder)
  try {
    for (const [page_id, texts] of acknowledged) {
      const request = async (path: string) => {
        const options = { method: 'POST', headers: { cookie: second.cookie }, body: new URLSearchParams({ page_id }) }
        return ((await (await fetch(`http://127.0.0.1:${second.port}/api/${path}`, options)).json()) as Reply).data
      }
      const current = (await request('page/info')) as { page_content: string; version: string }
      const revisions = (await request('page/history')) as { page_content: string }[]
      // The last save may have been written without a response; every acknowledged save must exist.
      const kept = [...revisions.map((revision) => revision.page_content), current.page_content]
      expect(texts.slice(-15).filter((text) => !kept.includes(text))).toEqual([])
      expect([texts.length + 1, texts.length + 2]).toContain(Number(current.version))
    }
  } finally {
    second.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

const text = /^update page set [\s\S]*version = version \+ 1/
const moments: [name: string, moment: Moment, isThere: boolean][] = [
  ['before the text is written', ['before', text], false],
  ['between the text and its history', ['before', text, /^insert into "?page_history/], false],
  ['before the commit', ['before', text, /^commit$/], false],
  ['after the commit, before the answer', ['after', text, /^commit$/], true],
]

it.each(databases)(
  'R07: a save on %s is stored completely or not at all if the server crashes, and previous saves are kept',
  async (kind) => {
    const server = await aServerToKill(kind)
    await server.start(moments[0]?.[1])
    const { item_id } = await server.call('item/add', { item_name: 'Saves' })
    const fields = (text: string) => ({ page_title: 'P', page_content: text })
    const { page_id } = await server.call('page/save', { item_id, ...fields('save 0') })
    const kept = ['save 0']
    for (const [n, [name, , isThere]] of moments.entries()) {
      const text = `save ${n + 1}`
      await server.diesIn('page/save', { page_id, ...fields(text) })
      await server.start(moments[n + 1]?.[1])
      if (isThere) kept.push(text)
      const { page_content, version } = await server.call('page/info', { page_id })
      const revisions = (await server.call('page/history', { page_id })) as { page_content: string }[]
      expect([...revisions.map((revision) => revision.page_content).reverse(), page_content], name).toEqual(kept)
      expect(Number(version), name).toBe(kept.length)
      const { pages } = await server.call('item/search', { item_id, keyword: text })
      expect(pages.length, name).toBe(isThere ? 1 : 0)
    }
  },
)
