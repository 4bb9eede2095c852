import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startProcess } from '../test/process.ts'

const WRITERS = 8

interface Answer {
  error_code: number
  data: never
}

/** Eight people save one after another, each a page of their own, until the server is gone; every text that was acknowledged. */
async function saveUntilGone({ port, cookie }: { port: number; cookie: string }, end: () => void) {
  const call = async <T>(path: string, fields: Record<string, string>): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(fields),
    })
    const { error_code, data } = (await answer.json()) as Answer
    if (error_code) throw new Error(path)
    return data
  }
  const { item_id } = await call<{ item_id: string }>('item/add', { item_name: 'Saves' })
  const acknowledged = new Map<string, string[]>()
  const writer = async (n: number) => {
    const { page_id } = await call<{ page_id: string }>('page/save', { item_id, page_title: `P${n}`, page_content: 'start' })
    const texts: string[] = []
    acknowledged.set(page_id, texts)
    for (let count = 0; ; count++) {
      const page_content = `save ${count} of writer ${n}`
      await call('page/save', { page_id, page_title: `P${n}`, page_content })
      texts.push(page_content)
    }
  }
  const all = Promise.allSettled(Array.from({ length: WRITERS }, (_, n) => writer(n)))
  // However slow the machine is: in the middle, not at the beginning.
  while (acknowledged.size < WRITERS || [...acknowledged.values()].some((texts) => texts.length < 8)) await wait(20)
  end()
  await all
  return acknowledged
}

it.each(['SIGTERM', 'SIGKILL'] as const)('R07: after %s in the middle of saves, every acknowledged one is there', async (signal) => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-saves-'))
  const one = await startProcess(folder)
  const ended = once(one.child, 'exit')
  const acknowledged = await saveUntilGone(one, () => one.child.kill(signal))
  const [code] = await ended
  expect(code).toBe(signal === 'SIGTERM' ? 0 : null)
  const again = await startProcess(folder)
  try {
    for (const [page_id, texts] of acknowledged) {
      const ask = async (path: string) => {
        const options = { method: 'POST', headers: { cookie: again.cookie }, body: new URLSearchParams({ page_id }) }
        return ((await (await fetch(`http://127.0.0.1:${again.port}/api/${path}`, options)).json()) as Answer).data
      }
      const now = (await ask('page/info')) as { page_content: string; version: string }
      const states = (await ask('page/history')) as { page_content: string }[]
      expect(texts.length).toBeGreaterThan(5)
      // The last one may have been written and its answer lost; nothing that was answered is missing.
      const kept = [...states.map((state) => state.page_content), now.page_content]
      expect(texts.slice(-15).filter((text) => !kept.includes(text))).toEqual([])
      expect([texts.length + 1, texts.length + 2]).toContain(Number(now.version))
    }
  } finally {
    again.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
